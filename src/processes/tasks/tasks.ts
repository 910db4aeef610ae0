import type { Sql } from '../../database/connect.ts';
import { WrongExpectedRevision } from '../../event-store/errors.ts';
import type { TaskKind } from '../../kernel/calls/task-kind.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tasks, Tenant } from '../../kernel/definition/services.ts';
import { asyncTask, type TaskEntry, taskResults } from '../../platform/async-task.ts';
import { asyncTaskCancelled, asyncTaskStarted } from '../../platform/events.ts';
import { makeQueues } from '../../timing/queues.ts';
import { makeSignal } from '../../timing/signal.ts';
import { textIf } from '../../values/json.ts';
import { conflict, notFound, type Problem, refused, tooManyRequests } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { DueRow, Next } from '../../work/port.ts';
import { enqueue, hasten } from '../../work/postgres-due-work.ts';
import type { ProcessManager } from '../managers/manager.ts';
import { appendToTask, planOf, recordTask, TASK_KIND, taskIdOf, taskStream } from './task-log.ts';
import { type RunOutcome, runTask } from './task-run.ts';
import { type TaskWork, workOf } from './task-work.ts';
import { WRITES } from './task-writes.ts';

/**
 * Tasks: long work of requests. It is recorded, run by a process with the role, and awaited by the request.
 *
 * The request that records a task also adds its row of due work. The process manager that follows the log adds it too,
 * in case the request could not; there is one row for each task, so it is done once.
 */

/** {@link TASK_KIND} of tasks that wait for somebody else's service (`abroad`). */
const ABROAD_KIND = 'async_task_abroad';
/** Tasks that run at once in one process; each writes many records at a time. */
const CONCURRENCY = 4;
/** The same of tasks that wait for somebody else's service: some dozen companies whose provider is silent fill them. */
const CONCURRENCY_ABROAD = 16;
/** Channel of notifications with the id of a task that has ended and can be read. */
const CHANNEL = 'payroll_task_ended';
const TURN_ms = 5_000;
/** Channel of notifications with the id of a task that was cancelled. */
const CANCELLED = 'payroll_task_cancelled';
/**
 * A task that has to leave its slot to other companies waits so long, times the tasks of its company that do so too.
 */
const DEFER_ms = 250;
const MAX_DEFER_ms = 10_000;
/** Pause of a task whose company can only be read. */
const READ_ONLY_PAUSE_ms = 10_000;
const MAX_ROUNDS = 5;
/** How often a waiting request polls, in case the notification of the end is lost. */
const POLL_ms = 500;

/**
 * Steps of a task whose results are read for one caller of a company after the other: of twenty thousand that were
 * refused they are ten megabytes.
 */
const LARGE = 1_000;
/** Readers of such results who wait; who comes beyond is refused. */
const WAITING = 50;

const TOO_MANY_READERS: Text = {
  en: `Too many read the results of tasks with more than ${LARGE} steps at once. Nothing was processed; read them one after the other.`,
  fr: `Trop de lectures des résultats de tâches de plus de ${LARGE} étapes à la fois. Rien n'a été traité; lisez-les l'un après l'autre.`,
};

export interface TaskService extends Tasks {
  /** Listens for tasks that end in other processes. */
  listen(): Promise<void>;
  close(): Promise<void>;
  /** The kinds of due work that run tasks, for a process with the role. */
  kinds: DueKind[];
}

const notCancellable = (): Problem =>
  refused({
    en: 'A task of this type cannot be cancelled; it runs to its end.',
    fr: 'Une tâche de ce type ne peut être annulée; elle va à son terme.',
  });

/**
 * Counts the tasks that a process runs, by company. A second task of a company starts only while one of the first slots
 * stays free for another company, so the tasks of one company never take all slots. Of those abroad there are more, for
 * the first tasks of other companies.
 */
const makeSlots = () => {
  const inHand = new Map<string, number>();
  const deferred = new Map<string, number>();
  let taken = 0;
  const add = (to: Map<string, number>, company: string, n: number): void => {
    const now = (to.get(company) ?? 0) + n;
    if (now > 0) to.set(company, now);
    else to.delete(company);
  };
  return {
    /** Takes a slot, or returns how long to wait before the next try. */
    take: (company: string): Next => {
      if ((inHand.get(company) ?? 0) > 0 && taken + 1 >= CONCURRENCY) {
        const ahead = deferred.get(company) ?? 0;
        const again_in_ms = Math.min(DEFER_ms * (ahead + 1), MAX_DEFER_ms);
        add(deferred, company, 1);
        setTimeout(() => add(deferred, company, -1), again_in_ms).unref();
        return { again_in_ms, isUncounted: true };
      }
      taken++;
      add(inHand, company, 1);
      return undefined;
    },
    leave: (company: string): void => {
      taken--;
      add(inHand, company, -1);
    },
  };
};

/** Requests that wait for the end of a task, by its id. */
class Waiting {
  private readonly listeners = new Map<string, Set<() => void>>();

  /** Wakes the requests that wait for a task. */
  wake(id: string): void {
    for (const listener of this.listeners.get(id) ?? []) listener();
  }

  /** Registers for the end of a task. To be called before the task is read, so that no end is missed. */
  expect(id: string): { wait(ms: number): Promise<void>; forget(): void } {
    const signal = makeSignal();
    const own = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, own.add(signal.raise));
    return {
      /** Resolves at the signal, or after `ms`. */
      wait: signal.within,
      forget: () => {
        own.delete(signal.raise);
        if (own.size === 0) this.listeners.delete(id);
      },
    };
  }
}

/**
 * @param services called at the first use, since tasks are one of the services
 * @param kinds declared kinds, beside bulk and batch calls
 * @param turn_ms length of a task's turn
 */
export const makeTasks = (
  sql: Sql,
  services: () => Services,
  kinds: readonly TaskKind[] = [],
  turn_ms = TURN_ms,
): TaskService => new RecordedTasks(sql, services, kinds, turn_ms);

class RecordedTasks implements TaskService {
  private readonly sql: Sql;
  private readonly services: () => Services;
  private readonly turn_ms: number;
  private readonly works: ReadonlyMap<string, TaskWork>;
  private readonly dueTask: DueTask;
  private readonly waiting = new Waiting();
  private readonly inHand = new Map<string, AbortController>();
  private readonly readers = makeQueues(1 + WAITING, 1);
  private unlisten: (() => Promise<unknown>) | undefined;

  constructor(sql: Sql, services: () => Services, kinds: readonly TaskKind[], turn_ms: number) {
    this.sql = sql;
    this.services = services;
    this.turn_ms = turn_ms;
    this.dueTask = dueTaskOf(kinds);
    const all = [...WRITES, ...kinds.map(workOf)];
    this.works = new Map(all.map((work) => [work.name, work]));
    if (this.works.size !== all.length) throw new Error('two kinds of tasks have one name');
  }

  readonly start: Tasks['start'] = async (request, origin) => {
    const name = 'kind' in request ? request.kind : request.type;
    const work = this.works.get(name);
    if (!work) throw new Error(`there is no kind of task ${name}`);
    const recorded = await recordTask(work, request, origin, this.services());
    // When this fails, the process manager adds the row a moment later.
    await enqueue(this.sql, [this.dueTask(recorded.state.id, name, recorded.state.scope_id)]).catch((error: unknown) =>
      this.services().log.warn(
        { err: error },
        'a task could not be queued at once; the process manager of tasks will queue it',
      ),
    );
    return recorded;
  };

  readonly earlier: Tasks['earlier'] = async (origin) => {
    const id = taskIdOf(origin);
    return (await loadStream(taskStream(id), this.services())).aggregate.get(asyncTask.object, id);
  };

  readonly results: Tasks['results'] = (state) => {
    const read = this.readInTurn(state);
    if (!read) throw tooManyRequests(TOO_MANY_READERS, 1);
    return read;
  };

  readonly ended: Tasks['ended'] = async (id, tenant, within_ms) => {
    const deadline_ms = performance.now() + within_ms;
    const end = this.waiting.expect(id);
    try {
      for (;;) {
        const row = await this.read(id, tenant);
        if (row && row.status !== 'processing') return this.withResults(row);
        const left_ms = deadline_ms - performance.now();
        if (left_ms <= 0) return this.withResults(row ?? (await this.present(id, tenant)));
        await end.wait(Math.min(left_ms, POLL_ms));
      }
    } finally {
      end.forget();
    }
  };

  readonly cancel: Tasks['cancel'] = async (id, origin) => {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { events } = await loadStream(taskStream(id), this.services());
      const plan = planOf(id, events, this.works, this.services());
      if (!plan || plan.started.metadata.company_id !== origin.tenant.company_id) throw notFound(asyncTask.object);
      if (!plan.work.cancellable) throw notCancellable();
      if (plan.ended || plan.cancelled) return;
      try {
        await appendToTask(id, [asyncTaskCancelled({})], 'cancel', plan.revision, origin, this.services());
        this.inHand.get(id)?.abort();
        await this.sql`select pg_notify(${CANCELLED}, ${id})`;
        // It may wait for the end of a pause, of many minutes where its provider asked for that.
        await hasten(this.sql, this.dueTask(id, plan.work.name, origin.tenant.company_id));
        return;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
      }
    }
    throw conflict({
      en: 'The task is being worked on; ask again.',
      fr: 'La tâche est en cours de traitement; demandez encore.',
    });
  };

  readonly listen = async (): Promise<void> => {
    const requests = [
      await this.sql.listen(CHANNEL, (id) => this.waiting.wake(id)),
      await this.sql.listen(CANCELLED, (id) => this.inHand.get(id)?.abort()),
    ];
    this.unlisten = () => Promise.all(requests.map((request) => request.unlisten()));
  };

  readonly close = async (): Promise<void> => {
    await this.unlisten?.().catch(() => {});
  };

  readonly kinds: DueKind[] = [TASK_KIND, ABROAD_KIND].map((kind) => {
    const slots = makeSlots();
    const concurrency = kind === ABROAD_KIND ? CONCURRENCY_ABROAD : CONCURRENCY;
    return { kind, concurrency, soon: true, givesUp: true, run: (work) => this.run(work, slots) };
  });

  private read(id: string, tenant: Tenant): Promise<RecordOf<'async_task'> | undefined> {
    return this.services().read.get(asyncTask.object, tenant, id);
  }

  /** The task as its row shows it, or by its stream when the read models lag far behind. */
  private async present(id: string, tenant: Tenant): Promise<RecordOf<'async_task'>> {
    const { gate, store } = this.services();
    await gate.followed(await store.head());
    const row = await this.read(id, tenant);
    if (row) return row;
    const { aggregate } = await loadStream(taskStream(id), this.services());
    const state = aggregate.get(asyncTask.object, id);
    if (!state || state.scope_id !== tenant.company_id) throw notFound(asyncTask.object);
    return state;
  }

  /** What a call has done is told to it, also where so many read results that no other reader is let in. */
  private async withResults(state: RecordOf<'async_task'>): Promise<RecordOf<'async_task'>> {
    if (state.status === 'processing') return state;
    return { ...state, results: await (this.readInTurn(state) ?? taskResults(state, this.services())) };
  }

  /** The results of a task, those of a large one in their turn; undefined when too many wait for theirs. */
  private readInTurn(state: RecordOf<'async_task'>): Promise<TaskEntry[]> | undefined {
    const read = () => taskResults(state, this.services());
    return state.done > LARGE ? this.readers.join(state.scope_id, read) : read();
  }

  /** Runs a task for one turn. */
  private async run(work: Work, slots: ReturnType<typeof makeSlots>): Promise<Next> {
    const company = textIf(work.payload.company_id) ?? '';
    const deferred = slots.take(company);
    if (deferred) return deferred;
    const cancelling = new AbortController();
    this.inHand.set(work.key, cancelling);
    let outcome: RunOutcome;
    try {
      const { key, attempt, deaths, isGivenUp, held, lease } = work;
      const signal = AbortSignal.any([work.signal, cancelling.signal]);
      const { works, turn_ms } = this;
      const run = { attempt, deaths, isGivenUp, held, lease, signal };
      outcome = await runTask(key, run, { works, services: this.services(), turn_ms });
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      // Another worker has it, or it was cancelled: the next run checks whether it has ended.
      outcome = 'stopped';
    } finally {
      this.inHand.delete(work.key);
      slots.leave(company);
    }
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'more' || (outcome === 'stopped' && cancelling.signal.aborted)) return { again_in_ms: 0 };
    if (outcome === 'stopped') return { again_in_ms: 1_000, isUncounted: true };
    if (outcome === 'read_only') return { again_in_ms: READ_ONLY_PAUSE_ms, isUncounted: true };
    this.waiting.wake(work.key);
    await this.sql`select pg_notify(${CHANNEL}, ${work.key})`;
    return undefined;
  }
}

/** The due work of a task of a kind, by name. */
type DueTask = (id: string, name: string | undefined, company_id: string | undefined) => DueRow;

const dueTaskOf = (kinds: readonly TaskKind[]): DueTask => {
  const abroad = new Set<string | undefined>(kinds.filter((kind) => kind.abroad === true).map(({ name }) => name));
  return (id, name, company_id) => ({
    kind: abroad.has(name) ? ABROAD_KIND : TASK_KIND,
    key: id,
    ...(company_id === undefined ? {} : { payload: { company_id } }),
  });
};

/**
 * Adds the row of due work of each accepted task, in case the request that started it could not.
 *
 * @param kinds as for {@link makeTasks}
 */
export const taskManager = (sql: Sql, kinds: readonly TaskKind[] = []): ProcessManager => {
  const dueTask = dueTaskOf(kinds);
  return {
    name: 'tasks',
    immediate: true,
    handles: ({ type }) => type === asyncTaskStarted.type,
    handle: async ({ events }) => {
      await enqueue(
        sql,
        events
          .filter(asyncTaskStarted.is)
          .map(({ stream, data, metadata }) => dueTask(parseStream(stream).id, data.kind, metadata.company_id)),
      );
      return undefined;
    },
  };
};
