/**
 * Turns of long work. What takes long is done in pieces, and between two of them it asks whether others wait for the
 * place that it has. When they do, and it had the place for a while, it leaves the rest where it stands; its next turn goes
 * on from there. How far it has come is remembered here alone: whoever takes the next turn in another process begins
 * anew, so pieces that were done must be found done.
 */

/** A turn, as the work sees it. Work that has none is done in one go. */
export interface Turn {
  /**
   * Called between two pieces.
   *
   * @throws TurnIsOver, which the work lets pass; and what its signal is aborted with
   */
  giveWay(): Promise<void>;
  /** Up to where a part of the work has come: what {@link Turn.reach} was told last, empty at first. */
  reached(part: string): string;
  /** Says up to where a part of the work has come. What is left out then is durable. */
  reach(part: string, upTo: string): void;
}

/** For so long others are not asked for. */
const TURN_ms = 1_000;
/** Pieces of work whose place is remembered. */
const MOST_REMEMBERED = 1_000;

/** Thrown between two pieces of work; what is left is done in the next turn. */
export class TurnIsOver extends Error {}

export interface TurnsOptions {
  /** Default a second. */
  turn_ms?: number;
}

export interface TakesTurn {
  signal: AbortSignal;
  /** Whether others wait for the place; not given, it is as if they did. */
  othersWait?: () => Promise<boolean>;
}

export interface Turns {
  /**
   * Works on something until it is done or the turn is over.
   *
   * @param key of the work, whatever the turn
   * @returns what the work gives, undefined when it is not done
   */
  take<T>(key: string, taking: TakesTurn, work: (turn: Turn) => Promise<T>): Promise<{ done: T } | undefined>;
}

export const makeTurns = ({ turn_ms = TURN_ms }: TurnsOptions = {}): Turns => {
  const places = new Map<string, Map<string, string>>();
  return {
    take: async (key, { signal, othersWait }, work) => {
      const place = places.get(key) ?? new Map<string, string>();
      places.delete(key);
      places.set(key, place);
      if (places.size > MOST_REMEMBERED) places.delete(places.keys().next().value!);
      let end_ms = performance.now() + turn_ms;
      const ask = async (): Promise<void> => {
        if ((await othersWait?.()) ?? true) throw new TurnIsOver();
        end_ms = performance.now() + turn_ms;
      };
      /** One question, however many parts of the work ask at once. */
      let asking: Promise<void> | undefined;
      const turn: Turn = {
        giveWay: async () => {
          signal.throwIfAborted();
          if (performance.now() < end_ms) return;
          asking ??= ask().finally(() => {
            asking = undefined;
          });
          await asking;
        },
        reached: (part) => place.get(part) ?? '',
        reach: (part, upTo) => void place.set(part, upTo),
      };
      try {
        const done = await work(turn);
        places.delete(key);
        return { done };
      } catch (error) {
        if (error instanceof TurnIsOver) return undefined;
        throw error;
      }
    },
  };
};
