import type { Sql } from '../../src/database/connect.ts';
import { endsSession } from '../../src/database/ended-sessions.ts';
import { codeOf } from '../../src/values/describe-error.ts';
import { standingOf } from '../feed/parked.ts';
import { nameOf, type Target } from '../feed/target.ts';
import { Fenced } from '../feed/transactions.ts';

/**
 * A process that is held for a while, as on a machine that sleeps, loses what it has under way: the database ends a
 * session that is idle inside a transaction, so that nobody waits for it, and others remove a build whose lease ran
 * out. Neither says anything of the build, which goes on or is begun again.
 */

/** How often one piece of work is cut off before its failure counts. */
const MOST_CUTS = 20;

/** Whether a schema or a table is not there. */
export const isMissing = (error: unknown): boolean => /^(3F000|42P01)$/.test(codeOf(error) ?? '');

/** Whether a build was cut off, or removed by others, and may be begun again. */
export const wasCutOff = (error: unknown): boolean => endsSession(error) || error instanceof Fenced;

/** Whether a lock was not to be had in time: who holds it, as a feeder, may be held itself. */
export const isKeptWaiting = (error: unknown): boolean => codeOf(error) === '55P03';

/** Whether a swap may be tried again. */
export const isHeldUp = (error: unknown): boolean => endsSession(error) || isKeptWaiting(error);

/** Does work again that was cut off, once `before` has prepared that. */
export const despiteCuts = async <T>(
  work: () => Promise<T>,
  isCut: (error: unknown) => boolean,
  before: (error: unknown) => Promise<unknown>,
): Promise<T> => {
  for (let cuts = 1; ; cuts++)
    try {
      return await work();
    } catch (error) {
      if (!isCut(error) || cuts === MOST_CUTS) throw error;
      await before(error);
    }
};

/** Does what moves drafts; where the database ended the session, again from where they are by then. */
export const goingOn = <T>(sql: Sql, drafts: readonly Target[], work: () => Promise<T>): Promise<T> =>
  despiteCuts(work, endsSession, async () => {
    for (const draft of drafts) Object.assign(draft, await standingOf(sql, nameOf(draft)));
  });
