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
