import { describe, expect, test } from 'vitest';
import { LIVE_YEARS, type Play, YEARS } from './actions.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { wrongIn } from './shrink.ts';

/**
 * What an employer has over years: items of every family and their lines, vacation pay, overtime, tax properties with
 * effect in the past, people who leave and come back, two employers, presets, tags and accounting codes that are
 * merged; of live employers splits of net pay and remittances too.
 */
const SEEDS = process.env.FULL ? Array.from({ length: 250 }, (_, at) => at + 1) : [5];
const STEPS = 40;
const SHRINKING = 100;

describe.each<[string, Play]>([
  ['employers in preview', YEARS],
  ['live employers', LIVE_YEARS],
])('everything holds over the years of %s', (_, play) => {
  test(`in runs from ${SEEDS.length} seeds`, { timeout: 900_000 }, async () => {
    let closed = 0;
    for (const seed of SEEDS) {
      const plan = planOf(seed, STEPS, play);
      const { failures, world } = await runPlan(plan);
      expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
      for (const tenant of world.companies)
        for (const { is_closed } of world.ground.tables.ask.find('pay_stub', tenant, { is: 'all', of: [] }))
          if (is_closed === true) closed += 1;
    }
    expect(closed).toBeGreaterThan(0);
  });
});
