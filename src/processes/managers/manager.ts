import type { LogEvent, Position } from '../../event-store/port.ts';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import type { Bookmark } from '../../work/port.ts';

/**
 * What a process manager is: events in, commands out. How managers are run is said in runner.ts.
 *
 * A manager is handed events only when every read model has passed them, so none follows from what cannot be read;
 * those of one company at a time, in their order. It may be handed an event again (its process died between the work
 * and the record of it, or was thought dead and was not), so what it appends has ids that derive from the event and the
 * step, or it compares and finds no difference.
 */
export interface ProcessManager<C = unknown> {
  /** Also what `follows` of a resource says. */
  name: string;
  /** Whether it has anything to do with an event, by stream and type, and by who appended it. */
  handles(event: Pick<LogEvent, 'stream' | 'type' | 'metadata'>): boolean;
  /**
   * Whether an event that it does not handle is to be looked at all the same, given the position of the last event
   * before it that was handled for the same company: so what was calculated from facts that were older than that is
   * found. For a company that it has not seen since it began, the position from which it began. The event is as it is
   * stored, and what it holds is read when it is asked for: by its name first, since every event comes by here.
   *
   * @param lastElsewhere the same of events in other streams: what is in its own was known to who appended it
   */
  rechecks?(event: LogEvent, lastHandled: Position, lastElsewhere: Position): boolean;
  /**
   * Does what follows from the events. Gives the last position that it appended, if it appended anything: answers that
   * follow this manager wait until that can be read. What takes long makes room after a second or so (`MadeRoom`),
   * where others wait.
   */
  handle(batch: ManagedBatch, context: C): Promise<Handled>;
  /** Where it begins on a log that it never saw: default at its beginning. */
  begins?: 'at_the_beginning' | 'now';
  /** Events per batch, at most; default 200. */
  batchSize?: number;
  /** Companies worked on at once in one process; default 4. */
  concurrency?: number;
  /**
   * It does little and appends nothing, so it is handed events right as they are read. Those that it fails at go the
   * way of the others.
   */
  atOnce?: boolean;
  /** Nobody waits for it: it is handed what came at most so often, all together. */
  every_ms?: number;
}

/** What came of a batch: the last position that was appended, if any, when all of it is done; or that it is not. */
export type Handled = Position | undefined | MadeRoom;

/**
 * The work is not done: it was left where it was, so that companies that wait have their turn. The same events are
 * handed over again, behind all companies that are due by then, and it continues.
 */
export interface MadeRoom {
  madeRoom: true;
  appended: Position | undefined;
  /** The last of the first events, where those are done: they are not handed over again. */
  done?: Position;
  /** Where it is in what is left: handed over again with that, to whichever process. */
  bookmark?: Bookmark;
}

/** Whether the work made room before it was done. */
export const isUnfinished = (handled: Handled): handled is MadeRoom => typeof handled === 'object';

/** An event, upcast and opened, with its place in the log. */
export interface ManagedEvent extends DomainEvent {
  position: Position;
}

export interface ManagedBatch {
  /** Never empty; those of one company, or of one partner for what belongs to no company. */
  events: ManagedEvent[];
  /** Aborted when the work is no longer ours or the service stops: long work throws at its next good place. */
  signal: AbortSignal;
  /** Whether other companies' work of this manager is due, and nobody has it. Not given, it is as if there were. */
  othersWait?: () => Promise<boolean>;
  /** Where the turn before left these events. */
  bookmark?: Bookmark | null | undefined;
}

/** Which events of a company a manager handled last. */
export interface LastHandled {
  stream: string;
  position: Position;
  /** Of the last one in any other stream than that. */
  elsewhere: Position;
}

/** The same after another event was handled. */
export const lastWith = ({ stream, position }: LogEvent, before: LastHandled): LastHandled => ({
  stream,
  position,
  elsewhere: before.stream === stream ? before.elsewhere : before.position,
});

/** Before anything was handled. */
export const nothingHandled = (begun: Position): LastHandled => ({ stream: '', position: begun, elsewhere: begun });

/** Whether a manager rechecks an event, by what it handled last before it. */
export const isRechecked = <C>(
  manager: Pick<ProcessManager<C>, 'rechecks'>,
  event: LogEvent,
  last: LastHandled,
): boolean =>
  manager.rechecks?.(event, last.position, last.stream === event.stream ? last.elsewhere : last.position) ?? false;
