import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, timesWhole } from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { Province, TaxTable } from '../editions/edition.ts';
import type { PayFigures } from '../editions/figures.ts';
import { employmentIncome } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import type { AnnualIncome, Option } from './annual-income.ts';
import { bracketAt, claimAmount } from './claims.ts';
import { contributionCredits, employmentCredit } from './credits.ts';

/** Ontario's V1: each row of the surtax adds its share of the basic tax above its limit. */
const surtax = ({ surtax: table }: Province, { product }: Arithmetic, t4: Fixed): Fixed => {
  let v1 = 0n;
  for (const row of table?.rows ?? []) v1 += product(row.rate, atLeastZero(t4 - row.over));
  return v1;
};

/** Ontario's V2 by annual income: within its row base + rate × (A − over), at most the row's cap. */
const healthPremium = ({ health_premium: table }: Province, { product }: Arithmetic, a: Fixed): Fixed => {
  let v2 = 0n;
  for (const row of table?.rows ?? []) {
    if (a <= row.over) break;
    v2 = lesser(row.cap, row.base + product(row.rate, a - row.over));
  }
  return v2;
};

/**
 * S of British Columbia: the basic reduction, falling with income; and of Ontario: twice the reduction less the tax.
 */
const reduction = (
  province: Province,
  table: TaxTable,
  a: Fixed,
  t4: Fixed,
  v1: Fixed,
  { arithmetic: { product }, dependants }: PayFigures,
): Fixed => {
  if (table.reduction) {
    const { basic, from, to, rate } = table.reduction;
    if (a > to) return 0n;
    const amount = a <= from ? basic : basic - product(rate, a - from);
    return atLeastZero(lesser(t4, amount));
  }
  if (province.reduction_for_dependants) {
    const { basic, per_dependant } = province.reduction_for_dependants;
    const twice = 2n * (basic + timesWhole(per_dependant, dependants));
    return atLeastZero(lesser(t4 + v1, twice - (t4 + v1)));
  }
  return 0n;
};

/**
 * T2, the annual provincial or territorial tax (T4127 chapter 4, steps 4 and 5); 0 in Quebec, which has its own, and
 * outside Canada. Under claim code E nothing is left of it but Ontario's health premium.
 */
// Long: the steps of one formula in the order of its source (T4127, chapter 4), which is what it is held against.
export const provincialTax = (figures: PayFigures, income: AnnualIncome, option: Option, trace?: Trace): Fixed => {
  const province = figures.edition.provinces.get(figures.jurisdiction);
  if (!province) return 0n;
  const { a } = income;
  const { product, ratio } = figures.arithmetic;
  const v2 = healthPremium(province, figures.arithmetic, a);
  if (v2 !== 0n)
    trace?.step(
      'V2',
      'min(cap, base + rate × (A − over)) of the row of A',
      v2,
      { A: a },
      province.health_premium!.mark.source,
    );
  if (figures.claims.provincial.kind === 'exempt') return v2;

  const table = province[option];
  const bracket = bracketAt(table.brackets, a);
  const rate = table.lowest_rate;
  const federal = figures.edition.federal[option].basic;
  const tcp = claimAmount(
    figures.claims.provincial,
    table,
    province.claim_step,
    { a, ni: a + figures.northern_deduction },
    federal,
  );
  const k1p = product(rate, tcp);
  const k2p = contributionCredits(figures.arithmetic, rate, income.credits);
  const k3p = figures.provincial_credits;
  const employment = employmentIncome(figures, income.gross);
  const k4p = province.employment_amount
    ? employmentCredit(figures.arithmetic, rate, province.employment_amount.amount, employment)
    : 0n;
  const k5p = table.supplemental
    ? ratio(
        atLeastZero(k1p + k2p - table.supplemental.threshold),
        table.supplemental.numerator,
        table.supplemental.divisor,
      )
    : 0n;
  const t4 = atLeastZero(product(bracket.rate, a) - bracket.constant - k1p - k2p - k3p - k4p - k5p);
  const v1 = surtax(province, figures.arithmetic, t4);
  const s = reduction(province, table, a, t4, v1, figures);
  const t2 = atLeastZero(t4 + v1 + v2 - s - income.provincial_labour_fund);
  if (trace) {
    const { source } = table.mark;
    trace.step('K1P', 'lowest rate × TCP', k1p, { 'lowest rate': rate, TCP: tcp }, source);
    trace.step(
      'K2P',
      'lowest rate × base pension contributions + lowest rate × EI',
      k2p,
      { 'lowest rate': rate, 'base pension contributions': income.credits.pension, EI: income.credits.ei },
      source,
    );
    if (province.employment_amount)
      trace.step(
        'K4P',
        'lowest rate × min(gross employment income, CEA)',
        k4p,
        { 'lowest rate': rate, 'gross employment income': employment, CEA: province.employment_amount.amount },
        province.employment_amount.mark.source,
      );
    if (table.supplemental)
      trace.step(
        'K5P',
        'max(0, (K1P + K2P − threshold) × ratio)',
        k5p,
        { K1P: k1p, K2P: k2p, threshold: table.supplemental.threshold },
        source,
      );
    trace.step(
      'T4',
      'max(0, V × A − KP − K1P − K2P − K3P − K4P − K5P)',
      t4,
      { V: bracket.rate, A: a, KP: bracket.constant, K1P: k1p, K2P: k2p, K3P: k3p, K4P: k4p, K5P: k5p },
      source,
    );
    if (v1 !== 0n)
      trace.step(
        'V1',
        'sum of rate × (T4 − limit) over the rows that T4 passes',
        v1,
        { T4: t4 },
        province.surtax!.mark.source,
      );
    if (s !== 0n)
      trace.step(
        'S',
        table.reduction ? 'min(T4, basic − rate × (A − limit))' : 'min(T4 + V1, 2 × (basic + Y) − (T4 + V1))',
        s,
        { T4: t4, V1: v1, A: a, dependants: figures.dependants },
        source,
      );
    trace.step(
      'T2',
      'max(0, T4 + V1 + V2 − S − P × LCP)',
      t2,
      { T4: t4, V1: v1, V2: v2, S: s, 'P × LCP': income.provincial_labour_fund },
      source,
    );
  }
  return t2;
};
