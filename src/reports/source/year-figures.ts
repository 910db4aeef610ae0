import type { Edition, PensionPlan } from '../../statutory/editions/edition.ts';
import { reducedEi } from '../../statutory/editions/figures.ts';
import { EDITIONS, editionFor } from '../../statutory/editions/index.ts';
import { dateOf } from '../../values/dates.ts';
import { fixed, toText as fixedText } from '../../values/fixed.ts';
import { type Decimal, type DecimalInput, decimal, max, min, roundToCent, ZERO } from '../../values/money.ts';

/** What the rules of a year ask of what was paid in it. */

/**
 * The figures at the end of a year, of one that the service does not know yet the newest; undefined of years before the
 * first that it knows.
 */
export const editionOf = (year: number): Edition | undefined => {
  const day = dateOf(year, 12, 31);
  return day < EDITIONS.first_day ? undefined : editionFor(day).edition;
};

/** The same; undefined also of a year that is not known yet: what is due by the figures of another one says nothing. */
export const ownEditionOf = (year: number): Edition | undefined =>
  EDITIONS.years.has(year) ? editionOf(year) : undefined;

const of = (fixed: bigint): Decimal => decimal(fixedText(fixed));

/** A part of a year of so many months. */
const ofMonths = (amount: bigint, months: number): Decimal => of(amount).times(months).div(12);

export interface PensionDue {
  first: Decimal;
  second: Decimal;
}

/**
 * The contributions of an employee that a year's pensionable earnings ask for: the plan's rate on what lies between the
 * year's exemption and its ceiling, and the second rate on what lies above that, both for the months in which they are
 * due (Canada Pension Plan, s. 8 and 17 to 20; the CRA's pensionable and insurable earnings review reckons so).
 */
export const pensionDue = (plan: PensionPlan, earnings: DecimalInput, months: number): PensionDue => {
  const ceiling = ofMonths(plan.ympe, months);
  const counted = min(earnings, ceiling).minus(ofMonths(plan.basic_exemption, months));
  const first = min(roundToCent(max(counted, ZERO).times(of(plan.rate))), roundToCent(ofMonths(plan.max, months)));
  const above = max(decimal(earnings).minus(ceiling), ZERO);
  const second = min(roundToCent(above.times(of(plan.second_rate))), roundToCent(ofMonths(plan.second_max, months)));
  return { first, second };
};

/** The highest pensionable earnings that a slip shows: the second ceiling, and before there was one the first. */
export const pensionableMost = ({ ympe, second_max, second_rate }: PensionPlan): Decimal =>
  second_rate === 0n
    ? of(ympe)
    : of(ympe)
        .plus(of(second_max).div(of(second_rate)))
        .round(0);

/** The premium that a year's insurable earnings ask for. */
export const premiumDue = ({ rate, max: most }: { rate: bigint; max: bigint }, earnings: DecimalInput): Decimal =>
  min(roundToCent(decimal(earnings).times(of(rate))), of(most));

/** The premium of an account that states an employee's rate of its own: its maximum follows. @param rate a fraction */
export const premiumAt = (plan: Edition['ei'], rate: string): Pick<Edition['ei'], 'rate' | 'max'> =>
  reducedEi(plan, fixed(rate));

/**
 * The highest earnings that a premium is due on: a whole number of hundreds, which the most in cents only comes near.
 */
export const insurableMost = ({ rate, max: most }: { rate: bigint; max: bigint }): Decimal =>
  of(most).div(of(rate)).round(-2);
