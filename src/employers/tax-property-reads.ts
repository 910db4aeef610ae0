import { z } from 'zod';
import { embeddedListSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema, stubSchema } from '../kernel/definition/fields.ts';
import { oneOfValues } from '../kernel/definition/filters.ts';
import { type Call, defineOperation } from '../kernel/definition/operation.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { dateSchema, idSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { embeddedList, recordLink, type View } from '../kernel/definition/show.ts';
import { equal } from '../values/condition.ts';
import type { CalendarDate } from '../values/dates.ts';
import { type Json, type JsonObject, textOf } from '../values/json.ts';
import { invalid } from '../values/problem.ts';
import { accountsOfEmployers, accountsOn, type EmployerAccounts, isForAccounts } from './enrolled-in.ts';
import { allInForce, propertiesOf, provincesOfEmployment } from './tax-properties-in-force.ts';
import {
  availableTaxProperties,
  shownTaxPropertyValue,
  TAX_PROPERTY_TEMPLATES,
  TAX_PROPERTY_TYPES,
} from './tax-property-templates.ts';

/** What can be read of tax properties beside themselves: their catalogue, and what is in force for whom on a day. */

const type = z.enum(TAX_PROPERTY_TYPES).meta({ description: 'Type: what it sets' });

const templateSchema = z
  .object({
    id: type,
    object: z.literal('tax_property_template').meta({ description: 'Type of the record' }),
    data: z
      .object({
        type,
        label: z.string().meta({ description: 'Label of the type, in the language of the request' }),
        format: z.enum(['string', 'boolean', 'numeric', 'date', 'object']).meta({ description: 'Format of its value' }),
        options: z
          .record(z.string(), z.string())
          .nullable()
          .meta({ description: 'Allowed values with their labels; null when any value is allowed' }),
        allow_concurrent: z
          .boolean()
          .meta({ description: 'Whether several of the type may be in effect on the same day' }),
        nullable: z.boolean().meta({ description: 'Whether the value may be null' }),
        feature: z.string().meta({ description: 'Feature that needs it' }),
      })
      .meta({ description: 'Data of the type' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'tax_property_template', description: 'A type of tax property' });

/** The types of tax properties, as a catalogue that callers read. */
export const TAX_PROPERTY_CATALOGUE = {
  object: 'tax_property_template',
  values: TAX_PROPERTY_TYPES,
  schema: templateSchema,
  hasFeatures: false,
  byType: true,
  entry: (name: string, { locale }: Pick<View, 'locale'>): JsonObject => {
    const { label, format, options, value, concurrent = false } = TAX_PROPERTY_TEMPLATES[name]!;
    return {
      id: name,
      object: 'tax_property_template',
      data: {
        type: name,
        label: label[locale],
        format,
        options: options && Object.fromEntries(Object.entries(options).map(([option, text]) => [option, text[locale]])),
        allow_concurrent: concurrent,
        nullable: value.safeParse(null).success,
        feature: 'onboarding',
      },
      links: { self: `/tax_property_templates/${name}` },
    };
  },
};

const effectiveSchema = z
  .object({
    object: z.literal('effective_tax_property').meta({ description: 'Type of the record' }),
    data: z
      .object({
        type,
        value: z
          .union([z.string(), z.boolean(), z.number(), z.record(z.string(), z.unknown())])
          .nullable()
          .meta({ description: 'The value in effect; null where none is set and the ordinary rules apply' }),
        source_tax_property: stubSchema(['tax_property'])
          .nullable()
          .meta({ description: 'The tax property that it comes from; null where none is set' }),
      })
      .meta({ description: 'Its data' }),
  })
  .meta({ id: 'effective_tax_property', description: 'A tax property in effect on a day' });

const ONE_OWNER = {
  en: 'exactly one of work_assignment_id and business_entity_id must be given',
  fr: 'exactement un de work_assignment_id et business_entity_id doit être donné',
};

interface Asked {
  work_assignment_id?: string;
  business_entity_id?: string;
  effective_on?: string;
  type?: string[];
}

/**
 * What each tax property of a work assignment or an employer comes to on a day. A work assignment's own comes before
 * that of the remittance account which its amounts go to, and that before its employer's, whatever the employer's is.
 */
export const listEffectiveTaxProperties = defineOperation({
  id: 'list_effective_tax_properties',
  method: 'GET',
  path: '/effective_tax_properties',
  auth: 'company',
  tag: 'tax_property',
  summary: 'List effective tax properties',
  description:
    "The value in effect of each tax property of a work assignment or an employer on a day. The work assignment's own value takes precedence over that of its remittance account, and that one over the employer's. A type that is not set has the value null. A type of which several are in effect is listed several times.",
  query: {
    work_assignment_id: {
      schema: idSchema('work_assignment'),
      describe: 'Of this work assignment; required when business_entity_id is left out',
    },
    business_entity_id: {
      schema: idSchema('business_entity'),
      describe: 'Of this employer; required when work_assignment_id is left out',
    },
    effective_on: { schema: dateSchema(), describe: 'On this day; default today' },
    type: oneOfValues('type', TAX_PROPERTY_TYPES),
  },
  answers: {
    200: {
      description: 'The whole list',
      schema: embeddedListSchema(effectiveSchema).meta({
        id: 'effective_tax_property_list',
        description: 'Tax properties in effect, not paginated',
      }),
    },
  },
  problems: [422],
  run: async (call) => {
    const asked = call.query;
    if ((asked.work_assignment_id === undefined) === (asked.business_entity_id === undefined))
      throw invalid([{ path: 'work_assignment_id', text: ONE_OWNER }]);
    return { status: 200, body: embeddedList(await effective(asked, call)) };
  },
});

/** The entries; none for an owner that is not there, as in any filter. */
const effective = async (asked: Asked, call: Call): Promise<Json[]> => {
  const { services, tenant } = call;
  const object = asked.work_assignment_id === undefined ? 'business_entity' : 'work_assignment';
  const id = (asked.work_assignment_id ?? asked.business_entity_id)!;
  const owner = await services.read.get(object, tenant, id);
  if (!owner) return [];
  const employer = 'business_entity_id' in owner ? owner.business_entity_id : null;
  const day = asked.effective_on ?? services.clock.today();
  const { accountIds, ofEmployer } =
    employer === null ? NO_ACCOUNTS : await accountsOf(id, textOf(employer), day, services, tenant);
  const inOrder = employer === null ? [id] : [id, ...accountIds, employer];
  const [properties, provinces] = await Promise.all([
    propertiesOf(inOrder, services, tenant),
    provincesOfEmployment(new Map([[id, inOrder]]), day, services, tenant),
  ]);
  const inForceOf = (one: string, name: string): Dated[] =>
    allInForce(properties.get(one) ?? [], name, day).filter(
      (property) => one !== employer || isForAccounts(property, accountIds, ofEmployer),
    );
  const set = (name: string): Dated[] =>
    inOrder.map((one) => inForceOf(one, name)).find((found) => found.length > 0) ?? [];
  const offered = new Set(availableTaxProperties(object, provinces.get(id) ?? null));
  return TAX_PROPERTY_TYPES.filter((name) => asked.type?.includes(name) ?? true).flatMap((name) => {
    const found = set(name);
    if (found.length > 0) return found.map((property) => entry(name, property, call));
    return offered.has(name) ? [entry(name, undefined, call)] : [];
  });
};

/** The remittance accounts that count for a work assignment on a day, and all of its employer. */
interface Accounts {
  accountIds: readonly string[];
  ofEmployer: Pick<EmployerAccounts, 'accounts'>;
}

const NO_ACCOUNTS: Accounts = { accountIds: [], ofEmployer: { accounts: new Map() } };

const accountsOf = async (
  assignment: string,
  employer: string,
  day: CalendarDate,
  services: Services,
  tenant: Tenant,
): Promise<Accounts> => {
  const [enrollments, ofEmployer] = await Promise.all([
    services.read.find('remittance_account_enrollment', tenant, equal('work_assignment_id', assignment)),
    accountsOfEmployers([employer], services, tenant),
  ]);
  return { accountIds: accountsOn(day, employer, enrollments, ofEmployer).map(({ id }) => id), ofEmployer };
};

type Dated = RecordOf<'tax_property'>;

const entry = (name: string, property: Dated | undefined, { services }: Call): JsonObject => ({
  object: 'effective_tax_property',
  data: {
    type: name,
    value: property ? shownTaxPropertyValue(name, property.value ?? null) : null,
    source_tax_property: property ? recordLink('tax_property', property.id, services) : null,
  },
});
