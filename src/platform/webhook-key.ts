import { z } from 'zod';
import { needRow } from '../kernel/calls/operations.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { embeddedListSchema, instantSchema } from '../kernel/definition/envelopes.ts';
import type { Operation } from '../kernel/definition/operation.ts';
import { type State, streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { formatInstant } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import type { JsonObject } from '../values/json.ts';
import { notFound, refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { MOST_OVERLAP_minutes } from './partner-secret.ts';
import { type EarlierKey, openedKeys, sealedKey, webhook } from './webhook.ts';

/** Rotating the key that calls are signed with, without a moment in which a receiver cannot verify them. */

const DAY_minutes = 24 * 60;

/** A valid key of a webhook, as it may be shown. */
export interface WebhookKey {
  id: string;
  created_at: string;
  /** Set when it has been replaced. */
  expires_at: string | null;
}

/** The first key of a webhook has the id that the webhook gives it; later ones are named in their events. */
const presentOf = (state: State): WebhookKey => {
  const created_at = (state.key_created_at as string | undefined) ?? (state.created_at as string);
  const first = derivedId('whkey', Date.parse(state.created_at as string), state.id);
  return { id: (state.key_id as string | undefined) ?? first, created_at, expires_at: null };
};

const earlierOf = (state: State, now: string): EarlierKey | undefined => {
  const earlier = state.earlier_key as EarlierKey | null | undefined;
  return earlier && earlier.expires_at > now ? earlier : undefined;
};

/** The valid keys of a webhook at an instant, the present one first. */
export const keysOf = (state: State, now: string): WebhookKey[] => {
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

/**
 * Gives a webhook another key; the present one stays valid for a while, and calls are signed with both.
 *
 * @returns the registration after it, and the value of the new key
 * @throws Problem 404, and 400 when two are valid
 */
export const rotateKey = async (
  id: string,
  overlap_minutes: number,
  origin: Origin,
  services: Services,
): Promise<{ state: State; key: string; position: bigint | undefined }> => {
  const { aggregate, position } = await appendTo(
    streamOf('webhook', id),
    'rotate_key',
    origin,
    services,
    async (loaded) => {
      const state = loaded.aggregate.get('webhook', id);
      if (!state) throw notFound();
      if (earlierOf(state, origin.occurred_at)) throw refused(REFUSALS.two);
      const before = presentOf(state);
      const data: JsonObject = {
        key_id: derivedId('whkey', Date.parse(origin.occurred_at), `${origin.seed}/key`),
        sealed_key: await sealedKey({ services, tenant: origin.tenant }),
        earlier_key_id: before.id,
        earlier_created_at: before.created_at,
        earlier_expires_at: formatInstant(Date.parse(origin.occurred_at) + overlap_minutes * 60_000),
      };
      return [{ type: 'WebhookKeyRotated', data }];
    },
  );
  const state = aggregate.get('webhook', id);
  if (!state) throw notFound();
  const [key] = await openedKeys([state], services);
  if (key === undefined) throw notFound();
  return { state, key, position };
};

/**
 * Ends the key that was replaced, at once.
 *
 * @throws Problem 404 when the webhook has no valid key with this id, 400 for the present one
 */
export const revokeKey = async (
  id: string,
  key_id: string,
  origin: Origin,
  services: Services,
): Promise<bigint | undefined> => {
  const { position } = await appendTo(
    streamOf('webhook', id),
    'revoke_key',
    origin,
    services,
    async ({ aggregate }) => {
      const state = aggregate.get('webhook', id);
      const named = state && keysOf(state, origin.occurred_at).find((key) => key.id === key_id);
      if (!named) throw notFound();
      if (named.expires_at === null) throw refused(REFUSALS.present);
      return [{ type: 'WebhookKeyRevoked', data: { key_id } }];
    },
  );
  return position;
};

const keyId = z
  .string()
  .meta({ description: 'What the key is called by', examples: ['whkey_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] });

const keySchema = z
  .object({
    id: keyId,
    object: z.literal('webhook_key').meta({ description: 'What it is' }),
    data: z
      .object({
        key: z
          .string()
          .nullable()
          .meta({
            description: 'The key itself, in the answer that makes it; the present one also stands in the webhook',
            examples: ['whsec_bm90IGEgcmVhbCBrZXksIGp1c3QgYW4gZXhhbXBsZSE='],
          }),
        created_at: instantSchema().meta({ description: 'When it was made' }),
        last_used_at: instantSchema().nullable().meta({ description: 'When a call was last signed with it' }),
        expires_at: instantSchema().nullable().meta({ description: 'Set when another key has replaced it' }),
      })
      .meta({ description: 'What is known of it' }),
    links: z
      .object({
        self: z.string().meta({
          description: 'The list that it stands in',
          examples: ['/webhooks/whk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B/keys'],
        }),
      })
      .meta({ description: 'Where it is read' }),
  })
  .meta({ id: 'webhook_key', description: 'A key that calls to a webhook are signed with.' });

const PATH = '/webhooks/{webhook}/keys';
const common = { auth: 'partner', tag: 'webhook' } as const;

const shown = (webhook_id: string, key: WebhookKey, last_used_at: string | null, value: string | null = null) => ({
  id: key.id,
  object: 'webhook_key',
  data: { key: value, created_at: key.created_at, last_used_at, expires_at: key.expires_at },
  links: { self: `/webhooks/${webhook_id}/keys` },
});

/** The valid keys of a webhook with their last use. All valid ones sign each call. */
export const usedKeys = async (
  state: State,
  services: Pick<Services, 'clock' | 'credentials'>,
): Promise<(WebhookKey & { last_used_at: string | null })[]> => {
  const called_at = await services.credentials.lastSigned(state.id);
  return keysOf(state, services.clock.instant()).map((key) => ({
    ...key,
    last_used_at: called_at !== null && called_at >= key.created_at ? called_at : null,
  }));
};

const listKeys: Operation = {
  ...common,
  id: 'list_webhook_keys',
  method: 'GET',
  path: PATH,
  summary: 'List the valid keys of a webhook',
  description: 'Each with when it was used last, and none with its value.',
  answers: {
    200: { description: 'The present key first, without their values', schema: embeddedListSchema(keySchema) },
  },
  run: async (call) => {
    const row = await needRow(webhook, call);
    const keys = await usedKeys(row, call.services);
    return { status: 200, body: { object: 'list', data: keys.map((key) => shown(row.id, key, key.last_used_at)) } };
  },
};

const rotate: Operation = {
  ...common,
  id: 'create_webhook_key',
  method: 'POST',
  path: PATH,
  summary: 'Make another key for a webhook, and let the present one end',
  description:
    'Calls are signed with both for `overlap_minutes`: `Webhook-Signature` holds two values then, separated by a space, and a receiver that knows either key finds its own. At most two keys are valid at a time.',
  body: z
    .strictObject({
      overlap_minutes: z.int().min(0).max(MOST_OVERLAP_minutes).default(DAY_minutes).meta({
        description: 'For how long the present key stays valid: a day, when nothing is said; 0 ends it at once',
      }),
    })
    .meta({ id: 'webhook_key_create', description: 'What becomes of the present key' }),
  answers: { 201: { description: 'The new key', schema: keySchema } },
  problems: [400],
  examples: { day: { summary: 'The present key ends after a day', value: { overlap_minutes: DAY_minutes } } },
  run: async (call) => {
    const { services, origin } = call;
    const { id } = await needRow(webhook, call);
    const { overlap_minutes } = call.body as { overlap_minutes: number };
    const { state, key, position } = await rotateKey(id, overlap_minutes, origin, services);
    await services.gate.settled(position ?? (await services.store.head()), [], undefined, call.tenant);
    return { status: 201, body: shown(id, presentOf(state), null, key) };
  },
};

const revoke: Operation = {
  ...common,
  id: 'delete_webhook_key',
  method: 'DELETE',
  path: `${PATH}/{webhook_key}`,
  summary: 'Revoke the replaced key of a webhook at once',
  description: 'The present key cannot be revoked: make another one before.',
  params: { webhook_key: keyId },
  answers: { 204: { description: 'Revoked: the next calls are signed with the present key alone' } },
  problems: [400, 404],
  run: async (call) => {
    const { services, origin, params } = call;
    const { id } = await needRow(webhook, call);
    const position = await revokeKey(id, params.webhook_key!, origin, services);
    await services.gate.settled(position ?? (await services.store.head()), [], undefined, call.tenant);
    return { status: 204 };
  },
};

export const webhookKeyOperations: readonly Operation[] = [listKeys, rotate, revoke];
