/** Stage 3, statutory holiday pay: lines that the statutory part works out, one for each holiday. */
import { merged } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { hasEntries } from '../model/entries.ts';
import { NO_STEPS } from '../model/explanation.ts';
import { isPaidEachPeriod } from '../model/in-force.ts';
import type { Figured } from '../model/lines.ts';
import { managedLine, toFiguredLine, waitingEarnings } from '../model/lines.ts';
import type { FiguredLine, HolidayPay } from '../model/ports.ts';
import { vacationPay } from './vacation-pay.ts';

const TYPE = 'statutory_holiday_pay';

/** The lines of holidays: of one that nothing is due for, where a caller entered something on it. */
const linesOf = (context: Context, holidays: readonly HolidayPay[]): Figured[] => {
  const isEntered = (key: string): boolean => {
    const line = context.present.get(context.options.lineId('earning', key));
    return line !== undefined && hasEntries(line);
  };
  const shown = holidays.filter(({ key, amount }) => amount !== '0' || isEntered(key));
  return shown.map((pay) => {
    const made = managedLine(context, {
      kind: 'earning',
      type: TYPE,
      key: pay.key,
      recurrence: null,
      item: pay,
      amount: decimal(pay.amount),
      hours: pay.hours === null ? null : decimal(pay.hours),
      earned_on: pay.earned_on,
      steps: pay.steps ?? NO_STEPS,
    });
    return pay.basis ? { ...made, basis: pay.basis } : made;
  });
};

/**
 * What may count for a later holiday: the earnings of a stub, the pay of its holidays before, and the vacation pay that
 * is paid with all that is paid. It counts where that of earlier stubs does. What is not paid with it does not count.
 *
 * @param paid what is paid beside holidays
 */
export const earningsWith = (
  context: Context,
  paid: readonly Figured[],
  holidays: readonly HolidayPay[],
): FiguredLine[] =>
  vacationPay(context, [...paid, ...linesOf(context, holidays)])
    .filter(({ line }) => line.kind === 'earning')
    .map((item) => {
      const line = toFiguredLine(item);
      const isPaid = isPaidEachPeriod(context.facts, line, context.province, context.effects);
      return isPaid ? line : merged(line, { accrued_vacation_pay: '0' });
    });

/**
 * Lines of statutory holiday pay: of employees, on regular payrolls, as the statutory stage computes them. Where nothing
 * is due for a holiday any more, its line stays with what a caller entered on it.
 *
 * @param paid what is paid beside holidays
 */
export const holidayPay = (context: Context, paid: readonly Figured[]): Figured[] => {
  const stage = context.options.holidayPay;
  if (context.waits) return waitingEarnings(context, TYPE);
  if (!stage || !context.populates || context.facts.work_assignment.payee !== 'employee') return [];
  const given = stage({
    facts: context.facts,
    province: context.province,
    earnings: (holidays) => earningsWith(context, paid, holidays),
    explain: context.options.explain ?? false,
  });
  return linesOf(context, given);
};
