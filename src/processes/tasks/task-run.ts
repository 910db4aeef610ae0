import { isTransient } from '../../../projections/model/transient.ts';
import { WrongExpectedRevision } from '../../event-store/errors.ts';
import { type Position, START } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { recordedEntry, type TaskEntry } from '../../platform/async-task.ts';
import { asyncTaskCancelled, asyncTaskCompleted, asyncTaskFailed } from '../../platform/events.ts';
import { Problem, unavailable } from '../../values/problem.ts';
import type { Work } from '../../work/due-work.ts';
import { appendToTask, packedBodies, planOf, progressBodies, type TaskPlan, taskStream } from './task-log.ts';
import type { TaskWork } from './task-work.ts';

/**
 * Does the work of one task, from wherever it is.
 *
 * Steps are done in chunks, and after each chunk its results are recorded. The process that goes on after a crash
 * begins behind the last recorded chunk and does the next one again: what it appends has ids that derive from the
 * task, so what was done is found and not done twice. Two workers on one task cannot both record a chunk, since each
 * appends at the revision that it knows; the one that is too late stops. After a while a worker makes room, so that
 * tasks take turns.
 */

/** Runs that broke off for no reason of the store's, after which what is left is given up. */
const MAX_FAILURES = 5;
/** Waiting for the read models and for what follows from the writes, before the end is recorded. */
const FOLLOWED_ms = 30_000;
/** It waits until the company can be written to again. */
const READ_ONLY = {
  en: 'A read model cannot follow this company.',
  fr: 'Un modèle de lecture ne suit plus cette entreprise.',
};

/** Its texts are in the entries of what was left. */
const cancelledProblem = (): Problem =>
  new Problem(400, {
    en: 'The task was cancelled before this was done.',
    fr: 'La tâche a été annulée avant que ceci soit fait.',
  });

export interface Runner {
  works: ReadonlyMap<string, TaskWork>;
  services: Services;
  /** A task works for so long, then others that wait have their turn; between chunks. */
  turn_ms: number;
}

/** Whether it ended (now or before), stopped with its worker, or made room and has more to do. */
export type RunOutcome = 'ended' | 'stopped' | 'more';

export const runTask = async (
  id: string,
  work: Pick<Work, 'attempt' | 'signal' | 'held'>,
  runner: Runner,
): Promise<RunOutcome> => {
  const { works, services } = runner;
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, works, services);
  // A request that broke off before it was accepted.
  if (!plan || plan.ended) return 'ended';
  const origin = originOf(plan);
  try {
    if (services.gate.readOnly(origin.tenant)) throw unavailable(READ_ONLY, 30);
    if (plan.cancelled) {
      await giveUp(id, origin, cancelledProblem(), runner);
      return 'ended';
    }
    return await workOff(plan, origin, work, runner);
  } catch (error) {
    // Aborted, by a process that ends or by a caller who cancels: the log says from where to continue.
    if (work.signal.aborted) return 'stopped';
    if (work.attempt < MAX_FAILURES || isAway(error) || !work.held()) throw error;
    services.log.error({ err: error, task: id }, 'the rest of a task is given up');
    await giveUp(id, origin, brokenProblem(origin), runner);
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
  { services, turn_ms }: Runner,
): Promise<RunOutcome> => {
  const { id, total, work } = plan;
  const started = plan.started.data;
  const began_ms = performance.now();
  // Everything that is written here lies behind it, also what several appends of one chunk do.
  let since = services.gate.readPosition();
  let { done, failed, revision } = plan;
  let written: Position | undefined;
  let pending: TaskEntry[] = [];
  while (done < total) {
    if (signal.aborted) return 'stopped';
    if (done > plan.done && performance.now() - began_ms > turn_ms) return 'more';
    const inHand = { id, started, origin, services, signal };
    const { entries, position } = await work.run(plan.steps(done, plan.chunk), inHand);
    if (position !== undefined && (written === undefined || position > written)) written = position;
    if (!held()) return 'stopped';
    failed += entries.filter((entry) => 'status' in entry).length;
    pending = entries;
    // The results of the last chunk are appended together with the end.
    if (done + entries.length >= total) break;
    for (const part of packedBodies(progressBodies(done, entries.map(recordedEntry))))
      ({ revision } = await appendDone(id, part, `progress/${done}`, revision, origin, services));
    done += entries.length;
    pending = [];
  }
  // Another worker wrote what this one did not: it may be anywhere.
  if (plan.done > 0) [since, written] = [START, await services.store.head()];
  const follows = work.follows(started, services);
  if (written !== undefined) await services.gate.followed(written, follows, FOLLOWED_ms, origin.tenant, since);
  await end(plan, { from: done, entries: pending, failed, revision }, origin, services);
  return 'ended';
};

/**
 * Appends what was done. That somebody cancelled meanwhile is no reason to lose it: it goes behind that, and the next
 * look at the stream ends the task. Whatever else came is another worker's.
 */
const appendDone: typeof appendToTask = async (id, bodies, step, expected, origin, services) => {
  try {
    return await appendToTask(id, bodies, step, expected, origin, services);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision) || typeof expected !== 'bigint') throw error;
    const { events } = await loadStream(taskStream(id), services);
    const since = events.slice(Number(expected) + 1);
    if (since.length !== 1 || !asyncTaskCancelled.is(since[0]!)) throw error;
    return await appendToTask(id, bodies, step, since[0]!.revision, origin, services);
  }
};

interface Rest {
  from: number;
  entries: readonly TaskEntry[];
  failed: number;
  revision: bigint;
}

/** Appends the last results with the end, and waits until the end can be read. */
const end = async (plan: TaskPlan, rest: Rest, origin: Origin, services: Services): Promise<void> => {
  const ended = rest.failed > 0 ? asyncTaskFailed : asyncTaskCompleted;
  const bodies = [
    ...progressBodies(rest.from, rest.entries.map(recordedEntry)),
    ended({ total: plan.total, failed: rest.failed }),
  ];
  const ending = { ...origin, occurred_at: services.clock.instant() };
  let { revision } = rest;
  let position: Position | undefined;
  for (const [i, part] of packedBodies(bodies).entries())
    ({ revision, position } = await appendDone(plan.id, part, `end/${rest.from}/${i}`, revision, ending, services));
  await services.gate.followed(position!, [], FOLLOWED_ms);
};

const brokenProblem = ({ request_id }: Origin): Problem =>
  new Problem(500, {
    en: `It could not be written because of an error of the service. Name the request ${request_id} to support.`,
    fr: `L'écriture a échoué à cause d'une erreur du service. Indiquez la requête ${request_id} au soutien.`,
  });

/** Each step that is left gets why it goes no further as its result, and the task ends. */
const giveUp = async (id: string, origin: Origin, problem: Problem, { works, services }: Runner): Promise<void> => {
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, works, services);
  if (!plan || plan.ended) return;
  const { work, started } = plan;
  const entries = plan.steps(plan.done, plan.total).map((step) => work.undone(step, problem, started.data));
  const failed = plan.failed + entries.length;
  await end(plan, { from: plan.done, entries, failed, revision: plan.revision }, origin, services);
};
