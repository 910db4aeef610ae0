import { addDays, type CalendarDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import type { Span } from './periods.ts';
import type { RoeStub } from './stub.ts';

/** Which pay a record of employment counts, and the schedules that work was paid on until its last day. */

/** A stub with what is known of its payroll. */
export interface PaidStub extends RoeStub {
  payroll_id: string;
  work_assignment_id: string;
  pay_schedule_id: string;
  is_regular: boolean;
  /** No earnings are on the stub, of this work or of another record. */
  is_blank: boolean;
  /**
   * It pays a salary of a rate in force in its period, a wage of one that began behind the last day of the record, or a
   * commission that was earned behind it.
   */
  is_of_later_work: boolean;
  /** It pays a wage of a rate that is in force in its period. */
  pays_wage: boolean;
  /** The first day of the period that it counts in, or of that of its payroll where that began before. */
  begins: CalendarDate;
}

/** The period behind that of a day begins within so many days: no period has more. */
const NEXT_WITHIN_DAYS = 366;

/**
 * Regular stubs behind the last day that pay work which went on, or began again, at the rate of before: wages are late
 * on the first of them alone, in the next period, where the one behind it has none.
 *
 * @param behind of one assignment on one schedule
 */
const ofMoreWork = (behind: readonly PaidStub[], last: CalendarDate): PaidStub[] => {
  const inOrder = behind.toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1));
  const isLate = inOrder[0]!.period_start <= addDays(last, NEXT_WITHIN_DAYS) && inOrder[1]?.pays_wage !== true;
  return inOrder.slice(isLate ? 1 : 0).filter(({ pays_wage }) => pays_wage);
};

/**
 * Without what is paid for work that began again, or went on, behind the last day: another record has it. A salary, a
 * wage of a new rate and pay on another schedule are of such work, and wages of the former rate but those that are
 * late.
 */
export const beforeLaterWork = (stubs: readonly PaidStub[], last: CalendarDate): PaidStub[] => {
  const regular = stubs.filter(({ is_regular }) => is_regular);
  const placeOf = ({ work_assignment_id, pay_schedule_id }: PaidStub) => `${work_assignment_id} ${pay_schedule_id}`;
  const worked = regular.filter(({ period_start }) => period_start <= last);
  const places = new Set(worked.map(placeOf));
  const people = new Set(worked.map(({ work_assignment_id }) => work_assignment_id));
  const behind = regular.filter(({ period_start }) => period_start > last);
  const more = new Set([...groupBy(behind, placeOf).values()].flatMap((of) => ofMoreWork(of, last)));
  const [begins] = behind
    .filter(
      (stub) =>
        stub.is_of_later_work || more.has(stub) || (people.has(stub.work_assignment_id) && !places.has(placeOf(stub))),
    )
    .map(({ period_start }) => period_start)
    .sort();
  return stubs.filter(({ period_end }) => begins === undefined || period_end < begins);
};

/** A schedule that an assignment was paid on, and the last day of the last period for which it was. */
export interface Stretch {
  pay_schedule_id: string;
  last: CalendarDate;
}

/** The schedules of an assignment in their order up to the last day: the present one where pay says no other. */
export const stretchesOf = (
  assignment: { id: string; pay_schedule_id: string | null },
  stubs: readonly PaidStub[],
  last: CalendarDate,
): Stretch[] => {
  const stretches: Stretch[] = [];
  const regular = stubs
    .filter((stub) => stub.is_regular && stub.work_assignment_id === assignment.id && stub.period_start <= last)
    .toSorted((a, b) => (a.period_end < b.period_end ? -1 : 1));
  for (const { pay_schedule_id, period_end } of regular) {
    const open = stretches.at(-1);
    if (open?.pay_schedule_id === pay_schedule_id) open.last = period_end;
    else stretches.push({ pay_schedule_id, last: period_end });
  }
  const present = assignment.pay_schedule_id;
  const open = stretches.at(-1);
  if (present && present !== open?.pay_schedule_id && (!open || open.last < last))
    stretches.push({ pay_schedule_id: present, last });
  return stretches;
};

/** Periods of one schedule after those of another, without a gap: the first one begins behind the last of the other. */
export const joined = (stretches: readonly Stretch[], periodsOf: (id: string) => readonly Span[]): Span[] => {
  const periods: Span[] = [];
  for (const [i, { pay_schedule_id, last }] of stretches.entries()) {
    const before = periods.at(-1);
    const own = periodsOf(pay_schedule_id).filter(
      ({ end }) => (!before || end > before.end) && (i === stretches.length - 1 || end <= last),
    );
    const [first, ...others] = own;
    if (first) periods.push(before ? { start: addDays(before.end, 1), end: first.end } : first, ...others);
  }
  return periods;
};
