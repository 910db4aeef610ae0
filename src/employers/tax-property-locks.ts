import type { Aggregate, Lookup, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { approvalsOn, holdsUnderWay } from '../pay-records/holds.ts';
import { all, compare, equal, not, oneOf } from '../values/condition.ts';

/**
 * The last pay date of an approved payroll that used each property, by property id; absent while none did. A work
 * assignment's property was used by its closed stubs, an employer's by its payrolls that left draft.
 */
export const lockedBy = async (
  properties: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const locks = new Map<string, string>();
  if (!services.registry.get('pay_stub')) return locks;
  // Properties in force on the same days are asked about together.
  const byDays = new Map<string, State[]>();
  for (const property of properties) {
    const days = `${property.effective_from}/${property.effective_to}`;
    byDays.set(days, [...(byDays.get(days) ?? []), property]);
  }
  for (const alike of byDays.values()) {
    const { effective_from: from, effective_to: to } = alike[0]!;
    const owners = [...new Set(alike.map(({ owner_id }) => owner_id as string))];
    const paid = all(
      compare('pay_date', '>=', from as string),
      ...(to === null ? [] : [compare('pay_date', '<=', to as string)]),
    );
    const closed = all(oneOf('work_assignment_id', owners), equal('is_closed', true), paid);
    const approved = all(oneOf('business_entity_id', owners), not(equal('status', 'draft')), paid);
    const [ofAssignments, ofEmployers] = await Promise.all([
      services.read.ranges('pay_stub', tenant, 'work_assignment_id', 'pay_date', closed),
      services.read.ranges('payroll', tenant, 'business_entity_id', 'pay_date', approved),
    ]);
    for (const { id, owner_id } of alike) {
      const last = (ofAssignments.get(owner_id as string) ?? ofEmployers.get(owner_id as string))?.greatest;
      if (last !== undefined) locks.set(id, last);
    }
  }
  return locks;
};

/**
 * The same of one property, approvals that are under way included, as the stream of its owner tells them.
 *
 * @param aggregate the owner's
 * @throws Problem 503 when what can be read does not tell yet
 */
export const lockedOrHeld = async (
  property: State,
  aggregate: Aggregate,
  { services, tenant }: Lookup,
): Promise<string | null> => {
  const owner = ['work_assignment', 'business_entity'].flatMap(
    (object) => aggregate.get(object, property.owner_id as string) ?? [],
  );
  const underWay = await approvalsOn(owner, services, tenant);
  const { effective_from: from, effective_to: to } = property as unknown as Record<string, string | null>;
  const held = owner
    .flatMap((each) => holdsUnderWay(each, underWay))
    .map(({ until }) => until)
    .filter((day) => day >= from! && (to === null || day <= to!));
  // After the look at approvals: one that has ended by then has its closed stubs here.
  const locked = (await lockedBy([property], services, tenant)).get(property.id);
  return [...held, ...(locked === undefined ? [] : [locked])].sort().at(-1) ?? null;
};
