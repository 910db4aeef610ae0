import type { Json, JsonObject } from '../values/json.ts';
/**
 * The event store port: what the service asks of a store, and nothing that either store cannot keep.
 *
 * Two stores are behind it: Postgres (the embedded default) and EventStoreDB. One contract suite
 * (test/contract) holds both to the promises written here.
 */

/**
 * A place in the log as a whole. Opaque, but total and comparable with `<` and `===`; 0n is before every event.
 * Positions come from appends and from the log as a whole, never from reading one stream.
 */
export type Position = bigint;
export const START: Position = 0n;

/** Who caused an event and how, kept beside its data. Every member is optional to the store. */
export interface EventMetadata {
  /** Company whose record this is; absent on events of the platform itself. */
  company_id?: string;
  partner_id?: string;
  /** `partner:<id>`, `company:<id>` (a token of it) or `process:<name>`. */
  actor?: string;
  request_id?: string;
  /** One id for everything that follows from one request. */
  correlation_id?: string;
  /** Event id of the event that caused this one. */
  causation_id?: string;
  /** SHA-256 of the key that the request carried, in hex. */
  idempotency_key?: string;
  /** Business time in ISO 8601 with six fractional digits. */
  occurred_at?: string;
  /** Version of the event's own shape; 1 when absent. */
  schema_version?: number;
  /** What the event was calculated from had been read behind this position, as text. */
  facts_position?: string;
  [member: string]: Json | undefined;
}

/** An event to be appended. `id` is a UUID; `type` has 1 to 512 characters, none of them a control character. */
export interface NewEvent {
  id: string;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

/** An event as its stream has it. A stream read knows no position. */
export interface StreamEvent extends NewEvent {
  stream: string;
  /** 0-based place in its stream. */
  revision: bigint;
}

/** An event as the whole log shows it. */
export interface LogEvent extends StreamEvent {
  position: Position;
  /** Whether its data may have a member of that plain name, told without taking them apart. Absent: the data tell it. */
  mayHave?(member: string): boolean;
}

/** The revision a stream must have for an append to hold: that of its last event, or `no_stream`. */
export type ExpectedRevision = bigint | 'no_stream';

export interface AppendResult {
  /** Revision of the last appended event. */
  revision: bigint;
  /** Position of the last appended event. */
  position: Position;
}

export interface ReadStreamOptions {
  /** First revision to return: default the first (forwards) or the last (backwards). */
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  /** At most this many events; default all. */
  limit?: number;
}

export interface ReadAllOptions {
  /** Events behind this position; START for all. */
  after: Position;
  /** Up to and with this position, usually a `head()` taken before. */
  upTo: Position;
  /** Events per yielded batch, at most; default 1,000. */
  batchSize?: number;
  signal?: AbortSignal;
}

export interface ReadShareOptions {
  after: Position;
  upTo: Position;
  /** Which of how many shares, counted from 0. */
  share: Share;
  signal?: AbortSignal;
}

export interface Share {
  index: number;
  of: number;
}

/** What a subscriber is handed: events in log order, perhaps none when only `upTo` moved. */
export interface LogBatch {
  events: LogEvent[];
  /** Every event of ours up to here has been handed over, this batch included. Good to resume after. */
  upTo: Position;
}

export interface SubscribeAllOptions {
  after: Position;
  /** Events per batch, at most; default 1,000. */
  batchSize?: number;
  /**
   * Called with one batch at a time, in log order. While it runs nothing else is handed over (that is the
   * back-pressure). When it throws it is called again with the same events after a pause.
   */
  onBatch: (batch: LogBatch) => Promise<void>;
  /** Called each time a batch failed or the store was lost; the subscription continues by itself. */
  onError?: (error: unknown) => void;
}

export interface Subscription {
  /** Stops after the current batch. Resolves when no call to `onBatch` is running or will come. */
  stop(): Promise<void>;
}

export interface EventStore {
  /**
   * Appends events to one stream, all or none.
   *
   * The same event ids with the same expected revision give the same answer again, as long as they are repeated
   * whole; a known id at another revision is promised nothing.
   *
   * @throws WrongExpectedRevision the stream is elsewhere; nothing was written.
   * @throws AppendTooLarge over {@link MAX_APPEND_BYTES}; nothing was sent.
   * @throws InvalidEvent no events or more than {@link MAX_APPEND_EVENTS}, an id that is no UUID or comes twice, a type
   *   or a stream's name that is empty, too long or has a control character, a value JSON cannot carry; nothing was
   *   sent.
   * @throws StoreUnavailable not written, or not known to be written (`outcome`); repeat with the same ids.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** Reads one stream. @throws StreamNotFound when it has no events. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<StreamEvent[]>;

  /** Position of the last event in the log now, or START. */
  head(): Promise<Position>;

  /** Reads our part of the log in order. */
  readAll(options: ReadAllOptions): AsyncIterable<LogEvent[]>;

  /**
   * Reads one share of the log in order: each stream is wholly in one of them, and together they are the log. For
   * several readers at once. A store that would have to read everything for a share is without it.
   */
  readShare?(options: ReadShareOptions): AsyncIterable<LogBatch>;

  /** Catches up from a position and then stays live, without loss or repetition across broken connections. */
  subscribeAll(options: SubscribeAllOptions): Subscription;

  /** Whether the store answers; resolves or throws StoreUnavailable. */
  ping(): Promise<void>;

  /** Ends subscriptions, lets pending appends finish, closes connections. */
  close(): Promise<void>;
}

/** All events of one append together: EventStoreDB refuses about twice that. */
export const MAX_APPEND_BYTES = 512 * 1024;
/** One append carries at most this many events. */
export const MAX_APPEND_EVENTS = 1_000;
