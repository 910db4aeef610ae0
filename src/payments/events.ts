import { z } from 'zod';
import { payeeAccountSchema } from '../banking/events.ts';
import { decimalTextSchema, keptDateSchema, keptInstantSchema } from '../kernel/definition/schemas.ts';
import { defineEvent, version1 } from '../kernel/events/define.ts';
import { FAILURE_REASONS } from './reasons.ts';

/** What happens to a payment beyond being made. */

const payroll_id = z.string().meta({ description: 'The payroll that it belongs to' });
const process_at = keptDateSchema.meta({ description: 'Day on which it is submitted' });
const expected_at = keptDateSchema.meta({ description: 'Day on which the money should arrive' });

export const paymentHeld = defineEvent({
  type: 'PaymentHeld',
  version: 1,
  says: 'A payment was held back: it is not submitted until it is released.',
  data: z.strictObject({ payroll_id, held_at: keptInstantSchema }),
});

export const paymentReleased = defineEvent({
  type: 'PaymentReleased',
  version: 1,
  says: 'A payment was released. One that was overdue waits for its new days.',
  data: z.strictObject({ payroll_id, process_at: process_at.optional(), expected_at: expected_at.optional() }),
});

export const paymentOverdue = defineEvent({
  type: 'PaymentOverdue',
  version: 1,
  says: 'The day of a payment came while it was held back.',
  data: z.strictObject({ payroll_id }),
});

const filed = { payroll_id, file_number: z.int().meta({ description: 'Number of the file' }), expected_at };

export const paymentFiled = defineEvent({
  type: 'PaymentFiled',
  version: 2,
  says: 'A payment is in a file for the bank that was decided before, and in no other file.',
  data: z.strictObject({
    ...filed,
    originator_id: z
      .string()
      .nullable()
      .meta({ description: 'The originator of the file; null where the event did not say it yet' }),
  }),
  earlier: version1(z.strictObject(filed), (data) => ({ ...data, originator_id: null })),
});

export const paymentUnfiled = defineEvent({
  type: 'PaymentUnfiled',
  version: 1,
  says: 'The file of a payment could not be made: the payment is in no file, and does not count as paid by its day.',
  data: z.strictObject({ payroll_id, file_number: z.int().meta({ description: 'Number of that file' }) }),
});

const operatorNote = z.string().optional().meta({
  description: 'The note of the operator who recorded it; absent when a file or the passing of days decided it',
});

export const paymentSettled = defineEvent({
  type: 'PaymentSettled',
  version: 1,
  says: 'The money of a payment arrived.',
  data: z.strictObject({
    payroll_id,
    settled_on: keptDateSchema.meta({ description: 'Day of it' }),
    note: operatorNote,
  }),
});

export const paymentFailed = defineEvent({
  type: 'PaymentFailed',
  version: 1,
  says: 'A payment was returned by the banking network, or could not be submitted.',
  data: z.strictObject({
    payroll_id,
    reason: z.enum(FAILURE_REASONS).meta({ description: 'Why' }),
    return_code: z.string().nullable().meta({ description: "The banks' code of it; null where they gave none" }),
    returned_on: keptDateSchema.meta({ description: 'Day of it' }),
    note: operatorNote,
  }),
});

const CANCEL_REASONS = ['funding_failed', 'unapproved'] as const;

export const paymentCanceled = defineEvent({
  type: 'PaymentCanceled',
  version: 1,
  says: 'A payment that had not been submitted was canceled.',
  data: z.strictObject({ payroll_id, reason: z.enum(CANCEL_REASONS).meta({ description: 'Why' }) }),
});

export const paymentReissued = defineEvent({
  type: 'PaymentReissued',
  version: 1,
  says: 'A payment that failed or was canceled is replaced by another one.',
  data: z.strictObject({ payroll_id, replaced_by_id: z.string().meta({ description: 'The other payment' }) }),
});

export const SIMULATED_OUTCOMES = ['settled', 'returned'] as const;

export const paymentOutcomeScripted = defineEvent({
  type: 'PaymentOutcomeScripted',
  version: 1,
  says: 'The outcome of a simulated payment was set in advance.',
  data: z.strictObject({
    payroll_id,
    outcome: z.enum(SIMULATED_OUTCOMES).meta({ description: 'The outcome' }),
    reason: z.enum(FAILURE_REASONS).nullable().meta({ description: 'Why it is returned' }),
    is_immediate: z.boolean().meta({ description: 'Whether at once, or on the days of the payment' }),
  }),
});

export const paymentOriginatorUsed = defineEvent({
  type: 'PaymentOriginatorUsed',
  version: 1,
  says: 'Files for the bank are made of an originator. What was left of files of earlier ones is still made.',
  data: z.strictObject({
    originator_ids: z.array(z.string()).meta({ description: 'It; in the first event behind those of earlier files' }),
  }),
  touches: 'nothing',
});

const file_number = z.int().meta({ description: 'Number of the file, which no other one of the originator has' });

/** Who sends files, as its bank knows it. */
const originatorSchema = z.strictObject({
  id: z.string().meta({ description: 'What the bank calls it: up to ten characters' }),
  short_name: z.string().meta({ description: 'Up to 15 characters' }),
  long_name: z.string().meta({ description: 'Up to 30 characters' }),
  data_centre: z.string().meta({ description: 'Five digits: where the bank processes files' }),
  returns: z
    .strictObject({ institution_number: z.string(), transit_number: z.string(), account_number: z.string() })
    .meta({ description: 'The account that settles, and that returned payments come back to' }),
});
export type Originator = z.infer<typeof originatorSchema>;

export const paymentFileDecided = defineEvent({
  type: 'PaymentFileDecided',
  version: 1,
  says: 'The contents of a file for the bank are decided: whenever it is written again, they are the same.',
  data: z.strictObject({
    file_number,
    originator: originatorSchema.meta({ description: 'The originator, as in the file' }),
    created_on: keptDateSchema.meta({ description: 'Date in the file' }),
    payments: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'The payments in it, in their order, by company' }),
    sha256: z.string().meta({ description: 'Of its bytes, in hex' }),
    credits: decimalTextSchema.meta({ description: 'Dollars that it credits' }),
    debits: decimalTextSchema.meta({ description: 'Dollars that it debits' }),
  }),
  touches: 'nothing',
});

export const paymentFileWritten = defineEvent({
  type: 'PaymentFileWritten',
  version: 1,
  says: "A file for the bank was written to the operator's folder.",
  data: z.strictObject({ file_number }),
  touches: 'nothing',
});

export const paymentFileSetAside = defineEvent({
  type: 'PaymentFileSetAside',
  version: 1,
  says: 'A file for the bank could not be made as it was decided and was set aside. The next file can be decided; the payments of this one wait for its outcome.',
  data: z.strictObject({ file_number, why: z.string().meta({ description: 'Which payment it is for, and why' }) }),
  touches: 'nothing',
});

export const paymentFileTakenUp = defineEvent({
  type: 'PaymentFileTakenUp',
  version: 1,
  says: 'A file that was set aside is made after all, as it was decided, or an operator recorded that the bank has it.',
  data: z.strictObject({ file_number, note: operatorNote }),
  touches: 'nothing',
});

export const paymentFileAbandoned = defineEvent({
  type: 'PaymentFileAbandoned',
  version: 1,
  says: 'An operator recorded that the bank never had a file that was set aside: its payments wait for another one.',
  data: z.strictObject({ file_number, note: z.string().meta({ description: 'The note of the operator' }) }),
  touches: 'nothing',
});

/**
 * To what account of an agency, or of another payee, remittances go: said by the operator, for all employers by the
 * name of the provider, or for one remittance account by its id. While none is known, remittances go through the bank
 * by hand.
 */
const payee = z.string().meta({ description: 'A provider of remittance accounts, or the id of one' });

export const paymentPayeeKnown = defineEvent({
  type: 'PaymentPayeeKnown',
  version: 1,
  says: 'An operator set the account for remittances to a payee in files for the bank. The account is encrypted in the event.',
  data: z.strictObject({
    payee,
    last_3: z.string().meta({ description: 'The last three digits of the account' }),
    account: payeeAccountSchema.optional(),
  }),
  touches: 'nothing',
});

export const paymentPayeeForgotten = defineEvent({
  type: 'PaymentPayeeForgotten',
  version: 1,
  says: 'An operator decided that remittances to a payee are made by hand again.',
  data: z.strictObject({ payee }),
  touches: 'nothing',
});

/** A part of what somebody is paid, for one bank account. */
export const shareSchema = z.strictObject({
  bank_account_id: z.string().nullable(),
  amount: decimalTextSchema,
});
export type Share = z.infer<typeof shareSchema>;
