import { all, equal, not, oneOf } from '../kernel/condition.ts';
import { isWithin } from '../kernel/dates.ts';
import type { State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';

/**
 * The last pay date of an approved payroll that used each property, by property id; absent while none did. A work
 * assignment's property was used by its closed stubs, an employer's by its payrolls that left draft.
 */
export const lockedBy = async (
  properties: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const owners = [...new Set(properties.map(({ owner_id }) => owner_id as string))];
  const uses = new Map<string, string[]>();
  const note = (owner: string, payDate: string) => uses.set(owner, [...(uses.get(owner) ?? []), payDate]);
  if (services.registry.get('pay_stub')) {
    const closed = all(oneOf('work_assignment_id', owners), equal('is_closed', true));
    for (const stub of await services.read.find('pay_stub', tenant, closed))
      note(stub.work_assignment_id as string, stub.pay_date as string);
    const approved = all(oneOf('business_entity_id', owners), not(equal('status', 'draft')));
    for (const payroll of await services.read.find('payroll', tenant, approved))
      note(payroll.business_entity_id as string, payroll.pay_date as string);
  }
  const locks = new Map<string, string>();
  for (const property of properties) {
    const { effective_from, effective_to } = property as unknown as {
      effective_from: string;
      effective_to: string | null;
    };
    const used = (uses.get(property.owner_id as string) ?? []).filter((day) =>
      isWithin(day, effective_from, effective_to),
    );
    const last = used.sort().at(-1);
    if (last !== undefined) locks.set(property.id, last);
  }
  return locks;
};
