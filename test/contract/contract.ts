import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore } from '../../src/event-store/port.ts';
import type { StoreUnderTest, Subject } from '../support/contract-subject.ts';
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
