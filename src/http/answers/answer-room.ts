import type { Context } from 'hono';
import { type Problem, tooManyRequests } from '../../values/problem.ts';
import { makeTally, SMALL_BYTES, sharesOf } from '../requests/body-room.ts';
import type { Env } from '../requests/exchange.ts';

/**
 * How many bytes of large answers a process holds until their callers have taken them: as much as of bodies, for one
 * caller, for all of a partner's, and for all together. Who asks for long pages and reads nothing of them would
 * otherwise have hundreds of them in memory within a minute. An answer is counted when it is made, so the last one may
 * go beyond. Small ones are not counted: they do not stand in each other's way. Where others fill the room for all, a
 * partner still has a little of its own, until those parts are as much again: memory has an end.
 */
export interface AnswerRoom {
  /**
   * Asked before a change, and before sensitive values are shown, which is recorded: the answer is not refused any
   * more. What other partners hold does not matter.
   *
   * @throws Problem 429 when earlier answers, which are not taken, fill what the caller may have
   */
  checkChange(c: Context<Env>): void;
  /**
   * Counts an answer until its caller has it, or is gone.
   *
   * @param mayRefuse nothing was changed or recorded
   * @throws Problem 429 when it may be refused, and earlier answers fill what the caller may have
   */
  hold(c: Context<Env>, bytes: number, mayRefuse: boolean): void;
}

const MIB = 1024 * 1024;
/** What a partner may have though others fill the room for all: those who read nothing keep nobody else from reading. */
const KEPT_FOR_PARTNER = 16 * MIB;
/** How many times the room for all may be taken, with what is kept for partners. */
const MOST_WITH_KEPT = 2;
/** A file is sent in pieces, of which one is in memory. */
export const PIECE_BYTES = 256 * 1024;
const RETRY_AFTER_s = 1;

const notTaken = (most: number): Problem =>
  tooManyRequests(
    {
      en: `Earlier answers of more than ${most / MIB} MiB in all were asked for and are not read yet. Nothing was changed; read those first.`,
      fr: `Des réponses antérieures, de plus de ${most / MIB} Mio en tout, ont été demandées et ne sont pas encore lues. Rien n'a été changé; lisez d'abord celles-ci.`,
    },
    RETRY_AFTER_s,
  );

/** The bytes of an answer, as it is sent; small ones are not measured. */
export const bytesOf = (text: string | null): number =>
  text === null || text.length * 3 <= SMALL_BYTES ? 0 : Buffer.byteLength(text);

/** Room of this process for answers that are not taken yet. */
export const makeAnswerRoom = (): AnswerRoom => {
  const { takenBy, add } = makeTally();
  const sharesIn = (c: Context<Env>) => {
    const { caller } = c.get('exchange');
    return caller ? sharesOf(caller.entity, caller.tenant.partner_id) : [];
  };
  const isFull = ([whose, most]: readonly [string, number]): boolean => takenBy(whose) >= most;
  const needRoom = (shares: ReturnType<typeof sharesOf>): void => {
    const full = shares.find(isFull);
    if (!full) return;
    const [, ofPartner] = shares;
    const isOthers =
      full[0] === 'all' &&
      ofPartner !== undefined &&
      takenBy(ofPartner[0]) < KEPT_FOR_PARTNER &&
      takenBy('all') < MOST_WITH_KEPT * full[1];
    if (!isOthers) throw notTaken(full[1]);
  };
  return {
    checkChange: (c) => needRoom(sharesIn(c).filter(([whose]) => whose !== 'all')),
    hold: (c, bytes, mayRefuse) => {
      // There is none when the app is called without a server, as tests do.
      const { outgoing } = c.env ?? {};
      if (bytes <= SMALL_BYTES || !outgoing || outgoing.destroyed) return;
      const shares = sharesIn(c);
      if (mayRefuse) needRoom(shares);
      for (const [whose] of shares) add(whose, bytes);
      outgoing.once('close', () => {
        for (const [whose] of shares) add(whose, -bytes);
      });
    },
  };
};
