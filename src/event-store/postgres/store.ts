/**
 * The event store on Postgres.
 *
 * ## What is hard
 *
 * A log is read by position: "give me everything behind 41". That only works when a reader that sees position 42 sees
 * every position before it, for good. The obvious way, a `bigserial`, does not give that: numbers are taken when a row
 * is inserted and seen when its transaction commits, in whatever order that happens. A reader that has seen 42 while
 * 41 was still under way continues from 42 and never meets 41. Readers that know this wait behind the oldest open
 * transaction, and then one forgotten console session stops every read model; or they look for gaps, and cannot tell a
 * number that is late from one that was rolled back.
 *
 * So appends take turns. One lock orders them, over all processes; its holder sees the log's end, writes behind
 * it, commits, and lets go after the commit is seen. Positions are 1, 2, 3 … without a gap, in commit order, and every
 * reader sees some first part of the log and nothing else. A gap is nothing to wait for, it is damage, and reading
 * says so.
 *
 * ## Why that is not slow
 *
 * Taking turns costs a disk flush per turn if each append takes its own. But what arrives while one group is being
 * flushed makes the next group: the more callers, the larger the groups, and one flush, one round trip, one statement
 * serve them all (appender.ts, and `event_log_append` in migrations/0001_event_log.sql). With 64 callers that is
 * several times what the same callers get through with an INSERT each over 16 connections (`npm run bench -- --only
 * append`).
 *
 * The lock is an advisory lock that ends with its transaction. A row that counts positions would order appends as well,
 * but each turn leaves a dead version of it behind, which nothing may remove while any transaction in the database is
 * open: the forgotten console again. A lock on the table would be in the way of autovacuum. The end of the log is
 * looked up in the primary key, which costs next to nothing.
 *
 * ## States of an append, and what a caller gets
 *
 * blocked → ready → flying → (questioned →) answered; appender.ts describes them. The statement decides for each append of
 * a group by itself whether its stream is where it was expected, so a conflict fails its own append only. What did not
 * hold is explained by asking the stream: if the ids are there that the append brings, it is a repeat and gets
 * the old answer; else it is a conflict.
 *
 * A connection that breaks while a group flies leaves open whether it was written. Then it is simply sent again: if it
 * was written, the second time is a repeat. A caller gets "not known" only when the database stays away past its
 * deadline. What waits and was never sent is known to be unwritten, and reported so.
 *
 * ## Reading, and staying live
 *
 * Positions have no gaps, so a range is asked for by its ends, some ahead of the current one (log-reader.ts). A
 * subscriber reads on from where it is: from memory when this process appended what comes next (tail.ts), else from the
 * table. It is woken by an append of this process, by NOTIFY from another, and twice a second by the clock, so that a
 * notification that got lost costs half a second and nothing else.
 *
 * ## Invariants
 *
 * - Positions are 1..n, revisions of each stream 0..n: primary key, unique key, and the lock.
 * - An acknowledged append is on disk: the statement sees to it, whatever the database does for others.
 * - The log is append-only: triggers refuse UPDATE, DELETE and TRUNCATE.
 * - Data and metadata are stored and read as the same text (canonical JSON).
 * - Everything held in memory has a limit: pending appends, the size of a group, what a reader holds, the tail.
 *
 * test/contract holds this store and the other one to the port's promises; test/torture cuts its connections, stops and
 * kills its processes, and holds the log against what each of them wrote down.
 */

import { batched } from '../../database/batched.ts';
import type { DatabaseAddress, Sql } from '../../database/connect.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import { unlessAborted, within } from '../../timing/within.ts';
import { encodeAppend } from '../encode.ts';
import { LogWentBack, StoreUnavailable, StreamNotFound } from '../errors.ts';
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
import { readHead, readStreamRows, readWholeStreams } from './log.ts';
import { type LogReader, openLogReader, type Stretch } from './log-reader.ts';
import { openPool, type Pool } from './pool.ts';
import { openTail } from './tail.ts';

// Long: the port's members as one class over one connection pool; reading, appending and following are in files of
// their own.

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
  /** Pending appends at most, beyond which callers are sent away; default 4,096. */
  maxInHand?: number;
  /** Connections for reading; default 4. */
  readers?: number;
  /** Called once when the log ends before what was known of it: the process that uses it must end, and start again. */
  onWentBack?: (error: LogWentBack) => void;
  /** Told why appends are refused. */
  refusals?: Refusals;
  /** Whether other processes may listen for what is appended; default always. */
  isHeard?: () => boolean;
}

const BATCH_EVENTS = 1_000;
const MAX_IN_HAND_bytes = 64 * 1024 * 1024;
const CHANNEL = 'event_log';
const RANGES_AHEAD = 2;
const STREAMS_AT_ONCE = 64;
/** The payload of a group's notification: the position before it. */
const POSITION = /^\d{1,19}$/;
/** Behind every position. */
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
  /** The furthest position that was seen in the log, and where that was when the group on its way set off. */
  private seen: Position = START;
  private seenAtFlight: Position = START;
  private wentBack: LogWentBack | undefined;
  private isListening = false;
  /** Whole streams, asked for by many at once: those who change many records load each from its own stream. */
  private readonly readWhole: (item: string) => Promise<StreamEvent[]>;

  constructor({
    database,
    name = 'payroll',
    appendDeadline_ms = 10_000,
    appendAttempt_ms = 5_000,
    readDeadline_ms = 10_000,
    poll_ms = 500,
    maxInHand = 4_096,
    readers = 4,
    onWentBack,
    refusals = makeRefusals(),
    isHeard = () => true,
  }: PostgresEventStoreOptions) {
    this.onWentBack = onWentBack;
    this.readDeadline_ms = readDeadline_ms;
    this.poll_ms = poll_ms;
    // The server gives a statement up before we do, so that a try we gave up is over when the next one runs.
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
      onFlight: (isFlying) => {
        if (isFlying) this.seenAtFlight = this.seen;
        this.tail.flying(isFlying);
      },
      deadline_ms: appendDeadline_ms,
      attempt_ms: appendAttempt_ms,
      maxInHand,
      maxInHand_bytes: MAX_IN_HAND_bytes,
    });
    this.readWhole = batched(
      (streams: readonly string[]) =>
        this.read(this.reading, `a read of ${streams.length} streams`, (sql) => readWholeStreams(sql, streams)),
      {
        most: STREAMS_AT_ONCE,
        lanes: readers,
        whenFull: () => new StoreUnavailable('too many streams are being read', 'not_written'),
      },
    );
  }

  /** @throws LogWentBack when it lies before what was seen */
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
    // Who follows the log closely finds in memory what this process appended: no query for each event and reader.
    for (let events = this.remembered(from, options.upTo, batchSize); events; ) {
      options.signal?.throwIfAborted();
      yield events;
      from = events.at(-1)!.position;
      events = this.remembered(from, options.upTo, batchSize);
    }
    for await (const { events } of this.ranges(this.logReader, { ...options, after: from }))
      for (let start = 0; start < events.length; start += batchSize) {
        options.signal?.throwIfAborted();
        yield events.length <= batchSize ? events : events.slice(start, start + batchSize);
      }
  }

  /**
   * Events right behind a position that this process appended itself, none beyond `upTo`; undefined when there are
   * none.
   */
  private remembered(after: Position, upTo: Position, most: number): LogEvent[] | undefined {
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

    /** Repeats work until it succeeds or the subscription ends; true when it succeeded. */
    const insist = async (work: () => Promise<void>): Promise<boolean> => {
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
        // Noted before the look, so that what is appended in between is not slept through.
        const seen = this.tail.state();
        let events = this.tail.take(position, batchSize);
        // Where our own appends end and nothing else was announced there is nothing, unless a notification got lost.
        if (!events && (wasQuiet || !this.tail.isEnd(position))) {
          const found = await insist(async () => {
            // After silence it is asked where the log ends: it may end before this, and then nothing would ever come.
            if (wasQuiet && (await unlessAborted(this.end(), signal)) === position) return;
            events = (await unlessAborted(this.readBehind(this.logReader, position, END, batchSize), signal))?.events();
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
        if (!(await insist(() => onBatch(batch)))) return;
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

  readonly append: EventStore['append'] = async (stream, events, expected) => {
    const encoded = encodeAppend(stream, events);
    return this.appender.append(stream, encoded.events, encoded.size_bytes, expected);
  };

  readonly readStream: EventStore['readStream'] = async (stream, options = {}) => {
    if (options.from === undefined && options.direction !== 'backwards' && options.limit === undefined) {
      const whole = await this.readWhole(stream);
      if (whole.length === 0) throw new StreamNotFound(stream);
      return whole;
    }
    const ask = (question: ReadStreamOptions): Promise<StreamEvent[]> =>
      this.read(this.reading, `a read of ${stream}`, (sql) => readStreamRows(sql, stream, question));
    const events = await ask(options);
    if (events.length > 0) return events;
    if ((await ask({ limit: 1 })).length === 0) throw new StreamNotFound(stream);
    // It has events, but perhaps only since we looked.
    return ask(options);
  };

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

  /** The log ends before what was seen of it: it was restored, or a replica that had not all of it took over. */
  private goBack(end: Position, seen: Position): LogWentBack {
    if (!this.wentBack) {
      this.wentBack = new LogWentBack(end, seen);
      this.onWentBack?.(this.wentBack);
    }
    return this.wentBack;
  }

  /** A read, tried again while the connection fails and there is time. */
  private async read<T>(pool: Pool, doing: string, question: (sql: Sql) => Promise<T>): Promise<T> {
    const end_ms = performance.now() + this.readDeadline_ms;
    const nextPause = pauses(10, 500);
    for (;;) {
      if (this.closed) throw new StoreUnavailable('the event store is closed', 'not_written');
      try {
        const left_ms = Math.max(1, end_ms - performance.now());
        return await within(left_ms, question(pool.now()), { onLate: pool.renew });
      } catch (error) {
        const pause_ms = nextPause();
        if (!failureOf(error).passing || performance.now() + pause_ms >= end_ms)
          throw unavailable(doing, 'not_written', error);
        await pause(pause_ms);
      }
    }
  }

  /** Some of the events right behind a position, none at the end of the log. */
  private readBehind(reader: LogReader, after: Position, upTo: Position, most?: number): Promise<Stretch> {
    return this.read(this.reading, 'while the log was read', (sql) => reader.next(sql, after, upTo, most));
  }

  /** Ranges of the log one after the other. */
  private async *ranges(
    reader: LogReader,
    { after, upTo, signal }: Pick<ReadAllOptions, 'after' | 'upTo' | 'signal'>,
  ): AsyncGenerator<LogBatch> {
    signal?.throwIfAborted();
    if (upTo <= after) return;
    // Ranges are asked for ahead of the one that is worked on: positions have no gaps, so where each begins is known.
    const ahead: { end: Position; stretch: Promise<Stretch> }[] = [];
    let asked = after;
    let handed = after;
    for (;;) {
      while (ahead.length < RANGES_AHEAD && asked < upTo) {
        const full = asked + BigInt(reader.fitting());
        const end = full < upTo ? full : upTo;
        const stretch = this.readBehind(reader, asked, end);
        stretch.catch(() => {});
        ahead.push({ end, stretch });
        asked = end;
      }
      const next = ahead.shift();
      if (!next) return;
      const stretch = await next.stretch;
      if (stretch.upTo === handed) {
        if (upTo <= this.seen) throw this.goBack(handed, this.seen);
        return;
      }
      handed = stretch.upTo;
      if (handed < next.end) {
        // Large events, or the end of the log: what was asked for ahead does not follow on.
        ahead.length = 0;
        asked = handed;
      }
      signal?.throwIfAborted();
      yield { events: stretch.events(), upTo: handed };
    }
  }

  /** Listens for other processes' appends. Should that fail, each subscriber still polls. */
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
