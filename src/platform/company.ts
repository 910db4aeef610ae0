import { z } from 'zod';
import { instantSchema } from '../kernel/definition/envelopes.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, choice, derived, ofScope, text } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { objectOf, textIf } from '../values/json.ts';

export const PAY_DAY_MOVEMENTS = ['inherit', 'next_business_day', 'previous_business_day'] as const;

const tokenSchema = z
  .object({
    access_token: z.string().meta({ description: 'Returned once; the service stores only its hash' }),
    expires_in: z.int().meta({ description: 'Minutes for which it is valid' }),
    expires_at: instantSchema().meta({ description: 'When it expires' }),
  })
  .meta({ description: 'Its first access token, only in the answer to its creation' });

const fields = {
  name: about('Name of the company', text({ required: true, column: true }), 'Northlake Bakery'),
  pay_day_movement_setting: about(
    'How a pay date on a weekend or holiday moves; `inherit` uses the default of the service, the business day before',
    choice(PAY_DAY_MOVEMENTS, { initial: 'inherit' }),
    'previous_business_day',
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'crm-4711'),
  preferred_locale: about(
    "Default language of its texts, employees and contractors; null uses the partner's",
    choice(['en', 'fr'], { nullable: true }),
    'fr',
  ),
  status: about(
    'Always null; for clients that expect the member',
    derived(z.string().nullable(), () => null),
  ),
  partner: about('The partner that it belongs to', ofScope('partner', { onlyExpanded: true })),
  token: about(
    'Its first access token, only in the answer to its creation',
    derived(tokenSchema.optional(), () => undefined),
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    company: StateOfFields<typeof fields>;
  }
}

/** One customer of a partner: the owner of employers and of the people they pay. */
export const company = defineResource({
  object: 'company',
  plural: 'companies',
  prefix: 'cmp',
  path: '/companies',
  context: 'platform',
  scope: 'partner',
  link: 'absolute',
  purpose: 'One customer of a partner; owns business entities, employees and contractors.',
  fields,
  lists: {
    business_entities: { of: 'business_entity', by: 'scope_id' },
    employees: { of: 'employee', by: 'scope_id' },
    contractors: { of: 'contractor', by: 'scope_id' },
  },
  filters: { external_ref: sameText('external_ref') },
  operations: ['list', 'create', 'retrieve', 'update'],
  examples: { create: ['name', 'external_ref', 'preferred_locale'], update: ['name'] },
  auth: { retrieve: 'either', update: 'either' },
  createStandsWhile: ({ data }) => textIf(objectOf(objectOf(data).token).access_token),
  afterCreate: async (state, call) => {
    const owner = { company_id: state.id, partner_id: state.scope_id };
    const token = await call.services.credentials.issueToken({ ...owner, purpose: 'access' });
    return { token: { ...token } };
  },
});
