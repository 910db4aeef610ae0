/**
 * The event store on EventStoreDB.
 *
 * ## What is kept where
 *
 * Every stream's name starts with the store's prefix (`payroll_ledger.employee-emp_…`), and nothing else is read: other
 * applications may use the same server. A position is the commit position of the server's log. Ours are written with
 * equal commit and prepare positions, so one number says it all; it is taken from appends and from `$all`, never from
 * reading a stream (which reports 2^64 - 1).
 *
 * Data and metadata are stored as their canonical bytes (RFC 8785) under the content type `application/json`, so that
 * they can be hashed as they lie there, and still show as JSON in the server's own tools. The client's `jsonEvent`
 * cannot do that: it stringifies a JavaScript object, whose integer-like keys come first and in numeric order whatever
 * order they were put in ("9" before "10"), where the canonical order is that of text. Its `binaryEvent` could, but
 * marks the event as bytes that no tool shows.
 *
 * ## Yes, no, or not known
 *
 * An append whose answer does not come may have been written. Repeated with the same ids at the same expected revision
 * it brings the original outcome, so it is repeated (appender.ts) until the outcome is known or the caller's deadline
 * has passed. Only then is a caller told that it is not known.
 *
 * ## Reading up to now, and going on
 *
 * The client's `readAll` cannot filter, and a filtered read says nothing while it looks through foreign events, so one
 * that is slow cannot be told from one that is dead. A filtered subscription sends checkpoints meanwhile. So both
 * `readAll` and `subscribeAll` take from a feed (feed.ts), which is such a subscription made again whenever it breaks.
 * It never ends; `readAll` ends it, at the latest with the last event of ours that was there when it began.
 *
 * ## Why not the client's calls
 *
 * The client's address handling, TLS, discovery and gRPC definitions are used; its appends, reads and subscriptions
 * are not. Its `appendToStream` keeps the pending appends of all clients of a process in one map: a break of one
 * connection fails another's appends, and a late answer throws where nobody can catch it. When a connection breaks while
 * large appends wait to be written, it leaves promises rejected that nobody holds, which ends a Node process (seen: 26
 * of them in one break, with 32 callers of 200 KB). It keeps no deadline. Its `readAll` drops a filter in silence. Our
 * calls keep their pending appends per connection, so several stores in one process do not touch each other.
 */

import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { encodeAppend } from '../encode.ts';
import { StoreUnavailable, StreamNotFound } from '../errors.ts';
import { elapsed, pauses } from '../pauses.ts';
import type { EventStore, LogEvent, Position, ReadAllOptions, SubscribeAllOptions, Subscription } from '../port.ts';
import { START } from '../port.ts';
import { openAppender } from './appender.ts';
import { connect } from './connection.ts';
import { type Failure, failureOf, UnreadableEvent, unavailable } from './failures.ts';
import { type Feed, openFeed } from './feed.ts';
import { asStreamEvent, decode, readLastRequest, readStreamRequest } from './wire.ts';

export interface EventStoreDbOptions {
  /** `esdb://` or `esdb+discover://`; TLS unless it says `tls=false`. Credentials may stand in it. */
  url: string;
  /** Start of the names of our streams: letters, digits and `_`, then one dot. Default `payroll_ledger.` */
  prefix?: string;
  /** After this an append whose outcome is not known fails. Default 10,000. */
  appendDeadline_ms?: number;
  /** How long one sending of an append waits before it is sent again. Default 3,000; the server's own limit is 2,000. */
  appendAttempt_ms?: number;
  /** After this without a word a read fails. Default 10,000. */
  readDeadline_ms?: number;
}

const BATCH_EVENTS = 1_000;
/** Appends in hand, at most: about what one node takes in half a second, and what it costs to hold. */
const MAX_APPENDS_IN_HAND = 4_096;
const MAX_APPENDS_IN_HAND_BYTES = 64 * 1024 * 1024;
/**
 * `head` looks back for our last event; in a server full of foreign ones that may be far, and nothing is heard
 * meanwhile. Half a minute covers many millions.
 */
const HEAD_DEADLINE_MS = 30_000;
const PING_DEADLINE_MS = 5_000;
/** The pauses before a batch that its handler refused is handed over again. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Opens an event store on EventStoreDB. Nothing is connected before the first call; `ping()` tells whether it answers.
 *
 * @throws Error when the address or the prefix cannot be used.
 */
export function openEventStoreDbEventStore({
  url,
  prefix = 'payroll_ledger.',
  appendDeadline_ms = 10_000,
  appendAttempt_ms = 3_000,
  readDeadline_ms = 10_000,
}: EventStoreDbOptions): EventStore {
  // One dot, at the end: so no store's prefix is the beginning of another's, and a regular expression needs one escape.
  if (!/^[A-Za-z0-9_]{1,64}\.$/.test(prefix)) {
    throw new Error(
      `the stream prefix ${JSON.stringify(prefix)} must be letters, digits or _ and end with its only dot`,
    );
  }
  const ours = { prefix };
  const connection = connect(url);
  const appender = openAppender(connection, ours, {
    deadline_ms: appendDeadline_ms,
    attempt_ms: appendAttempt_ms,
    maxInHand: MAX_APPENDS_IN_HAND,
    maxInHand_bytes: MAX_APPENDS_IN_HAND_BYTES,
  });
  const feeds = new Set<Feed>();
  const subscriptions = new Set<Subscription>();
  let closed = false;
  /** The highest position at which an event of ours is known to stand. */
  let highest: Position = START;

  const saw = (position: Position) => {
    if (position > highest) highest = position;
  };

  /** One read to its end; undefined when the stream is not there. Fails after `deadline_ms` without a word. */
  function readOnce(request: ReadReq, deadline_ms: number): Promise<LogEvent[] | undefined> {
    return new Promise((resolve, reject) => {
      const events: LogEvent[] = [];
      let missing = false;
      let heard_ms = performance.now();
      const watch = () => {
        const left_ms = heard_ms + deadline_ms - performance.now();
        if (left_ms > 0) {
          timer = setTimeout(watch, left_ms);
          return;
        }
        call.cancel();
        connection.renew();
        reject(new Error(`nothing was heard for ${deadline_ms} ms`));
      };
      let timer = setTimeout(watch, deadline_ms);
      const call = connection.read(request, {
        onMessage: (raw) => {
          heard_ms = performance.now();
          try {
            const message = decode(raw, ours);
            if (message.kind === 'event') events.push(message.event);
            else if (message.kind === 'no_stream') missing = true;
          } catch (error) {
            clearTimeout(timer);
            call.cancel();
            reject(error);
          }
        },
        onEnd: (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve(missing ? undefined : events);
        },
      });
    });
  }

  /** A read, repeated while the connection fails and the deadline has not passed. */
  async function read(request: ReadReq, doing: string, deadline_ms: number): Promise<LogEvent[] | undefined> {
    const end_ms = performance.now() + deadline_ms;
    const pause = pauses(20, 1_000);
    for (;;) {
      if (closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        return await readOnce(request, Math.max(end_ms - performance.now(), 1));
      } catch (error) {
        if (error instanceof UnreadableEvent) throw error;
        const failure = failureOf(error);
        const next_ms = pause();
        if (failure.kind === 'stream_deleted') return undefined;
        if (failure.kind === 'refused' || performance.now() + next_ms >= end_ms) throw unavailable(failure, doing);
        await elapsed(next_ms);
      }
    }
  }

  async function head(): Promise<Position> {
    // The last event of the whole log is ours unless others use the server, and answers at once.
    let [last] = (await read(readLastRequest(), 'for the end of the log', readDeadline_ms)) ?? [];
    if (!last) [last] = (await read(readLastRequest(ours), 'for the end of our log', HEAD_DEADLINE_MS)) ?? [];
    if (last) saw(last.position);
    return last?.position ?? START;
  }

  function feed(after: Position, batchSize: number, onLost: (failure: Failure) => void): Feed {
    if (closed) throw new StoreUnavailable('the event store is closed', 'not_written');
    const opened = openFeed({ connection, ours, after, batchSize, confirmation_ms: readDeadline_ms, onLost });
    feeds.add(opened);
    return {
      next: opened.next,
      stop(error) {
        feeds.delete(opened);
        opened.stop(error);
      },
    };
  }

  async function* readAll({
    after,
    upTo,
    batchSize = BATCH_EVENTS,
    signal,
  }: ReadAllOptions): AsyncGenerator<LogEvent[]> {
    signal?.throwIfAborted();
    // A feed waits for ever behind our last event, so never wait for more than that one.
    const end = upTo <= highest ? upTo : minimum(upTo, await head());
    if (end <= after) return;

    let lastFailure: Failure = { kind: 'lost', error: new Error('nothing was heard'), sent: true };
    const source = feed(after, batchSize, (failure) => {
      lastFailure = failure;
      if (failure.kind === 'refused') fail();
    });
    const fail = () => source.stop(unavailable(lastFailure, 'while the log was read'));
    const abort = () => source.stop(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    // Callers that take a stretch batch by batch do best with full ones, and here the end is known.
    let held: LogEvent[] = [];
    try {
      for (let ended = false; !ended; ) {
        timer = setTimeout(fail, readDeadline_ms);
        const batch = await source.next();
        clearTimeout(timer);
        if (!batch) throw new StoreUnavailable('the event store was closed', 'not_written');
        ended = batch.upTo >= end;
        held.push(...(batch.upTo <= end ? batch.events : batch.events.filter(({ position }) => position <= end)));
        while (held.length >= batchSize || (ended && held.length > 0)) {
          const full = held.slice(0, batchSize);
          held = held.slice(batchSize);
          yield full;
          signal?.throwIfAborted();
        }
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      source.stop();
    }
  }

  function subscribeAll({ after, batchSize = BATCH_EVENTS, onBatch, onError }: SubscribeAllOptions): Subscription {
    const report = (error: unknown) => onError?.(error);
    const source = feed(after, batchSize, (failure) => report(unavailable(failure, 'a subscription')));
    const stopping = new AbortController();

    async function run(): Promise<void> {
      for (;;) {
        const batch = await source.next();
        if (!batch) return;
        const last = batch.events.at(-1);
        if (last) saw(last.position);
        const pause = pauses(FIRST_RETRY_MS, LAST_RETRY_MS);
        for (;;) {
          try {
            await onBatch(batch);
            break;
          } catch (error) {
            report(error);
            await elapsed(pause(), stopping.signal);
            if (stopping.signal.aborted) return;
          }
        }
      }
    }
    const running = run();
    const subscription = {
      async stop() {
        stopping.abort();
        source.stop();
        subscriptions.delete(subscription);
        await running;
      },
    };
    subscriptions.add(subscription);
    return subscription;
  }

  return {
    async append(stream, events, expected) {
      const encoded = encodeAppend(stream, events);
      const result = await appender.append(stream, encoded.events, encoded.size_bytes, expected);
      saw(result.position);
      return result;
    },

    async readStream(stream, { from, direction = 'forwards', limit } = {}) {
      const start = from ?? (direction === 'forwards' ? 'start' : 'end');
      // The server refuses to read no events at all; whether the stream is there is still to be told.
      const request = readStreamRequest(
        prefix + stream,
        start,
        direction,
        limit === undefined ? undefined : Math.max(limit, 1),
      );
      const events = await read(request, `a read of ${stream}`, readDeadline_ms);
      if (events === undefined) throw new StreamNotFound(stream);
      return events.slice(0, limit).map(asStreamEvent);
    },

    head,
    readAll,
    subscribeAll,

    async ping() {
      await read(readLastRequest(), 'a ping', Math.min(readDeadline_ms, PING_DEADLINE_MS));
    },

    async close() {
      if (closed) return;
      closed = true;
      await Promise.all([appender.close(), ...[...subscriptions].map((subscription) => subscription.stop())]);
      for (const { stop } of feeds) stop();
      connection.close();
    },
  };
}

const minimum = (a: Position, b: Position): Position => (a < b ? a : b);
