import { z } from 'zod';
import { ALSO, dateSchema, idSchema, naming, refine, SHOWN_AS, textSchema } from '../kernel/definition/schemas.ts';
import { issuesOf } from '../values/issues.ts';
import { type Json, type JsonObject, objectsOf, sameJson, textOf } from '../values/json.ts';
import { below, type Issue } from '../values/problem.ts';
import { wordsOf } from '../values/text.ts';
import { type Dated, orderIssues, overlapIssues } from './dated-parts.ts';
import { propertiesOfAccount, TAX_PROPERTY_TEMPLATES, type TaxPropertyOwner } from './tax-property-templates.ts';

/**
 * What a tax property says, whether it is sent by itself or with a new owner: what is taken, and what is wrong with it.
 */

export const TYPE = 'Type: what it sets';
export const FROM = 'First day on which it is in effect';
export const TO = 'Last day on which it is in effect; null for no end';
export const NOTE = 'Your own note';

/** A member of an object value. A batch call keeps it before the value is checked: all of it must be JSON. */
const json = z.json();
const member = z.unknown().refine(
  (value) => json.safeParse(value).success,
  refine({
    en: 'must hold no number beyond all bounds, such as 1e999',
    fr: 'ne doit contenir aucun nombre au-delà de toute borne, comme 1e999',
  }),
);

const members = naming(z.record(z.string(), member)).meta({
  [SHOWN_AS]: { type: 'object', additionalProperties: {} },
});

/** A value as sent: what it must look like depends on its type. */
export const anyValue = z.union([z.string(), z.boolean(), z.number(), members]).nullable();
export const VALUE = 'Its value; the format depends on the type';

/** What the value of each type looks like, as text that can be compared. Made once: it takes a tenth of a start. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  Object.entries(TAX_PROPERTY_TEMPLATES).map(([type, { value }]) => [
    type,
    JSON.stringify(z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' })),
  ]),
);

/** Every form that a value can have. */
export const forms = (): z.ZodType[] => [
  ...new Map(Object.entries(TAX_PROPERTY_TEMPLATES).map(([type, { value }]) => [LOOKS.get(type), value])).values(),
];

/**
 * The value that each type takes, for the reference: types that take the same and may be set on the same owners are one
 * case.
 */
export const cases = (owner?: TaxPropertyOwner): Record<string, unknown>[] => {
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

/** Whose property it is; of a remittance account also with whom that is. */
export interface Owner {
  object: TaxPropertyOwner;
  account_provider?: string;
}

/** Whether two properties of an owner may not hold on the same day. */
export const excludes = (one: Valued, other: Valued): boolean =>
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
export const problemsOf = (property: Property, { object, account_provider }: Owner, previous?: Property): Issue[] => {
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

/** Properties that come with a new owner, and what their notes may have together: all of it is one append. */
const MAX_WITH_OWNER = 100;
const MAX_NOTES_WITH_OWNER = 40_960;

const OWNER_OF_NEW = 'Always null here: the owner is the record that the request creates';

/** The member is there for elements made for either call; here nobody can know the id before the answer. */
const ownerOfNew = () =>
  textSchema({ max: 100 })
    .nullable()
    .refine(
      (value) => value === null,
      refine({
        en: 'must be null or left out: the owner is the record that this call creates',
        fr: 'doit être null ou omis : le propriétaire est le dossier que cet appel crée',
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
