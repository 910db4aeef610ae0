import type { Edition } from '../../statutory/editions/edition.ts';
import { slipBoxes } from '../../statutory/editions/line-item-types.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { type Decimal, min } from '../../values/money.ts';
import { baseSum, Tally } from './tally.ts';
import { insurableMost, pensionableMost } from './year-figures.ts';

/**
 * Earnings that have a ceiling in a year: slips report them up to it, over all slips of a person with an employer.
 * Premiums were due on what was paid first, so those earnings are reported where they were paid.
 */

const CEILINGS = {
  ei: ({ ei }: Edition) => insurableMost(ei),
  qpip: ({ qpip }: Edition) => insurableMost(qpip),
  pension: ({ cpp, qpp }: Edition, province: string) => pensionableMost(province === 'QC' ? qpp : cpp),
};

/** The name of what slips report of a sum. */
export const toldSum = (name: string): string => baseSum(`told_${name}`);

/** What a stub earned of sums that have a ceiling, and the sums of the slip that it is on. */
export interface Earned {
  pay_date: CalendarDate;
  stub: string;
  province: string;
  amounts: readonly (readonly [sum: string, amount: string])[];
  sums: Tally;
}

/** A stub's sums that have a ceiling. */
export const boundedAmounts = (bases: Readonly<Record<string, string>>): Earned['amounts'] =>
  Object.keys(slipBoxes().sums).flatMap((name) => (bases[name] === undefined ? [] : [[name, bases[name]] as const]));

/**
 * Adds to the sums of slips what they report, pay by pay in the order of their days.
 *
 * @param earned by one person with one employer
 * @param edition figures of the year; undefined of years before the first that is known: then nothing is bounded
 */
export const tellUpToCeilings = (earned: readonly Earned[], edition: Edition | undefined): void => {
  const inOrder = earned.toSorted((a, b) => (a.pay_date + a.stub < b.pay_date + b.stub ? -1 : 1));
  const sofar = new Tally();
  const known = new Map<string, Decimal>();
  const mostOf = (name: string, province: string): Decimal | undefined => {
    if (!edition) return undefined;
    const key = `${name}/${province === 'QC'}`;
    const most = known.get(key) ?? CEILINGS[slipBoxes().sums[name]!.ceiling](edition, province);
    known.set(key, most);
    return most;
  };
  for (const { amounts, province, sums } of inOrder)
    for (const [name, amount] of amounts) {
      const most = mostOf(name, province);
      const upTo = (total: Decimal) => (most ? min(total, most) : total);
      const before = upTo(sofar.at(name));
      sofar.add(name, amount);
      sums.add(toldSum(name), upTo(sofar.at(name)).minus(before));
    }
};
