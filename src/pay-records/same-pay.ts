import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, not, oneOf } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';
import { payeeOf } from './year-to-date.ts';

/** Stubs of one payee, employer and pay date: together they are one pay. */

/**
 * Whether another stub of one pay comes before a stub: the later one bears what all bear less what the earlier ones bore.
 * On one payroll, and among drafts, the lower id is the earlier one; what was approved before comes before a draft.
 */
export const comesBefore = (other: RecordOf<'pay_stub'>, stub: RecordOf<'pay_stub'>): boolean =>
  other.id !== stub.id &&
  (other.id < stub.id || (other.is_closed === true && stub.is_closed !== true && other.payroll_id !== stub.payroll_id));

const payOf = (stub: RecordOf<'pay_stub'>): string => `${payeeOf(stub)}/${stub.business_entity_id}/${stub.pay_date}`;

/** The stubs of its pay that come before each stub, closed ones and drafts, in id order; by stub id. */
export const stubsOfSamePay = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'pay_stub'>[]>> => {
  const pays = new Map<string, number>();
  for (const stub of stubs) pays.set(payOf(stub), (pays.get(payOf(stub)) ?? 0) + 1);
  // Who is alone in a pay as far as is known here need not be read again: only others of the pay matter to it.
  const alone = stubs.filter((stub) => pays.get(payOf(stub)) === 1).map(({ id }) => id);
  const found = await services.read.find(
    'pay_stub',
    tenant,
    all(
      oneOf('work_assignment_id', await assignmentsOfPayees(stubs, services, tenant)),
      oneOf('pay_date', [...new Set(stubs.map(({ pay_date }) => pay_date))]),
      not(oneOf('id', alone)),
    ),
  );
  const byPay = groupBy(found, payOf);
  return new Map(
    stubs.map((stub) => [stub.id, (byPay.get(payOf(stub)) ?? []).filter((other) => comesBefore(other, stub))]),
  );
};

/** All work assignments of the stubs' payees: a person may have several with one employer. */
const assignmentsOfPayees = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
): Promise<string[]> => {
  const own = stubs.map(({ work_assignment_id }) => work_assignment_id);
  const employees = [...new Set(stubs.map(({ employee_id }) => employee_id))].filter((id) => typeof id === 'string');
  if (employees.length === 0) return [...new Set(own)];
  const siblings = await services.read.find('work_assignment', tenant, oneOf('employee_id', employees));
  return [...new Set([...own, ...siblings.map(({ id }) => id)])];
};
