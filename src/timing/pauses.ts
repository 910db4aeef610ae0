import type { Timers } from './timers.ts';

/** Pauses between retries, and waits that can be ended. */

/**
 * The pause after some failures in a row (1 after the first): doubled each time up to `most_ms`, and shortened at
 * random by up to a half, so that callers which failed together do not retry together.
 */
export const doublingPause = (failures: number, first_ms: number, most_ms: number): number =>
  Math.min(first_ms * 2 ** Math.min(failures - 1, 20), most_ms) * (0.5 + Math.random() / 2);

/** A function that returns doubling pauses, the next one at each call. */
export const pauses = (first_ms: number, most_ms: number): (() => number) => {
  let failures = 0;
  return () => doublingPause(++failures, first_ms, most_ms);
};

/** The pause after some failures (0 after the first) from a list of growing pauses, of which the last one repeats. */
export const listedPause = (list_ms: readonly number[], failures: number): number =>
  list_ms[Math.min(failures, list_ms.length - 1)]!;

/** After how many milliseconds an error says that its work may be tried again; undefined where it says nothing. */
export const pauseNamedBy = (error: unknown): number | undefined =>
  error instanceof Error && 'again_in_ms' in error && typeof error.again_in_ms === 'number'
    ? error.again_in_ms
    : undefined;

const machine: Pick<Timers, 'after'> = {
  after: (ms, run) => {
    // A caller waits for it, so the timer keeps the process alive.
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or as soon as one of the signals is aborted. */
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
