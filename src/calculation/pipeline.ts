/**
 * A stub's calculation, from facts to lines and totals, stage by stage. Pure: no clock, no I/O, and the same facts give
 * the same lines, so calculating again what was calculated changes nothing.
 *
 *  1 earnings                    rates, hours, proration, recurring earnings
 *  2 fixed amounts               allowances, reimbursements
 *  3 statutory holiday pay       filled by the statutory part
 *  4 vacation pay                accrual on the lines so far, and its payment where it is paid each period
 *  5 benefits                    basis, sales tax, cap
 *  6 deductions I                those that no withholding enters: some of them lower taxable income
 *  7 withholdings                taxable, pensionable and insurable sums, then tax and contributions
 *  8 deductions II               those taken of what withholdings leave
 *  9 net                         bears additional tax or not: if not, back to 7 without it
 * 10 employer contributions
 * 11 accounting codes and tags
 * 12 totals, and the difference to the lines that the stub had
 */

import { byId } from '../values/json.ts';
import { difference } from './difference.ts';
import { type Context, createContext } from './model/context.ts';
import type { StubFacts } from './model/facts.ts';
import type { Figured } from './model/lines.ts';
import type { CalculationOptions, WithholdingStageAnswer, WithholdingStageRequest } from './model/ports.ts';
import type { Step, StubResult, Warning } from './model/types.ts';
import { TOO_MANY_ITEMS } from './model/warnings.ts';
import { accounting } from './stages/accounting.ts';
import { benefits } from './stages/benefits.ts';
import { deductionsAfterWithholdings, deductionsBeforeWithholdings } from './stages/deductions.ts';
import { earnings } from './stages/earnings.ts';
import { fixedAmounts } from './stages/fixed-amounts.ts';
import { holidayPay } from './stages/holiday-pay.ts';
import { notInForce } from './stages/not-in-force.ts';
import { paidTwice } from './stages/paid-twice.ts';
import { netPay, stubTotals } from './stages/totals.ts';
import { vacationPay } from './stages/vacation-pay.ts';
import { contributionLines, hasWithholdings, isAsked, withhold, withholdingLines } from './stages/withholdings.ts';

interface Withheld {
  answer: WithholdingStageAnswer;
  withheld: Figured[];
  deducted: Figured[];
}

/**
 * Stages 7 to 9: withholdings with all additional tax that was asked for; where net pay cannot bear it, with the
 * federal part alone, and then with none.
 */
const withheldAsBearable = (context: Context, standing: readonly Figured[]): Withheld => {
  const attempt = (additionalTax: WithholdingStageRequest['additional_tax']): Withheld => {
    const answer = withhold(context, standing, additionalTax);
    const withheld = withholdingLines(context, answer);
    return { answer, withheld, deducted: deductionsAfterWithholdings(context, standing, withheld) };
  };
  const isBorne = ({ withheld, deducted }: Withheld) => netPay([...standing, ...withheld, ...deducted]).gte(0);

  let figures = attempt('all');
  const { federal, quebec } = figures.answer.additional_tax;
  if ((isAsked(federal) || isAsked(quebec)) && !isBorne(figures)) {
    figures = attempt(isAsked(federal) ? 'federal' : 'none');
    if (isAsked(federal) && !isBorne(figures)) figures = attempt('none');
  }
  return figures;
};

const explanationOf = (context: Context, lines: readonly Figured[]): Record<string, readonly Step[]> => {
  const explanation = byId<readonly Step[]>();
  if (context.options.explain) for (const { line, steps } of lines) if (steps.length > 0) explanation[line.id] = steps;
  return explanation;
};

const takenOnce = ({ recurring }: StubFacts, lines: readonly Figured[]): string[] => {
  const once = new Set<string>();
  for (const items of Object.values(recurring))
    for (const { id, frequency } of items) if (frequency === 'once') once.add(id);
  return [...new Set(lines.flatMap(({ line }) => line.recurrence?.id ?? []))].filter((id) => once.has(id)).sort();
};

/**
 * Calculates one pay stub.
 *
 * @throws RangeError when the stub holds more lines than a stub can
 */
export const calculateStub = (facts: StubFacts, options: CalculationOptions): StubResult => {
  const context = createContext(facts, options);

  const earned = earnings(context);
  const allowed = fixedAmounts(context);
  const holidays = holidayPay(context, [...earned, ...allowed]);
  const income = vacationPay(context, [...earned, ...holidays, ...allowed]);
  const benefited = benefits(context, income);
  const before = deductionsBeforeWithholdings(context, [...income, ...benefited]);
  const standing = [...income, ...benefited, ...before];
  const { answer, withheld, deducted } = withheldAsBearable(context, standing);
  const contributed = contributionLines(context, answer);

  const lines = accounting(context, [...standing, ...deducted, ...withheld, ...contributed]);
  const totals = stubTotals(context, lines);
  const warnings: Warning[] = [...answer.warnings];
  if (facts.payroll.type !== 'correction' && netPay(lines).lt(0))
    warnings.push({ namespace: 'payroll', type: 'negative_net_pay' });
  if (context.populates && !context.waits && context.admitted !== null)
    warnings.push({ namespace: 'payroll', type: TOO_MANY_ITEMS });
  warnings.push(...paidTwice(context, earned), ...notInForce(context));
  return {
    totals,
    bases: answer.bases,
    taken_once: takenOnce(facts, lines),
    has_taxes_calculated: hasWithholdings(context),
    is_pending_tax_rates: answer.is_pending_tax_rates,
    warnings,
    explanation: explanationOf(context, lines),
    ...difference(context, lines),
  };
};
