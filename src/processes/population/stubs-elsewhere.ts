import { readEvents } from '../../kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { payOf } from '../../pay-records/same-pay.ts';
import { takenOffSinceClosed } from '../../payrolls/events/list.ts';
import { ALWAYS, all, among, any, type Condition, equal, not, oneOf } from '../../values/condition.ts';
import { isCalculated } from '../payroll/stub-calculation.ts';
import type { Affected } from './population-affected.ts';

/** Open stubs on schedules that are not affected themselves, of people who are on payrolls that are. */

/**
 * People of some payrolls that were reopened who have been taken off them since: a turn before may have read that they
 * were open again, and that somebody has left, so that none of their stubs tells who that was.
 */
const peopleTakenOff = async (
  payrolls: ReadonlySet<string>,
  { reopened, tenant }: Affected,
  services: Services,
): Promise<string[]> => {
  const ids = new Set<string>();
  for (const id of reopened)
    if (payrolls.has(id)) {
      const events = await readEvents(streamOf('payroll', id), services);
      for (const assignment of takenOffSinceClosed(events)) ids.add(assignment);
    }
  const assignments = await services.read.getMany('work_assignment', tenant, [...ids]);
  return [...assignments.values()].flatMap(({ employee_id }) => employee_id ?? []);
};

/** Pages of open stubs, on schedules that are not affected, of people who are on some payrolls, or were. */
export async function* stubsElsewhere(
  payrolls: ReadonlySet<string>,
  affected: Affected,
  services: Services,
  left: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  if (payrolls.size === 0) return;
  const { schedules, tenant } = affected;
  const { read } = services;
  // Looked up by drafts, which have all open stubs, so that no stub of a closed payroll is read.
  const drafts = all(equal('status', 'draft'), not(oneOf('pay_schedule_id', [...schedules])));
  const others = await read.find('payroll', tenant, drafts);
  if (others.length === 0) return;
  const gone = await peopleTakenOff(payrolls, affected, services);
  const paid = among('employee_id', 'pay_stub', 'employee_id', oneOf('payroll_id', [...payrolls]));
  const elsewhere = all(
    oneOf(
      'payroll_id',
      others.map(({ id }) => id),
    ),
    left,
    equal('is_closed', false),
    gone.length === 0 ? paid : any(paid, oneOf('employee_id', gone)),
  );
  for await (const page of read.pages('pay_stub', tenant, elsewhere)) yield page.filter(isCalculated);
}

/**
 * Pages of open stubs on the affected schedules that depend on an earlier stub of the same pay which is among
 * {@link stubsElsewhere}.
 */
export async function* stubsAfterElsewhere(
  payrolls: ReadonlySet<string>,
  affected: Affected,
  services: Services,
  left: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  const first = new Map<string, string>();
  const people = new Set<string>();
  for await (const page of stubsElsewhere(payrolls, affected, services, ALWAYS))
    for (const stub of page) {
      const pay = payOf(stub);
      const known = first.get(pay);
      if (known === undefined || stub.id < known) first.set(pay, stub.id);
      if (stub.employee_id !== null) people.add(stub.employee_id);
    }
  if (people.size === 0) return;
  const here = all(
    left,
    equal('is_closed', false),
    oneOf('employee_id', [...people]),
    oneOf('pay_schedule_id', [...affected.schedules]),
  );
  const isLater = (stub: RecordOf<'pay_stub'>): boolean => (first.get(payOf(stub)) ?? stub.id) < stub.id;
  for await (const page of services.read.pages('pay_stub', affected.tenant, here))
    yield page.filter((stub) => isCalculated(stub) && isLater(stub));
}
