import type { Operation } from '../../kernel/definition/operation.ts';
import { isFarPage } from '../../timing/far-pages.ts';
import { joinOrThrow, makeQueues } from '../../timing/queues.ts';
import { type JsonObject, numberOr } from '../../values/json.ts';
import { tooManyRequests } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';

/** Records of a page that is not large; so many are on one where the caller asks for no other number. */
const SMALL = 15;
/** Large answers of a company or partner that are made at once: with more, none of them is there sooner. */
const AT_ONCE = 4;
/** Large answers of a company or partner that wait for those; what comes beyond is refused. */
const WAITING = 500;

const TOO_MANY: Text = {
  en: 'Too many pages of more than 15 records, or with embedded records, or explanations of pay stubs, are asked for at once. Nothing was processed; ask for fewer at a time.',
  fr: "Trop de pages de plus de 15 dossiers, ou avec des dossiers intégrés, ou d'explications de bulletins de paie, sont demandées à la fois. Rien n'a été traité; demandez-en moins à la fois.",
};

/**
 * Pages of more records, those with other records in them, and what an operation calls large. Not far ones: those have
 * a queue of their own, which refuses what is too much (far-pages.ts). Here they would keep the near ones waiting, and
 * no request waits twice.
 */
const isLarge = (operation: Pick<Operation, 'isLarge'>, { per_page, page, expand }: JsonObject): boolean => {
  if (operation.isLarge) return true;
  const rows = numberOr(per_page, SMALL);
  if (rows <= SMALL && expand === undefined) return false;
  return !isFarPage((numberOr(page, 1) - 1) * rows);
};

/**
 * Makes an answer that only reads, at once or in its turn where it is a large one.
 *
 * @param entity the company or partner who asks
 * @param query as the operation's schema left it
 * @param readsFar whether it waits among far pages, whichever page it asks for (`Operation.readsFar`)
 * @throws Problem 429 when too many wait already
 */
export type MakeAnswer = <T>(
  entity: string,
  operation: Pick<Operation, 'isLarge'>,
  query: JsonObject,
  readsFar: () => boolean,
  make: () => Promise<T>,
) => Promise<T>;

/**
 * Answers as this process makes them. A page of a hundred records takes the thread for some milliseconds. Where fifty
 * of one company are made together, every step of another company's request waits for fifty such pieces.
 */
export const largeAnswersInTurn = (): MakeAnswer => {
  const queues = makeQueues(AT_ONCE + WAITING, AT_ONCE);
  return async (entity, operation, query, readsFar, make) => {
    if (!isLarge(operation, query) || readsFar()) return make();
    return joinOrThrow(queues, entity, make, () => tooManyRequests(TOO_MANY, 1));
  };
};
