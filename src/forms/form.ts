import { z } from 'zod';
import {
  about,
  choice,
  date,
  derived,
  type Fields,
  hidden,
  kept,
  reference,
  type StateOfFields,
  text,
} from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf, type State } from '../kernel/definition/resource.ts';
import type { View } from '../kernel/definition/show.ts';
import { oneOf } from '../values/condition.ts';
import { type JsonObject, textIf, textOf, textsOf } from '../values/json.ts';
import { FORM_EVENTS, folded } from './fold.ts';
import { formRules } from './form-rules.ts';
import type { FormField, FormValue } from './model/form-type.ts';
import { FILED, FORM_STAGES, FORM_STATUSES, type FormStage, type FormStatus, SENT } from './model/states.ts';
import { shownForm, valuesOf, versionOf } from './of-record.ts';
import { ALL_FIELDS, FORM_TYPE_NAMES, formTypeOf } from './types/index.ts';
import { exampleOf, otherwiseWritten, shownValue, valueMembers } from './values.ts';

const lifeOf = (state: State) => formTypeOf(textOf(state.type)).life;

/** Whether it can be changed: a draft can, and what is filed nowhere. */
const isEditable = (state: State): boolean => lifeOf(state) === 'kept' || state.status === 'draft';

const metadataOf = (state: State, view: View): JsonObject | undefined => {
  const life = lifeOf(state);
  if (life === 'kept') return undefined;
  if (life === 'alone')
    return {
      submission_setting: state.submission_setting ?? view.extras.submission_setting ?? 'manual',
      business_entity_name: view.extras.business_entity_name ?? null,
    };
  const is_draft = state.status === 'draft';
  return {
    flags: {
      is_editable: is_draft,
      is_amendable:
        FILED.includes(textOf(state.status)) && state.stage !== 'cancellation' && view.extras.is_superseded !== true,
      is_approvable: is_draft && state.validation_error_count === 0,
      is_unapprovable: state.status === 'approved' && view.extras.is_batch_away !== true,
      is_pdf_exportable: state.status !== 'draft',
    },
    unpaid_payrolls: textsOf(state.unpaid_payrolls),
  };
};

const otherwiseOf = (one: ReturnType<typeof shownForm>) =>
  otherwiseWritten(formTypeOf(one.type), versionOf(one), valuesOf(one));

const flag = (description: string) => z.boolean().meta({ description });

const metadataSchema = z
  .object({
    submission_setting: z
      .enum(['manual', 'managed'])
      .optional()
      .meta({ description: 'For a record of employment: whether its employer or the service submits it' }),
    business_entity_name: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'For a record of employment: name of its employer' }),
    flags: z
      .object({
        is_editable: flag('Whether its values can change'),
        is_amendable: flag('Whether it can be amended or cancelled'),
        is_approvable: flag('Whether it can be approved: a draft without errors'),
        is_unapprovable: flag('Whether it can be unapproved'),
        is_pdf_exportable: flag('Whether its slip can be downloaded'),
      })
      .optional()
      .meta({ description: 'For a year-end form: which actions are possible' }),
    unpaid_payrolls: z.array(z.string()).optional().meta({
      description:
        'For a year-end form: payrolls of the year that were to pay its payee when its boxes were filled, and had not yet; the boxes are without them until it is generated again',
    }),
  })
  .meta({ id: 'form_metadata', description: 'Further data, by type' });

const otherwiseSchema = z.array(
  z.object({
    key: z.string().meta({ description: 'The member' }),
    value: z.string().meta({ description: 'Value in the form' }),
    written: z.string().meta({ description: "Value in the agency's file" }),
  }),
);

const reasonsSchema = z.array(
  z.strictObject({
    code: z.string().nullable().meta({ description: "The agency's code for it" }),
    text: z.string().meta({ description: "The agency's text" }),
  }),
);

const scriptSchema = z.strictObject({ outcome: z.enum(['accept', 'receive', 'reject']), reasons: reasonsSchema });
type Script = z.infer<typeof scriptSchema>;

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const own = {
  owner: about(
    'The employee, contractor or work assignment that it is for',
    reference(['employee', 'contractor', 'work_assignment'], { required: true, on: 'create' }),
  ),
  form_batch: about('The batch that it is submitted with', reference('form_batch', { nullable: true })),
  business_entity: about(
    'The employer that it reports for; default the employer of the batch, or of the person',
    reference('business_entity', { nullable: true, on: 'create' }),
  ),
  original_form: about(
    'For an amendment or a cancellation: the form that it replaces or cancels',
    reference('form', { nullable: true, on: 'create' }),
  ),
  employee: hidden(reference('employee', { readOnly: true, expandable: false })),
  contractor: hidden(reference('contractor', { readOnly: true, expandable: false })),
  stage: about(
    'Whether it is an original, an amendment or a cancellation',
    choice(FORM_STAGES, { initial: 'original', on: 'create', column: true }),
    'original',
  ),
  note: about('Your own note', text({ nullable: true, max: 10_240 }), 'Checked with Ada.'),
  type: about('Type of form', choice(FORM_TYPE_NAMES, { required: true, on: 'create', column: true }), 't4'),
  effective_date: about(
    "Day that decides its version; default the batch's day, the last day of tax_year where that is given, or today",
    date({ on: 'create', required: false }),
    '2026-12-31',
  ),
  version_year: about(
    'Year of its version',
    derived(z.int(), (state) => versionOf(shownForm(state)).version_year),
    2026,
  ),
  version_month: about(
    'Month of its version',
    derived(z.string(), (state) => versionOf(shownForm(state)).version_month),
    'january',
  ),
  validation_error_count: about(
    'Number of errors that prevent its approval; `validate` of its type lists them',
    kept<number>(z.int(), { column: 'integer' }),
    0,
  ),
  written_otherwise: about(
    "Texts that differ in the agency's file: characters it does not allow, names that are too long",
    derived(otherwiseSchema, (state) => otherwiseOf(shownForm(state)).map((one) => ({ ...one }))),
  ),
  status: about(
    'Status; absent on forms that are not filed with an agency',
    kept<FormStatus | null>(z.enum(FORM_STATUSES).optional(), {
      column: 'text',
      show: (state) => state.status ?? undefined,
      storedAs: z.enum(FORM_STATUSES).nullable(),
    }),
    'draft',
  ),
  is_editable: about('Whether its values can change', derived(z.boolean(), isEditable), true),
  number: about('Slip number; null before it is assigned', kept<number | null>(z.int().nullable()), 17),
  rejection_reasons: about(
    "The agency's reasons, where it was rejected",
    kept<{ code: string | null; text: string }[]>(reasonsSchema),
  ),
  metadata: about('Further data, by type', derived(metadataSchema.optional(), metadataOf)),
  tax_year_of: hidden(kept<number | null>(z.int().nullable(), { column: 'integer' })),
  from_payroll: hidden(kept<string[]>(z.array(z.string()))),
  unpaid_payrolls: hidden(kept<string[] | null>(z.array(z.string()).nullable().optional())),
  values: hidden(kept<Record<string, FormValue>>(valuesSchema)),
  further_numbers: hidden(kept<number[] | null>(z.array(z.int()).nullable().optional())),
  submission_setting: hidden(kept<'manual' | 'managed' | null>(z.enum(['manual', 'managed']).nullable().optional())),
  script: hidden(kept<Script | null>(scriptSchema.nullable().optional())),
  person: hidden(kept<Record<string, FormValue> | null>(valuesSchema.nullable(), { personal: 'searchable' })),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    form: Omit<StateOfFields<typeof own>, 'effective_date' | 'type' | 'stage'> & {
      effective_date: string;
      type: string;
      stage: FormStage;
    };
  }
}

const answerOf = (field: FormField): z.ZodType => {
  const plain =
    field.kind === 'currency' || field.kind === 'decimal' || field.kind === 'integer'
      ? z.number()
      : field.kind === 'boolean'
        ? z.boolean()
        : z.string();
  return plain.nullable().optional();
};

/** A member for each field of any type: of a form, those of its version are shown, the others are absent. */
const members: Fields = Object.fromEntries(
  [...ALL_FIELDS.values()].map((field) => [
    field.key,
    about(
      field.label.en,
      derived(answerOf(field), (state) => {
        const form = shownForm(state);
        const own = versionOf(form).fields.find(({ key }) => key === field.key);
        return own ? shownValue(own, valuesOf(form)[field.key] ?? null) : undefined;
      }),
      exampleOf(field),
    ),
  ]),
);

/** One tax form of a person: a slip of a year, a record of employment, a claim for the source deductions. */
export const form = defineResource({
  object: 'form',
  plural: 'forms',
  prefix: 'form',
  path: '/forms',
  context: 'forms',
  scope: 'company',
  purpose: 'One tax form of a person. Its members depend on its type.',
  fields: { ...own, ...members },
  createOnly: valueMembers(),
  updateOnly: valueMembers(),
  filters: {
    type: oneOfValues('type', FORM_TYPE_NAMES),
    owner_id: sameText('owner_id'),
    form_batch_id: sameText('form_batch_id'),
    business_entity_id: sameText('business_entity_id'),
    status: oneOfValues('status', FORM_STATUSES),
  },
  // Records of employment are approved by nobody, who would see two; those of one moment do not see each other.
  reserves: [
    {
      name: 'replaced_record',
      key: ({ type, status, original_form_id }) =>
        type === 'roe' && SENT.includes(textOf(status)) ? textIf(original_form_id) : undefined,
      path: 'original_form_id',
      taken: ({ id }) => ({
        en: `is that of ${id} too, which was submitted in the same moment: the agency takes one of them`,
        fr: `est aussi celui de ${id}, qui a été soumis au même moment : l'organisme n'en prend qu'un`,
      }),
    },
  ],
  // It is read as a record, or as a file: src/forms/downloads.
  operations: ['list', 'create', 'update', 'delete'],
  follows: ['claims', 'population'],
  examples: { create: ['owner_id', 'type', 'business_entity_id', 'effective_date'], update: ['note'] },
  limits: [
    {
      by: 'owner_id',
      most: 1_000,
      whose: { en: 'the owner', fr: 'le titulaire' },
      what: { en: 'forms', fr: 'formulaires' },
    },
    { most: 1_000_000, whose: { en: 'the company', fr: 'la compagnie' }, what: { en: 'forms', fr: 'formulaires' } },
  ],
  counted: true,
  // Changes repeat the owner alone; who is personal in a form is its owner.
  personalSubject: (data) => textOf(data.employee_id ?? data.contractor_id ?? data.owner_id),
  rules: formRules,
  extras: async (rows, { read }, tenant) => {
    const of = (member: 'business_entity_id' | 'form_batch_id') => rows.flatMap((row) => textIf(row[member]) ?? []);
    // A return that claims is filed nowhere: it has no status.
    const filed = rows.filter(({ status }) => FILED.includes(textIf(status) ?? '')).map(({ id }) => id);
    const [entities, batches, superseded] = await Promise.all([
      read.getMany('business_entity', tenant, of('business_entity_id')),
      read.getMany('form_batch', tenant, of('form_batch_id')),
      read.existing('form', tenant, 'original_form_id', filed, oneOf('status', FILED)),
    ]);
    return new Map(
      rows.map((row): [string, JsonObject] => {
        const batch = batches.get(textIf(row.form_batch_id) ?? '');
        const entity = entities.get(textIf(row.business_entity_id) ?? '');
        return [
          row.id,
          {
            business_entity_name: entity?.name ?? null,
            submission_setting: entity?.roe_submission_setting ?? null,
            is_batch_away: batch !== undefined && batch.status !== 'draft',
            is_superseded: superseded.has(row.id),
          },
        ];
      }),
    );
  },
  indexes: [['form_batch_id', 'status'], ['tax_year_of']],
  events: FORM_EVENTS,
  evolve: (state: RecordOf<'form'> | undefined, event) => state && folded(state, event),
});
