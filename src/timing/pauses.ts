import type { Timers } from './timers.ts';

/** How long to wait before what failed is tried again, and waiting that can be ended. */

/**
 * The pause after so many failures in a row (1 at the first): doubled each time up to `most_ms`, and shortened at random
 * by up to a half, so that those who failed together come back apart.
 */
export const doublingPause = (failures: number, first_ms: number, most_ms: number): number =>
  Math.min(first_ms * 2 ** Math.min(failures - 1, 20), most_ms) * (0.5 + Math.random() / 2);

/** Doubling pauses, one each time that it is called. */
export const pauses = (first_ms: number, most_ms: number): (() => number) => {
  let failures = 0;
  return () => doublingPause(++failures, first_ms, most_ms);
};

/** The pause after so many failures (0 at the first) by a list of growing ones; behind its end the last one. */
export const listedPause = (list_ms: readonly number[], failures: number): number =>
  list_ms[Math.min(failures, list_ms.length - 1)]!;

const machine: Pick<Timers, 'after'> = {
  after: (ms, run) => {
    // Somebody waits for it, so it keeps the process alive.
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds, or as soon as one of the signals is aborted. */
export const pause = (
  ms: number,
  signals: readonly AbortSignal[] = [],
  timers: Pick<Timers, 'after'> = machine,
): Promise<void> =>
  new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const done = (): void => {
      cancel();
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = timers.after(ms, done);
    for (const signal of signals) signal.addEventListener('abort', done, { once: true });
  });
