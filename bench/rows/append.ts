import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { type DatabaseAddress, openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore, ExpectedRevision, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { urlOf } from '../../test/support/database-url.ts';
import { type Bench, callRate, inTurn, type Measurement, type Row, row } from '../bench.ts';

// Appending to the log. Everything is durable: an answer means that the events are on disk.
//
// - uncoordinated single inserts: what a log is without group commit; a bigserial for a position (which readers cannot
//   trust), one INSERT per append, 16 connections
// - COPY: what the machine can do at all, one connection that loads the same rows in one go
// - emmett: a well-known library with the same guarantees per stream

const CALLERS = [1, 16, 64, 256];
const ROUND_ms = 2_000;
const CONNECTIONS = 16;
const HUNDRED = 100;

/** Members like those of an event of the ledger: about 450 bytes with the metadata. */
const data = (): NewEvent['data'] => ({
  employee: 'employee_01JD2N8V5R',
  amount: '1234.56',
  hours: '80',
  note: 'x'.repeat(150),
  tags: ['regular', 'overtime'],
  nested: { rate: '31.2500', code: 'REG' },
});
const metadata = (): NewEvent['metadata'] => ({
  company_id: 'company_01JD2N8V5R',
  actor: 'company:company_01JD2N8V5R',
  correlation_id: 'request_01JD2N8V5RAAAAAAAAAAAAAAAA',
  occurred_at: '2026-03-01T09:30:00.000000Z',
});
const newEvent = (): NewEvent => ({ id: randomUUID(), type: 'EmployeeChanged', data: data(), metadata: metadata() });
const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, newEvent);

/** One side: appends so many events to the stream of a caller, at the revision where that stands. */
interface Side {
  append(caller: number, count: number): Promise<void>;
  close(): Promise<void>;
}

/** Each caller has a stream of its own and knows where it stands. */
const streamsOf = (): ((caller: number) => { name: string; length: number }) => {
  const streams = new Map<number, { name: string; length: number }>();
  return (caller) => {
    const known = streams.get(caller) ?? { name: `employee-${randomUUID()}`, length: 0 };
    streams.set(caller, known);
    return known;
  };
};

const ourSide = (store: EventStore): Side => {
  const streamOf = streamsOf();
  return {
    append: async (caller, count) => {
      const stream = streamOf(caller);
      const expected: ExpectedRevision = stream.length === 0 ? 'no_stream' : BigInt(stream.length - 1);
      await store.append(stream.name, newEvents(count), expected);
      stream.length += count;
    },
    close: () => store.close(),
  };
};

const naiveSide = async (address: DatabaseAddress): Promise<Side> => {
  const sql = openDatabase(address, { max: CONNECTIONS });
  await sql`
    create table naive_log (
      position bigserial primary key, stream text collate "C" not null, revision bigint not null, id uuid not null,
      type text collate "C" not null, data json not null, metadata json not null,
      recorded_at timestamptz not null default now(), unique (stream, revision)
    )`;
  const streamOf = streamsOf();
  return {
    append: async (caller, count) => {
      const stream = streamOf(caller);
      const events = newEvents(count);
      const texts = (values: unknown[]) => values.map((value) => JSON.stringify(value));
      await sql`
        insert into naive_log (stream, revision, id, type, data, metadata)
        select ${stream.name}, ${stream.length}::bigint + ordinal - 1, id, type, data::json, metadata::json
        from unnest(
          ${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
          ${texts(events.map((event) => event.data))}::text[], ${texts(events.map((event) => event.metadata))}::text[]
        ) with ordinality as event (id, type, data, metadata, ordinal)`;
      stream.length += count;
    },
    close: () => sql.end(),
  };
};

const emmettSide = async (address: DatabaseAddress): Promise<Side> => {
  const store = getPostgreSQLEventStore(urlOf(address));
  await store.schema.migrate();
  const streamOf = streamsOf();
  return {
    append: async (caller, count) => {
      const stream = streamOf(caller);
      await store.appendToStream(
        stream.name,
        newEvents(count).map((event) => ({ type: event.type, data: event.data, metadata: event.metadata })),
        { expectedStreamVersion: BigInt(stream.length) },
      );
      stream.length += count;
    },
    close: () => store.close(),
  };
};

/** Events per second of one COPY of many rows into a table like the log. */
const copyRate = async (sql: Sql, count: number): Promise<number> => {
  const lines = newEvents(count).map((event, index) => {
    const texts = [event.data, event.metadata].map((value) => JSON.stringify(value).replaceAll('\\', '\\\\'));
    return `employee-${randomUUID()}\t${index}\t${event.id}\t${event.type}\t${texts.join('\t')}\n`;
  });
  const begun_ms = performance.now();
  const stream = await sql`copy naive_log (stream, revision, id, type, data, metadata) from stdin`.writable();
  await new Promise<void>((resolve, reject) => {
    stream.on('error', reject);
    stream.on('finish', resolve);
    for (let start = 0; start < lines.length; start += 500) stream.write(lines.slice(start, start + 500).join(''));
    stream.end();
  });
  // The driver reports the end of writing, not of COPY; the next statement on its only connection waits for that.
  await sql`select 1`;
  return count / ((performance.now() - begun_ms) / 1_000);
};

const withSides = async (sides: Side[], work: () => Promise<Row[]>): Promise<Row[]> => {
  try {
    return await work();
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
};

const eventRate = (side: Side, callers: number, count: number): Promise<number> =>
  callRate(callers, ROUND_ms, (caller) => side.append(caller, count)).then((rate) => rate * count);

const setupOf = (rounds: number): string =>
  `about 450 bytes each, own streams, ${rounds} rounds of ${ROUND_ms / 1_000} s`;

const single = async ({ freshDatabase, rounds }: Bench): Promise<Row[]> => {
  const address = await freshDatabase();
  const ours = ourSide(openPostgresEventStore({ database: address }));
  const naive = await naiveSide(address);
  return withSides([ours, naive], async () => {
    const rows: Row[] = [];
    for (const callers of CALLERS) {
      const [mine, theirs] = await inTurn(rounds, [
        () => eventRate(ours, callers, 1),
        () => eventRate(naive, callers, 1),
      ]);
      const what = {
        name: `append one event, ${callers} ${callers === 1 ? 'caller' : 'callers'}`,
        unit: 'events/s',
        baseline_name: `single inserts, ${CONNECTIONS} connections`,
        goal: callers === 64 ? 2 : null,
        setup: setupOf(rounds),
      };
      rows.push(row(what, mine!, theirs!));
    }
    return rows;
  });
};

const hundreds = async ({ freshDatabase, rounds }: Bench): Promise<Row[]> => {
  const address = await freshDatabase();
  const ours = ourSide(openPostgresEventStore({ database: address }));
  const naive = await naiveSide(address);
  const sql = openDatabase(address, { max: 1 });
  return withSides([ours, naive, { append: async () => {}, close: () => sql.end() }], async () => {
    const [mine, theirs, copy] = await inTurn(rounds, [
      () => eventRate(ours, 16, HUNDRED),
      () => eventRate(naive, 16, HUNDRED),
      () => copyRate(sql, 20_000),
    ]);
    const what = { name: 'append 100 events, 16 callers', unit: 'events/s', goal: null, setup: setupOf(rounds) };
    return [
      row({ ...what, baseline_name: `inserts of 100, ${CONNECTIONS} connections` }, mine!, theirs!),
      row({ ...what, baseline_name: 'COPY of 20,000, the most this machine takes' }, mine!, copy!),
    ];
  });
};

const emmett = async ({ freshDatabase, rounds }: Bench): Promise<Row[]> => {
  const address = await freshDatabase();
  const ours = ourSide(openPostgresEventStore({ database: address }));
  const theirs = await emmettSide(address);
  return withSides([ours, theirs], async () => {
    const [mine, others] = await inTurn(rounds, [() => eventRate(ours, 64, 1), () => eventRate(theirs, 64, 1)]);
    const what = {
      name: 'append one event, 64 callers, beside emmett',
      unit: 'events/s',
      baseline_name: '@event-driven-io/emmett-postgresql 0.42.0',
      goal: 7,
      setup: setupOf(rounds),
    };
    return [row(what, mine!, others!)];
  });
};

export const measurements: Measurement[] = [
  { name: 'append one', measure: single },
  { name: 'append hundreds', measure: hundreds },
  { name: 'append emmett', measure: emmett },
];
