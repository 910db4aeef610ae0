import { z } from 'zod';
import { exampleId } from '../kernel/definition/schemas.ts';
import type { WebhookEvent } from './webhook.ts';

/** What receivers are called with, for the reference. docs/webhooks.md tells how to verify and to answer calls. */
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

/** Every call that is made. The other events may be registered for, and are told of once what they belong to is served. */
export const WEBHOOK_CALLS: readonly WebhookCall[] = [
  about('resource_created', undefined, 'A record was created', ANY),
  about('resource_updated', undefined, 'A record was changed', ANY),
  about('resource_deleted', undefined, 'A record was deleted', ANY),
  about('payroll_approved', 'payroll', 'A payroll was approved', 'Its pay stubs can change no more.'),
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
];
