import { vi } from 'vitest';

let now_ms = 0;

/**
 * A clock that stands still but when it is moved, in the place of `performance.now`: what work takes is set, not
 * measured.
 */
export const stillClock = (): { now_ms(): number; pass(ms: number): void } => {
  // It goes on where the one before it was left: no clock of a process goes back.
  now_ms = Math.max(now_ms, performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
  return {
    now_ms: () => now_ms,
    pass: (ms) => {
      now_ms += ms;
    },
  };
};

/** Runs work that reports each of its pieces; gives the most of them between two turns of the event loop. */
export const longestStretch = async (work: (piece: () => void) => Promise<unknown>): Promise<number> => {
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
