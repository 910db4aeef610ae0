import { formatInstant, type Instant } from '../../values/dates.ts';
import { type Json, textsOf } from '../../values/json.ts';

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

/** When the others of a record's owner were last made the primary one: those that ever were. */
export const sinceOfOthers = <R extends { id: string }>(
  { id }: { id: string },
  siblings: readonly R[],
  since: (record: R) => Json | undefined,
): string[] => textsOf(siblings.filter((other) => other.id !== id).map(since));

/**
 * Since when a record is the primary one, as a write leaves it.
 *
 * @param isMade whether the write makes it the primary one
 * @param others {@link sinceOfOthers}
 * @param before what it had; a new record nothing
 */
export const primarySince = (
  isMade: boolean,
  now: Instant,
  others: readonly string[],
  before: string | null | undefined,
): Instant | null => (isMade ? behindAll(now, others) : (before ?? null));

/** Behind the others, also where one of them was made the primary one before the clock was set back. */
const behindAll = (now: Instant, others: readonly string[]): Instant => {
  const last = others.toSorted().at(-1);
  if (last === undefined || last < now) return now;
  const micros = Number(last.slice(23, 26)) + 1;
  return formatInstant(Date.parse(last) + Math.floor(micros / 1_000), micros % 1_000);
};
