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
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const stream = `writer-${writer}`;
      for (let revision = -1n; !stopping; revision += 1n) {
        const event: NewEvent = { id: randomUUID(), type: 'Written', data: { writer }, metadata: {} };
        const result = await insist(store, stream, event, revision);
        acknowledged.set(event.id, { ...result, stream });
      }
    });
    const underWay = async () => {
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + 10 * WRITERS);
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      await underWay();
      await control('kill');
      await control('start');
      await underWay();
      await control('freeze');
      await new Promise((resolve) => setTimeout(resolve, frozen_ms));
      await control('thaw');
      await underWay();
      await control('stop');
      await control('start');
      await underWay();
    }
    stopping = true;
    await Promise.all(writers);

    const log: LogEvent[] = [];
    for await (const batch of store.readAll({ after: START, upTo: await store.head() })) log.push(...batch);
    await until(() => seen.length >= log.length);
    await subscription.stop();

    const there = new Map(log.map((event) => [event.id, event]));
    expect(there.size).toBe(log.length);
    expect(log).toHaveLength(acknowledged.size);
    for (const [id, { stream, revision, position }] of acknowledged) {
      expect(there.get(id)).toMatchObject({ stream, revision, position });
    }
    expect(seen.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
    await store.close();
    await end();
  });
};

/** Appends until the answer is yes, with the same id while it is not known. */
async function insist(store: EventStore, stream: string, event: NewEvent, revision: bigint): Promise<AppendResult> {
  for (;;) {
    try {
      return await store.append(stream, [event], revision < 0n ? 'no_stream' : revision);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
