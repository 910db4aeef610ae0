import { encodeAppend } from '../../src/event-store/encode.ts';
import { StoreUnavailable, StreamNotFound, WrongExpectedRevision } from '../../src/event-store/errors.ts';
import type { EventStore, LogEvent, Position, Subscription } from '../../src/event-store/port.ts';
import type { JsonObject } from '../../src/values/json.ts';

/** A log in memory, and doors to it. Its promises are those of the real stores: the same contract holds it. */
export interface MemoryLog {
  open(): EventStore;
}

/** One door to a log of its own. */
export const memoryStore = (): EventStore => memoryLog().open();

/** Before a batch that a subscriber threw at is handed to it again. */
const AGAIN_ms = 5;

export const memoryLog = (): MemoryLog => {
  const log: LogEvent[] = [];
  const streams = new Map<string, LogEvent[]>();
  const listeners = new Set<() => void>();

  const append: EventStore['append'] = async (stream, events, expected) => {
    const { events: encoded } = encodeAppend(stream, events);
    const existing = streams.get(stream) ?? [];
    const actual = existing.at(-1)?.revision ?? 'no_stream';
    if (actual !== expected) {
      const from = expected === 'no_stream' ? 0 : Number(expected) + 1;
      const before = existing.slice(from, from + events.length);
      const last = before.at(-1);
      if (last && before.length === events.length && before.every(({ id }, i) => id === encoded[i]!.id))
        return { revision: last.revision, position: last.position };
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    for (const { id, type, data, metadata } of encoded) {
      const stored = {
        id,
        type,
        data: JSON.parse(data) as JsonObject,
        metadata: JSON.parse(metadata) as JsonObject,
        stream,
        revision: BigInt(existing.length),
        position: BigInt(log.length + 1),
      };
      log.push(stored);
      existing.push(stored);
    }
    streams.set(stream, existing);
    for (const listener of listeners) listener();
    return { revision: BigInt(existing.length - 1), position: BigInt(log.length) };
  };

  const between = (after: Position, upTo: Position, limit: number): LogEvent[] =>
    log.slice(Number(after), Math.min(Number(upTo), Number(after) + limit));

  const open = (): EventStore => {
    const subscriptions = new Set<Subscription>();
    let closed = false;
    const needOpen = (): void => {
      if (closed) throw new StoreUnavailable('the store is closed', 'not_written');
    };
    return {
      append: async (...args) => {
        needOpen();
        return append(...args);
      },
      readStream: async (stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) => {
        needOpen();
        const events = streams.get(stream);
        if (!events) throw new StreamNotFound(stream);
        const ordered = direction === 'forwards' ? events : [...events].reverse();
        const wanted = ordered.filter(({ revision }) =>
          from === undefined ? true : direction === 'forwards' ? revision >= from : revision <= from,
        );
        return wanted.slice(0, limit).map(({ position: _, ...event }) => event);
      },
      head: async () => {
        needOpen();
        return BigInt(log.length);
      },
      async *readAll({ after, upTo, batchSize = 1_000, signal }) {
        needOpen();
        for (let at = after; at < upTo; ) {
          signal?.throwIfAborted();
          const events = between(at, upTo, batchSize);
          if (events.length === 0) return;
          at = events.at(-1)!.position;
          yield events;
        }
      },
      subscribeAll: ({ after, batchSize = 1_000, onBatch, onError }) => {
        let position = after;
        let stopped = false;
        let wake = () => {};
        const listener = () => wake();
        listeners.add(listener);
        const run = async () => {
          while (!stopped) {
            const events = between(position, BigInt(log.length), batchSize);
            if (events.length === 0) {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
              continue;
            }
            const upTo = events.at(-1)!.position;
            try {
              await onBatch({ events, upTo });
              position = upTo;
            } catch (error) {
              onError?.(error);
              await new Promise((resolve) => setTimeout(resolve, AGAIN_ms));
            }
          }
        };
        const running = run();
        const subscription: Subscription = {
          stop: async () => {
            stopped = true;
            subscriptions.delete(subscription);
            listeners.delete(listener);
            wake();
            await running;
          },
        };
        subscriptions.add(subscription);
        return subscription;
      },
      ping: async () => needOpen(),
      close: async () => {
        closed = true;
        await Promise.all([...subscriptions].map((one) => one.stop()));
      },
    };
  };
  return { open };
};
