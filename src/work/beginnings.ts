import { makeQueues } from '../timing/queues.ts';
import { type Claimed, type DueStore, GIVEN_UP_AFTER, type HeldRow, type Next } from './port.ts';

/**
 * A row may crash the process that runs it, and with it what else the process had in hand. A process may also be killed
 * for reasons of its own, so a holder that lost the row without a result has not failed at it. Such deaths are counted:
 * the first one when the row is claimed again, and from then on each beginning before it, since what had not begun when
 * its process died has no part in that. After three deaths it comes after a pause that grows, so the other rows are run
 * meanwhile, and no other such row runs in the process, so that the one at fault is told from those that were beside
 * it. Its turn ends as soon as it has done a part, and the count is then one until the rest is done. A holder that lost
 * it and lives on, as when the database was away, has not died: it takes that back with its result. After
 * {@link GIVEN_UP_AFTER} deaths without a result it is not begun any more: its kind ends what it was about, or it waits
 * for an operator.
 */

const ABANDONED = 'the processes that worked on it ended before it was done';
const GIVEN_UP = `${ABANDONED}, each time, so it is not begun any more; payroll processes retry begins it again`;
/** Rows that so many processes died in are run after a pause, and one at a time in a process. */
const ALONE_AFTER = 3;

/** A run as it is counted. */
export interface Beginning {
  /** Processes that died in it since it was last done, 0 at first; 1 after a part was done after a death. */
  deaths: number;
  /** Too many of them: it is not to be begun again, but to be ended. */
  isGivenUp: boolean;
}

interface Beginner {
  row: Claimed;
  hand: HeldRow;
  signal: AbortSignal;
  /** Whether `run` ends what was given up. */
  givesUp: boolean;
  run(beginning: Beginning): Promise<Next>;
}

/**
 * Begins the rows of a worker: counted and alone where they may have ended the processes that ran them.
 *
 * @throws what the run throws, and an error where the row is not begun
 */
export const makeBeginnings = (store: Pick<DueStore, 'begin'>): ((beginner: Beginner) => Promise<Next>) => {
  const suspects = makeQueues(Number.POSITIVE_INFINITY);
  return async ({ row, hand, signal, givesUp, run }) => {
    const { deaths } = row;
    const isGivenUp = deaths >= GIVEN_UP_AFTER;
    // Where ending it ends the process too, that is not begun again either.
    if (isGivenUp && (!givesUp || deaths > GIVEN_UP_AFTER)) throw new Error(GIVEN_UP);
    if (!isGivenUp && row.abandoned && deaths >= ALONE_AFTER) throw new Error(ABANDONED);
    if (deaths === 0) return run({ deaths, isGivenUp });
    const counted = async (): Promise<Next> => {
      signal.throwIfAborted();
      if (!(await store.begin(hand))) throw new Error('another worker has claimed it meanwhile');
      row.counted = true;
      hand.counted = true;
      return run({ deaths, isGivenUp });
    };
    return deaths < ALONE_AFTER ? counted() : suspects.join('', counted);
  };
};
