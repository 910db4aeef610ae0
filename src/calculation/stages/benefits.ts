/**
 * Stage 5, benefits of employee and employer: basis, sales tax, cap.
 *
 * A fixed benefit is its amount, or its share of the month. One in percent is that percentage of its income basis times
 * the coverage multiplier; of a negative income nothing is taken. Sales tax is added where the benefit asks for it: on
 * the parts of a month together that of the whole amount.
 *
 * A cap holds for what is on the line, tax included. With `all_line_items_of_type` it is one for the calendar year of
 * the pay date and all lines of the type together: what earlier stubs, later ones that were approved before, and the
 * other lines of this one hold is taken off it. With `this_benefit` it is one for each pay period and this benefit
 * alone.
 */
import { atLeastZero, type Decimal, decimal, roundToCent, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { itemRecords, lineRecords, step } from '../model/explanation.ts';
import type { RecurringEmployeeBenefit, RecurringEmployerBenefit } from '../model/facts.ts';
import { incomeOf } from '../model/income.ts';
import type { Figured } from '../model/lines.ts';
import { handMade, inOrder, managedLine, sumAmounts } from '../model/lines.ts';
import { type Share, shareOf } from '../model/recurrence.ts';
import { premiumTaxPercent } from '../model/sales-tax.ts';

type Kind = 'employee_benefit' | 'employer_benefit';
type Benefit = RecurringEmployeeBenefit | RecurringEmployerBenefit;

const typeOf = (benefit: Benefit): string =>
  'employee_benefit_type' in benefit ? benefit.employee_benefit_type : benefit.employer_benefit_type;

const beforeTax = (context: Context, kind: Kind, item: Benefit, share: Share, lines: readonly Figured[]): Share => {
  if (item.amount_type === 'fixed') return share;
  const income = incomeOf(context, item.income_basis, item.income_includes, lines);
  const { coverage_multiplier } = item;
  const amount = atLeastZero(roundToCent(income.amount.times(coverage_multiplier).times(share.amount).div(100)));
  const figures = { income: income.amount, coverage_multiplier, percent: share.amount };
  const explained = step(context, 'benefit_percent', amount, figures, () => itemRecords(kind, item));
  return { amount, steps: [...income.steps, ...explained] };
};

const taxOn = (context: Context, item: Benefit): Decimal =>
  item.apply_sales_tax ? premiumTaxPercent(context.province, typeOf(item)) : ZERO;

/** What an amount was before the tax was added to it. */
const withoutTax = (context: Context, item: Benefit, taxed: Decimal): Decimal =>
  roundToCent(taxed.times(100).div(taxOn(context, item).plus(100)));

const withTax = (context: Context, item: Benefit, { amount, steps, before = ZERO }: Share): Share => {
  const percent = taxOn(context, item);
  if (percent.eq(0)) return { amount, steps };
  const taxUpTo = (sum: Decimal): Decimal => roundToCent(sum.times(percent).div(100));
  const taxed = amount.plus(taxUpTo(before.plus(amount))).minus(taxUpTo(before));
  const explained = step(context, 'sales_tax', taxed, {
    ...(before.eq(0) ? {} : { parts_before: before }),
    ...{ amount, percent, province: String(context.province) },
  });
  return { amount: taxed, steps: [...steps, ...explained] };
};

/** A benefit as far as its cap leaves room for it. */
const capped = (
  context: Context,
  kind: Kind,
  item: Benefit,
  contribution: Share,
  others: readonly Figured[],
): Share => {
  if (item.max_annual_contribution === null) return contribution;
  const cap = decimal(item.max_annual_contribution);
  const type = typeOf(item);
  const isOfAll = item.max_annual_contribution_basis === 'all_line_items_of_type';
  const ofType = isOfAll ? others.filter(({ line }) => line.type === type) : [];
  const { year_to_date, year_later } = context.facts;
  const usedBy = (year: Pick<typeof year_to_date, 'amounts'> | undefined) =>
    isOfAll ? decimal(year?.amounts[kind]?.[type] ?? ZERO) : ZERO;
  const [earlier, later] = [usedBy(year_to_date), usedBy(year_later)];
  const here = sumAmounts(ofType);
  const left = atLeastZero(cap.minus(earlier).minus(later).minus(here));
  if (contribution.amount.lte(left)) return contribution;
  const figures = { amount: contribution.amount, cap };
  const explained = isOfAll
    ? step(
        context,
        'max_annual_contribution',
        left,
        {
          ...figures,
          used_by_earlier_pay_stubs: earlier,
          used_by_later_pay_stubs: later,
          used_on_this_pay_stub: here,
        },
        () => lineRecords(ofType),
      )
    : step(context, 'max_contribution_per_period', left, figures);
  return { amount: left, steps: [...contribution.steps, ...explained] };
};

/** The lines of one side: the hand-made ones, then one for each recurring benefit that falls on this payroll. */
const benefitsOf = (context: Context, kind: Kind, items: readonly Benefit[], income: readonly Figured[]): Figured[] => {
  const lines = handMade(context, kind);
  if (context.facts.work_assignment.payee !== 'employee') return lines;
  // Amounts that were entered by hand are kept whatever the cap, so they use it up before the others do.
  const due = inOrder(items).flatMap((item) => {
    const share = shareOf(context, kind, item, (amount) => withoutTax(context, item, amount));
    return share === null ? [] : [{ item, share, isEntered: customAmount(context, kind, item) !== null }];
  });
  const entered = due.filter(({ isEntered }) => isEntered);
  const others = due.filter(({ isEntered }) => !isEntered);
  for (const { item, share } of [...entered, ...others]) {
    const contribution = withTax(context, item, beforeTax(context, kind, item, share, income));
    const { amount, steps } = capped(context, kind, item, contribution, lines);
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
