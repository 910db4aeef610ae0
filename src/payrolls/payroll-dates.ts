import { approvalDueAt, debitDate, movePayDate } from '../calendar/business-days.ts';
import { bankHolidays } from '../calendar/holidays.ts';
import { ordinaryPeriodsPerYear, type PayDateRules, type PayPeriod, payPeriods } from '../calendar/pay-calendar.ts';
import type { PayFrequency } from '../calendar/pay-schedule.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import {
  type CalendarDate,
  dateOf,
  daysBetween,
  endOfYear,
  isDate,
  monthOf,
  startOfYear,
  yearOf,
} from '../values/dates.ts';

/** The dates and numbers of payrolls that callers make, as pure functions of what they gave. */

/** What is known when a payroll is made by hand. */
export interface DateFacts {
  schedule: RecordOf<'pay_schedule'>;
  rules: PayDateRules;
  source: RecordOf<'payroll'> | undefined;
  /** Labels of the off-cycle payrolls of the same source. */
  labels: readonly string[];
  /** Regular payrolls of a custom schedule that are paid earlier in the year. */
  earlier: number;
}

/** What follows from what a caller gave of a payroll. */
export interface Dated {
  period_start: CalendarDate | null;
  period_end: CalendarDate | null;
  pay_date: CalendarDate | null;
  original_pay_date: CalendarDate | null;
  custom_pay_frequency: Frequency | null;
  period_number: number;
  period_label: string;
  regular_periods_count: number;
  debit_date: CalendarDate | null;
  approval_due_at: string | null;
  is_impacted_by_weekend_or_holiday: boolean;
}

/** What a caller gives of it. */
export type Given = Pick<Dated, 'period_start' | 'period_end' | 'pay_date' | 'original_pay_date'> & {
  type: string;
  custom_pay_frequency: Frequency | null;
};

type Frequency = Exclude<PayFrequency, 'custom'>;

/** Whether a schedule has no calendar: its payrolls are made by hand. */
export const isCustom = (schedule: RecordOf<'pay_schedule'>): boolean => schedule.pay_frequency === 'custom';

/**
 * Dates of a payroll, filled in from its source or from the calendar of its schedule where the caller left them out.
 */
export const datedOf = (given: Given, dateFacts: DateFacts): Dated => {
  const { schedule, rules, source } = dateFacts;
  const custom = isCustom(schedule);
  const holidays = bankHolidays(rules.province);
  const moved =
    custom && given.original_pay_date !== null
      ? movePayDate(given.original_pay_date, rules.movement, holidays)
      : given.pay_date;
  const period = periodOf(given, moved, dateFacts);
  const frequency = custom ? (given.custom_pay_frequency ?? source?.custom_pay_frequency ?? null) : null;
  const debit = moved === null ? null : debitDate(moved, holidays);
  return {
    ...period,
    pay_date: moved,
    original_pay_date: custom && given.type !== 'off_cycle' ? given.original_pay_date : null,
    custom_pay_frequency: frequency,
    ...numbered(given.type, moved, frequency, dateFacts),
    debit_date: debit,
    approval_due_at: debit === null ? null : approvalDueAt(debit),
    is_impacted_by_weekend_or_holiday: given.original_pay_date !== null && moved !== given.original_pay_date,
  };
};

/**
 * What follows from another pay date. The period stays; the number in the year stays where it is that of the source. On
 * a custom schedule the day is an intended one, as when the payroll was made, and is moved like that.
 */
export const movedTo = (candidate: RecordOf<'payroll'>, dateFacts: DateFacts): Partial<Dated> => {
  const isIntended = isCustom(dateFacts.schedule) && candidate.type !== 'off_cycle';
  const original_pay_date = isIntended ? candidate.pay_date : null;
  const { period_start, period_end, ...dated } = datedOf({ ...candidate, original_pay_date }, dateFacts);
  if (candidate.source_payroll_id === null) return dated;
  const { period_number, period_label, regular_periods_count } = candidate;
  return { ...dated, period_number, period_label, regular_periods_count };
};

/** The pay period: as given, that of the source, or the one of the calendar that was paid last by then. */
const periodOf = (
  { type, period_start, period_end }: Given,
  pay_date: CalendarDate | null,
  { schedule, rules, source }: DateFacts,
): Pick<Dated, 'period_start' | 'period_end'> => {
  const inherited = source && { period_start: source.period_start, period_end: source.period_end };
  if (type === 'off_cycle') return inherited ?? { period_start: null, period_end: null };
  const known = inherited ?? (pay_date === null ? undefined : lastPaid(schedule, pay_date, rules));
  return {
    period_start: period_start ?? known?.period_start ?? null,
    period_end: period_end ?? known?.period_end ?? null,
  };
};

const calendarOf = (
  schedule: RecordOf<'pay_schedule'>,
  day: CalendarDate,
  rules: PayDateRules,
  from = yearOf(day),
): readonly PayPeriod[] => {
  // A schedule from before calendars were required has no periods.
  if (isCustom(schedule) || !isDate(day)) return [];
  return payPeriods(schedule, { from: dateOf(from, 1, 1), to: endOfYear(day) }, rules);
};

const lastPaid = (
  schedule: RecordOf<'pay_schedule'>,
  day: CalendarDate,
  rules: PayDateRules,
): Pick<PayPeriod, 'period_start' | 'period_end'> | undefined =>
  // In the first days of a year that is one of the year before.
  calendarOf(schedule, day, rules, yearOf(day) - 1).findLast(({ pay_date }) => pay_date <= day);

/** Its place in the year: that of its source with a letter, or by the day on which it is paid. */
const numbered = (
  type: string,
  pay_date: CalendarDate | null,
  custom: Frequency | null,
  { schedule, rules, source, labels, earlier }: DateFacts,
): Pick<Dated, 'period_number' | 'period_label' | 'regular_periods_count'> => {
  if (source)
    return {
      period_number: source.period_number,
      period_label: type === 'off_cycle' ? nextLabel(source.period_number, labels) : String(source.period_number),
      regular_periods_count: source.regular_periods_count,
    };
  const calendar = pay_date === null ? [] : calendarOf(schedule, pay_date, rules);
  // A custom schedule's payrolls bring their own frequency.
  const frequency = custom ?? (schedule.pay_frequency === 'custom' ? null : schedule.pay_frequency);
  const usual = frequency === null ? 1 : ordinaryPeriodsPerYear(frequency);
  const ordinary = (isCustom(schedule) ? schedule.custom_pay_periods_per_year : null) ?? usual;
  const paid = calendar.findLast((period) => pay_date !== null && period.pay_date <= pay_date);
  const period_number =
    paid?.period_number ?? (type === 'regular' ? earlier + 1 : pay_date === null ? 1 : placeInYear(pay_date, ordinary));
  return {
    period_number: Math.min(period_number, 366),
    period_label: String(period_number),
    regular_periods_count: calendar[0]?.regular_periods_count ?? ordinary,
  };
};

/** Which of so many even parts of the year a day falls into, from 1. */
const placeInYear = (day: CalendarDate, parts: number): number =>
  parts === 12 ? monthOf(day) : Math.min(parts, Math.floor((daysBetween(startOfYear(day), day) * parts) / 366) + 1);

/** `3 A`, `3 B`, … `3 Z`, `3 AA`: behind the last one that there is. */
const nextLabel = (number: number, labels: readonly string[]): string => {
  const values = labels.map((label) => lettersValue(label.split(' ')[1] ?? ''));
  return `${number} ${lettersOf(Math.max(0, ...values) + 1)}`;
};

const lettersValue = (letters: string): number =>
  [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0);

const lettersOf = (value: number): string => {
  let letters = '';
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
};
