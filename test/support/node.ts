import pino from 'pino';
import { Registry as Metrics } from 'prom-client';
import { CHANNEL } from '../../projections/feed/progress.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeReadModels, type ReadModels } from '../../projections/read-models.ts';
import { type OpenOptions, openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore, LogEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { makeFiles } from '../../src/files/files.ts';
import { postgresContents } from '../../src/files/postgres-contents.ts';
import { operationsOf } from '../../src/kernel/calls/operations.ts';
import type { TaskKind } from '../../src/kernel/calls/task-kind.ts';
import type { Call } from '../../src/kernel/definition/operation.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import type { Origin } from '../../src/kernel/definition/writer.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import type { PersonalKeys } from '../../src/kernel/events/keys.ts';
import { makeOutbound } from '../../src/platform/addresses.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import type { ProcessManager } from '../../src/processes/managers/manager.ts';
import { makeProcesses, type Processes } from '../../src/processes/managers/runner.ts';
import { makeTasks, type TaskService, taskManager } from '../../src/processes/tasks/tasks.ts';
import { type CallerOptions, makeCaller } from '../../src/processes/webhooks/webhook-call.ts';
import { webhookKind } from '../../src/processes/webhooks/webhook-delivery.ts';
import { keptDeliveries } from '../../src/processes/webhooks/webhook-kept.ts';
import { webhookManager } from '../../src/processes/webhooks/webhook-manager.ts';
import { replayKind } from '../../src/processes/webhooks/webhook-replay.ts';
import { systemClock } from '../../src/values/clock.ts';
import { newId } from '../../src/values/ids.ts';
import { type DueKind, type DueWorker, makeDueWorker } from '../../src/work/due-work.ts';
import { postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import type { TestDatabase } from './database.ts';
import { makePatient } from './patient-gate.ts';
import { unusedServices } from './unused.ts';
import { folder, registry } from './workshop.ts';

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });

/** One process of the service, without HTTP: store, read models, process managers and workers on a shared database. */
export interface Node {
  services: Services;
  tasks: TaskService;
  sql: Sql;
  metrics: Metrics;
  store: Failing;
  models: ReadModels;
  /** Ends in order. */
  stop(): Promise<void>;
  /** Stops being there: nothing is finished, no lease is given back, the store hears no more of it. */
  kill(): Promise<void>;
}

export interface NodeOptions {
  /** Kinds of tasks beside bulk and batch calls. */
  taskKinds?: readonly TaskKind[];
  /** How long a task works before it makes room. */
  turn_ms?: number;
  database: Pick<TestDatabase, 'address'>;
  keys: PersonalKeys;
  /** Default both. */
  roles?: readonly ('api' | 'processes')[];
  /** First pause after a failure of due work; default 10. */
  backoff_ms?: number;
  /** Delivers webhooks too. */
  caller?: Partial<CallerOptions>;
  /** Events that a replay reads at once. */
  replay_page?: number;
}

interface Failing extends EventStore {
  /** Called before each append; what it throws or awaits happens to the append. */
  before: (stream: string) => Promise<void> | void;
}

const failing = (store: EventStore): Failing => {
  const wrapped: Failing = {
    ...store,
    before: () => {},
    append: async (stream, events, expected) => {
      await wrapped.before(stream);
      return store.append(stream, events, expected);
    },
  };
  return wrapped;
};

const POLICY = { allowPrivate: false, allowLoopback: true };

const unused = (): never => {
  throw new Error('not part of this test');
};

export const startNode = async (options: NodeOptions): Promise<Node> => {
  const { database, keys, roles = ['api', 'processes'] } = options;
  const open = (more: OpenOptions = {}) => openDatabase(database.address, { max: 4, ...more });
  const sql = open();
  const real = openPostgresEventStore({ database: database.address });
  const store = failing(real);
  const metrics = new Metrics();
  const opened = (events: readonly LogEvent[]) => hydrate(events, keys);
  const models = makeReadModels({
    projections: resourceProjections(registry, folder),
    store,
    hydrate: opened,
    sql,
    open,
    log,
  });
  makePatient(models.gate);
  const services: Services = {
    clock: systemClock(),
    store,
    read: models.reader,
    snapshots: models.snapshots,
    keys,
    gate: models.gate,
    ...unusedServices(unused),
    deliveries: keptDeliveries(sql),
    tasks: undefined as never,
    outbound: makeOutbound(POLICY),
    files: makeFiles({
      sql,
      keyring: makeKeyring(Buffer.alloc(32, 7)),
      clock: systemClock(),
      contents: [postgresContents(sql)],
    }),
    registry,
    folder,
    upcasters: {},
    log,
    paymentRail: 'simulated',
    publicUrl: 'http://localhost',
  };
  const tasks = makeTasks(sql, () => services, options.taskKinds, options.turn_ms);
  services.tasks = tasks;
  await models.start();
  await tasks.listen();
  let processes: Processes | undefined;
  let due: DueWorker | undefined;
  const caller = makeCaller({ policy: POLICY, ...options.caller });
  if (roles.includes('processes')) {
    const managers: ProcessManager[] = [taskManager(sql, options.taskKinds)];
    const kinds: DueKind[] = [...tasks.kinds];
    const dueStore = postgresDueStore(sql);
    if (options.caller) {
      managers.push(webhookManager(sql, services));
      kinds.push(
        webhookKind({ sql, services, caller, metrics }),
        replayKind({ sql, services, hydrate: opened, page: options.replay_page }),
      );
    }
    processes = makeProcesses<unknown>({
      managers,
      context: undefined,
      store,
      hydrate: opened,
      progress: models.progress,
      state: postgresManagerStore(sql, CHANNEL),
      due: dueStore,
      log,
      poll_ms: 100,
      backoff_ms: 10,
    });
    due = makeDueWorker({
      store: dueStore,
      kinds,
      log,
      metrics,
      poll_ms: 100,
      backoff_ms: options.backoff_ms ?? 10,
    });
    await processes.start();
    await due.start();
  }
  let over = false;
  return {
    services,
    tasks,
    sql,
    metrics,
    store,
    models,
    stop: async () => {
      if (over) return;
      over = true;
      await due?.stop();
      await processes?.stop();
      await tasks.close();
      await caller.close();
      await models.stop();
      await real.close();
      await sql.end({ timeout: 1 });
    },
    kill: async () => {
      over = true;
      store.before = () => new Promise(() => {});
      await sql.end({ timeout: 0 });
      await Promise.allSettled([due?.stop(0), processes?.stop(), models.stop()]);
      await real.close();
    },
  };
};

/** As time would, ends the leases of the due work that a process had when it was killed. No other process may run yet. */
export const leasesEnd = async (sql: Sql): Promise<void> => {
  await sql`update due_work set lease_until = clock_timestamp() where holder is not null`;
};

export const TENANT: Tenant & { company_id: string } = {
  partner_id: 'ptn_01K2ZQ7M4T8W3N5R6V9X0Y1A2B',
  company_id: 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B',
};

/** A request of the company; `seed` makes two calls the same request. */
export const callOn = (node: Pick<Node, 'services'>, more: Partial<Call> & { seed?: string } = {}): Call => {
  const { seed = newId('req', Date.now()), ...rest } = more;
  const origin: Origin = {
    tenant: more.tenant ?? TENANT,
    actor: `company:${TENANT.company_id}`,
    request_id: seed,
    correlation_id: seed,
    occurred_at: node.services.clock.instant(),
    mayRepeat: false,
    seed,
  };
  return {
    tenant: TENANT,
    params: {},
    query: {},
    body: undefined,
    choose: ([first]) => first!,
    locale: 'en',
    preferences: { deprecate_sync_bulk: true, deprecate_flat_bulk_shape: true, deprecate_benefit_percent: true },
    origin,
    services: node.services,
    url: new URL('http://localhost/'),
    ...rest,
  };
};

/** Runs an operation of a resource by its id. */
export const run = async (node: Pick<Node, 'services'>, operation: string, more: Parameters<typeof callOn>[1] = {}) => {
  const found = registry.all.flatMap(operationsOf).find(({ id }) => id === operation);
  if (!found) throw new Error(`there is no operation ${operation}`);
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return (await found.run(callOn(node, more))) as { status: number; body: any };
};
