import { afterAll, describe, expect, test } from 'vitest';
import { byTheTest, firstSeeds, PATIENCE_ms } from './by-the-test.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { wrongIn } from './shrink.ts';

/**
 * Runs from seeds: each time the first ones and those that find a mended defect that they do not (docs/testing.md has
 * at which seed), with FULL=1 several times as many as it took to find the rarest of them. One process runs them all,
 * each in one to two seconds of a processor: so many end within an hour.
 */
const SEEDS = process.env.FULL ? 1_000 : 5;
const FOUND = process.env.FULL ? [] : [59, 150];
const STEPS = 40;
/** Runs that may be spent on making the first failing one short. */
const SHRINKING = 150;

let steps = 0;
let took_ms = 0;

/** What is wrong with a seed, and the shortest sequence that still fails like it; empty when nothing is. */
const wrongWith = async (seed: number): Promise<string> => {
  const plan = planOf(seed, STEPS);
  const begun_ms = performance.now();
  const { failures, steps: ran } = await runPlan(plan);
  steps += ran;
  took_ms += performance.now() - begun_ms;
  return wrongIn(plan, failures, SHRINKING);
};

describe('everything holds, whatever happens', () => {
  test.each(byTheTest(firstSeeds(SEEDS)))('in runs from seed %i on', { timeout: PATIENCE_ms }, async (...seeds) => {
    for (const seed of seeds) expect(await wrongWith(seed)).toBe('');
  });

  test.each(FOUND)('in the run from seed %i, which found a defect', { timeout: PATIENCE_ms }, async (seed) => {
    expect(await wrongWith(seed)).toBe('');
  });

  afterAll(() => {
    const rate = Math.round(steps / (took_ms / 1_000));
    process.stderr.write(`${SEEDS + FOUND.length} simulated runs: ${steps} steps, ${rate} in a second\n`);
  });
});
