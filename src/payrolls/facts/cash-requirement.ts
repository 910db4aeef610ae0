import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { remittedByAccount, together } from '../../pay-records/remitted.ts';
import { decimal, toText } from '../../values/money.ts';
import type { PayrollTotals } from './payroll-totals.ts';

type Payroll = RecordOf<'payroll'>;

/** Whether it moves no money, or moved none: one that was paid in preview becomes historical when that ends. */
const movesNoMoney = ({ type }: Payroll): boolean => type === 'historical' || type === 'correction';

/** Whether its employer is debited at all, and for what is not fixed yet. */
const isExpected = (one: Payroll): boolean =>
  !movesNoMoney(one) && (one.status === 'draft' || typeof one.payments?.funding !== 'string');

/**
 * What the employer is debited for each of some payrolls, as decimal text; null where one has no stubs, and 0 where one
 * moves no money. Once the payments of an approval are made it is their debit. Before that it is what the stubs ask for,
 * less what nobody is debited for: what no account is named for, what the employer remits by itself, and what would come
 * back from an account.
 */
export const cashRequirements = async (
  payrolls: readonly Payroll[],
  totals: ReadonlyMap<string, PayrollTotals>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string | null>> => {
  const asked = (id: string): string | null => totals.get(id)?.cash_requirement ?? null;
  const expected = payrolls.filter((one) => isExpected(one) && (asked(one.id) ?? '0') !== '0').map(({ id }) => id);
  const remitted = expected.length === 0 ? new Map() : await remittedByAccount(expected, services, tenant);
  const named = [...new Set([...remitted.values()].flatMap((accounts) => [...accounts.keys()]))];
  const ids = named.filter((id): id is string => id !== null);
  const accounts = ids.length === 0 ? new Map() : await services.read.getMany('remittance_account', tenant, ids);
  return new Map(
    payrolls.map((payroll) => {
      const { id, status, payments } = payroll;
      if (status !== 'draft' && typeof payments?.funding === 'string') return [id, payments.funding];
      let sum = asked(id);
      if (sum !== null && movesNoMoney(payroll)) return [id, '0'];
      for (const [account, amounts] of remitted.get(id) ?? []) {
        const amount = together(amounts);
        const isDebited = account !== null && accounts.get(account)?.is_remitted_by_employer !== true && amount.gt(0);
        if (sum !== null && !isDebited) sum = toText(decimal(sum).minus(amount));
      }
      return [id, sum];
    }),
  );
};
