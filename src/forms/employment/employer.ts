import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, among, equal, oneOf } from '../../values/condition.ts';
import { type CalendarDate, maxDate } from '../../values/dates.ts';
import { textOf } from '../../values/json.ts';

/**
 * Whose record of employment it is. Work that moved to a schedule of another employer names that one from then on, and the
 * one before has to issue a record for what it paid.
 */
export interface EmployedBy {
  employer_id: string;
  /** The last day of the periods before the last day that other employers paid the work for, where there are any. */
  elsewhere_until: CalendarDate | undefined;
}

/**
 * The employer that paid the work of some assignments for a day; of a day that nobody has paid for yet the one that paid
 * last before it, and behind all pay the present one.
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
  if ([...payers.keys()].every((id) => id === present)) return { employer_id: present, elsewhere_until: undefined };
  let [on, before]: RecordOf<'pay_stub'>[] = [];
  let isPaidBehind = false;
  const ends = new Map<string, CalendarDate>();
  for await (const stubs of read.pages('pay_stub', tenant, paid))
    for (const stub of stubs) {
      const [employer, start, end] = [
        textOf(stub.business_entity_id),
        textOf(stub.period_start),
        textOf(stub.period_end),
      ];
      if (start > day) isPaidBehind = true;
      else if (end >= day) on = on && textOf(on.period_end) <= end ? on : stub;
      else {
        before = before && textOf(before.period_end) > end ? before : stub;
        ends.set(employer, maxDate(ends.get(employer) ?? end, end));
      }
    }
  const payer = on ?? (isPaidBehind ? before : undefined);
  const employer_id = payer ? textOf(payer.business_entity_id) : present;
  ends.delete(employer_id);
  return { employer_id, elsewhere_until: [...ends.values()].sort().at(-1) };
};
