/**
 * A feed: our events after a position, in log order, each once, until it is stopped.
 *
 * It is a filtered catch-up subscription that is renewed whenever it ends: the connection broke, the leader changed,
 * the server restarts, or it dropped a slow consumer (the server buffers 32 live events per subscriber and drops a
 * client that does not take them). Received events are buffered here until they are taken, and the next subscription
 * starts after the last event or checkpoint received, so a drop neither loses nor repeats events.
 *
 * A checkpoint says that the server has searched the log up to a position. In a log full of foreign events checkpoints
 * are the only sign of progress, and the positions from which a feed resumes. The record that a stream was deleted for
 * good is passed like one: it can never be undone, so a feed that stopped there would stop for everybody and for ever.
 * Who reads that stream is told.
 */

import { loopTurn } from '../../timing/give-way.ts';
import { pauses } from '../../timing/pauses.ts';
import type { LogBatch, LogEvent, Position } from '../port.ts';
import type { Connection, ReadCall } from './connection.ts';
import { type Failure, failureOf } from './failures.ts';
import { decode, isTombstone, type ReadMessage } from './read-messages.ts';
import { type OurStreams, subscribeRequest } from './wire.ts';

export interface FeedOptions {
  connection: Connection;
  ours: OurStreams;
  after: Position;
  /** Events per batch, at most. */
  batchSize: number;
  /** How long a new subscription may take until its first message. */
  confirmation_ms: number;
  /** Called when a subscription was lost for a reason other than a slow consumer; the feed continues by itself. */
  onLost: (failure: Failure) => void;
}

export interface Feed {
  /**
   * The next batch, as soon as there is one. One caller at a time. Once the feed is stopped it returns undefined, or
   * throws the error that it was stopped with.
   */
  next(): Promise<LogBatch | undefined>;
  stop(error?: Error): void;
}

/** Limits of the buffer; above them the connection is not read. */
const BUFFER_BATCHES = 4;
const BUFFER_BYTES = 16 * 1024 * 1024;

/** Pauses between subscriptions that fail one after the other. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 2_000;

class LogFeed implements Feed {
  private readonly connection: FeedOptions['connection'];
  private readonly ours: FeedOptions['ours'];
  private readonly batchSize: FeedOptions['batchSize'];
  private readonly confirmation_ms: FeedOptions['confirmation_ms'];
  private readonly onLost: FeedOptions['onLost'];
  /** The last position received, after which the next subscription starts. */
  private received: Position;
  private subscribedAt: Position;
  private buffer: { event: LogEvent; bytes: number }[] = [];
  private buffered_bytes = 0;
  /** Progress after the last event in the buffer. */
  private checkpoint: Position;
  private handed: Position;
  private call: ReadCall | undefined;
  private paused = false;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;
  private stoppedBy: Error | undefined;
  private wake: (() => void) | undefined;
  /** Pauses since the last progress. */
  private nextPause: ReturnType<typeof pauses> | undefined;

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
    // Events of the same turn of the event loop go into one batch.
    if (this.buffer.length < this.batchSize) await loopTurn();
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

  private receive(message: ReadMessage): void {
    if (message.kind === 'event' && message.event.position > this.received) {
      this.progressed(message.event.position);
      if (isTombstone(message.event)) return;
      this.buffer.push(message);
      this.buffered_bytes += message.bytes;
      if (this.full() && !this.paused) {
        this.paused = true;
        this.call?.pause();
      }
    } else if (message.kind === 'checkpoint' && message.position > this.received) this.progressed(message.position);
  }

  private progressed(position: Position): void {
    this.received = position;
    this.checkpoint = position;
    this.nextPause = undefined;
    this.wake?.();
  }

  private lost(error: unknown): void {
    this.call = undefined;
    if (this.stopped) return;
    const failure = failureOf(error);
    if (failure.kind === 'too_slow') {
      // A slow consumer is no failure. While the buffer is full, `take` subscribes again later.
      if (this.received > this.subscribedAt) {
        if (this.roomy()) this.subscribe();
        return;
      }
    } else {
      this.onLost(failure);
      if (this.stopped) return;
    }
    this.nextPause ??= pauses(FIRST_PAUSE_MS, LAST_PAUSE_MS);
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
