/** Pauses between tries, doubling from `first_ms` to `most_ms`, each shortened at random so that tries spread. */
export const pauses = (first_ms: number, most_ms: number): (() => number) => {
  let next_ms = first_ms;
  return () => {
    const pause_ms = next_ms * (0.5 + Math.random() / 2);
    next_ms = Math.min(next_ms * 2, most_ms);
    return pause_ms;
  };
};

/** Resolves after a while, or as soon as the signal says. */
export const elapsed = (pause_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, pause_ms);
    signal?.addEventListener('abort', done, { once: true });
  });
