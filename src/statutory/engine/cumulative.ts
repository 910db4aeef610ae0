import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser, roundToCent, timesRatio } from '../../values/fixed.ts';
import type { FundShares, PayFigures } from '../editions/figures.ts';
import { isQuebec } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import type { AnnualTax } from './annual-tax.ts';
import { annualTax } from './annual-tax.ts';
import type { Contributions } from './contributions.ts';
import type { CreditBases } from './credits.ts';
import type { PayTax } from './option1.ts';
import { borneByEarlierBonuses, earlierBonuses, labourFundCredits, traceBonus } from './option1.ts';

/** S1: the year's periods over the number of this one. */
export interface Annualizing {
  periods: number;
  number: number;
}

/** What was earned to date, this pay included, brought to the whole year: S1 × it. */
export const projected = (to_date: Fixed, { periods, number }: Annualizing): Fixed =>
  timesRatio(to_date, BigInt(periods), BigInt(number));

/**
 * Tax of the period from the tax of the projected year: its share to date, less what was withheld already (T4127
 * chapter 5). M1 was withheld on non-periodic pay, M on the rest; both without additional tax.
 */
export const taxToDate = (annual: Fixed, { periods, number }: Annualizing, withheld: { m: Fixed; m1: Fixed }): Fixed =>
  timesRatio(annual - withheld.m1, BigInt(number), BigInt(periods)) - withheld.m;

/** K2 of option 2: from the projected earnings, not from what was deducted. */
const projectedCredits = (figures: PayFigures, contributions: Contributions, s1: Annualizing): CreditBases => {
  const { averaged: ytd, exempt, pensionable, insurable, qpip, edition } = figures;
  const { product } = figures.arithmetic;
  const { plan, ei } = contributions;
  const { non_periodic_pensionable, non_periodic_insurable, non_periodic_qpip } = ytd;
  const b1 = borneByEarlierBonuses(ytd);
  const pe = projected(atLeastZero(ytd.pensionable - non_periodic_pensionable) + pensionable.periodic, s1);
  const ie = projected(atLeastZero(ytd.insurable - non_periodic_insurable) + insurable.periodic, s1);
  const of_ei = ie + b1.insurable;
  // The formula takes one IE for both; earnings that are exempt of EI may bear QPIP. Where those are not known, IE is it.
  const of_qpip = projected(atLeastZero(ytd.qpip_earnings - non_periodic_qpip) + qpip.periodic, s1) + b1.qpip;
  return {
    pension: exempt.pension
      ? 0n
      : lesser(plan.max_base, product(plan.base_rate, atLeastZero(pe + b1.pensionable - plan.basic_exemption))),
    ei: exempt.ei ? 0n : lesser(ei.max, product(ei.rate, atLeastZero(of_ei))),
    qpip:
      contributions.qpip === null
        ? 0n
        : lesser(edition.qpip.max, product(edition.qpip.rate, atLeastZero(greater(of_ei, of_qpip)))),
  };
};

/** M1 by who levies it; where only the sum is known, shared as the projected year's tax is. */
const shareOfM1 = ({ averaged: ytd, edition, jurisdiction }: PayFigures, annual: AnnualTax): PayTax => {
  const { federal, provincial, is_split } = ytd.non_periodic_tax;
  if (is_split || !edition.provinces.has(jurisdiction)) return { federal, provincial };
  const both = annual.federal + annual.provincial;
  const share = both === 0n ? 0n : timesRatio(federal, annual.federal, both);
  return { federal: share, provincial: federal - share };
};

/**
 * Income tax by option 2, cumulative averaging: on the periodic pay, and on a non-periodic part. It uses the year's own
 * figures, not those that make up for half a year.
 *
 * @throws RangeError without a period number
 */
// Long: the steps of one formula in the order of its source (T4127, option 2), which is what it is held against.
export const cumulativeTax = (
  figures: PayFigures,
  contributions: Contributions,
  trace?: Trace,
): { periodic: PayTax; bonus: PayTax } => {
  const { averaged: ytd, taxable, edition, averaged_number: number, pays_of_year: periods } = figures;
  if (number === null) throw new RangeError('cumulative averaging needs the number of the pay in its year');
  const s1 = { periods, number };
  const earned = ytd.taxable + taxable.periodic;
  const deducted =
    ytd.rpp +
    ytd.rrsp +
    figures.registered_plans +
    ytd.alimony +
    figures.alimony +
    ytd.f5a +
    contributions.f5a +
    ytd.union_dues +
    figures.union_dues;
  const earlier = earlierBonuses(ytd);
  const income = projected(earned - deducted, s1) + earlier - figures.northern_deduction - figures.annual_deductions;
  const a = atLeastZero(income);
  const { source } = edition.federal.option2.mark;
  trace?.step(
    'A',
    'S1 × (I − F − F2 − F5A − U1, to date) + (B1 − F4 − F5B) − HD − F1',
    a,
    {
      S1: `${periods}/${number}`,
      'earned to date': earned,
      'deducted to date': deducted,
      'B1 − F4 − F5B': earlier,
      HD: figures.northern_deduction,
      F1: figures.annual_deductions,
    },
    source,
  );

  // The credit of the year is for all shares since the averaging began; what came before it has had its own.
  const since = eachShare((name) => ytd.shares[name] + figures.shares[name]);
  const before = eachShare((name) => figures.ytd.shares[name] - ytd.shares[name]);
  const funds = labourFundCredits(figures, before, since);
  const credits = projectedCredits(figures, contributions, s1);
  const taxAt = (income: Fixed, gross: Fixed): AnnualTax =>
    annualTax(
      figures,
      { a: income, gross, credits, labour_fund: funds.federal, provincial_labour_fund: funds.provincial },
      'option2',
      trace,
    );
  const gross = projected(earned, s1) + ytd.non_periodic;
  const annual = taxAt(a, gross);
  const m1 = shareOfM1(figures, annual);
  const federal = taxToDate(annual.federal, s1, { m: ytd.federal_tax, m1: m1.federal });
  // Outside Canada T2 is 0, and M holds what was withheld in a province before. Quebec's is with its own agency.
  const provincial = isQuebec(figures)
    ? 0n
    : taxToDate(annual.provincial, s1, { m: ytd.provincial_tax, m1: m1.provincial });
  const periodic = share(federal, provincial);
  trace?.step(
    'federal tax',
    'max(0, (T1 − M1) / S1 − M)',
    periodic.federal,
    { T1: annual.federal, M1: m1.federal, M: ytd.federal_tax },
    source,
  );
  trace?.step(
    'provincial tax',
    'max(0, (T2 − M1) / S1 − M)',
    periodic.provincial,
    { T2: annual.provincial, M1: m1.provincial, M: ytd.provincial_tax },
    source,
  );

  const bonus = taxable.non_periodic;
  if (bonus === 0n) return { periodic, bonus: { federal: 0n, provincial: 0n } };
  // Unlike in option 1 no part of this A is kept at 0: what deductions exceed of the rest lowers the income of B.
  const more = atLeastZero(
    income + atLeastZero(bonus - figures.deducted_from_bonus - figures.union_dues_from_bonus - contributions.f5b),
  );
  const withBonus = trace ? trace.within('with B', () => taxAt(more, gross + bonus)) : taxAt(more, gross + bonus);
  const onBonus = {
    federal: atLeastZero(roundToCent(withBonus.federal - annual.federal)),
    provincial: atLeastZero(roundToCent(withBonus.provincial - annual.provincial)),
  };
  traceBonus(figures, onBonus, { before: annual, after: withBonus }, source, trace);
  return { periodic, bonus: onBonus };
};

const eachShare = (amount: (name: keyof FundShares) => Fixed): FundShares => ({
  federal: amount('federal'),
  provincial: amount('provincial'),
  ftq: amount('ftq'),
  fondaction: amount('fondaction'),
});

/** T is one amount that is not below 0; a part below 0 lowers the other. */
const share = (federal: Fixed, provincial: Fixed): PayTax => {
  const whole = atLeastZero(federal + provincial);
  if (federal < 0n) return { federal: 0n, provincial: roundToCent(whole) };
  if (provincial < 0n) return { federal: roundToCent(whole), provincial: 0n };
  return { federal: roundToCent(federal), provincial: roundToCent(provincial) };
};
