/**
 * Work that many may ask for and that costs something: done at most once in `ms`. Callers that ask meanwhile share the
 * result of the last time, or waits with the others for the one that runs. A failure is shared in the same way.
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
