import type { DecimalInput } from './money.ts';

/**
 * Exact decimals for the inside of a calculation: an integer count of 10⁻¹² dollars. Every figure of the tax years and
 * every amount in cents is held exactly; only a division that has no end (a ratio of rates) is cut, half up, at the
 * twelfth place. It does what src/values/money.ts does, some twenty times faster, which a payroll of thousands needs;
 * at the edges amounts are decimal text, as everywhere.
 */
export type Fixed = bigint;

const PLACES = 12;
export const ONE: Fixed = 10n ** BigInt(PLACES);
export const CENT: Fixed = ONE / 100n;
const HALF_CENT = CENT / 2n;
const HALF_DOLLAR = ONE / 2n;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const POWERS = Array.from({ length: PLACES + 1 }, (_, power) => 10n ** BigInt(power));
/** Whole numbers of so many digits are exact in a double, so their digits may be gathered in one. */
const SAFE_DIGITS = 15;

/** The value of short decimal text, which almost all is; null where the text needs a closer look. */
const fixedOfShort = (written: string): Fixed | null => {
  const start = written.charCodeAt(0) === 45 ? 1 : 0;
  const { length } = written;
  if (length - start > SAFE_DIGITS || length === start) return null;
  let digits = 0;
  let point = -1;
  for (let index = start; index < length; index++) {
    const code = written.charCodeAt(index);
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48);
    else if (code === 46 && point === -1 && index > start && index < length - 1) point = index;
    else return null;
  }
  const places = point === -1 ? 0 : length - 1 - point;
  if (places > PLACES) return null;
  const units = BigInt(digits) * POWERS[PLACES - places]!;
  return start === 1 ? -units : units;
};

/**
 * The fixed value of decimal text, an integer, or a Big.
 * @throws RangeError when it is not plain decimal notation or has more than twelve places
 */
export const fixed = (value: DecimalInput): Fixed => {
  // Most members of a request and of a year to date are nothing.
  if (value === '0') return 0n;
  const written = typeof value === 'string' ? value : value.toString();
  const short = fixedOfShort(written);
  if (short !== null) return short;
  const match = DECIMAL.exec(written);
  if (!match) throw new RangeError(`not a decimal number: ${written}`);
  const places = match[3] ?? '';
  if (places.length > PLACES) throw new RangeError(`more than ${PLACES} decimal places: ${written}`);
  const units = BigInt(match[2]! + places) * POWERS[PLACES - places.length]!;
  return match[1] ? -units : units;
};

/** Whole cents below this are exact in a double. */
const SAFE_CENTS = 10n ** BigInt(SAFE_DIGITS);

/** An amount in whole cents, as nearly every amount of an answer is. */
const textOfCents = (cents: number): string => {
  const rest = cents % 100;
  const whole = (cents - rest) / 100;
  if (rest === 0) return `${whole}`;
  if (rest < 10) return `${whole}.0${rest}`;
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest}`;
};

/** Plain notation without trailing zeros, the form of amounts in events and state: "129.3". */
export const toText = (value: Fixed): string => {
  if (value === 0n) return '0';
  const negative = value < 0n;
  const units = negative ? -value : value;
  const sign = negative ? '-' : '';
  const cents = units / CENT;
  if (cents < SAFE_CENTS && cents * CENT === units) return sign + textOfCents(Number(cents));
  const whole = units / ONE;
  const rest = units % ONE;
  const digits = rest === 0n ? '' : `.${rest.toString().padStart(PLACES, '0').replace(/0+$/, '')}`;
  return `${sign}${whole}${digits}`;
};

/** Half away from zero, at the last place that is kept. The divisor is above 0. */
const divide = (numerator: bigint, divisor: bigint): bigint =>
  numerator >= 0n ? (2n * numerator + divisor) / (2n * divisor) : -((-2n * numerator + divisor) / (2n * divisor));

/** Half up to the cent, away from zero. */
export const roundToCent = (value: Fixed): Fixed =>
  value >= 0n ? ((value + HALF_CENT) / CENT) * CENT : -(((-value + HALF_CENT) / CENT) * CENT);

/** Half up to the cent, but never nothing where there is something: an amount above 0 is one cent at least. */
export const roundToCentAtLeast = (value: Fixed): Fixed => (value > 0n && value < CENT ? CENT : roundToCent(value));

/** Cut after the second decimal. */
export const truncateToCent = (value: Fixed): Fixed => (value / CENT) * CENT;

/** Half up to the whole dollar, away from zero. */
export const roundToDollar = (value: Fixed): Fixed =>
  value >= 0n ? ((value + HALF_DOLLAR) / ONE) * ONE : -(((-value + HALF_DOLLAR) / ONE) * ONE);

/** The product of two fixed values, e.g. an amount and a rate. */
export const times = (a: Fixed, b: Fixed): Fixed => (a === 0n || b === 0n ? 0n : divide(a * b, ONE));

/** a × numerator / divisor, the ratio itself never rounded. The divisor is above 0. */
export const timesRatio = (a: Fixed, numerator: bigint, divisor: bigint): Fixed =>
  a === 0n ? 0n : divide(a * numerator, divisor);

/** The amount a whole number of times. */
export const timesWhole = (a: Fixed, count: number): Fixed => a * BigInt(count);

/** The amount divided by a whole number above 0. */
export const overWhole = (a: Fixed, count: number): Fixed => divide(a, BigInt(count));

/** The lesser of two amounts. */
export const lesser = (a: Fixed, b: Fixed): Fixed => (a < b ? a : b);
/** The greater of two amounts. */
export const greater = (a: Fixed, b: Fixed): Fixed => (a > b ? a : b);
/** Not below 0. */
export const atLeastZero = (a: Fixed): Fixed => (a > 0n ? a : 0n);
