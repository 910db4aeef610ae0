import { addDays, type CalendarDate, dayOf, daysBetween, endOfMonth, maxDate, weekday } from '../../values/dates.ts';
import { PERIOD_COUNTS } from '../model/roe-codes.ts';

/** A pay period; both days are of it. */
export interface Span {
  start: CalendarDate;
  end: CalendarDate;
}

/**
 * When a work assignment is paid: how often, and each of its periods from the first day worked to the last day paid.
 */
export interface PaidBy {
  pay_frequency: 'weekly' | 'bi-weekly' | 'semi-monthly' | 'monthly' | 'custom';
  /** In their order, without gaps. */
  periods: readonly Span[];
}

/** The pay periods that a record of employment shows, the last one first. */
export interface RoePeriods {
  /** Block 6. */
  type: string;
  /** Earnings and hours are spread evenly over weeks: schedules that are not in step, or irregular pays. */
  is_averaged: boolean;
  periods: Span[];
}

const WEEK = 7;

const isLastOfMonth = (date: CalendarDate): boolean => date === endOfMonth(date);

const isWholeMonth = ({ start, end }: Span): boolean => dayOf(start) === 1 && end === endOfMonth(start);

const isHalfMonth = ({ start, end }: Span): boolean =>
  dayOf(start) === 1 ? end === addDays(start, 14) : dayOf(start) === 16 && end === endOfMonth(start);

/** Whether each is of so many days. */
const areOf =
  (days: number) =>
  ({ start, end }: Span): boolean =>
    daysBetween(start, end) + 1 === days;

/** Block 6 of periods that are alike, by which of them is told; February may have four weeks and be a month. */
const ALIKE: Readonly<Record<string, (period: Span) => boolean>> = {
  W: areOf(WEEK),
  B: areOf(2 * WEEK),
  S: isHalfMonth,
  M: isWholeMonth,
  H: areOf(4 * WEEK),
};

/**
 * Block 6 of a custom schedule whose periods are alike, one behind the other: its payrolls may leave days out, have them
 * twice, or be of any length.
 */
const typeOfAlike = (periods: readonly Span[]): string | null => {
  const isConsecutive = periods.every(({ start }, i) => i === 0 || start === addDays(periods[i - 1]!.end, 1));
  return isConsecutive ? (Object.keys(ALIKE).find((type) => periods.every(ALIKE[type]!)) ?? null) : null;
};

/** Block 6 of one schedule; null where only weeks can tell it. */
const typeOf = ({ pay_frequency, periods }: PaidBy): string | null => {
  switch (pay_frequency) {
    case 'weekly':
      return 'W';
    case 'bi-weekly':
      return 'B';
    case 'semi-monthly':
      return periods.every(({ end }) => dayOf(end) === 15 || isLastOfMonth(end)) ? 'S' : 'E';
    case 'monthly':
      return periods.every(({ end }) => isLastOfMonth(end)) ? 'M' : 'O';
    case 'custom':
      return typeOfAlike(periods);
  }
};

/** Longer pay is shown in its own periods; shorter ones are added up in them. */
const LENGTHS: Readonly<Record<string, number>> = { W: 7, B: 14, S: 15, E: 15, H: 28, M: 30, O: 30 };
const lengthOf = (one: PaidBy): number => LENGTHS[typeOf(one) ?? 'H']!;

/**
 * Whether every period of the longer one ends where one of the shorter ends, so that it is made of whole ones, as long
 * as there are any of the shorter; the longer one must be there as early.
 */
const isInStep = (longer: PaidBy, shorter: PaidBy): boolean => {
  const ends = new Set(shorter.periods.map(({ end }) => end));
  const first = shorter.periods[0]?.start;
  const last = shorter.periods.at(-1)?.end;
  if (first === undefined || last === undefined) return true;
  if (first < (longer.periods[0]?.start ?? '')) return false;
  return longer.periods.every(({ end }) => ends.has(end) || end < first || end > last);
};

const holds = ({ periods }: PaidBy, day: CalendarDate): boolean =>
  periods.some(({ start, end }) => start <= day && day <= end);

/** The Saturday of a day's week: weeks of Employment Insurance begin on Sunday. */
const saturdayOf = (date: CalendarDate): CalendarDate => addDays(date, 6 - weekday(date));

const weeksBetween = (first: CalendarDate, last: CalendarDate, most: number): Span[] => {
  const weeks: Span[] = [];
  for (let end = saturdayOf(last); weeks.length < most; end = addDays(end, -WEEK)) {
    weeks.push({ start: addDays(end, 1 - WEEK), end });
    if (addDays(end, 1 - WEEK) <= first) break;
  }
  return weeks;
};

/**
 * The pay periods of a record of employment: those of its one schedule; of several in step the longer ones; weeks where
 * they are not in step or irregular. They are counted back from the period of the last day paid, as many as block 6 has
 * count; weeks go back to the first period that there is.
 *
 * @throws RangeError where no period holds the last day: schedules come with all periods between the two days
 */
export const roePeriods = (schedules: readonly PaidBy[], first: CalendarDate, last: CalendarDate): RoePeriods => {
  const distinct = [...new Map(schedules.map((one) => [JSON.stringify(one), one])).values()];
  const [longest, ...others] = distinct.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  // Of several the longer one may have ended before the last day.
  const isShown = longest && others.every((one) => isInStep(longest, one) && holds(longest, last));
  const type = isShown ? typeOf(longest) : null;
  if (!longest || type === null) {
    // Nobody knows what was paid before: spread over those weeks too, pay would be less than it was.
    const [known = first] = distinct.flatMap(({ periods }) => periods[0]?.start ?? []).sort();
    return {
      type: 'W',
      is_averaged: true,
      periods: weeksBetween(maxDate(first, known), last, PERIOD_COUNTS.W!.fields),
    };
  }
  const final = longest.periods.findLastIndex(({ start }) => start <= last);
  const periods = longest.periods
    .slice(0, final + 1)
    .filter(({ end }) => end >= first)
    .toReversed()
    .slice(0, PERIOD_COUNTS[type]!.fields);
  if (!periods[0] || maxDate(periods[0].end, last) !== periods[0].end)
    throw new RangeError(`no pay period holds ${last}, the last day for which was paid`);
  return { type, is_averaged: false, periods };
};
