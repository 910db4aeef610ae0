import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type AmountsByKind, REMITTED_TABLES, remittedIn } from '../../pay-records/remitted.ts';
import { type PayrollTotals, payrollTotal, payrollTotals, totalsIn } from './payroll-totals.ts';

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

/**
 * What payrolls come to, by payroll, from stored sums. Totals and what is remitted are as of one moment: the debit is
 * the difference of both.
 */
export const payrollSums = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<PayrollSums> => {
  const isFixed = (payroll: RecordOf<'payroll'>) => fixedDebit(payroll) !== undefined;
  const notFixed = payrolls.filter((payroll) => !isFixed(payroll)).map(({ id }) => id);
  const [ofFixed, rows] = await Promise.all([
    payrollTotals(
      payrolls.filter(isFixed).map(({ id }) => id),
      services,
      tenant,
    ),
    services.read.getTogether([payrollTotal.name, ...REMITTED_TABLES], tenant, notFixed),
  ]);
  return {
    totals: new Map([...ofFixed, ...totalsIn(rows.get(payrollTotal.name)!, notFixed)]),
    remitted: remittedIn(rows, notFixed),
  };
};
