import Big from 'big.js';

/**
 * Money and other decimals. Nothing here is a float: amounts are decimal strings in events and state, Big while being
 * worked with, and become JSON numbers only at the very edge of an answer.
 */
export type Decimal = Big;
export type DecimalInput = Big | string | number;

// A strict constructor would refuse numbers altogether; request bodies may bring them, and parseDecimal checks those.
Big.DP = 40;
Big.RM = Big.roundHalfUp;
/** Keep plain notation in strings for every figure payroll can meet. */
Big.PE = 40;
Big.NE = -40;

export const ZERO: Decimal = new Big(0);

/** The decimal of a string, integer or Big. Takes no fraction from a float that its text does not show. */
export const decimal = (value: DecimalInput): Decimal => (value instanceof Big ? value : new Big(value));

/** Half up to the cent (away from zero at exactly half), the rule of T4127 for contributions, premiums and tax. */
export const roundToCent = (value: DecimalInput): Decimal => decimal(value).round(2, Big.roundHalfUp);

/** Cut after the second decimal, the rule for the CPP exemption of a period. */
export const truncateToCent = (value: DecimalInput): Decimal => decimal(value).round(2, Big.roundDown);

/** Half up to the whole dollar. */
export const roundToDollar = (value: DecimalInput): Decimal => decimal(value).round(0, Big.roundHalfUp);

/** The sum of decimals; 0 of none. */
export const sum = (values: Iterable<DecimalInput>): Decimal => {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
};

export const max = (a: DecimalInput, b: DecimalInput): Decimal => (decimal(a).gte(b) ? decimal(a) : decimal(b));
export const min = (a: DecimalInput, b: DecimalInput): Decimal => (decimal(a).lte(b) ? decimal(a) : decimal(b));
/** Not below 0. */
export const atLeastZero = (a: DecimalInput): Decimal => max(a, ZERO);

/** The form of an amount in events and state: plain notation without trailing zeros, e.g. "60" or "12.5". */
export const toText = (value: DecimalInput): string => {
  const text = decimal(value).toString();
  return text === '-0' ? '0' : text;
};

/** The form of an amount in an answer: a JSON number. */
export const toNumber = (value: DecimalInput): number => Number(toText(value));

/** The amount with exactly two places, for people: "60.00". */
export const toCents = (value: DecimalInput): string => decimal(value).toFixed(2);

/**
 * Splits an amount to the cent in proportion to weights, by largest remainder, ties to the earlier part, so that the
 * parts always sum to the whole. With all weights 0 the parts are equal in the same sense.
 *
 * @param amount an amount of at most two places, of either sign
 * @param weights at least one, none negative
 */
export const allocate = (amount: DecimalInput, weights: readonly DecimalInput[]): Decimal[] => {
  if (weights.length === 0) throw new RangeError('allocate needs at least one weight');
  const total = sum(weights);
  const shares = total.eq(0) ? weights.map(() => decimal(1)) : weights.map(decimal);
  const whole = total.eq(0) ? decimal(weights.length) : total;
  const cents = decimal(amount).times(100);
  if (!cents.eq(cents.round(0))) throw new RangeError(`allocate takes whole cents, not ${toText(amount)}`);
  const sign = cents.lt(0) ? -1 : 1;
  const exact = shares.map((share) => cents.abs().times(share).div(whole));
  const floors = exact.map((part) => part.round(0, Big.roundDown));
  let left = cents.abs().minus(sum(floors)).toNumber();
  const order = exact
    .map((part, index) => ({ index, rest: part.minus(floors[index]!) }))
    .sort((a, b) => b.rest.cmp(a.rest) || a.index - b.index);
  for (const { index } of order) {
    if (left <= 0) break;
    floors[index] = floors[index]!.plus(1);
    left -= 1;
  }
  return floors.map((part) => part.times(sign).div(100));
};
