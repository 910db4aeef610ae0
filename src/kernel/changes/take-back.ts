import type { Position } from '../../event-store/port.ts';
import type { JsonObject } from '../../values/json.ts';
import { Problem } from '../../values/problem.ts';
import { recordEvents } from '../definition/record-events.ts';
import {
  type Aggregate,
  type EventBody,
  type Lookup,
  type ResourceDefinition,
  type State,
  storedName,
  streamOf,
} from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { decideDelete, ownMembers } from './decide.ts';
import { appendByEvents, decideContext, type LoadedStream } from './execute.ts';
import { loadRecords } from './remembered.ts';
import { makeReserving } from './reservations.ts';
import { writeChanges } from './write.ts';

/**
 * Looks at a deletion again. The resource's own rule says whether the record, as it was before, may be deleted now;
 * where it may not, the record is created again as it was, with the parts that went with it. Where it cannot be
 * (another record has a key of it or of such a part now, its person was erased), the deletion stands, and the log says
 * so.
 *
 * @param lookup what the rule asks; that of many deletions looks them up together
 * @returns the position of what was appended; undefined where the deletion stands
 * @throws Problem 503 when the store or the read models are away
 */
export const takeBackDeletion = async (
  definition: ResourceDefinition,
  id: string,
  origin: Origin,
  lookup: Lookup,
): Promise<Position | undefined> => {
  const { services } = lookup;
  const stream = streamOf(definition.object, id);
  const decide = async (loaded: LoadedStream): Promise<EventBody[]> => {
    if (loaded.aggregate.get(definition.object, id)) return [];
    const before = beforeDeletion(definition, loaded, services);
    const state: State | undefined = before.get(definition.object, id);
    if (!state || !(await isRefused(definition, state, before, origin, loaded, lookup))) return [];
    const back: [ResourceDefinition, State][] = [
      [definition, state],
      ...partsGone(definition, before, loaded, services),
    ];
    for (const [of, one] of back) await makeReserving(of, stream, origin, services)?.take(undefined, one);
    return back.map(([of, one]) => recreated(of, one));
  };
  try {
    return (await appendByEvents(stream, 'deletion taken back', origin, services, decide)).position;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    services.log.warn(
      { err: error, stream },
      'a record was deleted while another record was made to refer to it, and cannot be restored: payroll audit check lists such references',
    );
    return undefined;
  }
};

/** The stream as it was before the record was deleted last. */
export const beforeDeletion = (
  definition: ResourceDefinition,
  { events }: LoadedStream,
  { folder }: Services,
): Aggregate => {
  const { type } = recordEvents(definition).deleted;
  return folder.foldStream(
    events.slice(
      0,
      events.findLastIndex((event) => event.type === type),
    ),
  );
};

const isRefused = async (
  definition: ResourceDefinition,
  state: State,
  aggregate: Aggregate,
  origin: Origin,
  loaded: LoadedStream,
  lookup: Lookup,
): Promise<boolean> => {
  const facts = (await definition.rules?.facts?.(lookup, state, state, aggregate)) ?? {};
  try {
    decideDelete(definition, state, undefined, facts, { ...decideContext(origin, loaded, {}), aggregate });
    return false;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return true;
    throw error;
  }
};

/** The event that makes a record what it was: its members, without what its own events keep beside them. */
const recreated = (definition: ResourceDefinition, state: State): EventBody => {
  const names = new Set(Object.keys(definition.members ?? {}));
  for (const [name, field] of Object.entries(definition.fields)) names.add(storedName(name, field) ?? '');
  const data: JsonObject = Object.fromEntries(Object.entries(ownMembers(state)).filter(([name]) => names.has(name)));
  return recordEvents(definition).created(definition.partOf ? { id: state.id, ...data } : data);
};

const partsGone = (
  { object }: ResourceDefinition,
  before: Aggregate,
  { aggregate }: LoadedStream,
  { registry }: Services,
): [ResourceDefinition, State][] =>
  registry.all
    .filter(({ partOf }) => partOf?.objects.includes(object))
    .flatMap((part) =>
      before
        .all(part.object)
        .filter(({ id }) => !aggregate.get(part.object, id))
        .map((state): [ResourceDefinition, State] => [part, state]),
    );

/**
 * The problem of a deletion that was taken back because another record that names this one was written at the same
 * time: that of a deletion after that write, 400 or 409. Undefined where the deletion stands.
 *
 * @param origin that of the deletion, which is followed
 */
export const takenBack = async (
  definition: ResourceDefinition,
  id: string,
  origin: Origin,
  services: Services,
): Promise<Problem | undefined> => {
  const { aggregate } = await loadRecords(streamOf(definition.object, id), services);
  if (!aggregate.get(definition.object, id)) return undefined;
  // Another cause: the stream holds the deletion of this one.
  const cause = { ...origin, seed: `${origin.seed}/again` };
  const [outcome] = await writeChanges(definition, [{ op: 'delete', id }], cause, services, 'check');
  return outcome?.ok === false ? outcome.problem : new Problem(409, NAMED_MEANWHILE);
};

const NAMED_MEANWHILE = {
  en: 'Another record that names this one was written in the same moment, so it was not deleted. Repeat the request.',
  fr: "Un autre dossier qui nomme celui-ci a été écrit au même moment : il n'a donc pas été supprimé. Répétez la requête.",
};
