import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CalendarDate } from '../values/dates.ts';
import { type AmountToRemit, amountsOfPayroll } from './amounts.ts';
import { dueOn } from './due-dates.ts';

/** What a payroll has its employer remit to one account. */
export interface Remittance extends AmountToRemit {
  /** With whom the account is (`ca_cra`, `ca_rq`, …); null of what goes to no account. */
  account_provider: string | null;
  /** The provider's number of the account; null where it is not known yet. */
  account_identifier: string | null;
  /** The employer remits it by itself. */
  is_by_employer: boolean;
  /** When it is due, by the agency's remitter type; null with who is no tax agency. */
  due_on: CalendarDate | null;
  /** The first and last pay date of what is remitted together; null with who is no tax agency. */
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/**
 * What goes to which remittance account of a payroll, and when it is due. All amounts together are what its stubs cost
 * beyond their net pay, what no account takes among them (`remittance_account_id` null).
 */
export const remittancesOfPayroll = async (
  { id, pay_date }: Pick<RecordOf<'payroll'>, 'id' | 'pay_date'>,
  services: Services,
  tenant: Tenant,
): Promise<Remittance[]> => {
  const amounts = await amountsOfPayroll(id, services, tenant);
  const named = amounts.flatMap(({ remittance_account_id }) => remittance_account_id ?? []);
  const accounts = await services.read.getMany('remittance_account', tenant, named);
  return amounts.map((amount) => {
    const account = accounts.get(amount.remittance_account_id ?? '');
    const due = account ? dueOn(account, pay_date) : null;
    return {
      ...amount,
      account_provider: account?.account_provider ?? null,
      account_identifier: account?.account_identifier ?? null,
      is_by_employer: account?.is_remitted_by_employer === true,
      due_on: due?.due_on ?? null,
      from: due?.from ?? null,
      to: due?.to ?? null,
    };
  });
};
