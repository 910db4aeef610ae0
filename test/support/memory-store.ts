import { StreamNotFound, WrongExpectedRevision } from '../../src/event-store/errors.ts';
import type { EventStore, LogEvent, NewEvent, Position } from '../../src/event-store/port.ts';

/** An event store in memory, for tests of what stands on the port. Its promises are those of the real ones. */
export const memoryStore = (): EventStore => {
  const log: LogEvent[] = [];
  const streams = new Map<string, LogEvent[]>();
  const listeners = new Set<() => void>();

  const append: EventStore['append'] = async (stream, events, expected) => {
    const existing = streams.get(stream) ?? [];
    const actual = existing.at(-1)?.revision ?? 'no_stream';
    if (actual !== expected) {
      const from = expected === 'no_stream' ? 0 : Number(expected) + 1;
      const before = existing.slice(from, from + events.length);
      const last = before.at(-1);
      if (last && before.length === events.length && before.every(({ id }, i) => id === events[i]!.id))
        return { revision: last.revision, position: last.position };
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    for (const event of events as readonly NewEvent[]) {
      const copy = JSON.parse(JSON.stringify(event)) as NewEvent;
      const stored = {
        ...copy,
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

  return {
    append,
    readStream: async (stream, { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY } = {}) => {
      const events = streams.get(stream);
      if (!events) throw new StreamNotFound(stream);
      const ordered = direction === 'forwards' ? events : [...events].reverse();
      const wanted = ordered.filter(({ revision }) =>
        from === undefined ? true : direction === 'forwards' ? revision >= from : revision <= from,
      );
      return wanted.slice(0, limit);
    },
    head: async () => BigInt(log.length),
    async *readAll({ after, upTo, batchSize = 1_000, signal }) {
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
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }
      };
      const running = run();
      return {
        stop: async () => {
          stopped = true;
          listeners.delete(listener);
          wake();
          await running;
        },
      };
    },
    ping: async () => {},
    close: async () => {},
  };
};
