import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import { CHANNEL } from '../projections/feed/progress.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import type { Foundation } from './foundation.ts';
import { forgetAnswers } from './http/requests/idempotency-keys.ts';
import type { Services } from './kernel/definition/services.ts';
import { TASK_KINDS } from './operations.ts';
import { addressPolicy } from './platform/addresses.ts';
import { tagManager } from './processes/accounting/gone-tags.ts';
import { mergeManager } from './processes/accounting/merges.ts';
import { makeClaimParts } from './processes/forms/claim-parts.ts';
import { claimsManager } from './processes/forms/claims.ts';
import { formManager } from './processes/forms/forms.ts';
import { syncEndsManager } from './processes/integrations/sync-ends.ts';
import type { ProcessManager } from './processes/managers/manager.ts';
import { makeProcesses } from './processes/managers/runner.ts';
import { makePaymentProcess } from './processes/payments/payments.ts';
import { approvalManager } from './processes/payroll/approval.ts';
import { makeDeadlines } from './processes/payroll/deadlines.ts';
import { journalManager } from './processes/payroll/journal.ts';
import { figuresDigest } from './processes/population/figures-digest.ts';
import { makeNewFigures } from './processes/population/new-figures.ts';
import { populationManager } from './processes/population/population.ts';
import { makeLater } from './processes/population/population-later.ts';
import { presetManager } from './processes/presets/presets.ts';
import { deletionManager } from './processes/records/deletions.ts';
import { erasureKind, REPLACED_ms } from './processes/records/erasures.ts';
import { identifiersManager } from './processes/remittances/identifiers.ts';
import { deleteContentsBefore, reportManager } from './processes/reports/reports.ts';
import { fileSweeps, makeSweeper, standardSweeps } from './processes/sweeper.ts';
import { type TaskService, taskManager } from './processes/tasks/tasks.ts';
import { usageManager } from './processes/usage/usage.ts';
import { makeCaller } from './processes/webhooks/webhook-call.ts';
import { callAfterSetBack } from './processes/webhooks/webhook-deliveries.ts';
import { webhookKind } from './processes/webhooks/webhook-delivery.ts';
import { webhookManager } from './processes/webhooks/webhook-manager.ts';
import { replayKind } from './processes/webhooks/webhook-replay.ts';
import { remittancesOf } from './remittances/remitted.ts';
import { type DueKind, makeDueWorker } from './work/due-work.ts';
import { postgresDueStore } from './work/postgres-due-work.ts';
import { postgresManagerStore } from './work/postgres-managers.ts';
import { dueAfterSetBack, watchSetBacks } from './work/set-back.ts';

/** Where the service may call by itself. */
export const policyOf = ({ webhookAllowPrivate: allowPrivate, host, publicUrl, trustedProxies }: Config) =>
  addressPolicy({ allowPrivate, host, publicUrl, isBehindProxies: trustedProxies !== undefined });

/** Process managers and due work. The closers end them, also where a later step fails. */
export const startProcesses = async (
  services: Services,
  tasks: TaskService,
  { config, clock, sql, leases, store, refusals, models, others, files, opened, log }: Foundation,
  { metrics, drain_ms, closers }: { metrics: Metrics; drain_ms: number; closers: Closers },
): Promise<void> => {
  const caller = makeCaller({ policy: policyOf(config) });
  const sweeps = [...standardSweeps(clock, models, config.keep), ...fileSweeps(files)];
  const sweeper = makeSweeper({ sql, sweeps, metrics });
  const dueStore = postgresDueStore(sql, leases);
  const { later, kinds: populationKinds } = makeLater(dueStore, services);
  const eachVersion = [makeNewFigures(dueStore, services, later, figuresDigest()), makeClaimParts(dueStore, services)];
  const deadlines = makeDeadlines(sql, services);
  const payments = makePaymentProcess(dueStore, { services, remittancesOf });
  tellWhatGoesOut(config, log);
  const managers: ProcessManager[] = [
    taskManager(sql, TASK_KINDS),
    populationManager(services, later),
    approvalManager(services),
    journalManager(services),
    payments.manager,
    presetManager(services),
    identifiersManager(services),
    claimsManager(services),
    reportManager(services),
    formManager(services),
    usageManager(services),
    webhookManager(sql, services),
    syncEndsManager(services),
    mergeManager(services),
    tagManager(services),
    deletionManager(services),
    deadlines.manager,
  ];
  needManagers(managers, services.registry.all, TASK_KINDS);
  const kinds: DueKind[] = [
    ...tasks.kinds,
    webhookKind({ sql, services, caller, metrics }),
    replayKind({ sql, services, hydrate: opened }),
    ...populationKinds,
    ...eachVersion.flatMap((work) => work.kinds),
    deadlines.kind,
    ...payments.kinds,
    sweeper.kind,
    erasureKind(services, async ({ tenant, erased_at }, signal) => {
      await deleteContentsBefore(erased_at, tenant, services, signal);
      await forgetAnswers(sql, `company:${tenant.company_id}`);
      await models.sweep({ grace_ms: REPLACED_ms });
    }),
  ];
  const processes = makeProcesses<unknown>({
    managers,
    context: undefined,
    store,
    hydrate: opened,
    knows: services.folder.knows,
    progress: models.progress,
    state: postgresManagerStore(sql, CHANNEL, leases),
    due: dueStore,
    isHeard: others.arePresent,
    renewing: refusals.ofLeases(),
    log,
    metrics,
  });
  const due = makeDueWorker({ store: dueStore, kinds, log, metrics });
  const lookBack = () => Promise.all([dueAfterSetBack(sql, managers, kinds), callAfterSetBack(sql)]);
  const setBacks = await watchSetBacks(lookBack, log);
  closers.push(async () => {
    await Promise.all([setBacks.stop(), due.stop(drain_ms), processes.stop(drain_ms)]);
    await caller.close();
  });
  await processes.start();
  await Promise.all([sweeper, ...eachVersion].map((work) => work.schedule()));
  await due.start();
};

/** Of what answers wait for: process managers by name. */
interface Followed {
  follows?: readonly string[] | undefined;
  reaches?: { follows: readonly string[] } | undefined;
}

/**
 * That each process manager that a resource or a kind of task follows is there: answers would wait their two seconds
 * for one that is not, each time.
 *
 * @throws Error that says who names which
 */
export const needManagers = (
  managers: readonly { name: string }[],
  resources: readonly (Followed & { object: string })[],
  kinds: readonly (Followed & { name: string })[],
): void => {
  const names = new Set(managers.map(({ name }) => name));
  const followers = [
    ...resources.map(({ object, ...of }) => [object, of] as const),
    ...kinds.map(({ name, ...of }) => [name, of] as const),
  ];
  for (const [who, { follows = [], reaches }] of followers)
    for (const name of [...follows, ...(reaches?.follows ?? [])])
      if (!names.has(name))
        throw new Error(`${who} follows "${name}", which is no process manager: there are ${[...names].join(', ')}`);
};

const tellWhatGoesOut = ({ paymentRail }: Config, log: Logger): void => {
  if (paymentRail === undefined)
    log.warn(
      'PAYMENT_RAIL is not set: only payrolls of employers in preview can be approved; set it to approve those of live employers',
    );
  if (paymentRail === 'simulated') log.info('payments are simulated: no money moves');
  log.info(
    'the service sends no forms to agencies: upload slips and records of employment by hand (payroll forms waiting); agencies of employers in preview are simulated',
  );
};
