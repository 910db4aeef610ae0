import { fork } from 'node:child_process';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { type Bench, inTurn, type Measurement, type Row, row } from '../bench.ts';
import { programOf } from '../program.ts';
import { filledLog } from '../read-models.ts';

// Reading the log from its start: how fast, and with how much memory however long it is.

const EVENTS = 100_000;
const SHORT = 1_000_000;
const LONG = 5_000_000;

const speed = async (bench: Bench): Promise<Row[]> => {
  const address = await filledLog(bench, EVENTS);
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
          setup: `${EVENTS.toLocaleString('en')} events of about 500 bytes, ${bench.rounds} rounds, each complete`,
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
    const { path, execArgv } = programOf('read-log-child');
    const child = fork(path, [JSON.stringify(address)], { execArgv });
    child.on('error', reject);
    child.on('message', (told: { count: number; peak_MB: number }) => {
      if (told.count === count) resolve(told.peak_MB);
      else reject(new Error(`${told.count} of ${count} events were read`));
    });
    child.on('exit', (code) => reject(new Error(`the reader ended with ${code}`)));
  });

const memory = async (bench: Bench): Promise<Row[]> => {
  const peaks: number[] = [];
  for (const count of [SHORT, LONG]) peaks.push(await peakMemory_MB(await filledLog(bench, count), count));
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
      [long],
      [512],
    ),
  ];
};

export const measurements: Measurement[] = [
  { name: 'read log', measure: speed },
  { name: 'memory log', measure: memory },
];
