/**
 * Stage 5, benefits of employee and employer: basis, sales tax, cap.
 *
 * A fixed benefit is its amount, or its share of the month. One in percent is that percentage of its income basis times
 * the coverage multiplier; of a negative income nothing is taken. Sales tax is added where the benefit asks for it.
 *
 * A cap holds for what stands on the line, tax included. With `all_line_items_of_type` it is one for the calendar year
 * of the pay date and all lines of the type together: what earlier stubs and the other lines of this one hold is taken
 * off it. With `this_benefit` it is one for each pay period and this benefit alone.
 */
import type { Decimal } from '../../values/money.ts';
import { atLeastZero, decimal, min, roundToCent, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { step } from '../model/context.ts';
import { incomeOf } from '../model/income.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, managedLine } from '../model/lines.ts';
import { shareOf } from '../model/recurrence.ts';
import { premiumTaxPercent } from '../model/sales-tax.ts';
import type { RecurringEmployeeBenefit, RecurringEmployerBenefit, Step } from '../model/types.ts';

type Kind = 'employee_benefit' | 'employer_benefit';
type Benefit = RecurringEmployeeBenefit | RecurringEmployerBenefit;

const typeOf = (benefit: Benefit): string =>
  'employee_benefit_type' in benefit ? benefit.employee_benefit_type : benefit.employer_benefit_type;

interface Contribution {
  amount: Decimal;
  steps: readonly Step[];
}

const beforeTax = (context: Context, item: Benefit, share: Decimal, income: readonly Figured[]): Contribution => {
  if (item.amount_type === 'fixed')
    return { amount: share, steps: step(context, item.frequency, 'share of amount', share, { amount: item.amount }) };
  const basis = incomeOf(context, item.income_basis, item.income_includes, income);
  const covered = basis.times(item.coverage_multiplier);
  const amount = atLeastZero(roundToCent(covered.times(share).div(100)));
  const figures = { income: basis, coverage_multiplier: item.coverage_multiplier, percent: share };
  return { amount, steps: step(context, 'percent', 'income × coverage_multiplier × percent', amount, figures) };
};

const withTax = (context: Context, item: Benefit, { amount, steps }: Contribution): Contribution => {
  const percent = item.apply_sales_tax ? premiumTaxPercent(context.province) : ZERO;
  if (percent.eq(0)) return { amount, steps };
  const taxed = amount.plus(roundToCent(amount.times(percent).div(100)));
  const told = step(context, 'sales_tax', 'amount + amount × percent', taxed, { amount, percent });
  return { amount: taxed, steps: [...steps, ...told] };
};

/** What the cap leaves for this line; null without a cap. */
const room = (context: Context, kind: Kind, item: Benefit, others: readonly Figured[]): Decimal | null => {
  if (item.max_annual_contribution === null) return null;
  const cap = decimal(item.max_annual_contribution);
  if (item.max_annual_contribution_basis === 'this_benefit') return cap;
  const type = typeOf(item);
  let left = cap.minus(context.facts.year_to_date.amounts[kind]?.[type] ?? ZERO);
  for (const { line, amount } of others) if (line.type === type) left = left.minus(amount);
  return atLeastZero(left);
};

const capped = (context: Context, contribution: Contribution, left: Decimal | null): Contribution => {
  if (left === null || contribution.amount.lte(left)) return contribution;
  const amount = min(contribution.amount, left);
  const told = step(context, 'max_annual_contribution', 'min(amount, room)', amount, {
    amount: contribution.amount,
    room: left,
  });
  return { amount, steps: [...contribution.steps, ...told] };
};

/** The lines of one side: the hand-made ones, then one for each recurring benefit that falls on this payroll. */
const benefitsOf = (context: Context, kind: Kind, items: readonly Benefit[], income: readonly Figured[]): Figured[] => {
  const lines = handMade(context, kind);
  if (context.facts.work_assignment.payee !== 'employee') return lines;
  // Amounts that were entered by hand stand whatever the cap, so they use it up before the others do.
  const due = inOrder(items).flatMap((item) => {
    const share = shareOf(context, item);
    return share === null ? [] : [{ item, share }];
  });
  const entered = due.filter(({ item }) => customAmount(context, kind, item) !== null);
  const others = due.filter(({ item }) => customAmount(context, kind, item) === null);
  for (const { item, share } of [...entered, ...others]) {
    const contribution = withTax(context, item, beforeTax(context, item, share, income));
    const { amount, steps } = capped(context, contribution, room(context, kind, item, lines));
    lines.push(
      managedLine(context, {
        kind,
        type: typeOf(item),
        key: item.id,
        recurrence: { object: kind, id: item.id },
        item,
        amount,
        remittance_account_id: item.remittance_account_id,
        steps,
      }),
    );
  }
  return lines;
};

const customAmount = (context: Context, kind: Kind, item: Benefit): string | null =>
  context.present.get(context.options.lineId(kind, item.id))?.custom_amount ?? null;

/** @param income the lines of the stages before: what percentages are taken of */
export const benefits = (context: Context, income: readonly Figured[]): Figured[] => {
  const { employee_benefits, employer_benefits } = context.facts.recurring;
  return [
    ...benefitsOf(context, 'employee_benefit', employee_benefits, income),
    ...benefitsOf(context, 'employer_benefit', employer_benefits, income),
  ];
};
