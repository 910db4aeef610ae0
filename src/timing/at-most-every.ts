/**
 * Runs expensive work that many callers ask for at most once in `ms`. Other callers share the last result, or wait for
 * the run that is in progress. A failure is shared in the same way.
 */
export const atMostEvery = <T>(ms: number, work: () => Promise<T>): (() => Promise<T>) => {
  let last: { result: Promise<T>; ended_ms: number } | undefined;
  return () => {
    if (last && performance.now() - last.ended_ms < ms) return last.result;
    const result = work();
    const mine = { result, ended_ms: Number.POSITIVE_INFINITY };
    const ended = (): void => {
      mine.ended_ms = performance.now();
    };
    result.then(ended, ended);
    last = mine;
    return result;
  };
};
