/** Errors of a store. Callers distinguish them by class. */
export abstract class EventStoreError extends Error {
  override name = this.constructor.name;
}

/** The stream is not at the expected revision: another writer appended first, or it exists already, or not yet. */
export class WrongExpectedRevision extends EventStoreError {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  /** Its actual revision, when the store reports it. */
  readonly actual: bigint | 'no_stream' | undefined;
  constructor(stream: string, expected: bigint | 'no_stream', actual?: bigint | 'no_stream') {
    super(`stream ${stream} is not at revision ${expected}${actual === undefined ? '' : ` but at ${actual}`}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

export class StreamNotFound extends EventStoreError {
  readonly stream: string;
  constructor(stream: string) {
    super(`stream ${stream} has no events`);
    this.stream = stream;
  }
}

export class AppendTooLarge extends EventStoreError {
  readonly bytes: number;
  readonly limit: number;
  constructor(bytes: number, limit: number) {
    super(`an append of ${bytes} bytes is over the limit of ${limit} bytes`);
    this.bytes = bytes;
    this.limit = limit;
  }
}

export class InvalidEvent extends EventStoreError {}

/**
 * What stands in the store is not what the service wrote: an event that cannot be read, or events that are missing
 * before others. A retry does not help; an operator must act.
 */
export class UnreadableEvent extends EventStoreError {}

/**
 * The store did not answer. `not_written`: nothing happened, try later. `unknown`: the append may have been written;
 * only a repeat with the same event ids and the same expected revision can tell.
 */
export class StoreUnavailable extends EventStoreError {
  readonly outcome: 'not_written' | 'unknown';
  /** Seconds after which a retry makes sense. */
  readonly retryAfter_s: number;
  constructor(
    message: string,
    outcome: 'not_written' | 'unknown',
    options?: { cause?: unknown; retryAfter_s?: number },
  ) {
    super(message, { cause: options?.cause });
    this.outcome = outcome;
    this.retryAfter_s = options?.retryAfter_s ?? 1;
  }
}

/** Another one has what the lease is for, or it was given back: nothing was written, and nothing will be under it. */
export class LeaseLost extends StoreUnavailable {
  /** Whether it was that of a run of due work, which names its row; and not that of a request. */
  readonly isOfWork: boolean;
  constructor(stream: string, lease = '') {
    super(`the lease under which ${stream} was to be appended to is lost`, 'not_written');
    this.isOfWork = lease.includes(' ');
  }
}

/** Whether another process has taken over the work that an append was for: no failure of it, and no outage. */
export const isWorkTakenOver = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof LeaseLost && error.cause.isOfWork;

/**
 * The log ends before a position that this process has seen: it was restored from a backup, or an incomplete replica
 * took over. What this process remembers is not in the log any more, so it must end and start again.
 */
export class LogWentBack extends StoreUnavailable {
  constructor(end: bigint, seen: bigint) {
    super(
      `the event log ends at ${end}, and this process has seen it reach ${seen}: it was restored, or lost its end, while the process ran`,
      'not_written',
    );
  }
}

/**
 * An event of newer code than this, by its type or by the version of its data: nothing is wrong with it, and a process of
 * that code reads it. It is no error of the store.
 */
export abstract class NewerEvent extends Error {
  override name = this.constructor.name;
}
