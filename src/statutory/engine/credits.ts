import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser, timesWhole } from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { PayFigures } from '../editions/figures.ts';
import { total } from '../editions/figures.ts';
import type { Contributions } from './contributions.ts';
import { baseCap, basePaid, ofMonths } from './pension.ts';

/** The sides of K2 before the rate: base pension contributions, EI and QPIP premiums of the year, each capped. */
export interface CreditBases {
  pension: Fixed;
  ei: Fixed;
  qpip: Fixed;
}

/** The rate times each side of K2, each credit apart. */
export const contributionCredits = ({ product }: Arithmetic, rate: Fixed, { pension, ei, qpip }: CreditBases): Fixed =>
  product(rate, pension) + product(rate, ei) + product(rate, qpip);

/** K4, K4P: the employment amount's credit, at most on the employment income of the year. */
export const employmentCredit = ({ product }: Arithmetic, rate: Fixed, amount: Fixed, gross: Fixed): Fixed =>
  product(rate, lesser(atLeastZero(gross), amount));

/**
 * Caps the annualized sides of K2. What the year has had already counts where it is more, as the CRA's calculator does,
 * so a maximum reached earlier in the year keeps its full credit, while the pay in which it is reached does not jump to
 * it. Once the year's pensionable maximum is earned the whole base contribution counts. A pay that is exempt from one
 * of them has nothing of it, whatever earlier pays of the year bore: the side is 0, as with the other methods.
 *
 * @param isTakenBack what this pay takes back, and the contributions that come back with it, are had no longer
 */
const capped = (
  figures: PayFigures,
  contributions: Contributions,
  annual: CreditBases,
  isTakenBack = false,
): CreditBases => {
  const { plan, other, ei, contributed, pension, premium, qpip } = contributions;
  const { ytd, exempt, edition, pensionable, pensionable_months: months } = figures;
  const cap = baseCap(plan, other, months, contributed.other_first);
  const had = (sofar: Fixed, now: Fixed): Fixed => (isTakenBack ? sofar + lesser(now, 0n) : sofar);
  const isEarned = had(ytd.pensionable, total(pensionable)) >= ofMonths(plan.ympe, months);
  const paid = basePaid(plan, other, { ...contributed, first: had(contributed.first, pension) });
  const ofPension = isEarned ? cap : atLeastZero(lesser(cap, greater(annual.pension, paid)));
  return {
    pension: exempt.pension ? 0n : ofPension,
    ei: exempt.ei ? 0n : lesser(ei.max, greater(annual.ei, had(ytd.ei, premium))),
    qpip: qpip === null ? 0n : lesser(edition.qpip.max, greater(annual.qpip, had(ytd.qpip, qpip.employee))),
  };
};

/**
 * The sides of K2 for a year of pays like this one. The ratio of the base rate is carried unrounded up to the credit.
 */
export const periodicCredits = (figures: PayFigures, contributions: Contributions): CreditBases => {
  const { plan, periodic, qpip } = contributions;
  const { periods, edition } = figures;
  const { product, ratio } = figures.arithmetic;
  return capped(figures, contributions, {
    pension: ratio(periodic.pension, plan.base_rate, plan.rate, periods),
    ei: timesWhole(periodic.ei, periods),
    qpip: qpip === null ? 0n : product(edition.qpip.rate, timesWhole(atLeastZero(figures.qpip.periodic), periods)),
  });
};

/**
 * The sides of K2 in the bonus method: a year of the periodic pay, and beside it what non-periodic payments bear
 * without an exemption. Here the base contribution of a period is in cents, as in T4127's example, and the premium of a
 * period is not: both as the CRA's calculator has it. Each is at most what the periodic pay alone has left of the
 * year's maximum.
 *
 * @param beside non-periodic earnings to count: earlier ones of the year, and the present one in the step that has it
 * @param isTakenBack whether the step has a present one that takes money back
 */
export const bonusCredits = (
  figures: PayFigures,
  contributions: Contributions,
  beside: { pensionable: Fixed; insurable: Fixed; qpip: Fixed },
  isTakenBack: boolean,
): CreditBases => {
  const { plan, ei, periodic, qpip } = contributions;
  const { periods, edition } = figures;
  const { product, ratio } = figures.arithmetic;
  const base = ratio(periodic.pension, plan.base_rate, plan.rate);
  const insurable = atLeastZero(periodic.insurable);
  const isHeldToMaximum = periodic.ei < figures.arithmetic.premium(ei.rate, insurable);
  const annual = {
    pension: timesWhole(base, periods) + product(plan.base_rate, beside.pensionable),
    ei: isHeldToMaximum
      ? timesWhole(periodic.ei, periods) + product(ei.rate, beside.insurable)
      : product(ei.rate, timesWhole(insurable, periods) + beside.insurable),
    qpip:
      qpip === null ? 0n : product(edition.qpip.rate, timesWhole(atLeastZero(periodic.qpip), periods) + beside.qpip),
  };
  return capped(figures, contributions, annual, isTakenBack);
};
