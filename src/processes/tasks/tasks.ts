import type { Sql } from '../../database/connect.ts';
import { WrongExpectedRevision } from '../../event-store/errors.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { parseStream, type State } from '../../kernel/definition/resource.ts';
import type { Services, Tasks, Tenant } from '../../kernel/definition/services.ts';
import { asyncTask, taskResults } from '../../platform/async-task.ts';
import type { Json } from '../../values/json.ts';
import { notFound } from '../../values/problem.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueRow } from '../../work/port.ts';
import { enqueue } from '../../work/postgres-due-work.ts';
import type { ProcessManager } from '../managers/manager.ts';
import { recordTask, taskIdOf, taskStream } from './task-log.ts';
import { runTask } from './task-run.ts';

/**
 * Long work for requests: recorded, done by whichever process has the role, awaited by the request.
 *
 * A task that is recorded gets its row of due work at once from the request that started it, and in any case from the
 * process manager that follows the log; the row is one, so it is done once.
 */
export const TASK_KIND = 'async_task';
/** Tasks in hand at once in one process; each writes many records at a time. */
const CONCURRENCY = 4;
/** Says the id of a task that has ended and can be read. */
const CHANNEL = 'payroll_task_ended';
/** How often a waiting request looks by itself, in case the word of the end got lost. */
const POLL_ms = 500;

export interface TaskService extends Tasks {
  /** Hears of ends in other processes. */
  listen(): Promise<void>;
  close(): Promise<void>;
  /** The due work that does tasks, for a process with the role. */
  kind: DueKind;
}

/**
 * @param services asked for at the first use, since tasks are one of them
 */
export const makeTasks = (sql: Sql, services: () => Services): TaskService => {
  const waiting = new Map<string, Set<() => void>>();
  let unlisten: (() => Promise<void>) | undefined;

  const tell = (id: string): void => {
    for (const listener of waiting.get(id) ?? []) listener();
  };

  /** Registers for the word of the end, before anybody looks. */
  const expectEnd = (id: string) => {
    let told = false;
    let wake = (): void => {};
    const listener = (): void => {
      told = true;
      wake();
    };
    const listeners = waiting.get(id) ?? new Set();
    waiting.set(id, listeners.add(listener));
    return {
      /** Resolves when told, or after `ms`. */
      wait: (ms: number): Promise<void> =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, told ? 0 : ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          told = false;
        }),
      forget: () => {
        listeners.delete(listener);
        if (listeners.size === 0) waiting.delete(id);
      },
    };
  };

  const read = (id: string, tenant: Tenant): Promise<State | undefined> =>
    services().read.get(asyncTask.object, tenant, id);

  /** As it stands: the row, or where the read models lag far behind, what its stream says. */
  const present = async (id: string, tenant: Tenant): Promise<State> => {
    const { gate, store } = services();
    await gate.settled(await store.head());
    const row = await read(id, tenant);
    if (row) return row;
    const state = (await loadStream(taskStream(id), services())).aggregate.get(asyncTask.object, id);
    if (state?.scope_id !== tenant.company_id) throw notFound();
    return state!;
  };

  const withResults = async (state: State): Promise<State> =>
    state.status === 'processing'
      ? state
      : { ...state, results: (await taskResults(state, services())) as unknown as Json };

  return {
    start: async (request, origin) => {
      const recorded = await recordTask(request, origin, services());
      // Should this fail, the process manager sees to it a moment later.
      await enqueue(sql, [dueTask(recorded.state.id)]).catch((error: unknown) =>
        services().log.warn({ err: error }, 'a task waits for the process manager'),
      );
      return recorded;
    },

    earlier: async (origin) => {
      const id = taskIdOf(origin);
      return (await loadStream(taskStream(id), services())).aggregate.get(asyncTask.object, id);
    },

    ended: async (id, tenant, within_ms) => {
      const deadline_ms = performance.now() + within_ms;
      const word = expectEnd(id);
      try {
        for (;;) {
          const row = await read(id, tenant);
          if (row && row.status !== 'processing') return withResults(row);
          const left_ms = deadline_ms - performance.now();
          if (left_ms <= 0) return withResults(row ?? (await present(id, tenant)));
          await word.wait(Math.min(left_ms, POLL_ms));
        }
      } finally {
        word.forget();
      }
    },

    listen: async () => {
      const request = await sql.listen(CHANNEL, tell);
      unlisten = request.unlisten;
    },
    close: async () => {
      await unlisten?.().catch(() => {});
    },

    kind: {
      kind: TASK_KIND,
      concurrency: CONCURRENCY,
      run: async (work) => {
        let outcome: 'ended' | 'stopped';
        try {
          outcome = await runTask(work.key, work, services());
        } catch (error) {
          if (!(error instanceof WrongExpectedRevision)) throw error;
          // Another worker has it: let it, and look later whether it came to an end.
          outcome = 'stopped';
        }
        if (outcome === 'stopped') return { again_in_ms: 1_000 };
        tell(work.key);
        await sql`select pg_notify(${CHANNEL}, ${work.key})`;
        return undefined;
      },
    },
  };
};

const dueTask = (id: string): DueRow => ({ kind: TASK_KIND, key: id });

/** Sees to it that each accepted task has its due work, whatever became of the request that started it. */
export const taskManager = (sql: Sql): ProcessManager => ({
  name: 'tasks',
  atOnce: true,
  handles: ({ type }) => type === 'AsyncTaskStarted',
  handle: async ({ events }) => {
    await enqueue(
      sql,
      events.map(({ stream }) => dueTask(parseStream(stream).id)),
    );
    return undefined;
  },
});
