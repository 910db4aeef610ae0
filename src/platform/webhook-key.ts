import { z } from 'zod';
import { type Action, action } from '../kernel/calls/actions.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { embeddedListSchema, instantSchema } from '../kernel/definition/envelopes.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { formatInstant } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import { notFound } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { webhookKeyRevoked, webhookKeyRotated } from './events.ts';
import { MOST_OVERLAP_minutes } from './partner-secret.ts';
import { type EarlierKey, openedKeys, sealedKey, webhook } from './webhook.ts';

/** Rotating the key that calls are signed with, without a moment in which a receiver cannot verify them. */

type Webhook = RecordOf<'webhook'>;

const DAY_minutes = 24 * 60;

/** A valid key of a webhook, as it may be shown. */
export interface WebhookKey {
  id: string;
  created_at: string;
  /** Set when it has been replaced. */
  expires_at: string | null;
}

/** The first key of a webhook has the id that the webhook gives it; later ones are named in their events. */
const presentOf = (state: Webhook): WebhookKey => {
  const created_at = state.key_created_at ?? state.created_at;
  const first = derivedId('whkey', Date.parse(state.created_at), state.id);
  return { id: state.key_id ?? first, created_at, expires_at: null };
};

const earlierOf = (state: Webhook, now: string): EarlierKey | undefined => {
  const earlier = state.earlier_key;
  return earlier && earlier.expires_at > now ? earlier : undefined;
};

/** The valid keys of a webhook at an instant, the present one first. */
export const keysOf = (state: Webhook, now: string): WebhookKey[] => {
  const earlier = earlierOf(state, now);
  const kept = earlier && { id: earlier.id, created_at: earlier.created_at, expires_at: earlier.expires_at };
  return [presentOf(state), ...(kept ? [kept] : [])];
};

const REFUSALS: Record<'two' | 'present', Text> = {
  two: {
    en: 'Two keys are valid already. Revoke the older one, or wait until it ends, before another is made.',
    fr: "Deux clés sont déjà valides. Révoquez la plus ancienne, ou attendez sa fin, avant d'en créer une autre.",
  },
  present: {
    en: 'Calls are signed with it, and no other stays. Make another one before it is revoked; with overlap_minutes 0 it ends at once.',
    fr: 'Les appels sont signés avec elle, et aucune autre ne reste. Créez-en une autre avant de la révoquer; avec overlap_minutes 0, elle prend fin aussitôt.',
  },
};

const keyId = z.string().meta({ description: 'Id of the key', examples: ['whkey_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] });

const keySchema = z
  .object({
    id: keyId,
    object: z.literal('webhook_key').meta({ description: 'Type of the record' }),
    data: z
      .object({
        key: z
          .string()
          .nullable()
          .meta({
            description: 'The key itself, only in the answer that creates it; the present key is also in the webhook',
            examples: ['whsec_bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE='],
          }),
        created_at: instantSchema().meta({ description: 'When it was created' }),
        last_used_at: instantSchema().nullable().meta({ description: 'When a call was last signed with it' }),
        expires_at: instantSchema()
          .nullable()
          .meta({ description: 'When it expires; set once another key has replaced it' }),
      })
      .meta({ description: 'Its data' }),
    links: z
      .object({
        self: z.string().meta({
          description: 'The list that it belongs to',
          examples: ['/webhooks/whk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B/keys'],
        }),
      })
      .meta({ description: 'Links' }),
  })
  .meta({ id: 'webhook_key', description: 'A key that calls to a webhook are signed with.' });

const PATH = '/webhooks/{webhook}/keys';

const shown = (webhook_id: string, key: WebhookKey, last_used_at: string | null, value: string | null = null) => ({
  id: key.id,
  object: 'webhook_key',
  data: { key: value, created_at: key.created_at, last_used_at, expires_at: key.expires_at },
  links: { self: `/webhooks/${webhook_id}/keys` },
});

/** The valid keys of a webhook with their last use. All valid ones sign each call. */
export const usedKeys = async (
  state: Webhook,
  services: Pick<Services, 'clock' | 'credentials'>,
): Promise<(WebhookKey & { last_used_at: string | null })[]> => {
  const called_at = await services.credentials.lastSigned(state.id);
  return keysOf(state, services.clock.instant()).map((key) => ({
    ...key,
    last_used_at: called_at !== null && called_at >= key.created_at ? called_at : null,
  }));
};

const listKeys: Operation = {
  id: 'list_webhook_keys',
  method: 'GET',
  auth: 'partner',
  tag: 'webhook',
  path: PATH,
  summary: 'List the valid keys of a webhook',
  description: 'Each with the time of its last use, and without its value.',
  answers: {
    200: { description: 'The present key first, without their values', schema: embeddedListSchema(keySchema) },
  },
  run: async (call) => {
    const row = await needRow(webhook, call);
    const keys = await usedKeys(row, call.services);
    return { status: 200, body: { object: 'list', data: keys.map((key) => shown(row.id, key, key.last_used_at)) } };
  },
};

/** Gives a webhook another key; the present one stays valid for a while, and calls are signed with both. */
export const keyRotation: Action<{ overlap_minutes: number }, undefined, 'webhook'> = {
  on: webhook,
  name: 'rotate_key',
  id: 'create_webhook_key',
  path: PATH,
  summary: 'Create another key for a webhook and let the present one expire',
  description:
    'Calls are signed with both for `overlap_minutes`: `Webhook-Signature` then holds two values, separated by a space, so that a receiver with either key can verify the call. At most two keys are valid at a time.',
  body: z
    .strictObject({
      overlap_minutes: z.int().min(0).max(MOST_OVERLAP_minutes).default(DAY_minutes).meta({
        description: 'Minutes for which the present key stays valid; default one day; 0 ends it at once',
      }),
    })
    .meta({ id: 'webhook_key_create', description: 'What happens to the present key' }),
  answers: { 201: { description: 'The new key', schema: keySchema } },
  problems: [400],
  localized: false,
  examples: { day: { summary: 'The present key expires after a day', value: { overlap_minutes: DAY_minutes } } },
  refuse: ({ record, origin }) => (earlierOf(record, origin.occurred_at) ? REFUSALS.two : undefined),
  events: async ({ record, body, origin, services }) => {
    const before = presentOf(record);
    const rotated = webhookKeyRotated({
      key_id: derivedId('whkey', Date.parse(origin.occurred_at), `${origin.seed}/key`),
      sealed_key: await sealedKey({ services, tenant: origin.tenant }),
      earlier_key_id: before.id,
      earlier_created_at: before.created_at,
      earlier_expires_at: formatInstant(Date.parse(origin.occurred_at) + body.overlap_minutes * 60_000),
    });
    return [rotated];
  },
  answer: async (record, { services }) => ({
    status: 201,
    body: shown(record.id, presentOf(record), null, await presentValue(record, services)),
  }),
};

/** The value of the present key. */
export const presentValue = async (record: Webhook, services: Services): Promise<string> => {
  const [key] = await openedKeys([record], services);
  if (key === undefined) throw notFound('webhook_key');
  return key;
};

/** Ends the key that was replaced, at once. */
export const keyRevocation: Action<unknown, undefined, 'webhook'> = {
  on: webhook,
  name: 'revoke_key',
  id: 'delete_webhook_key',
  method: 'DELETE',
  path: `${PATH}/{webhook_key}`,
  summary: 'Revoke the replaced key of a webhook at once',
  description: 'The present key cannot be revoked: create another one first.',
  params: { webhook_key: keyId },
  answers: { 204: { description: 'Revoked: further calls are signed only with the present key' } },
  problems: [400, 404],
  localized: false,
  refuse: ({ record, params, origin }) => {
    const named = keysOf(record, origin.occurred_at).find(({ id }) => id === params.webhook_key);
    if (!named) throw notFound('webhook_key');
    return named.expires_at === null ? REFUSALS.present : undefined;
  },
  events: ({ params }) => [webhookKeyRevoked({ key_id: params.webhook_key! })],
  answer: () => ({ status: 204 }),
};

export const webhookKeyOperations: readonly Operation[] = [listKeys, action(keyRotation), action(keyRevocation)];
