import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { derivedId } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import { notFound } from '../../values/problem.ts';
import { recordEvents } from '../definition/record-events.ts';
import type { EventBody, Lookup, ResourceDefinition, State } from '../definition/resource.ts';
import type { Tenant } from '../definition/services.ts';
import type { Change, Origin } from '../definition/writer.ts';
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
import { decideContext } from './execute.ts';
import type { LoadedRecords } from './remembered.ts';

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
