import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import {
  type DatabaseAddress,
  INDEXED,
  type OpenOptions,
  openDatabase,
  PATIENT_ms,
  type Sql,
  withPath,
} from './database/connect.ts';
import { exists } from './database/embedded/cluster.ts';
import { lockDataDir } from './database/embedded/data-dir-lock.ts';
import { startEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrate.ts';
import { reach } from './database/reach.ts';
import type { SessionLock } from './database/session-lock.ts';
import { namesPartner } from './platform/first-partner.ts';
import { cannotBeReached, StartFailed } from './start-failed.ts';
import { codeOf } from './values/describe-error.ts';

/** The database of a process: started where it is embedded, reached, brought up to date, and the pools on it. */

export interface DatabaseOptions {
  log: Logger;
  /**
   * This process is the service of its DATA_DIR: it takes the lock, and is notified when it lost it. Others only
   * attach. Without meaning with DATABASE_URL, which any number of processes share.
   */
  onLockLost?: (error: Error) => void;
  /** Stops the opening at the next good place. */
  signal?: AbortSignal;
  /**
   * Most connections of any one pool; default what each was made for. A connection costs the server a process, which
   * fills its own caches first. At least 3: whoever holds one may wait for what needs another.
   */
  connections?: number;
  /** No request waits: one answer of database and event store may take `PATIENT_ms`. */
  isPatient?: boolean;
  /** Settings of the sessions of its pools, over those that they are opened with. */
  settings?: Record<string, string>;
}

/**
 * With those of reads that are planned again, of the log, of read models, and of what each request asks, a process
 * opens some thirty at most.
 */
const POOL_CONNECTIONS = 10;
/** Of work on companies, of other due work. */
const LEASE_CONNECTIONS = 2;
/** For keys that are made, each time with a flush, and for keys that are read. */
const KEY_CONNECTIONS = 2;

interface Opened {
  address: string | DatabaseAddress;
  close(): Promise<void>;
}

/** Whether DATA_DIR has an embedded database, be it the one that is used or not. */
export const hasEmbedded = (dataDir: string): Promise<boolean> => exists(join(dataDir, 'database'));

/**
 * That DATA_DIR does not lack the database that it was used with, as where only the small files were restored: an empty
 * one in its place, entered with the same secret, would be taken for it. @throws StartFailed
 */
const checkNotLost = async ({ dataDir }: Config): Promise<void> => {
  // Asked first: another first start that is under way makes the database before it registers a partner.
  if (!(await namesPartner(dataDir)) || (await hasEmbedded(dataDir))) return;
  throw new StartFailed(
    `DATA_DIR ${dataDir} has no database any more, and its credentials.json is of one that was in use: put the folder database back from the same backup, or set DATABASE_URL where it is elsewhere; only to begin with an empty ledger delete credentials.json`,
  );
};

/** The embedded database of DATA_DIR, under its lock when this is its service. */
const openEmbedded = async (
  config: Config,
  { onLockLost, log }: Pick<DatabaseOptions, 'onLockLost' | 'log'>,
): Promise<Opened> => {
  await checkNotLost(config);
  const database = await startEmbedded(config.dataDir);
  let lock: SessionLock | undefined;
  try {
    if (onLockLost) lock = await lockDataDir(database.address, onLockLost);
  } catch (error) {
    await database.stop({ unlessInUse: true });
    throw error;
  }
  return {
    address: database.address,
    close: async () => {
      await lock?.release();
      if (!(await database.stop({ unlessInUse: true })) && lock)
        log.warn('a command still uses the database of DATA_DIR: it runs until that command ends');
    },
  };
};

/** Connects for the first time. Returns the address with the search_path that was found. */
const connect = async (
  address: string | DatabaseAddress,
  config: Config,
  signal: AbortSignal | undefined,
): Promise<string | DatabaseAddress> => {
  const sql = openDatabase(address, { max: 1, settings: INDEXED });
  try {
    return withPath(address, await reach(sql, signal));
  } catch (cause) {
    signal?.throwIfAborted();
    throw config.databaseUrl === undefined ? cause : cannotBeReached('DATABASE_URL', config.databaseUrl, cause);
  } finally {
    // Nothing was asked of it that would be worth waiting for.
    await sql.end({ timeout: 0 });
  }
};

/** The pools of a process, none of more connections than `connections`; the closers end them. */
const openPools = (
  address: string | DatabaseAddress,
  { connections = POOL_CONNECTIONS, isPatient = false, settings: above }: DatabaseOptions,
  closers: Closers,
) => {
  const open = ({ max = POOL_CONNECTIONS, settings, ...more }: OpenOptions = {}): Sql =>
    openDatabase(address, {
      ...(isPatient ? { statementTimeout_ms: PATIENT_ms } : {}),
      ...more,
      max: Math.min(max, connections),
      settings: { ...INDEXED, ...settings, ...above },
    });
  const sql = open();
  const leases = open({ max: LEASE_CONNECTIONS, name: 'payroll leases' });
  // What every request asks, one statement at a time. The driver gives each statement to the connection of its pool
  // that rested longest, so a large pool would wake another process of the server each time, with nothing of it in its
  // caches.
  const admission = open({ max: 1, name: 'payroll admission' });
  const ofKeys = open({ max: KEY_CONNECTIONS, name: 'payroll keys' });
  closers.push(
    () => sql.end({ timeout: 5 }),
    () => leases.end({ timeout: 1 }),
    () => Promise.all([admission.end({ timeout: 5 }), ofKeys.end({ timeout: 5 })]),
  );
  return { open, sql, leases, admission, ofKeys };
};

/** Migrations run on a connection whose statements may take any time. */
const migrated = async (
  address: string | DatabaseAddress,
  { log, signal }: Pick<DatabaseOptions, 'log' | 'signal'>,
): Promise<string[]> => {
  const sql = openDatabase(address, { max: 1, name: 'payroll migrate', statementTimeout_ms: 0 });
  let told = '';
  const onWait = (migration: string): void => {
    if (told !== migration)
      log.warn({ migration }, 'a migration waits for a table that a backup or another session reads');
    told = migration;
    signal?.throwIfAborted();
  };
  try {
    return await migrate(sql, undefined, onWait);
  } catch (cause) {
    // 25006: a standby, or default_transaction_read_only.
    if (codeOf(cause) !== '25006') throw cause;
    const words = 'the database only reads: let it write, or set DATABASE_URL to the one that does';
    throw new StartFailed(words, { cause });
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/**
 * Opens the database of a process and its pools; the closers end what was opened, also where a later step fails. With
 * `update` it is brought up to date: nothing is changed before, and tables may be lacking.
 */
export const openProcessDatabase = async (config: Config, options: DatabaseOptions, closers: Closers) => {
  const { log, signal } = options;
  let address: string | DatabaseAddress;
  if (config.databaseUrl === undefined) {
    const embedded = await openEmbedded(config, options);
    closers.push(embedded.close);
    address = embedded.address;
  } else address = config.databaseUrl;
  signal?.throwIfAborted();

  address = await connect(address, config, signal);
  const pools = openPools(address, options, closers);
  const update = async (): Promise<void> => {
    const ran = await migrated(address, options);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrations were applied');
    signal?.throwIfAborted();
  };
  signal?.throwIfAborted();
  return { address, ...pools, update };
};
