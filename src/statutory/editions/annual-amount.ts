import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, timesRatio } from '../../values/fixed.ts';

/**
 * An annual amount as the formulas take it (F1, K3, J, J1, K1): one that begins after the first pay of the year falls
 * wholly on the pays that are left, P × amount / PR (T4127 chapter 4, TP-1015.F 2.1), in cents.
 *
 * @param from_period the number of the first pay that it is for
 */
export const begunWithin = (amount: Fixed, from_period: number, periods: number): Fixed => {
  const left = periods - from_period + 1;
  if (amount === 0n || from_period <= 1 || left < 1) return amount;
  return roundToCent(timesRatio(amount, BigInt(periods), BigInt(left)));
};
