import { z } from 'zod';
import { anyJson, keptInstantSchema, sentenceSchema } from '../kernel/definition/schemas.ts';
import { defineEvent } from '../kernel/events/define.ts';
import { sealedSchema } from '../kernel/events/keys.ts';

/** What happens to partners, webhooks and tasks beyond being created, changed and deleted. */

export const partnerRegistered = defineEvent({
  type: 'PartnerRegistered',
  version: 1,
  says: 'An operator registered a partner.',
  data: z.strictObject({
    name: z.string().meta({ description: 'Name of the partner' }),
    existing: z.boolean().meta({ description: 'Whether it relies on the deprecated forms of the interface' }),
    preferred_locale: z.enum(['en', 'fr']).meta({ description: 'Default language of its companies' }),
  }),
});

const secret_id = z.string().meta({ description: 'Id of the secret; the secret itself is in no event' });

export const partnerSecretIssued = defineEvent({
  type: 'PartnerSecretIssued',
  version: 1,
  says: 'A partner got a new secret; its earlier ones expire after an overlap.',
  data: z.strictObject({
    secret_id,
    others_expire_at: keptInstantSchema.meta({ description: 'When the others end' }),
  }),
});

export const partnerSecretRevoked = defineEvent({
  type: 'PartnerSecretRevoked',
  version: 1,
  says: 'A secret of a partner was ended at once.',
  data: z.strictObject({ secret_id }),
});

export const webhookDisabled = defineEvent({
  type: 'WebhookDisabled',
  version: 1,
  says: 'A webhook is not called any more, because its address failed for too long.',
  data: z.strictObject({ reason: z.string().meta({ description: 'Result of the last calls' }) }),
});

export const webhookKeyRotated = defineEvent({
  type: 'WebhookKeyRotated',
  version: 1,
  says: 'A webhook got a new key; calls are also signed with the previous one until that expires.',
  data: z.strictObject({
    key_id: z.string().meta({ description: 'Id of the new key' }),
    sealed_key: sealedSchema.meta({ description: "The new key, encrypted under the partner's" }),
    earlier_key_id: z.string().meta({ description: 'The key that it replaces' }),
    earlier_created_at: keptInstantSchema.meta({ description: 'When that was made' }),
    earlier_expires_at: keptInstantSchema.meta({ description: 'When that ends' }),
  }),
});

export const webhookKeyRevoked = defineEvent({
  type: 'WebhookKeyRevoked',
  version: 1,
  says: 'The previous key of a webhook was ended at once.',
  data: z.strictObject({ key_id: z.string().meta({ description: 'Id of the key' }) }),
});

const delivery_id = z.string().meta({ description: 'The delivery' });

export const webhookPinged = defineEvent({
  type: 'WebhookPinged',
  version: 1,
  says: 'A caller asked for a test call to a webhook.',
  data: z.strictObject({ delivery_id }),
  touches: 'nothing',
});

export const webhookRedeliveryAsked = defineEvent({
  type: 'WebhookRedeliveryAsked',
  version: 1,
  says: 'A caller asked for a delivery of a webhook to be repeated.',
  data: z.strictObject({ delivery_id }),
  touches: 'nothing',
});

export const webhookReplayAsked = defineEvent({
  type: 'WebhookReplayAsked',
  version: 1,
  says: 'A caller asked for a replay: a webhook is notified again of everything from a position or an instant on, up to this event.',
  data: z.strictObject({
    after_position: z.string().nullable().meta({ description: 'Position in the ledger after which it begins' }),
    since: keptInstantSchema
      .nullable()
      .meta({ description: 'Instant from which on it notifies, instead of a position' }),
  }),
  touches: 'nothing',
});

/** What could not be done with one record of a task. */
export const failedEntrySchema = z.strictObject({
  index: z.int().meta({ description: 'Place in the batch, or among the targets' }),
  id: z.string().optional().meta({ description: 'Absent when a new record could not be created' }),
  object: z.string().meta({ description: 'Type of the record' }),
  status: z.literal('error'),
  message: sentenceSchema.meta({ description: 'What is wrong' }),
  errors: z.record(z.string(), z.array(sentenceSchema)).optional().meta({ description: 'Errors by member' }),
});

const targetSchema = z.strictObject({
  id: z.string().meta({ description: 'The record; of a create the new one' }),
  parent: z.string().optional().meta({ description: 'Of a create: what it is made on' }),
  container: z.string().optional().meta({ description: 'Of a part: the record that it lives with' }),
});

export const asyncTaskTargetsRecorded = defineEvent({
  type: 'AsyncTaskTargetsRecorded',
  version: 1,
  says: 'Records that a bulk call will write, recorded before the task is accepted.',
  data: z.strictObject({ targets: z.array(targetSchema) }),
  touches: 'nothing',
});

export const asyncTaskElementRecorded = defineEvent({
  type: 'AsyncTaskElementRecorded',
  version: 1,
  says: 'An element of a batch, or why it was refused, recorded before the task is accepted.',
  data: z.strictObject({
    index: z.int().meta({ description: 'Place in the batch' }),
    op: z.enum(['create', 'update', 'delete']).optional(),
    id: z.string().optional().meta({ description: 'The record' }),
    container: z.string().optional().meta({ description: 'Of a part: the record that it lives with' }),
    input: z
      .record(z.string(), anyJson)
      .optional()
      .meta({ description: 'What is to be written; encrypted when the record is a person' }),
    refused: failedEntrySchema.optional(),
  }),
  touches: 'nothing',
});

export const asyncTaskStepsRecorded = defineEvent({
  type: 'AsyncTaskStepsRecorded',
  version: 1,
  says: 'Steps of a task of a declared kind, recorded before the task is accepted.',
  data: z.strictObject({ steps: z.array(anyJson) }),
  touches: 'nothing',
});

export const asyncTaskCancelled = defineEvent({
  type: 'AsyncTaskCancelled',
  version: 1,
  says: 'A caller cancelled a task.',
  data: z.strictObject({}),
  touches: 'nothing',
});

export const asyncTaskStarted = defineEvent({
  type: 'AsyncTaskStarted',
  version: 1,
  says: 'A task was accepted; the events before this one in its stream have its steps.',
  data: z.strictObject({
    type: z.string().meta({ description: 'What the task does' }),
    of: z.string().meta({ description: 'Object whose records are written' }),
    from: z.int().meta({ description: 'Revision of the first event of the stream that has its steps' }),
    total: z.int().meta({ description: 'How many records' }),
    chunk: z.int().meta({ description: 'Records between two recordings of progress' }),
    kind: z.string().optional().meta({ description: 'The declared kind of work, if it is one' }),
    data: anyJson.optional().meta({ description: 'What a bulk call writes to each record, or the input of the work' }),
    status_only: z.boolean().optional().meta({ description: 'Whether callers are shown only failures' }),
  }),
});

export const asyncTaskProgressed = defineEvent({
  type: 'AsyncTaskProgressed',
  version: 1,
  says: 'Results of some records of a task: the ids of those that were written, and the errors of the others.',
  data: z.strictObject({
    from: z.int().meta({ description: 'Place of the first among all' }),
    entries: z.array(z.union([z.string(), failedEntrySchema])),
  }),
});

const endSchema = z.strictObject({
  total: z.int().meta({ description: 'How many records' }),
  failed: z.int().meta({ description: 'How many of them failed' }),
});

export const asyncTaskCompleted = defineEvent({
  type: 'AsyncTaskCompleted',
  version: 1,
  says: 'A task ended, and every record was written.',
  data: endSchema,
});

export const asyncTaskFailed = defineEvent({
  type: 'AsyncTaskFailed',
  version: 1,
  says: 'A task ended, and some records could not be written.',
  data: endSchema,
});
