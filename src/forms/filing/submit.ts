import { type Acting, action } from '../../kernel/calls/actions.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { equal } from '../../values/condition.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { formSent, formSubmitted } from '../events.ts';
import { form } from '../form.ts';
import { takeNumbers } from '../numbers.ts';
import { formTypeOf } from '../types/index.ts';
import { type Found, issuesNow, issuesText } from './issues-now.ts';
import { whyOutdated } from './referring.ts';

/** Submits a form that is filed by itself: by its employer's hand, or sent by the service under an authorization. */

type Authorization = RecordOf<'roe_authorization'>;

interface Facts {
  setting: 'manual' | 'managed';
  /** What the government gave the employer; else a request that it has not answered yet, else one that it refused. */
  authorization: Authorization | undefined;
  /** Of what is sent: what prevents it. */
  issues: readonly Issue[];
  /** Of what replaces another one: why it does so no more. */
  why: Text | undefined;
  number: number;
}

const ORDER = ['authorized', 'processing', 'unauthorized'] as const;

/** The request that counts: one that was granted stays so, whatever becomes of others. */
const standing = (requests: readonly Authorization[]): Authorization | undefined =>
  ORDER.flatMap((is) => requests.find(({ status }) => (status ?? 'processing') === is) ?? [])[0];

const isAuthorized = (authorization: Authorization | undefined): boolean => authorization?.status === 'authorized';

const ASK: Text = {
  en: 'Ask with POST /business_entity_roe_authorizations, or set roe_submission_setting of the employer to manual.',
  fr: "Demandez-la par POST /business_entity_roe_authorizations, ou mettez roe_submission_setting de l'employeur à manual.",
};

const notAuthorized = (authorization: Authorization | undefined): Text => {
  if (!authorization)
    return {
      en: `The employer lets the service send its records of employment, and no authorization was asked for. ${ASK.en}`,
      fr: `L'employeur laisse le service envoyer ses relevés d'emploi, et aucune autorisation n'a été demandée. ${ASK.fr}`,
    };
  return authorization.status === 'unauthorized'
    ? {
        en: `The government refused the authorization ${authorization.id} to send records of employment of the employer. ${ASK.en}`,
        fr: `Le gouvernement a refusé l'autorisation ${authorization.id} d'envoyer les relevés d'emploi de l'employeur. ${ASK.fr}`,
      }
    : {
        en: `The government has not answered yet to the request ${authorization.id} for authorization to send records of employment of the employer.`,
        fr: `Le gouvernement n'a pas encore répondu à la demande ${authorization.id} d'autorisation d'envoyer les relevés d'emploi de l'employeur.`,
      };
};

const factsOf = async (acting: Found): Promise<Facts> => {
  const { record, origin, services } = acting;
  const { business_entity_id } = record;
  const isDraft = formTypeOf(record.type).life === 'alone' && record.status === 'draft';
  const employer =
    isDraft && business_entity_id !== null
      ? await services.read.get('business_entity', origin.tenant, business_entity_id)
      : undefined;
  const setting = employer?.roe_submission_setting === 'managed' ? 'managed' : 'manual';
  const authorization =
    setting === 'managed'
      ? standing(
          await services.read.find('roe_authorization', origin.tenant, equal('business_entity_id', employer?.id ?? '')),
        )
      : undefined;
  const issues = setting === 'managed' ? await issuesNow(acting) : [];
  const why = isDraft ? await whyOutdated(acting) : undefined;
  const goes = isDraft && !why && (setting === 'manual' || (isAuthorized(authorization) && issues.length === 0));
  const number =
    record.number ?? (goes ? (await takeNumbers('slips', { anew: record.id }, 1, origin, services)).first : 0);
  return { setting, authorization, issues, why, number };
};

export const submitForm = action({
  on: form,
  name: 'submit',
  summary: 'Submit a form that is filed individually',
  description:
    "For records of employment. If its employer's setting is `manual`, nothing is sent: the form is done, and its file can be downloaded for upload to the agency. If it is `managed`, the form is sent to the agency, provided that the government has authorized it for the employer and the form has no errors. Year-end forms go with their batch.",
  facts: factsOf,
  refuse: ({ record, facts: { setting, authorization, issues, why } }: Acting<unknown, Facts, 'form'>) => {
    const { life } = formTypeOf(record.type);
    if (life === 'in_batches')
      return {
        en: 'A year-end form is submitted with its batch: submit the batch.',
        fr: "Un formulaire de fin d'année va à son organisme avec un lot : soumettez celui-ci.",
      };
    if (life === 'kept')
      return {
        en: 'The form stays with the employer: it is not submitted to an agency.',
        fr: "Le formulaire reste chez l'employeur : il n'est soumis à personne.",
      };
    if (record.status !== 'draft')
      return {
        en: `The form is ${record.status}; only a draft can be submitted.`,
        fr: `Le formulaire est « ${record.status} »; seul un brouillon peut être soumis.`,
      };
    if (setting === 'managed' && !isAuthorized(authorization)) return notAuthorized(authorization);
    return issues.length > 0 ? issuesText(issues) : why;
  },
  events: ({ facts: { setting, authorization, number } }) => [
    setting === 'managed' && authorization
      ? formSent({ number, roe_authorization_id: authorization.id })
      : formSubmitted({ number }),
  ],
  problems: [400, 404, 409, 422],
});
