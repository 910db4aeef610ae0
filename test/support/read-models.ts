import { type ChildProcess, fork } from 'node:child_process';
import pino, { type Logger } from 'pino';
import { CHANNEL } from '../../projections/feed/progress.ts';
import type { Projection } from '../../projections/model/model.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeReadModels, type ReadModels } from '../../projections/read-models.ts';
import type { FillThreads } from '../../projections/rebuild/fill-threads.ts';
import { INDEXED, type OpenOptions, openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore, LogEvent, Position } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { ManagedEvent, ProcessManager } from '../../src/processes/managers/manager.ts';
import { makeProcesses, type Processes, type ProcessesOptions } from '../../src/processes/managers/runner.ts';
import { derivedUuid } from '../../src/values/ids.ts';
import { postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import type { TestDatabase } from './database.ts';
import { event, folder, hydrateWith, registry } from './orchard.ts';
import type { Order, Orders } from './orchard-process.ts';
import { runnable } from './program.ts';

/** How long a test waits for what should take milliseconds: long enough for the most loaded machine. */
export const PATIENCE_ms = 60_000;

export const silent: Logger = pino({ level: 'silent' });

export interface Running extends ReadModels {
  sql: Sql;
  close(): Promise<void>;
}

/** Read models of the orchard on a test database, as one process has them. Not started. */
export const readModelsOn = (
  database: Pick<TestDatabase, 'address'>,
  store: EventStore,
  options: {
    projections?: readonly Projection[];
    hydrate?: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
    retry_ms?: readonly number[];
    max_found?: number;
    threads?: FillThreads;
    /** What becomes of each pool that is opened. */
    around?: (sql: Sql) => Sql;
    /** How long pools that limit it wait for a lock. */
    lockTimeout_ms?: number;
    log?: Logger;
  } = {},
): Running => {
  const { around = (opened) => opened, lockTimeout_ms } = options;
  const open = ({ lockTimeout_ms: usual_ms, ...more }: OpenOptions) =>
    around(
      openDatabase(database.address, {
        ...more,
        lockTimeout_ms: usual_ms && (lockTimeout_ms ?? usual_ms),
        settings: { ...INDEXED, ...more.settings },
      }),
    );
  const sql = open({ max: 4 });
  const models = makeReadModels({
    projections: options.projections ?? resourceProjections(registry, folder),
    store,
    hydrate: options.hydrate ?? hydrateWith(),
    sql,
    open,
    log: options.log ?? silent,
    retry_ms: options.retry_ms ?? [30],
    max_found: options.max_found,
    threads: options.threads,
  });
  return {
    ...models,
    sql,
    close: async () => {
      await models.stop();
      await sql.end({ timeout: 2 });
    },
  };
};

/** Process managers on these read models. Not started. */
export const processesOn = (
  models: Pick<Running, 'sql' | 'progress'>,
  store: EventStore,
  managers: readonly ProcessManager<null>[],
  more: Partial<ProcessesOptions<null>> = {},
): Processes =>
  makeProcesses({
    managers,
    context: null,
    store,
    hydrate: hydrateWith(),
    progress: models.progress,
    state: postgresManagerStore(models.sql, CHANNEL),
    due: postgresDueStore(models.sql),
    log: silent,
    ...more,
  });

/** As if nothing had ever been read or handled: quicker than another database. */
export const forgetReadModels = async (sql: Sql): Promise<void> => {
  const schemas = await sql<{ name: string }[]>`select nspname as name from pg_namespace where nspname like 'read\\_%'`;
  for (const { name } of schemas) await sql.unsafe(`drop schema ${name} cascade`);
  await sql`truncate projection_generations, projection_parked, process_managers, manager_inbox, due_work`;
};

/** Gives each new tree its first fruit, and each first fruit a second: a chain that comes to rest. */
export const gardenerOf = (store: EventStore, seen: ManagedEvent[] = []): ProcessManager<null> => ({
  name: 'gardener',
  begins: 'now',
  handles: ({ type }) => type === 'TreeCreated' || type === 'FruitCreated',
  handle: async ({ events }) => {
    let last: Position | undefined;
    for (const one of events) {
      seen.push(one);
      if (one.revision >= 2n) continue;
      const tree_id = one.stream.slice('tree-'.length);
      const fruit = event('FruitCreated', { id: `fr_${one.id}`, tree_id, weight: '1' });
      const made = { ...fruit, id: derivedUuid(one.id, 'fruit') };
      last = (await store.append(one.stream, [made], one.revision)).position;
    }
    return last;
  },
});

export interface OrchardProcess {
  child: ChildProcess;
  ask(order: Order): Promise<unknown>;
  /** Ends it at once, as a crash does; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a process of the orchard (orchard-process.ts); it feeds what nobody else feeds. */
export const startProcess = async (orders: Orders): Promise<OrchardProcess> => {
  const { path, execArgv } = runnable('test/support/orchard-process.ts');
  const child = fork(path, [JSON.stringify(orders)], { execArgv });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', (message: { answer: unknown }) => resolve(message.answer));
      void gone.then(() => reject(new Error('the process is gone')));
    });
  await answer();
  return {
    child,
    ask: (order) => {
      const answered = answer();
      child.send(order);
      return answered;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
