import type { LogEvent, Position } from '../event-store/port.ts';
import type { Instant } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * What process managers and due work keep, and how their processes notify each other. PostgreSQL stands behind it
 * (postgres-due-work.ts, postgres-managers.ts); one contract suite (test/contract/process-state.ts) says what another
 * implementation must hold to. Time of leases and of what is due is the store's own clock.
 */

/** A piece of work that is due, now or later. */
export interface DueRow {
  kind: string;
  /** What it is about, once per kind. */
  key: string;
  payload?: JsonObject;
  /** Not before this instant; default at once. */
  due_at?: Instant;
  /** Not before so long from now, by the store's clock. */
  due_in_ms?: number;
}

/** Which row it is. */
export interface RowName {
  kind: string;
  key: string;
}

/** A row in hand, with who holds it: each claim has a holder of its own, so a lease that was lost says no more. */
export interface HeldRow extends RowName {
  holder: string;
}

/** A row that a worker has claimed. */
export interface Claimed extends RowName {
  payload: JsonObject;
  /** How often it was begun since it last went well. */
  attempts: number;
  /** How often it was asked for when it was claimed. */
  asked: bigint;
  /** Where the run before left it, if that left it in the midst. */
  bookmark: Bookmark | null;
  /** Whether a worker had it until its lease ended, and never said what became of it. */
  abandoned: boolean;
}

/**
 * Up to where the parts of a piece of work have come that was left before it was done: who takes it up again continues
 * from there. What it says is done must be durable.
 */
export interface Bookmark {
  /** The work that it is of; a row may stand for other work by then. */
  of: string;
  parts: Record<string, string>;
}

/** When a piece is to be run again, and where it continues; nothing when it is done. */
export type Next =
  | (({ again_in_ms: number } | { again_at: Instant }) & { bookmark?: Bookmark | undefined })
  | undefined;

/**
 * Rows of due work, one per piece, in one of these states.
 *
 *   waiting   nobody has it; from `due_at` on it may be claimed
 *   held      one worker has it until its lease ends, which that worker renews; then it is claimable again
 *   ended     done; kept for a while, so that asking for it again changes nothing
 *
 * A run that began before the last asking does not end its row.
 */
export interface DueStore {
  /** Adds rows; one that is there already, waiting or ended, stays as it is. Gives how many are new. */
  enqueue(rows: readonly DueRow[]): Promise<number>;
  /**
   * Asks for rows again, or for the first time: an ended one is revived, a later one is due at the new instant. One
   * that failed keeps its pause, and one that is held has its next turn as if it were asked for the first time.
   */
  ask(rows: readonly DueRow[]): Promise<void>;
  /**
   * Claims what is due of each kind, longest due first, at most `slots` of each. `now` for kinds that are due by
   * business time.
   *
   * @param inHand rows whose runs have not ended here: not claimed, even where their leases have ended
   */
  claim(
    kinds: readonly { kind: string; slots: number; now: Instant | null }[],
    holder: string,
    lease_ms: number,
    inHand?: readonly RowName[],
  ): Promise<Claimed[]>;
  /** The run went well: the row has its bookmark, or none. Nothing happens when the holder lost the row. */
  finish(row: Claimed, holder: string, next: Next, now: Instant | null): Promise<void>;
  /**
   * The run failed: waits for so long, and keeps the bookmark that it had. Nothing happens when the holder lost the
   * row.
   */
  postpone(row: Claimed, holder: string, pause_ms: number, error: string, now: Instant | null): Promise<void>;
  /**
   * Renews the leases of rows, also of those that have ended and were not taken over. Gives those that are still their
   * holders'; `renewed` is false of one that another statement is at: it waits for none, so that one row keeps no others.
   */
  renew(held: readonly HeldRow[], lease_ms: number): Promise<(RowName & { renewed: boolean })[]>;
  /** Gives rows back, as far as they are still their holders'; what was begun counts as not begun. */
  release(held: readonly HeldRow[]): Promise<void>;
  /** Rows that are due and that nobody has, by kind. */
  overdue(): Promise<Map<string, number>>;
  /** Whether a row of a kind is due that nobody has. `now` for a kind that is due by business time. */
  anyWaits(kind: string, now: Instant | null): Promise<boolean>;
  /** Calls with the kinds of rows that may have come; with none where it may be any, as after the connection was lost. Gives what ends it. */
  listen(wake: (kinds?: readonly string[]) => void): Promise<() => Promise<void>>;
}

export interface Checkpoint {
  name: string;
  /** Everything up to here was handled or put into the inbox. */
  position: Position;
  /** The last position that the manager appended itself. */
  appended: Position;
}

/** What a dispatcher has read: moves its checkpoint and hands events on, all or nothing. */
export interface Dispatch {
  name: string;
  from: Position;
  to: Position;
  /** Events to be worked on company by company. */
  waiting: readonly { scope: string; event: LogEvent }[];
  appended?: Position | undefined;
  /** What other processes are notified of; empty where there are none. */
  message: string;
}

/** What a dispatcher has read and left no work of. */
export type Passed = Pick<Dispatch, 'name' | 'from' | 'to'>;

/** A company's work that a manager has not done yet. */
export interface Pending {
  name: string;
  scope: string;
  /** Positions of its first and last event in the inbox. */
  first: Position;
  last: Position;
  parked: boolean;
}

/** Characters of events that are handed to a manager together, at most, unless one alone has more. */
export const MAX_HANDED_characters = 4 * 1024 * 1024;

/** A company's work that failed and is tried again. */
export interface Failing {
  manager: string;
  scope: string;
  /** The event at fault: the first of what waits. */
  event_id: string;
  type: string;
  stream: string;
  revision: bigint;
  position: Position;
  error: string;
  attempts: number;
  /** It failed so often that answers do not wait for it any more. */
  parked: boolean;
  /** When it is tried again. */
  due_at: string;
}

export interface ManagerStatus extends Checkpoint {
  /** Whether some process holds the lease of its dispatcher. */
  running: boolean;
  /** Companies with work that is not done yet, and those of them that are parked. */
  waiting: number;
  parked: number;
}

export interface ManagerStore {
  /** Makes the checkpoints of managers that never ran; `from` is where each begins. */
  register(managers: readonly { name: string; from: Position }[]): Promise<void>;
  /** Renews the leases that `owner` holds and takes those that are free; gives what it holds now. */
  takeLeases(owner: string, names: readonly string[]): Promise<Checkpoint[]>;
  releaseLeases(owner: string): Promise<void>;
  /** False when the checkpoint stands elsewhere or belongs to somebody else: then nothing has happened. */
  dispatch(owner: string, move: Dispatch): Promise<boolean>;
  /**
   * Moves checkpoints over what left no work. Gives the names of those that moved; the others stand elsewhere or belong
   * to somebody else.
   */
  pass(owner: string, moves: readonly Passed[]): Promise<string[]>;
  /**
   * The first events that wait for a manager of one scope, so many at most; fewer where they are large, but one at
   * least. What a manager is handed at once is in memory at once.
   */
  next(manager: string, scope: string, limit: number): Promise<LogEvent[]>;
  /**
   * Takes a scope's events up to a position out of the inbox. Gives the position up to which the scope has nothing
   * waiting now, and whether anything waits behind it; undefined when the holder has lost the row: nothing has
   * happened.
   */
  done(
    holder: string,
    manager: string,
    scope: string,
    upTo: Position,
  ): Promise<{ clearTo: Position; more: boolean } | undefined>;
  /** Records that a manager has appended something. */
  appended(manager: string, position: Position): Promise<void>;
  /** Checkpoints and what waits, as of one moment. */
  progress(): Promise<{ checkpoints: Checkpoint[]; pending: Pending[] }>;
  status(): Promise<ManagerStatus[]>;
  /** What failed and is tried again, parked ones first; at most `limit`. */
  failing(limit: number, scope?: string): Promise<Failing[]>;
  /** Makes work that waits after a failure due now; gives of how many managers and companies. */
  retry(which: { manager?: string; scope?: string }): Promise<number>;
  /** Takes one event out of the inbox; false when it is not there. */
  skip(manager: string, scope: string, position: Position): Promise<boolean>;
  /** Sends messages to other processes. */
  notify(channel: string, messages: readonly string[]): Promise<void>;
  listen(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>;
}

/** The kind of due work that a manager's work on a company is; its key is the company. */
export const workKind = (manager: string): string => `manager/${manager}`;
/** After so many tries answers do not wait any more for what a company's work would make. */
export const PARKED_AFTER = 4;
