import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { paidAmong, paysSomething } from '../../pay-records/paid-stubs.ts';
import { all, among, any, compare, equal, not, oneOf } from '../../values/condition.ts';
import { dateOf } from '../../values/dates.ts';
import { distinguishing, type MadeSlip, type YearAsked } from './slips.ts';

/**
 * What a slip of a year is made without: payrolls of the year that pay its payee something, and that are drafts or
 * whose payment to the payee is still under way.
 *
 * @param ids payees of one read of stubs
 * @returns ids of payrolls, in the order of their ids, by slip
 */
export const unpaidOf = async (
  { slip, tax_year, business_entity_id }: YearAsked,
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<(of: MadeSlip) => string[]> => {
  const where = all(
    any(oneOf('employee_id', ids), oneOf('contractor_id', ids)),
    compare('pay_date', '>=', dateOf(tax_year, 1, 1)),
    compare('pay_date', '<=', dateOf(tax_year, 12, 31)),
    ...(business_entity_id === null ? [] : [equal('business_entity_id', business_entity_id)]),
    among('payroll_id', 'payroll', 'id', not(equal('status', 'paid'))),
  );
  const apart = distinguishing(slip);
  const keyOf = (payee: string | null, employer: string | null, of: string) => `${payee}/${employer}/${of}`;
  const found = new Map<string, Set<string>>();
  for await (const stubs of services.read.pages('pay_stub', tenant, where)) {
    const paid = new Set((await paidAmong(stubs, services, tenant)).map(({ id }) => id));
    for (const stub of stubs) {
      const of = apart(stub);
      if (of === undefined || paid.has(stub.id) || stub.payroll_id === null || !paysSomething(stub)) continue;
      const key = keyOf(stub.employee_id ?? stub.contractor_id, stub.business_entity_id, of);
      found.set(key, (found.get(key) ?? new Set()).add(stub.payroll_id));
    }
  }
  return ({ payee_id, business_entity_id: employer, province }) =>
    [...(found.get(keyOf(payee_id, employer, province)) ?? [])].sort();
};
