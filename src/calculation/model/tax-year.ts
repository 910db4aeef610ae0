import { type CalendarDate, startOfYear } from '../../values/dates.ts';
import type { PayrollFacts } from './facts.ts';

/** The place of a payroll among the regular pays that are paid in its year, and how many those are. */
export const taxYear = ({
  tax_year,
  period_number,
  regular_periods_count,
}: Pick<PayrollFacts, 'tax_year' | 'period_number' | 'regular_periods_count'>): { number: number; count: number } =>
  tax_year ?? { number: period_number, count: regular_periods_count };

/**
 * The place, in the year of a payroll, of the first pay from a day on that is paid before it; its own where there is
 * none.
 */
export const firstPaySince = (day: CalendarDate, payroll: PayrollFacts): number => {
  const { pay_date, calendar } = payroll;
  const from = day > startOfYear(pay_date) ? day : startOfYear(pay_date);
  const since = calendar.filter((other) => from <= other.pay_date && other.pay_date < pay_date).length;
  return Math.max(1, taxYear(payroll).number - since);
};
