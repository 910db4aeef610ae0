/** What a store may say instead of an answer. Callers distinguish them by class. */
export abstract class EventStoreError extends Error {
  override name = this.constructor.name;
}

/** The stream is not where the caller thought; someone else appended first, or it exists already, or not yet. */
export class WrongExpectedRevision extends EventStoreError {
  readonly stream: string;
  readonly expected: bigint | 'no_stream';
  /** Where it is, when the store said so. */
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
 * The store did not answer. `not_written`: nothing happened, try later. `unknown`: the append may have been written;
 * only a repeat with the same event ids and the same expected revision can tell.
 */
export class StoreUnavailable extends EventStoreError {
  readonly outcome: 'not_written' | 'unknown';
  /** Seconds after which a repeat makes sense. */
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

/**
 * The log ends before what was seen of it: it was restored from a backup, or a replica took over that had not all of it.
 * What this process remembers never happened; it must end, and start again with what is there.
 */
export class LogWentBack extends StoreUnavailable {
  constructor(end: bigint, seen: bigint) {
    super(
      `the event log ends at ${end}, and this process has seen it reach ${seen}: it was restored, or lost its end, while the process ran`,
      'not_written',
    );
  }
}
