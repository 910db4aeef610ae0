import { isTransient } from '../../../projections/model/transient.ts';
import type { Position } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Change, Origin } from '../../kernel/definition/writer.ts';
import { failedEntry, recordedEntry, type TaskEntry } from '../../platform/async-task.ts';
import { Problem, unavailable } from '../../values/problem.ts';
import type { Work } from '../../work/due-work.ts';
import {
  appendToTask,
  entryOfFailure,
  packedBodies,
  planOf,
  progressBodies,
  type TaskItem,
  type TaskPlan,
  taskStream,
} from './task-log.ts';

/**
 * Does the work of one task, from wherever it stands.
 *
 * Records are written in chunks, and after each chunk its results are recorded. Whoever comes after a crash begins
 * behind the last recorded chunk and makes the changes of the next one again: their event ids derive from the task, so
 * what was written is found and not written twice. Two workers on one task cannot both record a chunk, since each
 * appends at the revision that it knows; the one that is too late stops.
 */

/** Runs that broke off for no reason of the store's, after which what is left is given up. */
const MAX_FAILURES = 5;
/** Waiting for the read models and for what follows from the writes, before the end is told. */
const SETTLE_ms = 30_000;

/** It waits until the company can be written to again. */
const READ_ONLY = {
  en: 'A read model cannot follow this company.',
  fr: 'Un modèle de lecture ne suit plus cette entreprise.',
};

/** Whether it ended (now or before), or has to be run again. */
export const runTask = async (id: string, work: Pick<Work, 'attempt' | 'signal' | 'held'>, services: Services) => {
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, services);
  // A request that broke off before it was accepted.
  if (!plan || plan.ended) return 'ended';
  const origin = originOf(plan);
  try {
    if (services.gate.readOnly(origin.tenant)) throw unavailable(READ_ONLY, 30);
    return await workOff(plan, origin, work, services);
  } catch (error) {
    if (work.attempt < MAX_FAILURES || isAway(error) || !work.held()) throw error;
    services.log.error({ err: error, task: id }, 'the rest of a task is given up');
    await giveUp(id, origin, services);
    return 'ended';
  }
};

/** The store or the database is away: nothing that the task could be blamed for. */
const isAway = (error: unknown): boolean => (error instanceof Problem ? error.status >= 500 : isTransient(error));

const originOf = ({ id, started }: TaskPlan): Origin => {
  const { metadata } = started;
  return {
    tenant: { partner_id: metadata.partner_id ?? '', company_id: metadata.company_id },
    actor: metadata.actor ?? 'process:tasks',
    request_id: metadata.request_id ?? started.id,
    correlation_id: metadata.correlation_id ?? started.id,
    causation_id: started.id,
    occurred_at: metadata.occurred_at ?? '',
    mayRepeat: true,
    seed: `task/${id}`,
  };
};

const workOff = async (
  plan: TaskPlan,
  origin: Origin,
  { signal, held }: Pick<Work, 'signal' | 'held'>,
  services: Services,
): Promise<'ended' | 'stopped'> => {
  const { id, total, definition } = plan;
  let { done, failed, revision } = plan;
  let written: Position | undefined;
  let pending: TaskEntry[] = [];
  while (done < total) {
    if (signal.aborted) return 'stopped';
    const { entries, position } = await writeItems(plan, plan.items(done, plan.chunk), origin, services);
    if (position !== undefined && (written === undefined || position > written)) written = position;
    if (!held()) return 'stopped';
    failed += entries.filter((entry) => 'status' in entry).length;
    pending = entries;
    // The results of the last chunk are appended together with the end.
    if (done + entries.length >= total) break;
    for (const part of packedBodies(progressBodies(done, entries.map(recordedEntry))))
      ({ revision } = await appendToTask(id, part, `progress/${done}`, revision, origin, services));
    done += entries.length;
    pending = [];
  }
  // Another worker wrote what this one did not: it may be anywhere.
  if (plan.done > 0) written = await services.store.head();
  if (written !== undefined) await services.gate.settled(written, definition.follows, SETTLE_ms, origin.tenant);
  await end(plan, { from: done, entries: pending, failed, revision }, origin, services);
  return 'ended';
};

interface Rest {
  from: number;
  entries: readonly TaskEntry[];
  failed: number;
  revision: bigint;
}

/** Appends the last results with the end, and waits until the end can be read. */
const end = async (plan: TaskPlan, rest: Rest, origin: Origin, services: Services): Promise<void> => {
  const type = rest.failed > 0 ? 'AsyncTaskFailed' : 'AsyncTaskCompleted';
  const bodies = [
    ...progressBodies(rest.from, rest.entries.map(recordedEntry)),
    { type, data: { total: plan.total, failed: rest.failed } },
  ];
  const ending = { ...origin, occurred_at: services.clock.instant() };
  let { revision } = rest;
  let position: Position | undefined;
  for (const [i, part] of packedBodies(bodies).entries())
    ({ revision, position } = await appendToTask(plan.id, part, `end/${rest.from}/${i}`, revision, ending, services));
  await services.gate.settled(position!, [], SETTLE_ms);
};

const writeItems = async (
  plan: TaskPlan,
  items: readonly TaskItem[],
  origin: Origin,
  services: Services,
): Promise<{ entries: TaskEntry[]; position: Position | undefined }> => {
  const { definition } = plan;
  const { object } = definition;
  const changes = items.flatMap((item): Change[] => ('change' in item ? [item.change] : []));
  const outcomes = changes.length > 0 ? await writeChanges(definition, changes, origin, services) : [];
  let position: Position | undefined;
  let repeated = false;
  let next = 0;
  const entries = items.map((item): TaskEntry => {
    if (!('change' in item)) return item.refused;
    const outcome = outcomes[next++]!;
    if (!outcome.ok) return entryOfFailure(object, item.index, item.change, outcome.problem);
    if (outcome.repeated) repeated = true;
    if (outcome.position !== undefined && (position === undefined || outcome.position > position))
      position = outcome.position;
    return { id: item.change.id, object };
  });
  return { entries, position: repeated ? await services.store.head() : position };
};

/** What cannot be done whatever is tried is told of each record that is left, and the task ends. */
const giveUp = async (id: string, origin: Origin, services: Services): Promise<void> => {
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, services);
  if (!plan || plan.ended) return;
  const problem = new Problem(500, {
    en: `It could not be written because of an error of the service. Name the request ${origin.request_id} to support.`,
    fr: `L'écriture a échoué à cause d'une erreur du service. Indiquez la requête ${origin.request_id} au soutien.`,
  });
  const { object } = plan.definition;
  const entries = plan
    .items(plan.done, plan.total)
    .map((item) => ('change' in item ? failedEntry(object, item.index, item.change.id, problem) : item.refused));
  const failed = plan.failed + entries.length;
  await end(plan, { from: plan.done, entries, failed, revision: plan.revision }, origin, services);
};
