/**
 * The rows that need a real EventStoreDB: appends through both stores in turn, and a rebuild's reading through our
 * store against what the bare client reads. Everything is written under a prefix of the run's own.
 */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { openDatabase } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';

/** One line of the bench's table. `ours` and `baseline` are medians over rounds taken in turn. */
export interface Row {
  name: string;
  unit: string;
  ours: number;
  baseline: number;
  baseline_name: string;
  ratio: number;
  goal: number;
  met: boolean;
}

export interface EventStoreDbBench {
  url: string;
  /** The Postgres store on a durable database. */
  postgres: EventStore;
  rounds?: number;
  /** How long each side appends in a round. */
  append_ms?: number;
  /** Events that each side reads in a round. */
  readEvents?: number;
}

const CALLERS = 64;
/** About 400 bytes of JSON, as an event of the ledger has. */
const data = { employee: 'employee_01JD2N8V5R', amount: '1234.56', note: 'x'.repeat(320) };
const event = (): NewEvent => ({ id: randomUUID(), type: 'LineItemUpserted', data, metadata: {} });

/** Measures the rows. Leaves its events in the server, under names that no other run reads. */
export async function eventStoreDbRows({
  url,
  postgres,
  rounds = 5,
  append_ms = 2_000,
  readEvents = 50_000,
}: EventStoreDbBench): Promise<Row[]> {
  const store = openEventStoreDbEventStore({ url, prefix: `bench_${randomUUID().replaceAll('-', '')}.` });
  try {
    await store.ping();
    const appends = await inTurn(rounds, [() => appendRate(postgres, append_ms), () => appendRate(store, append_ms)]);
    const reads = await compareReads(store, url, rounds, readEvents);
    return [
      row('append one event, 64 callers, durable', 'events/s', appends, 'EventStoreDB on the same machine', 3),
      row('rebuild reads through the EventStoreDB store', 'events/s', reads, 'its bare client, readAll', 0.7),
    ];
  } finally {
    await store.close();
  }
}

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
async function appendRate(store: EventStore, append_ms: number): Promise<number> {
  let events = 0;
  const begun_ms = performance.now();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < begun_ms + append_ms) {
        await store.append(`append-${randomUUID()}`, [event()], 'no_stream');
        events += 1;
      }
    }),
  );
  return events / seconds(begun_ms);
}

const seconds = (begun_ms: number): number => (performance.now() - begun_ms) / 1_000;

function complete(events: number, count: number): number {
  if (events !== count) throw new Error(`${events} of ${count} events were read`);
  return events;
}

/** Runs the sides one after the other, round by round, after one round that does not count. */
async function inTurn(rounds: number, sides: (() => Promise<number>)[]): Promise<number[][]> {
  const results: number[][] = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, side] of sides.entries()) {
      const result = await side();
      if (round > 0) results[i]?.push(result);
    }
  }
  return results;
}

function row(
  name: string,
  unit: string,
  [ours = [], baseline = []]: number[][],
  baseline_name: string,
  goal: number,
): Row {
  const ratio = median(ours) / median(baseline);
  return { name, unit, ours: median(ours), baseline: median(baseline), baseline_name, ratio, goal, met: ratio >= goal };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** On its own: `EVENTSTOREDB_URL=… node --import tsx bench/rows/eventstoredb.ts`, with a Postgres made for it. */
async function alone(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-bench-'));
  const database = await startEmbedded(dataDir);
  try {
    const sql = openDatabase(database.address, { max: 1 });
    await migrate(sql);
    await sql.end();
    const postgres = openPostgresEventStore({ database: database.address });
    console.table(await eventStoreDbRows({ url, postgres }));
    await postgres.close();
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { EVENTSTOREDB_URL } = process.env;
  if (!EVENTSTOREDB_URL) throw new Error('EVENTSTOREDB_URL must name a server to measure');
  await alone(EVENTSTOREDB_URL);
}
