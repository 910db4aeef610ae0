import { z } from 'zod';
import { exampleId } from '../kernel/definition/schemas.ts';
import type { WebhookEvent } from './webhook.ts';

/** What receivers are called with, for the reference. docs/webhooks.md says how to verify and to answer calls. */
export interface WebhookCall {
  event: WebhookEvent | 'ping';
  summary: string;
  description: string;
  schema: z.ZodType;
  example: unknown;
}

const resource = (type: z.ZodType) =>
  z
    .object({
      type: type.meta({ description: 'Type of the record' }),
      id: z.string().meta({ description: 'Its id' }),
      external_ref: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Your own identifier for it, where records of its type have one; null when none is set' }),
      company_id: z
        .string()
        .optional()
        .meta({ description: 'The company that it belongs to, for records of a company' }),
      business_entity_id: z
        .string()
        .optional()
        .meta({ description: 'For an integration: the employer that it is about' }),
    })
    .meta({ description: 'The record that the event is about; read it to get its data' });

/** The body of a call about records of a type, or of any. */
const call = (event: WebhookCall['event'], type: z.ZodType): z.ZodType =>
  z
    .object({
      event: z.literal(event).meta({ description: 'The event' }),
      resource: resource(type),
      sequence: z
        .int()
        .min(1)
        .meta({ description: 'Counts the calls of a webhook: of two about the same record, the higher is the later' }),
      position: z.string().nullable().meta({
        description:
          'Position of the event in the ledger; `POST /webhooks/{webhook}/replay` can start from it. Null for events caused by time alone',
      }),
    })
    .meta({ id: `${event}_call`, description: 'The event, and the record that it is about' });

/** Records of these types have no external_ref. */
const WITHOUT_REF = ['async_task', 'form_batch'];

const about = (event: WebhookEvent, object: string | undefined, summary: string, description: string): WebhookCall => ({
  event,
  summary,
  description,
  schema: call(event, object === undefined ? z.string() : z.literal(object)),
  example: {
    event,
    resource: {
      type: object ?? 'employee',
      id: exampleId(object ?? 'employee'),
      ...(WITHOUT_REF.includes(object ?? '') ? {} : { external_ref: null }),
      company_id: exampleId('company'),
    },
    sequence: 41,
    position: '90210',
  },
});

const ANY =
  'There are no calls about tasks, webhooks and partners. Several changes of one record by one request make one call.';

const integration = (event: WebhookEvent, summary: string): WebhookCall => ({
  event,
  summary,
  description: 'Its id is the name of the provider.',
  schema: call(event, z.literal('integration')),
  example: {
    event,
    resource: {
      type: 'integration',
      id: 'xero',
      business_entity_id: exampleId('business_entity'),
      company_id: exampleId('company'),
    },
    sequence: 43,
    position: '90212',
  },
});

const INTEGRATION_CALLS: readonly WebhookCall[] = [
  integration('integration_authentication_success', 'An accounting provider was connected'),
  integration('integration_authentication_failure', 'An accounting provider was not connected'),
  integration('integration_sync_account_codes_complete', 'A chart of accounts was imported'),
  integration('integration_sync_account_codes_failure', 'A chart of accounts could not be imported'),
  integration('integration_sync_journal_entries_complete', 'The journal entries of a payroll were exported'),
  integration('integration_sync_journal_entries_failure', 'The journal entries of a payroll could not all be exported'),
  integration('integration_sync_tags_complete', 'A tracking dimension was imported'),
  integration('integration_sync_tags_failure', 'A tracking dimension could not be imported'),
];

/** Every call that is made: one for each event that may be registered for, and the test call. */
export const WEBHOOK_CALLS: readonly WebhookCall[] = [
  about('resource_created', undefined, 'A record was created', ANY),
  about('resource_updated', undefined, 'A record was changed', ANY),
  about('resource_deleted', undefined, 'A record was deleted', ANY),
  about('payroll_approved', 'payroll', 'A payroll was approved', 'Its pay stubs can no longer change.'),
  about(
    'payroll_unapproved',
    'payroll',
    'A payroll was unapproved',
    'The payroll is a draft again, and its journal entries are reversed.',
  ),
  about(
    'payroll_paid',
    'payroll',
    'A payroll was paid',
    'In preview it is paid at once when approved, and no money moves.',
  ),
  about(
    'payroll_deadline_upcoming',
    'payroll',
    'A draft payroll must be approved soon',
    'The call is made one business day before the deadline.',
  ),
  about(
    'pay_stub_available',
    'pay_stub',
    'A payee can be shown a pay stub',
    'Its payroll is approved. For stubs without amounts only where the schedule has `send_empty_pay_stubs`.',
  ),
  ...INTEGRATION_CALLS,
  {
    event: 'ping',
    summary: 'A test call',
    description: 'Made by `POST /webhooks/{webhook}/ping`, whatever the subscriptions of the webhook.',
    schema: call('ping', z.literal('webhook')),
    example: {
      event: 'ping',
      resource: { type: 'webhook', id: exampleId('webhook') },
      sequence: 42,
      position: '90211',
    },
  },
  about('async_task_completed', 'async_task', 'A task has ended', '`status` says whether it completed or failed.'),
  about(
    'form_batch_completed',
    'form_batch',
    'An agency has answered a form batch',
    'It accepted or rejected the batch; `status` says which.',
  ),
];
