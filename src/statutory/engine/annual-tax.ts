import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero } from '../../values/fixed.ts';
import type { TaxTable } from '../editions/edition.ts';
import type { PayFigures } from '../editions/figures.ts';
import { employmentIncome, isQuebec } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import type { AnnualIncome, Option } from './annual-income.ts';
import { bracketAt, claimAmount } from './claims.ts';
import { contributionCredits, employmentCredit } from './credits.ts';
import { provincialTax } from './provincial.ts';

export interface AnnualTax {
  /** T1 */
  federal: Fixed;
  /** T2 */
  provincial: Fixed;
}

const federalTax = (figures: PayFigures, income: AnnualIncome, table: TaxTable, trace?: Trace): Fixed => {
  const { federal } = figures.edition;
  const { product } = figures.arithmetic;
  const { a } = income;
  const bracket = bracketAt(table.brackets, a);
  const tc = claimAmount(
    figures.claims.federal,
    table,
    federal.claim_step,
    { a, ni: a + figures.northern_deduction },
    table.basic,
  );
  const rate = table.lowest_rate;
  const k1 = product(rate, tc);
  const k2 = contributionCredits(figures.arithmetic, rate, income.credits);
  const k3 = figures.federal_credits;
  const k4 = employmentCredit(
    figures.arithmetic,
    rate,
    federal.employment_amount.amount,
    employmentIncome(figures, income.gross),
  );
  const t3 = atLeastZero(product(bracket.rate, a) - bracket.constant - k1 - k2 - k3 - k4);
  const afterFund = atLeastZero(t3 - income.labour_fund);
  let t1: Fixed;
  let formula: string;
  if (isQuebec(figures)) {
    formula = 'max(0, max(0, T3 − P × LCF) − abatement × T3)';
    t1 = atLeastZero(afterFund - product(federal.quebec_abatement.rate, t3));
  } else if (figures.jurisdiction === 'OC' && !figures.is_surtax_exempt) {
    formula = 'max(0, T3 + surtax × T3 − P × LCF)';
    t1 = atLeastZero(t3 + product(federal.outside_canada_surtax.rate, t3) - income.labour_fund);
  } else {
    formula = 'max(0, T3 − P × LCF)';
    t1 = afterFund;
  }
  if (trace) {
    const { source } = table.mark;
    trace.step('K1', 'lowest rate × TC', k1, { 'lowest rate': rate, TC: tc }, source);
    trace.step(
      isQuebec(figures) ? 'K2Q' : 'K2',
      'lowest rate × base pension contributions + lowest rate × EI + lowest rate × QPIP',
      k2,
      {
        'lowest rate': rate,
        'base pension contributions': income.credits.pension,
        EI: income.credits.ei,
        QPIP: income.credits.qpip,
      },
      source,
    );
    trace.step(
      'K4',
      'lowest rate × min(gross employment income, CEA)',
      k4,
      {
        'lowest rate': rate,
        'gross employment income': employmentIncome(figures, income.gross),
        CEA: federal.employment_amount.amount,
      },
      federal.employment_amount.mark.source,
    );
    trace.step(
      'T3',
      'max(0, R × A − K − K1 − K2 − K3 − K4)',
      t3,
      { R: bracket.rate, A: a, K: bracket.constant, K1: k1, K2: k2, K3: k3, K4: k4 },
      source,
    );
    trace.step('T1', formula, t1, { T3: t3, 'P × LCF': income.labour_fund }, source);
  }
  return t1;
};

/**
 * T1 and T2 of an annual income. Exemptions of the employee are for the caller; only code E is known here (Ontario).
 */
export const annualTax = (figures: PayFigures, income: AnnualIncome, option: Option, trace?: Trace): AnnualTax => ({
  federal: federalTax(figures, income, figures.edition.federal[option], trace),
  provincial: provincialTax(figures, income, option, trace),
});
