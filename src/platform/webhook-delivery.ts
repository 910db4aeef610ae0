import { z } from 'zod';
import { START } from '../event-store/port.ts';
import { PER_PAGE, pageBody } from '../kernel/answers/lists.ts';
import { type Action, action } from '../kernel/calls/actions.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { pageParameters } from '../kernel/calls/requests.ts';
import { instantSchema, pageSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema, stubSchema } from '../kernel/definition/fields.ts';
import { presentRows } from '../kernel/definition/lookup.ts';
import type { Call, Operation } from '../kernel/definition/operation.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { textSchema } from '../kernel/definition/schemas.ts';
import type { DeliveryStatus, KeptDelivery } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { derivedId } from '../values/ids.ts';
import { type JsonObject, numberOr } from '../values/json.ts';
import { notFound } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { webhookPinged, webhookRedeliveryAsked } from './events.ts';
import { WEBHOOK_EVENTS, webhook } from './webhook.ts';

/** Calls to webhooks, as callers look at them and ask for them. They are operational: kept for a time, in no event. */
const STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const satisfies readonly DeliveryStatus[];
const TOLD = [...WEBHOOK_EVENTS, 'ping'] as const;

const attemptSchema = z
  .object({
    ended_at: instantSchema().meta({ description: 'When it ended' }),
    duration_ms: z.int().min(0).meta({ description: 'Duration in milliseconds' }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the answer; null when there was none', examples: [500] }),
    error: z
      .string()
      .nullable()
      .meta({
        description: 'Why there was no answer, or why it did not come to its end',
        examples: ['connect ECONNREFUSED'],
      }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: "Beginning of the answer's body", examples: ['out of paper'] }),
  })
  .meta({ id: 'webhook_attempt', description: 'Result of an attempt' });

const dataSchema = z
  .object({
    webhook: stubSchema(['webhook']).meta({ description: 'The webhook that is called' }),
    event: z.enum(TOLD).meta({ description: 'Event; `ping` is a test call' }),
    resource: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The record that it is about, as sent to the receiver' }),
    sequence: z.int().min(1).meta({ description: 'Its number among the calls of the webhook' }),
    position: z
      .string()
      .nullable()
      .meta({ description: 'Position of the event in the ledger', examples: ['90210'] }),
    status: z.enum(STATUSES).meta({
      description:
        '`pending` until it is received (`delivered`), has failed for three days (`failed`), or the webhook is gone or names its event no more (`cancelled`)',
    }),
    attempts: z.int().min(0).meta({ description: 'Number of attempts' }),
    last_attempt: attemptSchema.nullable().meta({ description: 'Result of the last attempt' }),
    next_attempt_at: instantSchema().nullable().meta({ description: 'Earliest time of the next attempt' }),
    created_at: instantSchema().meta({ description: 'When it was recorded' }),
    ended_at: instantSchema().nullable().meta({ description: 'When it was received or given up' }),
  })
  .meta({ description: 'Status' });

const objectSchema = z.literal('webhook_delivery').meta({ description: 'Type of the record' });
const idSchema = z.string().meta({
  description: 'Its id, the `Webhook-Id` of the call',
  pattern: '^whd_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  examples: ['whd_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'],
});

const deliverySchema = z
  .object({ id: idSchema, object: objectSchema, data: dataSchema, links: selfLinkSchema })
  .meta({ id: 'webhook_delivery', description: 'One call to a webhook and its result.' });

const acceptedSchema = z
  .object({ id: idSchema, object: objectSchema, links: selfLinkSchema })
  .meta({ id: 'webhook_delivery_accepted', description: 'A call that will be made, and its link' });

const stubOf = (id: string) => ({
  id,
  object: 'webhook_delivery',
  links: { self: `/webhook_deliveries/${id}` },
});

const shown = (delivery: KeptDelivery): JsonObject => {
  const { id, webhook_id, event, resource, sequence, position, status, attempts, due_at } = delivery;
  const data = {
    webhook: { id: webhook_id, object: 'webhook', links: { self: `/webhooks/${webhook_id}` } },
    event,
    resource,
    sequence: Number(sequence),
    position: position?.toString() ?? null,
    status,
    attempts,
    last_attempt: delivery.last_attempt,
    next_attempt_at: status === 'pending' ? due_at : null,
    created_at: delivery.created_at,
    ended_at: delivery.ended_at,
  };
  return { ...stubOf(id), data };
};

const listDeliveries: Operation = {
  id: 'list_webhook_deliveries',
  method: 'GET',
  auth: 'partner',
  tag: 'webhook',
  path: '/webhooks/{webhook}/deliveries',
  summary: 'List the calls to a webhook',
  description: 'The latest first. They are kept after their end for 30 days, unless the operator has set another time.',
  query: {
    status: { schema: z.enum(STATUSES), describe: 'Calls with this status' },
    event: { schema: z.enum(TOLD), describe: 'Calls for this event' },
    resource_id: {
      schema: textSchema({ min: 1, max: 100 }).meta({ examples: ['payrl_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] }),
      describe: 'Calls about this record',
    },
    ...pageParameters(),
  },
  answers: {
    200: {
      description: 'A page of them',
      schema: pageSchema(deliverySchema).meta({
        id: 'webhook_delivery_list',
        description: 'A page of calls to a webhook',
      }),
    },
  },
  problems: [404],
  readsFar: () => true,
  run: async (call) => {
    const { id } = await needRow(webhook, call);
    const { page: _, per_page: __, ...filter } = call.query;
    const page = numberOr(call.query.page, 1);
    const per_page = numberOr(call.query.per_page, PER_PAGE);
    const { partner_id } = call.tenant;
    const { rows, total } = await call.services.deliveries.list({ id, partner_id }, filter, { page, per_page });
    const body = pageBody(rows.map(shown), { total }, page, per_page, call.url.pathname, call.query);
    return { status: 200, body };
  },
};

const params = { webhook_delivery: idSchema };

/**
 * The delivery that the path names, of a webhook of the tenant. One of another partner's is missing as one that never
 * was.
 *
 * @throws Problem 404
 */
const needDelivery = async ({ params: named, tenant, services }: Call): Promise<KeptDelivery> => {
  const delivery = await services.deliveries.find(named.webhook_delivery ?? '');
  const webhooks = await presentRows('webhook', tenant, delivery ? [delivery.webhook_id] : [], services);
  if (!delivery || !webhooks.has(delivery.webhook_id)) throw notFound('webhook_delivery');
  return delivery;
};

const retrieveDelivery: Operation = {
  id: 'retrieve_webhook_delivery',
  method: 'GET',
  auth: 'partner',
  tag: 'webhook',
  path: '/webhook_deliveries/{webhook_delivery}',
  params,
  summary: 'Retrieve a call to a webhook',
  description: 'With the result of the last attempt.',
  answers: { 200: { description: 'The call', schema: deliverySchema } },
  problems: [404],
  run: async (call) => ({ status: 200, body: shown(await needDelivery(call)) }),
};

const DISABLED: Text = {
  en: 'The webhook is disabled: it is not called. Set is_enabled to true first.',
  fr: "Le webhook est désactivé : il n'est pas appelé. Mettez d'abord is_enabled à true.",
};

/** What a webhook that is not called is refused. */
export const refusedWhileDisabled = ({ record }: { record: RecordOf<'webhook'> }): Text | undefined =>
  record.is_enabled ? undefined : DISABLED;

/** Waits until the manager of webhooks has done what the last events ask for, as long as answers wait. */
export const untilWebhooksFollowed = async ({ services, tenant }: Call): Promise<void> => {
  await services.gate.followed(await services.store.head(), ['webhooks'], undefined, tenant, START);
};

const ACCEPTED = { 200: { description: 'The call will be made', schema: acceptedSchema } };

const redelivery: Action<unknown, undefined, 'webhook'> = {
  on: webhook,
  name: 'redeliver',
  id: 'redeliver_webhook_delivery',
  path: '/webhook_deliveries/{webhook_delivery}/redeliver',
  params,
  summary: 'Make a call to a webhook again',
  description:
    'At once, whatever its status, with the same `Webhook-Id` and body. If it fails it is retried for three days.',
  answers: ACCEPTED,
  problems: [400, 404],
  refuse: refusedWhileDisabled,
  events: ({ params: { webhook_delivery } }) => [webhookRedeliveryAsked({ delivery_id: webhook_delivery! })],
  answer: async (_, call) => {
    await untilWebhooksFollowed(call);
    return { status: 200, body: stubOf(call.params.webhook_delivery!) };
  },
};

const redeliverOn = action(redelivery);
/** The path names the delivery alone, which says whose registration is acted on. */
const redeliver: Operation = {
  ...redeliverOn,
  takesIfMatch: false,
  run: async (call) => {
    const { webhook_id } = await needDelivery(call);
    return redeliverOn.run({ ...call, params: { ...call.params, webhook: webhook_id } });
  },
};

const pingOf = ({ occurred_at, seed }: Origin): string => derivedId('whd', Date.parse(occurred_at), `${seed}/ping`);

const ping: Action<unknown, undefined, 'webhook'> = {
  on: webhook,
  name: 'ping',
  summary: 'Make a test call to a webhook',
  description:
    'It is signed and retried like any other call. Its event is `ping`, which needs no subscription. The answer names the call; read it for the result.',
  answers: ACCEPTED,
  problems: [400, 404],
  refuse: refusedWhileDisabled,
  events: ({ origin }) => [webhookPinged({ delivery_id: pingOf(origin) })],
  answer: async (_, call) => {
    await untilWebhooksFollowed(call);
    return { status: 200, body: stubOf(pingOf(call.origin)) };
  },
};

export const webhookDeliveryOperations: readonly Operation[] = [
  listDeliveries,
  retrieveDelivery,
  redeliver,
  { ...action(ping), takesIfMatch: false },
];
