import type { DatabaseAddress, Sql } from '../../database/connect.ts';
import { encodeAppend } from '../encode.ts';
import { StoreUnavailable, StreamNotFound } from '../errors.ts';
import type { EventStore, LogEvent, Position, ReadAllOptions, SubscribeAllOptions, Subscription } from '../port.ts';
import { openAppender } from './appender.ts';
import { elapsed, failureOf, pauses, unavailable, within } from './failures.ts';
import { openLogPool, readHead, readRange, readStreamRows } from './log.ts';
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
  const openAppendPool = (): Sql =>
    openLogPool(database, { max: 2, name: `${name} append`, statementTimeout_ms: Math.ceil(appendAttempt_ms * 0.8) });
  const reading = openLogPool(database, { max: readers, name: `${name} read`, statementTimeout_ms: readDeadline_ms });
  let appending = openAppendPool();
  let closed = false;
  const tail = openTail();
  const subscriptions = new Set<Subscription>();
  const appender = openAppender({
    pool: () => appending,
    renew: () => {
      const old = appending;
      appending = openAppendPool();
      void old.end({ timeout: 0 });
    },
    onAppended: tail.appended,
    deadline_ms: appendDeadline_ms,
    attempt_ms: appendAttempt_ms,
    maxInHand,
    maxInHand_bytes: MAX_IN_HAND_bytes,
  });

  /** A read, tried again while the connection fails and there is time. */
  const read = async <T>(doing: string, question: () => Promise<T>): Promise<T> => {
    const end_ms = performance.now() + readDeadline_ms;
    const nextPause = pauses(10, 500);
    for (;;) {
      if (closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        const left_ms = Math.max(1, end_ms - performance.now());
        return await within(left_ms, question(), () => new Error(`nothing was heard for ${readDeadline_ms} ms`));
      } catch (error) {
        const pause_ms = nextPause();
        if (!failureOf(error).passing || performance.now() + pause_ms >= end_ms)
          throw unavailable(doing, 'not_written', error);
        await elapsed(pause_ms);
      }
    }
  };

  const head = (): Promise<Position> => read('for the end of the log', () => readHead(reading));

  /** Up to `count` events behind a position. Positions have no gaps, so anything else would be a damaged log. */
  const readBehind = async (after: Position, count: number, upTo?: Position): Promise<LogEvent[]> => {
    const last = after + BigInt(count);
    const events = await read('while the log was read', () =>
      readRange(reading, after, upTo !== undefined && upTo < last ? upTo : last),
    );
    const end = events.at(-1)?.position ?? after;
    if (end - after !== BigInt(events.length))
      throw new Error(`the log has a gap between the positions ${after} and ${end}`);
    return events;
  };

  async function* readAll({
    after,
    upTo,
    batchSize = BATCH_EVENTS,
    signal,
  }: ReadAllOptions): AsyncGenerator<LogEvent[]> {
    signal?.throwIfAborted();
    if (upTo <= after) return;
    // One batch is on its way while the last one is worked on.
    let next = readBehind(after, batchSize, upTo);
    for (let position = after; ; ) {
      const events = await next;
      signal?.throwIfAborted();
      position += BigInt(events.length);
      const isLast = events.length < batchSize || position >= upTo;
      if (!isLast) {
        next = readBehind(position, batchSize, upTo);
        next.catch(() => {});
      }
      if (events.length > 0) yield events;
      if (isLast) return;
    }
  }

  let listening = false;
  /** Hears of other processes' appends. Should that fail, each subscriber still looks for itself. */
  const listen = (): void => {
    if (listening) return;
    listening = true;
    reading.listen(CHANNEL, tail.grown, tail.grown).catch(() => {
      listening = false;
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
            events = await Promise.race([readBehind(position, batchSize), stopped]);
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
      const events = await read(`a read of ${stream}`, () => readStreamRows(reading, stream, options));
      if (events.length > 0) return events;
      const first = await read(`a read of ${stream}`, () => readStreamRows(reading, stream, { limit: 1 }));
      if (first.length === 0) throw new StreamNotFound(stream);
      return [];
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
      await Promise.all([appending.end({ timeout: 1 }), reading.end({ timeout: 1 })]);
    },
  };
};
