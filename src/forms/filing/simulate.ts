import { z } from 'zod';
import { type Acting, action } from '../../kernel/calls/actions.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { textSchema } from '../../kernel/definition/schemas.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { formBatchScripted, formScripted } from '../events.ts';
import { form } from '../form.ts';
import { formBatch } from '../form-batch.ts';
import type { FormStatus } from '../model/states.ts';
import { formTypeOf } from '../types/index.ts';
import { statusAnswered } from './answers.ts';

/** What the simulated agency of employers in preview has to answer. */

const reasonSchema = z.strictObject({
  code: textSchema({ max: 50 })
    .nullable()
    .optional()
    .meta({ description: "The agency's code for it", examples: ['40012'] }),
  text: textSchema({ min: 1, max: 1_000 }).meta({
    description: "The agency's text",
    examples: ['The account is closed.'],
  }),
});

const scriptSchema = z.strictObject({
  outcome: z.enum(['accept', 'receive', 'reject']).meta({
    description: 'accept: accepts all; receive: confirms receipt and gives no further answer; reject: rejects all',
  }),
  reasons: z
    .array(reasonSchema)
    .max(100)
    .optional()
    .meta({
      description: 'Reasons for the rejection',
      examples: [[{ code: '40012', text: 'The account is closed.' }]],
    }),
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

const EXAMPLES = {
  reject: {
    summary: 'The agency rejects it',
    value: { outcome: 'reject', reasons: [{ code: '40012', text: 'The account is closed.' }] },
  },
};

interface Employed {
  employer: RecordOf<'business_entity'> | undefined;
}

/** Why what an agency answers cannot be said beforehand. */
const refusal = (thing: Text, status: FormStatus | null, { employer }: Employed): Text | undefined => {
  if (employer?.in_preview !== true)
    return {
      en: 'The employer is not in preview: what its agencies answer cannot be simulated.',
      fr: "L'employeur n'est pas en aperçu : ce que répondent ses organismes ne peut être simulé.",
    };
  return status === 'draft' || status === 'processing' || status === 'submitted'
    ? undefined
    : {
        en: `${thing.en} is ${status}: the agency has answered already.`,
        fr: `${thing.fr} est « ${status} » : l'organisme a déjà répondu.`,
      };
};

const employerOf = async (
  id: string | null,
  { origin, services }: Pick<Acting<unknown, unknown>, 'origin' | 'services'>,
) => (id === null ? undefined : services.read.get('business_entity', origin.tenant, id));

/** Sets what the simulated agency says to a batch of an employer in preview. */
export const scriptFormBatch = action({
  on: formBatch,
  name: 'simulate',
  summary: 'Set the answer of the simulated agency',
  description:
    'Only for an employer in preview, whose batches go to a simulated agency. By default it accepts everything. For a batch that was received but not answered yet, this is the answer.',
  body: scriptSchema,
  examples: EXAMPLES,
  facts: async ({ record, ...acting }) => ({ employer: await employerOf(record.owner_id, acting) }),
  validate: ({ body }: Acting<Script, Employed, 'form_batch'>) => scriptIssues(body),
  refuse: ({ record, facts }) => refusal({ en: 'The batch', fr: 'Le lot' }, statusAnswered(record), facts),
  events: ({ body: { outcome, reasons } }) => [formBatchScripted({ outcome, reasons: keptReasons(reasons) })],
  problems: [400, 404, 409, 422],
});

/** The same of a form that is filed alone, once it is sent. */
export const scriptForm = action({
  on: form,
  name: 'simulate',
  summary: 'Set the answer of the simulated agency',
  description:
    'Only for a form that is filed individually, of an employer in preview: the service sends it to a simulated agency. By default the agency accepts it. For a form that was received but not answered yet, this is the answer.',
  body: scriptSchema,
  examples: EXAMPLES,
  facts: async ({ record, ...acting }) => ({ employer: await employerOf(record.business_entity_id, acting) }),
  validate: ({ body }: Acting<Script, Employed, 'form'>) => scriptIssues(body),
  refuse: ({ record, facts }) =>
    formTypeOf(record.type).life === 'alone'
      ? refusal({ en: 'The form', fr: 'Le formulaire' }, record.status, facts)
      : {
          en: 'The form is not filed individually: an agency answers its batch.',
          fr: "Le formulaire n'est pas produit seul : un organisme répond à son lot.",
        },
  events: ({ body: { outcome, reasons } }) => [formScripted({ outcome, reasons: keptReasons(reasons) })],
  problems: [400, 404, 409, 422],
});
