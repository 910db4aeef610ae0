/**
 * The same items in the same order, reading one ahead: the next item is fetched while the caller works on the current
 * one.
 */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  const fetch = (): Promise<IteratorResult<T>> => {
    const fetched = source.next();
    // A failure is thrown when its item is reached.
    fetched.catch(() => {});
    return fetched;
  };
  let ahead = fetch();
  try {
    for (;;) {
      const { done, value } = await ahead;
      if (done) return;
      ahead = fetch();
      yield value;
    }
  } finally {
    await source.return?.();
  }
}

/**
 * The same items in the same order; the list is empty behind them. What is large and has been used can be collected
 * while the rest is still worked on: a collection stops the thread for as long as what is held takes to be moved.
 */
export function* lettingGo<T>(items: T[]): Generator<T> {
  items.reverse();
  while (items.length > 0) yield items.pop()!;
}

/**
 * Works on items in their order, each begun while what the one before appends is still being made durable.
 *
 * @param done called with each result, in the order of the items
 * @param between called between two items; what it throws ends the work once all that was begun is done
 * @throws the first failure, once nothing runs any more
 */
export const overlapped = async <T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  done: (result: R, item: T) => void,
  between: () => Promise<void> | void = () => {},
): Promise<void> => {
  let running: { item: T; begun: Promise<R> } | undefined;
  const end = async (): Promise<void> => {
    if (!running) return;
    const { item, begun } = running;
    running = undefined;
    done(await begun, item);
  };
  try {
    for await (const item of items) {
      const begun = work(item);
      // A failure is thrown when its turn comes; until then nobody waits for it, which would end the process.
      begun.catch(() => {});
      // Where the one before fails, this one is waited for.
      await end().catch((error: unknown) => begun.catch(() => {}).then(() => Promise.reject(error)));
      running = { item, begun };
      try {
        await between();
      } catch (error) {
        await end();
        throw error;
      }
    }
    await end();
  } finally {
    await running?.begun.catch(() => {});
  }
};
