import type { Logger } from 'pino';
import { resourceProjections } from '../projections/model/resources.ts';
import { makeReadModels, type ReadModels } from '../projections/read-models.ts';
import { makeClosers } from './closers.ts';
import type { Config } from './config.ts';
import { type DatabaseAddress, PATIENT_ms, type Sql } from './database/connect.ts';
import { makeOthers, type Others } from './database/others.ts';
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
import { loadMasterKey, masterKeyName } from './master-key.ts';
import { type AllCredentials, makeCredentials } from './platform/credentials.ts';
import { checkSameStore } from './platform/same-store.ts';
import { type Keyring, makeKeyring } from './privacy/keyring.ts';
import { checkMasterKey, enterMasterKey, hasMasterKey } from './privacy/master-keys.ts';
import { makePersonalKeys } from './privacy/personal-keys.ts';
import { type DatabaseOptions, openProcessDatabase } from './process-database.ts';
import { registry, upcasters } from './registry.ts';
import { cannotBeReached, StartFailed } from './start-failed.ts';
import { type Clock, clockStartingAt, systemClock } from './values/clock.ts';
import { reasonOf } from './values/describe-error.ts';
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

export interface FoundationOptions extends DatabaseOptions {
  /** Default the machine's clock, or the one that TEST_CLOCK starts. */
  clock?: Clock;
  /** Whether a database may be used: asked before anything in it is changed, where tables may be lacking. */
  check?: (sql: Sql) => Promise<void>;
  /** The log ends before what this process has seen of it: it must end. */
  onWentBack?: (error: Error) => void;
}

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
    throw cannotBeReached('EVENTSTOREDB_URL', url, cause);
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

/**
 * Opens the foundation: database (started where it is embedded), event store, master key, migrations, read models. What
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
    const database = await openProcessDatabase(config, options, closers);
    const { address, open, sql, leases, admission, ofKeys } = database;
    const refusals = makeRefusals();
    const others = makeOthers(sql);
    // All is asked before the database is brought up to date, or a key is made: where an address is wrong, it may be the
    // database of other processes.
    await options.check?.(sql);
    const store = await openStore(config, address, { sql, refusals, others }, options);
    closers.push(() => store.close());
    await checkSameStore(sql, store, { isInDatabase: config.eventStoreDbUrl === undefined });
    const masterKey = await loadMasterKey(config, () => hasMasterKey(sql));
    const { previousMasterKey } = config;
    const keyring = makeKeyring(masterKey, previousMasterKey);
    await checkMasterKey(sql, keyring, masterKeyName(config));
    await database.update();
    await enterMasterKey(sql, keyring, masterKeyName(config));
    const keys = makePersonalKeys({ sql: ofKeys, keyring });
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
      renewing: refusals.ofLeases(),
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
