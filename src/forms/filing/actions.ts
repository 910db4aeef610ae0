import { type Acting, action } from '../../kernel/calls/actions.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { absent, all, among, any, equal } from '../../values/condition.ts';
import { yearOf } from '../../values/dates.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { needFiler } from '../downloads/writers.ts';
import { formApproved, formBatchSubmitted, formFurtherNumbersGiven, formUnapproved } from '../events.ts';
import { form } from '../form.ts';
import { countsOf, formBatch } from '../form-batch.ts';
import { MOST_FORMS_IN_FILE } from '../model/most-forms.ts';
import { SENT } from '../model/states.ts';
import { takeNumbers } from '../numbers.ts';
import { valuesOf, versionOf } from '../of-record.ts';
import {
  certificationOf,
  hasAssignedNumbers,
  NO_SERIES,
  notCertified,
  takeRl1File,
  takeRl1Numbers,
} from '../rl1-numbers.ts';
import { rivalOf, unfiledOf } from '../superseded.ts';
import { formTypeOf } from '../types/index.ts';
import { isSimulated } from './agency.ts';
import { type Found, issuesNow, issuesText } from './issues-now.ts';
import { rivalText, twiceText, twinOf, unfiledText, whyOutdated } from './referring.ts';
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

/** Why a form of a batch that has gone is not approved: it did not go with it, and could not be taken out any more. */
const goneWithout = ({ id, status }: Batch): Text => ({
  en: `The batch ${id} of the form is ${status}, and went without it: take the form out of it, or put it into another one.`,
  fr: `Le lot ${id} du formulaire est « ${status} » et a été soumis sans lui : retirez-en le formulaire, ou placez-le dans un autre.`,
});

interface ApprovalFacts {
  issues: readonly Issue[];
  /** Why it can be filed no more, or have no number; absent where it can. */
  why?: Text | undefined;
  number: number;
  /** Of further slips, as many as it has no numbers for yet. */
  further: readonly number[];
}

/** Further slips that a form has no number for yet. An amendment shows as many slips as the form that it amends has. */
const furtherSlips = async ({ record, services, origin }: Found): Promise<number> => {
  const version = versionOf(record);
  const own = formTypeOf(record.type).slips?.(valuesOf(record), version) ?? 1;
  const original =
    record.original_form_id === null
      ? undefined
      : await services.read.get('form', origin.tenant, record.original_form_id);
  const needed = Math.max(own - 1, original?.further_numbers?.length ?? 0);
  return Math.max(0, needed - (record.further_numbers?.length ?? 0));
};

/**
 * The number that the cancellation of an RL-1 bears: that of the slip that it takes back, which the agency's file names
 * alone. Undefined of other forms.
 */
const numberCancelled = async ({ record, services, origin }: Found): Promise<number | undefined> => {
  if (record.type !== 'rl1' || record.stage !== 'cancellation' || record.original_form_id === null) return undefined;
  return (await services.read.get('form', origin.tenant, record.original_form_id))?.number ?? undefined;
};

/** Whether a form is an RL-1 of a live employer: its numbers are Revenu Québec's. */
const isOfLiveRl1 = async ({ record, services, origin }: Found): Promise<boolean> => {
  if (record.type !== 'rl1' || record.business_entity_id === null) return false;
  const employer = await services.read.get('business_entity', origin.tenant, record.business_entity_id);
  return employer?.in_preview === false;
};

const OF_PREVIEW: Text = {
  en: 'The form has further slips with numbers from when its employer was in preview: delete it, and make it again.',
  fr: "Le formulaire a des relevés supplémentaires dont les numéros datent de l'aperçu de l'employeur : supprimez-le et refaites-le.",
};

/** Why an RL-1 of a live employer can have no number. */
const notNumbered = ({ record, services: { revenuQuebec: sender } }: Found): Text | undefined => {
  if (!sender) return NO_SERIES;
  return hasAssignedNumbers({ ...record, number: null }, sender) ? undefined : OF_PREVIEW;
};

/**
 * Takes numbers for a form as it is: of requests that approve it at once only one comes first, and a series of Revenu
 * Québec ends. So all of them are given the same numbers, and so is who tries again after a process died.
 */
const numbersOf = async (
  { record, services, origin }: Found,
  count: number,
  sender: Services['revenuQuebec'],
): Promise<number[]> => {
  const once = ['approve', record.id, record.version, count].join('/');
  const tax_year = record.tax_year_of ?? yearOf(record.effective_date);
  if (sender) return takeRl1Numbers(tax_year, count, once, sender, origin, services);
  const { first } = await takeNumbers('slips', { once }, count, origin, services);
  return Array.from({ length: count }, (_, i) => first + i);
};

/** Approves a year-end form: its values are locked, and its slip has a number from then on. */
export const approveForm = action({
  on: form,
  name: 'approve',
  summary: 'Approve a form',
  description:
    'A valid draft of a year-end form is locked until it is unapproved. It gets its slip number, which is never used again. The cancellation of an RL-1 has the number of the slip that it cancels.',
  facts: async (acting): Promise<ApprovalFacts> => {
    const { record, services } = acting;
    const issues = lifeOf(record) === 'in_batches' ? await issuesNow(acting) : [];
    const isGoing = record.status === 'draft' && lifeOf(record) === 'in_batches' && issues.length === 0;
    const isAssigned = isGoing && (await isOfLiveRl1(acting));
    const batch = isGoing ? await batchOf(acting) : undefined;
    const why =
      (batch && batch.status !== 'draft' ? goneWithout(batch) : undefined) ??
      (isGoing ? await whyOutdated(acting) : undefined) ??
      (isAssigned ? notNumbered(acting) : undefined);
    if (!isGoing || why) return { issues, why, number: record.number ?? 0, further: [] };
    const cancelled = await numberCancelled(acting);
    if (cancelled !== undefined) return { issues, number: cancelled, further: [] };
    const missing = await furtherSlips(acting);
    const sender = isAssigned ? services.revenuQuebec : undefined;
    const kept = record.number !== null && (!sender || hasAssignedNumbers(record, sender)) ? record.number : undefined;
    const count = (kept === undefined ? 1 : 0) + missing;
    const numbers = count === 0 ? [] : await numbersOf(acting, count, sender);
    return { issues, number: kept ?? numbers.shift()!, further: numbers };
  },
  refuse: ({ record, facts: { issues, why } }: Acting<unknown, ApprovalFacts, 'form'>) => {
    if (lifeOf(record) !== 'in_batches') return NO_APPROVAL;
    if (record.status !== 'draft')
      return {
        en: `The form is ${record.status}; only a draft can be approved.`,
        fr: `Le formulaire est « ${record.status} »; seul un brouillon peut être approuvé.`,
      };
    return issues.length > 0 ? issuesText(issues) : why;
  },
  events: ({ record: { owner_id, validation_error_count }, facts: { number, further } }) => [
    // It was counted when the form was changed last: a number of its person that was missing then was given since.
    ...(validation_error_count > 0 ? [eventsOf('form').changed({ owner_id, validation_error_count: 0 })] : []),
    formApproved({ number }),
    ...(further.length > 0 ? [formFurtherNumbersGiven({ numbers: [...further] })] : []),
  ],
});

/** Takes an approval back, as long as the batch of the form was not submitted. */
export const unapproveForm = action({
  on: form,
  name: 'unapprove',
  summary: 'Unapprove a form',
  description:
    'The form becomes a draft again and can be changed. What was submitted stays submitted; correct it with an amendment.',
  facts: async (acting) => ({ batch: await batchOf(acting) }),
  refuse: ({ record, facts: { batch } }: Acting<unknown, { batch: Batch | undefined }, 'form'>) => {
    if (record.status !== 'approved')
      return {
        en: `The form is ${record.status ?? 'not approved'}; only an approved form can be unapproved.`,
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
  /** Why its forms cannot be sent with the numbers that they have. */
  why: Text | undefined;
  reference: number;
}

/** The employer of a batch where it is live: the file of the batch goes to the agency. */
const liveEmployerOf = async (batch: Batch, { services, origin }: Pick<Found, 'services' | 'origin'>) => {
  const employer = await services.read.get('business_entity', origin.tenant, batch.owner_id);
  return employer?.in_preview === false ? employer : undefined;
};

/** Whether a batch is of RL-1s of a live employer: it goes to Revenu Québec in a file of the transmitter. */
const isOfLiveRl1s = async (batch: Batch, tools: Pick<Found, 'services' | 'origin'>) =>
  batch.form_type === 'rl1' && (await liveEmployerOf(batch, tools)) !== undefined;

/** Of cancellations, the first one of a form that only the simulated agency has: its number was never assigned. */
const ofSimulated = async (
  forms: readonly Form[],
  { services: { read }, origin }: Pick<Found, 'services' | 'origin'>,
) => {
  const named = (ids: readonly (string | null)[]) => ids.flatMap((id) => id ?? []);
  const originals = await read.getMany('form', origin.tenant, named(forms.map((one) => one.original_form_id)));
  const theirs = named([...originals.values()].map((one) => one.form_batch_id));
  const batches = await read.getMany('form_batch', origin.tenant, theirs);
  return forms.find(({ original_form_id }) => {
    const original = originals.get(original_form_id ?? '');
    return isSimulated(batches.get(original?.form_batch_id ?? '')?.confirmation_number ?? null);
  });
};

/**
 * RL-1s of a live employer are sent with numbers that Revenu Québec assigned, and no others. A cancellation has that of
 * the slip that was filed, which may be of series that are set no more.
 */
const withOtherNumbers = async (batch: Batch, { services, origin }: Pick<Found, 'services' | 'origin'>) => {
  if (!(await isOfLiveRl1s(batch, { services, origin }))) return undefined;
  const sender = services.revenuQuebec;
  if (!sender) return NO_SERIES;
  if (certificationOf(batch.tax_year, sender) === undefined) return notCertified(batch.tax_year);
  for await (const forms of services.read.pages('form', origin.tenant, equal('form_batch_id', batch.id))) {
    const others = forms.filter((one) => !hasAssignedNumbers(one, sender));
    const other = batch.form_stage === 'cancellation' ? await ofSimulated(others, { services, origin }) : others[0];
    if (other)
      return {
        en: `The form ${other.id} has a number that is none of those that Revenu Québec assigned: unapprove it, and approve it again.`,
        fr: `Le formulaire ${other.id} a un numéro qui n'est pas de ceux que Revenu Québec a attribués : annulez son approbation et approuvez-le à nouveau.`,
      };
  }
  return undefined;
};

/**
 * Forms that were approved in the same moment as others that refer to the same ones, or whose original was rejected
 * since; and originals that were approved in the same moment as others that say the same, or before a cancellation that
 * came to nothing.
 */
const withRivals = async (batch: Batch, { services, origin }: Pick<Found, 'services' | 'origin'>) => {
  for await (const forms of services.read.pages('form', origin.tenant, equal('form_batch_id', batch.id))) {
    if (batch.form_stage === 'original') {
      const found = await twinOf(forms, SENT, services.read, origin.tenant);
      if (found) return twiceText(found.id, found.twin);
      continue;
    }
    const unfiled = await unfiledOf(forms, services.read, origin.tenant);
    if (unfiled) return unfiledText(unfiled.id, unfiled.original);
    const found = await rivalOf(forms, services.read, origin.tenant);
    if (found) return rivalText(found.id, found.rival);
  }
  return undefined;
};

/** Whose names are gone: no employee is without a last name, and no contractor without one of the two. */
const ERASED_PEOPLE = any(
  among('employee_id', 'employee', 'id', absent('last_name')),
  among('contractor_id', 'contractor', 'id', all(absent('last_name'), absent('business_name'))),
);

/** Forms of people who were erased since they were approved: no file can be made with them. */
const withErased = async (batch: Batch, { services, origin }: Pick<Found, 'services' | 'origin'>) => {
  const theirs = all(equal('form_batch_id', batch.id), ERASED_PEOPLE);
  const [erased] = (await services.read.first('form', origin.tenant, theirs, 1)).rows;
  return (
    erased && {
      en: `The person of the form ${erased.id} was erased, and the agency's file cannot be made without their name: unapprove the form, and delete it.`,
      fr: `La personne du formulaire ${erased.id} a été effacée, et le fichier de l'organisme ne peut être fait sans son nom : annulez l'approbation du formulaire et supprimez-le.`,
    }
  );
};

/**
 * The number of the file of a batch: one for each submission. Of requests that submit it at once all are given the same
 * one, and so is who tries again after a process died. A batch that became a draft again has another one than before.
 */
const fileNumber = async (batch: Batch, { services, origin }: Pick<Found, 'services' | 'origin'>): Promise<number> => {
  const sender = (await isOfLiveRl1s(batch, { services, origin })) ? services.revenuQuebec : undefined;
  const once = ['submit', batch.id, batch.reference ?? 'first'].join('/');
  if (sender) return takeRl1File(batch.tax_year, once, sender, origin, services);
  return (await takeNumbers('files', { once }, 1, origin, services)).first;
};

const tooMany = (total: number): Text => ({
  en: `The batch has ${total} forms, and the file of an agency holds at most ${MOST_FORMS_IN_FILE}: put the others into another batch.`,
  fr: `Le lot a ${total} formulaires, et le fichier d'un organisme en contient au plus ${MOST_FORMS_IN_FILE} : placez les autres dans un autre lot.`,
});

const notSubmittable = ({ total, invalid, approved }: SubmissionFacts['counts']): Text | undefined => {
  if (total === 0) return { en: 'The batch has no forms.', fr: "Le lot n'a pas de formulaires." };
  const told = (count: number, one: Text, many: Text): Text => ({
    en: `${count} form${count === 1 ? '' : 's'} of the batch, out of ${total}, ${count === 1 ? one.en : many.en}: every form must be valid and approved.`,
    fr: `${count} formulaire${count === 1 ? '' : 's'} du lot, sur ${total}, ${count === 1 ? one.fr : many.fr} : chacun doit être valide et approuvé.`,
  });
  if (invalid > 0)
    return told(invalid, { en: 'has errors', fr: 'a des erreurs' }, { en: 'have errors', fr: 'ont des erreurs' });
  if (approved === total) return total > MOST_FORMS_IN_FILE ? tooMany(total) : undefined;
  return told(
    total - approved,
    { en: 'is not approved', fr: "n'est pas approuvé" },
    { en: 'are not approved', fr: 'ne sont pas approuvés' },
  );
};

/** Files a batch with its agency; the batch and its forms show the outcome. */
export const submitFormBatch = action({
  on: formBatch,
  name: 'submit',
  summary: 'Submit a form batch',
  description:
    "Sends its forms to the agency; all of them must be valid and approved. For an employer in preview a simulated agency answers. Otherwise its file can be downloaded for upload, and an operator records the agency's answer. While its file could not be made for what the employer or its contact lacks, the answer is 422 and names each field.",
  problems: [400, 404, 409, 422],
  facts: async ({ record, origin, services }): Promise<SubmissionFacts> => {
    const counts = (await countsOf([record.id], services, origin.tenant)).get(record.id)!;
    const isReady = record.status === 'draft' && notSubmittable(counts) === undefined;
    const tools = { services, origin };
    const why = isReady
      ? ((await withErased(record, tools)) ??
        (await withOtherNumbers(record, tools)) ??
        (await withRivals(record, tools)))
      : undefined;
    const goes = isReady && why === undefined;
    const employer = goes ? await liveEmployerOf(record, tools) : undefined;
    if (employer) await needFiler(record, employer, { tenant: origin.tenant, origin, services });
    const reference = goes ? await fileNumber(record, tools) : 0;
    return { counts, why, reference };
  },
  refuse: ({ record, facts: { counts, why } }: Acting<unknown, SubmissionFacts, 'form_batch'>) =>
    record.status === 'draft'
      ? (notSubmittable(counts) ?? why)
      : {
          en: `The batch is ${record.status}; only a draft can be submitted.`,
          fr: `Le lot est « ${record.status} »; seul un brouillon peut être soumis.`,
        },
  events: ({ facts: { counts, reference } }) => [formBatchSubmitted({ reference, forms: counts.total })],
});

/** What can be done to forms and batches. */
export const formActions = [approveForm, unapproveForm, submitForm, scriptForm, submitFormBatch, scriptFormBatch];
