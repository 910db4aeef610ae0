import { addDays, type CalendarDate, dayOf, endOfMonth } from '../values/dates.ts';
import type { PayScheduleState } from './pay-schedule.ts';

/** The day of the month on which something recurs: the last, if the date is the end of its month. */
export const recurringDay = (date: CalendarDate): number => (date === endOfMonth(date) ? -1 : dayOf(date));

export interface PayScheduleProblem {
  member: 'anchor_start_of_pay_period' | 'anchor_end_of_pay_period' | 'day_1' | 'day_2';
  code:
    | 'anchor_start_missing'
    | 'day_missing'
    | 'no_day_of_month'
    | 'days_fall_together'
    | 'period_ends_before_it_starts'
    | 'periods_fall_together';
}

const isDayOfMonth = (day: number): boolean => Number.isInteger(day) && (day === -1 || (day >= 1 && day <= 31));

/** The day of a short February, so that 29, 30, 31 and the last day are seen to fall together. */
const inShortMonth = (day: number): number => (day === -1 ? 28 : Math.min(day, 28));

/**
 * What keeps a schedule from having a calendar; empty when nothing does. `anchor_start_missing` (semi-monthly) is the
 * 400 of the interface, the others are members that contradict each other.
 */
export const payScheduleProblems = (schedule: PayScheduleState): readonly PayScheduleProblem[] => {
  const { pay_frequency, anchor_start_of_pay_period: start, anchor_end_of_pay_period: end, day_1, day_2 } = schedule;
  const problems: PayScheduleProblem[] = [];
  for (const [member, day] of [['day_1', day_1] as const, ['day_2', day_2] as const])
    if (day !== null && !isDayOfMonth(day)) problems.push({ member, code: 'no_day_of_month' });
  if (start !== null && start > end)
    problems.push({ member: 'anchor_end_of_pay_period', code: 'period_ends_before_it_starts' });
  if ((pay_frequency === 'monthly' || pay_frequency === 'semi-monthly') && day_1 === null)
    problems.push({ member: 'day_1', code: 'day_missing' });
  if (pay_frequency !== 'semi-monthly') return problems;
  if (day_2 === null) problems.push({ member: 'day_2', code: 'day_missing' });
  else if (day_1 !== null && inShortMonth(day_1) === inShortMonth(day_2))
    problems.push({ member: 'day_2', code: 'days_fall_together' });
  if (start === null) problems.push({ member: 'anchor_start_of_pay_period', code: 'anchor_start_missing' });
  else if (inShortMonth(recurringDay(end)) === inShortMonth(recurringDay(addDays(start, -1))))
    problems.push({ member: 'anchor_end_of_pay_period', code: 'periods_fall_together' });
  return problems;
};
