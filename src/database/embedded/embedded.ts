import { chmod, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pause } from '../../timing/pauses.ts';
import { codeOf, reasonOf } from '../../values/describe-error.ts';
import { type DatabaseAddress, openDatabase, type Sql, socketIn } from '../connect.ts';
import { DatabaseStartFailed, DataDirUnusable } from '../errors.ts';
import { writePrivate } from '../on-disk.ts';
import { type Attached, attach } from './attached.ts';
import { findBinaries, runProgram, serverUser } from './binaries.ts';
import {
  checkVersion,
  checkWhole,
  DATABASE,
  exists,
  HOST,
  lastLine,
  makeCluster,
  type Place,
  passwordPath,
  prepareDataDir,
  REFUSED,
  socketFolder,
  USER,
  writeSettings,
} from './cluster.ts';

// An embedded PostgreSQL in a DATA_DIR.
//
//   DATA_DIR/database.json        how to reach it now (port, socket, user, password), for the command line; mode 0600
//   DATA_DIR/database/cluster     the PostgreSQL data directory
//   DATA_DIR/database/password    made together with the cluster; mode 0600
//   DATA_DIR/database/server.log  the server's log
//
// The server is not a child process: pg_ctl starts it in a session of its own, so Ctrl-C and kill -9 reach only the
// service. The next start finds one of four states:
//
//   no cluster   it is created in a temporary folder and renamed, so no half-made cluster is ever found, and when two
//                processes create one at once the second one uses that of the first
//   stopped      it is started on a port that is free now
//   running      it is adopted, after a check that it is this cluster (password, data directory)
//   stale        postmaster.pid names a process that is gone, or another one that has its number by now. PostgreSQL
//                handles the first case itself; in the second case it would refuse to start, and we remove the file
//
// PostgreSQL's own lock file decides which process starts the server, `attach` which one stops it, and `lockDataDir`
// which one is the service.

const LOG_LIMIT_bytes = 8 * 1024 * 1024;

export interface EmbeddedOptions {
  /** Settings of PostgreSQL that replace ours. */
  settings?: Record<string, string>;
  /** Flush a new cluster to disk before its first start; default true. */
  sync?: boolean;
  /** Give up after this long; default 60 s. */
  timeout_ms?: number;
  /** The folder of the server's unix socket; default that of the cluster. */
  sockets?: string;
}

export interface EmbeddedDatabase {
  address: DatabaseAddress;
  dataDir: string;
  /** True when it was already running: left by a killed service, or used by another process. */
  adopted: boolean;
  /**
   * Stops the server and waits for it. With `unlessInUse` it keeps running for other processes that use it, the last of
   * which stops it. Returns whether it is stopped.
   */
  stop(options?: { unlessInUse?: boolean }): Promise<boolean>;
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });

/** What postmaster.pid says of the server. */
interface Running {
  pid: number;
  port: number;
  /** The folder of its socket; empty when it has none. */
  sockets: string;
}

const readPidFile = async (place: Place): Promise<Running | undefined> => {
  let text: string;
  try {
    text = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // A server that has just started may not have written its port yet.
  if (!(Number.isSafeInteger(pid) && pid > 0)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), sockets: lines[4] ?? '' };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/**
 * Whether the process in postmaster.pid is certainly no server of this cluster: another process with the same number,
 * as after the machine was started anew, or a zombie (in a container without an init). Known on Linux alone.
 */
const isOtherProcess = async (pid: number, place: Place): Promise<boolean> => {
  if (process.platform !== 'linux') return false;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    if (/^State:\s+[ZX]/m.test(status)) return true;
    // In which folder a process of another user runs may be hidden from this one.
    const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
    if (uid !== undefined && Number(uid) !== (place.user?.uid ?? process.getuid?.())) return true;
    return (await realpath(`/proc/${pid}/cwd`)) !== (await realpath(place.cluster));
  } catch {
    return false;
  }
};

/** Whether processes of a killed server still run in the cluster's folder. */
const isOccupied = async (place: Place): Promise<boolean> => {
  const cluster = await realpath(place.cluster);
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    if ((await realpath(`/proc/${name}/cwd`).catch(() => '')) === cluster) return true;
  }
  return false;
};

/**
 * A server that starts or stops refuses connections at once: one that takes them and is slow has an overloaded machine.
 */
const CONNECT_ms = 30_000;

/** A database that every cluster has. */
const MAINTENANCE = 'postgres';

/** A connection for administration, one at a time. */
const openAdmin = (address: DatabaseAddress, connectTimeout_ms = CONNECT_ms): Sql =>
  openDatabase({ ...address, database: MAINTENANCE }, { max: 1, name: 'payroll start', connectTimeout_ms });

/**
 * `ready`, `wait` while it starts or stops, `other` when this is not our cluster.
 *
 * @throws DataDirUnusable when our cluster refuses who asks: only its own server listens in its folder
 */
const ask = async (place: Place, address: DatabaseAddress, deadline: number): Promise<'ready' | 'wait' | 'other'> => {
  const sql = openAdmin(address, Math.max(1_000, Math.min(CONNECT_ms, deadline - performance.now())));
  try {
    const [row] = await sql<{ directory: string }[]>`select current_setting('data_directory') as directory`;
    return row && (await realpath(row.directory)) === (await realpath(place.cluster)) ? 'ready' : 'other';
  } catch (error) {
    const said = REFUSED[codeOf(error) ?? ''];
    if (!said) return 'wait';
    if (address.path === undefined) return 'other';
    throw new DataDirUnusable(said(place, reasonOf(error)), { cause: error });
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** The address of the running server of this cluster, once it answers; undefined when none runs. */
const findRunning = async (place: Place, deadline: number): Promise<DatabaseAddress | undefined> => {
  for (;;) {
    const found = await readPidFile(place);
    if (!found || !isAlive(found.pid)) return undefined;
    if (await isOtherProcess(found.pid, place)) {
      // The file also protects from processes that a dead server left running: it is removed when they are gone.
      while ((await isOccupied(place)) && performance.now() < deadline) await pause(50);
      await rm(join(place.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (found.port > 0) {
      const password = await readFile(passwordPath(place), 'utf8');
      const path = found.sockets === '' ? {} : { path: socketIn(found.sockets, found.port) };
      const address = { host: HOST, port: found.port, ...path, user: USER, password, database: DATABASE };
      const answer = await ask(place, address, deadline);
      // The folder of the socket is added to the file after the port: a server that answers has written it.
      const isWhole = (await readPidFile(place))?.sockets === found.sockets;
      if (answer === 'ready' && isWhole) return address;
    }
    if (performance.now() > deadline)
      throw new DatabaseStartFailed(
        `the embedded PostgreSQL in ${place.folder} runs as process ${found.pid} but does not answer: see ${place.log}, or end that process`,
      );
    await pause(50);
  }
};

/**
 * Starts the server. Returns `again` when another try may succeed, and `no socket` when one without a socket may: not
 * every file system can hold one.
 */
const start = async (
  place: Place,
  sockets: string,
  options: EmbeddedOptions,
  deadline: number,
): Promise<'started' | 'again' | 'no socket'> => {
  await writeSettings(place, await freePort(), sockets, options.settings ?? {});
  if (((await stat(place.log).catch(() => undefined))?.size ?? 0) > LOG_LIMIT_bytes)
    await rename(place.log, `${place.log}.1`);
  const before = (await stat(place.log).catch(() => undefined))?.size ?? 0;
  const patience_s = Math.max(1, Math.ceil((deadline - performance.now()) / 1_000));
  const args = ['start', '--silent', '-w', '-t', String(patience_s), '-D', place.cluster, '-l', place.log];
  const result = await runProgram(place.user, place.binaries.pg_ctl, args, [place.cluster, place.binaries.postgres]);
  if (result.code === 0) return 'started';
  const log = await readFile(place.log, 'utf8').catch(() => '');
  const said = log.slice(before) || result.output;
  // The port was taken, another process starts it too, or the last processes of a killed server are still ending.
  const passing = /could not bind|Address already in use|lock file "postmaster\.pid"|pre-existing shared memory/;
  if (passing.test(`${said}${result.output}`) && performance.now() < deadline) return 'again';
  if (sockets !== '' && /Unix-domain socket|\.s\.PGSQL\.\d+\.lock/.test(log.slice(before))) return 'no socket';
  throw new DatabaseStartFailed(`the embedded PostgreSQL did not start: ${lastLine(said)} (see ${place.log})`);
};

const ensureDatabase = async (address: DatabaseAddress): Promise<void> => {
  const sql = openAdmin(address);
  try {
    const found = await sql`select 1 from pg_database where datname = ${address.database}`;
    if (found.length === 0) await sql`create database ${sql(address.database)}`;
  } catch (error) {
    // 42P04, 23505: another start created it at the same moment.
    if (!['42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

const stop = async (place: Place): Promise<void> => {
  const pid = (await readPidFile(place))?.pid;
  if (pid === undefined || !isAlive(pid)) return;
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '--silent', '-w', '-t', '30', '-m', mode, '-D', place.cluster];
    const result = await runProgram(place.user, place.binaries.pg_ctl, args, [place.cluster]);
    if (result.code === 0 || !isAlive(pid)) return;
  }
  throw new DatabaseStartFailed(`the embedded PostgreSQL in ${place.folder} (process ${pid}) does not stop`);
};

/** Errors of a server that the last who used it stops, or has stopped: it is started again. */
const STOPPED = new Set([
  // Who stops it is slow.
  '57014',
  ...['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'],
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
]);

/** Writes how to reach the server, unless that is known: a command beside a service needs no room on its disk. */
const keepAddress = async (path: string, address: DatabaseAddress): Promise<void> => {
  const text = `${JSON.stringify(address, null, 2)}\n`;
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  await writePrivate(path, text).catch((cause: unknown) => {
    throw new DataDirUnusable(`${path} cannot be written: ${reasonOf(cause)}`, { cause });
  });
};

/**
 * Starts the PostgreSQL of a DATA_DIR, or adopts it when it is running, and writes DATA_DIR/database.json. Afterwards
 * the database `payroll` exists; `migrate` creates its tables. The command line uses this too: it attaches to a
 * service's database, or starts it. The last that uses it stops it.
 *
 * @throws DataDirUnusable DATA_DIR cannot be used. @throws DatabaseStartFailed with PostgreSQL's own reason.
 */
export const startEmbedded = async (dir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> => {
  const deadline = performance.now() + (options.timeout_ms ?? 60_000);
  const user = await serverUser();
  await prepareDataDir(resolve(dir), user);
  const binaries = await findBinaries();
  // Links are resolved, since PostgreSQL reports its data directory that way.
  const dataDir = await realpath(dir);
  if (user) await chmod(dataDir, (await stat(dataDir)).mode & 0o7777 & ~0o022);
  const folder = join(dataDir, 'database');
  const place: Place = {
    dataDir,
    folder,
    cluster: join(folder, 'cluster'),
    log: join(folder, 'server.log'),
    binaries,
    user,
  };
  if (!(await exists(folder))) await makeCluster(place, options.sync ?? true);
  await checkWhole(place);

  let sockets = options.sockets ?? socketFolder(place);
  let adopted = true;
  const started = async (): Promise<DatabaseAddress> => {
    adopted = false;
    await checkVersion(place);
    for (;;) {
      const outcome = await start(place, sockets, options, deadline);
      if (outcome === 'again') await pause(100);
      if (outcome === 'no socket') sockets = '';
      const address = await findRunning(place, deadline).catch(async (error: unknown) => {
        // It would be left running by who cannot use it. Why that is so matters more than that it does not stop.
        if (outcome === 'started' && error instanceof DataDirUnusable) await stop(place).catch(() => undefined);
        throw error;
      });
      if (address) return address;
    }
  };
  let address: DatabaseAddress;
  let attached: Attached | undefined;
  do {
    address = (await findRunning(place, deadline)) ?? (await started());
    attached = await attach({ ...address, database: MAINTENANCE }).catch((error: unknown) => {
      if (!STOPPED.has(codeOf(error) ?? '') || performance.now() > deadline) throw error;
      return undefined;
    });
  } while (!attached);

  const { isLast, close } = attached;
  const end = async (unlessInUse: boolean): Promise<boolean> => {
    try {
      if (unlessInUse && !(await isLast())) return false;
      await stop(place);
      return true;
    } finally {
      await close();
    }
  };
  try {
    await ensureDatabase(address);
    await keepAddress(join(dataDir, 'database.json'), address);
  } catch (error) {
    // On a full disk: nobody would stop what was started here.
    await end(true).catch((failed: unknown) => {
      throw new DatabaseStartFailed(`${reasonOf(error)}; and ${reasonOf(failed)}`, { cause: error });
    });
    throw error;
  }
  return { address, dataDir, adopted, stop: ({ unlessInUse = false } = {}) => end(unlessInUse) };
};
