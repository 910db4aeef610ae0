import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, roundToCent, timesRatio, timesWhole } from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { RateMax } from '../editions/edition.ts';
import type { PayFigures } from '../editions/figures.ts';
import { isApart } from '../editions/figures.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';
import type { AnnualTax } from './annual-tax.ts';
import { annualTax } from './annual-tax.ts';
import type { Contributions } from './contributions.ts';
import { bonusCredits, periodicCredits } from './credits.ts';

/** Income tax of one pay, before additional tax; each amount in cents. */
export interface PayTax {
  federal: Fixed;
  provincial: Fixed;
}

/** LCF, LCP: the credit for shares bought in the period, as far as those of the year before it left of its limit. */
const fundCredit = ({ product }: Arithmetic, fund: RateMax | null | undefined, earlier: Fixed, bought: Fixed): Fixed =>
  fund ? lesser(atLeastZero(fund.max - product(fund.rate, earlier)), product(fund.rate, bought)) : 0n;

/** The credits for shares of labour-sponsored funds: of those bought in the period, or of others of the year. */
export const labourFundCredits = (
  { arithmetic, edition, jurisdiction, shares, ytd }: PayFigures,
  earlier = ytd.shares,
  bought = shares,
): { federal: Fixed; provincial: Fixed } => ({
  federal: fundCredit(arithmetic, edition.federal.labour_fund, earlier.federal, bought.federal),
  provincial: fundCredit(
    arithmetic,
    edition.provinces.get(jurisdiction)?.labour_fund,
    earlier.provincial,
    bought.provincial,
  ),
});

/** F + F2 + U1 of a pay. */
const deducted = ({ registered_plans, alimony, union_dues }: PayFigures): Fixed =>
  registered_plans + alimony + union_dues;

/** F3: what is deducted from the non-periodic part; all of it where there is no other. */
const deductedFromBonus = (figures: PayFigures): Fixed =>
  figures.deducted_from_bonus + figures.union_dues_from_bonus + (isApart(figures) ? deducted(figures) : 0n);

/** B1 − F4 − F5B: earlier non-periodic payments of the year, less what was deducted from them. */
export const earlierBonuses = (ytd: PayFigures['ytd']): Fixed =>
  atLeastZero(
    ytd.non_periodic - ytd.deducted_from_non_periodic - ytd.union_dues_from_non_periodic - ytd.f5b_on_non_periodic,
  );

/** What of B1 bears contributions and premiums: like its bracket of A not below 0, whatever was taken back. */
export const borneByEarlierBonuses = (
  ytd: PayFigures['ytd'],
): { pensionable: Fixed; insurable: Fixed; qpip: Fixed } => ({
  pensionable: atLeastZero(ytd.non_periodic_pensionable),
  insurable: atLeastZero(ytd.non_periodic_insurable),
  qpip: atLeastZero(ytd.non_periodic_qpip),
});

/** Tax on the periodic pay by option 1: the pay is taken to be paid every period of the year (T4127 chapter 4). */
export const periodicTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): PayTax => {
  const { periods, taxable, edition } = figures;
  const { ofPeriod } = figures.arithmetic;
  const net = taxable.periodic - deducted(figures) - contributions.f5a;
  const a = timesWhole(net, periods) - figures.northern_deduction - figures.annual_deductions;
  trace?.step(
    'A',
    'P × (I − F − F2 − F5A − U1) − HD − F1',
    a,
    {
      P: periods,
      I: taxable.periodic,
      F: figures.registered_plans,
      F2: figures.alimony,
      F5A: contributions.f5a,
      U1: figures.union_dues,
      HD: figures.northern_deduction,
      F1: figures.annual_deductions,
    },
    edition.federal.option1.mark.source,
  );
  if (a <= 0n) return { federal: 0n, provincial: 0n };
  const funds = labourFundCredits(figures);
  const tax = annualTax(
    figures,
    {
      a,
      gross: timesWhole(taxable.periodic, periods),
      credits: periodicCredits(figures, contributions),
      labour_fund: timesWhole(funds.federal, periods),
      provincial_labour_fund: timesWhole(funds.provincial, periods),
    },
    'option1',
    trace,
  );
  const result = {
    federal: ofPeriod(tax.federal, periods),
    provincial: ofPeriod(tax.provincial, periods),
  };
  trace?.step(
    'federal tax',
    'T1 / P',
    result.federal,
    { T1: tax.federal, P: periods },
    edition.federal.option1.mark.source,
  );
  if (edition.provinces.has(figures.jurisdiction))
    trace?.step(
      'provincial tax',
      'T2 / P',
      result.provincial,
      { T2: tax.provincial, P: periods },
      edition.provinces.get(figures.jurisdiction)!.option1.mark.source,
    );
  return result;
};

/** A of the bonus method without the payment's own bracket; `pays` for its explanation: those that it counts. */
const incomeWithoutBonus = (
  figures: PayFigures,
  contributions: Contributions,
): { income: Fixed; a: Fixed; gross: Fixed; pays: Record<string, Fixed | number> } => {
  const { periods, pays_of_year, taxable, ytd, period_number } = figures;
  const apart = isApart(figures);
  const income = apart ? figures.last_taxable : taxable.periodic;
  const net = apart ? income : income - deducted(figures) - contributions.f5a;
  const deductions = figures.northern_deduction + figures.annual_deductions;
  const earlier = earlierBonuses(ytd);
  if (figures.bonus_basis === 'year_to_date') {
    const left = pays_of_year - (period_number ?? 1) + 1;
    const sofar = ytd.taxable - ytd.rpp - ytd.rrsp - ytd.alimony - ytd.f5a - ytd.union_dues;
    return {
      income,
      a: atLeastZero(sofar + timesWhole(net, left) - deductions) + earlier,
      gross: ytd.taxable + timesWhole(income, left) + ytd.non_periodic,
      pays: { 'IYTD − FYTD − F2YTD − F5AYTD − U1YTD': sofar, PR: left },
    };
  }
  return {
    income,
    a: atLeastZero(timesWhole(net, periods) - deductions) + earlier,
    gross: timesWhole(income, periods) + ytd.non_periodic,
    pays: { P: periods },
  };
};

interface Beside {
  pensionable: Fixed;
  insurable: Fixed;
  qpip: Fixed;
}

/** The annual tax of one step of the bonus method. */
const taxWith = (
  figures: PayFigures,
  contributions: Contributions,
  trace: Trace | undefined,
  part: 'with B' | 'without B',
  a: Fixed,
  gross: Fixed,
  beside: Beside,
): AnnualTax => {
  const funds = labourFundCredits(figures);
  const income = {
    a,
    gross,
    credits: bonusCredits(figures, contributions, beside, part === 'with B' && figures.taxable.non_periodic < 0n),
    labour_fund: timesWhole(funds.federal, figures.periods),
    provincial_labour_fund: timesWhole(funds.provincial, figures.periods),
  };
  return trace
    ? trace.within(part, () => annualTax(figures, income, 'option1', trace))
    : annualTax(figures, income, 'option1');
};

/**
 * Tax on the non-periodic part of a pay by the bonus method: the annual tax with it less the annual tax without it.
 * With little annual income a flat rate holds instead, of which the provincial share is what Quebec employees are
 * spared. Money taken back gives tax back the same way, never more than was withheld this year.
 *
 * @param of_pay tax on the periodic part of the same pay, which is withheld this year too
 */
// Long: the steps of one formula in the order of its source (T4127, the bonus method), which is what it is held
// against.
export const bonusTax = (figures: PayFigures, contributions: Contributions, of_pay: PayTax, trace?: Trace): PayTax => {
  const { taxable, ytd, edition, pensionable, insurable, qpip } = figures;
  const { product } = figures.arithmetic;
  const bonus = taxable.non_periodic;
  if (bonus === 0n) return { federal: 0n, provincial: 0n };
  const without = incomeWithoutBonus(figures, contributions);
  const f3 = deductedFromBonus(figures);
  const bracket = bonus - f3 - contributions.f5b;
  const a1 = atLeastZero(without.a + (bonus > 0n ? atLeastZero(bracket) : bracket));
  const { source } = edition.federal.option1.mark;
  trace?.step(
    'A (without B)',
    figures.bonus_basis === 'year_to_date'
      ? 'IYTD − FYTD − F2YTD − F5AYTD − U1YTD + PR × (I − F − F2 − F5A − U1) − HD − F1 + (B1 − F4 − F5BYTD)'
      : 'P × (I − F − F2 − F5A − U1) − HD − F1 + (B1 − F4 − F5BYTD)',
    without.a,
    {
      ...without.pays,
      I: without.income,
      F5A: contributions.f5a,
      B1: ytd.non_periodic,
      F5BYTD: ytd.f5b_on_non_periodic,
    },
    source,
  );
  trace?.step(
    'A (with B)',
    'A without B + (B − F3 − F5B)',
    a1,
    { 'A without B': without.a, B: bonus, F3: f3, F5B: contributions.f5b },
    source,
  );

  const flat = edition.federal.small_bonus;
  // What is taken back bore the flat rate where the income with it did not pass the threshold.
  if ((bonus > 0n ? a1 : without.a) <= flat.threshold) {
    const isProvincial = edition.provinces.has(figures.jurisdiction);
    const federalRate = isProvincial || figures.jurisdiction === 'QC' ? flat.quebec_rate : flat.rate;
    const federal = product(federalRate, bonus);
    // The whole is one amount, rounded once. Under claim code E there is no provincial tax, at a flat rate neither.
    const provincial =
      isProvincial && figures.claims.provincial.kind !== 'exempt' ? product(flat.rate, bonus) - federal : 0n;
    const result = bonus > 0n ? { federal, provincial } : givenBack(federal, provincial, ytd, of_pay);
    const { source } = flat.mark;
    const why = { B: bonus, threshold: flat.threshold };
    trace?.step(
      'TB federal',
      'flat rate × B, as A with B does not pass the threshold',
      result.federal,
      { 'flat rate': federalRate, ...why, ...boundOfBack(federal, result.federal) },
      source,
    );
    if (isProvincial)
      trace?.step(
        'TB provincial',
        'whole flat rate × B − TB federal, as A with B does not pass the threshold',
        result.provincial,
        { 'whole flat rate': flat.rate, 'TB federal': federal, ...why, ...boundOfBack(provincial, result.provincial) },
        source,
      );
    return result;
  }

  const b1 = borneByEarlierBonuses(ytd);
  const before = taxWith(figures, contributions, trace, 'without B', without.a, without.gross, b1);
  const after = taxWith(figures, contributions, trace, 'with B', a1, without.gross + bonus, {
    pensionable: b1.pensionable + pensionable.non_periodic,
    insurable: b1.insurable + insurable.non_periodic,
    qpip: b1.qpip + qpip.non_periodic,
  });
  const federal = roundToCent(after.federal - before.federal);
  const provincial = roundToCent(after.provincial - before.provincial);
  const result =
    bonus > 0n
      ? { federal: atLeastZero(federal), provincial: atLeastZero(provincial) }
      : givenBack(federal, provincial, ytd, of_pay);
  traceBonus(figures, result, { before, after }, source, trace);
  return result;
};

/** Tells how the tax on a bonus is the difference of two years' taxes, federal and of a province that has its own here. */
export const traceBonus = (
  { edition, jurisdiction, taxable }: PayFigures,
  tax: PayTax,
  { before, after }: Record<'before' | 'after', AnnualTax>,
  source: readonly string[],
  trace?: Trace,
): void => {
  const bound = (of: keyof PayTax) =>
    taxable.non_periodic < 0n ? boundOfBack(roundToCent(after[of] - before[of]), tax[of]) : {};
  trace?.step(
    'TB federal',
    'T1 with B − T1 without B',
    tax.federal,
    { 'T1 with B': after.federal, 'T1 without B': before.federal, ...bound('federal') },
    source,
  );
  if (edition.provinces.has(jurisdiction))
    trace?.step(
      'TB provincial',
      'T2 with B − T2 without B',
      tax.provincial,
      { 'T2 with B': after.provincial, 'T2 without B': before.provincial, ...bound('provincial') },
      source,
    );
};

/** Tax on money taken back, cut where it would pass what was withheld this year. */
const givenBack = (federal: Fixed, provincial: Fixed, ytd: PayFigures['ytd'], of_pay: PayTax): PayTax => {
  const { non_periodic_tax: m1 } = ytd;
  const federal_tax = ytd.federal_tax + of_pay.federal;
  const provincial_tax = ytd.provincial_tax - ytd.provincial_tax_elsewhere + of_pay.provincial;
  const back = { federal: atLeastZero(-federal), provincial: atLeastZero(-provincial) };
  if (m1.is_split) {
    return {
      federal: -lesser(back.federal, atLeastZero(federal_tax + m1.federal)),
      provincial: -lesser(back.provincial, atLeastZero(provincial_tax + m1.provincial)),
    };
  }
  const withheld = atLeastZero(federal_tax + provincial_tax + m1.federal);
  const wanted = back.federal + back.provincial;
  if (wanted <= withheld) return { federal: -back.federal, provincial: -back.provincial };
  const share = roundToCent(timesRatio(back.federal, withheld, wanted));
  return { federal: -share, provincial: share - withheld };
};
