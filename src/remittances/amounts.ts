import { REMITTED_KINDS } from '../calculation/model/families.ts';
import { amountOf } from '../calculation/model/lines.ts';
import type { Line, LineKind } from '../calculation/model/types.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { type AmountsByKind, remittedByAccount } from '../pay-records/remitted.ts';
import { type Decimal, toText, ZERO } from '../values/money.ts';

/** The amounts to remit, and to which account, from the line items of pay stubs. */

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

/** The members of a line item that determine its amount and account. */
export type RemittedLine = Pick<Line, 'kind' | 'custom_amount' | 'managed_amount' | 'remittance_account_id'>;

/**
 * The amounts for each remittance account: statutory withholdings, deductions and benefits among some line items, with
 * employers' contributions. Their sum is the cost of the lines' stubs less their net pay (`liability` less `net`).
 *
 * @param lines of any kinds: earnings, allowances and reimbursements are left out
 * @returns an entry for each account with an amount, in the order of ids; the entry without an account is last
 */
export const amountsToRemit = (lines: Iterable<RemittedLine>): AmountToRemit[] => {
  const sums = new Sums();
  for (const line of lines)
    if (REMITTED_KINDS.includes(line.kind)) sums.add(line.remittance_account_id, line.kind, amountOf(line));
  return sums.entries();
};

/** The same for a payroll, from the stored sums of its lines. For a draft these are the expected amounts. */
export const amountsOfPayroll = async (
  payrollId: string,
  { read }: Services,
  tenant: Tenant,
): Promise<AmountToRemit[]> => {
  const sums = new Sums();
  const accounts =
    (await remittedByAccount([payrollId], { read }, tenant)).get(payrollId) ?? new Map<string | null, AmountsByKind>();
  for (const [account, amounts] of accounts)
    for (const kind of REMITTED_KINDS) {
      const amount = amounts[kind];
      if (amount) sums.add(account, kind, amount);
    }
  return sums.entries();
};

class Sums {
  private readonly byAccount = new Map<string | null, Map<LineKind, Decimal>>();

  add(account: string | null, kind: LineKind, amount: Decimal): void {
    const kinds = this.byAccount.get(account) ?? new Map<LineKind, Decimal>();
    this.byAccount.set(account, kinds.set(kind, amount.plus(kinds.get(kind) ?? ZERO)));
  }

  entries(): AmountToRemit[] {
    const last = '\uffff';
    const accounts = [...this.byAccount].sort(([a], [b]) => ((a ?? last) < (b ?? last) ? -1 : 1));
    return accounts.flatMap(([remittance_account_id, kinds]) => {
      const found = REMITTED_KINDS.flatMap((kind) => {
        const amount = kinds.get(kind);
        return amount && !amount.eq(0) ? [[kind, amount] as const] : [];
      });
      if (found.length === 0) return [];
      return {
        remittance_account_id,
        amount: toText(found.reduce((sum, [, amount]) => sum.plus(amount), ZERO)),
        by_kind: Object.fromEntries(found.map(([kind, amount]) => [kind, toText(amount)])),
      };
    });
  }
}
