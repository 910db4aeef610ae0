import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeManagersProgress } from '../../projections/feed/manager-progress.ts';
import type { Progress } from '../../projections/feed/progress.ts';
import { makeGate } from '../../projections/read/gate.ts';

/** What could be read, and what the manager has handled of it. */
let readable = 0n;
let handled = 0n;
let changed = (): void => {};

const progress = {
  readPosition: () => readable,
  manager: () => ({ dispatched: handled }),
  onChange: (listener: () => void) => {
    changed = listener;
    return () => {};
  },
} as unknown as Progress;

const move = (to: { readable?: bigint; handled?: bigint }, after_ms: number): void => {
  vi.advanceTimersByTime(after_ms);
  readable = to.readable ?? readable;
  handled = to.handled ?? handled;
  changed();
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  readable = 0n;
  handled = 0n;
});
afterEach(() => {
  vi.useRealTimers();
});

test('a manager that is always a little behind does not count as behind', () => {
  const gate = makeGate(progress);
  expect(gate.behindSince('population')).toBeUndefined();
  for (let i = 1n; i < 50n; i++) move({ readable: i, handled: i - 1n }, 100);
  expect(gate.behindSince('population')).toBeUndefined();
});

test('a stopped manager counts as behind since its first unhandled event, until it has handled that', () => {
  const gate = makeGate(progress);
  expect(gate.behindSince('population')).toBeUndefined();
  move({ readable: 5n }, 500);
  move({ readable: 9n }, 2_500);
  expect(gate.behindSince('population')).toBe(1_000_500);
  move({ handled: 5n }, 100);
  expect(gate.behindSince('population')).toBeUndefined();
});

test('a manager that has handled what it was behind with counts as behind since the first event that still waits', () => {
  const gate = makeGate(progress);
  expect(gate.behindSince('population')).toBeUndefined();
  move({ readable: 5n }, 500);
  move({ readable: 9n }, 2_500);
  move({ readable: 30n }, 60_000);
  move({ handled: 5n }, 100);
  expect(gate.behindSince('population')).toBe(1_003_000);
});

test('how long a manager lags does not depend on the time of day, which may be set', () => {
  const gate = makeGate(progress);
  expect(gate.behindSince('population')).toBeUndefined();
  move({ readable: 5n }, 500);
  vi.setSystemTime(1_000_500 + 3_600_000);
  expect(gate.behindSince('population')).toBeUndefined();
  vi.setSystemTime(1_000_500 - 3_600_000);
  move({}, 2_500);
  expect(gate.behindSince('population')).toBe(1_000_500);
});

test('a company whose work comes faster than it is done waits since the first event that is not handled', () => {
  const managers = makeManagersProgress();
  const waits = () => managers.get('population')?.waitsSince('co_1')?.wall_ms;
  const asked = (from: bigint, last: bigint): void =>
    managers.dispatched('population', from, last, [{ scope: 'co_1', last }]);
  const handled = (to: bigint): void =>
    managers.companyHandled('population', { scope: 'co_1', from: to - 1n, to, clearTo: to, appended: undefined });
  asked(0n, 5n);
  expect(waits()).toBe(1_000_000);
  vi.advanceTimersByTime(1_000);
  asked(5n, 9n);
  vi.advanceTimersByTime(60_000);
  asked(9n, 30n);
  handled(5n);
  expect(waits()).toBe(1_001_000);
  handled(30n);
  expect(waits()).toBeUndefined();
});
