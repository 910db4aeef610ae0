import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type DatabaseAddress, openDatabase, type Sql } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { type Bench, inTurn, type Measurement, median, type Row, row } from '../bench.ts';

// Reading the log from its start: how fast, and with how much memory however long it is.

const EVENTS = 100_000;
const SHORT = 1_000_000;
const LONG = 5_000_000;

/** Fills an empty log with events of about 450 bytes, ten to a stream. The server makes them, so this takes no time. */
const fill = async (sql: Sql, count: number): Promise<void> => {
  await sql`set statement_timeout = 0`;
  await sql`set synchronous_commit = off`;
  for (let from = 0; from < count; from += 100_000)
    await sql`
      insert into event_log (position, stream, revision, id, type, data, metadata, recorded_at)
      select n + 1, 'employee-' || md5((n / 10)::text), n % 10, md5(n::text)::uuid, 'EmployeeChanged',
        format('{"amount":"%s.56","employee":"employee_%s","hours":"80","note":"%s","tags":["regular","overtime"]}',
          n, n / 10, repeat('x', 150))::json,
        '{"actor":"company:company_01JD2N8V5R","company_id":"company_01JD2N8V5R","correlation_id":"request_01JD2N8V5RAAAA","occurred_at":"2026-03-01T09:30:00.000000Z"}',
        now()
      from generate_series(${from}::bigint, ${Math.min(from + 100_000, count) - 1}::bigint) n`;
  await sql`vacuum analyze event_log`;
};

const filled = async ({ freshDatabase }: Bench, count: number): Promise<DatabaseAddress> => {
  const address = await freshDatabase();
  const sql = openDatabase(address, { max: 1 });
  await fill(sql, count);
  await sql.end();
  return address;
};

const speed = async (bench: Bench): Promise<Row[]> => {
  const address = await filled(bench, EVENTS);
  const store = openPostgresEventStore({ database: address });
  const sql = openDatabase(address, { max: 1 });
  const rate = async (read: () => Promise<number>): Promise<number> => {
    const begun_ms = performance.now();
    const count = await read();
    if (count !== EVENTS) throw new Error(`${count} of ${EVENTS} events were read`);
    return count / ((performance.now() - begun_ms) / 1_000);
  };
  const ours = async (): Promise<number> => {
    let count = 0;
    for await (const batch of store.readAll({ after: 0n, upTo: BigInt(EVENTS) })) count += batch.length;
    return count;
  };
  const plain = async (): Promise<number> => {
    let count = 0;
    for (let after = 0n; ; ) {
      const rows = await sql<{ position: bigint }[]>`
        select position, stream, revision, id, type, data, metadata from event_log
        where position > ${after} order by position limit 1000`;
      if (rows.length === 0) return count;
      count += rows.length;
      after = rows.at(-1)!.position;
    }
  };
  try {
    const [mine, theirs] = await inTurn(bench.rounds, [() => rate(ours), () => rate(plain)]);
    return [
      row(
        {
          name: 'read the log from its start, decoded',
          unit: 'events/s',
          baseline_name: "the driver's ordinary rows, 1,000 at a time",
          goal: null,
          setup: `${EVENTS.toLocaleString('en')} events of about 450 bytes, ${bench.rounds} rounds, each complete`,
        },
        mine!,
        theirs!,
      ),
    ];
  } finally {
    await Promise.all([store.close(), sql.end()]);
  }
};

/** Most memory, in MB, of a process that reads a log from start to end. */
const peakMemory_MB = (address: DatabaseAddress, count: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('../read-log-child.ts', import.meta.url)), [JSON.stringify(address)], {
      execArgv: ['--import', 'tsx'],
    });
    child.on('error', reject);
    child.on('message', (told: { count: number; peak_MB: number }) => {
      if (told.count === count) resolve(told.peak_MB);
      else reject(new Error(`${told.count} of ${count} events were read`));
    });
    child.on('exit', (code) => reject(new Error(`the reader ended with ${code}`)));
  });

const memory = async (bench: Bench): Promise<Row[]> => {
  const peaks: number[] = [];
  for (const count of [SHORT, LONG]) peaks.push(await peakMemory_MB(await filled(bench, count), count));
  const [short, long] = peaks as [number, number];
  const what = { unit: 'MB', less: true, setup: 'peak resident memory of a process that reads every event once' };
  const millions = (count: number): string => `${count / 1_000_000} million events`;
  return [
    row(
      {
        ...what,
        name: `memory to read a log of ${millions(LONG)}`,
        baseline_name: `of ${millions(SHORT)}`,
        goal: 1.25,
      },
      [long],
      [short],
    ),
    row(
      { ...what, name: `memory to read a log of ${millions(LONG)}`, baseline_name: 'the limit set for it', goal: 1 },
      [median([long])],
      [512],
    ),
  ];
};

export const measurements: Measurement[] = [
  { name: 'read log', measure: speed },
  { name: 'memory log', measure: memory },
];
