/** Salaries of days that another payroll has paid: that is told, and paid all the same. */
import { maxDate, minDate } from '../../values/dates.ts';
import type { Context } from '../model/context.ts';
import type { Figured } from '../model/lines.ts';
import type { Warning } from '../model/types.ts';
import { SALARY_PAID_TWICE } from '../model/warnings.ts';

/**
 * The warning of a salary that is paid for days on which another payroll paid it; none where somebody has entered what
 * is paid.
 *
 * @param earned earning lines of the stub
 */
export const paidTwice = ({ facts }: Context, earned: readonly Figured[]): Warning[] => {
  const { payroll, pay_rates, salaries_paid = [] } = facts;
  const days = salaries_paid.flatMap(({ pay_rate_id, period_start, period_end }) => {
    const rate = pay_rates.find(({ id }) => id === pay_rate_id);
    const asCalculated = earned.some(
      ({ line, amount }) =>
        line.recurrence?.id === pay_rate_id &&
        line.custom_amount === null &&
        line.custom_hours === null &&
        !amount.eq(0),
    );
    if (!rate || !asCalculated) return [];
    const from = maxDate(maxDate(period_start, payroll.period_start), rate.effective_from);
    const to = minDate(minDate(period_end, payroll.period_end), rate.effective_to ?? period_end);
    return from <= to ? [{ from, to }] : [];
  });
  if (days.length === 0) return [];
  const from = days.map((one) => one.from).reduce(minDate);
  const to = days.map((one) => one.to).reduce(maxDate);
  const isOneDay = from === to;
  const message = {
    en: `The salary of ${isOneDay ? from : `${from} to ${to}`} was paid by another payroll as well: where it is not to be paid again, lower the amount of its line item.`,
    fr: `Le salaire du ${isOneDay ? from : `${from} au ${to}`} a aussi été payé par une autre paie : s'il ne doit pas être payé de nouveau, réduisez le montant de sa ligne de paie.`,
  };
  return [{ namespace: 'payroll', type: SALARY_PAID_TWICE, message }];
};
