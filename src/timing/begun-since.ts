/**
 * Runs work that many callers ask for, one run at a time. Each gets the result of a run that began when it asked or
 * later; those who ask during one share the next.
 */
export const begunSince = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const behind = (): Promise<T> => {
    next = undefined;
    return running ?? run();
  };
  return () => {
    if (!running) return run();
    next ??= running.then(behind, behind);
    return next;
  };
};
