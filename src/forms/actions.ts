import { z } from 'zod';
import { type Acting, type Action, action } from '../kernel/calls/actions.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { textSchema } from '../kernel/definition/schemas.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import {
  formApproved,
  formBatchAccepted,
  formBatchReceived,
  formBatchRejected,
  formBatchScripted,
  formBatchSubmitted,
  formSubmitted,
  formUnapproved,
} from './events.ts';
import { form } from './form.ts';
import { countsOf, formBatch } from './form-batch.ts';
import { withSin } from './form-rules.ts';
import { takeNumbers } from './numbers.ts';
import { valuesOf, versionOf } from './of-record.ts';
import { formTypeOf } from './types/index.ts';
import { valueIssues } from './values.ts';

type Form = RecordOf<'form'>;
type Found = Pick<Acting<unknown, unknown, 'form'>, 'record' | 'services' | 'origin'>;
type Batch = RecordOf<'form_batch'>;

/** Issues that a refusal tells; `validate` tells all. */
const MOST_TOLD = 5;

const lifeOf = ({ type }: Form) => formTypeOf(type).life;

/** What stands in the way of a form by now: of a SIN that was given since nothing does any more. */
const issuesNow = async ({ record, services, origin }: Found): Promise<Issue[]> => {
  const { employee_id, contractor_id } = record;
  const person =
    employee_id !== null
      ? await services.read.get('employee', origin.tenant, employee_id)
      : contractor_id !== null
        ? await services.read.get('contractor', origin.tenant, contractor_id)
        : undefined;
  const version = versionOf(record);
  const values = withSin(version.fields, valuesOf(record), Boolean(person?.sin_last_3));
  return valueIssues(formTypeOf(record.type), version, values);
};

const batchOf = ({ record, services, origin }: Found) =>
  record.form_batch_id === null ? undefined : services.read.get('form_batch', origin.tenant, record.form_batch_id);

const NO_APPROVAL: Text = {
  en: 'Only year-end forms are approved.',
  fr: "Seuls les formulaires de fin d'année sont approuvés.",
};

const told = (issues: readonly Issue[]): Text => {
  const first = issues.slice(0, MOST_TOLD);
  const more = issues.length - first.length;
  return {
    en: `The form has ${issues.length} errors: ${first.map(({ text }) => text.en).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
    fr: `Le formulaire a ${issues.length} erreurs : ${first.map(({ text }) => text.fr).join(' ')}${more > 0 ? ` Et ${more} de plus.` : ''}`,
  };
};

interface ApprovalFacts {
  issues: readonly Issue[];
  number: number;
}

/** Approves a year-end form: its values are locked, and its slip has a number from then on. */
export const approveForm = action({
  on: form,
  name: 'approve',
  summary: 'Approve a form',
  description:
    'A valid draft of a year-end form is locked until its approval is taken back. It gets the number of its slip, which no other ever has.',
  facts: async (acting): Promise<ApprovalFacts> => {
    const { record, origin, services } = acting;
    const issues = lifeOf(record) === 'in_batches' ? await issuesNow(acting) : [];
    const takes = record.number === null && record.status === 'draft' && issues.length === 0;
    const number = takes ? (await takeNumbers('slips', record.id, 1, origin, services)).first : (record.number ?? 0);
    return { issues, number };
  },
  refuse: ({ record, facts: { issues } }: Acting<unknown, ApprovalFacts, 'form'>) => {
    if (lifeOf(record) !== 'in_batches') return NO_APPROVAL;
    if (record.status !== 'draft')
      return {
        en: `The form is ${record.status}; only a draft can be approved.`,
        fr: `Le formulaire est « ${record.status} »; seul un brouillon peut être approuvé.`,
      };
    return issues.length > 0 ? told(issues) : undefined;
  },
  events: ({ facts: { number } }) => [formApproved({ number })],
});

/** Takes an approval back, as long as the batch of the form was not submitted. */
export const unapproveForm = action({
  on: form,
  name: 'unapprove',
  summary: 'Take the approval of a form back',
  description:
    'The form is a draft again and can be changed. What was submitted stays: an amendment tells it otherwise.',
  facts: async (acting) => ({ batch: await batchOf(acting) }),
  refuse: ({ record, facts: { batch } }: Acting<unknown, { batch: Batch | undefined }, 'form'>) => {
    if (record.status !== 'approved')
      return {
        en: `The form is ${record.status ?? 'not approved'}; only the approval of an approved form can be taken back.`,
        fr: `Le formulaire est « ${record.status ?? 'non approuvé'} »; seule l'approbation d'un formulaire approuvé peut être annulée.`,
      };
    return batch && batch.status !== 'draft'
      ? {
          en: `The batch of the form is ${batch.status}: its forms are on their way to the agency.`,
          fr: `Le lot du formulaire est « ${batch.status} » : ses formulaires sont en route vers l'organisme.`,
        }
      : undefined;
  },
  events: () => [formUnapproved({})],
});

/** Submits a form that is filed by itself, by hand: nothing is sent, and its file is there to be uploaded. */
export const submitForm = action({
  on: form,
  name: 'submit',
  summary: 'Submit a form that is filed by itself',
  description:
    'Of a record of employment. With the setting `manual` nothing is sent: the form is done, and its file is there to be uploaded. Year-end forms go with their batch.',
  facts: async ({ record, origin, services }) => ({
    number:
      record.number ??
      (lifeOf(record) === 'alone' && record.status === 'draft'
        ? (await takeNumbers('slips', record.id, 1, origin, services)).first
        : 0),
  }),
  refuse: ({ record }: Acting<unknown, { number: number }, 'form'>) => {
    const life = lifeOf(record);
    if (life === 'in_batches')
      return {
        en: 'A year-end form goes to its agency with a batch: submit that.',
        fr: "Un formulaire de fin d'année va à son organisme avec un lot : soumettez celui-ci.",
      };
    if (life === 'kept')
      return {
        en: 'The form stays with the employer: it is submitted to nobody.',
        fr: "Le formulaire reste chez l'employeur : il n'est soumis à personne.",
      };
    return record.status === 'draft'
      ? undefined
      : {
          en: `The form is ${record.status}; only a draft can be submitted.`,
          fr: `Le formulaire est « ${record.status} »; seul un brouillon peut être soumis.`,
        };
  },
  events: ({ facts: { number } }) => [formSubmitted({ number })],
});

interface SubmissionFacts {
  counts: { total: number; invalid: number; approved: number };
  reference: number;
}

const notSubmittable = ({ total, invalid, approved }: SubmissionFacts['counts']): Text | undefined => {
  if (total === 0) return { en: 'The batch has no forms.', fr: "Le lot n'a pas de formulaires." };
  if (invalid > 0)
    return {
      en: `${invalid} of the ${total} forms of the batch have errors: every form must be valid and approved.`,
      fr: `${invalid} des ${total} formulaires du lot ont des erreurs : chacun doit être valide et approuvé.`,
    };
  return approved < total
    ? {
        en: `${total - approved} of the ${total} forms of the batch are not approved: every form must be valid and approved.`,
        fr: `${total - approved} des ${total} formulaires du lot ne sont pas approuvés : chacun doit être valide et approuvé.`,
      }
    : undefined;
};

/** Files a batch with its agency; what comes of it is told by the batch and its forms. */
export const submitFormBatch = action({
  on: formBatch,
  name: 'submit',
  summary: 'Submit a form batch',
  description:
    'Its forms, all of them valid and approved, go to the agency. Of an employer in preview a simulated agency answers; otherwise its file is there to be uploaded, and an operator records what the agency answered.',
  facts: async ({ record, origin, services }): Promise<SubmissionFacts> => {
    const counts = (await countsOf([record.id], services, origin.tenant)).get(record.id)!;
    const goes = record.status === 'draft' && notSubmittable(counts) === undefined;
    const reference = goes ? (await takeNumbers('files', record.id, 1, origin, services)).first : 0;
    return { counts, reference };
  },
  refuse: ({ record, facts: { counts } }: Acting<unknown, SubmissionFacts, 'form_batch'>) =>
    record.status === 'draft'
      ? notSubmittable(counts)
      : {
          en: `The batch is ${record.status}; only a draft can be submitted.`,
          fr: `Le lot est « ${record.status} »; seul un brouillon peut être soumis.`,
        },
  events: ({ facts: { counts, reference } }) => [formBatchSubmitted({ reference, forms: counts.total })],
});

const reasonSchema = z.strictObject({
  code: textSchema({ max: 50 })
    .nullable()
    .optional()
    .meta({ description: "The agency's code of it", examples: ['40012'] }),
  text: textSchema({ min: 1, max: 1_000 }).meta({ description: 'Its words', examples: ['The account is closed.'] }),
});

const scriptSchema = z.strictObject({
  outcome: z
    .enum(['accept', 'receive', 'reject'])
    .meta({ description: 'accept: it takes all; receive: it confirms that it has them, and says no more; reject' }),
  reasons: z
    .array(reasonSchema)
    .max(100)
    .optional()
    .meta({ description: 'Why it rejects', examples: [[{ code: '40012', text: 'The account is closed.' }]] }),
});
type Script = z.infer<typeof scriptSchema>;

const NO_REASON: Issue = {
  path: 'reasons',
  text: { en: 'is required when outcome is reject', fr: 'est obligatoire quand outcome est reject' },
};
const TOO_MANY_REASONS: Issue = {
  path: 'reasons',
  text: { en: 'belongs to the outcome reject', fr: 'appartient au résultat reject' },
};

const keptReasons = (reasons: Script['reasons']) =>
  (reasons ?? []).map(({ code, text }) => ({ code: code ?? null, text }));

function* scriptIssues({ outcome, reasons = [] }: Script): Iterable<Issue> {
  if (outcome === 'reject' && reasons.length === 0) yield NO_REASON;
  if (outcome !== 'reject' && reasons.length > 0) yield TOO_MANY_REASONS;
}

/** Sets what the simulated agency says to a batch of an employer in preview. */
export const scriptFormBatch = action({
  on: formBatch,
  name: 'simulate',
  summary: 'Say what the simulated agency answers',
  description:
    'Only of an employer in preview, whose batches go to a simulated agency. Left out, it takes all that it gets. Of a batch that it has and said no more about, it says this now.',
  body: scriptSchema,
  examples: {
    reject: {
      summary: 'The agency rejects the batch',
      value: { outcome: 'reject', reasons: [{ code: '40012', text: 'The account is closed.' }] },
    },
  },
  facts: async ({ record, origin, services }) => ({
    employer: await services.read.get('business_entity', origin.tenant, record.owner_id),
  }),
  validate: ({ body }: Acting<Script, { employer: RecordOf<'business_entity'> | undefined }, 'form_batch'>) =>
    scriptIssues(body),
  refuse: ({ record, facts: { employer } }) => {
    if (employer?.in_preview !== true)
      return {
        en: 'The employer is not in preview: what its agencies answer cannot be simulated.',
        fr: "L'employeur n'est pas en aperçu : ce que répondent ses organismes ne peut être simulé.",
      };
    return isAwaited(record)
      ? undefined
      : {
          en: `The batch is ${record.status}: the agency has answered already.`,
          fr: `Le lot est « ${record.status} » : l'organisme a déjà répondu.`,
        };
  },
  events: ({ body: { outcome, reasons } }) => [formBatchScripted({ outcome, reasons: keptReasons(reasons) })],
  problems: [400, 404, 409, 422],
});

const isAwaited = ({ status }: Batch): boolean => ['draft', 'processing', 'submitted'].includes(status);

/** What an agency answered to a batch. */
export type AgencyAnswer =
  | { outcome: 'receive' | 'accept'; confirmation_number: string | null }
  | { outcome: 'reject'; reasons: { code: string | null; text: string }[] };

export const answerEvent = (answer: AgencyAnswer) =>
  answer.outcome === 'reject'
    ? formBatchRejected({ reasons: answer.reasons })
    : answer.outcome === 'accept'
      ? formBatchAccepted({ confirmation_number: answer.confirmation_number })
      : formBatchReceived({ confirmation_number: answer.confirmation_number });

/** An operator records what an agency answered to a file that was uploaded by hand. Recorded twice it is one event. */
export const answerFormBatch: Action<AgencyAnswer, undefined, 'form_batch'> = {
  on: formBatch,
  name: 'answer',
  summary: 'Record what the agency answered',
  refuse: ({ record, body }) => {
    const { status } = record;
    if (status === 'processing' || (status === 'submitted' && body.outcome !== 'receive')) return undefined;
    const said = { receive: 'submitted', accept: 'done', reject: 'rejected' }[body.outcome];
    return status === said
      ? undefined
      : {
          en: `The batch is ${status}: an agency answers to what was submitted, once.`,
          fr: `Le lot est « ${status} » : un organisme répond à ce qui a été soumis, une fois.`,
        };
  },
  events: ({ record, body }) => {
    const said = { receive: 'submitted', accept: 'done', reject: 'rejected' }[body.outcome];
    return record.status === said ? [] : [answerEvent(body)];
  },
};

/** What can be done to forms and batches. */
export const formActions = [approveForm, unapproveForm, submitForm, submitFormBatch, scriptFormBatch];
