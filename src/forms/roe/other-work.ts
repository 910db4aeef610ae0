import type { CalendarDate } from '../../values/dates.ts';
import { sum, toText } from '../../values/money.ts';
import type { RoeEarning } from './content.ts';
import { type Line, type Rate, rateOf } from './hours.ts';

/**
 * Work of another record: somebody left and was hired again, on another work assignment or within one pay period. Pay rates
 * say which work was before the first day of a record, and which behind its last.
 */

type Days = readonly [first: CalendarDate, last: CalendarDate];

/** Whether a rate was in force on some day between two. */
const isBetween = ({ effective_from, effective_to }: Rate, [first, last]: Days): boolean =>
  effective_from <= last && (effective_to === null || effective_to >= first);

/** The work assignments that had a pay rate between two days, and those that never had any; all where there are none. */
export const workedBetween = <A extends { id: string }>(
  assignments: readonly A[],
  rates: readonly Rate[],
  days: Days,
): readonly A[] => {
  const worked = assignments.filter(({ id }) => {
    const own = rates.filter(({ work_assignment_id }) => work_assignment_id === id);
    return own.length === 0 || own.some((rate) => isBetween(rate, days));
  });
  return worked.length === 0 ? assignments : worked;
};

/**
 * The earnings of a stub that are of work between two days, and what of the stub is insurable without the others. What
 * neither a rate nor a day is known of, like what is paid at the end of work, is of the work that was first.
 */
export const ownWork = <L extends Pick<Line, 'recurrence' | 'pay_rate_id'>>(
  lines: readonly L[],
  earningOf: (line: L) => RoeEarning,
  insurable: string,
  rates: ReadonlyMap<string, Rate>,
  days: Days,
): { earnings: RoeEarning[]; insurable_earnings: string } => {
  const [first] = days;
  const hasEarlier = lines.some((line) => (rateOf(line, rates)?.effective_to ?? first) < first);
  const isOwn = (line: L, { earned_on }: RoeEarning): boolean => {
    const rate = rateOf(line, rates);
    return rate ? isBetween(rate, days) : !hasEarlier || (earned_on !== null && earned_on >= first);
  };
  const all = lines.map((line) => ({ line, earning: earningOf(line) }));
  const own = all.filter(({ line, earning }) => isOwn(line, earning));
  const others = all.filter((one) => one.earning.is_insurable && !own.includes(one));
  return {
    earnings: own.map(({ earning }) => earning),
    insurable_earnings: toText(sum([insurable]).minus(sum(others.map(({ earning }) => earning.amount)))),
  };
};
