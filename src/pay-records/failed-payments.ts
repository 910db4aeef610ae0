import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, not } from '../values/condition.ts';

/** The employer's debit came to nothing: whoever was not paid before is not paid until it is made again. */
const DEBIT_FAILED = 'debit_failed';
/** A payment to a payee or an agency came to nothing. */
const PAYMENT_FAILED = 'payment_failed';

/**
 * What failed of the payments of payrolls and is not made again, as types of warnings, by payroll. Payments that were
 * canceled for want of the debit are not named beside it: they are made again with it.
 */
export const failedPayments = async (
  rows: readonly RecordOf<'payroll'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string[]>> => {
  // The status follows the payments, a moment later.
  const moving = rows.filter(({ payments, status }) => (payments ?? null) !== null && status !== 'draft');
  if (moving.length === 0) return new Map();
  const ids = moving.map(({ id }) => id);
  const failed = all(equal('status', 'failed'), equal('is_replaced', false));
  const isDebit = equal('destination', 'payroll_float');
  const [debits, others] = await Promise.all([
    read.existing('payment', tenant, 'payroll_id', ids, all(failed, isDebit)),
    read.existing('payment', tenant, 'payroll_id', ids, all(failed, not(isDebit))),
  ]);
  return new Map(
    ids.map((id) => [id, [...(debits.has(id) ? [DEBIT_FAILED] : []), ...(others.has(id) ? [PAYMENT_FAILED] : [])]]),
  );
};
