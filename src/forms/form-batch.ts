import { z } from 'zod';
import {
  about,
  choice,
  date,
  derived,
  integer,
  kept,
  reference,
  type StateOfFields,
  text,
} from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf, type State } from '../kernel/definition/resource.ts';
import { idSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { View } from '../kernel/definition/show.ts';
import { ALWAYS, type Condition, compare, equal, oneOf } from '../values/condition.ts';
import { yearOf } from '../values/dates.ts';
import { type JsonObject, objectOf, textOf, textOrNull } from '../values/json.ts';
import { digits, EMAIL, EXTENSION, type Text } from '../values/text.ts';
import { BATCH_EVENTS, foldedBatch } from './fold.ts';
import { lastDayWithVersion, noVersion, versionOn } from './model/form-type.ts';
import { BATCH_STATUSES, type BatchStatus, FORM_STAGES, type FORM_STATUSES } from './model/states.ts';
import { BATCHED_TYPE_NAMES, formTypeOf } from './types/index.ts';

const count = (description: string) => z.int().meta({ description });
const maybe = (description: string) => z.string().nullable().meta({ description });

const metadataSchema = z
  .object({
    counts: z
      .object({
        total: count('All of its forms'),
        valid: count('Those without errors'),
        invalid: count('Those with errors'),
        draft: count('Drafts'),
        approved: count('Approved'),
        processing: count('Being sent to the agency'),
        submitted: count('Received by the agency'),
        done: count('Accepted by the agency'),
        rejected: count('Rejected by the agency'),
      })
      .meta({ description: 'Number of its forms' }),
    flags: z
      .object({ is_submittable: z.boolean().meta({ description: 'Whether all of its forms are valid and approved' }) })
      .meta({ description: 'Which actions are possible' }),
    timestamps: z
      .object({
        submitted_at: maybe('When it was submitted'),
        completed_at: maybe('When the agency accepted or rejected it'),
      })
      .meta({ description: 'Times of its status changes' }),
    identifiers: z
      .object({ confirmation_number: maybe("The agency's reference number") })
      .meta({ description: 'Identifiers at third parties' }),
  })
  .meta({ id: 'form_batch_metadata', description: 'Totals of its forms, and its progress' });

/** Why a batch is a draft again. @param form_id the form that was not approved; null where forms had come or gone */
const returnedText = (form_id: string | null): Text =>
  form_id === null
    ? {
        en: 'Other forms were in the batch than those that it was submitted with, so nothing was sent: submit it again.',
        fr: "Le lot n'avait pas les mêmes formulaires qu'à sa soumission, et rien n'a donc été envoyé : soumettez-le à nouveau.",
      }
    : {
        en: `The form ${form_id} was not approved any more when the batch was submitted, so nothing was sent: approve it, or take it out of the batch, and submit the batch again.`,
        fr: `Le formulaire ${form_id} n'était plus approuvé quand le lot a été soumis, et rien n'a donc été envoyé : approuvez-le, ou retirez-le du lot, et soumettez le lot à nouveau.`,
      };

const fields = {
  owner: about('The employer whose forms it holds', reference('business_entity', { required: true, on: 'create' })),
  form_type: about(
    'Type of its forms',
    choice(BATCHED_TYPE_NAMES, { required: true, on: 'create', column: true }),
    't4',
  ),
  form_stage: about(
    'Whether its forms are originals, amendments or cancellations',
    choice(FORM_STAGES, { initial: 'original', on: 'create', column: true }),
    'original',
  ),
  effective_date: about(
    'Day that decides the version of its forms; default the last day of tax_year where that is given, otherwise today',
    date({ on: 'create' }),
    '2026-12-31',
  ),
  tax_year: about(
    'Tax year of its forms; default the year of effective_date',
    integer({ min: 2000, max: 2199, on: 'create', column: true }),
    2026,
  ),
  status: about(
    'draft until submitted; processing while it is being sent; submitted when the agency has received it; then done or rejected',
    kept<BatchStatus>(z.enum(BATCH_STATUSES), { column: 'text' }),
    'draft',
  ),
  contact_name: about(
    "Contact for questions about it; default the employer's contact",
    text({ nullable: true }),
    'Ana Field',
  ),
  contact_email: about('E-mail address of the contact', text({ nullable: true, ...EMAIL }), 'ana@example.com'),
  contact_area_code: about(
    "Area code of the contact's telephone number",
    text({ nullable: true, ...digits(3) }),
    '416',
  ),
  contact_phone_number: about(
    'The other seven digits of the telephone number',
    text({ nullable: true, ...digits(7) }),
    '5550100',
  ),
  contact_extension: about('Extension', text({ nullable: true, ...EXTENSION }), '12'),
  note: about('Your own note', text({ nullable: true, max: 10_240 }), 'Second try'),
  reference: about(
    'Number of its file, never used again; null before it is submitted',
    kept<number | null>(z.int().nullable()),
    3,
  ),
  rejection_reasons: about(
    "The agency's reasons, where it was rejected",
    kept<{ code: string | null; text: string }[]>(
      z.array(
        z.strictObject({
          code: z.string().nullable().meta({ description: "The agency's code for it" }),
          text: z.string().meta({ description: "The agency's text" }),
        }),
      ),
    ),
  ),
  return_reason: about(
    'Why it is a draft again after it was submitted; null otherwise',
    derived(z.string().nullable(), ({ returned }, { locale }) =>
      returned ? returnedText(textOrNull(objectOf(returned).form_id))[locale] : null,
    ),
    null,
  ),
  metadata: about(
    'Totals of its forms, and its progress',
    derived(metadataSchema, (state, view) => metadataOf(state, view)),
  ),
};

/** What is kept beside the fields. */
const members = {
  submitted_at: z.string().nullable().meta({ description: 'When it was submitted' }),
  completed_at: z.string().nullable().meta({ description: 'When the agency accepted or rejected it' }),
  confirmation_number: z.string().nullable().meta({ description: "The agency's reference number" }),
  forms_submitted: z.int().nullable().meta({ description: 'How many forms it was submitted with' }),
  forms_filed: z.int().nullable().meta({ description: 'How many of them are on their way; null before all are' }),
  returned: z
    .strictObject({ form_id: z.string().nullable().meta({ description: 'The form that was not approved' }) })
    .nullable()
    .optional()
    .meta({ description: 'Why it is a draft again; null otherwise' }),
  answered: z
    .enum(['accept', 'reject'])
    .optional()
    .meta({ description: 'What the agency answered; its status says so once all of its forms do' }),
  script: z
    .strictObject({
      outcome: z.enum(['accept', 'receive', 'reject']),
      reasons: z.array(z.strictObject({ code: z.string().nullable(), text: z.string() })),
    })
    .nullable()
    .meta({ description: 'What the simulated agency will say' }),
};

type Script = { outcome: 'accept' | 'receive' | 'reject'; reasons: { code: string | null; text: string }[] };

declare module '../kernel/definition/resource.ts' {
  interface Records {
    form_batch: Omit<StateOfFields<typeof fields>, 'effective_date' | 'tax_year'> & {
      owner_id: string;
      effective_date: string;
      tax_year: number;
      submitted_at: string | null;
      completed_at: string | null;
      confirmation_number: string | null;
      forms_submitted: number | null;
      forms_filed: number | null;
      returned?: { form_id: string | null } | null;
      answered?: 'accept' | 'reject';
      script: Script | null;
    };
  }
}

/** Whether the forms of a batch are not all on their way yet: no agency has its file, and it may be a draft again. */
export const isBeingSubmitted = ({
  status,
  forms_filed,
}: Pick<RecordOf<'form_batch'>, 'status' | 'forms_filed'>): boolean => status === 'processing' && forms_filed === null;

const metadataOf = (state: State, view: View): JsonObject => {
  const counts = objectOf(view.extras.counts);
  const { total = 0, invalid = 0, approved = 0 } = counts;
  return {
    counts,
    flags: { is_submittable: state.status === 'draft' && total !== 0 && invalid === 0 && approved === total },
    timestamps: { submitted_at: state.submitted_at ?? null, completed_at: state.completed_at ?? null },
    identifiers: { confirmation_number: state.confirmation_number ?? null },
  };
};

const PARTS = {
  total: ALWAYS,
  invalid: compare('validation_error_count', '>', 0),
  draft: equal('status', 'draft'),
  approved: equal('status', 'approved'),
  processing: equal('status', 'processing'),
  submitted: equal('status', 'submitted'),
  done: equal('status', 'done'),
  rejected: equal('status', 'rejected'),
} satisfies Record<'total' | 'invalid' | (typeof FORM_STATUSES)[number], Condition>;

/** How many forms batches have, by status and by whether they are valid. */
export const countsOf = async (
  ids: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, Record<'total' | 'valid' | 'invalid' | (typeof FORM_STATUSES)[number], number>>> => {
  const counted = await read.countsOfParts('form', tenant, 'form_batch_id', oneOf('form_batch_id', ids), PARTS);
  return new Map(
    ids.map((id) => {
      const { total = 0, invalid = 0, draft = 0, approved = 0, ...later } = counted.get(id) ?? {};
      const { processing = 0, submitted = 0, done = 0, rejected = 0 } = later;
      return [id, { total, valid: total - invalid, invalid, draft, approved, processing, submitted, done, rejected }];
    }),
  );
};

const NOT_A_DRAFT = ({ status }: Pick<RecordOf<'form_batch'>, 'status'>): Text => ({
  en: `The batch is ${status}; only a draft can be deleted.`,
  fr: `Le lot est « ${status} »; seul un brouillon peut être supprimé.`,
});

const FIXED = ['owner_id', 'form_type', 'form_stage'] as const;
const FIXED_TEXT: Text = {
  en: 'is fixed when the batch is created; create another one',
  fr: 'est fixé à la création du lot; créez-en un autre',
};

const HAS_FORMS: Text = {
  en: 'The batch has forms: take them out of it, or delete them, first.',
  fr: "Le lot a des formulaires : retirez-les-en ou supprimez-les d'abord.",
};

/** Year-end forms of one type and employer, filed together. */
export const formBatch = defineResource({
  object: 'form_batch',
  plural: 'form_batches',
  prefix: 'fbat',
  path: '/form_batches',
  context: 'forms',
  scope: 'company',
  purpose: 'Group of year-end forms of one type, filed together with a tax authority.',
  fields,
  members,
  filters: { owner_id: sameText('owner_id'), form_type: oneOfValues('form_type', BATCHED_TYPE_NAMES) },
  // Clients send the whole of what they read: what was fixed at the creation may come again as it is.
  updateOnly: {
    owner_id: idSchema('business_entity').optional().meta({ description: 'The employer whose forms it holds' }),
    owner_type: z.literal('business_entity').optional().meta({ description: 'Type of the record' }),
    form_type: z.enum(BATCHED_TYPE_NAMES).optional().meta({ description: 'Type of its forms' }),
    form_stage: z
      .enum(FORM_STAGES)
      .optional()
      .meta({ description: 'Whether its forms are originals, amendments or cancellations' }),
  },
  keptWhileNamed: true,
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: { create: ['owner_id', 'form_type', 'effective_date', 'contact_name'], update: ['note'] },
  limits: [
    {
      most: 10_000,
      whose: { en: 'the company', fr: 'la compagnie' },
      what: { en: 'form batches', fr: 'lots de formulaires' },
    },
  ],
  extras: async (rows, services, tenant) => {
    const ids = rows.map(({ id }) => id);
    const counts = ids.length === 0 ? new Map() : await countsOf(ids, services, tenant);
    return new Map(ids.map((id): [string, JsonObject] => [id, { counts: counts.get(id) ?? {} }]));
  },
  rules: {
    facts: async ({ services, tenant }, candidate, previous) => ({
      hasForms: previous ? await services.read.exists('form', tenant, equal('form_batch_id', candidate.id)) : false,
    }),
    complete: (candidate, previous, _facts, { today }) => {
      const { tax_year } = candidate;
      const ofYear = tax_year ? lastDayWithVersion(formTypeOf(candidate.form_type), tax_year) : undefined;
      const effective_date = candidate.effective_date ?? ofYear ?? today;
      if (previous) return candidate;
      return {
        ...candidate,
        effective_date,
        tax_year: tax_year ?? yearOf(effective_date),
        status: 'draft' as const,
        reference: null,
        rejection_reasons: [],
        submitted_at: null,
        completed_at: null,
        confirmation_number: null,
        forms_submitted: null,
        forms_filed: null,
        script: null,
      };
    },
    validate: (candidate, previous, _facts, { sent }) => {
      if (previous)
        return FIXED.filter((name) => sent[name] !== undefined && sent[name] !== previous[name]).map((path) => ({
          path,
          text: FIXED_TEXT,
        }));
      const type = formTypeOf(candidate.form_type);
      return versionOn(type, textOf(candidate.effective_date)) ? [] : [noVersion(type)];
    },
    refuse: (action, previous, _candidate, facts) => {
      if (action !== 'delete' || !previous) return undefined;
      if (previous.status !== 'draft') return NOT_A_DRAFT(previous);
      return facts.hasForms === true ? HAS_FORMS : undefined;
    },
  },
  events: BATCH_EVENTS,
  evolve: (state, event) => state && foldedBatch(state, event),
});
