import { afterEach, expect, test, vi } from 'vitest';
import { makeSystemTimers } from '../../../src/timing/timers.ts';

/**
 * A machine whose time of day comes in whole milliseconds, and whose steady time stands still while it is suspended.
 */
const machine = () => {
  let wall_ms = 1_000_000.25;
  let steady_ms = 5_000;
  vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(wall_ms));
  vi.spyOn(performance, 'now').mockImplementation(() => steady_ms);
  return {
    pass: (ms: number) => {
      wall_ms += ms;
      steady_ms += ms;
    },
    suspend: (ms: number) => {
      wall_ms += ms;
    },
  };
};
afterEach(() => vi.restoreAllMocks());

test('time does not pass faster when it is read often: a lease is no shorter under load', () => {
  const { pass } = machine();
  const { now_ms } = makeSystemTimers();
  const begun_ms = now_ms();
  for (let look = 0; look < 25_000; look++) {
    pass(0.1);
    now_ms();
  }
  expect(now_ms() - begun_ms).toBeCloseTo(2_500, 3);
});

test('the time that the machine was suspended counts, and a clock that is set back subtracts nothing', () => {
  const { pass, suspend } = machine();
  const { now_ms } = makeSystemTimers();
  const begun_ms = now_ms();
  pass(10);
  suspend(6_000);
  expect(now_ms() - begun_ms).toBeGreaterThanOrEqual(6_000);
  const before_ms = now_ms();
  suspend(-60_000);
  pass(5);
  expect(now_ms() - before_ms).toBeCloseTo(5, 3);
});
