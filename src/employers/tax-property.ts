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
import { ALSO, dateSchema, idSchema, refine, SHOWN_AS, textSchema } from '../kernel/definition/schemas.ts';
import type { View } from '../kernel/definition/show.ts';
import { issuesOf } from '../values/issues.ts';
import { type Json, type JsonObject, objectsOf, sameJson, textOf, textOrNull } from '../values/json.ts';
import { below, type Issue } from '../values/problem.ts';
import { type Text, wordsOf } from '../values/text.ts';
import { type Dated, keptBy, lockedBy, lockedOrHeld, lockIssues, orderIssues, overlapIssues } from './dated-parts.ts';
import { accountRefuses } from './remitted-with.ts';
import { provinceColumn } from './tax-properties-in-force.ts';
import {
  ownerObject,
  propertiesOfAccount,
  shownTaxPropertyValue,
  TAX_PROPERTY_TEMPLATES,
  TAX_PROPERTY_TYPES,
  type TaxPropertyOwner,
} from './tax-property-templates.ts';

// Long: one resource, and what employers and work assignments that are created with such properties ask of it.

/** A value as sent: what it must look like depends on its type. */
const anyValue = z.union([z.string(), z.boolean(), z.number(), z.record(z.string(), z.unknown())]).nullable();
const VALUE = 'Its value; the format depends on the type';

/** What the value of each type looks like, as text that can be compared. Made once: it takes a tenth of a start. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries(TAX_PROPERTY_TEMPLATES).map(([type, { value }]) => [
    type,
    JSON.stringify(z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' })),
  ]),
);

/** Every form that a value can have. */
const forms = (): z.ZodType[] => [
  ...new Map(Object.entries(TAX_PROPERTY_TEMPLATES).map(([type, { value }]) => [LOOKS.get(type), value])).values(),
];

/**
 * The value that each type takes, for the reference: types that take the same and may be set on the same owners are one
 * case.
 */
const cases = (owner?: TaxPropertyOwner): Record<string, unknown>[] => {
  const found = new Map<string, { types: string[]; value: z.ZodType; owners: readonly TaxPropertyOwner[] }>();
  for (const [type, { value, owners }] of Object.entries(TAX_PROPERTY_TEMPLATES)) {
    if (owner && !owners.includes(owner)) continue;
    const looks = LOOKS.get(type)!;
    const key = owner ? looks : `${looks} ${owners.join()}`;
    const same = found.get(key);
    if (same) same.types.push(type);
    else found.set(key, { types: [type], value, owners });
  }
  return [...found.values()].map(({ types, value, owners }) => ({
    properties: { type: { enum: types }, value, ...(owner ? {} : { owner_id: idSchema(...owners) }) },
    required: ['value'],
  }));
};

const template = (state: State) => TAX_PROPERTY_TEMPLATES[textOf(state.type)];
const valueField: Field<Json, 'self'> = {
  stored: 'self',
  write: { schema: anyValue, initial: null },
  answer: anyValue,
  show: (state) => shownTaxPropertyValue(textOf(state.type), state.value ?? null),
};

/** Properties of one owner, ended ones included. */
export const MAX_OF_OWNER = 250;
/** Properties that come with a new owner, and what their notes may have together: all of it is one append. */
const MAX_WITH_OWNER = 100;
const MAX_NOTES_WITH_OWNER = 40_960;

/** What is said of one more. */
export const TOO_MANY: Issue = {
  path: 'owner_id',
  text: {
    en: `the owner has ${MAX_OF_OWNER} tax properties already, ended ones included, the most that it may have`,
    fr: `le propriétaire a déjà ${MAX_OF_OWNER} propriétés fiscales, y compris celles qui sont terminées, le maximum permis`,
  },
};

const TYPE = 'Type: what it sets';
const FROM = 'First day on which it is in effect';
const TO = 'Last day on which it is in effect; null for no end';
const NOTE = 'Your own note';
const OWNER_OF_NEW = 'Always null here: the owner is the record that the request creates';

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
    derived(
      z.string().meta({ format: 'date' }),
      (state, view) => lockedUntil(state, view) ?? textOf(state.effective_from),
    ),
    '2026-01-01',
  ),
  is_editable: about(
    'Whether it can change: no payroll that is no longer a draft uses it',
    derived(z.boolean(), (state, view) => lockedUntil(state, view) === null),
    true,
  ),
  is_deletable: about(
    'Whether it can be deleted',
    derived(
      z.boolean(),
      (state, view) => lockedUntil(state, view) === null && (state.remittance_account_id ?? null) === null,
    ),
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

/** Whose property it is; of a remittance account also with whom that is. */
interface Owner {
  object: TaxPropertyOwner;
  account_provider?: string;
}

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

const lockedUntil = (_state: State, view: View): string | null => textOrNull(view.extras.locked) ?? null;

/** Whether two properties of an owner may not hold on the same day. */
const excludes = (one: Valued, other: Valued): boolean =>
  one.type === other.type &&
  (!TAX_PROPERTY_TEMPLATES[textOf(one.type)]?.concurrent || sameJson(one.value, other.value));

type Valued = { type: Json; value: Json };

/** A value as its template keeps it; nothing where that does not take it. */
export const takenValue = (type: string, value: Json): Json | undefined => {
  const parsed = TAX_PROPERTY_TEMPLATES[type]?.value.safeParse(value);
  // Templates make JSON of JSON; the type of any schema does not say so.
  return parsed?.success ? (parsed.data as Json) : undefined;
};

interface Property extends Dated {
  type: Json;
  value: Json;
}

/**
 * What is wrong with a property in itself: not its owner's, a value of another form, dates the wrong way round. A value
 * that stays may be one that was taken before its form was told apart.
 */
const problemsOf = (property: Property, { object, account_provider }: Owner, previous?: Property): Issue[] => {
  const type = textOf(property.type);
  const found = TAX_PROPERTY_TEMPLATES[type];
  if (!found) return [];
  const issues: Issue[] = [];
  if (!found.owners.includes(object))
    issues.push({
      path: 'type',
      text: {
        en: `${type} cannot be set on a ${wordsOf(object)}; it belongs to ${found.owners.join(' or ')}`,
        fr: `${type} ne peut être défini sur « ${object} »; il appartient à ${found.owners.join(' ou ')}`,
      },
    });
  else if (account_provider !== undefined && !propertiesOfAccount(account_provider).includes(type))
    issues.push({
      path: 'type',
      text: {
        en: `${type} cannot be set on an account with ${account_provider}; it belongs to accounts with ca_cra`,
        fr: `${type} ne peut être défini sur un compte auprès de ${account_provider}; il appartient aux comptes auprès de ca_cra`,
      },
    });
  const parsed = found.value.safeParse(property.value);
  if (!parsed.success && !(previous && sameJson(property.value, previous.value)))
    issues.push(...below('value', issuesOf(parsed.error, property.value)));
  issues.push(...orderIssues(property));
  return issues;
};

/** The member is there for elements made for either call; here nobody can know the id before the answer. */
const ownerOfNew = () =>
  textSchema({ max: 100 })
    .nullable()
    .refine(
      (value) => value === null,
      refine({
        en: 'must be null or left out: the owner is the record that this call creates',
        fr: "doit être null ou omis : le propriétaire est l'enregistrement que cet appel crée",
      }),
    )
    .meta({ [SHOWN_AS]: { type: 'null' } });

/** What a new record is given first. */
const PROVINCE = { type: 'ca::province_of_employment', value: 'ca_on' };
const EXAMPLES: Readonly<Record<TaxPropertyOwner, JsonObject>> = {
  business_entity: PROVINCE,
  work_assignment: PROVINCE,
  remittance_account: { type: 'ca::ei_premium_reduction', value: { employer_multiplier: 1.2 } },
};

/** `tax_properties` of a create body of an employer, a work assignment or a remittance account. */
export const taxPropertiesInput = (owner: TaxPropertyOwner): z.ZodType => {
  const types = Object.entries(TAX_PROPERTY_TEMPLATES)
    .filter(([, { owners }]) => owners.includes(owner))
    .map(([type]) => type);
  const oneOf = cases(owner);
  return z
    .array(
      z
        .strictObject({
          type: z.enum(types).meta({ description: TYPE }),
          value: anyValue.optional().meta({ description: VALUE }),
          effective_from: dateSchema().meta({ description: FROM }),
          effective_to: dateSchema().nullable().optional().meta({ description: TO }),
          note: textSchema({ max: 10_240 }).nullable().optional().meta({ description: NOTE }),
          ...(owner !== 'business_entity' && { owner_id: ownerOfNew().optional().meta({ description: OWNER_OF_NEW }) }),
        })
        .meta({
          id: `tax_property_of_new_${owner}`,
          description: 'A tax property of the new record',
          [ALSO]: oneOf.length === 1 ? oneOf[0] : { anyOf: oneOf },
        }),
    )
    .max(MAX_WITH_OWNER)
    .refine(
      (properties) => properties.reduce((sum, { note }) => sum + (note?.length ?? 0), 0) <= MAX_NOTES_WITH_OWNER,
      refine({
        en: `the notes of all may have at most ${MAX_NOTES_WITH_OWNER} characters together; send the longer ones with POST /tax_properties`,
        fr: `les notes de toutes peuvent avoir au plus ${MAX_NOTES_WITH_OWNER} caractères ensemble; envoyez les plus longues par POST /tax_properties`,
      }),
    )
    .optional()
    .meta({
      examples: [[{ ...EXAMPLES[owner], effective_from: '2026-01-01' }]],
      description: `At most ${MAX_WITH_OWNER}, whose notes have at most ${MAX_NOTES_WITH_OWNER} characters together`,
    });
};

/**
 * Issues of `tax_properties` in a create body.
 *
 * @param account_provider of a remittance account: with whom it is
 */
export const taxPropertyIssues = (sent: JsonObject, object: TaxPropertyOwner, account_provider?: string): Issue[] => {
  const given = givenProperties(sent);
  const owner = { object, ...(account_provider !== undefined && { account_provider }) };
  return given.flatMap((property, i) => [
    ...below(`tax_properties.${i}`, problemsOf(property, owner)),
    ...below(`tax_properties.${i}`, [
      ...overlapIssues(
        property,
        given
          .slice(0, i)
          .map((other, j) => ({ ...other, id: `tax_properties.${j}` }))
          .filter((other) => excludes(property, other)),
      ),
    ]),
  ]);
};

const givenProperties = (sent: JsonObject): Property[] =>
  objectsOf(sent.tax_properties).map((property) => ({
    type: property.type ?? null,
    value: property.value ?? null,
    effective_from: property.effective_from ?? null,
    effective_to: property.effective_to ?? null,
    note: property.note ?? null,
  }));

/** The parts that `tax_properties` of a create body become. */
export const taxPropertyParts = (sent: JsonObject, ownerId: string): { object: string; members: JsonObject }[] =>
  givenProperties(sent).map((property) => {
    const value = takenValue(textOf(property.type), property.value) ?? property.value;
    return { object: 'tax_property', members: { note: null, ...property, value, owner_id: ownerId } };
  });
