import type { EarlierEarning } from '../../calculation/model/facts.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, weekday } from '../../values/dates.ts';
import { allocate, decimal, toText } from '../../values/money.ts';

/** An earning line with its effective figures, and the pay period in which it is. */
export interface EarnedLine {
  earning_type: string;
  amount: string;
  hours: string | null;
  /** null: over the whole period. */
  earned_on: CalendarDate | null;
  period_start: CalendarDate;
  period_end: CalendarDate;
}

/** Longest pay period that is spread; longer ones are taken as far as this. */
const MAX_DAYS = 400;

/** Monday to Friday of a period; all of its days where it has none of them. */
const workdays = (from: CalendarDate, to: CalendarDate): CalendarDate[] => {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day);
  const working = days.filter((day) => weekday(day) >= 1 && weekday(day) <= 5);
  return working.length > 0 ? working : days;
};

/**
 * The days with which a line was earned: its own day, or else the working days of its period in equal parts (to the
 * cent, and together the line), since rules that average over days need days.
 */
export const earnedDays = (line: EarnedLine): EarlierEarning[] => {
  const { earning_type, amount, hours, earned_on, period_start, period_end } = line;
  if (earned_on !== null) return [{ date: earned_on, earning_type, amount, hours }];
  const days = workdays(period_start, period_end);
  const amounts = allocate(
    amount,
    days.map(() => 1),
  );
  const part = hours === null ? null : toText(decimal(hours).div(days.length).round(6));
  return days.map((date, i) => ({
    date,
    earning_type,
    amount: toText(amounts[i]!),
    hours: part,
  }));
};
