import { type Acting, action } from '../../kernel/calls/actions.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { formApproved, formBatchSubmitted, formUnapproved } from '../events.ts';
import { form } from '../form.ts';
import { countsOf, formBatch } from '../form-batch.ts';
import { takeNumbers } from '../numbers.ts';
import { formTypeOf } from '../types/index.ts';
import { type Found, issuesNow, issuesText } from './issues-now.ts';
import { scriptForm, scriptFormBatch } from './simulate.ts';
import { submitForm } from './submit.ts';

type Form = RecordOf<'form'>;
type Batch = RecordOf<'form_batch'>;

const lifeOf = ({ type }: Form) => formTypeOf(type).life;

const batchOf = ({ record, services, origin }: Found) =>
  record.form_batch_id === null ? undefined : services.read.get('form_batch', origin.tenant, record.form_batch_id);

const NO_APPROVAL: Text = {
  en: 'Only year-end forms are approved.',
  fr: "Seuls les formulaires de fin d'année sont approuvés.",
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
    return issues.length > 0 ? issuesText(issues) : undefined;
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

/** What can be done to forms and batches. */
export const formActions = [approveForm, unapproveForm, submitForm, scriptForm, submitFormBatch, scriptFormBatch];
