import type { JsonObject } from '../../values/json.ts';
import { invalid, notFound, Problem, refused } from '../../values/problem.ts';
import { changedMembers } from '../definition/fold.ts';
import { personalMembers } from '../definition/personal.ts';
import { recordEvents } from '../definition/record-events.ts';
import {
  bodyName,
  type DecideContext,
  type EventBody,
  type Facts,
  type ResourceDefinition,
  type Rules,
  type State,
  storedName,
} from '../definition/resource.ts';
import { type NamedId, unknownIssues } from '../references/named.ts';

/**
 * The pure part of a change: state, input and facts in; events out, or a Problem thrown. Resources differ by their
 * rules.
 */
const rulesOf = (definition: ResourceDefinition): Rules => definition.rules ?? {};

/** A new record's members from a create body; members that were left out have their initial values. */
export const candidateOfCreate = (definition: ResourceDefinition, input: JsonObject, identity: Identity): State => {
  const candidate: State = {
    id: identity.id,
    scope_id: identity.scope_id,
    created_at: identity.occurred_at,
    updated_at: identity.occurred_at,
    version: '0',
  };
  for (const [name, field] of Object.entries(definition.fields)) {
    const stored = storedName(name, field);
    if (stored === undefined || !field.write) continue;
    candidate[stored] = input[bodyName(name, field)] ?? candidate[stored] ?? field.write.initial ?? null;
  }
  return candidate;
};

/** The record as an update would make it. */
export const candidateOfUpdate = (definition: ResourceDefinition, previous: State, input: JsonObject): State => {
  const candidate: State = { ...previous };
  for (const [name, field] of Object.entries(definition.fields)) {
    const stored = storedName(name, field);
    const sent = field.write && input[bodyName(name, field)];
    if (stored !== undefined && sent !== undefined) candidate[stored] = sent;
  }
  return candidate;
};

export interface Identity {
  id: string;
  scope_id: string;
  occurred_at: string;
}

/** Members of the kernel beside the resource's own. */
const KEPT = new Set(['id', 'scope_id', 'created_at', 'updated_at', 'version']);

/** Those that are its own: what the event of its creation holds. */
export const ownMembers = (state: State): JsonObject => {
  const members: JsonObject = {};
  for (const [name, value] of Object.entries(state)) if (!KEPT.has(name)) members[name] = value;
  return members;
};

const checked = (
  definition: ResourceDefinition,
  candidate: State,
  previous: State | undefined,
  unknown: readonly NamedId[],
  facts: Facts,
  context: DecideContext,
): State => {
  const rules = rulesOf(definition);
  const complete = rules.complete?.(candidate, previous, facts, context) ?? candidate;
  const issues = [...unknownIssues(unknown), ...(rules.validate?.(complete, previous, facts, context) ?? [])];
  if (issues.length > 0) throw invalid(issues);
  return complete;
};

const forbid = (
  definition: ResourceDefinition,
  action: 'create' | 'update' | 'delete',
  previous: State | undefined,
  candidate: State | undefined,
  facts: Facts,
  context: DecideContext,
): void => {
  const text = rulesOf(definition).refuse?.(action, previous, candidate, facts, context);
  if (text) throw refused(text);
};

/**
 * The members that every event of a record repeats: the references that were fixed at its creation, so that one event
 * shows whose record it is; and a part's own id.
 */
export const identityOf = (definition: ResourceDefinition, state: State): JsonObject => {
  const identity: JsonObject = definition.partOf ? { id: state.id } : {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!field.reference || (field.write?.on !== 'create' && !field.isFixed)) continue;
    const id = state[`${name}_id`];
    if (typeof id === 'string') identity[`${name}_id`] = id;
  }
  return identity;
};

export interface Decision {
  events: EventBody[];
  /** The record after the change, as far as its own members go. */
  after: State | undefined;
}

/** @throws Problem 422 for inadmissible members, 400 for what the state forbids. */
export const decideCreate = (
  definition: ResourceDefinition,
  candidate: State,
  unknown: readonly NamedId[],
  facts: Facts,
  context: DecideContext,
): Decision => {
  const complete = checked(definition, candidate, undefined, unknown, facts, context);
  forbid(definition, 'create', undefined, complete, facts, context);
  const data = ownMembers(complete);
  return {
    events: [recordEvents(definition).created(definition.partOf ? { id: complete.id, ...data } : data)],
    after: complete,
  };
};

/** No event when nothing differs. @throws Problem 404, 409, 422, 400 */
export const decideUpdate = (
  definition: ResourceDefinition,
  previous: State | undefined,
  input: JsonObject,
  ifMatch: string | undefined,
  candidate: State,
  unknown: readonly NamedId[],
  facts: Facts,
  context: DecideContext,
): Decision => {
  if (!previous) throw notFound(definition.object);
  matchVersion(previous, ifMatch);
  const complete = checked(definition, candidate, previous, unknown, facts, context);
  const changed = changedMembers(previous, ownMembers(complete));
  // Who was erased has none of them, and nothing personal is written: a record without them can still be archived.
  for (const name of personalMembers(definition))
    if (changed[name] === null && previous[name] === undefined) delete changed[name];
  if (Object.keys(changed).length === 0 && Object.keys(input).length === 0) return { events: [], after: previous };
  forbid(definition, 'update', previous, complete, facts, context);
  if (Object.keys(changed).length === 0) return { events: [], after: previous };
  const data = { ...identityOf(definition, previous), ...changed };
  return { events: [recordEvents(definition).changed(data)], after: complete };
};

/** @throws Problem 404, 409, 400 */
export const decideDelete = (
  definition: ResourceDefinition,
  previous: State | undefined,
  ifMatch: string | undefined,
  facts: Facts,
  context: DecideContext,
): Decision => {
  if (!previous) throw notFound(definition.object);
  matchVersion(previous, ifMatch);
  forbid(definition, 'delete', previous, undefined, facts, context);
  return {
    events: [recordEvents(definition).deleted(identityOf(definition, previous))],
    after: undefined,
  };
};

/** Compares the version of If-Match with the current one. @throws Problem 409 */
export const matchVersion = (previous: State, ifMatch: string | undefined): void => {
  if (ifMatch !== undefined && ifMatch !== previous.version)
    throw new Problem(409, {
      en: `The record has changed since: If-Match names version "${ifMatch}", it is at "${previous.version}". Read it again, then repeat the change.`,
      fr: `Le dossier a changé depuis : If-Match nomme la version « ${ifMatch} », il est à « ${previous.version} ». Relisez-le, puis répétez la modification.`,
    });
};
