/**
 * The event store on EventStoreDB.
 *
 * ## What is kept where
 *
 * Every stream's name starts with the store's prefix (`payroll_ledger.employee-emp_…`), and no other stream is read:
 * other applications may use the same server. A position is the commit position of the server's log. Our events are
 * written with equal commit and prepare positions, so one number suffices; it is taken from appends and from `$all`,
 * never from reading a stream (which reports 2^64 - 1).
 *
 * Data and metadata are stored as their canonical bytes (RFC 8785) with the content type `application/json`, so that
 * the stored bytes can be hashed and are still shown as JSON by the server's tools. The client's `jsonEvent` cannot do
 * that: it stringifies a JavaScript object, whose integer-like keys come first and in numeric order whatever order they
 * were inserted in ("9" before "10"), where the canonical order is that of text. Its `binaryEvent` could, but marks the
 * event as bytes that no tool shows.
 *
 * ## Yes, no, or not known
 *
 * An append without an answer may have been written. When it is repeated with the same ids at the same expected
 * revision, it returns the original outcome. So it is repeated (appender.ts) until the outcome is known or the caller's
 * deadline has passed. Only then the outcome is reported as not known.
 *
 * ## Reading up to now, and going on
 *
 * The client's `readAll` cannot filter, and a filtered read sends nothing while it searches foreign events, so a slow
 * one cannot be distinguished from a dead one. A filtered subscription sends checkpoints meanwhile. So both `readAll`
 * and `subscribeAll` use a feed (feed.ts), which is such a subscription, renewed whenever it breaks. It never ends by
 * itself; `readAll` ends it, at the latest with the last event of ours that existed when it began.
 *
 * ## Why not the client's calls
 *
 * The client's address handling, TLS, discovery and gRPC definitions are used; its appends, reads and subscriptions are
 * not. Its `appendToStream` keeps the pending appends of all clients of a process in one map: a break of one connection
 * fails another's appends, and a late answer throws where no caller can catch it. When a connection breaks while large
 * appends wait to be written, it leaves rejected promises that nobody handles, which ends a Node process (seen: 26 of
 * them in one break, with 32 callers of 200 KB). It has no deadlines. Its `readAll` silently ignores a filter. Our
 * calls keep their pending appends per connection, so several stores in one process do not affect each other.
 */

import { pause, pauses } from '../../timing/pauses.ts';
import { canBeNamed, encodeAppend } from '../encode.ts';
import { LogWentBack, StoreUnavailable, StreamNotFound } from '../errors.ts';
import type { EventStore, LogEvent, Position, ReadAllOptions, Subscription } from '../port.ts';
import { START } from '../port.ts';
import { makeRefusals, type Refusals } from '../refusals.ts';
import { type Appender, openAppender } from './appender.ts';
import { type Connection, connect } from './connection.ts';
import { type Failure, unavailable } from './failures.ts';
import { type Feed, openFeed } from './feed.ts';
import { openReads, type Reads } from './reads.ts';
import { readLastRequest } from './wire.ts';

export interface EventStoreDbOptions {
  /** `esdb://` or `esdb+discover://`; TLS unless it says `tls=false`. Credentials may be in it. */
  url: string;
  /** Prefix of the names of our streams: letters, digits and `_`, then one dot. Default `payroll_ledger.` */
  prefix?: string;
  /** Notes that appends are refused or have no answer. */
  refusals?: Refusals;
  /** Called once when the log ends before a position that was seen: the process must end and start again. */
  onWentBack?: (error: LogWentBack) => void;
  /** After this an append whose outcome is not known fails. Default 10,000. */
  appendDeadline_ms?: number;
  /** An attempt of an append is sent again after this long. Default 3,000; the server's own limit is 2,000. */
  appendAttempt_ms?: number;
  /** After this long without a message a read fails. Default 10,000. */
  readDeadline_ms?: number;
}

const BATCH_EVENTS = 1_000;
/** Pending appends, at most: about what one node writes in half a second. */
const MAX_APPENDS_IN_HAND = 4_096;
const MAX_APPENDS_IN_HAND_BYTES = 64 * 1024 * 1024;
/**
 * `head` searches backwards for our last event. On a server full of foreign events that may take long, and no message
 * comes meanwhile. Half a minute is enough for many millions of events.
 */
const HEAD_DEADLINE_MS = 30_000;
const PING_DEADLINE_MS = 5_000;
const END_ASKED_AGAIN_MS = 500;
/** Pauses before a batch is passed again to a handler that failed. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

class EventStoreDbStore implements EventStore {
  private readonly prefix: NonNullable<EventStoreDbOptions['prefix']>;
  private readonly readDeadline_ms: NonNullable<EventStoreDbOptions['readDeadline_ms']>;
  private readonly ours: { prefix: string };
  private readonly connection: Connection;
  private readonly appender: Appender;
  private readonly reads: Reads;
  private readonly feeds = new Set<Feed>();
  private readonly subscriptions = new Set<Subscription>();
  private closed = false;
  private readonly refusals: Refusals;
  /** The highest position of an event of ours that is known. */
  private highest: Position = START;
  private readonly onWentBack: EventStoreDbOptions['onWentBack'];
  private readonly closing = new AbortController();
  private isEndAsked = false;
  private hasGoneBack = false;

  constructor({
    url,
    prefix = 'payroll_ledger.',
    appendDeadline_ms = 10_000,
    appendAttempt_ms = 3_000,
    readDeadline_ms = 10_000,
    refusals = makeRefusals(),
    onWentBack,
  }: EventStoreDbOptions) {
    this.refusals = refusals;
    this.onWentBack = onWentBack;
    this.prefix = prefix;
    this.readDeadline_ms = readDeadline_ms;
    // One dot, at the end: so no store's prefix is a prefix of another's, and its regular expression needs one escape.
    if (!/^[A-Za-z0-9_]{1,64}\.$/.test(this.prefix)) {
      throw new Error(
        `the stream prefix ${JSON.stringify(this.prefix)} must be letters, digits or _ and end with its only dot`,
      );
    }
    this.ours = { prefix: this.prefix };
    this.connection = connect(url);
    this.reads = openReads(this.connection, this.ours, readDeadline_ms);
    this.appender = openAppender(this.connection, this.ours, {
      deadline_ms: appendDeadline_ms,
      attempt_ms: appendAttempt_ms,
      maxInHand: MAX_APPENDS_IN_HAND,
      maxInHand_bytes: MAX_APPENDS_IN_HAND_BYTES,
      onLost: () => void this.askForEnd(),
    });
  }

  readonly head: EventStore['head'] = async () => {
    const { highest } = this;
    // Unless others use the server, the last event of the whole log is ours, and reading it is fast.
    let [last] = (await this.reads.read(readLastRequest(), 'for the end of the log')) ?? [];
    if (!last)
      [last] =
        (await this.reads.read(readLastRequest(this.ours), 'for the end of our log', {
          deadline_ms: HEAD_DEADLINE_MS,
        })) ?? [];
    const end = last?.position ?? START;
    if (end < highest) void this.askForEnd();
    this.saw(end);
    return end;
  };

  readonly readAll: EventStore['readAll'] = (options) => this.batches(options);

  private async *batches({
    after,
    upTo,
    batchSize = BATCH_EVENTS,
    signal,
  }: ReadAllOptions): AsyncGenerator<LogEvent[]> {
    signal?.throwIfAborted();
    // A feed would wait for ever after our last event, so it is read no further than that one.
    const end = upTo <= this.highest ? upTo : minimum(upTo, await this.head());
    if (end <= after) return;

    let lastFailure: Failure = { kind: 'lost', error: new Error('no answer'), sent: true };
    let isBegun = false;
    const onLost = (failure: Failure) => {
      lastFailure = failure;
      if (failure.kind === 'refused') fail();
      // The server may have no record that starts there, which it says in words alone. Where the connection was lost,
      // the feed goes on after the same place by itself.
      else if (!isBegun && failure.kind === 'threw') source.stop(failure.error);
    };
    let source = this.feed(after, batchSize, onLost);
    const fail = () => source.stop(unavailable(lastFailure, 'while the log was read'));
    const abort = () => source.stop(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    // The end is known, so batches can be filled before they are yielded.
    let held: LogEvent[] = [];
    try {
      for (let ended = false; !ended; ) {
        timer = setTimeout(fail, this.readDeadline_ms);
        const batch = await source.next().catch((error: unknown) => {
          if (isBegun || error !== lastFailure.error) throw error;
        });
        clearTimeout(timer);
        if (!batch && !isBegun && !this.closed) {
          isBegun = true;
          source = this.feed((await this.lastBefore(after + 1n)) ?? after, batchSize, onLost);
          signal?.throwIfAborted();
          continue;
        }
        if (!batch) throw new StoreUnavailable('the event store was closed', 'not_written');
        isBegun = true;
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

  /**
   * The last event of ours before an event. A position right before an event, which is one less, stands for it: the
   * server begins only at places where a record starts.
   *
   * @returns undefined when no event starts there: the place right before it is then one, and the server refused it for
   *   another reason, as one without a leader does in the same manner
   */
  private async lastBefore(event: Position): Promise<Position | undefined> {
    const request = readLastRequest(this.ours, event);
    const events = await this.reads.read(request, 'for the event before', { isPlaceDoubted: true });
    return events && (events[0]?.position ?? START);
  }

  readonly subscribeAll: EventStore['subscribeAll'] = ({ after, batchSize = BATCH_EVENTS, onBatch, onError }) => {
    const report = (error: unknown) => onError?.(error);
    const source = this.feed(after, batchSize, (failure) => {
      report(unavailable(failure, 'a subscription'));
      void this.askForEnd();
    });
    const stopping = new AbortController();

    const run = async (): Promise<void> => {
      for (;;) {
        const batch = await source.next();
        if (!batch) return;
        const last = batch.events.at(-1);
        if (last) this.saw(last.position);
        const nextPause = pauses(FIRST_RETRY_MS, LAST_RETRY_MS);
        for (;;) {
          try {
            await onBatch(batch);
            break;
          } catch (error) {
            report(error);
            await pause(nextPause(), [stopping.signal]);
            if (stopping.signal.aborted) return;
          }
        }
      }
    };
    const running = run();
    const subscription: Subscription = {
      stop: async () => {
        stopping.abort();
        source.stop();
        this.subscriptions.delete(subscription);
        await running;
      },
    };
    this.subscriptions.add(subscription);
    return subscription;
  };

  readonly append: EventStore['append'] = async (stream, events, expected) => {
    const encoded = encodeAppend(stream, events);
    try {
      const result = await this.appender.append(stream, encoded.events, encoded.size_bytes, expected);
      this.saw(result.position);
      this.refusals.written();
      return result;
    } catch (error) {
      // An append that was refused because too many are pending has no cause.
      if (error instanceof StoreUnavailable && error.cause !== undefined) this.refusals.unanswered(error);
      throw error;
    }
  };

  readonly readStream: EventStore['readStream'] = async (stream, options) => {
    if (!canBeNamed(stream)) throw new StreamNotFound(stream);
    return this.reads.readStream(stream, options);
  };

  readonly ping: EventStore['ping'] = async () => {
    await this.reads.read(readLastRequest(), 'a ping', {
      deadline_ms: Math.min(this.readDeadline_ms, PING_DEADLINE_MS),
    });
  };

  readonly close: EventStore['close'] = async () => {
    if (this.closed) return;
    this.closed = true;
    this.closing.abort();
    this.reads.close();
    await Promise.all([this.appender.close(), ...[...this.subscriptions].map((subscription) => subscription.stop())]);
    for (const { stop } of this.feeds) stop();
    this.connection.close();
  };

  /**
   * Asks whether the log still has what was seen of it, when a connection was lost or its end was before that: it was
   * restored then. A subscriber behind the end would get nothing, and skip what is appended up to where it was. It is
   * asked until there is an answer, and twice: an index may be behind its log right after a start.
   */
  private async askForEnd(): Promise<void> {
    if (this.isEndAsked || this.hasGoneBack) return;
    this.isEndAsked = true;
    const seen = this.highest;
    for (let short = 0; !this.closed; await pause(END_ASKED_AGAIN_MS, [this.closing.signal])) {
      const end = await this.head().catch(() => undefined);
      if (end !== undefined && end >= seen) break;
      if (end !== undefined && ++short === 2) {
        this.hasGoneBack = true;
        this.onWentBack?.(new LogWentBack(end, seen));
        break;
      }
    }
    this.isEndAsked = false;
  }

  private saw(position: Position) {
    if (position > this.highest) this.highest = position;
  }

  private feed(after: Position, batchSize: number, onLost: (failure: Failure) => void): Feed {
    if (this.closed) throw new StoreUnavailable('the event store is closed', 'not_written');
    const opened = openFeed({
      connection: this.connection,
      ours: this.ours,
      after,
      batchSize,
      confirmation_ms: this.readDeadline_ms,
      onLost,
    });
    this.feeds.add(opened);
    return {
      next: opened.next,
      stop: (error) => {
        this.feeds.delete(opened);
        opened.stop(error);
      },
    };
  }
}

/**
 * Opens an event store on EventStoreDB. It connects with the first call; `ping()` says whether it answers.
 *
 * @throws Error when the address or the prefix cannot be used.
 */
export const openEventStoreDbEventStore = (options: EventStoreDbOptions): EventStore => new EventStoreDbStore(options);

const minimum = (a: Position, b: Position): Position => (a < b ? a : b);
