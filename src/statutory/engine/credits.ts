import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser, timesWhole } from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { PayFigures } from '../editions/figures.ts';
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
 * it. Once the year's pensionable maximum is earned the whole base contribution counts.
 */
const capped = (figures: PayFigures, contributions: Contributions, annual: CreditBases): CreditBases => {
  const { plan, other, ei, contributed, qpip } = contributions;
  const { ytd, exempt, edition, pensionable_months: months } = figures;
  const cap = baseCap(plan, other, months, contributed.other_first);
  const isEarned = !exempt.pension && ytd.pensionable >= ofMonths(plan.ympe, months);
  return {
    pension: isEarned ? cap : atLeastZero(lesser(cap, greater(annual.pension, basePaid(plan, other, contributed)))),
    ei: lesser(ei.max, greater(annual.ei, ytd.ei)),
    qpip: qpip === null ? 0n : lesser(edition.qpip.max, greater(annual.qpip, ytd.qpip)),
  };
};

/** The sides of K2 for a year of pays like this one. The ratio of the base rate is carried unrounded up to the credit. */
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
 * The sides of K2 in the bonus method: a year of the periodic pay, and beside it what non-periodic payments bear without
 * an exemption. Here the base contribution of a period is in cents, as in T4127's example, and the premium of a period
 * is not: both as the CRA's calculator has it.
 *
 * @param beside non-periodic earnings to count: earlier ones of the year, and the present one in the step that has it
 */
export const bonusCredits = (
  figures: PayFigures,
  contributions: Contributions,
  beside: { pensionable: Fixed; insurable: Fixed; qpip: Fixed },
): CreditBases => {
  const { plan, ei, periodic, qpip } = contributions;
  const { periods, exempt, edition } = figures;
  const { product, ratio } = figures.arithmetic;
  const base = ratio(periodic.pension, plan.base_rate, plan.rate);
  const insurable = timesWhole(atLeastZero(periodic.insurable), periods) + beside.insurable;
  return capped(figures, contributions, {
    pension: timesWhole(base, periods) + (exempt.pension ? 0n : product(plan.base_rate, beside.pensionable)),
    ei: exempt.ei ? 0n : product(ei.rate, insurable),
    qpip:
      qpip === null ? 0n : product(edition.qpip.rate, timesWhole(atLeastZero(periodic.qpip), periods) + beside.qpip),
  });
};
