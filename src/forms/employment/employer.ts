import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, among, equal, oneOf } from '../../values/condition.ts';
import { type CalendarDate, maxDate } from '../../values/dates.ts';
import { textOf } from '../../values/json.ts';

/**
 * Whose record of employment it is. Work that moved to a schedule of another employer names that one from then on, and
 * the one before has to issue a record for what it paid.
 */
export interface EmployedBy {
  employer_id: string;
  /** The last day before that for which another employer paid a work assignment, by its id, where one did. */
  elsewhere_until: ReadonlyMap<string, CalendarDate>;
}

/**
 * The employer that paid the work of some assignments for a day; of a day that nobody has paid for yet the one that
 * paid last before it, and behind all pay the present one.
 */
export const employedBy = async (
  day: CalendarDate,
  assignments: readonly RecordOf<'work_assignment'>[],
  read: Services['read'],
  tenant: Tenant,
): Promise<EmployedBy> => {
  const present = textOf(assignments[0]!.business_entity_id);
  const ids = assignments.map(({ id }) => id);
  const regular = among('payroll_id', 'payroll', 'id', equal('type', 'regular'));
  const paid = all(oneOf('work_assignment_id', ids), equal('is_closed', true), regular);
  const payers = await read.counts('pay_stub', tenant, 'business_entity_id', paid);
  if ([...payers.keys()].every((id) => id === present)) return { employer_id: present, elsewhere_until: new Map() };
  let [on, before]: RecordOf<'pay_stub'>[] = [];
  let isPaidBehind = false;
  const earlier: RecordOf<'pay_stub'>[] = [];
  for await (const stubs of read.pages('pay_stub', tenant, paid))
    for (const stub of stubs) {
      const [start, end] = [textOf(stub.period_start), textOf(stub.period_end)];
      if (start > day) isPaidBehind = true;
      else if (end >= day) on = on && textOf(on.period_end) <= end ? on : stub;
      else {
        before = before && textOf(before.period_end) > end ? before : stub;
        earlier.push(stub);
      }
    }
  const payer = on ?? (isPaidBehind ? before : undefined);
  const employer_id = payer ? textOf(payer.business_entity_id) : present;
  const elsewhere_until = new Map<string, CalendarDate>();
  for (const { work_assignment_id, business_entity_id, period_end } of earlier)
    if (business_entity_id !== employer_id) {
      const [id, end] = [textOf(work_assignment_id), textOf(period_end)];
      elsewhere_until.set(id, maxDate(elsewhere_until.get(id) ?? end, end));
    }
  return { employer_id, elsewhere_until };
};
