/**
 * The rows that need a real EventStoreDB: appends through both stores in turn; a rebuild of a read model through our
 * store, and its reading alone, against what the bare client reads. Everything is written under a prefix of the run's
 * own.
 */

import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { callRate, inTurn, type Measurement, type Row, row } from '../bench.ts';
import { EVENTS_OF_STREAM, openSide, streamOf } from '../read-models.ts';

/** How long each side appends in a round. */
const APPEND_ms = 2_000;
/** Events that each side reads in a round: so many that what a rebuild takes beside them counts little. */
const READ_EVENTS = 400_000;
const CALLERS = 64;
/** About 400 bytes of JSON, as an event of the ledger has. */
const data = { employee: 'employee_01JD2N8V5R', amount: '1234.56', note: 'x'.repeat(320) };
const event = (): NewEvent => ({ id: randomUUID(), type: 'LineItemUpserted', data, metadata: {} });

/** Measures on the server of EVENTSTOREDB_URL. Leaves its events there, under names that no other run reads. */
async function withStore(work: (store: EventStore, url: string) => Promise<Row[]>): Promise<Row[]> {
  const url = process.env.EVENTSTOREDB_URL!;
  const store = openEventStoreDbEventStore({ url, prefix: `bench_${randomUUID().replaceAll('-', '')}.` });
  try {
    await store.ping();
    return await work(store, url);
  } finally {
    await store.close();
  }
}

const needs = (): string | undefined => (process.env.EVENTSTOREDB_URL ? undefined : 'EVENTSTOREDB_URL is not set');

export const measurements: Measurement[] = [
  {
    name: 'append EventStoreDB',
    needs,
    measure: ({ freshDatabase, rounds }) =>
      withStore(async (store) => {
        const postgres = openPostgresEventStore({ database: await freshDatabase() });
        try {
          const [ours, theirs] = await inTurn(rounds, [
            () => appendRate(postgres, APPEND_ms),
            () => appendRate(store, APPEND_ms),
          ]);
          return [
            row(
              {
                name: 'append one event, 64 callers, Postgres store',
                unit: 'events/s',
                baseline_name: 'EventStoreDB on the same machine',
                goal: 3,
                setup: `about 400 bytes each, a new stream each, ${rounds} rounds of ${APPEND_ms / 1_000} s`,
              },
              ours!,
              theirs!,
            ),
          ];
        } finally {
          await postgres.close();
        }
      }),
  },
  {
    name: 'rebuild EventStoreDB',
    needs,
    measure: ({ freshDatabase, rounds }) =>
      withStore(async (store, url) => {
        const [rebuilt, read, bare] = await compareReads(store, url, await freshDatabase(), rounds);
        const what = {
          unit: 'events/s',
          baseline_name: 'its bare client, readAll',
          goal: 0.8,
          setup: `${READ_EVENTS.toLocaleString('en')} events of about 500 bytes, each side complete, ${rounds} rounds`,
        };
        return [
          row({ ...what, name: 'rebuild a read model through the EventStoreDB store' }, rebuilt!, bare!),
          row({ ...what, name: 'read through the EventStoreDB store' }, read!, bare!),
        ];
      }),
  },
];

/** Writes the log; gives the position right before it. */
async function fill(store: EventStore): Promise<bigint> {
  const { position } = await store.append('before-all', [event()], 'no_stream');
  let next = 0;
  const caller = async () => {
    while (next < READ_EVENTS / EVENTS_OF_STREAM) {
      const number = next++;
      const events = streamOf(number).map((one) => ({ ...one, id: randomUUID() }));
      await store.append(`recurring-rec_${String(number).padStart(26, '0')}`, events, 'no_stream');
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return position;
}

async function compareReads(
  store: EventStore,
  url: string,
  database: DatabaseAddress,
  rounds: number,
): Promise<number[][]> {
  const before = await fill(store);
  const head = await store.head();
  const side = await openSide(database, store);
  const client = EventStoreDBClient.connectionString(url);

  const ours = async () => {
    let events = 0;
    const begun_ms = performance.now();
    for await (const batch of store.readAll({ after: before, upTo: head })) events += batch.length;
    return complete(events) / seconds(begun_ms);
  };
  const bare = async () => {
    let events = 0;
    const begun_ms = performance.now();
    await new Promise<void>((resolve, reject) => {
      // Its start is inclusive: one event more.
      const read = client.readAll({ fromPosition: { commit: before, prepare: before }, maxCount: READ_EVENTS + 1 });
      read.on('data', () => (events += 1));
      read.on('error', reject);
      read.on('end', resolve);
    });
    return complete(events - 1) / seconds(begun_ms);
  };
  try {
    return await inTurn(rounds, [() => side.rebuild(READ_EVENTS), ours, bare]);
  } finally {
    await client.dispose();
    await side.close();
  }
}

/** Events per second that 64 callers append one by one, each to new streams. */
const appendRate = (store: EventStore, append_ms: number): Promise<number> =>
  callRate(CALLERS, append_ms, () => store.append(`append-${randomUUID()}`, [event()], 'no_stream'));

const seconds = (begun_ms: number): number => (performance.now() - begun_ms) / 1_000;

function complete(events: number): number {
  if (events !== READ_EVENTS) throw new Error(`${events} of ${READ_EVENTS} events were read`);
  return events;
}
