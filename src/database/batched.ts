import { loopTurn } from '../timing/give-way.ts';

/** How long a batch waits for more items, at most: turns of the event loop, and when these are long, milliseconds. */
const MOST_TURNS = 4;
const MOST_ms = 1;

/**
 * Serves many callers with one piece of work: items that come in the same turn of the event loop, or while all lanes
 * are busy, are batched. While each turn brings more of them, as under load, the batch waits for the next one: fewer
 * and larger batches take less of this process and of the database. A single item is not delayed.
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

  const gathered = async (): Promise<void> => {
    const began_ms = performance.now();
    let before = 0;
    for (let turns = 0; before < waiting.length && waiting.length < most; turns++) {
      if (turns === MOST_TURNS || performance.now() - began_ms > MOST_ms) return;
      before = waiting.length;
      await loopTurn();
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await gathered();
      const batch = waiting.splice(0, most);
      // Another lane was quicker.
      if (batch.length === 0) break;
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
      void run();
    });
};
