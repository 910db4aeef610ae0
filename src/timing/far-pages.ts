import { joinOrThrow, makeQueues } from './queues.ts';

/** Rows before a page that make it a far one: the database passes them one by one. */
const FAR_ROWS = 10_000;
/** Far pages of a company or partner that are read at once, fewer than the pool has connections; and that wait. */
const FAR_AT_ONCE = 2;
const FAR_WAITING = 50;

/** So many far pages of one company or partner are being read, and wait to be, that no other one may. */
export class TooManyFarPages extends Error {
  override name = 'TooManyFarPages';
}

/**
 * Whether a page is far into its list.
 *
 * @param passed rows that the database passes one by one for it
 */
export const isFarPage = (passed: number): boolean => passed >= FAR_ROWS;

/**
 * Reads a page of a list, at once or in its turn where it is a far one.
 *
 * @param entity the company or partner whose list it is
 * @param passed rows that the database passes one by one for it: those before the page, or those that it counts;
 *   infinite of a search, which passes all
 * @throws TooManyFarPages when too many wait already
 */
export type ReadPage = <T>(entity: string, passed: number, read: () => Promise<T>) => Promise<T>;

/** Pages of lists as this process reads them. Those far behind would take all connections, and others would wait. */
export const farPagesInTurn = (): ReadPage => {
  const queues = makeQueues(FAR_AT_ONCE + FAR_WAITING, FAR_AT_ONCE);
  return async (entity, passed, read) => {
    if (!isFarPage(passed)) return read();
    return joinOrThrow(
      queues,
      entity,
      read,
      () => new TooManyFarPages(`${FAR_WAITING} far pages of one company or partner wait already`),
    );
  };
};
