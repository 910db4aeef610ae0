/** Adds an item to the group of its key, behind those that it has. */
export const addTo = <T, K>(groups: Map<K, T[]>, key: K, item: T): void => {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
};

/** Items by key, in their order. */
export const groupBy = <T, K extends string = string>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
};

/** Items that have one key and come one after the other, in their order. */
export const runsOf = <T, K>(items: Iterable<T>, keyOf: (item: T) => K): { key: K; items: T[] }[] => {
  const runs: { key: K; items: T[] }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const run = runs.at(-1);
    if (run && run.key === key) run.items.push(item);
    else runs.push({ key, items: [item] });
  }
  return runs;
};

/** Items in their order, so many at a time. The last piece may have fewer; of no items there is no piece. */
export function* piecesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/**
 * Splits items, in their order, so that no part weighs more than `limit_bytes` or has more than `limit` items. An item
 * that weighs more alone is a part of its own.
 */
export const packed = <T>(
  items: readonly T[],
  weigh: (item: T) => number,
  limit_bytes: number,
  limit: number,
): T[][] => {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const own = weigh(item);
    const part = parts.at(-1);
    if (part && part.length < limit && bytes + own <= limit_bytes) {
      part.push(item);
      bytes += own;
    } else {
      parts.push([item]);
      bytes = own;
    }
  }
  return parts;
};
