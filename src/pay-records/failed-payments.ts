import type { RecordOf, SumTable } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { objectOf } from '../values/json.ts';

/** What failed of the payments of payrolls and is not made again: a warning of the payroll names each. */

const TABLE = 'failed_payments';
/** The employer's debit came to nothing: whoever was not paid before is not paid until it is made again. */
const DEBIT_FAILED = 'debit_failed';
/** A payment to a payee or an agency came to nothing. */
const PAYMENT_FAILED = 'payment_failed';

/**
 * How many of them there are: a row for each payroll that has any, so that a list of payrolls looks at none of them.
 * Payments that were canceled for want of the debit are not among them: they are made again with it.
 */
export const failedOfPayrolls: SumTable = {
  name: TABLE,
  columns: {},
  indexes: [],
  parts: ({ payroll_id, status, is_replaced, destination }: RecordOf<'payment'>) => {
    if (status !== 'failed' || is_replaced) return [];
    return [
      { id: payroll_id, members: {}, adds: { [destination === 'payroll_float' ? DEBIT_FAILED : PAYMENT_FAILED]: '1' } },
    ];
  },
};

/** Types of warnings about what failed, by payroll. */
export const failedPayments = async (
  rows: readonly RecordOf<'payroll'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string[]>> => {
  // The status follows the payments, a moment later.
  const moving = rows.filter(({ payments, status }) => (payments ?? null) !== null && status !== 'draft');
  const failed = await read.getMany(
    TABLE,
    tenant,
    moving.map(({ id }) => id),
  );
  return new Map([...failed].map(([id, { sums }]) => [id, Object.keys(objectOf(sums))]));
};
