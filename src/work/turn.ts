import type { Bookmark } from './port.ts';

/**
 * Turns of long work. Only so many rows of a kind run at once, so long work must let others run. It is done in pieces;
 * between two pieces, when its turn has lasted long enough and other rows wait, it stops and is queued again. How far
 * its parts have come is stored in its row ({@link Bookmark}), so the next turn continues there, in whichever process.
 * A piece that was cut off is repeated, so a piece must find what it has already done.
 */

/** A turn, as the work sees it. Work without one is done in one go. */
export interface Turn {
  /**
   * To be called between two pieces: ends the turn when other rows wait.
   *
   * @throws TurnIsOver which the work must not catch
   * @throws the reason of its signal, once that is aborted
   */
  giveWay(): Promise<void>;
  /** How far a part of the work has come: the last value given to {@link Turn.reach}, empty at first. */
  reached(part: string): string;
  /** Notes how far a part of the work has come. Everything up to there must be durable. */
  reach(part: string, upTo: string): void;
}

/** How long a turn lasts before it asks whether others wait. */
const TURN_ms = 1_000;

/** Thrown between two pieces of work: the rest is done in the next turn. */
class TurnIsOver extends Error {}

export interface TurnsOptions {
  /** How long a turn lasts at least; default a second. */
  turn_ms?: number;
}

export interface TurnStart {
  signal: AbortSignal;
  /** Whether other rows wait; when not given, they are assumed to. */
  othersWait?: () => Promise<boolean>;
  /** Where the previous turn stopped. */
  bookmark?: Bookmark | null | undefined;
  /** When the turn began, by performance.now(); default now. */
  since_ms?: number;
}

export interface Turns {
  /**
   * Runs work until it is done or the turn is over.
   *
   * @param of id of the work, the same in each turn; a bookmark of other work is ignored
   * @returns the result of the work, or a bookmark of where it stopped
   */
  take<T>(
    of: string,
    start: TurnStart,
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
    /** One query, however many parts of the work ask at once. */
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

/** How many unfinished works are kept between their turns. */
const MOST_GATHERED = 16;

/** What long work gathers from turn to turn, such as sums and lists: kept in the memory of this process alone. */
export interface Gathered<T> {
  /**
   * Runs work with what its previous turns gathered in this process. That is kept when this turn is over too, and
   * forgotten when the work is done or fails. Where nothing is kept, because another process ran the previous turns,
   * `begin` starts anew and the work must find what it has already done.
   *
   * @param key id of the work, the same in each turn
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
