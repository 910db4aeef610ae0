/** Salaries that are paid twice, for days or for hours, and hours of a wage: that is told, and paid all the same. */
import { maxDate, minDate } from '../../values/dates.ts';
import { sum, toText, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { type Figured, isHandMade } from '../model/lines.ts';
import type { Line, Warning } from '../model/types.ts';
import { SALARY_PAID_TWICE, WAGE_PAID_TWICE } from '../model/warnings.ts';

/** The salary's own line of a pay rate, where nobody has entered what is paid. */
const asCalculated = (earned: readonly Figured[], pay_rate_id: string): Figured | undefined =>
  earned.find(
    ({ line, amount }) =>
      line.recurrence?.id === pay_rate_id && line.custom_amount === null && line.custom_hours === null && !amount.eq(0),
  );

/**
 * The warnings of salaries that are paid for days on which another payroll paid them, or beside hours at their rates;
 * none where somebody has entered what is paid. And of hours of a wage that came before its own line, on which hours are
 * entered as well.
 *
 * @param earned earning lines of the stub
 */
export const paidTwice = (context: Context, earned: readonly Figured[]): Warning[] => [
  ...ofDays(context, earned),
  ...besideHours(context, earned),
  ...besideWage(earned),
];

const ofDays = ({ facts }: Context, earned: readonly Figured[]): Warning[] => {
  const { payroll, pay_rates, salaries_paid = [] } = facts;
  const days = salaries_paid.flatMap(({ pay_rate_id, period_start, period_end }) => {
    const rate = pay_rates.find(({ id }) => id === pay_rate_id);
    if (!rate || !asCalculated(earned, pay_rate_id)) return [];
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

/** Whether a line pays hours of ordinary time or of time away: they are among those that a salary expects. */
const isOfOrdinaryTime = (line: Line): boolean =>
  (line.type === 'salary' || line.type === 'vacation_pay' || line.type.startsWith('leave_')) &&
  isHandMade(line) &&
  line.source_adjustment_id === null &&
  line.custom_amount === null;

const besideHours = ({ facts }: Context, earned: readonly Figured[]): Warning[] => {
  const salaries = new Set(facts.pay_rates.filter(({ type }) => type === 'salary').map(({ id }) => id));
  const beside = earned.filter(
    ({ line, amount }) =>
      isOfOrdinaryTime(line) &&
      !amount.eq(0) &&
      line.pay_rate_id !== null &&
      salaries.has(line.pay_rate_id) &&
      asCalculated(earned, line.pay_rate_id),
  );
  if (beside.length === 0) return [];
  const hours = toText(sum(beside.map((one) => one.hours ?? ZERO)));
  const message = {
    en: `${hours} ${hours === '1' ? 'hour at a salary is' : 'hours at a salary are'} paid beside the whole salary: where it holds them already, lower the hours of its line item by as many.`,
    fr: `Des heures (${hours}) au taux d'un salaire sont payées à côté du salaire entier : s'il les comprend déjà, réduisez d'autant les heures de sa ligne de paie.`,
  };
  return [{ namespace: 'payroll', type: SALARY_PAID_TWICE, message }];
};

/** Hours that came for a rate without its name, while its own line was not there yet. */
const cameBefore = ({ line, amount }: Figured): boolean =>
  line.type === 'wage' &&
  isHandMade(line) &&
  line.is_rate_named === false &&
  line.custom_earned_on === null &&
  line.custom_amount === null &&
  !amount.eq(0);

const besideWage = (earned: readonly Figured[]): Warning[] => {
  const hasHours = ({ line, amount }: Figured, rate: string | null): boolean =>
    line.type === 'wage' && line.recurrence?.id === rate && line.custom_hours !== null && !amount.eq(0);
  const twice = earned.filter(
    (one) => cameBefore(one) && earned.some((other) => hasHours(other, one.line.pay_rate_id)),
  );
  if (twice.length === 0) return [];
  const ids = twice.map(({ line }) => line.id).join(', ');
  const message = {
    en: `Hours at a wage are paid beside those that were entered on its own line item later: where they are the same hours, delete the earlier ones (${ids}).`,
    fr: `Des heures à un taux horaire sont payées à côté de celles qui ont été saisies ensuite sur sa propre ligne : si ce sont les mêmes heures, supprimez les premières (${ids}).`,
  };
  return [{ namespace: 'payroll', type: WAGE_PAID_TWICE, message }];
};
