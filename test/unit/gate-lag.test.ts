import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
