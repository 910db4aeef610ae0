/**
 * The pay calendar of a pay schedule: its earning periods with their intended and actual pay dates, computed from the
 * anchors for any span of time.
 *
 * Periods and pay dates are two sequences, indexed alike: 0 is the anchor period with the anchor pay date. Both extend
 * backwards as well, because the number of a period is its place in the whole year, also for a schedule that began in
 * the middle of one; only what lies at or after the anchor is ever handed out.
 */
import type { CalendarDate, Instant } from '../values/dates.ts';
import {
  addDays,
  addMonths,
  dateOf,
  dayOf,
  daysBetween,
  daysInMonth,
  endOfYear,
  maxDate,
  minDate,
  monthOf,
  yearOf,
} from '../values/dates.ts';
import type { PayDayMovement } from './business-days.ts';
import { approvalDueAt, debitDate, movePayDate } from './business-days.ts';
import type { BankHolidays, Province } from './holidays.ts';
import { bankHolidays } from './holidays.ts';
import type { PayFrequency, PayScheduleState } from './pay-schedule.ts';
import { payScheduleProblems, recurringDay } from './pay-schedule-problems.ts';

export interface PayPeriod {
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** The intended pay date. */
  original_pay_date: CalendarDate;
  /** The pay date moved off weekends and bank holidays. */
  pay_date: CalendarDate;
  /** 1-based place in the year. */
  period_number: number;
  /** Regular pays of that year: 52 or 53, 26 or 27, 24, 12. */
  regular_periods_count: number;
  is_impacted_by_weekend_or_holiday: boolean;
  debit_date: CalendarDate;
  approval_due_at: Instant;
}

/** How pay dates move: settings of the business entity and its province of employment. */
export interface PayDateRules {
  movement: PayDayMovement;
  province: Province | null;
  /** Days on which intended pay dates were paid, by the intended one, whichever way they would move by now. */
  paid?: ReadonlyMap<CalendarDate, CalendarDate>;
}

/** A span of pay dates longer than this is a mistake. */
const LONGEST_SPAN_YEARS = 20;

interface Sequence {
  original(k: number): CalendarDate;
  end(k: number): CalendarDate;
  /** An index not far from the one whose intended pay date is the given day. */
  near(date: CalendarDate): number;
  /** Place in the year and pays of it, where they do not depend on how pay dates move. */
  numbered?: (k: number) => { period_number: number; regular_periods_count: number };
}

/** A day of a month, -1 or any day past its end being the last. */
const dayInMonth = (year: number, month: number, day: number): CalendarDate =>
  dateOf(year, month, day === -1 ? daysInMonth(year, month) : Math.min(day, daysInMonth(year, month)));

/** Months since the year 0. */
const monthIndex = (date: CalendarDate): number => yearOf(date) * 12 + monthOf(date) - 1;
const dayAt = (index: number, day: number): CalendarDate => dayInMonth(Math.floor(index / 12), (index % 12) + 1, day);

const everyDays = (schedule: PayScheduleState, length: number): Sequence => ({
  original: (k) => addDays(schedule.anchor_pay_date, k * length),
  end: (k) => addDays(schedule.anchor_end_of_pay_period, k * length),
  near: (date) => Math.floor(daysBetween(schedule.anchor_pay_date, date) / length),
});

/** Dates on the same days of every month: index 2m + 0 or 1 for two days, m for one, m counting months. */
const monthlyDates = (days: readonly number[]) => {
  const sorted = [...days].sort((a, b) => (a === -1 ? 32 : a) - (b === -1 ? 32 : b));
  const at = (index: number): CalendarDate => dayAt(Math.floor(index / sorted.length), sorted[index % sorted.length]!);
  const nearest = (date: CalendarDate): number => {
    const first = (monthIndex(date) - 1) * sorted.length;
    let best = first;
    for (let index = first; index < first + 3 * sorted.length; index++)
      if (Math.abs(daysBetween(at(index), date)) <= Math.abs(daysBetween(at(best), date))) best = index;
    return best;
  };
  return { at, nearest };
};

const onDaysOfMonth = (
  schedule: PayScheduleState,
  payDays: readonly number[],
  endDays: readonly number[],
): Sequence => {
  const pays = monthlyDates(payDays);
  const ends = monthlyDates(endDays);
  const firstPay = pays.nearest(schedule.anchor_pay_date);
  const firstEnd = ends.nearest(schedule.anchor_end_of_pay_period);
  const count = 12 * payDays.length;
  return {
    original: (k) => pays.at(firstPay + k),
    end: (k) => ends.at(firstEnd + k),
    near: (date) => pays.nearest(date) - firstPay,
    // By the intended day: a month is paid its twelfth wherever the day moves, so there are never 11 or 13 of them.
    numbered: (k) => ({ period_number: ((firstPay + k) % count) + 1, regular_periods_count: count }),
  };
};

const sequenceOf = (schedule: PayScheduleState): Sequence | null => {
  const end = schedule.anchor_end_of_pay_period;
  switch (schedule.pay_frequency) {
    case 'custom':
      return null;
    case 'weekly':
      return everyDays(schedule, 7);
    case 'bi-weekly':
      return everyDays(schedule, 14);
    case 'monthly':
      return onDaysOfMonth(schedule, [schedule.day_1 ?? dayOf(schedule.anchor_pay_date)], [recurringDay(end)]);
    case 'semi-monthly': {
      const problems = payScheduleProblems(schedule);
      if (problems.length > 0) throw new RangeError(`not a semi-monthly schedule: ${problems[0]!.code}`);
      const endBefore = addDays(schedule.anchor_start_of_pay_period!, -1);
      return onDaysOfMonth(schedule, [schedule.day_1!, schedule.day_2!], [recurringDay(end), recurringDay(endBefore)]);
    }
  }
};

/**
 * First day of the anchor period by the frequency; for a custom schedule as given.
 *
 * @throws RangeError for a schedule that `payScheduleProblems` finds fault with
 */
export const anchorStartOfPayPeriod = (schedule: PayScheduleState): CalendarDate | null => {
  const sequence = sequenceOf(schedule);
  return sequence ? addDays(sequence.end(-1), 1) : schedule.anchor_start_of_pay_period;
};

/** Weekends and holidays move a pay date by so many days at most. */
const MOVED_AT_MOST_days = 4;

/**
 * The intended pay dates before and after an anchor pay date that the schedule does not pay on; undefined where it
 * does, or where weekends and holidays may have moved the pay date to the anchor, which is meant then.
 *
 * @throws RangeError for a schedule that `payScheduleProblems` finds fault with
 */
export const payDatesAboutAnchor = (schedule: PayScheduleState): [CalendarDate, CalendarDate] | undefined => {
  const { anchor_pay_date: anchor } = schedule;
  const sequence = sequenceOf(schedule);
  if (!sequence || Math.abs(daysBetween(sequence.original(0), anchor)) <= MOVED_AT_MOST_days) return undefined;
  const before = sequence.original(0) < anchor ? 0 : -1;
  return [sequence.original(before), sequence.original(before + 1)];
};

/** Regular pays in an ordinary year; for a custom schedule the frequency of its payroll decides. */
export const ordinaryPeriodsPerYear = (frequency: Exclude<PayFrequency, 'custom'>): number =>
  ({ weekly: 52, 'bi-weekly': 26, 'semi-monthly': 24, monthly: 12 })[frequency];

/** The first index whose moved pay date is not before a day. Moving keeps the order of pay dates. */
const firstFrom = (sequence: Sequence, date: CalendarDate, moved: (k: number) => CalendarDate): number => {
  let k = sequence.near(date);
  // A pay date moves by less than a week, so these take a few steps.
  while (moved(k) >= date) k -= 1;
  while (moved(k) < date) k += 1;
  return k;
};

const reader = (schedule: PayScheduleState, rules: PayDateRules) => {
  const sequence = sequenceOf(schedule);
  if (!sequence) return null;
  const holidays: BankHolidays = bankHolidays(rules.province);
  const paidFor = (day: CalendarDate) => rules.paid?.get(day) ?? movePayDate(day, rules.movement, holidays);
  const moved = (k: number) => paidFor(sequence.original(k));
  const firstOfYear = new Map<number, number>();
  const first = (year: number): number => {
    if (!firstOfYear.has(year)) firstOfYear.set(year, firstFrom(sequence, dateOf(year, 1, 1), moved));
    return firstOfYear.get(year)!;
  };
  // Every week or two: a year has as many pays as are paid in it, wherever New Year moves them.
  const counted = (k: number, year: number) => ({
    period_number: k - first(year) + 1,
    regular_periods_count: first(year + 1) - first(year),
  });
  const period = (k: number): PayPeriod => {
    const original = sequence.original(k);
    const payDate = moved(k);
    const debit = debitDate(payDate, holidays);
    const { period_number, regular_periods_count } = sequence.numbered?.(k) ?? counted(k, yearOf(payDate));
    return {
      period_start: addDays(sequence.end(k - 1), 1),
      period_end: sequence.end(k),
      original_pay_date: original,
      pay_date: payDate,
      period_number,
      regular_periods_count,
      is_impacted_by_weekend_or_holiday: payDate !== original,
      debit_date: debit,
      approval_due_at: approvalDueAt(debit),
    };
  };
  return { period, firstFrom: (date: CalendarDate) => firstFrom(sequence, date, moved) };
};

/**
 * Of the regular pays of the year of a day: how many there are, how many of them up to that day (1 at least), and the
 * number that the last one up to it has by its intended day. Pays before the anchor count as if they had been.
 *
 * @returns null for a custom schedule
 * @throws RangeError for a schedule that `payScheduleProblems` finds fault with
 */
export const paysOfYear = (
  schedule: PayScheduleState,
  day: CalendarDate,
  rules: PayDateRules,
): { place: number; count: number; period_number: number } | null => {
  const calendar = reader(schedule, rules);
  if (!calendar) return null;
  const year = yearOf(day);
  const [first, behind, next] = [dateOf(year, 1, 1), addDays(day, 1), dateOf(year + 1, 1, 1)].map(calendar.firstFrom);
  const place = Math.max(1, behind! - first!);
  return { place, count: next! - first!, period_number: calendar.period(first! + place - 1).period_number };
};

/**
 * The pay periods whose actual pay date lies between two days, both included, none before the anchor period; none for a
 * custom schedule.
 *
 * @throws RangeError for a span of more than 20 years, or a schedule that `payScheduleProblems` finds fault with
 */
export const payPeriods = (
  schedule: PayScheduleState,
  span: { from: CalendarDate; to: CalendarDate },
  rules: PayDateRules,
): readonly PayPeriod[] => {
  if (yearOf(span.to) - yearOf(span.from) > LONGEST_SPAN_YEARS)
    throw new RangeError(`${span.from} to ${span.to} is more than ${LONGEST_SPAN_YEARS} years`);
  const calendar = reader(schedule, rules);
  if (!calendar) return [];
  const periods: PayPeriod[] = [];
  for (let k = Math.max(0, calendar.firstFrom(span.from)); ; k++) {
    const period = calendar.period(k);
    if (period.pay_date > span.to) return periods;
    periods.push(period);
  }
};

/** A year's payrolls are made this long before it begins: its first ones are due for approval in the year before. */
const NEXT_YEAR_months = 1;

/** The last day up to which payrolls are made on a day, where nothing is approved or anchored beyond. */
export const madeUpTo = (today: CalendarDate): CalendarDate => endOfYear(addMonths(today, NEXT_YEAR_months));

/** The day from which the payrolls of a year are made. */
export const madeFrom = (year: number): CalendarDate => addMonths(dateOf(year, 1, 1), -NEXT_YEAR_months);

/** A setting moves a pay date by less than this. */
const MOVED_days = 14;
const [MOST_OPEN_months, LOOKED_AT_months] = [36, 60];

/**
 * The pay periods for which a schedule must have payrolls, to the end of the calendar year of a month from today, of
 * the last approved pay date or of the anchor, whichever is latest. They begin with `generate_payrolls_from`, by
 * intended pay date. Where that is not set, or has passed and `is_past_left`, they begin behind it with what is still
 * to be paid: by actual pay date from the earliest draft, from behind the last approved payroll, or from today,
 * whichever is earliest. Drafts keep theirs while it has them; no other is before `live_from`, the end of preview.
 *
 * They end at the latest with the third year after the first to be paid, so a schedule that nobody approves has no more
 * and more of them. Nothing is to be paid before the anchor or the day given: one that nobody used for years goes on
 * from there. What lies five years before the last approved one is not looked at any more.
 */
export const periodsToGenerate = (
  schedule: PayScheduleState,
  now: {
    today: CalendarDate;
    last_approved_pay_date: CalendarDate | null;
    drafts?: readonly Pick<PayPeriod, 'period_start' | 'period_end' | 'pay_date'>[];
    is_past_left?: boolean;
    live_from?: CalendarDate | null;
  },
  rules: PayDateRules,
): readonly PayPeriod[] => {
  const { today, last_approved_pay_date: approved, drafts = [], is_past_left = false, live_from = null } = now;
  const { anchor_pay_date: anchor, generate_payrolls_from: intended } = schedule;
  const begins = is_past_left ? null : intended;
  const due = drafts.map(({ pay_date }) => pay_date);
  const from = [today, ...(approved === null ? [] : [addDays(approved, 1)]), ...due].sort()[0]!;
  const opens = maxDate(anchor, intended ?? anchor);
  const unpaid = begins === null || approved !== null ? from : minDate(from, begins);
  const first = maxDate(unpaid, minDate(opens, today));
  const to = minDate(
    maxDate(madeUpTo(today), endOfYear(maxDate(approved ?? today, anchor))),
    endOfYear(addMonths(first, MOST_OPEN_months)),
  );
  const looked = approved === null ? begins : minDate(from, addMonths(approved, -LOOKED_AT_months));
  const begin = maxDate(opens, begins === null ? from : maxDate(begins, looked ?? begins));
  // The intended date decides where it is given, and the actual one may lie before it.
  const span = { from: addDays(begin, -MOVED_days), to: addDays([to, ...due].sort().at(-1)!, MOVED_days) };
  const nameOf = (period: Pick<PayPeriod, 'period_start' | 'period_end'>) =>
    `${period.period_start}/${period.period_end}`;
  const held = new Set(drafts.map(nameOf));
  return payPeriods(schedule, span, rules).filter((period) => {
    if (intended !== null && period.original_pay_date < intended) return false;
    if (live_from !== null && period.pay_date < live_from) return held.has(nameOf(period));
    return held.has(nameOf(period)) || (period.pay_date <= to && (begins !== null || period.pay_date >= from));
  });
};
