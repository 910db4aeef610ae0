import type { Bookmark } from './port.ts';

/**
 * Turns of long work. What takes long is done in pieces, and between two of them it asks whether others wait for the
 * place that it has. When they do, and it had the place for a while, it is left where it stands. How far its parts have
 * come is kept with its row of due work ({@link Bookmark}), so its next turn continues from there, in whichever
 * process. A piece that was cut off is begun again, so pieces that were done must be found done.
 */

/** A turn, as the work sees it. Work that has none is done in one go. */
export interface Turn {
  /**
   * Called between two pieces.
   *
   * @throws TurnIsOver, which the work lets pass; and what its signal is aborted with
   */
  giveWay(): Promise<void>;
  /** Up to where a part of the work has come: what {@link Turn.reach} was called with last, empty at first. */
  reached(part: string): string;
  /** Says up to where a part of the work has come. What is left out then is durable. */
  reach(part: string, upTo: string): void;
}

/** For so long others are not asked for. */
const TURN_ms = 1_000;

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
  /** Where the turn before left it. */
  bookmark?: Bookmark | null | undefined;
  /** Since when it has the place, by performance.now(); default now. */
  since_ms?: number;
}

export interface Turns {
  /**
   * Works on something until it is done or the turn is over.
   *
   * @param of the work, whatever the turn: a bookmark of other work is none
   * @returns what the work gives, or where it was left
   */
  take<T>(
    of: string,
    taking: TakesTurn,
    work: (turn: Turn) => Promise<T>,
  ): Promise<{ done: T } | { bookmark: Bookmark }>;
}

export const makeTurns = ({ turn_ms = TURN_ms }: TurnsOptions = {}): Turns => ({
  take: async (of, { signal, othersWait, bookmark, since_ms = performance.now() }, work) => {
    const parts = new Map(bookmark?.of === of ? Object.entries(bookmark.parts) : []);
    let end_ms = since_ms + turn_ms;
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
      reached: (part) => parts.get(part) ?? '',
      reach: (part, upTo) => void parts.set(part, upTo),
    };
    try {
      return { done: await work(turn) };
    } catch (error) {
      if (error instanceof TurnIsOver) return { bookmark: { of, parts: Object.fromEntries(parts) } };
      throw error;
    }
  },
});

/** Works whose gatherings are kept between their turns. */
const MOST_GATHERED = 16;

/** What long works gather from turn to turn: sums and lists, kept in this process alone. */
export interface Gathered<T> {
  /**
   * Works with what the turns before gathered here. When this turn is over too it is kept; when the work is done or
   * fails it is forgotten. Who has none, since another process took the turns before, begins anew: what was done is
   * found done.
   *
   * @param key of the work, whatever the turn
   */
  during<R>(key: string, begin: () => T | Promise<T>, work: (gathered: T) => Promise<R>): Promise<R>;
}

export const makeGathered = <T>(): Gathered<T> => {
  const kept = new Map<string, T>();
  return {
    during: async (key, begin, work) => {
      const gathered = kept.get(key) ?? (await begin());
      kept.delete(key);
      try {
        return await work(gathered);
      } catch (error) {
        if (error instanceof TurnIsOver) {
          kept.set(key, gathered);
          if (kept.size > MOST_GATHERED) kept.delete(kept.keys().next().value!);
        }
        throw error;
      }
    },
  };
};
