/** Stage 2, statutory holiday pay: lines that the statutory part works out, one for each holiday. */
import { decimal } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { hasEntries } from '../model/entries.ts';
import { NO_STEPS } from '../model/explanation.ts';
import type { Figured } from '../model/lines.ts';
import { managedLine, toFiguredLine, waitingEarnings } from '../model/lines.ts';
import { vacationPay } from './vacation-pay.ts';

const TYPE = 'statutory_holiday_pay';

/**
 * Lines of statutory holiday pay: of employees, on regular payrolls, as the statutory stage computes them. Where nothing
 * is due for a holiday any more, its line stays with what a caller entered on it.
 */
export const holidayPay = (context: Context, earned: readonly Figured[]): Figured[] => {
  const stage = context.options.holidayPay;
  if (context.waits) return waitingEarnings(context, TYPE);
  if (!stage || !context.populates || context.facts.work_assignment.payee !== 'employee') return [];
  const given = stage({
    facts: context.facts,
    province: context.province,
    // With the vacation pay that is paid with them: it counts where that of earlier stubs does.
    earnings: vacationPay(context, earned).map(toFiguredLine),
    lineId: (key) => context.options.lineId('earning', key),
    explain: context.options.explain ?? false,
  });
  const isEntered = (key: string): boolean => {
    const line = context.present.get(context.options.lineId('earning', key));
    return line !== undefined && hasEntries(line);
  };
  const shown = given.filter(({ key, amount }) => amount !== '0' || isEntered(key));
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
