import { z } from 'zod';
import { PER_PAGE, pageBody } from '../kernel/answers/lists.ts';
import { pageParameters } from '../kernel/calls/requests.ts';
import { pageSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema, stubSchema } from '../kernel/definition/fields.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import { type Call, defineOperation, type Operation, oneExample } from '../kernel/definition/operation.ts';
import { dateSchema, naming } from '../kernel/definition/schemas.ts';
import { recordLink } from '../kernel/definition/show.ts';
import { idsIn, unknownIssues, unknownReferences } from '../kernel/references/named.ts';
import { type Json, type JsonObject, numberOr, objectOf, textOf } from '../values/json.ts';
import { invalid, notFound } from '../values/problem.ts';
import type { Locale } from '../values/text.ts';
import { isGenerated } from './generators.ts';
import type { FormField, FormType, FormValue, FormVersion } from './model/form-type.ts';
import { MONTHS, noVersion, versionOn } from './model/form-type.ts';
import { FORM_STAGES } from './model/states.ts';
import type { Populator } from './populate.ts';
import { roePopulator } from './roe-population.ts';
import { FORM_TYPE_NAMES, FORM_TYPES, formTypeOf } from './types/index.ts';
import {
  otherwiseWritten,
  POPULATED_AS_NUMBERS,
  shownValue,
  strangers,
  valueIssues,
  valueMembers,
  valuesThatFit,
} from './values.ts';

/** The catalogue of forms, and what is asked of a type rather than of a form: its values calculated, and checked. */

const PATH = '/form_types';

/** Types whose values can be calculated on request, each with how. */
const POPULATORS: readonly Populator[] = [roePopulator];

const typeSchema = z.enum(FORM_TYPE_NAMES).meta({ description: 'The type', examples: ['t4'] });
const ownersSchema = z
  .array(z.enum(['employee', 'contractor', 'work_assignment']))
  .meta({ description: 'Who the forms are for', examples: [['employee']] });

const short = {
  type: typeSchema,
  label: z.string().meta({ description: 'Label in the language of the request' }),
  owner_types: ownersSchema,
};

const fieldSchema = z.object({
  key: z.string().meta({ description: 'Member of a form', examples: ['box_14_employment_income'] }),
  label: z.string().meta({ description: 'Label in the language of the request' }),
  type: z.string().meta({ description: 'Type of its value', examples: ['currency'] }),
  required: z.boolean().meta({ description: 'Whether it is required' }),
  readonly: z.boolean().meta({ description: 'Whether it is read-only' }),
  width: z
    .int()
    .meta({ description: "Maximum length in the agency's file; for an amount, digits before the decimal point" }),
  options: z
    .array(
      z.object({
        value: z.string().meta({ description: 'The value' }),
        label: z.string().meta({ description: 'Meaning' }),
      }),
    )
    .nullable()
    .meta({ description: 'Allowed values; null when any value is allowed' }),
});

const full = {
  ...short,
  version_year: z.int().meta({ description: 'Year of the version', examples: [2026] }),
  version_month: z.enum(MONTHS).meta({ description: 'Month of the version', examples: ['january'] }),
  exportable_as: z.array(z.enum(['pdf', 'xml'])).meta({ description: 'Formats in which a form can be downloaded' }),
  supports_population: z.boolean().meta({ description: 'Whether `populate` can calculate its values' }),
  supports_generation: z.boolean().meta({ description: 'Whether `generate` can make its forms' }),
  fields: z.array(fieldSchema).meta({ description: 'Its fields, in the order of the form' }),
};

const envelope = (id: string, members: Record<string, z.ZodType>, description: string) =>
  z
    .object({
      id: typeSchema,
      object: z.literal('form_type').meta({ description: 'Type of the record' }),
      data: z.object(members).meta({ description: 'Data of the type' }),
      links: selfLinkSchema,
    })
    .meta({ id, description });

const shortSchema = envelope('form_type_entry', short, 'A type of form');
const fullSchema = envelope('form_type', full, 'A type of form, with the fields of one version');

const enveloped = (type: string, data: JsonObject): JsonObject => ({
  id: type,
  object: 'form_type',
  data,
  links: { self: `${PATH}/${type}` },
});

const shortData = ({ type, label, owner_types }: FormType, locale: Locale): JsonObject => ({
  type,
  label: label[locale],
  owner_types: [...owner_types],
});

const shownField = (field: FormField, locale: Locale): JsonObject => ({
  key: field.key,
  label: field.label[locale],
  type: field.kind,
  required: field.required === true,
  readonly: field.readonly === true,
  width: field.width,
  options: field.options
    ? Object.entries(field.options).map(([value, label]) => ({ value, label: label[locale] }))
    : null,
});

const populatorOf = ({ type }: Pick<FormType, 'type'>): Populator | undefined =>
  POPULATORS.find((one) => one.type === type);

const fullData = (type: FormType, version: FormVersion, locale: Locale): JsonObject => ({
  ...shortData(type, locale),
  version_year: version.version_year,
  version_month: version.version_month,
  exportable_as: [...type.exportable_as],
  supports_population: populatorOf(type) !== undefined,
  supports_generation: isGenerated(type),
  fields: version.fields.map((field) => shownField(field, locale)),
});

const common = { auth: 'company', tag: 'form_type', localized: true } as const;
const params = { form_type: typeSchema.meta({ description: 'The type' }) };

/** The type that the path names. @throws Problem 404 */
export const typeInPath = ({ params }: Pick<Call, 'params'>): FormType => {
  const name = FORM_TYPE_NAMES.find((one) => one === params.form_type);
  if (name === undefined) throw notFound('form_type');
  return formTypeOf(name);
};

/** The version of a day. @throws Problem 422 that says from when on there is one */
export const versionAt = (type: FormType, effective_date: string): FormVersion => {
  const version = versionOn(type, effective_date);
  if (version) return version;
  throw invalid([noVersion(type)]);
};

const EFFECTIVE = 'Day that decides the version; default today';

const list: Operation = defineOperation({
  ...common,
  id: 'list_form_types',
  method: 'GET',
  path: PATH,
  summary: 'List form types',
  description: 'The list is the same for all callers. Labels are in the language of the request.',
  query: pageParameters(),
  answers: {
    200: {
      description: 'A page of the list',
      schema: pageSchema(shortSchema).meta({ id: 'form_type_list', description: 'A page of form types' }),
    },
  },
  run: async (call) => {
    const { query, locale } = call;
    const [page, per_page] = [numberOr(query.page, 1), numberOr(query.per_page, PER_PAGE)];
    const shown = FORM_TYPES.slice((page - 1) * per_page, page * per_page).map((type) =>
      enveloped(type.type, shortData(type, locale)),
    );
    return { status: 200, body: pageBody(shown, { total: FORM_TYPES.length }, page, per_page, PATH, query) };
  },
});

const retrieve: Operation = defineOperation({
  ...common,
  id: 'retrieve_form_type',
  method: 'GET',
  path: `${PATH}/{form_type}`,
  summary: 'Retrieve a form type with its fields',
  description: 'Returns the fields of the version in effect on a day.',
  params,
  query: { effective_date: { schema: dateSchema(), describe: EFFECTIVE } },
  answers: { 200: { description: 'The type with its fields', schema: fullSchema } },
  problems: [404, 422],
  run: async (call) => {
    const type = typeInPath(call);
    const version = versionAt(type, call.query.effective_date ?? call.services.clock.today());
    return { status: 200, body: enveloped(type.type, fullData(type, version, call.locale)) };
  },
});

const messages = z.record(z.string(), z.array(z.string()));

const validateShape = {
  effective_date: dateSchema().optional().meta({ description: EFFECTIVE }),
  stage: z
    .enum(FORM_STAGES)
    .optional()
    .meta({ description: 'Whether it is an original, an amendment or a cancellation' }),
};

const validate: Operation = defineOperation({
  ...common,
  id: 'validate_form_type',
  method: 'POST',
  path: `${PATH}/{form_type}/validate`,
  summary: 'Check the values of a form',
  description:
    'Nothing is stored. The answer lists errors by member, also of values that no form can hold. Values left out count as blank.',
  params,
  // Values are looked at by `run`: its answer lists what no form could hold with the other errors.
  body: naming(z.looseObject(validateShape)),
  shownBody: z
    .strictObject({ ...validateShape, ...valueMembers() })
    .meta({ id: 'form_type_validate', description: 'Values of a form' }),
  examples: oneExample({ effective_date: '2026-12-31', tax_year: '2026' }),
  answers: {
    200: {
      description: 'The errors; the values are valid where `errors` is empty',
      schema: z
        .object({
          data: z
            .object({
              errors: messages.meta({ description: 'What is wrong, by member' }),
              written_otherwise: z
                .record(z.string(), z.string())
                .meta({ description: "Members whose values differ in the agency's file" }),
            })
            .meta({ description: 'Result of the validation' }),
        })
        .meta({ id: 'form_validation_result', description: 'Result of the validation' }),
    },
  },
  problems: [404, 422],
  run: async (call) => {
    const type = typeInPath(call);
    const { effective_date, stage, ...sent } = call.body;
    const version = versionAt(type, effective_date ?? call.services.clock.today());
    const { given, unfit } = valuesThatFit(objectOf(sent));
    const errors = new Map<string, string[]>();
    for (const { path, text } of [...unfit, ...strangers(type, version, given)]) errors.set(path, [text[call.locale]]);
    const told = new Set(errors.keys());
    // Whose form it is nobody said, so nothing is said of a SIN.
    const known = Object.fromEntries(
      version.fields.filter(({ kind }) => kind === 'sin').map(({ key }) => [key, 'known']),
    );
    // What an amendment has to name is no error of an original; what no form could hold is not told again as blank.
    for (const { path, text } of valueIssues(type, version, { ...given, ...known }, stage))
      if (!told.has(path)) errors.set(path, [...(errors.get(path) ?? []), text[call.locale]]);
    const written_otherwise = Object.fromEntries(
      otherwiseWritten(type, version, given).map(({ key, written }) => [key, written]),
    );
    return { status: 200, body: { data: { errors: Object.fromEntries(errors), written_otherwise } } };
  },
});

const NO_POPULATOR = {
  en: 'has no population: its values are entered, or made by generate',
  fr: "n'a pas de préremplissage : ses valeurs sont saisies, ou produites par generate",
};

/** Members that results of a population tell as text though they are numbers; a form takes them either way. */
const TOLD_AS_TEXT: readonly string[] = ['block_15_total_insurable_hours'];

const populatedValue = (field: FormField, value: FormValue): Json => {
  const shown = shownValue(field, value);
  if (shown === null) return null;
  if (TOLD_AS_TEXT.includes(field.key)) return String(value);
  return POPULATED_AS_NUMBERS.includes(field.key) && /^[1-9]\d*$/.test(String(shown)) ? Number(shown) : shown;
};

const populationBody = z
  .strictObject({
    effective_date: dateSchema().meta({ description: 'Day that says which version' }),
    ...Object.assign({}, ...POPULATORS.map(({ body }) => body)),
  })
  .meta({ id: 'form_type_populate', description: 'What to calculate values for' });

const populate: Operation = defineOperation({
  ...common,
  id: 'populate_form_type',
  method: 'POST',
  path: `${PATH}/{form_type}/populate`,
  summary: 'Calculate the values of a form',
  description:
    'From the payroll data of now. Nothing is stored: write the values to a form with its update. Social insurance numbers are left out; they are read when a file is made.',
  params,
  body: populationBody,
  examples: oneExample({ effective_date: '2026-12-31' }),
  answers: {
    200: {
      description: 'The values, by member',
      schema: z
        .object({
          id: z.string().meta({ description: 'Identifies type and day' }),
          object: z.literal('form_population_result').meta({ description: 'Type of the record' }),
          data: z
            .object({
              fields: z.record(z.string(), z.unknown()).meta({ description: 'Values by member' }),
              unapproved_payrolls: z.array(stubSchema(['payroll'])).meta({
                description: 'Payrolls that are not approved yet, and without which values are null',
              }),
            })
            .meta({ description: 'The calculated values' }),
        })
        .meta({ id: 'form_population_result', description: 'Calculated values of a form' }),
    },
  },
  problems: [400, 404, 422],
  run: async (call) => {
    const type = typeInPath(call);
    const body = objectOf(call.body);
    const effective_date = textOf(body.effective_date);
    const version = versionAt(type, effective_date);
    const populator = populatorOf(type);
    if (!populator) throw invalid([{ path: 'form_type', text: NO_POPULATOR }]);
    const lookup = makeLookup(call.services, call.tenant);
    const unknown = await unknownReferences(idsIn(populationBody, body), lookup);
    if (unknown.length > 0) throw invalid(unknownIssues(unknown));
    const { values, unapproved_payrolls } = await populator.populated({ body, version, call });
    const fields: Record<string, Json> = {};
    for (const field of version.fields)
      if (Object.hasOwn(values, field.key)) fields[field.key] = populatedValue(field, values[field.key] ?? null);
    const id = `${type.type}_${effective_date}`;
    const awaited = unapproved_payrolls.map((payroll) => recordLink('payroll', payroll, call.services));
    const data = { fields, unapproved_payrolls: awaited };
    return { status: 200, body: { id, object: 'form_population_result', data } };
  },
});

export const formTypeOperations: readonly Operation[] = [list, retrieve, validate, populate];
