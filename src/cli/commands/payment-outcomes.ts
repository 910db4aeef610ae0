import { releaseOverdue } from '../../payments/actions.ts';
import { FAILURE_REASONS } from '../../payments/reasons.ts';
import { failByHand, failedByHand, settledByHand } from '../../processes/payments/by-hand.ts';
import { UsageError } from '../terminal/errors.ts';
import { noted } from '../terminal/noted.ts';
import { operate } from './records.ts';

/** What an operator records of one payment (docs/payments.md). */

/** `payroll payments release`: an overdue payment is submitted at the next time of submission. */
export const releasePayment = (env: NodeJS.ProcessEnv, id: string): Promise<void> =>
  operate(env, releaseOverdue, id, {}, 'was released');

/** `payroll payments settle`: records that a payment outside of files arrived, or was paid otherwise. */
export const settlePayment = (env: NodeJS.ProcessEnv, id: string, { note }: { note: string }): Promise<void> =>
  operate(env, settledByHand, id, { note: noted(note) }, 'is recorded as paid');

/** `payroll payments fail`: records that a payment failed, when no file of returns says so. */
export const failPayment = (
  env: NodeJS.ProcessEnv,
  id: string,
  { reason: given, note }: { reason: string; note: string },
): Promise<void> => {
  const reason = FAILURE_REASONS.find((one) => one === given);
  if (reason === undefined) throw new UsageError(`--reason must be one of ${FAILURE_REASONS.join(', ')}`);
  return operate(env, failedByHand, id, { reason, note: noted(note) }, 'is recorded as failed', failByHand);
};
