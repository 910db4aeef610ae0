import { type EventStore, type LogEvent, START } from '../../src/event-store/port.ts';

/** All events of a store as it is now, in their order. */
export const logOf = async (store: EventStore): Promise<LogEvent[]> => {
  const log: LogEvent[] = [];
  for await (const batch of store.readAll({ after: START, upTo: await store.head() })) log.push(...batch);
  return log;
};
