import { z } from 'zod';
import type { Action } from '../kernel/calls/actions.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, kept, reference, text } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { type DomainEvent, defineResource, type State } from '../kernel/definition/resource.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { roeAuthorizationGranted, roeAuthorizationRefused } from './events.ts';

const STATUSES = ['authorized', 'processing', 'unauthorized'] as const;
type Outcome = Exclude<(typeof STATUSES)[number], 'processing'>;

/** What an answer of the government is recorded as. */
const EVENTS = { authorized: roeAuthorizationGranted, unauthorized: roeAuthorizationRefused } satisfies Record<
  Outcome,
  unknown
>;

const fields = {
  business_entity: about(
    'The employer that it is for',
    reference('business_entity', { required: true, on: 'create', expandable: false }),
  ),
  status: about(
    'processing until the government has answered; then authorized or unauthorized',
    kept<string>(z.enum(STATUSES), { show: (state) => state.status ?? 'processing', storedAs: z.enum(STATUSES) }),
    'processing',
  ),
  note: about('Comment', text({ nullable: true, max: 1_000 }), 'Signed form sent on Monday.'),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    roe_authorization: StateOfFields<typeof fields>;
  }
}

/**
 * Asks that records of employment may be sent for an employer. The government answers outside of this interface; an
 * operator records what it answered, so the status is nobody's to set here.
 */
export const roeAuthorization = defineResource({
  object: 'roe_authorization',
  plural: 'roe_authorizations',
  prefix: 'roea',
  path: '/business_entity_roe_authorizations',
  context: 'employers',
  scope: 'company',
  purpose: 'Request for authorization to file records of employment for a business entity, and its status.',
  fields,
  filters: {
    business_entity_id: { ...sameText('business_entity_id', 'Of this employer'), required: true },
  },
  operations: ['list', 'create', 'retrieve', 'update'],
  absent: {
    delete: {
      en: 'A request for authorization stays on record; make another one instead.',
      fr: "Une demande d'autorisation reste consignée; faites-en plutôt une autre.",
    },
  },
  examples: { create: ['business_entity_id', 'note'], update: ['note'] },
  limits: [
    {
      by: 'business_entity_id',
      most: 100,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'ROE authorizations', fr: "demandes d'autorisation" },
    },
  ],
  events: [roeAuthorizationGranted, roeAuthorizationRefused],
  evolve: (state, event) => state && answered(state, event),
});

const answered = (state: State, event: DomainEvent): State => {
  if (!roeAuthorizationGranted.is(event) && !roeAuthorizationRefused.is(event)) return state;
  const status = roeAuthorizationGranted.is(event) ? 'authorized' : 'unauthorized';
  // The note is the caller's; where there is none, the operator's words are shown.
  return { ...stamped(state, event), status, note: state.note ?? event.data.note };
};

/**
 * An operator records what the government answered. Recorded twice it is one event; another answer than that is a 400.
 */
export const roeAnswer: Action<{ outcome: Outcome; note: string }, undefined, 'roe_authorization'> = {
  on: roeAuthorization,
  name: 'answer',
  summary: 'Record what the government answered',
  refuse: ({ record, body }) => {
    const status = record.status ?? 'processing';
    return status === 'processing' || status === body.outcome
      ? undefined
      : {
          en: `The government has answered already: the request is ${status}. Make another request.`,
          fr: `Le gouvernement a déjà répondu : la demande est « ${status} ». Faites une autre demande.`,
        };
  },
  events: ({ record, body: { outcome, note } }) =>
    record.status === outcome ? [] : [EVENTS[outcome]({ business_entity_id: record.business_entity_id, note })],
};
