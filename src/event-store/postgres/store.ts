import type { DatabaseAddress, Sql } from '../../database/connect.ts';
import { encodeAppend } from '../encode.ts';
import { StoreUnavailable, StreamNotFound } from '../errors.ts';
import type {
  EventStore,
  LogEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  StreamEvent,
  SubscribeAllOptions,
  Subscription,
} from '../port.ts';
import { openAppender } from './appender.ts';
import { elapsed, failureOf, pauses, unavailable, within } from './failures.ts';
import { readHead, readStreamRows } from './log.ts';
import { openLogReader } from './log-reader.ts';
import { openPool, type Pool } from './pool.ts';
import { openTail } from './tail.ts';

export interface PostgresEventStoreOptions {
  /** A database that `migrate` has brought up to date. */
  database: string | DatabaseAddress;
  /** Shown in pg_stat_activity before what the connection does; default `payroll`. */
  name?: string;
  /** An append without an answer fails after this long; default 10 s. */
  appendDeadline_ms?: number;
  /** A group without an answer is sent again after this long; default 5 s. */
  appendAttempt_ms?: number;
  /** A read without an answer fails after this long; default 10 s. */
  readDeadline_ms?: number;
  /** A subscriber looks for itself after this long without a signal; default 500 ms. */
  poll_ms?: number;
  /** Appends in hand at most, beyond which callers are sent away; default 4,096. */
  maxInHand?: number;
  /** Connections for reading; default 4. */
  readers?: number;
}

const BATCH_EVENTS = 1_000;
const MAX_IN_HAND_bytes = 64 * 1024 * 1024;
const CHANNEL = 'event_log';
/** Behind every position. */
const END: Position = 2n ** 63n - 1n;

/** Opens the event store on Postgres. Connects with the first call; `ping` tells whether it answers. */
export const openPostgresEventStore = ({
  database,
  name = 'payroll',
  appendDeadline_ms = 10_000,
  appendAttempt_ms = 5_000,
  readDeadline_ms = 10_000,
  poll_ms = 500,
  maxInHand = 4_096,
  readers = 4,
}: PostgresEventStoreOptions): EventStore => {
  // The server gives a statement up before we do, so that a try we gave up is over when the next one runs.
  const appendTimeout_ms = Math.ceil(appendAttempt_ms * 0.8);
  const appending = openPool(database, { max: 2, name: `${name} append`, statementTimeout_ms: appendTimeout_ms });
  const reading = openPool(database, { max: readers, name: `${name} read`, statementTimeout_ms: readDeadline_ms });
  const listening = openPool(database, { max: 1, name: `${name} listen`, statementTimeout_ms: readDeadline_ms });
  const logReader = openLogReader();
  let closed = false;
  const tail = openTail();
  const subscriptions = new Set<Subscription>();
  const appender = openAppender({
    pool: appending,
    onAppended: tail.appended,
    deadline_ms: appendDeadline_ms,
    attempt_ms: appendAttempt_ms,
    maxInHand,
    maxInHand_bytes: MAX_IN_HAND_bytes,
  });

  /** A read, tried again while the connection fails and there is time. */
  const read = async <T>(pool: Pool, doing: string, question: (sql: Sql) => Promise<T>): Promise<T> => {
    const end_ms = performance.now() + readDeadline_ms;
    const nextPause = pauses(10, 500);
    for (;;) {
      if (closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        const left_ms = Math.max(1, end_ms - performance.now());
        return await within(left_ms, question(pool.now()), pool.renew);
      } catch (error) {
        const pause_ms = nextPause();
        if (!failureOf(error).passing || performance.now() + pause_ms >= end_ms)
          throw unavailable(doing, 'not_written', error);
        await elapsed(pause_ms);
      }
    }
  };

  const head = (): Promise<Position> => read(reading, 'for the end of the log', readHead);

  /** Some of the events right behind a position, none at the end of the log. */
  const readBehind = (after: Position, upTo: Position, most?: number): Promise<LogEvent[]> =>
    read(reading, 'while the log was read', (sql) => logReader.next(sql, after, upTo, most));

  async function* readAll({
    after,
    upTo,
    batchSize = BATCH_EVENTS,
    signal,
  }: ReadAllOptions): AsyncGenerator<LogEvent[]> {
    signal?.throwIfAborted();
    if (upTo <= after) return;
    // The next events are on their way while these are worked on.
    let next = readBehind(after, upTo);
    for (;;) {
      const events = await next;
      const last = events.at(-1);
      if (!last) return;
      if (last.position < upTo) {
        next = readBehind(last.position, upTo);
        next.catch(() => {});
      }
      for (let start = 0; start < events.length; start += batchSize) {
        signal?.throwIfAborted();
        yield events.length <= batchSize ? events : events.slice(start, start + batchSize);
      }
      if (last.position >= upTo) return;
    }
  }

  let isListening = false;
  /** Hears of other processes' appends. Should that fail, each subscriber still looks for itself. */
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    void listening
      .now()
      .listen(CHANNEL, tail.grown, tail.grown)
      .catch(() => {
        isListening = false;
      });
  };

  const subscribeAll = ({ after, batchSize = BATCH_EVENTS, onBatch, onError }: SubscribeAllOptions): Subscription => {
    if (closed) throw new StoreUnavailable('the event store is closed', 'not_written');
    const stopping = new AbortController();
    const { signal } = stopping;
    const stopped = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });

    /** Does a thing until it succeeds or the subscription ends; true when it succeeded. */
    const insist = async (work: () => Promise<void>): Promise<boolean> => {
      const nextPause = pauses(50, 5_000);
      while (!signal.aborted) {
        try {
          await work();
          return true;
        } catch (error) {
          if (signal.aborted) return false;
          onError?.(error);
          await elapsed(nextPause(), signal);
        }
      }
      return false;
    };

    const follow = async (): Promise<void> => {
      let position = after;
      while (!signal.aborted) {
        // Noted before the look, so that what is appended in between is not slept through.
        const seen = tail.state();
        let events = tail.take(position, batchSize);
        if (!events) {
          const found = await insist(async () => {
            events = await Promise.race([readBehind(position, END, batchSize), stopped]);
          });
          if (!found) return;
        }
        if (!events || events.length === 0) {
          await tail.change(seen, poll_ms, signal);
          continue;
        }
        const batch = { events, upTo: events.at(-1)!.position };
        if (!(await insist(() => onBatch(batch)))) return;
        position = batch.upTo;
      }
    };

    listen();
    const running = follow();
    const subscription: Subscription = {
      stop: async () => {
        stopping.abort();
        subscriptions.delete(subscription);
        await running;
      },
    };
    subscriptions.add(subscription);
    return subscription;
  };

  return {
    append: async (stream, events, expected) => {
      const encoded = encodeAppend(stream, events);
      return appender.append(stream, encoded.events, encoded.size_bytes, expected);
    },

    readStream: async (stream, options = {}) => {
      const ask = (question: ReadStreamOptions): Promise<StreamEvent[]> =>
        read(reading, `a read of ${stream}`, (sql) => readStreamRows(sql, stream, question));
      const events = await ask(options);
      if (events.length > 0) return events;
      if ((await ask({ limit: 1 })).length === 0) throw new StreamNotFound(stream);
      // It has events, but perhaps only since we looked.
      return ask(options);
    },

    head,
    readAll,
    subscribeAll,
    ping: async () => {
      await head();
    },

    close: async () => {
      await Promise.all([appender.close(), ...[...subscriptions].map((subscription) => subscription.stop())]);
      closed = true;
      await Promise.all([appending, reading, listening].map((pool) => pool.end()));
    },
  };
};
