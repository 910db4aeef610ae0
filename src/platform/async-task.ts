import { z } from 'zod';
import { readEvents } from '../kernel/changes/execute.ts';
import { instantSchema } from '../kernel/definition/envelopes.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, derived, kept } from '../kernel/definition/fields.ts';
import { type DomainEvent, defineResource, type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { begunBy } from '../kernel/events/stamp.ts';
import { storable } from '../values/cut.ts';
import { addTo } from '../values/group.ts';
import { isObject, itemsOf, type Json, type JsonObject, numberOr, objectOf, objectsOf } from '../values/json.ts';
import { namedAtMost, type Problem } from '../values/problem.ts';
import type { Locale, Text } from '../values/text.ts';
import {
  asyncTaskCancelled,
  asyncTaskCompleted,
  asyncTaskElementRecorded,
  asyncTaskFailed,
  asyncTaskProgressed,
  asyncTaskStarted,
  asyncTaskStepsRecorded,
  asyncTaskTargetsRecorded,
  type failedEntrySchema,
} from './events.ts';

/**
 * The handle of work on many records. Its stream holds the whole work: first what is to be done, in chunks
 * (`AsyncTaskTargetsRecorded`, `AsyncTaskElementRecorded`), then that it was accepted (`AsyncTaskStarted`; before it
 * there is no task), then what came of it, in chunks (`AsyncTaskProgressed`), and the end. The read row holds no
 * results: tens of thousands of them would be written again with every chunk. They are read from the stream.
 */
const TASK_TYPES = [
  'batch_delete',
  'batch_upsert',
  'bulk_create',
  'bulk_delete',
  'bulk_update',
  'form_generation',
  'integration_sync',
  'scenario_seed',
] as const;

const STATUSES = ['processing', 'completed', 'error'] as const;

/** What came of one record, as events and `State.results` hold it; answers show its texts in one language. */
export type TaskEntry = { id: string; object: string } | FailedEntry;

/** What could not be done, and why. */
export type FailedEntry = z.infer<typeof failedEntrySchema>;

const MAX_ISSUES = 20;
const MAX_CHARS = 500;

/** What would be right may be at the end of a message, so one that is cut says so. */
const shortened = (text: string): string =>
  text.length <= MAX_CHARS ? storable(text) : `${storable(text, MAX_CHARS - 1)}…`;
const short = ({ en, fr }: Text): Text => ({ en: shortened(en), fr: shortened(fr) });

/** The entry of a record that was refused. */
export const failedEntry = (object: string, index: number, id: string | undefined, problem: Problem): FailedEntry => {
  // A caller names the paths: a plain object would find its own members under some of them.
  const byPath = new Map<string, Text[]>();
  for (const { path, text } of namedAtMost(problem.issues, MAX_ISSUES)) addTo(byPath, path, short(text));
  const errors = Object.fromEntries(byPath);
  return {
    index,
    ...(id === undefined ? {} : { id }),
    object,
    status: 'error',
    message: short(problem.text),
    ...(problem.issues.length === 0 ? {} : { errors }),
  };
};

const shownEntry = (entry: JsonObject, locale: Locale): JsonObject => {
  if (entry.status !== 'error') return entry;
  const { errors, message, ...failed } = entry;
  const said = (text: Json | undefined): Json => objectOf(text)[locale] ?? null;
  return {
    ...failed,
    message: said(message),
    ...(isObject(errors) && {
      errors: Object.fromEntries(Object.entries(errors).map(([path, texts]) => [path, itemsOf(texts).map(said)])),
    }),
  };
};

const resultSchema = z
  .object({
    id: z.string().optional().meta({ description: 'Absent where a new record could not be created' }),
    object: z.string().meta({ description: 'Type of the record' }),
    index: z.int().optional().meta({ description: 'For failures: the position in the batch, or among the targets' }),
    status: z.literal('error').optional().meta({ description: 'Only for failures' }),
    message: z.string().optional().meta({ description: 'For failures: what is wrong' }),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Errors by member' }),
  })
  .meta({ id: 'async_task_result', description: 'Result for one record' });

const progressSchema = z
  .object({
    total: z.int().min(0).meta({ description: 'Total to process' }),
    done: z.int().min(0).meta({ description: 'Processed, successfully or not' }),
    failed: z.int().min(0).meta({ description: 'Refused' }),
  })
  .meta({ id: 'async_task_progress', description: 'Progress of a task, in records or steps' });

const fields = {
  type: about('What the task does', kept<string>(z.enum(TASK_TYPES)), 'bulk_update'),
  status: about(
    '`processing` until it has ended, then `completed`, or `error` when anything was refused',
    kept<string>(z.enum(STATUSES)),
    'completed',
  ),
  progress: about(
    'Progress',
    derived(progressSchema, ({ total, done, failed }) => ({
      total: numberOr(total, 0),
      done: numberOr(done, 0),
      failed: numberOr(failed, 0),
    })),
  ),
  completed_at: about(
    'When it completed; null while it is running, and of one that ended in error: `status` says when it has ended',
    kept<string | null>(instantSchema().nullable()),
  ),
  results: about(
    'One entry for each requested record, with errors where there were any',
    derived(z.array(resultSchema), (state, view) =>
      objectsOf(state.results ?? view.extras.results).map((entry) => shownEntry(entry, view.locale)),
    ),
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    async_task: StateOfFields<typeof fields> & {
      /** Object whose records are written. */
      of: string;
      /** Revision of the event that started it. */
      started: string;
      total: number;
      done: number;
      failed: number;
      status_only?: boolean;
      /** What came of each record, where that has been read. */
      results?: TaskEntry[];
    };
  }
}

export const asyncTask = defineResource({
  object: 'async_task',
  plural: 'async_tasks',
  prefix: 'task',
  path: '/async_tasks',
  context: 'platform',
  scope: 'company',
  purpose: 'Long-running work; poll it, or wait for its webhook.',
  fields,
  // What was to be written of one person is looked for among the tasks that write such records alone.
  columns: { of_object: { type: 'text', of: ({ of }) => of ?? null } },
  indexes: [['scope_id', 'of_object', 'id']],
  operations: ['retrieve'],
  announced: false,
  events: [
    asyncTaskTargetsRecorded,
    asyncTaskElementRecorded,
    asyncTaskStepsRecorded,
    asyncTaskStarted,
    asyncTaskProgressed,
    asyncTaskCancelled,
    asyncTaskCompleted,
    asyncTaskFailed,
  ],
  evolve: (state: Task | undefined, event, key) => evolved(state, event, key.id),
  extras: async (rows: readonly RecordOf<'async_task'>[], services) => {
    const wanted = rows.filter(({ status, results }) => status !== 'processing' && results === undefined);
    const loaded = await Promise.all(wanted.map((row) => services.tasks.results(row)));
    return new Map(wanted.map(({ id }, i) => [id, { results: loaded[i] ?? [] }]));
  },
});

type Task = RecordOf<'async_task'>;

const evolved = (state: Task | undefined, event: DomainEvent, id: string): Task | undefined => {
  const at = event.metadata.occurred_at ?? '';
  const version = event.revision.toString();
  if (asyncTaskStarted.is(event)) {
    const { type, of, total, status_only } = event.data;
    return {
      ...begunBy(event, id),
      type,
      of,
      started: version,
      status: 'processing',
      completed_at: null,
      total,
      done: 0,
      failed: 0,
      ...(status_only ? { status_only } : {}),
    };
  }
  if (!state) return state;
  if (asyncTaskProgressed.is(event)) {
    const { entries } = event.data;
    const failed = entries.filter((entry) => typeof entry !== 'string').length;
    return {
      ...state,
      done: state.done + entries.length,
      failed: state.failed + failed,
      updated_at: at,
      version,
    };
  }
  const completed = asyncTaskCompleted.is(event);
  return {
    ...state,
    status: completed ? 'completed' : 'error',
    completed_at: completed ? at : null,
    updated_at: at,
    version,
  };
};

/** Successful records are in events as their bare id: there may be tens of thousands. */
export type RecordedEntry = string | FailedEntry;

/** An entry as an event has it. */
export const recordedEntry = (entry: TaskEntry): RecordedEntry => ('status' in entry ? entry : entry.id);

/** Events with results that are read at once; each mostly has those of 250 steps. */
const EVENTS_AT_ONCE = 4;

/** The results of a task that has ended, in the order of its targets. */
export const taskResults = async (task: RecordOf<'async_task'>, services: Services): Promise<TaskEntry[]> => {
  const object = task.of;
  const results: TaskEntry[] = [];
  for (let from = BigInt(task.started) + 1n; ; from += BigInt(EVENTS_AT_ONCE)) {
    const events = await readEvents(streamOf('async_task', task.id), services, { from, limit: EVENTS_AT_ONCE });
    // An empty id is of a step for which nothing was to be done (NOTHING_DONE).
    for (const entry of events.filter(asyncTaskProgressed.is).flatMap(({ data }) => data.entries))
      if (entry !== '' && (!task.status_only || typeof entry !== 'string'))
        results.push(typeof entry === 'string' ? { id: entry, object } : entry);
    if (events.length < EVENTS_AT_ONCE) return results;
  }
};
