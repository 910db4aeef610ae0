import { z } from 'zod';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { about, flag, kept, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import {
  type DomainEvent,
  defineResource,
  type RecordOf,
  type State,
  streamOf,
} from '../kernel/definition/resource.ts';
import type { ProviderConnection, Services } from '../kernel/definition/services.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { derivedId } from '../values/ids.ts';
import { PROVIDERS, type ProviderName } from './books/provider-names.ts';
import {
  integrationAuthorizationAsked,
  integrationAuthorizationFailed,
  integrationConnected,
  integrationDisconnected,
  integrationImportBegun,
  integrationSyncEnded,
} from './events.ts';

/** What waits for a provider's redirect. */
export type Waiting = { digest: string; expires_at: string };

const fields = {
  business_entity: about('The employer', reference('business_entity', { readOnly: true })),
  provider: about(
    'The accounting provider',
    { ...kept<ProviderName>(z.enum(PROVIDERS)), column: 'text' as const },
    'quickbooks',
  ),
  is_enabled: about('Whether it is connected', flag({ readOnly: true, column: true }), true),
  realm_id: about('What the provider calls the books', kept<string | null>(z.string().nullable())),
  waiting: about('What waits for the provider', kept<Waiting | null>(z.any())),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    integration_connection: StateOfFields<typeof fields> & {
      /** Why the last authorization came to nothing; null where it did not. */
      refusal?: string | null;
    };
  }
}

/** An employer's connection with one provider: one record each, made when it is first asked for. */
export const integrationConnection = defineResource({
  object: 'integration_connection',
  plural: 'integration_connections',
  prefix: 'intcn',
  path: '/integration_connections',
  context: 'accounting',
  scope: 'company',
  purpose: 'Connection of an employer with an accounting provider.',
  fields,
  operations: [],
  announced: false,
  events: [
    integrationAuthorizationAsked,
    integrationConnected,
    integrationAuthorizationFailed,
    integrationDisconnected,
    integrationImportBegun,
    integrationSyncEnded,
  ],
  evolve: (state: Connection | undefined, event, key) => evolved(state, event, key.id),
});

export type Connection = RecordOf<'integration_connection'>;

/** The id of an employer's connection with a provider. */
export const connectionId = (business_entity_id: string, provider: ProviderName): string =>
  derivedId('intcn', 0, `${business_entity_id}/${provider}`);

/** A connection as its stream has it: rows may have the books that the employer was connected with before. */
export const connectionNow = async (id: string, services: Services): Promise<Connection | undefined> =>
  (await loadRecords(streamOf(integrationConnection.object, id), services)).aggregate.get(
    integrationConnection.object,
    id,
  );

/** What its tokens are asked for by. */
export const keyOf = ({ id, provider, realm_id }: Connection): ProviderConnection => ({
  id,
  provider,
  realm_id: realm_id ?? '',
});

const evolved = (state: Connection | undefined, event: DomainEvent, id: string): State | undefined => {
  const at = event.metadata.occurred_at ?? '';
  const { business_entity_id = null, provider = null } = event.data;
  const before: State = state ?? {
    id,
    scope_id: event.metadata.company_id ?? '',
    created_at: at,
    updated_at: at,
    version: '0',
    business_entity_id,
    provider,
    is_enabled: false,
    realm_id: null,
    waiting: null,
  };
  const now: State = stamped(before, event);
  if (integrationAuthorizationAsked.is(event)) {
    const { digest, expires_at } = event.data;
    return { ...now, waiting: { digest, expires_at }, refusal: null };
  }
  if (integrationConnected.is(event))
    return { ...now, is_enabled: true, realm_id: event.data.realm_id, waiting: null, refusal: null };
  if (integrationAuthorizationFailed.is(event)) return { ...now, waiting: null, refusal: event.data.reason };
  if (integrationDisconnected.is(event)) return { ...now, is_enabled: false, waiting: null };
  return now;
};
