import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CalendarDate } from '../values/dates.ts';
import { type AmountToRemit, amountsOfPayroll } from './amounts.ts';
import { dueAsPlanned, dueOn } from './due-dates.ts';

/** The remittance of a payroll to one account. */
export interface Remittance extends AmountToRemit {
  /** The provider of the account (`ca_cra`, `ca_rq`, …); null without an account. */
  account_provider: string | null;
  /** The provider's number of the account; null where it is not known yet. */
  account_identifier: string | null;
  /** The employer remits it by itself. */
  is_by_employer: boolean;
  /** When it is due, by the agency's remitter type when its payment was planned; null for other providers. */
  due_on: CalendarDate | null;
  /** Whether a weekend or a holiday moved that day. */
  is_moved: boolean;
  /** The first and last pay date that are remitted together; null for other providers. */
  from: CalendarDate | null;
  to: CalendarDate | null;
}

/**
 * The remittances of a payroll by account, and when they are due. The sum of all amounts, including those without an
 * account (`remittance_account_id` null), is the cost of its stubs beyond their net pay.
 */
export const remittancesOfPayroll = async (
  { id, pay_date, payments }: Pick<RecordOf<'payroll'>, 'id' | 'pay_date' | 'payments'>,
  services: Services,
  tenant: Tenant,
): Promise<Remittance[]> => {
  const amounts = await amountsOfPayroll(id, services, tenant);
  const named = amounts.flatMap(({ remittance_account_id }) => remittance_account_id ?? []);
  const accounts = await services.read.getMany('remittance_account', tenant, named);
  return amounts.map((amount) => {
    const account = accounts.get(amount.remittance_account_id ?? '');
    const planned = account && payments?.due[account.id];
    const due =
      account && (planned === undefined ? dueOn(account, pay_date) : dueAsPlanned(account, pay_date, planned));
    return {
      ...amount,
      account_provider: account?.account_provider ?? null,
      account_identifier: account?.account_identifier ?? null,
      is_by_employer: account?.is_remitted_by_employer === true,
      due_on: due?.due_on ?? null,
      is_moved: due?.is_moved === true,
      from: due?.from ?? null,
      to: due?.to ?? null,
    };
  });
};
