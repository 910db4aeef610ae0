import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, timesRatio } from '../../values/fixed.ts';

/** An amount of the whole year (F1, K3, J, J1, K1), and the number of the first pay of the year that it is for. */
export interface AnnualAmount {
  amount: Fixed;
  from_period: number;
}

/**
 * An annual amount as the formulas of a single pay take it: one that begins after the first pay of the year falls
 * wholly on the pays that are left, P × amount / PR (T4127 chapter 4, TP-1015.F 2.1), in cents.
 */
export const begunWithin = ({ amount, from_period }: AnnualAmount, periods: number): Fixed => {
  const left = periods - from_period + 1;
  if (amount === 0n || from_period <= 1 || left < 1) return amount;
  return roundToCent(timesRatio(amount, BigInt(periods), BigInt(left)));
};

/**
 * An annual amount as averaging takes it, whole (T4127 chapter 5, TP-1015.F 2.2): the first pay that it is for makes up
 * for those that are averaged with it. Where averaging began within the year, the pays from there on have what is left.
 *
 * @param averaged_from the number of the first pay of the year that is averaged
 */
export const averagedWithin = ({ amount, from_period }: AnnualAmount, periods: number, averaged_from: number): Fixed =>
  begunWithin({ amount, from_period: Math.min(from_period, averaged_from) }, periods);
