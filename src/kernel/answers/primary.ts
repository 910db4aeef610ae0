/**
 * Which of several records is the main one of its owner. It is no flag that is kept unique across streams: it is read off
 * all of them, so there is always exactly one, also when several write at the same time.
 *
 * @param ownerOf whose a record is
 * @param since when it was last made the main one; an empty text when it never was
 * @param counts those that count come before those that do not
 * @returns the ids: for each owner the one last made so, else the first by id
 */
export const primaries = <R extends { id: string }>(
  records: readonly R[],
  ownerOf: (record: R) => string,
  since: (record: R) => string,
  counts: (record: R) => boolean = () => true,
): Set<string> => {
  const best = new Map<string, R>();
  for (const record of records) {
    const owner = ownerOf(record);
    const other = best.get(owner);
    const better =
      !other ||
      (counts(record) && !counts(other)) ||
      (counts(record) === counts(other) &&
        (since(record) > since(other) || (since(record) === since(other) && record.id < other.id)));
    if (better) best.set(owner, record);
  }
  return new Set([...best.values()].map(({ id }) => id));
};
