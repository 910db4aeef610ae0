/**
 * The event store on Postgres.
 *
 * ## What is hard
 *
 * A log is read by position: "everything after 41". That only works when a reader that sees position 42 sees every
 * position before it, for good. The obvious `bigserial` does not guarantee that: a number is taken when a row is
 * inserted and becomes visible when its transaction commits, in any order. A reader that has seen 42 while 41 was not
 * committed continues from 42 and never reads 41. Some readers therefore wait for the oldest open transaction, and then
 * one forgotten console session stops every read model; or they look for gaps, and cannot distinguish a number that is
 * late from one that was rolled back.
 *
 * So appends are serialized. One lock orders them, in all processes; its holder reads the end of the log, writes after
 * it, commits, and releases the lock once the commit is visible. Positions are 1, 2, 3 … without a gap, in commit
 * order, and every reader sees a prefix of the log. A gap is not waited for: it is damage, and reading throws.
 *
 * ## Why that is not slow
 *
 * If each append were committed alone, each would cost a disk flush. But the appends that arrive while one group is
 * flushed form the next group: the more callers, the larger the groups, and one flush, one round trip and one statement
 * serve all of them (appender.ts, and `event_log_append` in migrations/0138_leases_held.sql). With 64 callers that
 * is several times the throughput of an INSERT each over 16 connections (`npm run bench -- --only append`).
 *
 * The lock is an advisory lock that ends with its transaction. A row that counts positions would order appends as well,
 * but each update leaves a dead version of it, which cannot be removed while any transaction in the database is open:
 * the forgotten console again. A lock on the table would conflict with autovacuum. The end of the log is looked up in
 * the primary key, which costs next to nothing.
 *
 * ## States of an append, and what a caller gets
 *
 * blocked → ready → in flight → (explaining →) answered; appender.ts describes them. The statement decides for each
 * append of a group separately whether its stream is at the expected revision, so a conflict fails its own append only.
 * For an append that was not written, its stream is read: if it has the ids of the append, it is a repeat and gets the
 * earlier answer; otherwise it is a conflict.
 *
 * When a connection breaks while a group is in flight, it is not known whether the group was written. It is sent again:
 * if it was written, the second time is a repeat. A caller gets "not known" only when the database stays unavailable
 * until its deadline. An append that was never sent is reported as not written.
 *
 * An append for a request under an idempotency key names the holder of the key, and one of a run of due work the holder
 * of its row. The statement locks that row and looks whether the holder still has it, so nothing is written once another
 * one has taken it over, and whoever takes it reads what was written before.
 *
 * ## Reading, and staying live
 *
 * Positions have no gaps, so ranges are read by their ends, and some are read ahead (log-reader.ts). A subscriber
 * continues from memory when this process appended the next events (tail.ts), otherwise from the table. It is woken by
 * appends of this process, by NOTIFY of others, and twice a second by polling, so a lost notification costs half a
 * second and nothing else.
 *
 * ## Invariants
 *
 * - Positions are 1..n, revisions of each stream 0..n: primary key, unique key, and the lock. Reading throws where one
 *   is missing.
 * - An acknowledged append is on disk: the statement ensures it, whatever the settings of the database.
 * - The log is append-only: triggers refuse UPDATE, DELETE and TRUNCATE.
 * - Data and metadata are stored and read as the same text (canonical JSON).
 * - Everything held in memory has a limit: pending appends, the size of a group, what a reader holds, the tail.
 *
 * test/contract checks that both stores keep the port's promises; test/torture cuts its connections, stops and kills
 * its processes, and compares the log with what each of them recorded.
 */

import { batched } from '../../database/batched.ts';
import type { DatabaseAddress, Sql } from '../../database/connect.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import { unlessAborted, within } from '../../timing/within.ts';
import { canBeNamed, encodeAppend } from '../encode.ts';
import { LogWentBack, StoreUnavailable, StreamNotFound, UnreadableEvent } from '../errors.ts';
import type {
  EventStore,
  LogBatch,
  LogEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  StreamEvent,
  SubscribeAllOptions,
  Subscription,
} from '../port.ts';
import { START } from '../port.ts';
import { makeRefusals, type Refusals } from '../refusals.ts';
import { type Appender, openAppender } from './appender.ts';
import { failureOf, unavailable } from './failures.ts';
import { readHead, readStreamParts, readStreamRows, refuseGap, type StreamPart } from './log.ts';
import { type LogRange, type LogReader, openLogReader, refuseGapOfLog } from './log-reader.ts';
import { openPool, type Pool } from './pool.ts';
import { openTail } from './tail.ts';

// Long: the port's members as one class over one connection pool; reading, appending and following are in files of
// their own.

export interface PostgresEventStoreOptions {
  /**
   * A database that `migrate` has brought up to date. Where the log begins and ends is asked before that too, so only
   * columns that the first migration made may be read for it.
   */
  database: string | DatabaseAddress;
  /** Prefix of the connections' names in pg_stat_activity; default `payroll`. */
  name?: string;
  /** An append without an answer fails after this long; default 10 s. */
  appendDeadline_ms?: number;
  /** A group without an answer is sent again after this long; default 5 s. */
  appendAttempt_ms?: number;
  /** A read without an answer fails after this long; default 10 s. */
  readDeadline_ms?: number;
  /** A subscriber polls after this long without a signal; default 500 ms. */
  poll_ms?: number;
  /** Pending appends, beyond which appends are refused; default 4,096. */
  maxInHand?: number;
  /** Connections for reading; default 4. */
  readers?: number;
  /** Called once when the log ends before a position that was seen: the process must end and start again. */
  onWentBack?: (error: LogWentBack) => void;
  /** Notes why appends are refused. */
  refusals?: Refusals;
  /** Whether other processes may listen for notifications; by default they may. */
  isHeard?: () => boolean;
}

const BATCH_EVENTS = 1_000;
const MAX_IN_HAND_bytes = 64 * 1024 * 1024;
const CHANNEL = 'event_log';
const RANGES_AHEAD = 2;
const STREAMS_AT_ONCE = 64;
/** Events of one stream in one answer: the driver parses an answer without a break. */
const STREAM_EVENTS = 500;
/** The payload of a group's notification: the position before it. */
const POSITION = /^\d{1,19}$/;
/** Connections that read the log, unless it is told otherwise. */
export const READERS = 4;
/** After every position. */
const END: Position = 2n ** 63n - 1n;

class PostgresStore implements EventStore {
  private readonly readDeadline_ms: NonNullable<PostgresEventStoreOptions['readDeadline_ms']>;
  private readonly poll_ms: NonNullable<PostgresEventStoreOptions['poll_ms']>;
  private readonly appending: Pool;
  private readonly reading: Pool;
  private readonly listening: Pool;
  private readonly logReader = openLogReader();
  private closed = false;
  private readonly tail = openTail();
  private readonly subscriptions = new Set<Subscription>();
  private readonly appender: Appender;
  private readonly onWentBack: PostgresEventStoreOptions['onWentBack'];
  /** The highest position that was seen, and its value when the group in flight was sent. */
  private seen: Position = START;
  private seenAtFlight: Position = START;
  private wentBack: LogWentBack | undefined;
  private isListening = false;
  /** Reads the beginnings of streams, many in one query: changes of many records load each from its own stream. */
  private readonly readPart: (item: StreamPart) => Promise<StreamEvent[]>;

  constructor({
    database,
    name = 'payroll',
    appendDeadline_ms = 10_000,
    appendAttempt_ms = 5_000,
    readDeadline_ms = 10_000,
    poll_ms = 500,
    maxInHand = 4_096,
    readers = READERS,
    onWentBack,
    refusals = makeRefusals(),
    isHeard = () => true,
  }: PostgresEventStoreOptions) {
    this.onWentBack = onWentBack;
    this.readDeadline_ms = readDeadline_ms;
    this.poll_ms = poll_ms;
    // The server's time limit ends a statement before ours, so that a try is over when the next one is sent.
    const appendTimeout_ms = Math.ceil(appendAttempt_ms * 0.8);
    this.appending = openPool(database, { max: 2, name: `${name} append`, statementTimeout_ms: appendTimeout_ms });
    this.reading = openPool(database, {
      max: readers,
      name: `${name} read`,
      statementTimeout_ms: this.readDeadline_ms,
    });
    this.listening = openPool(database, { max: 1, name: `${name} listen`, statementTimeout_ms: this.readDeadline_ms });
    this.appender = openAppender({
      pool: this.appending,
      refusals,
      isHeard,
      onAppended: (first, appended) => {
        if (first <= this.seenAtFlight) this.goBack(first - 1n, this.seenAtFlight);
        this.saw(first + BigInt(appended.length) - 1n);
        this.tail.appended(first, appended);
      },
      onFlight: (isInFlight) => {
        if (isInFlight) this.seenAtFlight = this.seen;
        this.tail.inFlight(isInFlight);
      },
      deadline_ms: appendDeadline_ms,
      attempt_ms: appendAttempt_ms,
      maxInHand,
      maxInHand_bytes: MAX_IN_HAND_bytes,
    });
    this.readPart = batched(
      (parts: readonly StreamPart[]) =>
        this.read(this.reading, `a read of ${parts.length} streams`, (sql) =>
          readStreamParts(sql, parts, STREAM_EVENTS),
        ),
      {
        most: STREAMS_AT_ONCE,
        lanes: readers,
        whenFull: () => new StoreUnavailable('too many streams are being read', 'not_written'),
      },
    );
  }

  /** The end of the log. @throws LogWentBack when it is before a position that was seen */
  private readonly end = async (): Promise<Position> => {
    const { seen } = this;
    const end = await this.read(this.reading, 'for the end of the log', readHead);
    if (end < seen) throw this.goBack(end, seen);
    this.saw(end);
    return end;
  };

  readonly head: EventStore['head'] = () => this.end();

  readonly readAll: EventStore['readAll'] = (options) => this.batches(options);

  private async *batches({ batchSize = BATCH_EVENTS, after, ...options }: ReadAllOptions): AsyncGenerator<LogEvent[]> {
    let from = after;
    // A reader close to the end finds the events of this process in memory, without a query.
    for (let events = this.fromMemory(from, options.upTo, batchSize); events; ) {
      options.signal?.throwIfAborted();
      yield events;
      from = events.at(-1)!.position;
      events = this.fromMemory(from, options.upTo, batchSize);
    }
    for await (const { events } of this.ranges(this.logReader, { ...options, after: from }))
      for (let start = 0; start < events.length; start += batchSize) {
        options.signal?.throwIfAborted();
        yield events.length <= batchSize ? events : events.slice(start, start + batchSize);
      }
  }

  /**
   * Events right after a position from the memory of this process's appends, none beyond `upTo`; undefined when there
   * are none.
   */
  private fromMemory(after: Position, upTo: Position, most: number): LogEvent[] | undefined {
    if (this.closed || this.wentBack || upTo <= after) return undefined;
    const left = upTo - after;
    return this.tail.take(after, left < BigInt(most) ? Number(left) : most);
  }

  readonly subscribeAll: EventStore['subscribeAll'] = ({
    after,
    batchSize = BATCH_EVENTS,
    onBatch,
    onError,
  }: SubscribeAllOptions): Subscription => {
    if (this.closed) throw new StoreUnavailable('the event store is closed', 'not_written');
    const stopping = new AbortController();
    const { signal } = stopping;

    /** Retries work until it succeeds or the subscription ends; true when it succeeded. */
    const retried = async (work: () => Promise<void>): Promise<boolean> => {
      const nextPause = pauses(50, 5_000);
      while (!signal.aborted) {
        try {
          await work();
          return true;
        } catch (error) {
          if (signal.aborted) return false;
          onError?.(error);
          await pause(nextPause(), [signal]);
        }
      }
      return false;
    };

    const follow = async (): Promise<void> => {
      let position = after;
      let wasQuiet = false;
      while (!signal.aborted) {
        // Read before the events, so that an append in between wakes the wait below.
        const seen = this.tail.state();
        let events = this.tail.take(position, batchSize);
        // At the end of our own appends, without a notification of others, there is nothing unless one was lost.
        if (!events && (wasQuiet || !this.tail.isEnd(position))) {
          const found = await retried(async () => {
            // After a quiet interval the end of the log is read: if it is before this position, no event would ever
            // come.
            if (wasQuiet && (await unlessAborted(this.end(), signal)) === position) return;
            events = (await unlessAborted(this.readAfter(this.logReader, position, END, batchSize), signal))?.events();
          });
          if (!found) return;
        }
        if (!events || events.length === 0) {
          wasQuiet = !(await this.tail.change(seen, this.poll_ms, signal));
          continue;
        }
        wasQuiet = false;
        const batch = { events, upTo: events.at(-1)!.position };
        this.saw(batch.upTo);
        if (!(await retried(() => onBatch(batch)))) return;
        position = batch.upTo;
      }
    };

    this.listen();
    const running = follow();
    const subscription: Subscription = {
      stop: async () => {
        stopping.abort();
        this.subscriptions.delete(subscription);
        await running;
      },
    };
    this.subscriptions.add(subscription);
    return subscription;
  };

  readonly append: EventStore['append'] = async (stream, events, expected, lease) => {
    return this.appender.append({ stream, expected, lease, ...encodeAppend(stream, events) });
  };

  readonly readStream: EventStore['readStream'] = async (stream, options = {}) => {
    // Streams that are read together are sent one per line: one with a line break would move those behind it.
    if (!canBeNamed(stream)) throw new StreamNotFound(stream);
    const events = await this.eventsOf(stream, options);
    refuseGap(stream, events, options);
    return events;
  };

  private async eventsOf(stream: string, options: ReadStreamOptions): Promise<StreamEvent[]> {
    const ask = (question: ReadStreamOptions): Promise<StreamEvent[]> =>
      this.read(this.reading, `a read of ${stream}`, (sql) => readStreamRows(sql, stream, question));
    const { from = 0n, direction, limit } = options;
    const most = limit ?? Number.POSITIVE_INFINITY;
    const goesFar = direction !== 'backwards' && most >= STREAM_EVENTS;
    const events = goesFar ? await this.readPart({ stream, from }) : await ask(options);
    if (goesFar)
      for (let last = events.length; last === STREAM_EVENTS && events.length < most; ) {
        const left = Math.min(STREAM_EVENTS, most - events.length);
        const next = await ask({ from: events.at(-1)!.revision + 1n, limit: left });
        for (const event of next) events.push(event);
        last = next.length;
      }
    if (events.length > 0) return events;
    if ((goesFar && from === 0n) || (await ask({ limit: 1 })).length === 0) throw new StreamNotFound(stream);
    // It has events, but perhaps only since the first read.
    return ask(options);
  }

  readonly readShare: EventStore['readShare'] = ({ share, ...options }) => this.ranges(openLogReader(share), options);

  readonly ping: EventStore['ping'] = async () => {
    await this.end();
  };

  readonly close: EventStore['close'] = async () => {
    await Promise.all([this.appender.close(), ...[...this.subscriptions].map((subscription) => subscription.stop())]);
    this.closed = true;
    await Promise.all([this.appending, this.reading, this.listening].map((pool) => pool.end()));
  };

  private saw(position: Position): void {
    if (position > this.seen) this.seen = position;
  }

  /** The log ends before a position that was seen: it was restored, or an incomplete replica took over. */
  private goBack(end: Position, seen: Position): LogWentBack {
    if (!this.wentBack) {
      this.wentBack = new LogWentBack(end, seen);
      this.onWentBack?.(this.wentBack);
    }
    return this.wentBack;
  }

  /** A read that is retried while the connection fails and the deadline has not passed. */
  private async read<T>(pool: Pool, doing: string, question: (sql: Sql) => Promise<T>): Promise<T> {
    const end_ms = performance.now() + this.readDeadline_ms;
    const nextPause = pauses(10, 500);
    for (;;) {
      if (this.closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        const left_ms = Math.max(1, end_ms - performance.now());
        return await within(left_ms, question(pool.now()), { onLate: pool.renew });
      } catch (error) {
        if (error instanceof UnreadableEvent) throw error;
        const pause_ms = nextPause();
        if (!failureOf(error).passing || performance.now() + pause_ms >= end_ms)
          throw unavailable(doing, 'not_written', error);
        await pause(pause_ms);
      }
    }
  }

  /** Some of the events right after a position, none at the end of the log. */
  private readAfter(reader: LogReader, after: Position, upTo: Position, most?: number): Promise<LogRange> {
    return this.read(this.reading, 'while the log was read', (sql) => reader.next(sql, after, upTo, most));
  }

  /** The ranges of the log, one after the other. */
  private async *ranges(
    reader: LogReader,
    { after, upTo, signal }: Pick<ReadAllOptions, 'after' | 'upTo' | 'signal'>,
  ): AsyncGenerator<LogBatch> {
    signal?.throwIfAborted();
    if (upTo <= after) return;
    // Ranges are read ahead: positions have no gaps, so it is known where each begins.
    const ahead: { end: Position; range: Promise<LogRange> }[] = [];
    let asked = after;
    let yielded = after;
    for (;;) {
      while (ahead.length < RANGES_AHEAD && asked < upTo) {
        const full = asked + BigInt(reader.fitting());
        const end = full < upTo ? full : upTo;
        const range = this.readAfter(reader, asked, end);
        range.catch(() => {});
        ahead.push({ end, range });
        asked = end;
      }
      const next = ahead.shift();
      if (!next) return;
      const range = await next.range;
      if (range.upTo === yielded) {
        if (upTo > this.seen) return;
        // A gap may be longer than a range.
        await this.read(this.reading, 'while the log was read', (sql) => refuseGapOfLog(sql, yielded, upTo));
        throw this.goBack(yielded, this.seen);
      }
      yielded = range.upTo;
      if (yielded < next.end) {
        // Large events or the end of the log: the ranges read ahead are not the next ones.
        ahead.length = 0;
        asked = yielded;
      }
      signal?.throwIfAborted();
      yield { events: range.events(), upTo: yielded };
    }
  }

  /** Listens for appends of other processes. When that fails, each subscriber still polls. */
  private listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    void this.listening
      .now()
      .listen(
        CHANNEL,
        (behind) => this.tail.grown(POSITION.test(behind) ? BigInt(behind) : undefined),
        () => this.tail.grown(),
      )
      .catch(() => {
        this.isListening = false;
      });
  }
}

/** Opens the event store on Postgres. Connects with the first call; `ping` says whether it answers. */
export const openPostgresEventStore = (options: PostgresEventStoreOptions): EventStore => new PostgresStore(options);
