import { expect } from 'vitest';
import { bodySchema } from '../../../src/kernel/calls/requests.ts';
import {
  candidateOfCreate,
  candidateOfUpdate,
  decideCreate,
  decideDelete,
  decideUpdate,
} from '../../../src/kernel/changes/decide.ts';
import { type MutableAggregate, makeAggregate } from '../../../src/kernel/definition/fold.ts';
import type { Preferences } from '../../../src/kernel/definition/operation.ts';
import type {
  DecideContext,
  EventBody,
  Facts,
  ResourceDefinition,
  State,
} from '../../../src/kernel/definition/resource.ts';
import { show, type View } from '../../../src/kernel/definition/show.ts';
import { namedReferences } from '../../../src/kernel/references/named.ts';
import { registry } from '../../../src/registry.ts';
import { issuesOf } from '../../../src/values/issues.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { invalid, Problem } from '../../../src/values/problem.ts';

/** Given facts and a state, when a body comes, then events or a problem: the pure half of a change, without a world. */
export const NEW_PARTNER: Preferences = {
  deprecate_sync_bulk: true,
  deprecate_flat_bulk_shape: true,
  deprecate_benefit_percent: true,
};
export const OLD_PARTNER: Preferences = {
  deprecate_sync_bulk: false,
  deprecate_flat_bulk_shape: false,
  deprecate_benefit_percent: false,
};

export interface Given {
  facts?: Facts;
  /** Ids that name a record of this company. */
  known?: readonly string[];
  preferences?: Preferences;
  aggregate?: MutableAggregate;
}

export interface Then {
  status: number;
  events: EventBody[];
  after: State | undefined;
  text?: { en: string; fr: string };
  /** What is wrong with each member. */
  issues: Record<string, { en: string; fr: string }>;
}

const AT = '2026-02-03T14:05:06.000000Z';
const IDENTITY = { id: 'new_1', scope_id: 'cmp_1', occurred_at: AT };

const outcome = (decide: () => { events: EventBody[]; after: State | undefined }): Then => {
  try {
    return { status: 200, issues: {}, ...decide() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const issues = Object.fromEntries(error.issues.map(({ path, text }) => [path, text]));
    return { status: error.status, events: [], after: undefined, text: error.text, issues };
  }
};

const parse = (definition: ResourceDefinition, on: 'create' | 'update', body: JsonObject, given: Given): JsonObject => {
  const result = bodySchema(definition, on, given.preferences ?? NEW_PARTNER).safeParse(body);
  if (!result.success) throw invalid(issuesOf(result.error, body));
  return result.data as JsonObject;
};

const unknownIn = (definition: ResourceDefinition, input: JsonObject, previous: State | undefined, given: Given) =>
  namedReferences(definition, input, previous).filter(({ id }) => !(given.known ?? []).includes(id));

const contextOf = (sent: JsonObject, given: Given): DecideContext => ({
  tenant: { partner_id: 'prt_1', company_id: 'cmp_1' },
  actor: 'company:cmp_1',
  occurred_at: AT,
  today: '2026-02-03',
  aggregate: given.aggregate ?? makeAggregate(),
  sent,
});

export const whenCreated = (definition: ResourceDefinition, body: JsonObject, given: Given = {}): Then =>
  outcome(() => {
    const input = parse(definition, 'create', body, given);
    const candidate = candidateOfCreate(definition, input, IDENTITY);
    const unknown = unknownIn(definition, input, undefined, given);
    return decideCreate(definition, candidate, unknown, given.facts ?? {}, contextOf(input, given));
  });

export const whenUpdated = (
  definition: ResourceDefinition,
  previous: State,
  body: JsonObject,
  given: Given = {},
): Then =>
  outcome(() => {
    const input = parse(definition, 'update', body, given);
    const candidate = candidateOfUpdate(definition, previous, input);
    const unknown = unknownIn(definition, input, previous, given);
    return decideUpdate(
      definition,
      previous,
      input,
      undefined,
      candidate,
      unknown,
      given.facts ?? {},
      contextOf(input, given),
    );
  });

export const whenDeleted = (definition: ResourceDefinition, previous: State, given: Given = {}): Then =>
  outcome(() => decideDelete(definition, previous, undefined, given.facts ?? {}, contextOf({}, given)));

/** The record that a create makes. */
export const created = (definition: ResourceDefinition, body: JsonObject, given: Given = {}): State => {
  const { after, issues, text } = whenCreated(definition, body, given);
  expect({ issues, text }).toEqual({ issues: {}, text: undefined });
  return after!;
};

/** Data of an answer. */
export const shown = (definition: ResourceDefinition, state: State, view: Partial<View> = {}): JsonObject =>
  show(definition, state, {
    locale: 'en',
    preferences: NEW_PARTNER,
    publicUrl: 'http://127.0.0.1',
    registry,
    extras: {},
    asked: new Set(),
    expanded: new Map(),
    ...view,
  }).data;

/** Exactly these members are wrong, each said in two languages. */
export const expectInvalid = (then: Then, ...members: string[]): void => {
  expect({ status: then.status, members: Object.keys(then.issues).sort() }).toEqual({
    status: 422,
    members: [...members].sort(),
  });
};

/** The same, where our own words are expected: not those of a schema library. */
export const expectExplained = (then: Then, member: string, words: RegExp): void => {
  expectInvalid(then, member);
  const { en, fr } = then.issues[member]!;
  expect(en).toMatch(words);
  expect(fr).not.toBe(en);
};

export const expectRefused = (then: Then, words: RegExp): void => {
  expect(then.status).toBe(400);
  expect(then.text!.en).toMatch(words);
  expect(then.text!.fr).not.toBe(then.text!.en);
};
