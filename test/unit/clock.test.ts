import { expect, test } from 'vitest';
import { clockStartingAt, systemClock } from '../../src/values/clock.ts';

const NOON = Date.parse('2026-03-02T17:00:00.000Z');

/** A machine whose time of day can be set, and whose steady time stands still while it is suspended. */
const machine = () => {
  let wall = NOON;
  let steady = 5_000;
  return {
    sources: { wall_ms: () => Math.floor(wall), steady_ms: () => steady },
    pass: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    set: (by_ms: number) => {
      wall += by_ms;
    },
    suspend: (ms: number) => {
      wall += ms;
    },
  };
};

test('the clock follows the system time when it is set, forward or back, and across a suspend', () => {
  const { sources, pass, set, suspend } = machine();
  const clock = systemClock(sources);
  expect(clock.now_ms()).toBe(NOON);
  suspend(8 * 3_600_000);
  expect(clock.instant().slice(0, 16)).toBe('2026-03-03T01:00');
  set(86_400_000);
  expect(clock.today()).toBe('2026-03-03');
  set(-2 * 86_400_000);
  pass(1);
  expect(clock.today()).toBe('2026-03-01');
});

test('the clock stops when the system time is set back a little, and continues when that time is reached again', () => {
  const { sources, pass, set } = machine();
  const clock = systemClock(sources);
  pass(10_000);
  const before = clock.instant();
  set(-1_500);
  expect(clock.instant()).toBe(before);
  pass(1_000);
  expect(clock.instant()).toBe(before);
  pass(600);
  expect(clock.now_ms()).toBe(NOON + 10_100);
});

test('the clock never goes back while both clocks run and drift, and is at most a millisecond off', () => {
  const { sources, pass, set } = machine();
  const clock = systemClock(sources);
  let last = clock.instant();
  for (let step = 0; step < 5_000; step++) {
    pass(0.37);
    set(step % 2 === 0 ? 0.011 : -0.0012);
    const now = clock.instant();
    expect(now >= last).toBe(true);
    expect(Math.abs(clock.now_ms() - sources.wall_ms())).toBeLessThanOrEqual(1);
    last = now;
  }
});

test('the clock distinguishes fractions of a millisecond', () => {
  const { sources, pass } = machine();
  const clock = systemClock(sources);
  const first = clock.instant();
  pass(0.25);
  expect([first.slice(20, 26), clock.instant().slice(20, 26)]).toEqual(['000000', '000250']);
});

test('a clock that is set to another month runs like the system clock, also across a suspend', () => {
  const { sources, pass, suspend } = machine();
  const clock = clockStartingAt(Date.parse('2025-01-31T17:00:00.000Z'), sources);
  pass(1_000);
  suspend(86_400_000);
  expect(clock.instant()).toBe('2025-02-01T17:00:01.000000Z');
});
