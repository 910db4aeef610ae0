import { vi } from 'vitest';

let now_ms = 0;

/**
 * A clock that moves only by `pass`, in place of `performance.now`: the time that work takes is set and not measured.
 */
export const stillClock = (): { now_ms(): number; pass(ms: number): void } => {
  // It continues from the previous one: no clock of a process goes back.
  now_ms = Math.max(now_ms, performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  return {
    now_ms: () => now_ms,
    pass: (ms) => {
      now_ms += ms;
    },
  };
};

/** Runs work that reports each of its pieces. Returns the most pieces between two turns of the event loop. */
export const longestSlice = async (work: (piece: () => void) => Promise<unknown>): Promise<number> => {
  let [since, longest, isDone] = [0, 0, false];
  const turn = (): void => {
    since = 0;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work(() => {
    longest = Math.max(longest, ++since);
  }).finally(() => {
    isDone = true;
  });
  return longest;
};
