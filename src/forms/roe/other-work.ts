import type { CalendarDate } from '../../values/dates.ts';
import { type Decimal, decimal, roundToCent, sum, toText, ZERO } from '../../values/money.ts';
import { isVacationTaken } from './content.ts';
import { type Line, type Rate, rateOf } from './hours.ts';
import type { RoeEarning } from './stub.ts';

/**
 * Work of another record: somebody left and was hired again, on another work assignment or within one pay period. Pay
 * rates say which work was before the first day of a record, and which behind its last.
 */

type Days = readonly [first: CalendarDate, last: CalendarDate];

/** Whether a rate was in force on some day between two. */
const isBetween = ({ effective_from, effective_to }: Rate, [first, last]: Days): boolean =>
  effective_from <= last && (effective_to === null || effective_to >= first);

/**
 * The work assignments that had a pay rate between two days, and those that never had any; all where there are none.
 */
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

type OfLine = Pick<Line, 'recurrence' | 'pay_rate_id' | 'overtime_rate_id'>;
/** Of the record, of work before or behind it, or of all the work of the period. */
type Place = 'own' | 'before' | 'behind' | 'each';

/** Where a line counts, given the rates of all lines of its stub. */
const placeOf = (
  line: OfLine,
  earning: RoeEarning,
  rate: Rate | undefined,
  others: readonly Rate[],
  days: Days,
): Place => {
  const { type, earned_on } = earning;
  const [first, last] = days;
  if (rate) return isBetween(rate, days) ? 'own' : rate.effective_from > last ? 'behind' : 'before';
  const hasBefore = others.some(({ effective_to }) => (effective_to ?? first) < first);
  const behind = others.map(({ effective_from }) => effective_from).filter((from) => from > last);
  if (earned_on !== null && behind.some((from) => earned_on >= from)) return 'behind';
  if (earned_on !== null) return hasBefore && earned_on < first ? 'before' : 'own';
  if (line.recurrence !== null || (type === 'vacation_pay' && !isVacationTaken(earning))) return 'each';
  return hasBefore ? 'before' : 'own';
};

/**
 * The earnings of a stub that are of work between two days, and what of the stub is insurable without the others. What
 * is paid with each pay, like vacation pay and allowances, is of all the work of the period, in proportion to what each
 * work earned. What was entered without a rate or a day, like what is paid at the end of work, is of the work that was
 * first.
 */
export const ownWork = <L extends OfLine>(
  lines: readonly L[],
  earningOf: (line: L) => RoeEarning,
  insurable: string,
  rates: ReadonlyMap<string, Rate>,
  days: Days,
): { earnings: RoeEarning[]; insurable_earnings: string } => {
  const known = lines.flatMap((line) => rateOf(line, rates) ?? []);
  const all = lines.map((line) => {
    const [earning, rate] = [earningOf(line), rateOf(line, rates)];
    return { earning, rate, place: placeOf(line, earning, rate, known, days) };
  });
  const earned = (place: Place): Decimal =>
    sum(
      all.flatMap(({ rate, place: at, earning }) =>
        rate && at === place && decimal(earning.amount).gt(0) ? earning.amount : [],
      ),
    );
  const [before, own, behind] = [earned('before'), earned('own'), earned('behind')];
  const worked = before.plus(own).plus(behind);
  // Rounded at both edges of the work, so that the records of a period come to the whole amount together.
  const upTo = (amount: Decimal, edge: Decimal): Decimal => roundToCent(amount.times(edge).div(worked));
  const share = (amount: Decimal): Decimal => {
    if (worked.eq(0)) return known.every((rate) => isBetween(rate, days)) ? amount : ZERO;
    return upTo(amount, before.plus(own)).minus(upTo(amount, before));
  };
  const earnings = all.flatMap(({ earning, place }) => {
    if (place === 'each') return { ...earning, amount: toText(share(decimal(earning.amount))) };
    return place === 'own' ? earning : [];
  });
  const insured = (of: readonly RoeEarning[]): Decimal =>
    sum(of.flatMap(({ is_insurable, amount }) => (is_insurable ? amount : [])));
  const beside = decimal(insurable).minus(insured(all.map(({ earning }) => earning)));
  return { earnings, insurable_earnings: toText(insured(earnings).plus(share(beside))) };
};
