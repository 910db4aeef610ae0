import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type AmountsByKind, remittedByAccount } from '../../pay-records/remitted.ts';
import { type PayrollTotals, payrollTotals } from './payroll-totals.ts';

/** What some payrolls come to: read once, for all that follows from it. */
export interface PayrollSums {
  totals: ReadonlyMap<string, PayrollTotals>;
  /** What goes to each remittance account, by payroll; of those alone whose debit is not fixed. */
  remitted: ReadonlyMap<string, ReadonlyMap<string | null, AmountsByKind>>;
}

/**
 * What the employer of a payroll is debited for since its payments are made, as decimal text; undefined before that.
 */
export const fixedDebit = ({ status, payments }: RecordOf<'payroll'>): string | undefined =>
  status === 'draft' ? undefined : (payments?.funding ?? undefined);

/** What payrolls come to, by payroll, from stored sums. */
export const payrollSums = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<PayrollSums> => {
  const ids = payrolls.map(({ id }) => id);
  const notFixed = payrolls.filter((payroll) => fixedDebit(payroll) === undefined).map(({ id }) => id);
  const [totals, remitted] = await Promise.all([
    payrollTotals(ids, services, tenant),
    remittedByAccount(notFixed, services, tenant),
  ]);
  return { totals, remitted };
};
