import type { Logger } from 'pino';
import { makeProgress } from '../../projections/feed/progress.ts';
import type { Projection } from '../../projections/model/model.ts';
import { makeGate } from '../../projections/read/gate.ts';
import type { EventStore, LogEvent } from '../../src/event-store/port.ts';
import type { Folder } from '../../src/kernel/definition/fold.ts';
import type { Reader } from '../../src/kernel/definition/reader.ts';
import type { Services } from '../../src/kernel/definition/services.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import type { PersonalKeys } from '../../src/kernel/events/keys.ts';
import { TASK_KINDS } from '../../src/operations.ts';
import { tagManager } from '../../src/processes/accounting/gone-tags.ts';
import { mergeManager } from '../../src/processes/accounting/merges.ts';
import { claimsManager } from '../../src/processes/forms/claims.ts';
import { formManager } from '../../src/processes/forms/forms.ts';
import type { ProcessManager } from '../../src/processes/managers/manager.ts';
import { makeProcesses } from '../../src/processes/managers/runner.ts';
import { makePaymentProcess } from '../../src/processes/payments/payments.ts';
import { approvalManager } from '../../src/processes/payroll/approval.ts';
import { journalManager } from '../../src/processes/payroll/journal.ts';
import { populationManager } from '../../src/processes/population/population.ts';
import { makeLater } from '../../src/processes/population/population-later.ts';
import { presetManager } from '../../src/processes/presets/presets.ts';
import { deletionManager } from '../../src/processes/records/deletions.ts';
import { erasureKind } from '../../src/processes/records/erasures.ts';
import { identifiersManager } from '../../src/processes/remittances/identifiers.ts';
import { makeTasks, taskManager } from '../../src/processes/tasks/tasks.ts';
import { usageManager } from '../../src/processes/usage/usage.ts';
import { registry, upcasters } from '../../src/registry.ts';
import { remittancesOf } from '../../src/remittances/remitted.ts';
import type { Clock } from '../../src/values/clock.ts';
import { makeDueWorker } from '../../src/work/due-work.ts';
import type { DueStore } from '../../src/work/port.ts';
import { unusedServices } from '../support/unused.ts';
import type { Database } from './database.ts';
import { type StoreWeather, storeOf } from './event-store.ts';
import type { Network, Profile } from './network.ts';
import { type ReadTables, readerBy } from './read-tables.ts';
import { type Host, newHost, type Scheduler } from './scheduler.ts';

/** What all processes stand on together. */
export interface Ground {
  scheduler: Scheduler;
  network: Network;
  profile: () => Profile;
  weather: StoreWeather;
  database: Database;
  tables: ReadTables;
  log: EventStore;
  keys: PersonalKeys;
  clock: Clock;
  folder: Folder;
  projections: readonly Projection[];
  /** Whether processes have the managers of merges, of deleted tags and of forms. */
  books: boolean;
  /** Lines of the processes' own logs. */
  line: (host: string, level: string, about: unknown, message: string | undefined) => void;
}

/** One process of the service, without HTTP. */
export interface Process {
  host: Host;
  services: Services;
  /** Takes requests. */
  ready: boolean;
  /** Ends it at once: nothing is finished, no lease is given back. */
  kill(): void;
}

const unused = (): never => {
  throw new Error('not part of the simulation');
};
const NOT_SIMULATED = unusedServices(unused);

const readerOf = (host: Host, { network, tables, profile, scheduler }: Ground): Reader =>
  readerBy(
    (question) =>
      ((...args: unknown[]) =>
        network.call(host, () => {
          const { brokenReads } = profile();
          if (brokenReads > 0 && scheduler.random.next() < brokenReads)
            throw Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' });
          return (tables.ask[question] as (...args: unknown[]) => unknown)(...args);
        })) as Reader[typeof question],
  );

/** What somebody logs, kept with the world. */
export const loggerOf = (name: string, { line }: Pick<Ground, 'line'>): Logger => {
  const at = (level: string) => (about: unknown, message?: string) => line(name, level, about, message);
  const log = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((name) => [name, at(name)]));
  return log as unknown as Logger;
};

/** What contexts use of the world, as a process has it. */
export const servicesOf = (
  ground: Ground,
  own: Pick<Services, 'store' | 'read' | 'gate' | 'tasks' | 'log'>,
): Services => ({
  clock: ground.clock,
  keys: ground.keys,
  ...NOT_SIMULATED,
  credentials: {
    ...NOT_SIMULATED.credentials,
    issueToken: async () => ({ access_token: 'token', expires_in: 1, expires_at: ground.clock.instant() }),
  },
  snapshots: { take: unused },
  registry,
  folder: ground.folder,
  upcasters,
  paymentRail: 'simulated',
  publicUrl: 'http://localhost',
  ...own,
});

/** What an operator's command has of the world. */
export interface Operator {
  services: Services;
  due: DueStore;
  /** It is over: nothing of it goes on. */
  leave(): void;
}

/** A process for an operator's command, which is not killed. @throws an error where it cannot look around now */
export const operatorOf = async (ground: Ground): Promise<Operator> => {
  const host = newHost('operator');
  const { scheduler, network, profile, weather, database, projections } = ground;
  const sql = database.sqlOf(host);
  const { state, due } = database.stateOf(host);
  const progress = makeProgress(sql, projections, state);
  const leave = (): void => {
    host.alive = false;
    database.forget(host);
  };
  await scheduler.as(host, () => progress.start());
  const services = servicesOf(ground, {
    store: storeOf(host, ground.log, scheduler, network, profile, weather, database.due),
    read: readerOf(host, ground),
    gate: makeGate(progress),
    tasks: { start: unused, earlier: unused, ended: unused, cancel: unused, results: unused },
    log: loggerOf('operator', ground),
  });
  return { services, due, leave };
};

/** Starts a process; it takes requests as soon as it has looked around. */
export const startProcess = (name: string, ground: Ground): Process => {
  const host = newHost(name);
  const { scheduler, network, profile, weather, database, projections } = ground;
  const sql = database.sqlOf(host);
  const store = storeOf(host, ground.log, scheduler, network, profile, weather, database.due);
  const { state, due: dueStore } = database.stateOf(host);
  const progress = makeProgress(sql, projections, state);
  const log = loggerOf(name, ground);
  const tasks = makeTasks(sql, () => services, TASK_KINDS);
  const services = servicesOf(ground, { store, read: readerOf(host, ground), gate: makeGate(progress), tasks, log });
  const { later, kinds } = makeLater(dueStore, services);
  const payments = makePaymentProcess(dueStore, { services, remittancesOf });
  const managers: ProcessManager[] = [
    taskManager(sql, TASK_KINDS),
    populationManager(services, later),
    approvalManager(services),
    journalManager(services),
    payments.manager,
    presetManager(services),
    identifiersManager(services),
    claimsManager(services),
    deletionManager(services),
    usageManager(services),
    ...(ground.books ? [mergeManager(services), tagManager(services), formManager(services)] : []),
  ];
  const processes = makeProcesses<unknown>({
    managers,
    context: undefined,
    store,
    hydrate: (events: readonly LogEvent[]) => hydrate(events, ground.keys, upcasters),
    progress,
    state,
    due: dueStore,
    log,
  });
  const due = makeDueWorker({
    store: dueStore,
    kinds: [...tasks.kinds, ...kinds, ...payments.kinds, erasureKind(services, async () => {})],
    log,
  });
  const process: Process = {
    host,
    services,
    ready: false,
    kill: () => {
      host.alive = false;
      process.ready = false;
      database.forget(host);
      // It is asked nothing more; what it would still do never comes back.
      void due.stop(0);
      void processes.stop(0);
    },
  };
  const start = async (): Promise<void> => {
    for (;;) {
      try {
        await progress.start();
        await tasks.listen();
        await processes.start();
        await due.start();
        process.ready = true;
        return;
      } catch (error) {
        log.warn(error, 'it could not start');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  scheduler.after(0, host, () => void start());
  return process;
};
