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
 * period. A correction, and each where pays are numbered by the year in which they are paid, has that of the last one.
 */
const numberedDay = ({ type, tax_year, period_start, pay_date, calendar }: PayrollFacts): CalendarDate => {
  if (type === 'regular') return pay_date;
  const source =
    type === 'off_cycle' && !tax_year ? calendar.find((pay) => pay.period_start === period_start) : undefined;
  if (source) return source.pay_date;
  // The calendar is in no order.
  const paid = calendar.map((pay) => pay.pay_date).filter((day) => day <= pay_date);
  return paid.length === 0 ? pay_date : paid.reduce(maxDate);
};

/**
 * The place, in the year of a payroll, of the first pay from a day on that is paid before it; its own where there is
 * none.
 */
export const firstPaySince = (day: CalendarDate, payroll: PayrollFacts): number => {
  const { pay_date, calendar } = payroll;
  const from = day > startOfYear(pay_date) ? day : startOfYear(pay_date);
  const until = numberedDay(payroll);
  const since = calendar.filter((other) => from <= other.pay_date && other.pay_date < until).length;
  return Math.max(1, taxYear(payroll).number - since);
};
