import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CalendarDate } from '../values/dates.ts';
import { decimal } from '../values/money.ts';
import { remittancesOfPayroll } from './of-payroll.ts';

/** What a payroll remits to one account. */
export interface Remitted {
  remittance_account_id: string;
  destination: 'cra' | 'rq' | 'bill_pay';
  /** Dollars, more than 0. */
  amount: string;
  /** Due day; null when none is set. */
  due_on: CalendarDate | null;
  /** Whether a weekend or a holiday moved that day. */
  is_moved: boolean;
  /** Whether the employer remits it itself: then its payment is recorded but not funded. */
  is_manual: boolean;
}

const DESTINATIONS: Readonly<Record<string, Remitted['destination']>> = { ca_cra: 'cra', ca_rq: 'rq' };

/**
 * What an approved payroll remits, by account. Amounts without an account are left out: they have no payee, so the
 * employer is not debited for them and remits them itself.
 */
export const remittancesOf = async (
  payroll: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<readonly Remitted[]> => {
  const remittances = await remittancesOfPayroll(payroll, services, tenant);
  return remittances.flatMap(
    ({ remittance_account_id, account_provider, amount, due_on, is_moved, is_by_employer }) => {
      if (remittance_account_id === null || !decimal(amount).gt(0)) return [];
      const destination = DESTINATIONS[account_provider ?? ''] ?? 'bill_pay';
      return { remittance_account_id, destination, amount, due_on, is_moved, is_manual: is_by_employer };
    },
  );
};

export type RemittancesOf = typeof remittancesOf;
