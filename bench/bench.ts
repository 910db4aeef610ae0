import { cpus, totalmem } from 'node:os';
import { type DatabaseAddress, openDatabase } from '../src/database/connect.ts';
import { migrate } from '../src/database/migrate.ts';

/** One line of the bench's table. `ours` and `baseline` are medians over rounds taken in turn, in one run. */
export interface Row {
  name: string;
  unit: string;
  ours: number;
  baseline: number;
  baseline_name: string;
  /** ours / baseline */
  ratio: number;
  /** What the ratio must reach, or stay under where less is better; null for a row that only informs. */
  goal: number | null;
  met: boolean | null;
  /** What was measured, in a line: sizes, callers, rounds. */
  setup?: string;
}

/** What a rows file is given. */
export interface Bench {
  /** A database of its own with the service's tables, on a server with the service's settings (durable). */
  freshDatabase(): Promise<DatabaseAddress>;
  /** A database of `freshDatabase` that is filled once and used by every row that asks for it by the same name. */
  sharedDatabase(name: string, fill: (address: DatabaseAddress) => Promise<void>): Promise<DatabaseAddress>;
  /** Rounds that count, at least 5. */
  rounds: number;
}

/** What a file in bench/rows exports as `measurements`. A name is what `--only` picks by. */
export interface Measurement {
  name: string;
  /** Why it cannot run now, when it cannot: a setting that is missing. */
  needs?: () => string | undefined;
  measure(bench: Bench): Promise<Row[]>;
}

/** The middle value; of an even number the lower one of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/**
 * Runs the sides one after the other, round by round, so that whatever else the machine does meets them alike; the
 * first round does not count, unless the sides take so long (`warm`) that warming up is no part of it. Gives each
 * side's results.
 */
export const inTurn = async (
  rounds: number,
  sides: (() => Promise<number>)[],
  { warm = false }: { warm?: boolean } = {},
): Promise<number[][]> => {
  const results: number[][] = sides.map(() => []);
  for (let round = warm ? 1 : 0; round <= rounds; round++)
    for (const [index, side] of sides.entries()) {
      const result = await side();
      if (round > 0) results[index]!.push(result);
    }
  return results;
};

/** A row of two sides' results. With `less` the ratio must stay at the goal or under it. */
export const row = (
  {
    name,
    unit,
    baseline_name,
    goal,
    less = false,
    setup,
  }: {
    name: string;
    unit: string;
    baseline_name: string;
    goal: number | null;
    less?: boolean;
    setup?: string;
  },
  ours: readonly number[],
  baseline: readonly number[],
): Row => {
  const ratio = median(ours) / median(baseline);
  const met = goal === null ? null : less ? ratio <= goal : ratio >= goal;
  return { name, unit, ours: median(ours), baseline: median(baseline), baseline_name, ratio, goal, met, setup };
};

/** How many calls per second `callers` get through that each call again as soon as they are answered. */
export const callRate = async (
  callers: number,
  time_ms: number,
  call: (caller: number) => Promise<unknown>,
): Promise<number> => {
  let calls = 0;
  const begun_ms = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < begun_ms + time_ms) {
        await call(caller);
        calls++;
      }
    }),
  );
  return calls / ((performance.now() - begun_ms) / 1_000);
};

/** The machine and what runs on it, in a line. */
export const describeMachine = async (address: DatabaseAddress): Promise<string> => {
  const sql = openDatabase(address, { max: 1 });
  const [server] = await sql<{ version: string; fsync: string; synchronous_commit: string; shared_buffers: string }[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('shared_buffers') as shared_buffers`;
  await sql.end();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${gigabytes} GB, ${process.platform} ${process.arch}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${server?.version} (fsync ${server?.fsync}, synchronous_commit ${server?.synchronous_commit}, shared_buffers ${server?.shared_buffers})`,
  ].join('; ');
};

/** Makes databases on a server, with the service's tables. */
export const databaseMaker = (server: DatabaseAddress): Pick<Bench, 'freshDatabase' | 'sharedDatabase'> => {
  let count = 0;
  const shared = new Map<string, Promise<DatabaseAddress>>();
  const freshDatabase = async (): Promise<DatabaseAddress> => {
    const name = `bench_${++count}`;
    const admin = openDatabase(server, { max: 1 });
    await admin`create database ${admin(name)}`;
    await admin.end();
    const address = { ...server, database: name };
    const sql = openDatabase(address, { max: 1 });
    await migrate(sql);
    await sql.end();
    return address;
  };
  return {
    freshDatabase,
    sharedDatabase: (name, fill) => {
      const made = shared.get(name) ?? freshDatabase().then((address) => fill(address).then(() => address));
      shared.set(name, made);
      return made;
    },
  };
};
