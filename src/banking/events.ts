import { z } from 'zod';
import { keptDateSchema } from '../kernel/definition/schemas.ts';
import { defineEvent, version1 } from '../kernel/events/define.ts';

/** What a payment says of the account that it debits or credits, for good: the account itself may be changed. */

/** The account of a payee, as a record to the banks has it. */
export const payeeAccountSchema = z.strictObject({
  institution_number: z.string().meta({ description: 'Three digits' }),
  transit_number: z.string().meta({ description: 'Five digits' }),
  account_number: z.string().meta({ description: 'Digits alone' }),
  name: z.string().meta({ description: 'Of who is debited or paid' }),
});
export type PayeeAccount = z.infer<typeof payeeAccountSchema>;

/** Whose account a payment debits or credits. */
const instructionSchema = payeeAccountSchema.extend({
  reference: z
    .string()
    .optional()
    .meta({ description: "Of a remittance: the payee's number of who remits; absent of all other payments" }),
});
export type Instruction = z.infer<typeof instructionSchema>;

const submitted = {
  payroll_id: z.string().meta({ description: 'The payroll that it belongs to' }),
  process_at: keptDateSchema.meta({ description: 'Day on which it is submitted' }),
  expected_at: keptDateSchema.meta({ description: 'Day on which the money should arrive' }),
  instruction: instructionSchema.optional(),
};
const submittedByFile = z.strictObject({
  ...submitted,
  is_remitted_by_file: z
    .boolean()
    .meta({ description: "Whether it is a remittance whose payee's account is known: a file carries it" }),
});

export const paymentSubmitted = defineEvent({
  type: 'PaymentSubmitted',
  version: 3,
  says: 'A payment is submitted to the banking network and cannot change any more. The account is encrypted in the event.',
  data: submittedByFile.extend({
    bank_account_id: z
      .string()
      .nullable()
      .meta({ description: 'The bank account; null where none is needed, or where the event did not say it yet' }),
  }),
  earlier: version1(
    z.strictObject(submitted),
    // No account of a payee was known.
    (data) => ({ ...data, is_remitted_by_file: false }),
  ).next(submittedByFile, (data) => ({ ...data, bank_account_id: null })),
});
