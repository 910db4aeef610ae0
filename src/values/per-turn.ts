/**
 * Answers what is asked in one turn of the event loop by one piece of work, that of each key apart: rules that each ask
 * for a row become one query.
 *
 * @param work gives one result per item, in order; when it throws, the items of that key and turn fail with its error
 */
export const perTurn = <K, T, R>(
  work: (key: K, items: readonly T[]) => Promise<readonly R[]>,
): ((key: K, item: T) => Promise<R>) => {
  const open = new Map<K, { items: T[]; results: Promise<readonly R[]> }>();
  const begin = (key: K) => {
    const items: T[] = [];
    const results = new Promise<readonly R[]>((resolve, reject) => {
      setImmediate(() => {
        open.delete(key);
        work(key, items).then(resolve, reject);
      });
    });
    open.set(key, { items, results });
    return { items, results };
  };
  return async (key, item) => {
    const { items, results } = open.get(key) ?? begin(key);
    const at = items.push(item) - 1;
    return (await results)[at]!;
  };
};
