import { rowsOf } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { oneOf } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';

/** All pay rates of some work assignments, by the ids of those; one without rates is left out. */
export const payRatesOf = async (
  work_assignments: readonly string[],
  read: Services['read'],
  tenant: Tenant,
): Promise<Map<string, RecordOf<'pay_rate'>[]>> => {
  if (work_assignments.length === 0) return new Map();
  const found = await rowsOf(read.pages('pay_rate', tenant, oneOf('work_assignment_id', work_assignments)));
  return groupBy(found, ({ work_assignment_id }) => work_assignment_id ?? '');
};
