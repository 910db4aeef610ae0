import { type CalendarDate, maxDate, startOfYear } from '../../values/dates.ts';
import type { PayrollFacts } from './facts.ts';

/** The place of a payroll among the regular pays that are paid in its year, and how many those are. */
export const taxYear = ({
  tax_year,
  period_number,
  regular_periods_count,
}: Pick<PayrollFacts, 'tax_year' | 'period_number' | 'regular_periods_count'>): { number: number; count: number } =>
  tax_year ?? { number: period_number, count: regular_periods_count };

/**
 * The day of the regular pay whose number a payroll has: its own, or that of an off-cycle payroll's source, which has its
 * period. A correction, and each where pays are numbered by the year in which they are paid, has that of the last one; on
 * a custom schedule that of the part of the year in which it is paid.
 */
const numberedDay = (payroll: PayrollFacts): CalendarDate => {
  const { type, tax_year, period_start, pay_date, calendar, approved_beside } = payroll;
  if (type === 'regular' || (type !== 'off_cycle' && approved_beside)) return pay_date;
  const source =
    type === 'off_cycle' && !tax_year ? calendar.find((pay) => pay.period_start === period_start) : undefined;
  if (source) return source.pay_date;
  // The calendar is in no order.
  const paid = calendar.map((pay) => pay.pay_date).filter((day) => day <= pay_date);
  return paid.length === 0 ? pay_date : paid.reduce(maxDate);
};

/**
 * The place, in the year of a payroll, of the next regular pay, from which on pays are left of the year: its own, or that
 * of the first one paid on its date or later. Behind the last of the year that is one more than there are.
 */
export const nextPay = (payroll: PayrollFacts): number => {
  const { number, count } = taxYear(payroll);
  const numbered = numberedDay(payroll);
  const year = startOfYear(payroll.pay_date);
  // Before the first pay of the year the last one is of the year before.
  return Math.min((numbered < year ? 1 : number) + paysBefore(payroll, maxDate(numbered, year)), count + 1);
};

/** How many regular pays are paid from a day on, and before a payroll. */
const paysBefore = ({ pay_date, calendar }: PayrollFacts, from: CalendarDate): number =>
  calendar.filter((other) => from <= other.pay_date && other.pay_date < pay_date).length;

/**
 * The place, in the year of a payroll, of the first pay from a day on that is paid before it; where there is none, of
 * the next one.
 */
export const firstPaySince = (day: CalendarDate, payroll: PayrollFacts): number => {
  const since = paysBefore(payroll, maxDate(day, startOfYear(payroll.pay_date)));
  return Math.max(1, Math.min(nextPay(payroll) - since, taxYear(payroll).count));
};
