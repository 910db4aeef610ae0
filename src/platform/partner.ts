import { z } from 'zod';
import { presentOne } from '../kernel/answers/present.ts';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, text } from '../kernel/definition/fields.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import { type DomainEvent, defineResource, type State, streamOf } from '../kernel/definition/resource.ts';
import { idSchema } from '../kernel/definition/schemas.ts';
import { begunBy } from '../kernel/events/stamp.ts';
import { textIf } from '../values/json.ts';
import { notFound } from '../values/problem.ts';
import { partnerRegistered, partnerSecretIssued, partnerSecretRevoked } from './events.ts';

const LANGUAGES: Record<string, Record<string, string>> = {
  en: { en: 'English', fr: 'Anglais' },
  fr: { en: 'French', fr: 'Français' },
};

const fields = {
  name: about('Name of the partner', text({ readOnly: true }), 'Ledgerworks'),
  preferred_locale: about('Default language of its companies', {
    ...choice(['en', 'fr'], { readOnly: true }),
    answer: z.object({
      id: z.enum(['en', 'fr']).meta({ description: 'The language' }),
      object: z.literal('locale').meta({ description: 'Type of the record' }),
      data: z
        .object({ label: z.string().meta({ description: 'Name of the language' }) })
        .meta({ description: "The language's data" }),
    }),
    show: (state, view) => {
      const id = textIf(state.preferred_locale) ?? 'en';
      return { id, object: 'locale', data: { label: LANGUAGES[id]?.[view.locale] ?? id } };
    },
  }),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    partner: StateOfFields<typeof fields>;
  }
}

/** The platform that manages companies. It is registered by an operator, never through the interface. */
export const partner = defineResource({
  object: 'partner',
  plural: 'partners',
  prefix: 'ptn',
  path: '/partner',
  context: 'platform',
  scope: 'partner',
  link: 'by_query',
  purpose: 'The platform that manages companies through the interface.',
  fields,
  operations: [],
  announced: false,
  events: [partnerRegistered, partnerSecretIssued, partnerSecretRevoked],
  // Its secrets are in the event log for auditors alone; what is valid is asked of the credentials.
  evolve: (state, event, key) => (partnerRegistered.is(event) ? registered(event, key.id) : state),
});

const registered = (event: DomainEvent, id: string): State => ({
  preferred_locale: 'en',
  ...event.data,
  ...begunBy(event, id),
  scope_id: id,
});

/** GET /partner: the partner of the credential. */
export const retrievePartner: Operation = {
  id: 'retrieve_partner',
  method: 'GET',
  path: '/partner',
  auth: 'either',
  tag: 'partner',
  summary: 'Retrieve the partner of the credential',
  description: 'Returns the partner that the credential belongs to.',
  answers: { 200: { description: 'The partner', schema: envelopeSchema(partner) } },
  localized: true,
  resource: partner,
  // Its own link names it; there is no other to be read.
  query: { partner: { schema: idSchema('partner'), describe: 'The id of the partner, as in `links.self`' } },
  problems: [404],
  run: async (call) => {
    const { partner_id } = call.tenant;
    if (call.query.partner !== undefined && call.query.partner !== partner_id) throw notFound();
    const { services } = call;
    // A partner's credential is valid before read models know the partner.
    const row =
      (await services.read.get('partner', { partner_id }, partner_id)) ??
      (await loadRecords(streamOf('partner', partner_id), services)).aggregate.get('partner', partner_id);
    if (!row) throw notFound();
    return { status: 200, body: await presentOne(partner, row, call) };
  },
};
