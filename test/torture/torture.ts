import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { runnable } from '../support/program.ts';
import { check, type Verdict } from './check.ts';

// Several processes write, others read, and meanwhile everything is done to them that a bad day does: connections are
// cut in the middle of transactions, a session sits in an open transaction, processes are stopped and continued, and
// writers are killed and replaced. Afterwards the log is held against what each of them wrote down.

export interface TortureOptions {
  database: DatabaseAddress;
  seconds: number;
  writers?: number;
  readers?: number;
  callersPerWriter?: number;
}

export interface TortureReport extends Verdict {
  seconds: number;
  connectionsCut: number;
  processesStopped: number;
  processesKilled: number;
}

interface Child {
  process: ChildProcess;
  ready: Promise<void>;
  /** Resolves with what it found wrong, when it has ended by itself; rejects when it failed. */
  ended: Promise<string[]>;
}

const start = (file: string, task: object): Child => {
  const { path, execArgv } = runnable(`test/torture/${file}`);
  const child = fork(path, [JSON.stringify(task)], { execArgv, silent: true });
  let said = '';
  for (const output of [child.stdout!, child.stderr!])
    output.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-4_000);
    });
  let wrong: string[] = [];
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { ready?: boolean; wrong?: string[] }) => {
      if (message.ready) resolve();
      wrong = message.wrong ?? wrong;
    });
  });
  const ended = new Promise<string[]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(wrong);
      else reject(new Error(`${file} ended with ${signal ?? code}: ${said}`));
    });
  });
  const readyOrEnded = Promise.race([ready, ended.then(() => {})]);
  // Who is killed on purpose is not waited for.
  for (const promise of [ended, readyOrEnded]) promise.catch(() => {});
  return { process: child, ready: readyOrEnded, ended };
};

/** Says something to a process. One that ended by itself says why when its end is awaited. */
const tell = (child: Child, message: object): void => {
  child.process.send(message, () => {});
};

/** Runs until the time is up, then waits for everyone to finish and gives the verdict. */
export const torture = async ({
  database,
  seconds,
  writers: writerCount = 4,
  readers: readerCount = 3,
  callersPerWriter = 12,
}: TortureOptions): Promise<TortureReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-torture-'));
  const sql = openDatabase(database, { max: 2, name: 'torture', idleInTransaction_ms: 0 });
  const writerRecords: string[] = [];
  const startWriter = (): Child => {
    const name = `writer ${writerRecords.length}`;
    const record = join(folder, name);
    writerRecords.push(record);
    return start('writer.ts', { database, name, record, callers: callersPerWriter, sharedStreams: 6 });
  };
  const readerRecords = Array.from({ length: readerCount }, (_, n) => join(folder, `reader ${n}`));
  const readers = readerRecords.map((record, n) => start('reader.ts', { database, name: `reader ${n}`, record }));
  const writers = Array.from({ length: writerCount }, startWriter);
  const broken: string[] = [];
  let connectionsCut = 0;
  let processesStopped = 0;
  let processesKilled = 0;

  try {
    await Promise.all([...writers, ...readers].map(({ ready }) => ready));
    const end = Date.now() + seconds * 1_000;
    const whileTime = async (most_ms: number, work: () => Promise<void>): Promise<void> => {
      while (Date.now() < end) {
        await pause(Math.min(randomInt(Math.floor(most_ms / 4), most_ms), Math.max(0, end - Date.now())));
        if (Date.now() < end) await work();
      }
    };
    // A session that holds a view of the table and a transaction number all along, as a forgotten console does.
    let rollBack = (): void => {};
    const idle = sql.begin(async (tx) => {
      await tx`select pg_current_xact_id(), count(*) from event_log`;
      await new Promise<void>((resolve) => {
        rollBack = resolve;
      });
    });
    idle.catch(() => {});
    await Promise.all([
      whileTime(250, async () => {
        const cut = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name ~ '^(writer|reader)'
          order by random() limit ${randomInt(1, 4)}`;
        connectionsCut += cut.length;
      }),
      whileTime(1_000, async () => {
        const all = [...writers, ...readers];
        const { process: victim } = all[randomInt(all.length)]!;
        victim.kill('SIGSTOP');
        processesStopped++;
        await pause(randomInt(100, 1_500));
        victim.kill('SIGCONT');
      }),
      whileTime(4_000, async () => {
        const index = randomInt(writers.length);
        writers[index]!.process.kill('SIGKILL');
        await writers[index]!.ended.catch(() => []);
        processesKilled++;
        writers[index] = startWriter();
        await writers[index].ready;
      }),
    ]);
    rollBack();
    await idle;

    for (const writer of writers) tell(writer, { finish: true });
    for (const { ended } of writers) broken.push(...(await ended));
    const [last] = await sql<{ head: bigint | null }[]>`select max(position) as head from event_log`;
    for (const reader of readers) tell(reader, { until: String(last?.head ?? 0n) });
    for (const { ended } of readers) await ended;
    const verdict = await check(sql, writerRecords, readerRecords);
    broken.push(...verdict.broken);
    return { ...verdict, broken, seconds, connectionsCut, processesStopped, processesKilled };
  } finally {
    for (const { process: child } of [...writers, ...readers]) child.kill('SIGKILL');
    await sql.end({ timeout: 1 });
    await rm(folder, { recursive: true, force: true });
  }
};
