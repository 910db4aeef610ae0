import { type Problem, tooManyRequests } from '../../values/problem.ts';

/**
 * How many bytes of large bodies a process has in hand, from their arrival to the answer: for one caller, and for all of
 * them together. Rates count requests, and a thousand files of ten MiB at once would be more than there is memory for.
 * Small bodies are not counted, so that one caller's files never stand in the way of another's ordinary calls. Bytes that
 * were only announced take no room: else a few callers who never send them would keep everybody from sending.
 */
export interface BodyRoom {
  /** @param entity the caller, as it is limited */
  open(entity: string): BodyInHand;
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
const MOST_OF_ALL = 160 * MIB;
const RETRY_AFTER_s = 1;

const noRoom = (): Problem =>
  tooManyRequests(
    {
      en: `Too much is being sent at once: at most ${MOST_OF_ONE / MIB} MiB of bodies can be worked on for one caller, and ${MOST_OF_ALL / MIB} MiB in all. Nothing was processed; send it when earlier requests are answered.`,
      fr: `Trop est envoyé à la fois : au plus ${MOST_OF_ONE / MIB} Mio de corps peuvent être traités pour un même appelant, et ${MOST_OF_ALL / MIB} Mio en tout. Rien n'a été traité; envoyez-le quand les requêtes précédentes auront leur réponse.`,
    },
    RETRY_AFTER_s,
  );

export const makeBodyRoom = (): BodyRoom => {
  const taken = new Map<string, number>();
  let all = 0;
  const add = (entity: string, bytes: number): void => {
    const now = (taken.get(entity) ?? 0) + bytes;
    if (now > 0) taken.set(entity, now);
    else taken.delete(entity);
    all += bytes;
  };
  return {
    open: (entity) => {
      let mine = 0;
      return {
        need: (bytes) => {
          const more = bytes - mine;
          if (bytes <= SMALL_BYTES || more <= 0) return;
          if ((taken.get(entity) ?? 0) + more > MOST_OF_ONE || all + more > MOST_OF_ALL) throw noRoom();
          mine = bytes;
          add(entity, more);
        },
        leave: () => {
          add(entity, -mine);
          mine = 0;
        },
      };
    },
  };
};
