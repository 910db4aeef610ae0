import { isFarPage } from '../../timing/far-pages.ts';
import { makeQueues } from '../../timing/queues.ts';
import { type JsonObject, numberOr } from '../../values/json.ts';

/** Records of a page that is not large; so many are on one where the caller asks for no other number. */
const SMALL = 15;
/** Large answers of a company or partner that are made at once. With more, none of them is there sooner. */
const AT_ONCE = 4;

/**
 * Pages of more records, and those with other records in them. Not far ones and searches for names: those have a queue
 * of their own, which refuses what is too much, and here they would keep the near ones waiting.
 */
const isLarge = ({ per_page, page, expand, search_names }: JsonObject): boolean => {
  const rows = numberOr(per_page, SMALL);
  if (rows <= SMALL && expand === undefined) return false;
  return search_names === undefined && !isFarPage((numberOr(page, 1) - 1) * rows);
};

/**
 * Makes an answer that only reads, at once or in its turn where it is a large one.
 *
 * @param entity the company or partner who asks
 * @param query as the operation's schema left it
 */
export type MakeAnswer = <T>(entity: string, query: JsonObject, make: () => Promise<T>) => Promise<T>;

/**
 * Answers as this process makes them. A page of a hundred records takes the thread for some milliseconds. Where fifty
 * of one company are made together, every step of another company's request waits for fifty such pieces.
 */
export const largeAnswersInTurn = (): MakeAnswer => {
  // No limit of those that wait: the rate limit has admitted each.
  const queues = makeQueues(Number.POSITIVE_INFINITY, AT_ONCE);
  return async (entity, query, make) => (isLarge(query) ? queues.join(entity, make)! : make());
};
