import type { EarlierEarning, PayRateFacts } from '../../calculation/model/facts.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, isWithin, maxDate, minDate, weekday } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, toText as fixedText } from '../../values/fixed.ts';
import { allocate, decimal, toText } from '../../values/money.ts';
import { treatmentOf } from '../editions/line-item-types.ts';
import type { DayRecord } from '../standards/holiday-pay.ts';

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

/** The pay rates of a work assignment. */
type Rates = readonly Pick<PayRateFacts, 'id' | 'effective_from' | 'effective_to'>[];

interface Days {
  from: CalendarDate;
  /** null: without an end. */
  to: CalendarDate | null;
}

/** The days of an employment: from the first day of any pay rate to the last; null where no rate says it. */
export const employedDays = (rates: Rates): Days | null => {
  if (rates.length === 0) return null;
  const ends = rates.flatMap(({ effective_to }) => effective_to ?? []);
  return {
    from: rates.map(({ effective_from }) => effective_from).reduce(minDate),
    to: ends.length < rates.length ? null : ends.reduce(maxDate),
  };
};

/** Whether a pay rate is in force on a day. */
export const isPaidOn = (rates: Rates, day: CalendarDate): boolean =>
  rates.some(({ effective_from, effective_to }) => isWithin(day, effective_from, effective_to));

type Period = Pick<EarnedLine, 'period_start' | 'period_end'>;

/** What of a period lies within some days; all of it where nothing does. */
const within = (period: Period, days: Days | null): Period => {
  if (days === null) return period;
  const period_start = maxDate(period.period_start, days.from);
  const period_end = days.to === null ? period.period_end : minDate(period.period_end, days.to);
  return period_start <= period_end ? { period_start, period_end } : period;
};

/**
 * The days of a period on which a line can have been earned: those of the employment, and of the pay rate that it
 * names. Somebody who was hired on a Wednesday earned nothing on Monday.
 */
export const earningPeriod = (period: Period, pay_rate_id: string | null, rates: Rates): Period => {
  const employed = within(period, employedDays(rates));
  const rate = rates.find(({ id }) => id === pay_rate_id);
  return rate ? within(employed, { from: rate.effective_from, to: rate.effective_to }) : employed;
};

/** Longest pay period that is spread; longer ones are taken as far as this. */
const MAX_DAYS = 400;

/** Monday to Friday of a period; all of its days where it has none of them. */
const workdays = (from: CalendarDate, to: CalendarDate): CalendarDate[] => {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day);
  const working = days.filter((day) => weekday(day) >= 1 && weekday(day) <= 5);
  return working.length > 0 ? working : days;
};

/** Hours have six places at most, and cents two: what is divided to the cent are so many times the hours. */
const TIMES = 10_000;

/** Hours in equal parts that are the whole together. */
const equalParts = (hours: string, days: readonly unknown[]): string[] =>
  allocate(
    decimal(hours).times(TIMES),
    days.map(() => 1),
  ).map((part) => toText(part.div(TIMES)));

/**
 * The days with which a line was earned: its own day, or else the working days of its period in equal parts (amounts to
 * the cent, and together the line), since rules that average over days need days.
 */
export const earnedDays = (line: EarnedLine): EarlierEarning[] => {
  const { earning_type, amount, hours, earned_on, period_start, period_end } = line;
  if (earned_on !== null) return [{ date: earned_on, earning_type, amount, hours }];
  const days = workdays(period_start, period_end);
  const amounts = allocate(
    amount,
    days.map(() => 1),
  );
  const parts = hours === null ? null : equalParts(hours, days);
  return days.map((date, i) => ({
    date,
    earning_type,
    amount: toText(amounts[i]!),
    hours: parts?.[i] ?? null,
  }));
};

/**
 * As what an earning counts when days are averaged. Vacation pay that is paid by hours is of days off that were taken.
 */
export const holidayBaseOf = ({ earning_type, hours }: Pick<EarlierEarning, 'earning_type' | 'hours'>) => {
  const base = treatmentOf('earning', earning_type)?.holiday_base ?? 'none';
  return base === 'vacation_pay' && hours !== null && fixed(hours) > 0n ? 'vacation_taken' : base;
};

/** Earnings as days; types that count for nothing are left out. */
export const dayRecords = (earned: readonly EarlierEarning[]): DayRecord[] => {
  const byDay = new Map<CalendarDate, Record<string, Fixed>>();
  const add = (date: CalendarDate, name: string, amount: Fixed) => {
    const day = byDay.get(date) ?? {};
    day[name] = (day[name] ?? 0n) + amount;
    byDay.set(date, day);
  };
  for (const { date, earning_type, amount, hours } of earned) {
    const base = holidayBaseOf({ earning_type, hours });
    if (base !== 'none') add(date, base, fixed(amount));
    if (hours !== null && (base === 'wages' || base === 'overtime')) add(date, 'hours', fixed(hours));
  }
  return [...byDay].map(([date, sums]) => ({
    date,
    ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, fixedText(sum)])),
  }));
};
