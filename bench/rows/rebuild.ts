import { fork } from 'node:child_process';
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { urlOf } from '../../test/support/database-url.ts';
import { type Bench, inTurn, type Measurement, type Row, row } from '../bench.ts';
import { serverTime_s } from '../processor-time.ts';
import { programOf } from '../program.ts';
import { EVENTS_OF_STREAM, filledLog, openSide, type Recorded, streamOf } from '../read-models.ts';

// Rebuilding a read model from the log: read, decoded, folded, written and indexed, each row checked for completeness.
//
// Emmett folds the same events into the same document per stream with its documented single-stream projection. It gets
// 20,000 of them: at its rate more would take the afternoon.

const EMMETT = '@event-driven-io/emmett-postgresql 0.42.0';
const EMMETT_EVENTS = 20_000;
const SHORT = 100_000;
const LONG = 1_000_000;
const VERY_LONG = 5_000_000;
/** A rebuild of any size stays under it. */
const LIMIT_MB = 512;
/** What a rebuild must reach on two cores. */
const PROMISED = 100_000;
/** What a million events may take of all processors together: at that, two cores make them in ten seconds. */
const PROCESSORS_s = 20;

type Doc = Record<string, unknown> & { version: string };
type Positioned = { metadata: { streamPosition: bigint } };

const openEmmett = async (address: DatabaseAddress) => {
  const connectionString = urlOf(address);
  const store = getPostgreSQLEventStore(connectionString);
  await store.schema.migrate();
  const streams = EMMETT_EVENTS / EVENTS_OF_STREAM;
  for (let stream = 0; stream < streams; stream++)
    await store.appendToStream<Recorded>(`recurring-${stream}`, streamOf(stream));
  let round = 0;
  return {
    rebuild: async (): Promise<number> => {
      const collectionName = `recurrings_${++round}`;
      const consumer = rebuildPostgreSQLProjections({
        connectionString,
        projections: [
          {
            processorId: `rebuild ${round}`,
            projection: pongoSingleStreamProjection<Doc, Recorded>({
              collectionName,
              canHandle: ['RecurringCreated', 'RecurringChanged'],
              evolve: (before: Doc | null, { type, data, metadata }: Recorded & Positioned): Doc | null => {
                const version = String(metadata.streamPosition);
                if (type === 'RecurringCreated') return { ...data, scope_id: metadata.company_id, version };
                return before && { ...before, ...data, version };
              },
            }),
          },
        ],
      });
      const begun_ms = performance.now();
      await consumer.start();
      const took_s = (performance.now() - begun_ms) / 1_000;
      await consumer.close();
      const sql = openDatabase(address, { max: 1 });
      const [found] = await sql<{ rows: bigint; last: bigint }[]>`
        select count(*) as rows, count(*) filter (where data->>'version' = ${String(EVENTS_OF_STREAM)}) as last
        from ${sql(collectionName)}`;
      await sql.end();
      if (found!.rows !== BigInt(streams) || found!.last !== BigInt(streams))
        throw new Error(`emmett built ${found!.rows} of ${streams} rows, ${found!.last} from all their events`);
      return EMMETT_EVENTS / took_s;
    },
    close: () => store.close(),
  };
};

const setupOf = (count: number, rounds: number): string =>
  `${count.toLocaleString('en')} events of about 500 bytes in streams of ${EVENTS_OF_STREAM}, every row checked, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;

const beside = async (bench: Bench): Promise<Row[]> => {
  const { freshDatabase, rounds } = bench;
  const ours = await openSide(await filledLog(bench, SHORT));
  const theirs = await openEmmett(await freshDatabase());
  try {
    const [mine, others] = await inTurn(rounds, [() => ours.rebuild(SHORT), () => theirs.rebuild()], { warm: true });
    const what = {
      name: 'rebuild a read model',
      unit: 'events/s',
      baseline_name: `${EMMETT}, ${EMMETT_EVENTS.toLocaleString('en')} events`,
      goal: 50,
      setup: setupOf(SHORT, rounds),
    };
    return [row(what, mine!, others!)];
  } finally {
    await ours.close();
    await theirs.close();
  }
};

/** One rebuild: its rate, seconds of the processors that it took of its process, and the peak of memory there. */
interface Rebuilt {
  rate: number;
  processor_s: number;
  peak_MB: number;
}

/** Rebuilds in a process of its own, whose memory nobody else uses. */
const inChild = (address: DatabaseAddress, count: number): Promise<Rebuilt> =>
  new Promise((resolve, reject) => {
    const { path, execArgv } = programOf('rebuild-child');
    const child = fork(path, [JSON.stringify({ address, count })], { execArgv });
    child.once('error', reject);
    child.once('message', (answer) => resolve(answer as Rebuilt));
    child.once('exit', (code) => reject(new Error(`the process that rebuilt ended with ${code}`)));
  });

const rebuilds = async (bench: Bench, count: number, rounds: number) => {
  const address = await filledLog(bench, count);
  const results: Rebuilt[] = [];
  for (let round = 0; round < rounds; round++) {
    const before_s = await serverTime_s(address);
    const one = await inChild(address, count);
    results.push({ ...one, processor_s: one.processor_s + (await serverTime_s(address)) - before_s });
  }
  return {
    rates: results.map(({ rate }) => rate),
    seconds: results.map(({ processor_s }) => processor_s),
    peak_MB: Math.max(...results.map(({ peak_MB }) => peak_MB)),
  };
};

const millions = (count: number): string => `${count / 1_000_000} million`;

const rateRow = (count: number, rates: readonly number[]): Row =>
  row(
    {
      name: `rebuild of ${millions(count)}`,
      unit: 'events/s',
      baseline_name: 'promised',
      goal: 1,
      setup: setupOf(count, rates.length),
    },
    rates,
    [PROMISED],
  );

const long = async (bench: Bench): Promise<Row[]> => {
  const { rates, seconds } = await rebuilds(bench, LONG, bench.rounds);
  return [
    rateRow(LONG, rates),
    row(
      {
        name: `rebuild of ${millions(LONG)}, processors' time`,
        unit: 's',
        less: true,
        baseline_name: 's at most',
        goal: 1,
        setup: 'of the process that rebuilds, its threads and the database together',
      },
      seconds,
      [PROCESSORS_s],
    ),
  ];
};

/** Rounds with the long log: as many as the memory of a rebuild is told by. */
const MEMORY_ROUNDS = 2;

const memory = async (bench: Bench): Promise<Row[]> => {
  const short = await rebuilds(bench, LONG, MEMORY_ROUNDS);
  const long = await rebuilds(bench, VERY_LONG, 1);
  const what = { unit: 'MB', less: true, setup: 'the whole process that rebuilds, resident, at its peak' };
  const of = (count: number): string => `memory of a rebuild of ${millions(count)}`;
  const limit = { baseline_name: 'MB at most', goal: 1 };
  return [
    rateRow(VERY_LONG, long.rates),
    row({ ...what, ...limit, name: of(LONG) }, [short.peak_MB], [LIMIT_MB]),
    row({ ...what, ...limit, name: of(VERY_LONG) }, [long.peak_MB], [LIMIT_MB]),
    row(
      { ...what, name: of(VERY_LONG), baseline_name: `of ${millions(LONG)}`, goal: 1.25 },
      [long.peak_MB],
      [short.peak_MB],
    ),
  ];
};

export const measurements: Measurement[] = [
  { name: 'rebuild beside emmett', measure: beside },
  { name: 'rebuild 1 million', measure: long },
  { name: 'rebuild memory', measure: memory },
];
