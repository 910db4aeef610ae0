/**
 * Deductions: fixed, per hour of the stub, or in percent of an income.
 *
 * The income of a percentage is its basis and what it includes, less the deductions and benefits that
 * income_subtractions names, less all statutory withholdings where it says so, less the exempt dollars, less the exempt
 * percent of the rest; never below 0. Fixed deductions and those per hour come first, those in percent after them in
 * the order in which they took effect, so that each sees the ones that it may have to subtract.
 *
 * Those that do not depend on withholdings stand before them, since union dues and the like lower taxable income; those
 * that do, after. Percent and per hour deductions fall on every pay whatever their frequency says.
 */
import type { Decimal } from '../../values/money.ts';
import { atLeastZero, decimal, roundToCent, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { isAdmitted, isInForce, step } from '../model/context.ts';
import { incomeOf } from '../model/income.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, isSelected, managedLine } from '../model/lines.ts';
import { shareOf } from '../model/recurrence.ts';
import type { RecurringDeduction } from '../model/types.ts';

const dependsOnWithholdings = (item: RecurringDeduction): boolean =>
  item.amount_type === 'percent' && item.income_statutory_withholdings === 'all';

const isDue = (context: Context, item: RecurringDeduction): boolean =>
  item.amount_type === 'fixed'
    ? shareOf(context, item) !== null
    : isInForce(item, context.facts.payroll) && isAdmitted(context, item);

const deductionLine = (context: Context, item: RecurringDeduction, amount: Decimal, steps: Figured['steps']): Figured =>
  managedLine(context, {
    kind: 'deduction',
    type: item.deduction_type,
    key: item.id,
    recurrence: { object: 'deduction', id: item.id },
    item,
    amount,
    remittance_account_id: item.remittance_account_id ?? null,
    steps,
  });

/** Hours of all earning lines that have any. */
const hoursOfStub = (lines: readonly Figured[]): Decimal => {
  let hours = ZERO;
  for (const item of lines) if (item.line.kind === 'earning' && item.hours !== null) hours = hours.plus(item.hours);
  return hours;
};

const percentOf = (
  context: Context,
  item: RecurringDeduction,
  lines: readonly Figured[],
  withheld: Decimal,
): Figured => {
  const income = incomeOf(context, item.income_basis ?? 'all_earnings', item.income_includes, lines);
  let subtractions = ZERO;
  if (item.income_subtractions.length > 0)
    for (const { line, amount } of lines)
      if (isSelected(line, item.income_subtractions)) subtractions = subtractions.plus(amount);
  const withholdings = dependsOnWithholdings(item) ? withheld : ZERO;
  const exemptAmount = decimal(item.income_exemption_amount ?? ZERO);
  const exemptPercent = decimal(item.income_exemption_percent ?? ZERO);
  const rest = atLeastZero(income.minus(subtractions).minus(withholdings).minus(exemptAmount));
  const seizable = rest.times(decimal(100).minus(exemptPercent)).div(100);
  const amount = atLeastZero(roundToCent(seizable.times(item.amount).div(100)));
  const formula = '(income − subtractions − withholdings − exemption_amount) × (100 − exemption_percent) % × percent';
  const steps = step(context, 'percent', formula, amount, {
    income,
    subtractions,
    withholdings,
    exemption_amount: exemptAmount,
    exemption_percent: exemptPercent,
    percent: item.amount,
  });
  return deductionLine(context, item, amount, steps);
};

/** Stage 6, before withholdings: hand-made deductions, then the recurring ones that do not depend on withholdings. */
export const deductionsBeforeWithholdings = (context: Context, lines: readonly Figured[]): Figured[] => {
  const made = handMade(context, 'deduction');
  if (!context.populates || context.facts.work_assignment.payee !== 'employee') return made;
  const items = inOrder(context.facts.recurring.deductions).filter((item) => isDue(context, item));
  for (const item of items) {
    if (item.amount_type === 'fixed') {
      const amount = shareOf(context, item) ?? ZERO;
      const steps = step(context, item.frequency, 'share of amount', amount, { amount: item.amount });
      made.push(deductionLine(context, item, amount, steps));
    } else if (item.amount_type === 'fixed_per_hour') {
      const hours = hoursOfStub(lines);
      const amount = atLeastZero(roundToCent(hours.times(item.amount)));
      const steps = step(context, 'fixed_per_hour', 'amount × hours', amount, { amount: item.amount, hours });
      made.push(deductionLine(context, item, amount, steps));
    }
  }
  for (const item of items)
    if (item.amount_type === 'percent' && !dependsOnWithholdings(item))
      made.push(percentOf(context, item, [...lines, ...made], ZERO));
  return made;
};

/**
 * Stage 8, after withholdings: the deductions that are taken of what withholdings leave.
 *
 * @param lines the lines of all stages before withholdings
 * @param withheld the sum of the employee's withholdings
 */
export const deductionsAfterWithholdings = (
  context: Context,
  lines: readonly Figured[],
  withheld: Decimal,
): Figured[] => {
  if (!context.populates || context.facts.work_assignment.payee !== 'employee') return [];
  const made: Figured[] = [];
  for (const item of inOrder(context.facts.recurring.deductions))
    if (dependsOnWithholdings(item) && isDue(context, item))
      made.push(percentOf(context, item, [...lines, ...made], withheld));
  return made;
};
