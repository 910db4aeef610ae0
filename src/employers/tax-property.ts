import { z } from 'zod';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  date,
  derived,
  type Field,
  hidden,
  kept,
  loaded,
  reference,
  text,
} from '../kernel/definition/fields.ts';
import { effectiveOn, oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { type Aggregate, defineResource, type State } from '../kernel/definition/resource.ts';
import type { View } from '../kernel/definition/show.ts';
import { type Json, sameJson, textOf, textOrNull } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { keptBy, lockedBy, lockedOrHeld, lockIssues, overlapIssues } from './dated-parts.ts';
import { accountRefuses } from './remitted-with.ts';
import { provinceColumn } from './tax-properties-in-force.ts';
import {
  ownerObject,
  shownTaxPropertyValue,
  TAX_PROPERTY_TEMPLATES,
  TAX_PROPERTY_TYPES,
} from './tax-property-templates.ts';
import {
  anyValue,
  cases,
  excludes,
  FROM,
  forms,
  NOTE,
  type Owner,
  problemsOf,
  TO,
  TYPE,
  takenValue,
  VALUE,
} from './tax-property-values.ts';

const template = (state: State) => TAX_PROPERTY_TEMPLATES[textOf(state.type)];
const valueField: Field<Json, 'self'> = {
  stored: 'self',
  write: { schema: anyValue, initial: null },
  answer: anyValue,
  show: (state) => shownTaxPropertyValue(textOf(state.type), state.value ?? null),
};

/** Properties of one owner, ended ones included. */
export const MAX_OF_OWNER = 250;
/** What is said of one more. */
export const TOO_MANY: Issue = {
  path: 'owner_id',
  text: {
    en: `the owner has ${MAX_OF_OWNER} tax properties already, ended ones included, the most that it may have`,
    fr: `le propriétaire a déjà ${MAX_OF_OWNER} propriétés fiscales, y compris celles qui sont terminées, le maximum permis`,
  },
};

/** What a payroll was calculated with that is approved, or being approved. */
const LOCKED = ['value', 'effective_from'] as const;
const WHAT = { en: 'this property', fr: 'cette propriété' };

const OWNERS = ['business_entity', 'work_assignment', 'remittance_account'] as const;

const fields = {
  type: about(
    TYPE,
    choice(TAX_PROPERTY_TYPES, { required: true, on: 'create', column: true }),
    'ca::province_of_employment',
  ),
  value: about(VALUE, valueField, 'ca_on'),
  effective_from: about(FROM, date({ required: true, column: true }), '2026-01-01'),
  effective_to: about(TO, date({ nullable: true, column: true }), '2026-12-31'),
  earliest_valid_effective_to: about(
    'Earliest day on which it may end: payrolls that are no longer drafts use it until then',
    derived(z.string().meta({ format: 'date' }), (state, view) => lockedUntil(view) ?? textOf(state.effective_from)),
    '2026-01-01',
  ),
  is_editable: about(
    'Whether it can change: no payroll that is no longer a draft uses it',
    derived(z.boolean(), (_, view) => lockedUntil(view) === null),
    true,
  ),
  is_deletable: about(
    'Whether it can be deleted',
    derived(z.boolean(), (state, view) => lockedUntil(view) === null && (state.remittance_account_id ?? null) === null),
    true,
  ),
  label: about(
    'Label of the type, in the language of the request',
    derived(z.string(), (state, view) => template(state)?.label[view.locale] ?? ''),
    'Province of Employment',
  ),
  format: about(
    'Format of its value',
    derived(z.enum(['string', 'boolean', 'numeric', 'date', 'object']), (state) => template(state)?.format ?? 'string'),
    'string',
  ),
  options: about(
    'Allowed values with their labels; null when any value of the format is allowed',
    derived(z.record(z.string(), z.string()).nullable(), (state, view) => {
      const options = template(state)?.options;
      if (!options) return null;
      return Object.fromEntries(Object.entries(options).map(([value, label]) => [value, label[view.locale]]));
    }),
    { ca_on: 'Ontario' },
  ),
  allow_concurrent: about(
    'Whether several of the type may be in effect on the same day',
    derived(z.boolean(), (state) => template(state)?.concurrent ?? false),
    false,
  ),
  feature: about(
    'Feature that needs it',
    derived(z.string(), () => 'onboarding'),
    'onboarding',
  ),
  owner: about(
    'The employer, work assignment or remittance account that it belongs to',
    reference(OWNERS, { required: true, on: 'create' }),
  ),
  note: about(NOTE, text({ nullable: true, max: 10_240 }), 'Moved in January'),
  /** The remittance account whose identifier it holds: they are kept equal (src/processes/remittances). */
  remittance_account: hidden(reference('remittance_account', { readOnly: true, nullable: true, expandable: false })),
  locked: { ...loaded('locked', z.string().nullable(), null), hidden: true },
  subject: { ...kept<string | null>(z.string().nullable()), hidden: true },
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    tax_property: StateOfFields<typeof fields>;
  }
}

/**
 * A dated setting that steers tax calculation. It is a part of its owner: the owner's stream holds that no two
 * properties of a type overlap.
 */
export const taxProperty = defineResource({
  object: 'tax_property',
  plural: 'tax_properties',
  prefix: 'txp',
  path: '/tax_properties',
  context: 'employers',
  scope: 'company',
  purpose: 'A dated setting for the tax calculation of an employer, a work assignment or a remittance account.',
  partOf: { objects: OWNERS, by: 'owner_id' },
  fields,
  columns: { province: provinceColumn },
  indexes: [['scope_id', 'province']],
  filters: {
    owner_id: sameText('owner_id'),
    type: oneOfValues('type', TAX_PROPERTY_TYPES),
    effective_on: effectiveOn,
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'batch_upsert'],
  wants: { create: { anyOf: cases() }, update: { properties: { value: z.union(forms()) } } },
  examples: { create: ['owner_id', 'type', 'value', 'effective_from'], update: ['effective_to'] },
  follows: ['population', 'identifiers'],
  // The account's tax property and the account name each other once both are there.
  isChangedByFollowers: true,
  extras: async (rows, services, tenant) => {
    const locks = await lockedBy(rows, services, tenant);
    return new Map(rows.map(({ id }) => [id, { locked: locks.get(id) ?? null }]));
  },
  rules: {
    // By the dates that it had: what it was used for does not go away with the days that a change takes from it.
    facts: async (lookup, candidate, previous, aggregate) => ({
      locked: previous ? await lockedOrHeld(previous, aggregate, lookup) : null,
      account: previous && candidate ? await accountRefuses(candidate, previous, aggregate, lookup) : [],
    }),
    complete: (candidate) => {
      const value = takenValue(candidate.type ?? '', candidate.value);
      return value === undefined ? candidate : { ...candidate, value };
    },
    validate: (candidate, previous, facts, { aggregate }) => {
      const siblings = aggregate.all('tax_property').filter(({ id }) => id !== candidate.id);
      const changed = LOCKED.filter((member) => previous && !sameJson(candidate[member], previous[member]));
      return [
        ...problemsOf(candidate, ownerOf(candidate.owner_id ?? '', aggregate), previous),
        ...(previous || siblings.length < MAX_OF_OWNER ? [] : [TOO_MANY]),
        ...overlapIssues(
          candidate,
          siblings.filter((other) => excludes(candidate, other)),
        ),
        ...(previous ? lockIssues(candidate, changed, facts.locked, WHAT) : []),
        ...(facts.locked === null ? facts.account : []),
      ];
    },
    refuse: (action, previous, _candidate, facts) =>
      action === 'delete' && previous
        ? (keptBy(facts.locked, WHAT) ?? keptByAccount(previous.remittance_account_id))
        : undefined,
  },
});

const ownerOf = (id: string, aggregate: Aggregate): Owner => {
  const object = ownerObject(id);
  const provider = object === 'remittance_account' && aggregate.get(object, id)?.account_provider;
  return { object, ...(typeof provider === 'string' && { account_provider: provider }) };
};

/** Why a property that holds an account's identifier cannot be deleted; undefined where it holds none. */
const keptByAccount = (account: string | null | undefined): Text | undefined =>
  typeof account === 'string'
    ? {
        en: `It holds the identifier of the remittance account ${account}, and they are kept equal: set its account_identifier to null, or delete it, and the property is deleted with it.`,
        fr: `Elle dit l'identifiant du compte de versement ${account}, et les deux sont tenus égaux : mettez son account_identifier à null, ou supprimez-le, et la propriété part avec lui.`,
      }
    : undefined;

const lockedUntil = (view: View): string | null => textOrNull(view.extras.locked) ?? null;
