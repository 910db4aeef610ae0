import { formatInstant, type Instant } from '../../values/dates.ts';

/**
 * Which of several records is the primary one of its owner. It is not a flag that would have to be unique across
 * streams, but derived from all of them, so there is always exactly one, also with concurrent writers.
 *
 * @param ownerOf the owner of a record
 * @param since when it was last made the primary one; an empty text when it never was
 * @param counts records that count come before those that do not
 * @returns the ids: for each owner the record last made primary, else the first by id
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

/**
 * The instant that a record which is made the primary one keeps: behind those of its owner's others, also where one of them
 * was made so before the clock was set back.
 *
 * @param others when those of the others that ever were the primary one were last made so
 */
export const primaryFrom = (now: Instant, others: readonly string[]): Instant => {
  const last = others.toSorted().at(-1);
  if (last === undefined || last < now) return now;
  const micros = Number(last.slice(23, 26)) + 1;
  return formatInstant(Date.parse(last) + Math.floor(micros / 1_000), micros % 1_000);
};
