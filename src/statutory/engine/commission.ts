import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, timesRatio } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import { annualTax } from './annual-tax.ts';
import type { Contributions } from './contributions.ts';
import type { CreditBases } from './credits.ts';
import type { PayTax } from './option1.ts';
import { labourFundCredits } from './option1.ts';
import { baseCap } from './pension.ts';

/** K2 of a year with a TD1X, from its estimated remuneration. */
const creditsOfYear = (figures: PayFigures, contributions: Contributions, income: Fixed): CreditBases => {
  const { plan, other, ei, contributed } = contributions;
  const { exempt, edition, pensionable_months } = figures;
  const { product } = figures.arithmetic;
  return {
    pension: exempt.pension
      ? 0n
      : lesser(
          baseCap(plan, other, pensionable_months, contributed.other_first),
          product(plan.base_rate, atLeastZero(income - plan.basic_exemption)),
        ),
    ei: exempt.ei ? 0n : lesser(ei.max, product(ei.rate, income)),
    qpip: contributions.qpip === null ? 0n : lesser(edition.qpip.max, product(edition.qpip.rate, income)),
  };
};

/**
 * Income tax on a commission payment G with a TD1X (T4127 chapter 4): the tax of the estimated year, for the share of
 * it that G is. What is deducted from this payment is taken to be deducted from all of the year in the same share.
 */
export const commissionTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): PayTax => {
  const { commission, taxable, edition } = figures;
  if (!commission) throw new RangeError('commission tax needs the annual amounts of a TD1X');
  const g = taxable.periodic;
  if (g <= 0n || commission.income <= 0n) return { federal: 0n, provincial: 0n };
  const ofYear = (amount: Fixed) => timesRatio(amount, commission.income, g);
  const deducted = ofYear(figures.registered_plans + figures.alimony + figures.union_dues);
  const a =
    commission.income -
    deducted -
    contributions.f5a -
    figures.northern_deduction -
    figures.annual_deductions -
    commission.expenses;
  const { source } = edition.federal.option1.mark;
  trace?.step(
    'A',
    'I1 − F − F2 − F5A − U1 − HD − F1 − E',
    a,
    {
      I1: commission.income,
      'F + F2 + U1': deducted,
      F5A: contributions.f5a,
      HD: figures.northern_deduction,
      F1: figures.annual_deductions,
      E: commission.expenses,
    },
    source,
  );
  if (a <= 0n) return { federal: 0n, provincial: 0n };
  const funds = labourFundCredits(figures);
  const tax = annualTax(
    figures,
    {
      a,
      gross: commission.income,
      credits: creditsOfYear(figures, contributions, commission.income),
      labour_fund: ofYear(funds.federal),
      provincial_labour_fund: ofYear(funds.provincial),
    },
    'option1',
    trace,
  );
  const result = {
    federal: figures.arithmetic.ofPayment(tax.federal, g, commission.income),
    provincial: figures.arithmetic.ofPayment(tax.provincial, g, commission.income),
  };
  trace?.step('federal tax', 'T1 / (I1 / G)', result.federal, { T1: tax.federal, I1: commission.income, G: g }, source);
  trace?.step(
    'provincial tax',
    'T2 / (I1 / G)',
    result.provincial,
    { T2: tax.provincial, I1: commission.income, G: g },
    source,
  );
  return result;
};
