/**
 * Serves many callers with one piece of work: items that come in the same turn of the event loop, or while all lanes
 * are busy, are batched. A single item is not delayed.
 *
 *     const load = batched(async (ids: readonly string[]) => rowsOf(ids));
 *     const [a, b] = await Promise.all([load('a'), load('b')]); // one query
 *
 * @param work returns one result per item, in order; when it throws, all items of that batch fail with its error
 * @param options.lanes batches that run at once; default 1
 */
export const batched = <T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  options: { most?: number; mostWaiting?: number; lanes?: number; whenFull?: () => Error } = {},
): ((item: T) => Promise<R>) => {
  const {
    most = 500,
    mostWaiting = 10_000,
    lanes = 1,
    whenFull = () => new Error('too much is waiting for the database'),
  } = options;
  interface Waiting {
    item: T;
    resolve: (result: R) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let running = 0;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [place, { resolve }] of batch.entries()) resolve(results[place]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running--;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(whenFull());
        return;
      }
      waiting.push({ item, resolve, reject });
      if (running === lanes) return;
      running++;
      setImmediate(() => void run());
    });
};
