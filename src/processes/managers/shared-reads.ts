import { isForeign } from '../../event-store/foreign.ts';
import type { EventStore, LogEvent, Position } from '../../event-store/port.ts';

const READ = 1_000;
const MAX_KEPT = 4;

/**
 * Reads ranges of the log; managers that read the same range share one read. They get nothing that another program
 * appended.
 */
export const sharedReads = (store: EventStore) => {
  const kept = new Map<string, Promise<{ events: LogEvent[]; upTo: Position }>>();
  const readRange = async (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    for await (const events of store.readAll({ after, upTo, batchSize: READ })) {
      // One batch is enough: later events come with the next read.
      return { events: events.filter((event) => !isForeign(event)), upTo: events.at(-1)!.position };
    }
    return { events: [], upTo };
  };
  return (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    const key = `${after}-${upTo}`;
    const known = kept.get(key);
    if (known) return known;
    const found = readRange(after, upTo);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return found;
  };
};
