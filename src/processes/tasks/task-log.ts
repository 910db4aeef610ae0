import { StoreUnavailable, WrongExpectedRevision } from '../../event-store/errors.ts';
import type { ExpectedRevision, Position } from '../../event-store/port.ts';
import { MAX_APPEND_BYTES } from '../../event-store/port.ts';
import { parentMemberOf } from '../../kernel/calls/bulk.ts';
import { erasedPerson, loadStream, sealed, storeAway } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { personalMembers } from '../../kernel/definition/fold.ts';
import { PersonErased } from '../../kernel/definition/personal.ts';
import type { DomainEvent, EventBody, ResourceDefinition, State } from '../../kernel/definition/resource.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import type { Services, TaskFailure, TaskRequest } from '../../kernel/definition/services.ts';
import type { Change, Origin } from '../../kernel/definition/writer.ts';
import { asyncTask, type FailedEntry, failedEntry, type RecordedEntry } from '../../platform/async-task.ts';
import { derivedId } from '../../values/ids.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { packed } from '../../values/packed.ts';
import { conflict, invalid, type Problem, unknownId } from '../../values/problem.ts';

/**
 * The stream of a task, written and read back.
 *
 * What is to be done is recorded before the task exists, in as many appends as it takes, and `AsyncTaskStarted` says
 * from which revision on it counts. A request that broke off in between and is repeated may find another selection: it
 * records all of it anew behind what stands there, and that alone counts.
 */
export const taskStream = (id: string): string => streamOf(asyncTask.object, id);

/** Targets in one event: about 200 KiB. */
const TARGETS_IN_EVENT = 2_500;
/** Elements and results written between two recordings of progress; kept in the task, so that repeats agree on it. */
export const CHUNK = 250;
/** A safe distance under the limit of an append. */
const APPEND_BYTES = MAX_APPEND_BYTES - 96 * 1024;
const APPEND_EVENTS = 800;
/** What an event weighs beside its data: id, type, metadata. */
const EVENT_BYTES = 900;
/** The most that one element, or the data of a bulk call, may weigh. */
const MAX_INPUT_BYTES = 256 * 1024;
const MAX_ROUNDS = 5;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const weighBody = ({ data, personal }: EventBody): number =>
  // What is sealed stands there in base64.
  EVENT_BYTES + bytesOf(data) + (personal ? Math.ceil(bytesOf(personal.members) * 1.4) : 0);

/** Bodies in as many appends as the limits of one ask for. */
export const packedBodies = (bodies: readonly EventBody[]): EventBody[][] =>
  packed(bodies, weighBody, APPEND_BYTES, APPEND_EVENTS);

/** Results as `AsyncTaskProgressed` events, mostly one. */
export const progressBodies = (from: number, entries: readonly RecordedEntry[]): EventBody[] => {
  let at = from;
  return packed(entries, bytesOf, APPEND_BYTES / 2, CHUNK).map((part) => {
    const body = { type: 'AsyncTaskProgressed', data: { from: at, entries: part as unknown as Json } };
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
    const { revision, position } = await services.store.append(stream, stored, expected);
    const first = revision - BigInt(bodies.length - 1);
    return { revision, position, domain: domain.map((event, i) => ({ ...event, revision: first + BigInt(i) })) };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw storeAway(error);
    throw error;
  }
};

/** The id of the task that a request starts: the same for its repeats. */
export const taskIdOf = (origin: Origin): string =>
  derivedId(asyncTask.prefix, Date.parse(origin.occurred_at), `${origin.seed}/${asyncTask.object}`);

/** Records a task, unless an earlier try of the same request did. @throws Problem */
export const recordTask = async (
  request: TaskRequest,
  origin: Origin,
  services: Services,
): Promise<{ state: State; position: Position | undefined }> => {
  const id = taskIdOf(origin);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const earlier = origin.mayRepeat || round > 0 ? await loadStream(taskStream(id), services) : undefined;
    const known = earlier?.aggregate.get(asyncTask.object, id);
    if (known) return { state: known, position: undefined };
    const from = earlier?.events.length ?? 0;
    const bodies = [...(await recordedBodies(request, origin, services)), startedBody(request, from)];
    let expected: ExpectedRevision = earlier?.expected ?? 'no_stream';
    try {
      for (const [i, part] of packedBodies(bodies).entries()) {
        const appended = await appendToTask(id, part, `record/${from}/${i}`, expected, origin, services);
        expected = appended.revision;
        const started = appended.domain.at(-1)!;
        if (started.type !== 'AsyncTaskStarted') continue;
        const key = { object: asyncTask.object, id };
        return { state: services.folder.evolveRow(key, undefined, started)!, position: appended.position };
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

const startedBody = (request: TaskRequest, from: number): EventBody => ({
  type: 'AsyncTaskStarted',
  data: {
    type: request.type,
    of: request.object,
    from,
    total: request.targets?.length ?? (request.elements?.length ?? 0) + (request.refused?.length ?? 0),
    chunk: CHUNK,
    ...(request.data === undefined ? {} : { data: request.data }),
  },
});

const recordedBodies = async (request: TaskRequest, origin: Origin, services: Services): Promise<EventBody[]> => {
  const definition = services.registry.need(request.object);
  if (request.targets) {
    refusePersonal(definition, request.data);
    return packed(request.targets, () => 1, TARGETS_IN_EVENT, TARGETS_IN_EVENT).map((targets) => ({
      type: 'AsyncTaskTargetsRecorded',
      data: { targets: targets as unknown as Json },
    }));
  }
  return elementBodies(definition, request, origin, services);
};

/** One append holds all the data of a bulk call, in clear: no resource with a bulk call has personal members. */
const refusePersonal = (definition: ResourceDefinition, data: JsonObject | undefined): void => {
  if (!data) return;
  const personal = personalMembers(definition).filter((name) => name in data);
  if (personal.length > 0) throw new Error(`a bulk call must not write ${personal.join(', ')} of ${definition.object}`);
  if (bytesOf(data) > MAX_INPUT_BYTES) throw tooLarge('data');
};

const tooLarge = (path: string): Problem =>
  invalid([
    {
      path,
      text: {
        en: `must not be larger than ${MAX_INPUT_BYTES / 1024} KiB`,
        fr: `ne doit pas dépasser ${MAX_INPUT_BYTES / 1024} Kio`,
      },
    },
  ]);

const noSuch = (object: string): Problem => invalid([{ path: 'id', text: unknownId(object) }]);

/** An element whose record is unknown is refused here already: nothing is sealed under the key of somebody else. */
const elementBodies = async (
  definition: ResourceDefinition,
  request: TaskRequest,
  origin: Origin,
  services: Services,
): Promise<EventBody[]> => {
  const { elements = [], refused = [] } = request;
  const existing = elements.filter(({ change }) => change.op !== 'create').map(({ change }) => change.id);
  const rows =
    existing.length > 0 ? await services.read.getMany(definition.object, origin.tenant, existing) : new Map();
  const failures: TaskFailure[] = [...refused];
  const good = elements.filter(({ index, change }) => {
    if (change.op !== 'create' && !rows.has(change.id))
      failures.push({ index, id: change.id, problem: noSuch(definition.object) });
    else if (change.op !== 'delete' && bytesOf(change.input) > MAX_INPUT_BYTES)
      failures.push({ index, id: idIfKnown(change), problem: tooLarge('') });
    else return true;
    return false;
  });
  const personal = personalMembers(definition).length > 0;
  const subjectOf = (change: Change): string =>
    (change.op === 'create' && definition.personalSubject?.(change.input)) || change.id;
  const gone = personal ? await erased([...new Set(good.map(({ change }) => subjectOf(change)))], services) : new Set();
  for (const { index, change } of good)
    if (gone.has(subjectOf(change))) failures.push({ index, id: change.id, problem: erasedPerson() });
  const written = good.filter(({ change }) => !gone.has(subjectOf(change)));
  const bodies = [
    ...written.map(({ index, change }) => {
      const { op, id } = change;
      const container = definition.partOf && rows.get(id)?.[definition.partOf.by];
      const clear = { index, op, id, ...(container ? { container } : {}) };
      if (change.op === 'delete') return { index, data: clear };
      const input = { input: change.input };
      if (!personal) return { index, data: { ...clear, ...input } };
      return { index, data: clear, personal: { subject: subjectOf(change), members: input } };
    }),
    ...failures.map(({ index, id, problem }) => ({
      index,
      data: { index, refused: failedEntry(definition.object, index, id, problem) as unknown as Json },
    })),
  ];
  return bodies
    .sort((a, b) => a.index - b.index)
    .map(({ index: _, ...body }) => ({ type: 'AsyncTaskElementRecorded', ...body }));
};

/** Makes keys for the subjects, and gives those that can have none any more. */
const erased = async (subjects: readonly string[], services: Services): Promise<Set<string>> => {
  await services.keys.prepare(subjects);
  const gone = await inTurns(subjects, async (subject) => {
    try {
      await services.keys.seal(subject, {});
      return [];
    } catch (error) {
      if (error instanceof PersonErased) return [subject];
      throw error;
    }
  });
  return new Set(gone.flat());
};

/** A new record that was not written has no id to speak of. */
const idIfKnown = (change: Change): string | undefined => (change.op === 'create' ? undefined : change.id);

/** One record of a task: what to write, or why that was refused from the first. */
export type TaskItem = { index: number; change: Change } | { index: number; refused: FailedEntry };

export interface TaskPlan {
  id: string;
  started: DomainEvent;
  definition: ResourceDefinition;
  chunk: number;
  total: number;
  /** From an index on, at most `count` of them. */
  items(from: number, count: number): TaskItem[];
  /** Results that are recorded. */
  done: number;
  failed: number;
  /** Revision of the stream's last event. */
  revision: bigint;
  ended: boolean;
}

/** What the stream of a task says; undefined when no task was started there. */
export const planOf = (id: string, events: readonly DomainEvent[], services: Services): TaskPlan | undefined => {
  const started = events.find(({ type }) => type === 'AsyncTaskStarted');
  if (!started) return undefined;
  const { of, from, total, chunk } = started.data as { of: string; from: number; total: number; chunk: number };
  const definition = services.registry.need(of);
  const recorded = events.slice(from, Number(started.revision));
  const after = events.slice(Number(started.revision) + 1);
  const entries = after
    .filter(({ type }) => type === 'AsyncTaskProgressed')
    .flatMap(({ data }) => data.entries as unknown as RecordedEntry[]);
  const targets = recorded.flatMap(({ data }) => (data.targets ?? []) as unknown as Target[]);
  const elements = recorded
    .filter(({ type }) => type === 'AsyncTaskElementRecorded')
    .map(({ data }) => itemOf(data, of));
  return {
    id,
    started,
    definition,
    chunk,
    total,
    items: (first, count) =>
      targets.length > 0
        ? targets
            .slice(first, first + count)
            .map((target, i) => ({ index: first + i, change: changeOf(started.data, definition, target, services) }))
        : elements.slice(first, first + count),
    done: entries.length,
    failed: entries.filter((entry) => typeof entry !== 'string').length,
    revision: events.at(-1)!.revision,
    ended: after.some(({ type }) => type === 'AsyncTaskCompleted' || type === 'AsyncTaskFailed'),
  };
};

interface Target {
  id: string;
  parent?: string;
  container?: string;
}

const changeOf = (data: JsonObject, definition: ResourceDefinition, target: Target, services: Services): Change => {
  const { id, parent, container } = target;
  const input = (data.data ?? {}) as JsonObject;
  if (data.type === 'bulk_delete') return { op: 'delete', id, container };
  if (data.type === 'bulk_update') return { op: 'update', id, input, container };
  const { bulk } = definition;
  if (!bulk || parent === undefined) throw new Error(`${definition.object} ${id} cannot be created in bulk`);
  const member = parentMemberOf(bulk, bulk.createSelection ?? bulk.selection, { id: parent }, { services });
  return { op: 'create', id, input: { ...input, [member]: parent } };
};

const itemOf = (data: JsonObject, object: string): TaskItem => {
  const { index, op, id, input, refused } = data as {
    index: number;
    op: Change['op'];
    id: string;
    [member: string]: Json;
  };
  const container = data.container as string | undefined;
  if (refused) return { index, refused: refused as unknown as FailedEntry };
  if (op === 'delete') return { index, change: { op, id, container } };
  // The key of the person was erased since: there is nothing left to write.
  if (!input) return { index, refused: failedEntry(object, index, id, noSuch(object)) };
  const written = { id, input: input as JsonObject };
  return { index, change: op === 'create' ? { op, ...written } : { op, ...written, container } };
};

/** 404 of a change means the element's own id. */
export const entryOfFailure = (object: string, index: number, change: Change, problem: Problem): FailedEntry =>
  failedEntry(object, index, idIfKnown(change), problem.status === 404 ? noSuch(object) : problem);
