import { randomUUID } from 'node:crypto';
import type { EventStore, LogEvent, NewEvent, Position } from '../../src/event-store/port.ts';

// What the cases of the event stores' contract work on, and what they make and read.

/** A log of the run's own, and doors to it. */
export interface StoreUnderTest {
  /** Opens a store on that log, as another process would. The one who opens it closes it. */
  open(): EventStore;
  /** Removes what the run left behind. */
  end(): Promise<void>;
}

/** What the groups of cases are given. */
export interface Subject {
  readonly store: EventStore;
  /** Another store on the same log; closed at the end of the run if not before. */
  another(): EventStore;
}

/** A stream name that nobody used before. */
export const newStream = (category = 'employee'): string => `${category}-${randomUUID()}`;

/** An event that nobody appended before. */
export const newEvent = (data: NewEvent['data'] = {}, type = 'EmployeeChanged'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {},
});

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => newEvent({ n }));

/** Everything in the log behind a position, in one list. */
export const readLog = async (store: EventStore, after: Position, batchSize?: number): Promise<LogEvent[]> => {
  const events: LogEvent[] = [];
  for await (const batch of store.readAll({ after, upTo: await store.head(), batchSize })) events.push(...batch);
  return events;
};

/** A subscriber that collects, with a way to wait until it has what a test needs. */
export const collect = (): {
  events: LogEvent[];
  onBatch: (batch: { events: LogEvent[] }) => Promise<void>;
  until(enough: (events: LogEvent[]) => boolean): Promise<void>;
} => {
  const events: LogEvent[] = [];
  let check = () => {};
  return {
    events,
    onBatch: async (batch) => {
      events.push(...batch.events);
      check();
    },
    until: (enough) =>
      new Promise((resolve) => {
        check = () => {
          if (enough(events)) resolve();
        };
        check();
      }),
  };
};
