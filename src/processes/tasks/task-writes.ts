import { type Position, START } from '../../event-store/port.ts';
import { parentMemberOf } from '../../kernel/calls/bulk.ts';
import { reachedBy } from '../../kernel/calls/reached.ts';
import { appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { erasedPerson } from '../../kernel/changes/sealing.ts';
import { takenBack } from '../../kernel/changes/take-back.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { personalMembers } from '../../kernel/definition/personal.ts';
import type { DomainEvent, EventBody, ResourceDefinition } from '../../kernel/definition/resource.ts';
import type { Services, StepsRequest, TaskFailure, TaskRequest } from '../../kernel/definition/services.ts';
import type { Change, Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { PersonErased } from '../../kernel/events/keys.ts';
import { type FailedEntry, failedEntry, type TaskEntry } from '../../platform/async-task.ts';
import { asyncTaskElementRecorded, asyncTaskTargetsRecorded } from '../../platform/events.ts';
import { packed } from '../../values/group.ts';
import { type JsonObject, objectOf, textOf } from '../../values/json.ts';
import { invalid, type Problem, unknownId } from '../../values/problem.ts';
import { CHUNK, isTooLarge, type TaskDone, type TaskStep, type TaskWork, tooLarge } from './task-work.ts';

/**
 * The kinds of tasks that write records: bulk calls, which write the same data to many targets, and batch calls, whose
 * elements are written one by one.
 */

/** Targets in one event, some 200 KiB. */
const TARGETS_IN_EVENT = 2_500;

/** A record to write, or the reason why it was refused when the task was accepted. */
type Item = { change: Change } | { refused: FailedEntry };

type Target = EventData<typeof asyncTaskTargetsRecorded>['targets'][number];

/** The resource whose records the task writes. */
const definitionOf = ({ of }: JsonObject, services: Services): ResourceDefinition => services.registry.need(textOf(of));

/** The data of a bulk call is recorded unencrypted, so it must have no personal members. */
const refusePersonal = (definition: ResourceDefinition, data: JsonObject | undefined): void => {
  if (!data) return;
  const personal = personalMembers(definition).filter((name) => name in data);
  if (personal.length > 0) throw new Error(`a bulk call must not write ${personal.join(', ')} of ${definition.object}`);
  if (isTooLarge(data)) throw tooLarge('data');
};

const noSuch = (object: string): Problem => invalid([{ path: 'id', text: unknownId(object) }]);

/** Makes keys for subjects. Returns the subjects that are erased, for which no key can be made. */
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

/** The id for an entry; a new record that was not written has none. */
const idIfKnown = (change: Change): string | undefined => (change.op === 'create' ? undefined : change.id);

/** An element whose record is unknown is refused here, so that nothing is encrypted under the key of another person. */
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
    else if (change.op !== 'delete' && isTooLarge(change.input))
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
    ...written.map(({ index, change }): { index: number; body: EventBody } => {
      const { op, id } = change;
      const container = definition.partOf && rows.get(id)?.[definition.partOf.by];
      const clear = { index, op, id, ...(container ? { container } : {}) };
      if (change.op === 'delete') return { index, body: asyncTaskElementRecorded(clear) };
      const input = { input: change.input };
      if (!personal) return { index, body: asyncTaskElementRecorded({ ...clear, ...input }) };
      const sealed = { personal: { subject: subjectOf(change), members: input } };
      return { index, body: asyncTaskElementRecorded(clear, sealed) };
    }),
    ...failures.map(({ index, id, problem }) => ({
      index,
      body: asyncTaskElementRecorded({ index, refused: failedEntry(definition.object, index, id, problem) }),
    })),
  ];
  return bodies.sort((a, b) => a.index - b.index).map(({ body }) => body);
};

const changeOf = (data: JsonObject, definition: ResourceDefinition, target: Target, services: Services): Change => {
  const { id, parent, container } = target;
  const input = objectOf(data.data);
  if (data.type === 'bulk_delete') return { op: 'delete', id, container };
  if (data.type === 'bulk_update') return { op: 'update', id, input, container };
  const { bulk } = definition;
  if (!bulk || parent === undefined) throw new Error(`${definition.object} ${id} cannot be created in bulk`);
  const member = parentMemberOf(bulk, bulk.createSelection ?? bulk.selection, parent, services);
  return { op: 'create', id, input: { ...input, [member]: parent } };
};

const itemOf = (data: EventData<typeof asyncTaskElementRecorded>, object: string): { index: number; step: Item } => {
  const { index, op, id, container, input, refused } = data;
  if (refused) return { index, step: { refused } };
  if (op === undefined || id === undefined) throw new Error(`element ${index} says neither what to do nor why not`);
  if (op === 'delete') return { index, step: { change: { op, id, container } } };
  // The person was erased since: the data cannot be decrypted.
  if (!input) return { index, step: { refused: failedEntry(object, index, id, erasedPerson()) } };
  const written = { id, input };
  return { index, step: { change: op === 'create' ? { op, ...written } : { op, ...written, container } } };
};

const itemsOf = (started: JsonObject, recorded: readonly DomainEvent[], services: Services) => {
  const definition = definitionOf(started, services);
  const targets = recorded.filter(asyncTaskTargetsRecorded.is).flatMap(({ data }) => data.targets);
  const elements = recorded.filter(asyncTaskElementRecorded.is).map(({ data }) => itemOf(data, definition.object));
  return (first: number, count: number): TaskStep[] =>
    targets.length > 0
      ? targets.slice(first, first + count).map((target, i) => ({
          index: first + i,
          step: { change: changeOf(started, definition, target, services) },
        }))
      : elements.slice(first, first + count);
};

/** The failed entry of a change; a 404 becomes an error at the element's id. */
const entryOfFailure = (object: string, index: number, change: Change, problem: Problem): FailedEntry =>
  failedEntry(object, index, idIfKnown(change), problem.status === 404 ? noSuch(object) : problem);

// Made by `itemsOf`: the runner hands each kind its own steps.
const itemAt = (step: unknown): Item => step as Item;

const writeItems = async (
  definition: ResourceDefinition,
  steps: readonly TaskStep[],
  origin: Origin,
  services: Services,
): Promise<TaskDone> => {
  const { object } = definition;
  const since = services.gate.readPosition();
  const items = steps.map(({ index, step }) => ({ index, ...itemAt(step) }));
  const changes = items.flatMap((item): Change[] => ('change' in item ? [item.change] : []));
  const outcomes = changes.length > 0 ? await writeChanges(definition, changes, origin, services) : [];
  const done = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
  const repeated = done.some((outcome) => outcome.repeated);
  const position = repeated ? await services.store.head() : latest(done.map((outcome) => outcome.position));
  const deleted = changes.flatMap(({ op, id }, i) => (op === 'delete' && outcomes[i]!.ok ? [id] : []));
  const span = { since: repeated ? START : since, position };
  const [back, reached] = await Promise.all([
    deletionsTakenBack(definition, deleted, span, origin, services),
    reachedBy(definition, outcomes, services, origin.tenant),
  ]);
  let next = 0;
  const entries = items.map((item): TaskEntry => {
    if (!('change' in item)) return item.refused;
    const { id } = item.change;
    const outcome = outcomes[next++]!;
    const problem = outcome.ok ? back.get(id) : outcome.problem;
    return problem ? entryOfFailure(object, item.index, item.change, problem) : { id, object };
  });
  return { entries, position, reached };
};

/**
 * The problems of deletions that were taken back, by id: another record that names the one was written in the same
 * moment. Waits until that is decided of all of them.
 *
 * @param span where the deletions are in the log: after the one position, up to the other
 */
const deletionsTakenBack = async (
  definition: ResourceDefinition,
  ids: readonly string[],
  { since, position }: { since: Position; position: Position | undefined },
  origin: Origin,
  services: Services,
): Promise<Map<string, Problem>> => {
  const problems = new Map<string, Problem>();
  if (!definition.keptWhileNamed || ids.length === 0 || position === undefined) return problems;
  const { gate, read } = services;
  await gate.followed(position, ['deletions'], undefined, origin.tenant, since);
  const there = await read.getMany(definition.object, origin.tenant, [...ids]);
  await appendInTurns([...there.keys()], services, async (id) => {
    const problem = await takenBack(definition, id, origin, services);
    if (problem) problems.set(id, problem);
  });
  return problems;
};

const written = (request: TaskRequest | StepsRequest): TaskRequest => {
  if ('kind' in request) throw new TypeError(`${request.kind} is a kind of its own, and writes no records by itself`);
  return request;
};

const startedOf = ({ type, object, data }: TaskRequest) => ({
  type,
  of: object,
  ...(data === undefined ? {} : { data }),
});

/** The common part of bulk and batch calls: records are written, and each result says whether its record was. */
const writing = (name: TaskRequest['type'], record: TaskWork['record']): TaskWork => ({
  name,
  // A caller wants all of a selection or none of it.
  cancellable: false,
  record,
  steps: itemsOf,
  follows: (started, services) => definitionOf(started, services).follows ?? [],
  mayReach: (started, services) => definitionOf(started, services).reaches?.follows ?? [],
  run: (steps, { started, origin, services }) => writeItems(definitionOf(started, services), steps, origin, services),
  undone: ({ index, step }, problem, { of }) => {
    const item = itemAt(step);
    return 'change' in item ? failedEntry(textOf(of), index, item.change.id, problem) : item.refused;
  },
});

const recordTargets: TaskWork['record'] = async (asked, _, services) => {
  const request = written(asked);
  const { targets = [], data } = request;
  refusePersonal(services.registry.need(request.object), data);
  return {
    started: startedOf(request),
    bodies: packed(targets, () => 1, TARGETS_IN_EVENT, TARGETS_IN_EVENT).map((part) =>
      asyncTaskTargetsRecorded({ targets: part.map((target) => ({ ...target })) }),
    ),
    total: targets.length,
    chunk: CHUNK,
  };
};

const recordElements: TaskWork['record'] = async (asked, origin, services) => {
  const request = written(asked);
  const bodies = await elementBodies(services.registry.need(request.object), request, origin, services);
  const total = (request.elements?.length ?? 0) + (request.refused?.length ?? 0);
  return { started: startedOf(request), bodies, total, chunk: CHUNK };
};

export const WRITES: readonly TaskWork[] = [
  writing('bulk_create', recordTargets),
  writing('bulk_update', recordTargets),
  writing('bulk_delete', recordTargets),
  writing('batch_upsert', recordElements),
  writing('batch_delete', recordElements),
];
