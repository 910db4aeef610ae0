import { isTransient } from '../../../projections/model/transient.ts';
import { isWorkTakenOver, NewerEvent, WrongExpectedRevision } from '../../event-store/errors.ts';
import { type Position, START } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { ProviderBusy, ProviderInUse, ProviderUnavailable, type Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { recordedEntry, type TaskEntry } from '../../platform/async-task.ts';
import { asyncTaskCancelled, asyncTaskCompleted, asyncTaskFailed } from '../../platform/events.ts';
import { Problem } from '../../values/problem.ts';
import type { Work } from '../../work/due-work.ts';
import { SOON_ms } from '../../work/set-back.ts';
import { appendToTask, packedBodies, planOf, progressBodies, type TaskPlan, taskStream } from './task-log.ts';
import type { TaskWork } from './task-work.ts';

/**
 * Runs one task, from its recorded progress on.
 *
 * Steps are done in chunks, and after each chunk its results are recorded. After a crash the next process continues
 * after the last recorded chunk and repeats the one that was cut off: the ids of its appends derive from the task, so
 * what was done is found and not done twice. A run appends under its lease: once another worker has the task, nothing
 * more is written for it here, so what that one refuses stays undone. A run ends after its turn, so that tasks take
 * turns.
 *
 * Where a process ended in a task, its steps are done one at a time, each recorded before the next one. So the step
 * that ends each process which begins it comes to be the first one left; it fails alone, and the others go on.
 */

/**
 * Failed runs, not counting those when the store was unavailable, after which the records fail at which the service
 * fails; or the remaining steps, where the run itself does.
 */
const MAX_FAILURES = 5;
/**
 * The same where a provider is away, or another task is at the same: with the pauses of due work (half a second,
 * doubled up to a minute) that is some minutes. A run that got on begins the count anew.
 */
const MAX_PROVIDER_FAILURES = 12;
/** Pause of a task that got on before its provider was away. */
const AWAY_PAUSE_ms = 1_000;
/** Longest wait for the read models and process managers before the end is recorded. */
const FOLLOWED_ms = 30_000;
/** The result of the steps that were not done. */
const cancelledProblem = (): Problem =>
  new Problem(400, {
    en: 'The task was cancelled before this was done.',
    fr: 'La tâche a été annulée avant que ceci soit fait.',
  });

export interface Runner {
  works: ReadonlyMap<string, TaskWork>;
  services: Services;
  /** Length of a turn; it ends between two chunks. */
  turn_ms: number;
}

/**
 * The task has ended (now or before); its worker stopped, or what it needs is unavailable; its company can only be
 * read, since a read model cannot follow it; its turn is over and more is to be done; or its provider is away, or asks
 * for a pause, after some steps. None of these is a failure.
 */
export type RunOutcome = 'ended' | 'stopped' | 'read_only' | 'more' | { again_in_ms: number };

type Run = Pick<Work, 'attempt' | 'deaths' | 'isGivenUp' | 'signal' | 'held' | 'lease'>;

/**
 * Runs a task from what its stream has recorded, until it has ended, its turn is over, or its worker is stopped.
 *
 * @throws what a run failed with, while it is to be tried again
 */
export const runTask = async (id: string, work: Run, runner: Runner): Promise<RunOutcome> => {
  const { works, services } = runner;
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, works, services);
  // Without a plan, the request broke off before the task was accepted.
  if (!plan || plan.ended) return 'ended';
  const origin = originOf(plan, work.lease);
  // Then one record at which the service fails keeps no others, and each result says what became of its record.
  const faultOf = (error: unknown): Problem | undefined => {
    if (isUnavailable(error) || isOfOthers(error) || work.signal.aborted) return undefined;
    services.log.error({ err: error, task: id }, 'a task failed too often at a record, which is reported as failed');
    return brokenProblem(origin);
  };
  try {
    if (services.gate.readOnly(origin.tenant)) return 'read_only';
    if (plan.cancelled) {
      await failRemaining(id, origin, cancelledProblem(), runner);
      return 'ended';
    }
    if (work.isGivenUp) {
      services.log.error({ task: id }, 'a task ended the processes that began a step, which is reported as failed');
      return await failStep(plan, origin, runner);
    }
    const isLast = work.attempt >= MAX_FAILURES;
    return await runChunks(plan, isLast ? { ...origin, faultOf } : origin, work, runner);
  } catch (error) {
    // Aborted because the process stops or a caller cancelled: the next run continues from the log.
    if (work.signal.aborted) return 'stopped';
    if (isWorkTakenOver(error)) {
      const taken = 'another process has taken over a task, since this one was not heard of for a while';
      services.log.warn({ task: id }, `${taken}; it goes on there, and nothing has to be done`);
      return 'stopped';
    }
    if (isUnavailable(error)) {
      services.log.warn(
        { err: error, task: id },
        'a task was interrupted because something that it needs is unavailable',
      );
      return 'stopped';
    }
    // Whichever try this was: the next run continues from the log.
    if (isOfOthers(error)) throw error;
    const most = error instanceof ProviderUnavailable ? MAX_PROVIDER_FAILURES : MAX_FAILURES;
    if ((work.attempt < most && !isTooLong(error)) || !work.held()) throw error;
    services.log.error(
      { err: error, task: id },
      'a task failed too often, or would have to wait too long; its remaining steps are reported as failed',
    );
    const problem = error instanceof ProviderUnavailable ? providerProblem(error) : brokenProblem(origin);
    await failRemaining(id, origin, problem, runner);
    return 'ended';
  }
};

/** Whether a provider asks for a pause that no task waits for: whoever asked for the task is told at once. */
const isTooLong = (error: unknown): boolean => error instanceof ProviderBusy && error.again_in_ms > SOON_ms;

/** Whether another worker got on with it, or a process of a newer version has to: that is no failure of the task. */
const isOfOthers = (error: unknown): boolean => error instanceof WrongExpectedRevision || error instanceof NewerEvent;

/** Whether the store or the database is unavailable, which is no failure of the task. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem ? error.status >= 500 : isTransient(error);

const originOf = ({ id, started }: TaskPlan, lease: string | undefined): Origin => {
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
    ...(lease === undefined ? {} : { lease }),
  };
};

const runChunks = async (
  plan: TaskPlan,
  origin: Origin,
  { signal, held, deaths = 0 }: Pick<Run, 'signal' | 'held' | 'deaths'>,
  { services, turn_ms }: Runner,
): Promise<RunOutcome> => {
  const { id, total, work } = plan;
  const chunk = deaths > 0 ? 1 : plan.chunk;
  const started = plan.started.data;
  const began_ms = performance.now();
  // All appends of this run come after this position.
  let since = services.gate.readPosition();
  let { done, failed, revision } = plan;
  let written: Position | undefined;
  const follows = new Set(work.follows(started, services));
  let pending: TaskEntry[] = [];
  while (done < total) {
    if (signal.aborted) return 'stopped';
    if (done > plan.done && performance.now() - began_ms > turn_ms) return 'more';
    const inHand = { id, started, failed, origin, services, signal };
    const ran = await work.run(plan.steps(done, chunk), inHand).catch((error: unknown) => {
      // Such pauses, however many, say nothing against a task that gets on between them.
      if (done > plan.done && error instanceof ProviderUnavailable && !isTooLong(error)) return error;
      throw error;
    });
    if (ran instanceof ProviderUnavailable) {
      services.log.warn({ err: ran, task: id }, 'a task got on, and continues after a pause: its provider is away');
      return { again_in_ms: ran instanceof ProviderBusy ? ran.again_in_ms : AWAY_PAUSE_ms };
    }
    const { entries, position, reached = [] } = ran;
    for (const manager of reached) follows.add(manager);
    if (position !== undefined && (written === undefined || position > written)) written = position;
    if (!held()) return 'stopped';
    failed += entries.filter((entry) => 'status' in entry).length;
    pending = entries;
    // The results of the last chunk are appended together with the end.
    if (done + entries.length >= total) break;
    const step = progressStep(done, entries);
    for (const [i, part] of packedBodies(progressBodies(done, entries.map(recordedEntry))).entries())
      ({ revision } = await appendDone(id, part, `${step}/${i}`, revision, origin, services));
    done += entries.length;
    pending = [];
  }
  // Earlier runs appended at positions that this one does not know, and what they reached is not known either.
  if (plan.done > 0) {
    [since, written] = [START, await services.store.head()];
    for (const manager of work.mayReach?.(started, services) ?? []) follows.add(manager);
  }
  if (written !== undefined) await services.gate.followed(written, [...follows], FOLLOWED_ms, origin.tenant, since);
  await end(plan, { from: done, entries: pending, failed, revision }, origin, services);
  return 'ended';
};

/** Names the append of some results: of another chunk, which begins at the same step, it is another append. */
const progressStep = (from: number, { length }: readonly TaskEntry[]): string => `progress/${from}-${from + length}`;

/**
 * Appends results. When the task was cancelled meanwhile, they are appended after the cancellation, and the next run
 * ends the task. Any other new event means that another worker has the task.
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

const endedProblem = ({ request_id }: Origin): Problem =>
  new Problem(500, {
    en: `The service ended each time that it was begun, so it is not begun again, and may be written in part. Name the request ${request_id} to support.`,
    fr: `Le service s'est arrêté chaque fois qu'il l'a commencé; il n'essaie plus, et une partie peut être écrite. Indiquez la requête ${request_id} au soutien.`,
  });

/** Another service than ours failed: whoever asked can see to it, and ask again. */
const providerProblem = (error: ProviderUnavailable): Problem => {
  if (error instanceof ProviderInUse) return new Problem(409, error.text);
  return error instanceof ProviderBusy ? busyProblem(error) : unansweredProblem();
};

const busyProblem = ({ again_in_ms }: ProviderBusy): Problem => {
  const minutes = Math.ceil(again_in_ms / 60_000);
  return new Problem(502, {
    en: `The provider accepts no more requests for now, and asks to wait ${minutes} min. Request the same again after that: what is done is not done twice.`,
    fr: `Le fournisseur n'accepte plus de requêtes pour le moment et demande d'attendre ${minutes} min. Demandez la même chose de nouveau après : ce qui est fait ne l'est pas deux fois.`,
  });
};

const unansweredProblem = (): Problem =>
  new Problem(502, {
    en: 'The provider did not answer, or not in time. Once it does, request the same again: what is done is not done twice.',
    fr: "Le fournisseur n'a pas répondu, ou pas à temps. Dès qu'il répond, demandez la même chose de nouveau : ce qui est fait ne l'est pas deux fois.",
  });

/** Has the first step that is left fail, without beginning it; where none is left, ends the task. */
const failStep = async (plan: TaskPlan, origin: Origin, runner: Runner): Promise<RunOutcome> => {
  const { id, work, done, revision, started } = plan;
  const problem = endedProblem(origin);
  const entries = plan.steps(done, 1).map((step) => work.undone(step, problem, started.data));
  if (entries.length === 0) {
    await failRemaining(id, origin, problem, runner);
    return 'ended';
  }
  const bodies = progressBodies(done, entries.map(recordedEntry));
  await appendDone(id, bodies, progressStep(done, entries), revision, origin, runner.services);
  return 'more';
};

/** Ends the task: each remaining step gets the problem as its result. */
const failRemaining = async (
  id: string,
  origin: Origin,
  problem: Problem,
  { works, services }: Runner,
): Promise<void> => {
  const loaded = await loadStream(taskStream(id), services);
  const plan = planOf(id, loaded.events, works, services);
  if (!plan || plan.ended) return;
  const { work, started } = plan;
  const entries = plan.steps(plan.done, plan.total).map((step) => work.undone(step, problem, started.data));
  const failed = plan.failed + entries.length;
  await end(plan, { from: plan.done, entries, failed, revision: plan.revision }, origin, services);
};
