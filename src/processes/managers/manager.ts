import type { LogEvent, Position } from '../../event-store/port.ts';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import type { Bookmark } from '../../work/port.ts';

/**
 * A process manager: events in, commands out. runner.ts runs them.
 *
 * A manager gets events only once every read model has passed them, so it never acts on what cannot be read yet. It
 * gets those of one company at a time, in their order. It may get an event again (its process died before the work was
 * recorded, or was wrongly taken for dead). So the ids of what it appends derive from the event and the step, or it
 * compares first and finds no difference.
 */
export interface ProcessManager<C = unknown> {
  /** The name by which `follows` of a resource refers to it. */
  name: string;
  /** Whether it handles an event, judged by stream, type and metadata. */
  handles(event: Pick<LogEvent, 'stream' | 'type' | 'metadata'>): boolean;
  /**
   * Whether it gets an event although it does not handle its type. So it finds results that were calculated from facts
   * older than an event that it has handled since. Called for every event: check the type first, since the data is
   * parsed only when it is read. The work on a company asks again, as if everything before the event had been handled.
   *
   * @param event as it is stored
   * @param lastHandled position of the last event of the company that it handled before this one; when there was none
   *   since its dispatcher started, the position at which that started
   * @param lastElsewhere the same for events of other streams: the writer of an event has read its own stream
   * @param lastOverturning the same without those that {@link onlyAdds} names
   */
  rechecks?(event: LogEvent, lastHandled: Position, lastElsewhere: Position, lastOverturning: Position): boolean;
  /** Whether an event that it handles only adds something, so that what others have made beside it stays right. */
  onlyAdds?(event: Pick<LogEvent, 'type'>): boolean;
  /**
   * Does what follows from the events. Returns the position of its last append, if there was one: answers that follow
   * this manager wait until that can be read. Long work stops after about a second when other companies wait
   * ({@link Unfinished}).
   */
  handle(batch: ManagedBatch, context: C): Promise<Handled>;
  /** Where it starts when it has no checkpoint; default at the beginning of the log. */
  begins?: 'at_the_beginning' | 'now';
  /** Events per batch, at most; default 200. */
  batchSize?: number;
  /** Companies handled at once in one process; default 4. */
  concurrency?: number;
  /**
   * It does little and appends nothing, so its dispatcher hands it events as they are read, without the inbox. Events
   * that it fails at go to the inbox.
   */
  immediate?: boolean;
  /**
   * It ends what an event is about when that is given up, so that the next ones go on; otherwise its company is parked.
   */
  givesUp?: boolean;
  /** Pause between two batches, for a manager that nobody waits for: events gather meanwhile. */
  every_ms?: number;
}

/** The result of a batch: the position of the last append, if any, when the batch is done; or that it is not done. */
export type Handled = Position | undefined | Unfinished;

/**
 * The batch is not done: the manager stopped so that other companies get their turn. It gets the same events again
 * after all companies that are due by then, and continues.
 */
export interface Unfinished {
  unfinished: true;
  appended: Position | undefined;
  /** Position up to which the events are done, when some are: the manager does not get these again. */
  done?: Position;
  /** Where it stopped in the remaining events; the next turn gets it, in whichever process. */
  bookmark?: Bookmark;
}

/** Whether the manager stopped before the batch was done. */
export const isUnfinished = (handled: Handled): handled is Unfinished => typeof handled === 'object';

/** An event, upcast and decrypted, with its position in the log. */
export interface ManagedEvent extends DomainEvent {
  position: Position;
  /** What follows from it is appended under this lease of its company; an immediate manager appends nothing. */
  lease: string | undefined;
}

/** What a manager's appends follow from. */
export type Cause = Pick<ManagedEvent, 'id' | 'metadata' | 'lease'>;

export interface ManagedBatch {
  /** Events of one company, or of one partner for events without a company. Never empty. */
  events: ManagedEvent[];
  /** Aborted when the lease is lost or the service stops: long work throws at its next safe point. */
  signal: AbortSignal;
  /**
   * Whether other companies' work of this manager is due and held by no worker; when not given, it is assumed to be.
   */
  othersWait?: () => Promise<boolean>;
  /** Where the previous turn stopped in these events. */
  bookmark?: Bookmark | null | undefined;
  /**
   * To be given what is done once events of this batch have left the inbox: then this worker had the company without a
   * break, and nobody has handled a later event of it until then. It is not called when the lease was lost.
   */
  whenKept?: (then: () => void) => void;
  /** The processes that began this ended before it was done, again and again: it is ended and not begun (`givesUp`). */
  isGivenUp?: boolean;
}

/** The last events of a company that a manager handled. */
export interface LastHandled {
  stream: string;
  position: Position;
  /** Position of the last one in any other stream. */
  elsewhere: Position;
  /** Position of the last one that does not only add something. */
  overturning: Position;
}

/** The last events after one more was handled. */
export const lastWith = <C>(
  manager: Pick<ProcessManager<C>, 'onlyAdds'>,
  event: LogEvent,
  before: LastHandled,
): LastHandled => ({
  stream: event.stream,
  position: event.position,
  elsewhere: before.stream === event.stream ? before.elsewhere : before.position,
  overturning: manager.onlyAdds?.(event) ? before.overturning : event.position,
});

/** For a company of which no event was handled since the dispatcher started. */
export const nothingHandled = (begun: Position): LastHandled => ({
  stream: '',
  position: begun,
  elsewhere: begun,
  overturning: begun,
});

/** Whether a manager rechecks an event, given the last events that it handled before. */
export const isRechecked = <C>(
  manager: Pick<ProcessManager<C>, 'rechecks'>,
  event: LogEvent,
  { stream, position, elsewhere, overturning }: LastHandled,
): boolean => manager.rechecks?.(event, position, stream === event.stream ? elsewhere : position, overturning) ?? false;

/** Whether a manager gets an event, whatever it handled before. One whose check throws is its: there the work fails. */
export const mayHandle = <C>(manager: Pick<ProcessManager<C>, 'handles' | 'rechecks'>, event: LogEvent): boolean =>
  orAccept(() => manager.handles(event) || isRechecked(manager, event, nothingHandled(event.position)));

/** An event whose check throws is accepted: then it fails in the work on its company, and not for all companies. */
export const orAccept = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return true;
  }
};
