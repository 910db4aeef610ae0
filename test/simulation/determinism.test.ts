import { describe, expect, test } from 'vitest';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';

/** What a simulation is good for rests on this: nothing but its seed decides what happens. */
describe('a simulation', () => {
  test('is the same whenever its seed is run again, and another with another seed', async () => {
    const digests = new Set<string>();
    for (const seed of [1, 2]) {
      const first = await runPlan(planOf(seed, 25));
      const again = await runPlan(planOf(seed, 25));
      expect(first.events).toBeGreaterThan(20);
      expect([again.digest, again.steps, again.now_ms]).toEqual([first.digest, first.steps, first.now_ms]);
      digests.add(first.digest);
    }
    expect(digests.size).toBe(2);
  });

  test('leaves timers, clocks and random numbers as it found them', async () => {
    const before = [setTimeout, setImmediate, Date.now, performance.now, Math.random, crypto.randomUUID];
    await runPlan({ ...planOf(1, 0), actions: [] });
    expect([setTimeout, setImmediate, Date.now, performance.now, Math.random, crypto.randomUUID]).toEqual(before);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  });
});
