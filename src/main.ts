import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry as Metrics } from 'prom-client';
import { CHANNEL } from '../projections/feed/progress.ts';
import { nothing, refusedWrites, registerMeters, troubles, unanswered } from '../projections/health.ts';
import type { OnProgress } from '../projections/rebuild/build.ts';
import { isAheadOfLog } from '../projections/rebuild/restored.ts';
import { madeUpTo } from './calendar/pay-calendar.ts';
import { makeClosers } from './closers.ts';
import { type Config, publicUrlOf } from './config.ts';
import type { Sql } from './database/connect.ts';
import { onlyReads } from './database/reach.ts';
import { type Foundation, type FoundationOptions, openFoundation } from './foundation.ts';
import { type App, makeApp } from './http/app.ts';
import { makeEntrance } from './http/entrance.ts';
import { type Health, makeAdminApp, makeHealth, type Readiness } from './http/health.ts';
import { startServer } from './http/server.ts';
import { makeProviders } from './integrations/access/make-providers.ts';
import type { Services } from './kernel/definition/services.ts';
import { operations, TASK_KINDS } from './operations.ts';
import { makeOutbound } from './platform/addresses.ts';
import { checkLedger, type FirstPartner, makeFirstPartner, updateAddress } from './platform/first-partner.ts';
import { hasEmbedded } from './process-database.ts';
import { makeTasks, type TaskService } from './processes/tasks/tasks.ts';
import { keptDeliveries } from './processes/webhooks/webhook-kept.ts';
import { registry, upcasters } from './registry.ts';
import { StartFailed } from './start-failed.ts';
import { policyOf, startProcesses } from './start-processes.ts';
import { lackingFigures } from './statutory/editions/lacking.ts';
import { pause } from './timing/pauses.ts';
import { unlessAborted, within } from './timing/within.ts';
import { postgresDueStore } from './work/postgres-due-work.ts';
import { postgresManagerStore } from './work/postgres-managers.ts';

/** A running service: one process of it, with the roles of its configuration. */
export interface Service {
  /** Where it listens. */
  url: string;
  /** Where an operator can ask how it is, when it has a port for that. */
  adminUrl: string | undefined;
  services: Services;
  foundation: Foundation;
  /** The partner that was registered at this start, when the store had none. */
  firstPartner: FirstPartner | undefined;
  /** Resolves with the reason when it cannot go on: it must be stopped then. */
  failed: Promise<Error>;
  /**
   * Says that it is not ready any more, and answers for `delay_ms` more (default 0), or until it fails: so long a proxy
   * may take to notice. Then it stops accepting, lets open work finish, flushes, gives its leases back, stops the
   * database that it started.
   */
  stop(options?: { delay_ms?: number }): Promise<void>;
}

export interface ServiceOptions extends Pick<FoundationOptions, 'clock' | 'signal' | 'connections' | 'settings'> {
  log: Logger;
  /** Called while read models are built, which can take long after an upgrade. */
  onProgress?: OnProgress;
  /** How long open requests, and what follows from them, may take when the service stops; default 10 s. */
  drain_ms?: number;
}

const DRAIN_ms = 10_000;
/** What does not answer within this time is taken to be away: who asks whether we are ready asks again soon. */
const READY_ms = 1_000;

/**
 * Starts a service: takes the port, opens what it needs, registers the first partner, builds read models where
 * there are none of this version, starts the processes of its roles, and answers requests.
 *
 * @throws an error with one sentence when it cannot start; what was begun is ended then
 */
export const startService = async (config: Config, options: ServiceOptions): Promise<Service> => {
  const { log, signal, drain_ms = DRAIN_ms } = options;
  const { closers, close } = makeClosers(log);
  let fail: (reason: Error) => void = () => {};
  const failed = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  try {
    const entrance = makeEntrance();
    const server = await startServer(entrance, config);
    closers.push(() => server.drain(0));
    const adminEntrance = makeEntrance();
    const { adminPort, adminHost = '127.0.0.1' } = config;
    const names = { port: 'ADMIN_PORT', host: 'ADMIN_HOST' };
    const admin =
      adminPort === undefined
        ? undefined
        : await startServer(adminEntrance, { host: adminHost, port: adminPort, names });
    if (admin) closers.push(() => admin.drain(0));
    const adminUrl = admin && publicUrlOf({ host: adminHost }, admin.address.port);
    const check = async (sql: Sql): Promise<void> => checkLedger(sql, await firstPartnerOptions(config));
    const foundation = await openFoundation(config, { ...options, check, onLockLost: fail, onWentBack: fail });
    closers.push(foundation.close);
    const url = publicUrlOf({ host: config.host }, server.address.port);
    const firstPartner = await registerFirst(foundation, url);

    if (await isAheadOfLog(foundation.sql, foundation.store))
      throw new StartFailed(
        'the read models are ahead of the event log, as after restoring an older one: run "payroll projections reset", then start again',
      );
    const { services, tasks } = assemble(foundation, publicUrlOf(config, server.address.port));
    const feed = config.roles.includes('projections');
    const readable = foundation.models.start({ feed, onProgress: options.onProgress });
    // It may take long. When the start is given up, it is ended with all that was opened.
    await (signal ? unlessAborted(readable, signal) : readable);
    signal?.throwIfAborted();
    // Asked once, it is watched from now on: whether drafts are stale follows from it.
    services.gate.behindSince('population');
    await tasks.listen();
    closers.push(() => tasks.close());
    const metrics = new Metrics();
    collectDefaultMetrics({ register: metrics });
    if (config.roles.includes('processes'))
      await startProcesses(services, tasks, foundation, { metrics, drain_ms, closers });
    const { app, health, stopping } = makeHttp(services, foundation, metrics);
    entrance.open(app);
    adminEntrance.open(makeAdminApp(health));
    closers.push(async () => {
      if (!(await server.drain(drain_ms)))
        log.warn('open requests were aborted: they did not end within the time that a shutdown allows');
      await app.stop();
    });
    const stop: Service['stop'] = async ({ delay_ms = 0 } = {}) => {
      stopping();
      server.retire();
      const over = new AbortController();
      void failed.then(() => over.abort());
      await pause(delay_ms, [over.signal]);
      await close();
    };
    return { url, adminUrl, services, foundation, firstPartner, failed, stop };
  } catch (error) {
    await close();
    throw error;
  }
};

const firstPartnerOptions = async ({ dataDir, partnerSecret: secret }: Config) => ({
  dataDir,
  hasEmbedded: await hasEmbedded(dataDir),
  secret,
});

const registerFirst = async ({ config, sql, credentials }: Foundation, url: string) => {
  const { dataDir } = config;
  const isEmbedded = config.databaseUrl === undefined;
  const options = { ...(await firstPartnerOptions(config)), isEmbedded, url };
  const first = await makeFirstPartner(sql, credentials, options);
  if (!first && isEmbedded) await updateAddress(dataDir, url);
  return first;
};

/** What contexts may use, made of what every process needs. */
export const assemble = (foundation: Foundation, publicUrl: string): { services: Services; tasks: TaskService } => {
  const { config, clock, store, models, keys, credentials, files, folder, log, sql } = foundation;
  const tasks = makeTasks(sql, () => services, TASK_KINDS);
  const services: Services = {
    clock,
    store,
    read: models.reader,
    snapshots: models.snapshots,
    keys,
    gate: models.gate,
    credentials,
    deliveries: keptDeliveries(sql),
    providers: makeProviders({ sql, keys, apps: config.providers ?? {}, redirect_uri: `${publicUrl}/oauth/callback` }),
    tasks,
    outbound: makeOutbound(policyOf(config)),
    files,
    registry,
    folder,
    upcasters,
    log,
    paymentRail: config.paymentRail ?? null,
    revenuQuebec: config.revenuQuebec ?? null,
    publicUrl,
  };
  return { services, tasks };
};

const makeHttp = (
  services: Services,
  { config, clock, sql, admission, store, refusals, keyring, log, models }: Foundation,
  metrics: Metrics,
): { app: App; health: Health; stopping: () => void } => {
  let isStopping = false;
  const managers = postgresManagerStore(sql, CHANNEL);
  const due = postgresDueStore(sql);
  const figures = () => lackingFigures(madeUpTo(clock.today()));
  const ready = async (): Promise<Readiness> => {
    const waitingFor: string[] = [];
    if (models.progress.readPosition() === undefined) waitingFor.push('read models');
    const [database, events, found] = await Promise.allSettled([
      within(READY_ms, onlyReads(sql)),
      within(READY_ms, store.ping()),
      within(READY_ms, troubles(models, managers, due, refusals.isWritable())),
    ]);
    if (database.status === 'rejected') waitingFor.push('the database');
    // Not even a read is answered then: calls could not be counted.
    else if (database.value)
      waitingFor.push('a database that can be written to: DATABASE_URL names one that only reads');
    // Where the database is away, so is all else.
    const unknown = database.status === 'rejected' ? nothing() : unanswered(events, found);
    const health = found.status === 'fulfilled' ? found.value : nothing();
    const lacking = figures();
    const all = [unknown, refusedWrites(refusals), health, { degraded: lacking, details: lacking }];
    const degraded = all.flatMap((one) => one.degraded);
    const details = all.flatMap((one) => one.details);
    return { ready: waitingFor.length === 0, waitingFor, degraded, details };
  };
  registerMeters(metrics, { models, managers, store, refusals, lacking: figures });
  const health = makeHealth(ready, metrics, () => isStopping);
  const app = makeApp({
    services,
    operations: config.roles.includes('api') ? operations : [],
    sql,
    admission,
    keyring,
    limits: config.limits,
    proxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    log,
    metrics,
    health,
    onFailure: refusals.note,
    metricsElsewhere: config.adminPort !== undefined,
  });
  return {
    app,
    health,
    stopping: () => {
      isStopping = true;
    },
  };
};
