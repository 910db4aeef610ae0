/** Pauses between tries, doubling from `first_ms` to `most_ms`, each shortened at random so that tries spread. */
export const pauses = (first_ms: number, most_ms: number): (() => number) => {
  let next_ms = first_ms;
  return () => {
    const pause_ms = next_ms * (0.5 + Math.random() / 2);
    next_ms = Math.min(next_ms * 2, most_ms);
    return pause_ms;
  };
};

/** Resolves after a while, or as soon as one of the signals says. */
export const elapsed = (pause_ms: number, ...signals: AbortSignal[]): Promise<void> =>
  new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const done = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pause_ms);
    for (const signal of signals) signal.addEventListener('abort', done, { once: true });
  });

/**
 * The work's result, or undefined as soon as the signal says. A signal may outlive any number of works: it is left
 * without a trace of them, where a race with one lasting promise would keep every result.
 */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
