import type { Fixed } from '../../values/fixed.ts';
import {
  atLeastZero,
  greater,
  lesser,
  ONE,
  roundToCent,
  roundToCentAtLeast,
  times,
  timesRatio,
} from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { Edition } from '../editions/edition.ts';
import type { Trace } from '../editions/trace.ts';

export interface EiInput {
  arithmetic: Arithmetic;
  figures: Edition['ei'];
  /** IE */
  insurable: Fixed;
  /** D1, and insurable earnings, of this year before this pay */
  ytd_premium: Fixed;
  ytd_insurable: Fixed;
  /** Whether insurable earnings of this year were paid under another rate: into or out of Quebec, or of the account. */
  has_moved: boolean;
  /** The higher of the two maximum premiums: no mix of both rates comes to more */
  most: Fixed;
}

/**
 * Earnings taken back: what they bore comes back, which is nothing of what lies above the year's maximum; never more
 * than was withheld this year.
 */
const givenBack = (insurable: Fixed, rate: Fixed, ytd_premium: Fixed, ytd_insurable: Fixed, ceiling: Fixed): Fixed => {
  const below = lesser(atLeastZero(ytd_insurable), ceiling) - lesser(atLeastZero(ytd_insurable + insurable), ceiling);
  return -lesser(atLeastZero(ytd_premium), roundToCent(times(below, rate)));
};

/**
 * EI of a pay (T4127 chapter 7). After a move the year's maximum comes from where the first insurable dollars were
 * paid, so what is left of the insurable maximum is charged at the rate of the province of this pay.
 */
export const eiPremium = (input: EiInput, trace?: Trace): Fixed => {
  const { figures, insurable, ytd_premium, ytd_insurable, has_moved, most } = input;
  let premium: Fixed;
  let formula: string;
  if (insurable < 0n) {
    formula = 'premium on the earnings taken back, not more than withheld this year';
    premium = givenBack(insurable, figures.rate, ytd_premium, ytd_insurable, figures.max_insurable);
  } else if (has_moved) {
    formula = 'rate × min(IE, maximum insurable − insurable so far)';
    const charged = lesser(insurable, atLeastZero(figures.max_insurable - ytd_insurable));
    // Money taken back at one rate and earned again at the other must not carry the year above its maximum.
    premium = atLeastZero(lesser(most - ytd_premium, input.arithmetic.premium(figures.rate, charged)));
  } else {
    formula = 'max(0, min(maximum premium − D1, rate × IE))';
    premium = atLeastZero(lesser(figures.max - ytd_premium, input.arithmetic.premium(figures.rate, insurable)));
  }
  trace?.step(
    'EI',
    formula,
    premium,
    {
      rate: figures.rate,
      IE: insurable,
      D1: ytd_premium,
      'maximum premium': figures.max,
      'maximum insurable': figures.max_insurable,
      'insurable so far': ytd_insurable,
    },
    figures.mark.source,
  );
  return premium;
};

/** The employer's EI: the employee's premium by the account's multiplier (1.4 without a reduction), to the cent. */
export const employerEi = (premium: Fixed, multiplier: Fixed): Fixed => roundToCent(times(premium, multiplier));

/**
 * QPIP of a pay: the employee's premium and the employer's, each to its maximum. The employer's past premiums are taken
 * from the employee's where they are not known. The employee's is a cent at least where it is anything (TP-1015.F,
 * 4.1).
 */
export const qpipPremiums = (
  figures: Edition['qpip'],
  earnings: Fixed,
  ytd: { qpip: Fixed; qpip_employer: Fixed | null; qpip_earnings: Fixed },
  trace?: Trace,
): { employee: Fixed; employer: Fixed } => {
  const earningsOf = (premium: Fixed, rate: Fixed): Fixed => timesRatio(premium, ONE, rate);
  // Premiums whose earnings are not known say them as well.
  const earned = greater(ytd.qpip_earnings, earningsOf(ytd.qpip, figures.rate));
  const charge = (rate: Fixed, max: Fixed, sofar: Fixed, rounded: (value: Fixed) => Fixed): Fixed =>
    earnings < 0n
      ? givenBack(earnings, rate, sofar, earned, earningsOf(max, rate))
      : atLeastZero(lesser(max - sofar, rounded(times(rate, earnings))));
  const employee = charge(figures.rate, figures.max, ytd.qpip, roundToCentAtLeast);
  const paid = ytd.qpip_employer ?? roundToCent(timesRatio(ytd.qpip, figures.employer_rate, figures.rate));
  const employer = charge(figures.employer_rate, figures.employer_max, paid, roundToCent);
  trace?.step(
    'QPIP',
    'max(0, min(maximum premium − premiums so far, rate × earnings))',
    employee,
    { rate: figures.rate, earnings, 'maximum premium': figures.max, 'premiums so far': ytd.qpip },
    figures.mark.source,
  );
  return { employee, employer };
};
