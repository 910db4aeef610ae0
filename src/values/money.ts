import Big from 'big.js';

/**
 * Money and other decimals. Nothing here is a float: amounts are decimal strings in events and state, Big while being
 * worked with, and become JSON numbers only at the edge of an answer.
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

/** A constructor of its own, whose divisions end at the cent: the forty places of the others take ten times as long. */
const InCents = Big();
InCents.DP = 2;
InCents.RM = Big.roundHalfUp;

/** What {@link roundToCent} gives of a quotient. @throws when the divisor is 0 */
export const divideToCent = (value: DecimalInput, by: DecimalInput): Decimal =>
  new Big(new InCents(value).div(new InCents(by)));

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

/** The greater of two amounts. */
export const max = (a: DecimalInput, b: DecimalInput): Decimal => (decimal(a).gte(b) ? decimal(a) : decimal(b));
/** The lesser of two amounts. */
export const min = (a: DecimalInput, b: DecimalInput): Decimal => (decimal(a).lte(b) ? decimal(a) : decimal(b));
/** Whether it is 0. */
export const isZero = ({ c }: Decimal): boolean => c[0] === 0;
/** Not below 0. */
export const atLeastZero = (a: DecimalInput): Decimal => max(a, ZERO);

/** The form of an amount in events and state: plain notation without trailing zeros, e.g. "60" or "12.5". */
export const toText = (value: DecimalInput): string => decimal(value).toString();

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
  const value = decimal(amount);
  if (placesOf(value) > 2) throw new RangeError(`allocate takes whole cents, not ${toText(amount)}`);
  const given = weights.map(decimal);
  const places = given.reduce((most, weight) => Math.max(most, placesOf(weight)), 0);
  const units = given.map((weight) => unitsOf(weight, places));
  const all = units.reduce((total, weight) => total + weight, 0n);
  const shares = all === 0n ? units.map(() => 1n) : units;
  const whole = all === 0n ? BigInt(shares.length) : all;
  const cents = unitsOf(value.abs(), 2);
  // Whole numbers, so what is left of each is exact.
  const parts = shares.map((share, index) => ({
    index,
    cents: (cents * share) / whole,
    rest: (cents * share) % whole,
  }));
  let left = parts.reduce((rest, part) => rest - part.cents, cents);
  for (const part of parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))) {
    if (left <= 0n) break;
    part.cents += 1n;
    left -= 1n;
  }
  const sign = value.lt(0) ? '-' : '';
  return parts.map((part) => (part.cents === 0n ? ZERO : new Big(`${sign}${centsText(part.cents)}`)));
};

/** Places behind the point that a decimal has. */
const placesOf = ({ c, e }: Decimal): number => Math.max(0, c.length - 1 - e);

/** A decimal in units of so many places; it has no more. */
const unitsOf = ({ s, c, e }: Decimal, places: number): bigint =>
  BigInt(s) * BigInt(c.join('')) * 10n ** BigInt(places - (c.length - 1 - e));

const centsText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
