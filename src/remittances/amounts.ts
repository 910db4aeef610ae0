import { REMITTED_KINDS } from '../calculation/model/families.ts';
import type { LineKind } from '../calculation/model/types.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { type AmountsByKind, remittedByAccount } from '../pay-records/remitted.ts';
import { sum, toText } from '../values/money.ts';

/** The amounts for one remittance account. */
export interface AmountToRemit {
  /**
   * The account; null for amounts without one: statutory amounts of an employer without an account with the agency, and
   * deductions and benefits that the employer pays on by itself.
   */
  remittance_account_id: string | null;
  /** Dollars, as decimal text; below 0 where corrections take back more than is due. */
  amount: string;
  /** The same by kind of line item, without kinds that have no amount: withheld, and contributed by the employer. */
  by_kind: Partial<Record<LineKind, string>>;
}

/**
 * The amounts for each remittance account of a payroll: statutory withholdings, deductions and benefits with employers'
 * contributions, from the stored sums of its lines. Their sum is the cost of its stubs less their net pay (`liability`
 * less `net`). For a draft these are the expected amounts.
 *
 * @returns an entry for each account with an amount, in the order of ids; the entry without an account is last
 */
export const amountsOfPayroll = async (
  payrollId: string,
  { read }: Services,
  tenant: Tenant,
): Promise<AmountToRemit[]> => {
  const byAccount = (await remittedByAccount([payrollId], { read }, tenant)).get(payrollId);
  const last = '\uffff';
  const accounts = [...(byAccount ?? new Map<string | null, AmountsByKind>())].sort(([a], [b]) =>
    (a ?? last) < (b ?? last) ? -1 : 1,
  );
  return accounts.flatMap(([remittance_account_id, amounts]) => {
    const found = REMITTED_KINDS.flatMap((kind) => {
      const amount = amounts[kind];
      return amount && !amount.eq(0) ? [[kind, amount] as const] : [];
    });
    if (found.length === 0) return [];
    return {
      remittance_account_id,
      amount: toText(sum(found.map(([, amount]) => amount))),
      by_kind: Object.fromEntries(found.map(([kind, amount]) => [kind, toText(amount)])),
    };
  });
};
