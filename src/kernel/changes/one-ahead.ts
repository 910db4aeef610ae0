/**
 * The same items in the same order; the next one is fetched while the caller still works on the one before it. One item
 * more than the caller's is held.
 */
export async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  const fetch = (): Promise<IteratorResult<T>> => {
    const fetched = source.next();
    // A failure is thrown when its turn has come.
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
