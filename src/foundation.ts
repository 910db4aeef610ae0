import type { Logger } from 'pino';
import { resourceProjections } from '../projections/model/resources.ts';
import { makeReadModels, type ReadModels } from '../projections/read-models.ts';
import { makeClosers } from './closers.ts';
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
import { lockDataDir } from './database/embedded/data-dir-lock.ts';
import { startEmbedded } from './database/embedded/embedded.ts';
import { migrate } from './database/migrate.ts';
import { makeOthers, type Others } from './database/others.ts';
import { reach } from './database/reach.ts';
import type { SessionLock } from './database/session-lock.ts';
import { leasedStore } from './event-store/eventstoredb/leased.ts';
import type { EventStore, StreamEvent } from './event-store/port.ts';
import { openPostgresEventStore, READERS } from './event-store/postgres/store.ts';
import { makeRefusals, type Refusals } from './event-store/refusals.ts';
import { type FileKeeping, lastInFolder, makeFiles } from './files/files.ts';
import { checkFolder, FilesElsewhere, folderContents } from './files/folder-contents.ts';
import { postgresContents } from './files/postgres-contents.ts';
import type { FilesOptions } from './files/reading.ts';
import { serviceThreads } from './fill-thread-context.ts';
import { type Folder, makeFolder } from './kernel/definition/fold.ts';
import type { DomainEvent } from './kernel/definition/resource.ts';
import type { Files } from './kernel/definition/services.ts';
import { hydrate } from './kernel/events/hydrate.ts';
import type { PersonalKeys } from './kernel/events/keys.ts';
import { loadMasterKey } from './master-key.ts';
import { type AllCredentials, makeCredentials } from './platform/credentials.ts';
import { checkSameStore } from './platform/same-store.ts';
import { type Keyring, makeKeyring } from './privacy/keyring.ts';
import { enterMasterKey, hasMasterKey } from './privacy/master-keys.ts';
import { makePersonalKeys } from './privacy/personal-keys.ts';
import { registry, upcasters } from './registry.ts';
import { type Clock, clockStartingAt, systemClock } from './values/clock.ts';
import { codeOf, reasonOf } from './values/describe-error.ts';
import { makeIsHeld } from './work/postgres-leases.ts';

/**
 * What every process of the service needs, and the command line too: the database, the event store, the keys, the
 * read models. Opened in the order in which one needs the other, closed in the reverse.
 */
export interface Foundation {
  config: Config;
  log: Logger;
  clock: Clock;
  /** Where the database is. */
  address: string | DatabaseAddress;
  sql: Sql;
  /** Connections that renew leases and do nothing else: nothing keeps them waiting. Opened with their first use. */
  leases: Sql;
  /** One connection, on which callers are admitted. */
  admission: Sql;
  store: EventStore;
  /** Why writes are refused, as far as this process has seen. */
  refusals: Refusals;
  keyring: Keyring;
  keys: PersonalKeys;
  credentials: AllCredentials;
  files: Files & FileKeeping;
  folder: Folder;
  /** Events in their newest shape, with personal members opened. */
  opened: (events: readonly StreamEvent[]) => Promise<DomainEvent[]>;
  models: ReadModels;
  others: Others;
  /** Ends everything that was opened here; the last that uses an embedded database stops it. */
  close(): Promise<void>;
}

export interface FoundationOptions {
  log: Logger;
  /** Default the machine's clock, or the one that TEST_CLOCK starts. */
  clock?: Clock;
  /**
   * This process is the service of its DATA_DIR: it takes the lock, and is notified when it lost it. Others only
   * attach. Without meaning with DATABASE_URL, which any number of processes share.
   */
  onLockLost?: (error: Error) => void;
  /** The log ends before what this process has seen of it: it must end. */
  onWentBack?: (error: Error) => void;
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

/** What prevents a start. The message is one sentence for the operator. */
export class StartFailed extends Error {
  override name = 'StartFailed';
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

/** A URL as it may be printed. */
const withoutSecrets = (url: string): string => {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return 'the address given';
  }
};

interface Opened {
  address: string | DatabaseAddress;
  close(): Promise<void>;
}

/** The embedded database of DATA_DIR, under its lock when this is its service. */
const openEmbedded = async (
  config: Config,
  { onLockLost, log }: Pick<FoundationOptions, 'onLockLost' | 'log'>,
): Promise<Opened> => {
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
    if (config.databaseUrl === undefined) throw cause;
    const words = `DATABASE_URL cannot be reached at ${withoutSecrets(config.databaseUrl)}: ${reasonOf(cause)}`;
    throw new StartFailed(words, { cause });
  } finally {
    // Nothing was asked of it that would be worth waiting for.
    await sql.end({ timeout: 0 });
  }
};

const openStore = async (
  config: Config,
  address: string | DatabaseAddress,
  { sql, refusals, others }: { sql: Sql; refusals: Refusals; others: Others },
  {
    onWentBack,
    connections = READERS,
    isPatient = false,
  }: Pick<FoundationOptions, 'onWentBack' | 'connections' | 'isPatient'>,
): Promise<EventStore> => {
  const { eventStoreDbUrl: url, eventStoreDbPrefix: prefix } = config;
  const deadlines = isPatient ? { readDeadline_ms: PATIENT_ms, appendDeadline_ms: PATIENT_ms } : {};
  if (url === undefined)
    return openPostgresEventStore({
      database: address,
      refusals,
      isHeard: others.arePresent,
      onWentBack,
      readers: Math.min(READERS, connections),
      ...deadlines,
    });
  let store: EventStore | undefined;
  try {
    // Its client is large, and most starts do without it.
    const { openEventStoreDbEventStore } = await import('./event-store/eventstoredb/store.ts');
    store = openEventStoreDbEventStore({ url, prefix, refusals, onWentBack, ...deadlines });
    await store.ping();
    return leasedStore(store, makeIsHeld(sql));
  } catch (cause) {
    await store?.close().catch(() => {});
    throw new StartFailed(`EVENTSTOREDB_URL cannot be reached at ${withoutSecrets(url)}: ${reasonOf(cause)}`, {
      cause,
    });
  }
};

/** New files go where the setting says; those that were kept before are read where they are. */
const contentsOf = async ({ filesDir }: Config, sql: Sql, { files }: Refusals): Promise<FilesOptions['contents']> => {
  if (filesDir === undefined) return [postgresContents(sql)];
  await checkFolder(filesDir, () => lastInFolder(sql)).catch((cause: unknown) => {
    if (cause instanceof FilesElsewhere) throw new StartFailed(`FILES_DIR ${filesDir} ${cause.message}`, { cause });
    throw new StartFailed(`FILES_DIR ${filesDir} cannot be written to: ${reasonOf(cause)}`, { cause });
  });
  return [folderContents(filesDir, files), postgresContents(sql)];
};

/** The pools of a process, none of more connections than `connections`; the closers end them. */
const openPools = (
  address: string | DatabaseAddress,
  { connections = POOL_CONNECTIONS, isPatient = false, settings: above }: FoundationOptions,
  closers: (() => Promise<unknown>)[],
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
  { log, signal }: Pick<FoundationOptions, 'log' | 'signal'>,
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
 * Opens the foundation: database (started where it is embedded), migrations, master key, event store, read models. What
 * was opened is closed again when a later step fails.
 *
 * @throws ConfigError, DatabaseError, StartFailed, StoresApart or WrongMasterKey, each with one sentence
 */
export const openFoundation = async (config: Config, options: FoundationOptions): Promise<Foundation> => {
  const { log, signal } = options;
  const { closers, close } = makeClosers(log);
  try {
    const clock =
      options.clock ?? (config.testClock_ms === undefined ? systemClock() : clockStartingAt(config.testClock_ms));
    let address: string | DatabaseAddress;
    if (config.databaseUrl === undefined) {
      const embedded = await openEmbedded(config, options);
      closers.push(embedded.close);
      address = embedded.address;
    } else address = config.databaseUrl;
    signal?.throwIfAborted();

    address = await connect(address, config, signal);
    const { open, sql, leases, admission, ofKeys } = openPools(address, options, closers);
    const ran = await migrated(address, options);
    if (ran.length > 0) log.info({ migrations: ran }, 'database migrations were applied');
    signal?.throwIfAborted();

    const masterKey = await loadMasterKey(config, () => hasMasterKey(sql));
    const { previousMasterKey } = config;
    const keyring = makeKeyring(masterKey, previousMasterKey);
    await enterMasterKey(sql, keyring);
    const keys = makePersonalKeys({ sql: ofKeys, keyring });
    const refusals = makeRefusals();
    const others = makeOthers(sql);
    const store = await openStore(config, address, { sql, refusals, others }, options);
    closers.push(() => store.close());
    await checkSameStore(sql, store);
    signal?.throwIfAborted();

    const folder = makeFolder(registry);
    const opened = (events: readonly StreamEvent[]): Promise<DomainEvent[]> => hydrate(events, keys, upcasters);
    const models = makeReadModels({
      projections: resourceProjections(registry, folder),
      store,
      hydrate: opened,
      sql,
      open,
      threads: serviceThreads({ address, masterKey, previousMasterKey }),
      others,
      log,
    });
    closers.push(() => models.stop());
    const credentials = makeCredentials(sql, store, clock);
    const files = makeFiles({ sql, keyring, clock, contents: await contentsOf(config, sql, refusals) });
    return {
      config,
      log,
      clock,
      address,
      sql,
      leases,
      admission,
      store,
      refusals,
      keyring,
      keys,
      credentials,
      files,
      folder,
      opened,
      models,
      others,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
