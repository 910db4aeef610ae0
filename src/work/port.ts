import type { LogEvent, Position } from '../event-store/port.ts';
import type { Instant } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * The stored state of process managers and due work, and how processes notify each other. PostgreSQL implements it
 * (postgres-due-work.ts, postgres-managers.ts); another implementation must pass the same contract suite
 * (test/contract/process-state.ts). Leases and due times follow the store's own clock.
 */

/** A row to be added: work that is due, now or later. */
export interface DueRow {
  kind: string;
  /** What the work is for: the id of a record, mostly. There is one row for each kind and key. */
  key: string;
  payload?: JsonObject;
  /** Not before this instant; default at once. */
  due_at?: Instant;
  /** Not before this many milliseconds from now, by the store's clock. */
  due_in_ms?: number;
}

/** What identifies a row. */
export interface RowName {
  kind: string;
  key: string;
}

/** A claimed row with its holder. Each claim has a holder of its own, so a claim that was lost can write nothing. */
export interface HeldRow extends RowName {
  holder: string;
  /** Whether this beginning was counted ({@link DueStore.begin}): released, it counts no more. */
  counted?: boolean;
}

/** A row that a worker has claimed. */
export interface Claimed extends RowName {
  payload: JsonObject;
  /** Runs that failed since the last success, and the claimed one; not those whose holders let their leases run out. */
  attempts: number;
  /** How often it had been asked for by the time of the claim. */
  asked: bigint;
  /** Where the previous run stopped, if it stopped before the end. */
  bookmark: Bookmark | null;
  /** Whether the previous holder let its lease run out without a result. */
  abandoned: boolean;
  /** How many processes died in it since it was last done; one where a part was done after that. */
  deaths: number;
  /** Whether this beginning is counted among them; its holder takes that back with a result. */
  counted?: boolean;
}

/** Work of other kinds than process managers' that is not begun any more. */
export interface GivenUp extends RowName {
  payload: JsonObject;
  error: string;
}

/**
 * How far the parts of unfinished work have come, so that its next run continues there. Everything that it marks as
 * done must be durable.
 */
export interface Bookmark {
  /** Id of the work: the same row may be asked for other work by the time of its next run. */
  of: string;
  parts: Record<string, string>;
}

/** The result of a run: when the row is run again, and where it continues; undefined when its work is done. */
export type Next =
  | (({ again_in_ms: number } | { again_at: Instant }) & {
      bookmark?: Bookmark | undefined;
      /** Nothing was tried, or the try was cut off: neither a success nor a failure, so what was counted stays. */
      isUncounted?: true;
    })
  | undefined;

/**
 * Rows of due work, each in one of these states.
 *
 *   waiting   held by no worker; from `due_at` on it may be claimed
 *   held      a worker holds its lease and renews it; once the lease ends, it may be claimed again
 *   ended     done; kept for a while, so that `enqueue` does not add it again
 *
 * A run that was claimed before the last `ask` does not end its row.
 */
export interface DueStore {
  /** Adds rows; a row that exists, in whatever state, stays as it is. Returns how many were added. */
  enqueue(rows: readonly DueRow[]): Promise<number>;
  /**
   * Adds rows, or asks for them again: a row that has ended waits again, and one that was due later is due at the new
   * instant. A row that failed keeps its pause. A row that is held is run once more after this run, as if it were new.
   */
  ask(rows: readonly DueRow[]): Promise<void>;
  /**
   * Claims due rows, longest due first, at most `slots` of each kind. `now` is the business time, for kinds whose rows
   * are due by it. The first death of a holder counts when its row is claimed, later ones before ({@link begin}).
   *
   * @param inHand rows that this process still runs: not claimed, even where their leases have ended
   */
  claim(
    kinds: readonly { kind: string; slots: number; now: Instant | null }[],
    holder: string,
    lease_ms: number,
    inHand?: readonly RowName[],
  ): Promise<Claimed[]>;
  /**
   * Counts a beginning of a row that earlier holders died in as a death, until it has a result; to be called right
   * before the run.
   *
   * @returns false when the holder has lost the row
   */
  begin(held: HeldRow): Promise<boolean>;
  /**
   * Stores the result of a run that succeeded, which ends the counts of attempts and deaths, unless it says that it
   * does not count. A counted beginning that stopped in the middle leaves one: what ended processes may be in the rest.
   * When the holder has lost the row, the run only does not count as a death: its process lived on.
   */
  finish(row: Claimed, holder: string, next: Next, now: Instant | null): Promise<void>;
  /**
   * Stores that a run failed: the row waits `pause_ms` and keeps its bookmark. The run does not count as a death,
   * since it had a result. A row that was taken over and is not begun keeps its attempts too: its holder may have been
   * killed. When the holder has lost the row, nothing else is stored.
   */
  postpone(row: Claimed, holder: string, pause_ms: number, error: string, now: Instant | null): Promise<void>;
  /**
   * Renews the leases of rows, also leases that ran out while nobody else claimed the row. Returns the rows that their
   * holders still have. `renewed` is false for a row that another statement has locked: the renewal waits for no lock,
   * so that one row does not delay the others.
   */
  renew(held: readonly HeldRow[], lease_ms: number): Promise<(RowName & { renewed: boolean })[]>;
  /** Releases the leases that the holders still have; the runs are not counted as attempts. */
  release(held: readonly HeldRow[]): Promise<void>;
  /** Releases what a claim took whose answer was lost, in the same manner; nothing where it took nothing. */
  releaseClaim(holder: string): Promise<void>;
  /**
   * Rows that {@link GIVEN_UP_AFTER} processes or more died in and that are not held, but those of process managers; at
   * most `limit`.
   */
  givenUp(limit: number): Promise<GivenUp[]>;
  /** Has rows be begun again that were given up, of a company or partner; returns how many there were. */
  takeUp(scope: string): Promise<number>;
  /**
   * Rows of a kind that have not ended, whenever they are due, in the order of their keys after `after`; at most
   * `limit`.
   */
  notEnded(kind: string, after: string, limit: number): Promise<Pick<DueRow, 'key' | 'payload'>[]>;
  /** How many rows are due and held by no worker, by kind. */
  overdue(): Promise<Map<string, number>>;
  /** Whether a row of a kind is due and held by no worker. `now` is the business time, for a kind that is due by it. */
  anyWaits(kind: string, now: Instant | null): Promise<boolean>;
  /**
   * Calls `wake` with the kinds of new rows; without kinds when they are not known, as after a lost connection. Returns
   * a function that ends it.
   */
  listen(wake: (kinds?: readonly string[]) => void): Promise<() => Promise<void>>;
}

export interface Checkpoint {
  name: string;
  /** Everything up to here is handled or in the inbox. */
  position: Position;
  /** The last position that the manager appended itself. */
  appended: Position;
}

/** What a dispatcher has read: its checkpoint is moved and the events are put into the inbox, all or nothing. */
export interface Dispatch {
  name: string;
  from: Position;
  to: Position;
  /** Events for the inbox, each with its company. */
  waiting: readonly { scope: string; event: LogEvent }[];
  appended?: Position | undefined;
  /** The notification for other processes; empty when there are none. */
  message: string;
}

/** What a dispatcher has read when none of it was for the inbox. */
export type Passed = Pick<Dispatch, 'name' | 'from' | 'to'>;

/** Events of a company that a manager has not handled yet. */
export interface Pending {
  name: string;
  scope: string;
  /** Positions of its first and last event in the inbox. */
  first: Position;
  last: Position;
  parked: boolean;
}

/** Size of the events that a manager gets at once, in characters of JSON; a single event may have more. */
export const MAX_HANDED_characters = 4 * 1024 * 1024;

/** A company's work that failed and is retried. */
export interface Failing {
  manager: string;
  scope: string;
  /** The first event that waits, which is the one that failed. */
  event_id: string;
  type: string;
  stream: string;
  revision: bigint;
  position: Position;
  error: string;
  attempts: number;
  /** It failed {@link PARKED_AFTER} times or more, or is not begun any more: answers no longer wait for it. */
  parked: boolean;
  /** When it is retried. */
  due_at: string;
  /** A worker is trying it at this moment. */
  held: boolean;
}

/** What became of a skip: the event was removed, a worker is trying it at this moment, or it is not there. */
export type Skipped = 'skipped' | 'held' | 'gone';

export interface ManagerStatus extends Checkpoint {
  /** Whether a process holds the lease of its dispatcher. */
  running: boolean;
  /** How many companies have unhandled events, and how many of these are parked. */
  waiting: number;
  parked: number;
}

export interface ManagerStore {
  /** Creates the checkpoints of managers that have none; `from` is where each begins. */
  register(managers: readonly { name: string; from: Position }[]): Promise<void>;
  /** Renews the leases that `owner` holds and takes those that are free. Returns the checkpoints that it holds now. */
  takeLeases(owner: string, names: readonly string[]): Promise<Checkpoint[]>;
  releaseLeases(owner: string): Promise<void>;
  /** False, and nothing is changed, when the checkpoint is not at `from` or `owner` does not hold its lease. */
  dispatch(owner: string, move: Dispatch): Promise<boolean>;
  /**
   * Moves checkpoints past events that are not for the inbox. Returns the names of those that were moved; the others
   * are not at `from`, or `owner` does not hold their leases.
   */
  pass(owner: string, moves: readonly Passed[]): Promise<string[]>;
  /**
   * The first events of a scope that wait for a manager: at most `limit`, and at most {@link MAX_HANDED_characters},
   * since all of them are in memory at once. One event is returned whatever its size.
   */
  next(manager: string, scope: string, limit: number): Promise<LogEvent[]>;
  /**
   * Removes a scope's events up to a position from the inbox. Returns the position up to which nothing of the scope
   * waits any more, and whether events wait after it; undefined, and nothing is changed, when the holder has lost the
   * row.
   */
  done(
    holder: string,
    manager: string,
    scope: string,
    upTo: Position,
  ): Promise<{ clearTo: Position; more: boolean } | undefined>;
  /** Records the position of a manager's own append. */
  appended(manager: string, position: Position): Promise<void>;
  /** Checkpoints and waiting events, read in one statement. */
  progress(): Promise<{ checkpoints: Checkpoint[]; pending: Pending[] }>;
  status(): Promise<ManagerStatus[]>;
  /** Work that failed and is retried, parked work first; at most `limit`. */
  failing(limit: number, scope?: string): Promise<Failing[]>;
  /**
   * Makes failed work due now, and work that waits though it did not fail: it was asked for before the clock was set
   * back. Returns the number of rows: one for each manager and company, but none for work that a worker is trying at
   * this moment. What was given up is begun again only with `givenUp`.
   */
  retry(which: { manager?: string; scope?: string; givenUp?: boolean }): Promise<number>;
  /** Removes one event from the inbox, unless a worker is trying the work of its company at this moment. */
  skip(manager: string, scope: string, position: Position): Promise<Skipped>;
  /** Sends messages to other processes. */
  notify(channel: string, messages: readonly string[]): Promise<void>;
  listen(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>;
}

/** The kind of due work by which a manager handles its inbox; the key is the company. */
export const workKind = (manager: string): string => `manager/${manager}`;
/** Work that has failed so many times is parked: answers no longer wait for it. */
export const PARKED_AFTER = 4;
/** Work that so many processes died in, without a result, is not begun any more. */
export const GIVEN_UP_AFTER = 6;
/** Whether a claimed row was taken over from a holder that ended, and is not begun: it must not be begun yet, or again. */
export const isUnbegun = ({ abandoned, counted = false }: Claimed): boolean => abandoned && !counted;
/** Whether a run whose row another worker has claimed was counted as a death: by that claim, or before it began. */
export const countsAsDeath = ({ deaths, counted = false }: Claimed): boolean => counted || deaths === 0;
