import { systemTimers, type Timers } from './timers.ts';

/**
 * Waits that end at a deadline or by a signal. The work itself continues, and its failure is ignored from then on.
 */

/** There was no result in time. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE';

  constructor(ms: number) {
    super(`no answer within ${Math.round(ms)} ms`);
  }
}

export interface Within {
  /** Called when there is no result in time. */
  onLate?: () => void;
  timers?: Pick<Timers, 'after'>;
}

/** The result of the work. @throws DeadlinePassed, or the error of the work before that */
export const within = async <T>(
  ms: number,
  work: PromiseLike<T>,
  { onLate, timers = systemTimers }: Within = {},
): Promise<T> => {
  let cancel = (): void => {};
  const late = new Promise<never>((_, fail) => {
    cancel = timers.after(ms, () => {
      onLate?.();
      fail(new DeadlinePassed(ms));
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
};

/** Waits for work to end, at most `ms`. @throws the error of the work before that */
export const endWithin = async (ms: number, work: PromiseLike<unknown>, timers?: Timers): Promise<void> => {
  try {
    await within(ms, work, timers && { timers });
  } catch (error) {
    if (!(error instanceof DeadlinePassed)) throw error;
  }
};

/**
 * The work's result, or undefined as soon as the signal is aborted. Its listener is removed afterwards: a signal may
 * live long, and a race with one lasting promise would keep every result in memory.
 */
export const unlessAborted = <T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const end = (): void => signal.removeEventListener('abort', stop);
    const stop = (): void => {
      end();
      resolve(undefined);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(
      (result) => {
        end();
        resolve(result);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });

/**
 * A signal that is aborted after `ms`, or with another one. What `AbortSignal.timeout` gives is not enough there:
 * `AbortSignal.any` does not hold it, and once it is collected as garbage (Node 20) nothing ends the wait.
 *
 * @returns the signal, and what is to be called when nobody waits any longer
 */
export const endsWithin = (ms: number, signal?: AbortSignal): { signal: AbortSignal; cancel: () => void } => {
  const late = new AbortController();
  const cancel = systemTimers.after(ms, () => late.abort(new DeadlinePassed(ms)));
  return { signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal, cancel };
};
