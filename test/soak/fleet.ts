import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { runCommand, signalDatabase } from '../support/child-service.ts';
import type { ClockSet, Said } from './service-process.ts';

/**
 * The processes of one service over one embedded database: who answers, and two who do what follows. The log is in the
 * EventStoreDB that EVENTSTOREDB_URL names, where it is set: an empty one. EVENTSTOREDB_CONTROL is a command that kills
 * and starts that (test/contract/eventstoredb.test.ts).
 */
export const MEMBERS = { api: 'api', first: 'projections,processes', second: 'projections,processes' } as const;
export type Member = keyof typeof MEMBERS;
const NAMES = Object.keys(MEMBERS) as Member[];

export const PARTNER_SECRET = 'a-secret-for-soaking-only';

export interface MemorySample {
  /** Seconds since the fleet was started. */
  at_s: number;
  rss_MB: number;
  heap_MB: number;
}

/** One after the other, where one was killed. */
export interface Life {
  member: Member;
  from_s: number;
  samples: MemorySample[];
}

export interface Fleet {
  /** Where the one with the role `api` listens; the same after it was killed and started again. */
  url(): string;
  sql: Sql;
  store: EventStore;
  /** Sets the business clock of all processes, and of those that are started later. */
  setClock(clock: ClockSet): Promise<void>;
  /** SIGKILL, and another one in its place. @returns milliseconds until that was ready */
  kill(member: Member): Promise<number>;
  /** SIGSTOP, as a machine that is paused, and SIGCONT after so long. */
  freeze(what: Member | 'database', for_ms: number): Promise<void>;
  /** As `kill`, of the event store, where it has a server of its own that can be. */
  killStore: (() => Promise<number>) | undefined;
  /** Asks each process what it holds. */
  sample(): Promise<void>;
  lives: readonly Life[];
  /** Lines of the logs that are warnings or worse, by what they say. */
  warnings: ReadonlyMap<string, number>;
  /** Runs a `payroll` command on the fleet's database. */
  command(...args: string[]): Promise<{ code: number | string; stdout: string; stderr: string }>;
  /** What went wrong by itself: a process that ended without having been told to. */
  faults: readonly string[];
  stop(): Promise<void>;
}

const PATH = fileURLToPath(new URL('./service-process.ts', import.meta.url));
const START_ms = 120_000;
const SAMPLE_ms = 2_000;
const STOP_ms = 60_000;

interface Running {
  child: ChildProcess;
  url: string;
  ended: Promise<number | NodeJS.Signals>;
  life: Life;
}

const withTime = <T>(work: Promise<T>, ms: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** What a line of a log says, without what differs from one time to the next. */
const gist = (line: string): string | undefined => {
  let parsed: {
    level?: string;
    msg?: string;
    method?: string;
    route?: string;
    status?: number;
    err?: { message?: string };
  };
  try {
    parsed = JSON.parse(line);
  } catch {
    return line.trim() === '' ? undefined : line.slice(0, 300);
  }
  const { level = '', msg = '', err, status } = parsed;
  const said = `${level}: ${msg}${err?.message ? `: ${err.message}` : ''}`
    .replaceAll(/\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/g, '<id>')
    .replaceAll(/\d+/g, '#');
  const request = status === undefined ? '' : ` ${parsed.method} ${parsed.route}: ${status}`;
  return `${said}${request}`.slice(0, 300);
};

/** Starts database and processes. */
export const startFleet = async (clock: ClockSet): Promise<Fleet> => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-soak-'));
  const database = await startEmbedded(join(folder, 'database'));
  const { host, port, user, password, database: name } = database.address;
  const { EVENTSTOREDB_URL: url, EVENTSTOREDB_CONTROL: control } = process.env;
  const settings = {
    ...(url === undefined ? {} : { EVENTSTOREDB_URL: url }),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${name}`,
    MASTER_KEY: randomBytes(32).toString('hex'),
    PARTNER_SECRET,
    RATE_LIMIT_REQUESTS: '100000000',
    PAYMENT_RAIL: 'simulated',
    LOG_LEVEL: 'warn',
  };
  const sql = openDatabase(database.address, { max: 2, name: 'soak' });
  const store =
    url === undefined
      ? openPostgresEventStore({ database: database.address, readers: 1 })
      : openEventStoreDbEventStore({ url });
  const begun_ms = performance.now();
  const seconds = (): number => Math.round((performance.now() - begun_ms) / 100) / 10;
  const running = new Map<Member, Running>();
  /** Also those that are starting, or going. */
  const children = new Set<ChildProcess>();
  const lives: Life[] = [];
  const warnings = new Map<string, number>();
  const faults: string[] = [];
  /** Whose end is wanted. */
  const dismissed = new Set<ChildProcess>();
  let now = clock;

  const start = async (member: Member, wanted: string): Promise<void> => {
    const dataDir = join(folder, member);
    await mkdir(dataDir, { recursive: true });
    const { PATH: path = '', HOME: home = '' } = process.env;
    const child = fork(PATH, [JSON.stringify(now)], {
      env: { PATH: path, HOME: home, ...settings, ROLES: MEMBERS[member], PORT: wanted, DATA_DIR: dataDir },
      execArgv: ['--import', 'tsx'],
      silent: true,
    });
    children.add(child);
    let rest = '';
    child.stderr!.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop()!.slice(-10_000);
      for (const said of lines.map(gist)) if (said) warnings.set(said, (warnings.get(said) ?? 0) + 1);
    });
    const ended = new Promise<number | NodeJS.Signals>((resolve) =>
      child.on('close', (code, signal) => resolve(code ?? signal!)),
    );
    void ended.then((how) => {
      children.delete(child);
      if (!dismissed.has(child)) faults.push(`the process "${member}" ended by itself with ${how}: ${rest}`);
    });
    const ready = new Promise<string>((resolve, reject) => {
      child.on('message', (said: Said) => {
        if ('url' in said) resolve(said.url);
      });
      void ended.then((how) => reject(new Error(`${member} ended with ${how} before it was ready`)));
    });
    const url = await withTime(ready, START_ms, `the start of ${member}`);
    const life: Life = { member, from_s: seconds(), samples: [] };
    lives.push(life);
    running.set(member, { child, url, ended, life });
  };

  const setOn = async (child: ChildProcess): Promise<void> => {
    if (!child.connected) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        child.off('message', listen);
        child.off('close', done);
        resolve();
      };
      const listen = (said: Said): void => {
        if ('set' in said) done();
      };
      child.on('message', listen);
      child.on('close', done);
      child.send(now, () => {});
    });
  };

  let turn: Promise<unknown> = Promise.resolve();
  /**
   * Starts and holds of the database come one after the other: a start that waits for its database for more than five
   * seconds ends with a sentence, for what supervises it to start it again.
   */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  };

  const sampleOf = async ({ url, life }: Running): Promise<void> => {
    const text = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(SAMPLE_ms) })
      .then((answer) => answer.text())
      // A process that is being killed, or has no moment to answer: the next sample tells.
      .catch(() => '');
    const read = (metric: string): number => Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(text)?.[1]);
    const rss = read('process_resident_memory_bytes');
    const heap = read('nodejs_heap_size_used_bytes');
    if (!(rss > 0)) return;
    life.samples.push({ at_s: seconds(), rss_MB: Math.round(rss / 1e6), heap_MB: Math.round(heap / 1e6) });
  };

  const stop = async (): Promise<void> => {
    for (const { child } of running.values()) {
      dismissed.add(child);
      child.kill('SIGTERM');
    }
    const ends = Promise.all([...running.values()].map(({ ended }) => ended));
    await withTime(ends, STOP_ms, 'the end of the processes').catch((error: Error) => {
      faults.push(error.message);
      for (const { child } of running.values()) child.kill('SIGKILL');
    });
    await store.close();
    await sql.end({ timeout: 1 });
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    // The first one alone makes the database's tables and the first partner.
    await start('api', '0').then(() => Promise.all([start('first', '0'), start('second', '0')]));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: () => running.get('api')!.url,
    sql,
    store,
    lives,
    warnings,
    faults,
    setClock: async (to) => {
      now = to;
      await Promise.all([...children].map(setOn));
    },
    kill: async (member) => {
      const { child, ended, url } = running.get(member)!;
      dismissed.add(child);
      child.kill('SIGKILL');
      await ended;
      return inTurn(async () => {
        const from_ms = performance.now();
        await start(member, new URL(url).port);
        return Math.round(performance.now() - from_ms);
      });
    },
    freeze: async (what, for_ms) => {
      const hold = async (signal: (name: NodeJS.Signals) => unknown): Promise<void> => {
        await signal('SIGSTOP');
        await pause(for_ms);
        await signal('SIGCONT');
      };
      if (what === 'database') return inTurn(() => hold((name) => signalDatabase(join(folder, 'database'), name)));
      const { child } = running.get(what)!;
      return hold((name) => child.kill(name));
    },
    killStore:
      url === undefined || control === undefined
        ? undefined
        : async () => {
            const order = (word: string) => promisify(execFile)(control, [word]);
            await order('kill');
            const from_ms = performance.now();
            await order('start');
            await store.ping();
            return Math.round(performance.now() - from_ms);
          },
    sample: async () => {
      await Promise.all(NAMES.map((member) => sampleOf(running.get(member)!)));
    },
    command: async (...args) => {
      const command = runCommand(args, { ...settings, DATA_DIR: join(folder, 'api') });
      return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
    },
    stop,
  };
};
