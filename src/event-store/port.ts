import type { Json, JsonObject } from '../values/json.ts';
/**
 * The event store port: what the service needs of a store, and only what both stores can guarantee.
 *
 * It has two implementations: Postgres (the embedded default) and EventStoreDB. One contract suite (test/contract)
 * checks both against what is promised here.
 */

/**
 * A place in the log as a whole. Opaque, but total and comparable with `<` and `===`; 0n is before every event.
 * Positions come from appends and from the log as a whole, never from reading one stream.
 */
export type Position = bigint;
export const START: Position = 0n;

/** Who caused an event and how, stored beside its data. For the store all members are optional. */
export interface EventMetadata {
  /** Company whose record this is; absent on events of the platform itself. */
  company_id?: string;
  partner_id?: string;
  /** `partner:<id>`, `company:<id>` (a token of it), `process:<name>` or `operator:cli`. */
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
  /** Position up to which the log had been read for what the event is based on, as text. */
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

/** An event read from its stream. Reading a stream gives no positions. */
export interface StreamEvent extends NewEvent {
  stream: string;
  /** 0-based index in its stream. */
  revision: bigint;
}

/** An event read from the log. */
export interface LogEvent extends StreamEvent {
  position: Position;
  /** Whether its data may have a member of this name, found without parsing them. Absent when the data are parsed. */
  mayHave?(member: string): boolean;
}

/** The revision that a stream must have for an append to succeed: that of its last event, or `no_stream`. */
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
  /** Events after this position; START for all. One less than the position of an event is right before that event. */
  after: Position;
  /** Up to this position inclusive, usually an earlier `head()`. */
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

/** What a subscriber gets: events in log order, or none when only `upTo` has moved. */
export interface LogBatch {
  events: LogEvent[];
  /** The subscriber has all events of ours up to here, including this batch; it may resume from here. */
  upTo: Position;
}

export interface SubscribeAllOptions {
  after: Position;
  /** Events per batch, at most; default 1,000. */
  batchSize?: number;
  /**
   * Called with one batch at a time, in log order: the next one comes only when it has ended (back-pressure). When it
   * throws, it is called again with the same events after a pause.
   */
  onBatch: (batch: LogBatch) => Promise<void>;
  /** Called each time a batch fails or the store is lost; the subscription continues by itself. */
  onError?: (error: unknown) => void;
}

export interface Subscription {
  /** Stops after the current batch. Resolves when no call of `onBatch` runs or will follow. */
  stop(): Promise<void>;
}

export interface EventStore {
  /**
   * Appends events to one stream, all or none.
   *
   * An append that is repeated whole, with the same event ids and the same expected revision, gives the same answer.
   * For a known id at another revision nothing is promised.
   *
   * @param lease holder of an idempotency key or of a row of due work; what is appended under it is there before another
   *   one takes that, or not at all. EventStoreDB looks right before it appends.
   * @throws WrongExpectedRevision the stream is at another revision; nothing was written.
   * @throws AppendTooLarge over {@link MAX_APPEND_BYTES}; nothing was sent.
   * @throws InvalidEvent no events or more than {@link MAX_APPEND_EVENTS}, an id that is no UUID or comes twice, a type
   *   or a stream's name that is empty, too long or has a control character, a value JSON cannot carry; nothing was
   *   sent.
   * @throws StoreUnavailable not written, or not known to be written (`outcome`); repeat with the same ids.
   * @throws LeaseLost the key or the row was taken over or given back; nothing was written.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    lease?: string,
  ): Promise<AppendResult>;

  /**
   * Reads one stream.
   *
   * @throws StreamNotFound when it has no events.
   * @throws UnreadableEvent when events are missing before others of those that were asked for.
   */
  readStream(stream: string, options?: ReadStreamOptions): Promise<StreamEvent[]>;

  /** Position of the last event in the log now, or START. */
  head(): Promise<Position>;

  /** Reads our part of the log in order. */
  readAll(options: ReadAllOptions): AsyncIterable<LogEvent[]>;

  /**
   * Reads one share of the log in order: each stream belongs to one share, and all shares together are the log. For
   * parallel readers. A store that would have to read the whole log for a share does not implement it.
   */
  readShare?(options: ReadShareOptions): AsyncIterable<LogBatch>;

  /** Reads from a position on and then stays live, without loss or repetition when connections break. */
  subscribeAll(options: SubscribeAllOptions): Subscription;

  /** Whether the store answers; resolves or throws StoreUnavailable. */
  ping(): Promise<void>;

  /** Ends subscriptions, lets pending appends finish, closes connections. */
  close(): Promise<void>;
}

/** Limit for all events of one append; EventStoreDB refuses about twice that. */
export const MAX_APPEND_BYTES = 512 * 1024;
/** One append carries at most this many events. */
export const MAX_APPEND_EVENTS = 1_000;
