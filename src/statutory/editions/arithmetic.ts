import type { Fixed } from '../../values/fixed.ts';
import {
  CENT,
  fixed,
  overWhole,
  roundToCent,
  roundToCentAtLeast,
  times,
  timesRatio,
  timesWhole,
  toText,
} from '../../values/fixed.ts';

/** How the calculation rounds: as the published formulas say, or as the CRA's own calculator does. */
export const ROUNDING_MODES = ['formulas', 'calculator'] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/**
 * The numbers that a calculation is done with. Every formula is written once, with these operations; each gives whole
 * cents, so that what lies between two of them (sums, differences, the lesser of two) is exact in either kind.
 */
export interface Arithmetic {
  /**
   * A product within annual tax: half up to the cent, each apart. T4127 leaves it open; its printed examples come out
   * so.
   */
  product: (a: Fixed, b: Fixed) => Fixed;
  /** The amount × numerator / divisor × count, as one product; the ratio itself is not rounded. */
  ratio: (amount: Fixed, numerator: Fixed, divisor: Fixed, count?: number) => Fixed;
  /** A contribution to a pension plan: rate × earnings. Where a plan says so, it is a cent at least. */
  contribution: (rate: Fixed, earnings: Fixed, isLeastCent: boolean) => Fixed;
  /** An insurance premium: rate × earnings. */
  premium: (rate: Fixed, earnings: Fixed) => Fixed;
  /** The tax of a pay: that of the year, shared by its periods. */
  ofPeriod: (annual: Fixed, periods: number) => Fixed;
  /** The tax of a commission payment: that of the year, by the payment's share of the year's income. */
  ofPayment: (annual: Fixed, payment: Fixed, income: Fixed) => Fixed;
}

/** Exact decimals: the published formulas (T4127 chapter 1). */
const FORMULAS: Arithmetic = {
  product: (a, b) => roundToCent(times(a, b)),
  ratio: (amount, numerator, divisor, count = 1) =>
    roundToCent(timesWhole(timesRatio(amount, numerator, divisor), count)),
  contribution: (rate, earnings, isLeastCent) =>
    (isLeastCent ? roundToCentAtLeast : roundToCent)(times(rate, earnings)),
  premium: (rate, earnings) => roundToCent(times(rate, earnings)),
  ofPeriod: (annual, periods) => roundToCent(overWhole(annual, periods)),
  ofPayment: (annual, payment, income) => roundToCent(timesRatio(annual, payment, income)),
};

/** The double nearest to a decimal. */
const double = (value: Fixed): number => (value % CENT === 0n ? Number(value / CENT) / 100 : Number(toText(value)));

const cents = (count: number): Fixed => BigInt(count) * CENT;

/** Half up to the cent, away from zero, of a double as it is. */
const toCent = (value: number): Fixed =>
  value < 0 ? -cents(Math.round(-value * 100)) : cents(Math.round(value * 100));

/** To four decimals first, then to the cent. */
const overFourDecimals = (value: number): Fixed => {
  const whole = Math.floor((Math.round(Math.abs(value) * 10_000) + 50) / 100);
  return value < 0 ? -cents(whole) : cents(whole);
};

/** Half up to the cent of the digits that a double is written with: 423.04499999999996 is 423.04. */
const ofText = (value: number): Fixed => {
  // Less than a millionth is written with an exponent, and is no cent.
  if (Math.abs(value) < 1e-6) return 0n;
  const [whole = '0', places = ''] = String(value).split('.');
  return roundToCent(fixed(`${whole}.${places.slice(0, 12).padEnd(1, '0')}`));
};

/**
 * The arithmetic of the CRA's calculator: binary doubles, each product half up to the cent; contributions by the digits
 * that the double is written with; premiums and the tax of a pay to four decimals and then to the cent. On an exact
 * half cent this is sometimes a cent less than the formulas say.
 */
const CALCULATOR: Arithmetic = {
  product: (a, b) => toCent(double(a) * double(b)),
  ratio: (amount, numerator, divisor, count = 1) =>
    toCent(double(amount) * (double(numerator) / double(divisor)) * count),
  contribution: (rate, earnings, isLeastCent) => {
    const amount = double(earnings) * double(rate);
    return isLeastCent && amount > 0 && amount < 0.01 ? CENT : ofText(amount);
  },
  premium: (rate, earnings) => overFourDecimals(double(earnings) * double(rate)),
  ofPeriod: (annual, periods) => overFourDecimals(double(annual) / periods),
  ofPayment: (annual, payment, income) => overFourDecimals(double(annual) / (double(income) / double(payment))),
};

/** How amounts are rounded: as the formulas say, or as the agency's calculator does. */
export const arithmeticOf = (mode: RoundingMode): Arithmetic => (mode === 'calculator' ? CALCULATOR : FORMULAS);
