import { describe, expect, test } from 'vitest';
import { LIVE_YEARS, type Play, YEARS } from './actions.ts';
import { byTheTest, firstSeeds, PATIENCE_ms } from './by-the-test.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { wrongIn } from './shrink.ts';

/**
 * What an employer has over years: items of every family and their lines, vacation pay, overtime, tax properties with
 * effect in the past, people who leave and come back, two employers, presets, tags and accounting codes that are
 * merged; of live employers splits of net pay and remittances too.
 */
const SEEDS = process.env.FULL ? firstSeeds(250) : [5];
const STEPS = 40;
const SHRINKING = 100;

describe.each<[string, Play]>([
  ['employers in preview', YEARS],
  ['live employers', LIVE_YEARS],
])('everything holds over the years of %s', (_, play) => {
  let closed = 0;

  test.each(byTheTest(SEEDS))('in runs from seed %i on', { timeout: PATIENCE_ms }, async (...seeds) => {
    for (const seed of seeds) {
      const plan = planOf(seed, STEPS, play);
      const { failures, world } = await runPlan(plan);
      expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
      for (const tenant of world.companies)
        for (const { is_closed } of world.ground.tables.ask.find('pay_stub', tenant, { is: 'all', of: [] }))
          if (is_closed === true) closed += 1;
    }
  });

  test('and pay stubs were closed in them', () => {
    expect(closed).toBeGreaterThan(0);
  });
});
