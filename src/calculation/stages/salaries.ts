/**
 * What the salaries of a stub come to. A salary is its year's amount divided by the pays of the year. Salaries that
 * follow one another (one begins once the other has ended) share the working days (Monday to Friday) of the period.
 * Where their days are all of them, the period's pay is shared by days: a raise within a period is never paid above a
 * period at the higher salary nor below one at the lower. Where some days have no salary (a hire, a departure) each day
 * is worth a 260th of the year, and all of them no more than a whole pay. A salary beside another is prorated by
 * itself.
 */
import type { CalendarDate } from '../../values/dates.ts';
import { dayNumber, daysBetween, maxDate, minDate } from '../../values/dates.ts';
import type { Decimal } from '../../values/money.ts';
import { decimal, divideToCent, ZERO } from '../../values/money.ts';
import type { PayRateFacts } from '../model/facts.ts';

const WORKING_DAYS_PER_YEAR = 260;
export const WEEKS_PER_YEAR = 52;
const WORKING_DAYS_PER_WEEK = 5;

/** Day 0 of day numbers is a Thursday. */
const DAYS_BEHIND_MONDAY = 3;

/** Mondays to Fridays before a day, counted from the Monday before day 0. */
const workingDaysBefore = (day: number): number => {
  const days = day + DAYS_BEHIND_MONDAY;
  const weeks = Math.floor(days / 7);
  return weeks * WORKING_DAYS_PER_WEEK + Math.min(days - weeks * 7, WORKING_DAYS_PER_WEEK);
};

/** Mondays to Fridays between two days, both included; 0 when the second lies before the first. */
export const workingDays = (from: CalendarDate, to: CalendarDate): number =>
  Math.max(0, workingDaysBefore(dayNumber(to) + 1) - workingDaysBefore(dayNumber(from)));

interface Period {
  period_start: CalendarDate;
  period_end: CalendarDate;
  regular_periods_count: number;
}

type Salary = Pick<PayRateFacts, 'id' | 'rate' | 'expected_hours_per_week' | 'effective_from' | 'effective_to'>;

/** The days of a period on which a salary is in force. */
interface Days {
  salary: Salary;
  from: CalendarDate;
  to: CalendarDate;
  working_days: number;
}

/** What a stub pays of a salary, in cents, with its expected hours. */
export interface SalaryShare extends Omit<Days, 'salary'> {
  amount: Decimal;
  hours: Decimal;
  /** Working days of all the salaries that follow one another, and of the period. */
  salaried_days: number;
  period_days: number;
}

/** Salaries that follow one another: each goes to those whose last one ended latest before it. */
const successions = (all: readonly Days[]): Days[][] => {
  const chains: Days[][] = [];
  for (const one of all.toSorted((a, b) => (a.from + a.salary.id < b.from + b.salary.id ? -1 : 1))) {
    const before = chains
      .filter((chain) => chain.at(-1)!.to < one.from)
      .sort((a, b) => (a.at(-1)!.to > b.at(-1)!.to ? -1 : 1));
    if (before[0]) before[0].push(one);
    else chains.push([one]);
  }
  return chains;
};

/** Parts of so much a year for so many days each, in cents: their sums are rounded, so together they are the whole. */
const toCents = (yearly: readonly Decimal[], days: readonly number[], daysOfYear: number): Decimal[] => {
  let exact = ZERO;
  let paid = ZERO;
  return yearly.map((amount, i) => {
    exact = exact.plus(amount.times(days[i]!));
    const part = divideToCent(exact, daysOfYear).minus(paid);
    paid = paid.plus(part);
    return part;
  });
};

/**
 * What a stub pays of each salary, by the id of its rate.
 *
 * @param salaries those in force on some day of the period
 */
export const salaryShares = (salaries: readonly Salary[], period: Period): Map<string, SalaryShare> => {
  const { period_start, period_end, regular_periods_count: periods } = period;
  const onWorkingDays = workingDays(period_start, period_end) > 0;
  const daysIn = (from: CalendarDate, to: CalendarDate): number =>
    onWorkingDays ? workingDays(from, to) : daysBetween(from, to) + 1;
  const period_days = daysIn(period_start, period_end);
  const all = salaries.map((salary): Days => {
    const from = maxDate(period_start, salary.effective_from);
    const to = minDate(period_end, salary.effective_to ?? period_end);
    return { salary, from, to, working_days: daysIn(from, to) };
  });
  const shares = new Map<string, SalaryShare>();
  for (const chain of successions(all)) {
    const days = chain.map(({ working_days }) => working_days);
    const salaried_days = days.reduce((sum, some) => sum + some, 0);
    // As many such days as a year would have: fewer than 260 make each worth more, so that all of them are a whole pay.
    const daysOfYear =
      salaried_days >= period_days ? salaried_days * periods : Math.max(WORKING_DAYS_PER_YEAR, salaried_days * periods);
    const amounts = toCents(
      chain.map(({ salary }) => decimal(salary.rate)),
      days,
      daysOfYear,
    );
    const hours = toCents(
      chain.map(({ salary }) => decimal(salary.expected_hours_per_week).times(WEEKS_PER_YEAR)),
      days,
      daysOfYear,
    );
    chain.forEach(({ salary, from, to, working_days }, i) => {
      const own = { from, to, working_days, salaried_days, period_days };
      shares.set(salary.id, { amount: amounts[i]!, hours: hours[i]!, ...own });
    });
  }
  return shares;
};
