import type { EventStore, LogEvent, Position } from '../../event-store/port.ts';

const READ = 1_000;
const MAX_KEPT = 4;

/** Reads of the same stretch of the log by several managers are one. */
export const sharedReads = (store: EventStore) => {
  const kept = new Map<string, Promise<{ events: LogEvent[]; upTo: Position }>>();
  const stretch = async (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    for await (const events of store.readAll({ after, upTo, batchSize: READ })) {
      // There may be more; what is behind it comes with the next read.
      return { events, upTo: events.at(-1)!.position };
    }
    return { events: [], upTo };
  };
  return (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    const key = `${after}-${upTo}`;
    const known = kept.get(key);
    if (known) return known;
    const found = stretch(after, upTo);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return found;
  };
};
