import { isBusinessDay, movePayDate } from '../../calendar/business-days.ts';
import type { Province } from '../../calendar/holidays.ts';
import { bankHolidays, easterSunday } from '../../calendar/holidays.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, addMonths, dateOf, daysInMonth, endOfMonth, yearOf } from '../../values/dates.ts';
import type { RemittanceFrequency } from '../editions/edition.ts';

/** Days of a year that are remitted together, first and last included. */
export interface Span {
  from: CalendarDate;
  to: CalendarDate;
}

/** Business days of those to whom is remitted. */
export interface BusinessDays {
  /** The date itself, or the next business day after it. */
  move: (date: CalendarDate) => CalendarDate;
  /** The day that lies so many business days after a date. */
  after: (date: CalendarDate, days: number) => CalendarDate;
}

/**
 * No Saturday, Sunday, federal holiday or statutory holiday of the province is a business day.
 *
 * @param rules whether Easter Monday is one neither, though employment law does not name it
 */
export const businessDaysOf = (
  province: Province | null,
  { easter_monday }: { easter_monday: boolean },
): BusinessDays => {
  const holidays = bankHolidays(province);
  const rests = (date: CalendarDate): boolean =>
    holidays(date) || (easter_monday && date === addDays(easterSunday(yearOf(date)), 1));
  return {
    move: (date) => movePayDate(date, 'next_business_day', rests),
    after: (date, days) => {
      let day = date;
      for (let left = days; left > 0; ) {
        day = addDays(day, 1);
        if (isBusinessDay(day, rests)) left--;
      }
      return day;
    },
  };
};

/** As though no day were a holiday or of a weekend. */
const EVERY_DAY: BusinessDays = { move: (date) => date, after: addDays };

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

const monthOf = (year: number, month: number): Span => {
  const from = dateOf(year, month, 1);
  return { from, to: endOfMonth(from) };
};

/** The spans of a year whose pays are remitted together. */
export const SPANS: Readonly<Record<RemittanceFrequency, (year: number) => Span[]>> = {
  annual: (year) => [{ from: dateOf(year, 1, 1), to: dateOf(year, 12, 31) }],
  quarterly: (year) =>
    [1, 4, 7, 10].map((month) => ({ from: dateOf(year, month, 1), to: endOfMonth(dateOf(year, month + 2, 1)) })),
  monthly: (year) => MONTHS.map((month) => monthOf(year, month)),
  twice_monthly: (year) => MONTHS.flatMap((month) => parts(year, month, [15])),
  weekly: (year) => MONTHS.flatMap((month) => parts(year, month, [7, 14, 21])),
};

/** A month in parts that end with some of its days. */
const parts = (year: number, month: number, ends: readonly number[]): Span[] => {
  const last = daysInMonth(year, month);
  return [...ends, last].map((end, index) => ({
    from: dateOf(year, month, index === 0 ? 1 : ends[index - 1]! + 1),
    to: dateOf(year, month, end),
  }));
};

/** A day of the month after a date's. */
export const inNextMonth = (date: CalendarDate, day: number): CalendarDate => {
  const next = addMonths(`${date.slice(0, 8)}01`, 1);
  return `${next.slice(0, 8)}${`${day}`.padStart(2, '0')}`;
};

/**
 * When remittances of a span are due: the 25th for the first half of a month and the 10th of the next for the second,
 * the third business day after a part of a month, else the 15th of the month after.
 */
export const dueOf = (frequency: RemittanceFrequency, { from, to }: Span, day: BusinessDays): CalendarDate => {
  if (frequency === 'weekly') return day.after(to, 3);
  if (frequency === 'twice_monthly')
    return day.move(from.endsWith('-01') ? `${to.slice(0, 8)}25` : inNextMonth(to, 10));
  return day.move(inNextMonth(to, 15));
};

/** When what was withheld in a span is due. */
export interface Due extends Span {
  due_on: CalendarDate;
  /** Whether a weekend or a holiday moved that day. */
  is_moved: boolean;
}

/**
 * The span that a pay date belongs to, and when what was withheld in it is due.
 *
 * @param day business days of the agency
 */
export const remittanceSpan = (frequency: RemittanceFrequency, pay_date: CalendarDate, day: BusinessDays): Due => {
  const span = SPANS[frequency](yearOf(pay_date)).find(({ from, to }) => from <= pay_date && pay_date <= to)!;
  const due_on = dueOf(frequency, span, day);
  return { ...span, due_on, is_moved: due_on !== dueOf(frequency, span, EVERY_DAY) };
};
