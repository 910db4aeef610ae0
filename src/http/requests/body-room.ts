import { type Problem, tooManyRequests } from '../../values/problem.ts';

/**
 * How many bytes of large bodies a process has in hand, from their arrival to the answer: for one caller, for all
 * callers of a partner, and for all together. Rates count requests, and a thousand files of ten MiB at once would be
 * more than there is memory for. No partner can take all of the room, however many companies it has.
 * Small bodies are not counted, so that one caller's files never stand in the way of another's ordinary calls. Bytes
 * that were only announced take no room: else a few callers who never send them would keep everybody from sending.
 */
export interface BodyRoom {
  /**
   * @param entity the caller, as it is limited
   * @param partner_id whose caller it is; empty for one without a credential
   */
  open(entity: string, partner_id: string): BodyInHand;
}

/** The room of one body. */
export interface BodyInHand {
  /** Takes room for so many bytes in all. @throws Problem 429 when there is none now */
  need(bytes: number): void;
  /** Gives all of it back. */
  leave(): void;
}

const MIB = 1024 * 1024;
/** What is not counted. */
export const SMALL_BYTES = 64 * 1024;
/** Four of the largest files, or forty of the largest JSON bodies. */
const MOST_OF_ONE = 40 * MIB;
const MOST_OF_PARTNER = 80 * MIB;
const MOST_OF_ALL = 160 * MIB;
const RETRY_AFTER_s = 1;

const noRoom = (): Problem =>
  tooManyRequests(
    {
      en: `Too much is being sent at once: at most ${MOST_OF_ONE / MIB} MiB of bodies can be worked on for one caller, ${MOST_OF_PARTNER / MIB} MiB for all of a partner's, and ${MOST_OF_ALL / MIB} MiB in all. Nothing was processed; send it when earlier requests are answered.`,
      fr: `Trop est envoyé à la fois : au plus ${MOST_OF_ONE / MIB} Mio de corps peuvent être traités pour un même appelant, ${MOST_OF_PARTNER / MIB} Mio pour tous ceux d'un partenaire, et ${MOST_OF_ALL / MIB} Mio en tout. Rien n'a été traité; envoyez-le quand les requêtes précédentes auront leur réponse.`,
    },
    RETRY_AFTER_s,
  );

/** What a caller may take of a room: as itself, with all of its partner's callers, and with everybody. */
export const sharesOf = (entity: string, partner_id: string): readonly [whose: string, most: number][] => [
  [`caller ${entity}`, MOST_OF_ONE],
  [`partner ${partner_id}`, MOST_OF_PARTNER],
  ['all', MOST_OF_ALL],
];

/** Counts bytes by who has them in hand. */
export const makeTally = () => {
  const taken = new Map<string, number>();
  const takenBy = (whose: string): number => taken.get(whose) ?? 0;
  return {
    takenBy,
    add: (whose: string, bytes: number): void => {
      const now = takenBy(whose) + bytes;
      if (now > 0) taken.set(whose, now);
      else taken.delete(whose);
    },
  };
};

/** Room of this process for the bodies that it works on. */
export const makeBodyRoom = (): BodyRoom => {
  const { takenBy, add } = makeTally();
  return {
    open: (entity, partner_id) => {
      const shares = sharesOf(entity, partner_id);
      let mine = 0;
      return {
        need: (bytes) => {
          const more = bytes - mine;
          if (bytes <= SMALL_BYTES || more <= 0) return;
          if (shares.some(([whose, most]) => takenBy(whose) + more > most)) throw noRoom();
          mine = bytes;
          for (const [whose] of shares) add(whose, more);
        },
        leave: () => {
          for (const [whose] of shares) add(whose, -mine);
          mine = 0;
        },
      };
    },
  };
};
