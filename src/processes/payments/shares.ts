import { primaryAccounts } from '../../banking/bank-account.ts';
import { defaultSplits } from '../../banking/pay-split.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { divided } from '../../payments/division.ts';
import type { Share } from '../../payments/events.ts';
import { any, oneOf } from '../../values/condition.ts';
import { type Decimal, decimal, toText } from '../../values/money.ts';

/** Net pay of a stub, of an employee or a contractor. */
export const netOf = (stub: RecordOf<'pay_stub'>): Decimal =>
  decimal(stub.employee_summary.net ?? stub.contractor_summary.net ?? '0');

const payeeOf = (stub: RecordOf<'pay_stub'>): string => stub.employee_id ?? stub.contractor_id ?? '';

/**
 * How the net pay of some stubs is split over bank accounts: by the split that the work assignment names, or else the
 * employee's default one, or else all of it to the primary account. The account is null for a payee without one.
 *
 * @param stubs with net pay above 0; few enough that their payees' accounts and splits (20 each at most) are read at once
 */
export const sharesOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Share[]>> => {
  const ids = (member: 'employee_id' | 'contractor_id') => stubs.flatMap((stub) => stub[member] ?? []);
  const [assignments, splits, accounts] = await Promise.all([
    read.getMany('work_assignment', tenant, [...new Set(stubs.map(({ work_assignment_id }) => work_assignment_id))]),
    read.find('pay_split', tenant, oneOf('employee_id', ids('employee_id'))),
    read.find(
      'bank_account',
      tenant,
      any(oneOf('employee_id', ids('employee_id')), oneOf('contractor_id', ids('contractor_id'))),
    ),
  ]);
  const primary = primaryAccounts(accounts);
  const mainOf = new Map(
    accounts.filter(({ id }) => primary.has(id)).map((one) => [one.employee_id ?? one.contractor_id, one.id]),
  );
  const byId = new Map(splits.map((split) => [split.id, split]));
  const defaults = defaultSplits(splits);
  const defaultOf = new Map(splits.filter(({ id }) => defaults.has(id)).map((split) => [split.employee_id, split]));
  return new Map(
    stubs.map((stub) => {
      const payee = payeeOf(stub);
      const named = assignments.get(stub.work_assignment_id)?.pay_split_id;
      const split = byId.get(named ?? '') ?? defaultOf.get(payee);
      const net = netOf(stub);
      const whole: Share[] = [{ bank_account_id: mainOf.get(payee) ?? null, amount: toText(net) }];
      return [stub.id, split ? divided(net, split) : whole];
    }),
  );
};
