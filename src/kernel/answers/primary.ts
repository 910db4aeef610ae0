import { formatInstant, type Instant } from '../../values/dates.ts';
import { type Json, textsOf } from '../../values/json.ts';
import type { Lookup } from '../definition/resource.ts';

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
 * When the others of a record's owner were last made the primary one: those that ever were. A record that is behind them
 * all stays as it is when it is made the primary one again ({@link primarySince}), so that is looked at for certain:
 * another one may have been made so by a write that cannot be read yet. Where that does not come to be known in time, the
 * record's own moment is among them.
 *
 * @param siblings reads all records of the owner, or some more
 */
export const sinceOfOthers = async <R extends { id: string }>(
  record: R,
  siblings: () => Promise<readonly R[]>,
  since: (record: R) => Json | undefined,
  { services: { gate, store }, tenant }: Pick<Lookup, 'services' | 'tenant'>,
): Promise<string[]> => {
  const look = async () => textsOf((await siblings()).filter(({ id }) => id !== record.id).map(since));
  const own = since(record);
  const from = gate.readPosition();
  const others = await look();
  if (typeof own !== 'string' || !isBehindAll(own, others)) return others;
  const head = await store.head();
  if (from >= head) return others;
  return (await gate.followed(head, [], undefined, tenant)) ? look() : [...others, own];
};

/**
 * Since when a record is the primary one, as a write leaves it. One that was made so last is not made so again: who
 * sends the mark each time changes nothing by that.
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
): Instant | null => (isMade && !(before && isBehindAll(before, others)) ? behindAll(now, others) : (before ?? null));

const isBehindAll = (since: string, others: readonly string[]): boolean => others.every((other) => other < since);

/** Behind the others, also where one of them was made the primary one before the clock was set back. */
const behindAll = (now: Instant, others: readonly string[]): Instant => {
  const last = others.toSorted().at(-1);
  if (last === undefined || last < now) return now;
  const micros = Number(last.slice(23, 26)) + 1;
  return formatInstant(Date.parse(last) + Math.floor(micros / 1_000), micros % 1_000);
};
