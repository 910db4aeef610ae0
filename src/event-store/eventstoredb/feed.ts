/**
 * A feed: our events behind a position, in log order, each once, for as long as wanted.
 *
 * It is a filtered catch-up subscription that is made again whenever it ends: broken connections, a leader that moved,
 * a server that restarts, and the drop of a consumer that fell behind (the server keeps 32 live events per subscriber
 * and lets go of whoever does not take them). What was received is kept here until it is taken, and the next
 * subscription starts behind the last event or checkpoint received; so a drop neither loses nor repeats anything.
 *
 * Checkpoints are the server's word that it has looked through all up to a position. In a log full of foreign events
 * they are the only sign of progress, and where a feed resumes.
 */

import { pauses } from '../pauses.ts';
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
  /** Told when a subscription was lost for a reason other than falling behind; the feed goes on by itself. */
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

export function openFeed({ connection, ours, after, batchSize, confirmation_ms, onLost }: FeedOptions): Feed {
  /** The last position heard of, behind which the next subscription starts. */
  let received: Position = after;
  let subscribedAt: Position = after;
  let buffer: { event: LogEvent; bytes: number }[] = [];
  let buffered_bytes = 0;
  /** Progress behind the last event in the buffer. */
  let checkpoint: Position = after;
  let told: Position = after;

  let call: ReadCall | undefined;
  let paused = false;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let stoppedBy: Error | undefined;
  let wake: (() => void) | undefined;
  let pause = pauses(FIRST_PAUSE_MS, LAST_PAUSE_MS);

  const full = () => buffer.length >= BUFFER_BATCHES * batchSize || buffered_bytes >= BUFFER_BYTES;
  const roomy = () => buffer.length <= (BUFFER_BATCHES * batchSize) / 2 && buffered_bytes <= BUFFER_BYTES / 2;

  function subscribe(): void {
    subscribedAt = received;
    let confirmed = false;
    const unconfirmed = setTimeout(() => {
      subscription.cancel();
      lost(new Error(`a subscription was not confirmed in ${confirmation_ms} ms`));
      connection.renew();
    }, confirmation_ms);
    const subscription = connection.read(subscribeRequest(ours, received), {
      onMessage: (raw) => {
        if (!confirmed) {
          confirmed = true;
          clearTimeout(unconfirmed);
          pause = pauses(FIRST_PAUSE_MS, LAST_PAUSE_MS);
        }
        try {
          receive(decode(raw, ours));
        } catch (error) {
          subscription.cancel();
          lost(error);
        }
      },
      onEnd: (error) => {
        clearTimeout(unconfirmed);
        lost(error ?? new Error('the server ended the subscription'));
      },
    });
    call = {
      ...subscription,
      cancel: () => {
        clearTimeout(unconfirmed);
        subscription.cancel();
      },
    };
    paused = false;
  }

  function receive(message: ReturnType<typeof decode>): void {
    if (message.kind === 'event' && message.event.position > received) {
      received = message.event.position;
      checkpoint = received;
      buffer.push(message);
      buffered_bytes += message.bytes;
      if (full() && !paused) {
        paused = true;
        call?.pause();
      }
      wake?.();
    } else if (message.kind === 'checkpoint' && message.position > received) {
      received = message.position;
      checkpoint = received;
      wake?.();
    }
  }

  function lost(error: unknown): void {
    call = undefined;
    if (stopped) return;
    const failure: Failure = error instanceof UnreadableEvent ? { kind: 'refused', error } : failureOf(error);
    if (failure.kind === 'too_slow') {
      // Falling behind is nobody's failure. When there is no room yet, `take` subscribes again.
      if (received > subscribedAt) {
        if (roomy()) subscribe();
        return;
      }
    } else {
      onLost(failure);
      if (stopped) return;
    }
    retry = setTimeout(() => {
      retry = undefined;
      if (roomy()) subscribe();
    }, pause());
  }

  function take(): LogBatch {
    const taken = buffer.slice(0, batchSize);
    buffer = buffer.slice(batchSize);
    for (const { bytes } of taken) buffered_bytes -= bytes;
    told = buffer.length > 0 ? (taken.at(-1)?.event.position ?? told) : checkpoint;
    if (roomy()) {
      if (call && paused) {
        paused = false;
        call.resume();
      } else if (!call && !retry) subscribe();
    }
    return { events: taken.map(({ event }) => event), upTo: told };
  }

  subscribe();
  return {
    async next() {
      while (!stopped && buffer.length === 0 && checkpoint === told) {
        await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
      }
      // What came in the same turn comes in one batch.
      if (buffer.length < batchSize) await new Promise((resolve) => setImmediate(resolve));
      if (stoppedBy) throw stoppedBy;
      return stopped ? undefined : take();
    },
    stop(error) {
      if (stopped) return;
      stopped = true;
      stoppedBy = error;
      clearTimeout(retry);
      call?.cancel();
      wake?.();
    },
  };
}
