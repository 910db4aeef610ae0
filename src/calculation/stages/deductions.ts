/**
 * Deductions: fixed, per hour of the stub, or in percent of an income.
 *
 * The income of a percentage is its basis and what it includes, less the deductions and benefits that
 * income_subtractions names, less all statutory withholdings where it says so, less the exempt dollars, less the exempt
 * percent of the rest; never below 0. Fixed deductions and those per hour come first, those in percent after them in
 * the order in which they took effect, so that each sees the ones that it may have to subtract.
 *
 * Those that do not depend on withholdings come before them, since union dues and the like lower taxable income; those
 * that do, after. Percent and per hour deductions fall on every pay whatever their frequency says.
 */
import type { Decimal } from '../../values/money.ts';
import { atLeastZero, decimal, roundToCent, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { isAdmitted } from '../model/context.ts';
import { itemRecords, lineRecords, NO_STEPS, step } from '../model/explanation.ts';
import type { RecurringDeduction } from '../model/facts.ts';
import { isInForce } from '../model/in-force.ts';
import { incomeOf } from '../model/income.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, isSelected, managedLine, sumAmounts } from '../model/lines.ts';
import { shareOf } from '../model/recurrence.ts';

const dependsOnWithholdings = (item: RecurringDeduction): boolean =>
  item.amount_type === 'percent' && item.income_statutory_withholdings === 'all';

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

/** Whether a deduction that does not depend on its frequency falls on this payroll. */
const isDue = (context: Context, item: RecurringDeduction): boolean =>
  isInForce(item, context.facts.payroll) && isAdmitted(context, item);

/** What is taken for each hour of the earning lines that have any. */
const perHour = (context: Context, item: RecurringDeduction, lines: readonly Figured[]): Figured => {
  const paid = lines.filter(({ line, hours }) => line.kind === 'earning' && hours !== null);
  const hours = paid.reduce((sum, one) => sum.plus(one.hours!), ZERO);
  const amount = atLeastZero(roundToCent(hours.times(item.amount)));
  const figures = { amount: item.amount, hours };
  const records = () => [...itemRecords('deduction', item), ...lineRecords(paid)];
  return deductionLine(context, item, amount, step(context, 'fixed_per_hour', amount, figures, records));
};

/** @param withheld the employee's withholdings; only what depends on them is given any */
const percentOf = (
  context: Context,
  item: RecurringDeduction,
  lines: readonly Figured[],
  withheld: readonly Figured[],
): Figured => {
  const income = incomeOf(context, item.income_basis ?? 'all_earnings', item.income_includes, lines);
  const subtracted =
    item.income_subtractions.length === 0 ? [] : lines.filter(({ line }) => isSelected(line, item.income_subtractions));
  const subtractions = sumAmounts(subtracted);
  const withholdings = sumAmounts(withheld);
  const exemption_amount = decimal(item.income_exemption_amount ?? ZERO);
  const exemption_percent = decimal(item.income_exemption_percent ?? ZERO);
  const rest = atLeastZero(income.amount.minus(subtractions).minus(withholdings).minus(exemption_amount));
  const seizable = rest.times(decimal(100).minus(exemption_percent)).div(100);
  const amount = atLeastZero(roundToCent(seizable.times(item.amount).div(100)));
  const figures = {
    income: income.amount,
    subtractions,
    withholdings,
    exemption_amount,
    exemption_percent,
    percent: item.amount,
  };
  const sumOf = (name: 'income_subtractions' | 'income_statutory_withholdings', summed: readonly Figured[]) =>
    summed.length === 0 ? NO_STEPS : step(context, name, sumAmounts(summed), {}, () => lineRecords(summed));
  return deductionLine(context, item, amount, [
    ...income.steps,
    ...sumOf('income_subtractions', subtracted),
    ...sumOf('income_statutory_withholdings', withheld),
    ...step(context, 'deduction_percent', amount, figures, () => itemRecords('deduction', item)),
  ]);
};

/** Stage 6, before withholdings: hand-made deductions, then the recurring ones that do not depend on withholdings. */
export const deductionsBeforeWithholdings = (context: Context, lines: readonly Figured[]): Figured[] => {
  const made = handMade(context, 'deduction');
  if (!context.populates || context.facts.work_assignment.payee !== 'employee') return made;
  const items = inOrder(context.facts.recurring.deductions);
  const due = items.filter((item) => isDue(context, item));
  for (const item of items) {
    if (item.amount_type !== 'fixed') continue;
    const share = shareOf(context, 'deduction', item);
    if (share !== null) made.push(deductionLine(context, item, share.amount, share.steps));
  }
  for (const item of due) if (item.amount_type === 'fixed_per_hour') made.push(perHour(context, item, lines));
  for (const item of due)
    if (item.amount_type === 'percent' && !dependsOnWithholdings(item))
      made.push(percentOf(context, item, [...lines, ...made], []));
  return made;
};

/**
 * Stage 8, after withholdings: the deductions that are taken of what withholdings leave.
 *
 * @param lines the lines of all stages before withholdings
 * @param withheld the employee's withholdings
 */
export const deductionsAfterWithholdings = (
  context: Context,
  lines: readonly Figured[],
  withheld: readonly Figured[],
): Figured[] => {
  if (!context.populates || context.facts.work_assignment.payee !== 'employee') return [];
  const made: Figured[] = [];
  for (const item of inOrder(context.facts.recurring.deductions))
    if (dependsOnWithholdings(item) && isDue(context, item))
      made.push(percentOf(context, item, [...lines, ...made], withheld));
  return made;
};
