import { StreamNotFound, WrongExpectedRevision } from '../../event-store/errors.ts';
import type { EventStore, ExpectedRevision, Position } from '../../event-store/port.ts';
import { MAX_APPEND_BYTES } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { refusedByStore } from '../../kernel/changes/outcomes.ts';
import { sealed } from '../../kernel/changes/sealing.ts';
import {
  type DomainEvent,
  type EventBody,
  type RecordOf,
  recordOf,
  streamOf,
} from '../../kernel/definition/resource.ts';
import type { Services, StepsRequest, TaskRequest } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { asyncTask, type RecordedEntry } from '../../platform/async-task.ts';
import {
  asyncTaskCancelled,
  asyncTaskCompleted,
  asyncTaskFailed,
  asyncTaskProgressed,
  asyncTaskStarted,
} from '../../platform/events.ts';
import { packed } from '../../values/group.ts';
import { derivedId } from '../../values/ids.ts';
import { objectOf } from '../../values/json.ts';
import { conflict } from '../../values/problem.ts';
import type { DueStore } from '../../work/port.ts';
import { bytesOf, CHUNK, type TaskStep, type TaskWork } from './task-work.ts';

/** The kind of due work that runs tasks which write records; its keys are their ids. */
export const TASK_KIND = 'async_task';

/**
 * The stream of a task, written and read back.
 *
 * Steps are recorded before the task exists, in as many appends as it takes. `AsyncTaskStarted` then says from which
 * revision on they count. When a request broke off in between, its repetition may select other records: it records all
 * steps again after the earlier ones, and only the later ones count.
 */
export const taskStream = (id: string): string => streamOf(asyncTask.object, id);

/** A safe distance under the limit of an append. */
const APPEND_BYTES = MAX_APPEND_BYTES - 96 * 1024;
const APPEND_EVENTS = 800;
/** Size of the appends of steps. They are smaller because checking and encoding an append blocks the event loop. */
const RECORD_BYTES = 256 * 1024;
/** Size of an event beside its data: id, type, metadata. */
const EVENT_BYTES = 900;
const MAX_ROUNDS = 5;

const sizeOfBody = ({ data, personal }: EventBody): number =>
  // Encrypted members are stored as base64.
  EVENT_BYTES + bytesOf(data) + (personal ? Math.ceil(bytesOf(personal.members) * 1.4) : 0);

/** Splits bodies into appends that keep the limits. */
export const packedBodies = (bodies: readonly EventBody[], limit_bytes: number = APPEND_BYTES): EventBody[][] =>
  packed(bodies, sizeOfBody, limit_bytes, APPEND_EVENTS);

/** `AsyncTaskProgressed` events with the results; mostly one. */
export const progressBodies = (from: number, entries: readonly RecordedEntry[]): EventBody[] => {
  let at = from;
  return packed(entries, bytesOf, APPEND_BYTES / 2, CHUNK).map((part) => {
    const body = asyncTaskProgressed({ from: at, entries: [...part] });
    at += part.length;
    return body;
  });
};

/** Appends to the task's stream at a revision. @throws WrongExpectedRevision, Problem 503 */
export const appendToTask = async (
  id: string,
  bodies: readonly EventBody[],
  step: string,
  expected: ExpectedRevision,
  origin: Origin,
  services: Services,
): Promise<{ revision: bigint; position: Position; domain: DomainEvent[] }> => {
  const stream = taskStream(id);
  const { stored, domain } = await sealed(stream, bodies, step, origin, services);
  try {
    const { revision, position } = await services.store.append(stream, stored, expected, origin.lease);
    const first = revision - BigInt(bodies.length - 1);
    return { revision, position, domain: domain.map((event, i) => ({ ...event, revision: first + BigInt(i) })) };
  } catch (error) {
    throw refusedByStore(error);
  }
};

/** The id of the task that a request starts: the same for its repeats. */
export const taskIdOf = (origin: Origin): string =>
  derivedId(asyncTask.prefix, Date.parse(origin.occurred_at), `${origin.seed}/${asyncTask.object}`);

/** Records a task, unless an earlier try of the same request did. @throws Problem */
export const recordTask = async (
  work: TaskWork,
  request: TaskRequest | StepsRequest,
  origin: Origin,
  services: Services,
): Promise<{ state: RecordOf<'async_task'>; position: Position | undefined }> => {
  const id = taskIdOf(origin);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const earlier = origin.mayRepeat || round > 0 ? await loadStream(taskStream(id), services) : undefined;
    const known = earlier?.aggregate.get(asyncTask.object, id);
    if (known) return { state: known, position: undefined };
    const from = earlier?.events.length ?? 0;
    const { started, bodies, total, chunk } = await work.record(request, origin, services);
    const all = [...bodies, asyncTaskStarted({ ...started, from, total, chunk })];
    let expected: ExpectedRevision = earlier?.expected ?? 'no_stream';
    try {
      for (const [i, part] of packedBodies(all, RECORD_BYTES).entries()) {
        const appended = await appendToTask(id, part, `record/${from}/${i}`, expected, origin, services);
        expected = appended.revision;
        const last = appended.domain.at(-1)!;
        if (!asyncTaskStarted.is(last)) continue;
        const key = { object: asyncTask.object, id };
        const state = services.folder.evolveRow(key, undefined, last);
        return { state: recordOf(asyncTask.object, state!), position: appended.position };
      }
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
  throw conflict({
    en: 'The same request is being worked on elsewhere. Repeat it.',
    fr: 'La même requête est en cours de traitement ailleurs. Répétez-la.',
  });
};

export interface TaskPlan {
  id: string;
  started: DomainEvent<EventData<typeof asyncTaskStarted>>;
  work: TaskWork;
  chunk: number;
  total: number;
  /** The steps from an index on, at most `count`. */
  steps(from: number, count: number): TaskStep[];
  /** How many results are recorded. */
  done: number;
  failed: number;
  /** Revision of the stream's last event. */
  revision: bigint;
  /** Whether a caller has cancelled it. */
  cancelled: boolean;
  ended: boolean;
}

/** Name of a task's kind: of declared kinds their own name, of bulk and batch calls the type of the task. */
const kindNameOf = ({ kind, type }: EventData<typeof asyncTaskStarted>): string => kind ?? type;

/**
 * Reads the stream of a task; undefined when no task was started there.
 *
 * @throws Error when this process does not know the kind: a process with newer code has to do it
 */
export const planOf = (
  id: string,
  events: readonly DomainEvent[],
  works: ReadonlyMap<string, TaskWork>,
  services: Services,
): TaskPlan | undefined => {
  const started = events.find(asyncTaskStarted.is);
  if (!started) return undefined;
  const { from, total, chunk } = started.data;
  const name = kindNameOf(started.data);
  const work = works.get(name);
  if (!work) throw new Error(`the task ${id} is of a kind that is not known here: ${name}`);
  const after = events.slice(Number(started.revision) + 1);
  const entries = after.filter(asyncTaskProgressed.is).flatMap(({ data }) => data.entries);
  return {
    id,
    started,
    work,
    chunk,
    total,
    steps: work.steps(started.data, events.slice(from, Number(started.revision)), services),
    done: entries.length,
    failed: entries.filter((entry) => typeof entry !== 'string').length,
    revision: events.at(-1)!.revision,
    cancelled: after.some(asyncTaskCancelled.is),
    ended: after.some((event) => asyncTaskCompleted.is(event) || asyncTaskFailed.is(event)),
  };
};

/** Tasks, and events of one, that are read together. */
const READ_AT_ONCE = 500;

/** A task that has not ended, of those that are to write what is sealed under the key of a subject. */
export const taskToWrite = async (subject: string, store: EventStore, due: DueStore): Promise<string | undefined> => {
  const writes = async (id: string): Promise<boolean> => {
    for (let from = 0n; ; from += BigInt(READ_AT_ONCE)) {
      const events = await store
        .readStream(taskStream(id), { from, limit: READ_AT_ONCE })
        .catch((error: unknown) => (error instanceof StreamNotFound ? [] : Promise.reject(error)));
      if (events.some(({ data }) => objectOf(data.personal).subject === subject)) return true;
      if (events.length < READ_AT_ONCE) return false;
    }
  };
  for (let after = ''; ; ) {
    const rows = await due.notEnded(TASK_KIND, after, READ_AT_ONCE);
    for (const { key } of rows) if (await writes(key)) return key;
    if (rows.length < READ_AT_ONCE) return undefined;
    after = rows.at(-1)!.key;
  }
};
