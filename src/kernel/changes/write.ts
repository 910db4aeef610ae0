import type { EventStore, Position } from '../../event-store/port.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import { within } from '../../timing/within.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import { notFound, Problem } from '../../values/problem.ts';
import { makeLookup } from '../definition/lookup.ts';
import { recordEvents } from '../definition/record-events.ts';
import { type EventBody, type Lookup, type ResourceDefinition, type State, streamOf } from '../definition/resource.ts';
import { makeRoom, type Room } from '../definition/room.ts';
import type { Services, Tenant } from '../definition/services.ts';
import type { Change, Origin, Outcome, Writer } from '../definition/writer.ts';
import { mayNameKept, namedAndKept } from '../references/kept.ts';
import { namedReferences, unknownReferences } from '../references/named.ts';
import {
  candidateOfCreate,
  candidateOfUpdate,
  type Decision,
  decideCreate,
  decideDelete,
  decideUpdate,
  identityOf,
} from './decide.ts';
import { type Appended, appendTo, decideContext } from './execute.ts';
import { appendInTurns } from './in-turns.ts';
import { latest } from './latest.ts';
import type { LoadedRecords } from './remembered.ts';
import { makeReserving, makeTurn } from './reservations.ts';
import { writeParts } from './write-parts.ts';

/** Writes changes of any resource, by its own writer if it has one. */
export const writeChanges: Writer = (definition, changes, origin, services, mode = 'write') => {
  const writer = definition.writer ?? (definition.partOf ? writeParts : writeRecords);
  return writer(definition, changes, origin, services, mode);
};

/** The writer of resources with a stream each. */
const writeRecords: Writer = async (definition, changes, origin, services, mode = 'write') => {
  const lookup = makeLookup(services, origin.tenant, origin.component);
  if (mode === 'write') await prepareKeys(definition, changes, services);
  const room = await makeRoom(definition, changes, origin, lookup, mode);
  let outcomes: Outcome[] | undefined;
  try {
    outcomes = await appendInTurns(changes, services, (change) =>
      outcomeOf(change, origin, () => writeRecord(definition, change, origin, lookup, mode, room)),
    );
  } finally {
    // When one change fails the call, others may have been written, and so may this one: its answer may be lost.
    room?.leave(async () => (outcomes ? lastOf(outcomes) : endOfLog(services.store)));
  }
  return outcomes;
};

const lastOf = (outcomes: readonly Outcome[]): Position | undefined =>
  latest(outcomes.map((outcome) => (outcome.ok ? outcome.position : undefined)));

/** For how long a store that is away is asked for the end of its log. */
const AWAY_ms = 2_000;

/** The end of the log, for writers who wait until it can be read. @throws when the store stays away */
const endOfLog = (store: EventStore): Promise<Position> => {
  const end_ms = performance.now() + AWAY_ms;
  const nextPause = pauses(20, 200);
  const ask = async (): Promise<Position> => {
    for (;;)
      try {
        return await store.head();
      } catch (error) {
        if (performance.now() >= end_ms) throw error;
        await pause(nextPause());
      }
  };
  return within(AWAY_ms, ask());
};

/** Commits the keys of new persons before the first append that uses them, in one statement. */
const prepareKeys = async (definition: ResourceDefinition, changes: readonly Change[], services: Services) => {
  if (definition.personalSubject || !Object.values(definition.fields).some((field) => field.personal)) return;
  const subjects = changes.filter(({ op }) => op === 'create').map(({ id }) => id);
  if (subjects.length > 1) await services.keys.prepare(subjects);
};

/** The problem that only one change has: its refusal, or in a last try an error of the service. */
export const problemOf = (error: unknown, origin: Origin): Problem | undefined =>
  error instanceof Problem && error.status < 500 ? error : origin.faultOf?.(error);

/** A refusal becomes an outcome; an unavailable store is thrown, since it concerns all changes. */
export const outcomeOf = async (change: Change, origin: Origin, run: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await run();
  } catch (error) {
    const problem = problemOf(error, origin);
    if (problem) return { ok: false, id: change.id, problem };
    throw error;
  }
};

const writeRecord = async (
  definition: ResourceDefinition,
  change: Change,
  origin: Origin,
  lookup: Lookup,
  mode: 'write' | 'check',
  room: Room | undefined,
): Promise<Outcome> => {
  const { services } = lookup;
  const stream = streamOf(definition.object, change.id);
  const reserving = makeReserving(definition, stream, origin, services, mode);
  const isNew = mode === 'write' && change.op === 'create';
  const turns = (isNew && room ? room.turns : []).map((key) => makeTurn(definition, key, stream, origin, services));
  const leaveTurns = () => Promise.all(turns.map((turn) => turn.leave()));
  let checked: State | undefined;
  const decide = async (loaded: LoadedRecords) => {
    let decision = await decideChange(definition, change, origin, lookup, loaded);
    for (const turn of turns) await turn.take();
    // Only now is everything known that it is counted with; what is refused in any case takes no turn.
    if (turns.length > 0) decision = await decideChange(definition, change, origin, lookup, loaded);
    if (decision.after && decision.events.length > 0)
      await room?.take(change, loaded.aggregate.get(definition.object, change.id), decision.after);
    if (decision.events.length > 0)
      await reserving?.take(loaded.aggregate.get(definition.object, change.id), decision.after);
    checked = decision.after;
    if (mode === 'check') throw new Checked();
    return change.op === 'delete' ? decision.events : [...decision.events, ...(change.beside ?? [])];
  };
  let appended: Appended;
  try {
    appended = await appendTo(
      stream,
      change.op,
      origin,
      services,
      decide,
      change.op === 'create' ? 'nothing' : 'records',
    );
  } catch (error) {
    if (error instanceof Checked)
      return { ok: true, id: change.id, state: checked, position: undefined, repeated: false };
    // What a store that is away was told may still be written: whose turn is next finds out.
    if (error instanceof Problem && error.status < 500) await leaveTurns();
    throw error;
  }
  await leaveTurns();
  await reserving?.giveUp();
  const state = appended.aggregate.get(definition.object, change.id);
  const { position, since, repeated } = appended;
  return { ok: true, id: change.id, state, position, since, repeated };
};

/** Thrown to end a change that was only checked. */
export class Checked extends Error {}

/**
 * Decides one change: fetches the facts, applies the rules, and returns the events. Those that name a record which is
 * kept while it is named say how far the read models had come when it was looked up (references/kept.ts): by a change
 * that decides again after a conflict, before its first decision.
 *
 * @throws Problem
 */
export const decideChange = async (
  definition: ResourceDefinition,
  change: Change,
  origin: Origin,
  lookup: Lookup,
  loaded: LoadedRecords,
): Promise<Decision> => {
  const { folder, registry } = lookup.services;
  const decision = await decideByRules(definition, change, origin, lookup, loaded);
  if (change.op === 'delete' || !mayNameKept(definition, registry)) return decision;
  const events = decision.events.map((body) =>
    folder.ownerOf(body.type) === definition && namedAndKept(definition, body.data, registry).length > 0
      ? { ...body, facts_position: lookup.readFrom }
      : body,
  );
  return { ...decision, events };
};

const decideByRules = async (
  definition: ResourceDefinition,
  change: Change,
  origin: Origin,
  lookup: Lookup,
  loaded: LoadedRecords,
): Promise<Decision> => {
  const previous = visible(definition, loaded.aggregate.get(definition.object, change.id), origin.tenant);
  const input: JsonObject = change.op === 'delete' ? {} : change.input;
  const context = decideContext(origin, loaded, input);
  if (change.op !== 'create' && !previous) throw notFound(definition.object);
  const rules = definition.rules ?? {};
  if (change.op === 'delete') {
    const facts = (await rules.facts?.(lookup, previous!, previous, loaded.aggregate)) ?? {};
    const decision = decideDelete(definition, previous, change.ifMatch, facts, context);
    const leaving = rules.partsLeaving?.(previous!, context) ?? [];
    const gone = leaving.map(({ object, id }) => deletionOf(lookup.services.registry.need(object), loaded, id));
    return { ...decision, events: [...decision.events, ...gone] };
  }
  const candidate =
    change.op === 'create'
      ? candidateOfCreate(definition, input, {
          id: change.id,
          scope_id: scopeId(definition, origin.tenant),
          occurred_at: origin.occurred_at,
        })
      : candidateOfUpdate(definition, previous!, input);
  const unknown = await unknownReferences(namedReferences(definition, input, previous), lookup);
  const facts = (await rules.facts?.(lookup, candidate, previous, loaded.aggregate)) ?? {};
  // The facts of many changes arrive in the same turn of the event loop.
  if (isSliceOver()) await nextTurn();
  if (change.op === 'update')
    return decideUpdate(definition, previous, input, change.ifMatch, candidate, unknown, facts, context);
  const decision = decideCreate(definition, candidate, unknown, facts, context);
  const parts = decision.after ? (rules.parts?.(decision.after, facts, context) ?? []) : [];
  const partEvents = parts.map(({ object, members }, index) => {
    const part = lookup.services.registry.need(object);
    const id = derivedId(part.prefix, Date.parse(origin.occurred_at), `${origin.seed}/${change.id}/${object}/${index}`);
    return recordEvents(part).created({ id, ...members });
  });
  return { ...decision, events: [...decision.events, ...partEvents] };
};

const deletionOf = (part: ResourceDefinition, { aggregate }: LoadedRecords, id: string): EventBody => ({
  ...recordEvents(part).deleted(identityOf(part, aggregate.get(part.object, id)!)),
});

/** The record, if it is the tenant's: a record of another tenant counts as missing. */
const visible = (definition: ResourceDefinition, state: State | undefined, tenant: Tenant): State | undefined => {
  if (!state) return undefined;
  if (definition.scope === 'company') return state.scope_id === tenant.company_id ? state : undefined;
  if (tenant.company_id !== undefined && state.id !== tenant.company_id) return undefined;
  return state.scope_id === tenant.partner_id ? state : undefined;
};

const scopeId = (definition: ResourceDefinition, tenant: Tenant): string => {
  const scope = definition.scope === 'partner' ? tenant.partner_id : tenant.company_id;
  if (scope === undefined) throw new Error(`a ${definition.object} belongs to a company, and none acts`);
  return scope;
};
