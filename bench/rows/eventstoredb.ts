/**
 * The rows that need a real EventStoreDB: appends through both stores in turn, and a rebuild's reading through our
 * store against what the bare client reads. Everything is written under a prefix of the run's own.
 */

import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { callRate, inTurn, type Measurement, type Row, row } from '../bench.ts';

/** How long each side appends in a round. */
const APPEND_ms = 2_000;
/** Events that each side reads in a round. */
const READ_EVENTS = 50_000;
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
    name: 'read EventStoreDB',
    needs,
    measure: ({ rounds }) =>
      withStore(async (store, url) => {
        const [ours, bare] = await compareReads(store, url, rounds, READ_EVENTS);
        return [
          row(
            {
              name: 'rebuild reads through the EventStoreDB store',
              unit: 'events/s',
              baseline_name: 'its bare client, readAll',
              goal: 0.7,
              setup: `${READ_EVENTS} events of about 400 bytes, ${rounds} rounds`,
            },
            ours!,
            bare!,
          ),
        ];
      }),
  },
];

async function compareReads(store: EventStore, url: string, rounds: number, count: number): Promise<number[][]> {
  const { position: before } = await store.append('read-from', [event()], 'no_stream');
  for (let written = 0; written < count; written += 500) {
    const events = Array.from({ length: Math.min(500, count - written) }, event);
    await store.append(`read-${written}`, events, 'no_stream');
  }
  const head = await store.head();
  const client = EventStoreDBClient.connectionString(url);

  const ours = async () => {
    let events = 0;
    const begun_ms = performance.now();
    for await (const batch of store.readAll({ after: before, upTo: head })) events += batch.length;
    return complete(events, count) / seconds(begun_ms);
  };
  const bare = async () => {
    let events = 0;
    const begun_ms = performance.now();
    await new Promise<void>((resolve, reject) => {
      // Its start is inclusive: one event more.
      const read = client.readAll({ fromPosition: { commit: before, prepare: before }, maxCount: count + 1 });
      read.on('data', () => (events += 1));
      read.on('error', reject);
      read.on('end', resolve);
    });
    return complete(events - 1, count) / seconds(begun_ms);
  };
  try {
    return await inTurn(rounds, [ours, bare]);
  } finally {
    await client.dispose();
  }
}

/** Events per second that 64 callers append one by one, each to new streams. */
const appendRate = (store: EventStore, append_ms: number): Promise<number> =>
  callRate(CALLERS, append_ms, () => store.append(`append-${randomUUID()}`, [event()], 'no_stream'));

const seconds = (begun_ms: number): number => (performance.now() - begun_ms) / 1_000;

function complete(events: number, count: number): number {
  if (events !== count) throw new Error(`${events} of ${count} events were read`);
  return events;
}
