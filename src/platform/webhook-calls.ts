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
      type: type.meta({ description: 'What the record is' }),
      id: z.string().meta({ description: 'Its id' }),
      external_ref: z
        .string()
        .nullable()
        .optional()
        .meta({ description: 'Your own name for it, where records of its type have one; null when none is set' }),
      company_id: z
        .string()
        .optional()
        .meta({ description: 'The company that it belongs to, where it is one of a company' }),
      business_entity_id: z
        .string()
        .optional()
        .meta({ description: 'Of an integration: the employer that is connected, or not' }),
    })
    .meta({ description: 'Which record it is about; read it to know what it holds' });

/** The body of a call about records of a type, or of any. */
const call = (event: WebhookCall['event'], type: z.ZodType): z.ZodType =>
  z
    .object({
      event: z.literal(event).meta({ description: 'What happened' }),
      resource: resource(type),
      sequence: z
        .int()
        .min(1)
        .meta({ description: 'Counts the calls of a registration: of two about one record the higher is the later' }),
      position: z.string().nullable().meta({
        description:
          'Place in the ledger of what happened: `POST /webhooks/{webhook}/replay` tells what stands behind it. Null where time alone brought it about',
      }),
    })
    .meta({ id: `${event}_call`, description: 'What happened, and to which record' });

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
      ...(object === 'async_task' ? {} : { external_ref: null }),
      company_id: exampleId('company'),
    },
    sequence: 41,
    position: '90210',
  },
});

const ANY = 'Tasks, webhooks and partners are not told of. Many changes of one record by one request are told once.';

const integration = (event: WebhookEvent, summary: string): WebhookCall => ({
  event,
  summary,
  description: 'It is named by its provider.',
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

/**
 * Every call that is made. The other events may be registered for, and are sent once what they belong to is served.
 */
export const WEBHOOK_CALLS: readonly WebhookCall[] = [
  about('resource_created', undefined, 'A record was created', ANY),
  about('resource_updated', undefined, 'A record was changed', ANY),
  about('resource_deleted', undefined, 'A record was deleted', ANY),
  about('payroll_approved', 'payroll', 'A payroll was approved', 'Its pay stubs can change no more.'),
  about(
    'payroll_unapproved',
    'payroll',
    'An approval was taken back',
    'The payroll is a draft again; its entries are reversed.',
  ),
  about(
    'payroll_paid',
    'payroll',
    'A payroll was paid',
    'In preview that follows its approval at once; no money moves.',
  ),
  about(
    'payroll_deadline_upcoming',
    'payroll',
    'A draft payroll must be approved soon',
    'Told one business day before.',
  ),
  about(
    'pay_stub_available',
    'pay_stub',
    'A payee can be shown a pay stub',
    'The approval that it belongs to is certain. Of stubs without amounts only where the schedule has `send_empty_pay_stubs`.',
  ),
  ...INTEGRATION_CALLS,
  {
    event: 'ping',
    summary: 'A test call',
    description: 'Made when `POST /webhooks/{webhook}/ping` asks for it, whatever the registration is told of.',
    schema: call('ping', z.literal('webhook')),
    example: {
      event: 'ping',
      resource: { type: 'webhook', id: exampleId('webhook') },
      sequence: 42,
      position: '90211',
    },
  },
  about('async_task_completed', 'async_task', 'A task has ended', 'Well or in error: its `status` says which.'),
  about(
    'form_batch_completed',
    'form_batch',
    'An agency is done with a form batch',
    'It took the batch or rejected it: its `status` says which.',
  ),
];
