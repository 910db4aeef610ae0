import { type Appended, appendTo, type LoadedStream } from './execute.ts';
import { makeLookup } from './lookup.ts';
import { invalid, notFound, refused, unknownId } from './problem.ts';
import { type EventBody, type ResourceDefinition, type State, streamOf } from './resource.ts';
import type { Services } from './services.ts';
import { objectOfId } from './show.ts';
import { Checked, decideChange, inTurns, outcomeOf } from './write.ts';
import type { Change, Origin, Outcome, Writer } from './writer.ts';

/**
 * The writer of parts. All changes to the parts of one container are one append to its stream, with what the
 * container concludes from them; a refused change is left out and the others stand.
 */
export const writeParts: Writer = async (definition, changes, origin, services, mode = 'write') => {
  const { objects, by } = definition.partOf!;
  const lookup = makeLookup(services, origin.tenant);
  const outcomes = new Map<Change, Outcome>();
  const groups = new Map<string, Change[]>();
  const located = await Promise.all(
    changes.map(async (change) => {
      if (change.op !== 'create') return (await lookup.get(definition.object, change.id))?.[by];
      const id = change.input[by];
      if (typeof id !== 'string') return undefined;
      const object = objectOfId(objects, id, services.registry);
      return services.registry.get(object) && (await lookup.get(object, id)) ? id : undefined;
    }),
  );
  changes.forEach((change, i) => {
    const container = located[i];
    if (typeof container === 'string') groups.set(container, [...(groups.get(container) ?? []), change]);
    else
      outcomes.set(change, {
        ok: false,
        id: change.id,
        problem: change.op === 'create' ? unknownContainer(by) : notFound(),
      });
  });
  await inTurns([...groups], async ([containerId, group]) => {
    const object = objectOfId(objects, containerId, services.registry);
    const container = services.registry.need(object);
    const write = () => writeGroup(definition, container, containerId, group, origin, services, mode);
    for (const [change, outcome] of await write()) outcomes.set(change, outcome);
  });
  return changes.map((change) => outcomes.get(change)!);
};

const unknownContainer = (by: string) => invalid([{ path: by, text: unknownId(by.replace(/_id$/, '')) }]);

/** An earlier try wrote its neighbours and left this one out. */
const refusedBefore = () =>
  refused({
    en: 'The change was refused when it was first tried; nothing was stored for it.',
    fr: "La modification a été refusée au premier essai; rien n'a été enregistré pour elle.",
  });

const writeGroup = async (
  definition: ResourceDefinition,
  container: ResourceDefinition,
  containerId: string,
  group: readonly Change[],
  origin: Origin,
  services: Services,
  mode: 'write' | 'check',
): Promise<Map<Change, Outcome>> => {
  const lookup = makeLookup(services, origin.tenant);
  let outcomes = new Map<Change, Outcome>();
  const decide = async (loaded: LoadedStream): Promise<EventBody[]> => {
    outcomes = new Map();
    const events: EventBody[] = [];
    for (const change of group) {
      const outcome = await outcomeOf(change, async () => {
        const owner = loaded.aggregate.get(container.object, containerId);
        const text = owner && container.container?.refuse?.(owner, definition.object, change.op);
        if (text) throw refused(text);
        const decision = await decideChange(definition, change, origin, lookup, loaded);
        events.push(...decision.events);
        apply(decision.events, loaded, origin, services);
        return { ok: true, id: change.id, state: decision.after, position: undefined, repeated: false };
      });
      outcomes.set(change, outcome);
    }
    if (mode === 'check') throw new Checked();
    const owner = loaded.aggregate.get(container.object, containerId);
    if (events.length > 0 && owner && container.container?.conclude)
      events.push(...(await container.container.conclude(owner, loaded.aggregate, origin, services)));
    return events;
  };
  let appended: Appended;
  try {
    const step = `parts/${group.map(({ op, id }) => `${op}:${id}`).join(',')}`;
    appended = await appendTo(streamOf(container.object, containerId), step, origin, services, decide);
  } catch (error) {
    if (error instanceof Checked) return outcomes;
    throw error;
  }
  const after = new Map<Change, Outcome>();
  for (const change of group) {
    const outcome = outcomes.get(change);
    const state = appended.aggregate.get(definition.object, change.id);
    const { position, repeated } = appended;
    if (outcome && !outcome.ok) after.set(change, outcome);
    else if (state === undefined && change.op !== 'delete')
      after.set(change, { ok: false, id: change.id, problem: refusedBefore() });
    else after.set(change, { ok: true, id: change.id, state, position, repeated });
  }
  return after;
};

/** Later changes of the group see the earlier ones. */
const apply = (bodies: readonly EventBody[], loaded: LoadedStream, origin: Origin, services: Services): void => {
  const metadata = { ...origin.tenant, occurred_at: origin.occurred_at };
  for (const { type, data } of bodies) {
    const event = { id: '', type, stream: loaded.stream, revision: 0n, data, metadata };
    for (const key of services.folder.touchedBy(event)) {
      const before: State | undefined = loaded.aggregate.get(key.object, key.id);
      loaded.aggregate.set(key, services.folder.evolveRow(key, before, event));
    }
  }
};
