import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { together } from '../../pay-records/remitted.ts';
import { decimal, toText } from '../../values/money.ts';
import { fixedDebit, type PayrollSums } from './payroll-sums.ts';

type Payroll = RecordOf<'payroll'>;

/** Whether it moves no money, or moved none: one that was paid in preview becomes historical when that ends. */
const movesNoMoney = ({ type }: Payroll): boolean => type === 'historical' || type === 'correction';

/**
 * What the employer is debited for each of some payrolls, as decimal text; null where one has no stubs, and 0 where one
 * moves no money. Once the payments of an approval are made it is their debit. Before that it is what the stubs ask
 * for, less what nobody is debited for: what no account is named for, what the employer remits by itself, and what
 * would come back from an account.
 */
export const cashRequirements = async (
  payrolls: readonly Payroll[],
  { totals, remitted }: PayrollSums,
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string | null>> => {
  const asked = (id: string): string | null => totals.get(id)?.cash_requirement ?? null;
  const expected = payrolls.filter((one) => fixedDebit(one) === undefined && !movesNoMoney(one));
  const goesTo = new Map(
    expected.filter(({ id }) => (asked(id) ?? '0') !== '0').map(({ id }) => [id, [...(remitted.get(id) ?? [])]]),
  );
  const named = [...goesTo.values()].flat().flatMap(([account]) => account ?? []);
  const accounts = await read.getMany('remittance_account', tenant, named);
  return new Map(
    payrolls.map((payroll) => {
      const { id } = payroll;
      const fixed = fixedDebit(payroll);
      if (fixed !== undefined) return [id, fixed];
      let sum = asked(id);
      if (sum !== null && movesNoMoney(payroll)) return [id, '0'];
      for (const [account, amounts] of goesTo.get(id) ?? []) {
        const amount = together(amounts);
        const isDebited = account !== null && accounts.get(account)?.is_remitted_by_employer !== true && amount.gt(0);
        if (sum !== null && !isDebited) sum = toText(decimal(sum).minus(amount));
      }
      return [id, sum];
    }),
  );
};
