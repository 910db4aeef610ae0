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

test('follows the time of day when it is set, either way, and across a suspend', () => {
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

test('stands still where the machine is set back by little, and goes on when that time has come again', () => {
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

test('never goes back while both run, however they drift from each other, and is never over a millisecond off', () => {
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

test('tells parts of a millisecond apart', () => {
  const { sources, pass } = machine();
  const clock = systemClock(sources);
  const first = clock.instant();
  pass(0.25);
  expect([first.slice(20, 26), clock.instant().slice(20, 26)]).toEqual(['000000', '000250']);
});

test('a clock in another month runs as the machine does, across a suspend as well', () => {
  const { sources, pass, suspend } = machine();
  const clock = clockStartingAt(Date.parse('2025-01-31T17:00:00.000Z'), sources);
  pass(1_000);
  suspend(86_400_000);
  expect(clock.instant()).toBe('2025-02-01T17:00:01.000000Z');
});
