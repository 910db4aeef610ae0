import { describe, expect, test } from 'vitest';
import { BY_HAND } from './actions.ts';
import { byTheTest, firstSeeds, PATIENCE_ms } from './by-the-test.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { wrongIn } from './shrink.ts';

/**
 * Payrolls and pay stubs that callers make, move and delete, adjustments, and the end of preview, while processes die.
 */
const SEEDS = process.env.FULL ? 500 : 4;
const STEPS = 40;
/** What was changed of a person did not reach the pay stub on a schedule that the person had left. */
const FOUND = process.env.FULL ? [] : [283];
const SHRINKING = 100;

describe('everything holds of payrolls that callers make', () => {
  let closed = 0;

  test.each(byTheTest([...FOUND, ...firstSeeds(SEEDS)]))(
    'in runs from seed %i on',
    { timeout: PATIENCE_ms },
    async (...seeds) => {
      for (const seed of seeds) {
        const plan = planOf(seed, STEPS, BY_HAND);
        const { failures, world } = await runPlan(plan);
        expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
        const { ask } = world.ground.tables;
        for (const tenant of world.companies)
          for (const { type, status } of ask.find('payroll', tenant, { is: 'all', of: [] }))
            if (type !== 'regular' && status !== 'draft') closed += 1;
      }
    },
  );

  test('and some were closed in them', () => {
    expect(closed).toBeGreaterThan(SEEDS / 2);
  });
});
