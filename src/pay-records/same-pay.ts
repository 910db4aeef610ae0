import { TooManyRows } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, type Condition, not, oneOf } from '../values/condition.ts';
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
  const ofTheseDays = all(
    oneOf('pay_date', [...new Set(stubs.map(({ pay_date }) => pay_date))]),
    not(oneOf('id', alone)),
  );
  const byPay = groupBy(await ofPayees(stubs, ofTheseDays, services, tenant), payOf);
  return new Map(
    stubs.map((stub) => [stub.id, (byPay.get(payOf(stub)) ?? []).filter((other) => comesBefore(other, stub))]),
  );
};

/** Stubs of the stubs' payees that meet a condition: of half of them at a time, where those of all are more than a read gives. */
const ofPayees = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  where: Condition,
  services: Services,
  tenant: Tenant,
): Promise<RecordOf<'pay_stub'>[]> => {
  const payees = [...new Set(stubs.map(payeeOf))];
  try {
    const found = payeesOf(stubs).map((whose) => services.read.find('pay_stub', tenant, all(whose, where)));
    return (await Promise.all(found)).flat();
  } catch (error) {
    if (!(error instanceof TooManyRows) || payees.length === 1) throw error;
    const half = new Set(payees.slice(0, Math.ceil(payees.length / 2)));
    const [some, others] = [true, false].map((wanted) => stubs.filter((stub) => half.has(payeeOf(stub)) === wanted));
    return [...(await ofPayees(some!, where, services, tenant)), ...(await ofPayees(others!, where, services, tenant))];
  }
};

/** Stubs of the stubs' payees: of an employee, who may have several work assignments with one employer, or of a contractor. */
const payeesOf = (stubs: readonly RecordOf<'pay_stub'>[]): Condition[] => {
  const employees = new Set(stubs.flatMap(({ employee_id }) => employee_id ?? []));
  const contractors = stubs.filter(({ employee_id }) => (employee_id ?? null) === null);
  const assignments = new Set(contractors.map(({ work_assignment_id }) => work_assignment_id));
  return [
    ...(employees.size > 0 ? [oneOf('employee_id', [...employees])] : []),
    ...(assignments.size > 0 ? [oneOf('work_assignment_id', [...assignments])] : []),
  ];
};
