import { addTo, packed } from '../../values/group.ts';
import { isId } from '../../values/ids.ts';
import { textIf } from '../../values/json.ts';
import { invalid, notFound, refused, unknownId } from '../../values/problem.ts';
import type { MutableAggregate } from '../definition/fold.ts';
import { makeLookup } from '../definition/lookup.ts';
import {
  type Aggregate,
  type EventBody,
  type Lookup,
  type ResourceDefinition,
  streamOf,
} from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import { objectOfId } from '../definition/show.ts';
import type { Change, Origin, Outcome, Writer } from '../definition/writer.ts';
import { decideChange } from './decide-change.ts';
import { earlierSteps } from './earlier-steps.ts';
import { type Appended, appendTo, readEvents } from './execute.ts';
import { appendInTurns } from './in-turns.ts';
import { Checked, outcomeOf, problemOf } from './outcomes.ts';
import type { LoadedRecords } from './remembered.ts';
import { makeReserving, type Reserving } from './reservations.ts';
import { foldUnwritten } from './sealing.ts';

/** Size of the changes of one append; the rest is needed for what the container concludes (docs/limits.md). */
const APPEND_BYTES = 96 * 1024;
const APPEND_CHANGES = 250;
/** Size of an event beside what was sent: names, ids, metadata. */
const EVENT_BYTES = 900;

/** A change of a part, and the kind of the part. */
export interface PartChange {
  definition: ResourceDefinition;
  change: Change;
}

/**
 * The writer of parts. Changes to the parts of one container go into one append to its stream (several when they are
 * large), with what the container concludes from them; a refused change is left out and the others are written.
 */
export const writeParts: Writer = (definition, changes, origin, services, mode = 'write') =>
  writePartsTogether(
    changes.map((change) => ({ definition, change })),
    origin,
    services,
    mode,
  );

/** The same for parts of several kinds: all changes of one container are written together, with one conclusion. */
export const writePartsTogether = async (
  items: readonly PartChange[],
  origin: Origin,
  services: Services,
  mode: 'write' | 'check' = 'write',
): Promise<Outcome[]> => {
  const lookup = makeLookup(services, origin.tenant, origin.component);
  const outcomes = new Map<Change, Outcome>();
  const groups = new Map<string, PartChange[]>();
  const kept = items.length === 1 && mode === 'write' ? origin.container : undefined;
  const located = await Promise.all(
    items.map(({ definition, change }) => containerOf(change, definition, kept?.known, origin, lookup)),
  );
  items.forEach((item, i) => {
    const container = located[i];
    const { change, definition } = item;
    if (container !== undefined) addTo(groups, container, item);
    else outcomes.set(change, { ok: false, id: change.id, problem: missing(change, definition) });
  });
  const [first, location] = [items[0]?.change, located[0]];
  if (kept && first?.op !== 'create' && location !== undefined && location !== kept.known) await kept.keep(location);
  await appendInTurns([...groups], services, async ([containerId, group]) => {
    const object = objectOfId(group[0]!.definition.partOf!.objects, containerId, services.registry);
    const container = services.registry.need(object);
    for (const part of packed(group, ({ change }) => sizeOf(change), APPEND_BYTES, APPEND_CHANGES))
      for (const [change, outcome] of await writeGroup(container, containerId, part, origin, services, mode))
        outcomes.set(change, outcome);
  });
  return items.map(({ change }) => outcomes.get(change)!);
};

/**
 * The container of a change; undefined when there is none. When an earlier try may have written already, its stored
 * container is used and not the read models, which do not have a part that it deleted.
 */
const containerOf = async (
  change: Change,
  definition: ResourceDefinition,
  known: string | undefined,
  origin: Origin,
  lookup: Lookup,
): Promise<string | undefined> => {
  const { objects, by } = definition.partOf!;
  const { registry } = lookup.services;
  if (change.op !== 'create')
    return change.container ?? known ?? textIf((await lookup.get(definition.object, change.id))?.[by]);
  const id = change.input[by];
  if (typeof id !== 'string' || !isId(id)) return undefined;
  const object = objectOfId(objects, id, registry);
  return registry.get(object) && (origin.mayRepeat || (await lookup.get(object, id))) ? id : undefined;
};

const sizeOf = (change: Change): number =>
  EVENT_BYTES + (change.op === 'delete' ? 0 : Buffer.byteLength(JSON.stringify(change.input)));

const missing = (change: Change, { object, partOf }: ResourceDefinition) => {
  const { by } = partOf!;
  return change.op === 'create' ? invalid([{ path: by, text: unknownId(by.replace(/_id$/, '')) }]) : notFound(object);
};

/** The refusal of a change that an earlier try left out when it wrote the others. */
const refusedBefore = () =>
  refused({
    en: 'The change was refused when it was first tried; nothing was stored for it.',
    fr: "La modification a été refusée au premier essai; rien n'a été enregistré pour elle.",
  });

/** A change is a step of its own, so that a repeat finds it whatever it was written with. */
const stepOf = ({ op, id }: Change): string => `parts/${op}:${id}`;

/**
 * Writes changes of one container together, each once. A repeat may come with other changes: a task that was cut off is
 * done one by one, and its first worker may wake up behind that.
 */
const writeGroup = async (
  container: ResourceDefinition,
  containerId: string,
  group: readonly PartChange[],
  origin: Origin,
  services: Services,
  mode: 'write' | 'check',
): Promise<Map<Change, Outcome>> => {
  const lookup = makeLookup(services, origin.tenant, origin.component);
  const stream = streamOf(container.object, containerId);
  const step = `parts/${group.map(({ change: { op, id } }) => `${op}:${id}`).join(',')}`;
  const concluded = `concluded/${step}`;
  let outcomes = new Map<Change, Outcome>();
  let reserved: Reserving[] = [];
  const decideOne: DecideOne = async ({ change, definition }, loaded) => {
    let events: EventBody[] = [];
    const outcome = await outcomeOf(change, origin, async () => {
      const owner = loaded.aggregate.get(container.object, containerId);
      if (owner?.scope_id !== origin.tenant.company_id) throw missing(change, definition);
      const text = container.container?.refuse?.(owner!, definition.object, change.op);
      if (text) throw refused(text);
      const decision = await decideChange(definition, change, origin, lookup, loaded);
      const reserving = makeReserving(definition, stream, origin, services, mode);
      if (reserving && decision.events.length > 0) {
        await reserving.take(loaded.aggregate.get(definition.object, change.id), decision.after);
        reserved.push(reserving);
      }
      events = decision.events;
      return { ok: true, id: change.id, state: decision.after, position: undefined, repeated: false };
    });
    return { events, outcome };
  };
  const decide = async (loaded: LoadedRecords): Promise<EventBody[]> => {
    outcomes = new Map();
    reserved = [];
    const events: EventBody[] = [];
    const steps = group.map(({ change }) => stepOf(change));
    // One change is looked for by whoever appends it.
    const earlier = group.length > 1 ? await earlierSteps(loaded, steps, concluded, origin, services) : undefined;
    for (const [i, item] of group.entries()) {
      const { change } = item;
      if (earlier?.done.has(steps[i]!)) {
        outcomes.set(change, { ok: true, id: change.id, state: undefined, position: undefined, repeated: true });
      } else if (earlier?.then) {
        outcomes.set(change, await leftOut(item, recordsOf(earlier.then), decideOne));
      } else {
        const decided = await decideOne(item, loaded);
        events.push(...decided.events.map((event) => ({ ...event, step: steps[i]! })));
        foldUnwritten(decided.events, loaded, origin, services.folder);
        outcomes.set(change, decided.outcome);
      }
    }
    if (mode === 'check') throw new Checked();
    const owner = loaded.aggregate.get(container.object, containerId);
    if (events.length > 0 && owner && container.container?.conclude) {
      const conclusion = await container.container.conclude(owner, loaded.aggregate, origin, services);
      events.push(...conclusion.map((event) => (group.length > 1 ? { ...event, step: concluded } : event)));
    }
    return events;
  };
  let appended: Appended;
  try {
    appended = await appendTo(stream, step, origin, services, decide);
  } catch (error) {
    if (error instanceof Checked) return outcomes;
    const problem = problemOf(error, origin);
    if (!problem) throw error;
    // When the append fails, all its changes that were not refused fail.
    return new Map(
      group.map(({ change }) => {
        const own = outcomes.get(change);
        return [change, own && !own.ok ? own : { ok: false, id: change.id, problem }];
      }),
    );
  }
  await Promise.all(reserved.map((reserving) => reserving.giveUp()));
  const where = { object: container.object, id: containerId, services };
  return outcomesOf(group, appended, where, outcomes, decideOne);
};

type DecideOne = (item: PartChange, loaded: LoadedRecords) => Promise<{ events: EventBody[]; outcome: Outcome }>;

/** @param decided the outcomes of this try; an earlier one may have written instead */
const outcomesOf = async (
  group: readonly PartChange[],
  { aggregate, position, since, repeated, events }: Appended,
  { object, id, services }: { object: string; id: string; services: Services },
  decided: ReadonlyMap<Change, Outcome>,
  decideOne: DecideOne,
): Promise<Map<Change, Outcome>> => {
  const owner = aggregate.get(object, id);
  const after = new Map<Change, Outcome>();
  // The first event of each is its change; what the container concluded may name it again.
  const written = new Map(events.toReversed().map(({ data, revision }) => [data.id, revision]));
  for (const item of group) {
    const { change, definition } = item;
    const at = change.op === 'delete' ? undefined : written.get(change.id);
    const known = aggregate.get(definition.object, change.id);
    // What the container concluded took it off: the answer shows what was asked for.
    const state =
      known ??
      (at === undefined
        ? undefined
        : (await recordsUpTo(streamOf(object, id), at, services)).get(definition.object, change.id));
    const outcome = decided.get(change);
    const now = { state, owner, position, since };
    if (!repeated && outcome) after.set(change, outcome.ok ? { ...outcome, ...now } : outcome);
    else if (written.has(change.id)) after.set(change, { ok: true, id: change.id, ...now, repeated });
    else after.set(change, await leftOut(item, recordsOf(aggregate), decideOne));
  }
  return after;
};

const recordsUpTo = async (stream: string, at: bigint, services: Services): Promise<Aggregate> =>
  services.folder.foldStream((await readEvents(stream, services)).filter(({ revision }) => revision <= at));

const recordsOf = (aggregate: MutableAggregate): LoadedRecords => ({
  aggregate,
  stream: '',
  expected: 'no_stream',
  mayHave: () => false,
});

/** The outcome of a change of which an earlier try wrote nothing: it had no effect, or it was refused. */
const leftOut = async (item: PartChange, then: LoadedRecords, decideOne: DecideOne): Promise<Outcome> => {
  const { events, outcome } = await decideOne(item, then);
  if (!outcome.ok) return outcome;
  if (events.length > 0) return { ok: false, id: item.change.id, problem: refusedBefore() };
  return { ...outcome, repeated: true };
};
