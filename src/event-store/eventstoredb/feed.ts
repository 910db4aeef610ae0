/**
 * A feed: our events behind a position, in log order, each once, for as long as wanted.
 *
 * It is a filtered catch-up subscription that is made again whenever it ends: broken connections, a leader that moved,
 * a server that restarts, and the drop of a consumer that fell behind (the server keeps 32 live events per subscriber
 * and drops a client that does not take them). What was received is kept here until it is taken, and the next
 * subscription starts behind the last event or checkpoint received; so a drop neither loses nor repeats anything.
 *
 * Checkpoints are the server's word that it has looked through all up to a position. In a log full of foreign events
 * they are the only sign of progress, and where a feed resumes.
 */

import { pauses } from '../../timing/pauses.ts';
import type { LogBatch, LogEvent, Position } from '../port.ts';
import type { Connection, ReadCall } from './connection.ts';
import { type Failure, failureOf, UnreadableEvent } from './failures.ts';
import { decode, type OurStreams, subscribeRequest } from './wire.ts';

export interface FeedOptions {
  connection: Connection;
  ours: OurStreams;
  after: Position;
  /** Events per batch, at most. */
  batchSize: number;
  /** How long a new subscription may take to say anything. */
  confirmation_ms: number;
  /** Called when a subscription was lost for a reason other than falling behind; the feed continues by itself. */
  onLost: (failure: Failure) => void;
}

export interface Feed {
  /**
   * The next batch, as soon as there is one. One caller at a time. Once the feed is stopped it gives undefined, or
   * throws the error it was stopped with.
   */
  next(): Promise<LogBatch | undefined>;
  stop(error?: Error): void;
}

/** What is received but not yet taken is held to this; the connection is not read from above it. */
const BUFFER_BATCHES = 4;
const BUFFER_BYTES = 16 * 1024 * 1024;

/** Between subscriptions that fail one after the other. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2_000;

class LogFeed implements Feed {
  private readonly connection: FeedOptions['connection'];
  private readonly ours: FeedOptions['ours'];
  private readonly batchSize: FeedOptions['batchSize'];
  private readonly confirmation_ms: FeedOptions['confirmation_ms'];
  private readonly onLost: FeedOptions['onLost'];
  /** The last position received, behind which the next subscription starts. */
  private received: Position;
  private subscribedAt: Position;
  private buffer: { event: LogEvent; bytes: number }[] = [];
  private buffered_bytes = 0;
  /** Progress behind the last event in the buffer. */
  private checkpoint: Position;
  private handed: Position;
  private call: ReadCall | undefined;
  private paused = false;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;
  private stoppedBy: Error | undefined;
  private wake: (() => void) | undefined;
  private nextPause = pauses(FIRST_PAUSE_MS, LAST_PAUSE_MS);

  constructor({ connection, ours, after, batchSize, confirmation_ms, onLost }: FeedOptions) {
    this.connection = connection;
    this.ours = ours;
    this.batchSize = batchSize;
    this.confirmation_ms = confirmation_ms;
    this.onLost = onLost;
    this.received = after;
    this.subscribedAt = after;
    this.checkpoint = after;
    this.handed = after;
    this.subscribe();
  }

  readonly next: Feed['next'] = async () => {
    while (!this.stopped && this.buffer.length === 0 && this.checkpoint === this.handed) {
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
    // What came in the same turn comes in one batch.
    if (this.buffer.length < this.batchSize) await new Promise((resolve) => setImmediate(resolve));
    if (this.stoppedBy) throw this.stoppedBy;
    return this.stopped ? undefined : this.take();
  };

  readonly stop: Feed['stop'] = (error) => {
    if (this.stopped) return;
    this.stopped = true;
    this.stoppedBy = error;
    clearTimeout(this.retry);
    this.call?.cancel();
    this.wake?.();
  };

  private full() {
    return this.buffer.length >= BUFFER_BATCHES * this.batchSize || this.buffered_bytes >= BUFFER_BYTES;
  }

  private roomy() {
    return this.buffer.length <= (BUFFER_BATCHES * this.batchSize) / 2 && this.buffered_bytes <= BUFFER_BYTES / 2;
  }

  private subscribe(): void {
    this.subscribedAt = this.received;
    let confirmed = false;
    const unconfirmed = setTimeout(() => {
      subscription.cancel();
      this.lost(new Error(`a subscription was not confirmed in ${this.confirmation_ms} ms`));
      this.connection.renew();
    }, this.confirmation_ms);
    const subscription = this.connection.read(subscribeRequest(this.ours, this.received), {
      onMessage: (raw) => {
        if (!confirmed) {
          confirmed = true;
          clearTimeout(unconfirmed);
          this.nextPause = pauses(FIRST_PAUSE_MS, LAST_PAUSE_MS);
        }
        try {
          this.receive(decode(raw, this.ours));
        } catch (error) {
          subscription.cancel();
          this.lost(error);
        }
      },
      onEnd: (error) => {
        clearTimeout(unconfirmed);
        this.lost(error ?? new Error('the server ended the subscription'));
      },
    });
    this.call = {
      ...subscription,
      cancel: () => {
        clearTimeout(unconfirmed);
        subscription.cancel();
      },
    };
    this.paused = false;
  }

  private receive(message: ReturnType<typeof decode>): void {
    if (message.kind === 'event' && message.event.position > this.received) {
      this.received = message.event.position;
      this.checkpoint = this.received;
      this.buffer.push(message);
      this.buffered_bytes += message.bytes;
      if (this.full() && !this.paused) {
        this.paused = true;
        this.call?.pause();
      }
      this.wake?.();
    } else if (message.kind === 'checkpoint' && message.position > this.received) {
      this.received = message.position;
      this.checkpoint = this.received;
      this.wake?.();
    }
  }

  private lost(error: unknown): void {
    this.call = undefined;
    if (this.stopped) return;
    const failure: Failure = error instanceof UnreadableEvent ? { kind: 'refused', error } : failureOf(error);
    if (failure.kind === 'too_slow') {
      // Falling behind is nobody's failure. When there is no room yet, `take` subscribes again.
      if (this.received > this.subscribedAt) {
        if (this.roomy()) this.subscribe();
        return;
      }
    } else {
      this.onLost(failure);
      if (this.stopped) return;
    }
    this.retry = setTimeout(() => {
      this.retry = undefined;
      if (this.roomy()) this.subscribe();
    }, this.nextPause());
  }

  private take(): LogBatch {
    const taken = this.buffer.slice(0, this.batchSize);
    this.buffer = this.buffer.slice(this.batchSize);
    for (const { bytes } of taken) this.buffered_bytes -= bytes;
    this.handed = this.buffer.length > 0 ? (taken.at(-1)?.event.position ?? this.handed) : this.checkpoint;
    if (this.roomy()) {
      if (this.call && this.paused) {
        this.paused = false;
        this.call.resume();
      } else if (!this.call && !this.retry) this.subscribe();
    }
    return { events: taken.map(({ event }) => event), upTo: this.handed };
  }
}

export const openFeed = (options: FeedOptions): Feed => new LogFeed(options);
