import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore, LogEvent, NewEvent, Position } from '../../src/event-store/port.ts';
import { appending } from './appending.ts';
import { conflicts } from './conflicts.ts';
import { following } from './following.ts';
import { lifecycle } from './lifecycle.ts';
import { limits } from './limits.ts';
import { payloads } from './payloads.ts';
import { readingStreams } from './reading-streams.ts';
import { readingTheLog } from './reading-the-log.ts';
import { repeats } from './repeats.ts';

// What every event store promises, whichever it is. A store's test file calls `contract` with a way to make the store;
// nothing here knows which one it is. All of a run's events are the run's own (a database or a prefix of its own), so
// the log as a whole can be looked at, and a server that others use is left as it was.

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

/** Declares the whole suite for one store. */
export const contract = (name: string, makeStore: () => Promise<StoreUnderTest>): void => {
  describe(`${name} keeps the event store's promises:`, () => {
    let underTest: StoreUnderTest;
    let store: EventStore;
    const opened: EventStore[] = [];
    const subject: Subject = {
      get store() {
        return store;
      },
      another: () => {
        const other = underTest.open();
        opened.push(other);
        return other;
      },
    };
    beforeAll(async () => {
      underTest = await makeStore();
      store = subject.another();
      await store.ping();
    });
    afterAll(async () => {
      await Promise.all(opened.map((one) => one.close()));
      await underTest?.end();
    });

    appending(subject);
    conflicts(subject);
    repeats(subject);
    payloads(subject);
    limits(subject);
    readingStreams(subject);
    readingTheLog(subject);
    following(subject);
    lifecycle(subject);
  });
};
