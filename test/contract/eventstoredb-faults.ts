import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { AppendResult, EventStore, LogEvent, NewEvent } from '../../src/event-store/port.ts';
import { START } from '../../src/event-store/port.ts';
import { until } from '../support/until.ts';

// Writers append and a subscriber follows while the server is killed, frozen and restarted. Afterwards no acknowledged
// event is missing, none is there twice, and the subscriber saw the log as it is.

export type Control = (order: 'kill' | 'stop' | 'start' | 'freeze' | 'thaw') => Promise<void>;

export interface FaultyServer {
  url: string;
  control: Control;
  /** How long it stays frozen. */
  frozen_ms: number;
  end(): Promise<void>;
}

const WRITERS = 32;
const ROUNDS = process.env.FULL ? 5 : 1;

export const faults = (name: string, arrange: () => Promise<FaultyServer>): void => {
  test(`${name} loses and doubles nothing when it is killed, frozen and restarted under load`, {
    timeout: 600_000,
  }, async () => {
    const { url, control, frozen_ms, end } = await arrange();
    const prefix = `faults_${randomUUID().replaceAll('-', '')}.`;
    const store = openEventStoreDbEventStore({ url, prefix });
    const acknowledged = new Map<string, AppendResult & { stream: string }>();
    const seen: LogEvent[] = [];
    const subscription = store.subscribeAll({ after: START, onBatch: async ({ events }) => void seen.push(...events) });
    let stopping = false;
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const stream = `writer-${writer}`;
      for (let revision = -1n; !stopping; revision += 1n) {
        const event: NewEvent = { id: randomUUID(), type: 'Written', data: { writer }, metadata: {} };
        const result = await insist(store, stream, event, revision, () => isOver);
        acknowledged.set(event.id, { ...result, stream });
      }
    });
    const written = Promise.all(writers);
    // A writer that was refused ends the test where it waits next.
    let refused: unknown;
    written.catch((error: unknown) => {
      refused = error;
    });
    const goesOn = async (since: string) => {
      const before = acknowledged.size;
      await until(() => refused !== undefined || acknowledged.size > before + 10 * WRITERS).catch(() => {
        throw new Error(`${acknowledged.size - before} events were acknowledged in a minute ${since}`);
      });
      if (refused !== undefined) throw refused;
    };

    try {
      for (let round = 1; round <= ROUNDS; round += 1) {
        await goesOn(`at the begin of round ${round}`);
        await control('kill');
        await control('start');
        await goesOn(`after a kill in round ${round}`);
        await control('freeze');
        await new Promise((resolve) => setTimeout(resolve, frozen_ms));
        await control('thaw');
        await goesOn(`after a freeze in round ${round}`);
        await control('stop');
        await control('start');
        await goesOn(`after a stop in round ${round}`);
      }
      stopping = true;
      await written;

      const log: LogEvent[] = [];
      for await (const batch of store.readAll({ after: START, upTo: await store.head() })) log.push(...batch);
      await until(() => seen.length >= log.length).catch(() => {
        throw new Error(`the subscriber saw ${seen.length} of ${log.length} events in a minute`);
      });
      await subscription.stop();

      const there = new Map(log.map((event) => [event.id, event]));
      expect(there.size).toBe(log.length);
      expect(log).toHaveLength(acknowledged.size);
      for (const [id, { stream, revision, position }] of acknowledged) {
        expect(there.get(id)).toMatchObject({ stream, revision, position });
      }
      expect(seen.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
    } finally {
      stopping = true;
      isOver = true;
      await store.close();
      await end();
    }
  });
};

/** Appends until the answer is yes, with the same id while it is not known, or until the test is over. */
async function insist(
  store: EventStore,
  stream: string,
  event: NewEvent,
  revision: bigint,
  isOver: () => boolean,
): Promise<AppendResult> {
  for (;;) {
    try {
      return await store.append(stream, [event], revision < 0n ? 'no_stream' : revision);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || isOver()) throw error;
    }
  }
}
