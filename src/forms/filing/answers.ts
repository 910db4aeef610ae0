import type { Action } from '../../kernel/calls/actions.ts';
import type { EventBody, RecordOf } from '../../kernel/definition/resource.ts';
import { all, equal } from '../../values/condition.ts';
import type { Text } from '../../values/text.ts';
import {
  formAccepted,
  formBatchAnswered,
  formBatchReceived,
  formReceived,
  formRejected,
  formSerialNumberGiven,
} from '../events.ts';
import { form } from '../form.ts';
import { formBatch, isBeingSubmitted } from '../form-batch.ts';
import { SERIAL_NUMBER } from '../model/roe-codes.ts';
import type { BatchStatus, FormStatus } from '../model/states.ts';
import { formTypeOf } from '../types/index.ts';
import { type AgencyAnswer, isSimulated } from './agency.ts';

/** What is recorded of what agencies answer. */

/** The state that an answer leads to. */
const SAID = { receive: 'submitted', accept: 'done', reject: 'rejected' } as const;

const refusal = (thing: Text, status: FormStatus | null, { outcome }: AgencyAnswer): Text | undefined => {
  if (status === 'processing' || (status === 'submitted' && outcome !== 'receive')) return undefined;
  return status === SAID[outcome]
    ? undefined
    : {
        en: `${thing.en} is ${status}: an agency answers a submitted form or batch, once.`,
        fr: `${thing.fr} est « ${status} » : un organisme répond à ce qui a été soumis, une fois.`,
      };
};

/** The status of a batch by what its agency has answered: its own says so a moment later, behind its forms. */
export const statusAnswered = ({
  status,
  answered,
}: Pick<RecordOf<'form_batch'>, 'status' | 'answered'>): BatchStatus => (answered ? SAID[answered] : status);

/** The event that an answer to a batch is. */
export const answerEvent = (answer: AgencyAnswer): EventBody => {
  if (answer.outcome === 'receive') return formBatchReceived({ confirmation_number: answer.confirmation_number });
  return formBatchAnswered({ confirmation_number: null, reasons: [], ...answer });
};

/** Whether a text is a serial number as Service Canada gives them. */
export const isSerialNumber = (text: string): boolean => SERIAL_NUMBER.test(text);

/**
 * The events that an answer to a form that is filed alone is. Service Canada's number of what it took is a serial
 * number.
 */
export const formAnswerEvents = (answer: AgencyAnswer): EventBody[] => {
  if (answer.outcome === 'reject') return [formRejected({ reasons: answer.reasons })];
  const { outcome, confirmation_number } = answer;
  const serial = confirmation_number !== null && isSerialNumber(confirmation_number) ? confirmation_number : null;
  return [
    ...(serial === null ? [] : [formSerialNumberGiven({ serial_number: serial })]),
    outcome === 'accept' ? formAccepted({}) : formReceived({}),
  ];
};

interface Employed {
  employer: RecordOf<'business_entity'> | undefined;
}

/**
 * Whether a batch that only the simulated agency has was left done when its employer went live: before the end of
 * preview rejected such batches, they stayed.
 */
const isLeftOfPreview = (
  { status, confirmation_number }: Pick<RecordOf<'form_batch'>, 'status' | 'confirmation_number'>,
  { employer }: Employed,
): boolean => status === 'done' && isSimulated(confirmation_number) && employer?.in_preview === false;

const NOT_FILED_YET: Text = {
  en: 'The forms of the batch are just being submitted: repeat the command in a moment.',
  fr: 'Les formulaires du lot sont en cours de soumission : répétez la commande dans un instant.',
};

/**
 * An operator records what an agency answered to a file that was uploaded by hand. Once the batch has ended it is
 * recorded no second time; until then its forms get it again, which changes none that has it.
 */
export const answerFormBatch: Action<AgencyAnswer, Employed, 'form_batch'> = {
  on: formBatch,
  name: 'answer',
  summary: 'Record what the agency answered',
  facts: async ({ record, origin, services }) => ({
    employer: await services.read.get('business_entity', origin.tenant, record.owner_id),
  }),
  refuse: ({ record, body, facts }) =>
    body.outcome === 'reject' && isLeftOfPreview(record, facts)
      ? undefined
      : isBeingSubmitted(record)
        ? NOT_FILED_YET
        : refusal({ en: 'The batch', fr: 'Le lot' }, statusAnswered(record), body),
  events: ({ record, body }) => (record.status === SAID[body.outcome] ? [] : [answerEvent(body)]),
};

interface Launched {
  /** When its employer left preview; undefined where that cannot be told, or it did not. */
  launched_at: string | undefined;
}

/** The same of a form that was sent by itself. The simulated agency gives it no number, so the time tells. */
export const answerForm: Action<AgencyAnswer, Launched, 'form'> = {
  on: form,
  name: 'answer',
  summary: 'Record what the agency answered',
  facts: async ({ record, origin, services }) => {
    const launched = all(equal('record_id', record.business_entity_id ?? ''), equal('event', 'business_launched'));
    const [first] = (await services.read.first('usage_record', origin.tenant, launched, 1)).rows;
    return { launched_at: first?.happened_at };
  },
  refuse: ({ record, body, facts: { launched_at } }) => {
    if (formTypeOf(record.type).life !== 'alone' || record.submission_setting === 'manual')
      return {
        en: 'The form was not submitted individually: an agency answers its batch, or its employer.',
        fr: "Le formulaire n'a pas été envoyé seul : un organisme répond à son lot, ou à son employeur.",
      };
    const isLeft = record.status === 'done' && launched_at !== undefined && record.updated_at <= launched_at;
    return body.outcome === 'reject' && isLeft
      ? undefined
      : refusal({ en: 'The form', fr: 'Le formulaire' }, record.status, body);
  },
  events: ({ record, body }) => (record.status === SAID[body.outcome] ? [] : formAnswerEvents(body)),
};
