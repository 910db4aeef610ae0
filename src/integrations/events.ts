import { z } from 'zod';
import { keptInstantSchema } from '../kernel/definition/schemas.ts';
import { defineEvent } from '../kernel/events/define.ts';
import { PROVIDERS, SYNCS } from './books/provider-names.ts';

/** What happens to connections with accounting providers. Tokens are in no event. */

/** Each event says whose connection it is. */
const whose = {
  business_entity_id: z.string().meta({ description: 'The employer' }),
  provider: z.enum(PROVIDERS).meta({ description: 'The accounting provider' }),
};

export const integrationAuthorizationAsked = defineEvent({
  type: 'IntegrationAuthorizationAsked',
  version: 1,
  says: 'A caller asked for the address at which a provider is authorized.',
  data: z.strictObject({
    ...whose,
    digest: z.string().meta({ description: 'Of the one-time state that the address carries' }),
    expires_at: keptInstantSchema.meta({ description: 'Until when that is good' }),
  }),
});

export const integrationConnected = defineEvent({
  type: 'IntegrationConnected',
  version: 1,
  says: 'A provider was authorized for an employer, or its tokens were handed over.',
  data: z.strictObject({
    ...whose,
    realm_id: z.string().meta({ description: 'What the provider calls the books' }),
    by: z.enum(['authorization', 'import']).meta({ description: 'How the tokens came' }),
  }),
});

export const integrationAuthorizationFailed = defineEvent({
  type: 'IntegrationAuthorizationFailed',
  version: 1,
  says: 'A provider was not authorized: it or its user refused.',
  data: z.strictObject({ ...whose, reason: z.string().max(300).meta({ description: 'What was told' }) }),
});

export const integrationDisconnected = defineEvent({
  type: 'IntegrationDisconnected',
  version: 1,
  says: 'A connection ended: a caller disconnected it, or the provider does not accept its tokens any more.',
  data: z.strictObject({ ...whose, reason: z.enum(['asked', 'refused_by_provider']) }),
});

export const integrationImportBegun = defineEvent({
  type: 'IntegrationImportBegun',
  version: 1,
  says: 'An import from a provider, or the export of an entry to it, began: until its task has ended, no other task does the same for the employer.',
  data: z.strictObject({
    ...whose,
    sync: z.enum(SYNCS).meta({ description: 'What is synchronized' }),
    task_id: z.string().meta({ description: 'The task that does it' }),
  }),
  touches: 'nothing',
});

export const integrationSyncEnded = defineEvent({
  type: 'IntegrationSyncEnded',
  version: 1,
  says: 'An import from a provider or an export to it ended, with or without success.',
  data: z.strictObject({
    ...whose,
    sync: z.enum(SYNCS).meta({ description: 'What was synchronized' }),
    task_id: z.string().meta({ description: 'The task that did it' }),
    is_complete: z.boolean().meta({ description: 'Whether all of it was done' }),
  }),
});
