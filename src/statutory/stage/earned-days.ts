import type { EarlierEarning, PayRateFacts, StubFacts } from '../../calculation/model/facts.ts';
import type { FiguredLine } from '../../calculation/model/ports.ts';
import type { Holiday } from '../../calendar/holidays.ts';
import { statutoryHolidaysIn } from '../../calendar/holidays.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, isWithin, maxDate, minDate, weekday } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, toText as fixedText } from '../../values/fixed.ts';
import { allocate, type Decimal, decimal, sum, toText } from '../../values/money.ts';
import type { StandardsJurisdiction } from '../editions/employment-standards.ts';
import { STANDARDS } from '../editions/employment-standards.ts';
import { treatmentOf } from '../editions/line-item-types.ts';
import type { DayRecord } from '../standards/holiday-pay.ts';
import { configurationOf, type HolidayPayConfiguration, placeOfWorkOn, propertiesInForce } from './tax-properties.ts';

/** An earning line with its effective figures, and the pay period in which it is. */
export interface EarnedLine {
  earning_type: string;
  amount: string;
  hours: string | null;
  /** null: over the whole period. */
  earned_on: CalendarDate | null;
  /** Where it has no day: whether it is for all working days of the period, or for those that are no holidays. */
  is_for_all_days: boolean;
  period_start: CalendarDate;
  period_end: CalendarDate;
}

/** The pay rates of a work assignment. */
type Rates = readonly Pick<PayRateFacts, 'id' | 'expected_hours_per_week' | 'effective_from' | 'effective_to'>[];

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

/** The employment standards of an interface's jurisdiction: `ca_on` is ON, `ca_federal` CA. */
export const standardsOf = (jurisdiction: string | null): StandardsJurisdiction | null => {
  if (jurisdiction === 'ca_federal') return 'CA';
  const code = jurisdiction?.replace(/^ca_/, '').toUpperCase();
  return STANDARDS.find((one) => one === code) ?? null;
};

/** What says where the work is. */
const PLACES = new Set(['ca::province_of_work', 'ca::province_of_employment']);

/** A pay, and what says where its work was. */
type PayFacts = Pick<StubFacts, 'tax_properties'> & {
  payroll: Pick<StubFacts['payroll'], 'pay_date' | 'period_start' | 'period_end'>;
};

/**
 * The statutory holidays that are kept in a stub's pay period, in their order: each where the work is on its day. Where
 * the rules of another jurisdiction hold, so do its days: the Canada Labour Code knows no Family Day.
 *
 * @param place where the work is on the pay date: also on a day of which nothing is known
 */
export const holidaysOf = (
  facts: PayFacts,
  { override_rule_set }: Pick<HolidayPayConfiguration, 'override_rule_set'>,
  place: string | null,
): { holiday: Holiday; jurisdiction: StandardsJurisdiction }[] => {
  const { period_start, period_end } = facts.payroll;
  const rulesOn = (day: CalendarDate) => override_rule_set ?? placeOfWorkOn(facts, day) ?? place;
  const changes = facts.tax_properties
    .filter(({ type }) => PLACES.has(type))
    .flatMap(({ effective_from, effective_to }) => [
      effective_from,
      ...(effective_to ? [addDays(effective_to, 1)] : []),
    ])
    .filter((day) => isWithin(day, period_start, period_end));
  return [...new Set([period_start, ...changes].map(rulesOn))]
    .flatMap((rules) => {
      const jurisdiction = standardsOf(rules);
      if (rules === null || !jurisdiction) return [];
      const ofPlace = statutoryHolidaysIn(rules, period_start, period_end);
      return ofPlace
        .filter(({ observed_date }) => rulesOn(observed_date) === rules)
        .map((holiday) => ({ holiday, jurisdiction }));
    })
    .sort((a, b) => (a.holiday.observed_date < b.holiday.observed_date ? -1 : 1));
};

/** The days of the statutory holidays that were kept in the period of a pay, by what was in force on its pay date. */
export const daysOfHolidays = (facts: PayFacts): CalendarDate[] => {
  const place = placeOfWorkOn(facts, facts.payroll.pay_date);
  const configuration = configurationOf(propertiesInForce(facts));
  return holidaysOf(facts, configuration, place).map(({ holiday }) => holiday.observed_date);
};

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

const daysOfPeriod = ({ period_start, period_end }: Period): CalendarDate[] => {
  const days: CalendarDate[] = [];
  for (let day = period_start; day <= period_end && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Monday to Friday of some days; all of them where there are none of these. */
const workdays = (days: readonly CalendarDate[]): readonly CalendarDate[] => {
  const working = days.filter((day) => weekday(day) >= 1 && weekday(day) <= 5);
  return working.length > 0 ? working : days;
};

/** The days that a line without a day is spread over; a period of holidays alone was worked on them. */
const spreadOver = (line: EarnedLine, holidays: readonly CalendarDate[]): readonly CalendarDate[] => {
  const days = daysOfPeriod(line);
  const kept = days.filter((day) => holidays.includes(day));
  if (kept.length > 0 && isHolidayPay(line.earning_type)) return kept;
  if (line.is_for_all_days || kept.length === days.length) return workdays(days);
  return workdays(days.filter((day) => !kept.includes(day)));
};

const isHolidayPay = (earning_type: string): boolean =>
  treatmentOf('earning', earning_type)?.holiday_base === 'holiday_pay';

/** Hours have six places at most, and cents two: what is divided to the cent are so many times the hours. */
const TIMES = 10_000;

/** Hours in equal parts that are the whole together. */
const equalParts = (hours: string, days: readonly unknown[]): string[] =>
  allocate(
    decimal(hours).times(TIMES),
    days.map(() => 1),
  ).map((part) => toText(part.div(TIMES)));

/**
 * The days with which a line was earned: its own day, or else those of its period in equal parts (amounts to the cent,
 * and together the line), since rules that average over days need days. They are the working days, of which what was
 * entered is for those that are no statutory holidays; pay of holidays is for the holidays.
 *
 * @param holidays the statutory holidays that were kept in the period
 */
export const earnedDays = (line: EarnedLine, holidays: readonly CalendarDate[]): EarlierEarning[] => {
  const { earning_type, amount, hours, earned_on } = line;
  if (earned_on !== null) return [{ date: earned_on, earning_type, amount, hours }];
  const days = spreadOver(line, holidays);
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

const WORKDAYS_OF_WEEK = 5n;
const WEEKS_OF_YEAR = 52n;
/** Pays of a year whose periods are no whole weeks. */
const PAYS_OF_YEAR = [12n, 24n];
/** Whoever enters hours rounds them. */
const A_HUNDREDTH = fixed('0.01');

/** Whether hours are those of a month, or of half a month, at so many a week: some months have more working days. */
const areOfWholePay = (hours: Fixed, a_week: Fixed): boolean =>
  PAYS_OF_YEAR.some((pays) => {
    const difference = hours * pays - a_week * WEEKS_OF_YEAR;
    return (difference < 0n ? -difference : difference) <= A_HUNDREDTH * pays;
  });

/** A line of a pay, of which it is not known yet with which days it was earned. */
type PaidLine = Pick<
  FiguredLine,
  'type' | 'amount' | 'hours' | 'earned_on' | 'is_for_all_days' | 'own_hours' | 'pay_rate_id'
>;

/**
 * Whether hours of a salary are for work alone: where as many of its own are missing as its holidays have, be it in
 * equal parts or at a fifth of the hours a week that its pay rate expects. Half a day off says nothing of a holiday. A
 * line made by hand knows no hours of its own: it has those of the working days of its period, by its pay rate. A
 * period may have more working days than a pay of the year counts (a long month, each pay of a year with one pay more):
 * there hours that the days of work have room for are for these, where that room is less than its own.
 */
const isForWork = (
  { type, hours, own_hours, pay_rate_id }: PaidLine,
  period: Period,
  rates: Rates,
  holidays: readonly CalendarDate[],
): boolean => {
  const rate = rates.find(({ id }) => id === pay_rate_id);
  if (type !== 'salary' || hours === null || !rate) return false;
  const [entered, a_week] = [fixed(hours), fixed(rate.expected_hours_per_week)];
  if (own_hours === null && areOfWholePay(entered, a_week)) return false;
  const working = workdays(daysOfPeriod(period));
  const days = BigInt(working.length);
  const kept = BigInt(working.filter((day) => holidays.includes(day)).length);
  // A fifth of the hours a week ends where five times as many do.
  const own = own_hours === null ? a_week * days : fixed(own_hours) * WORKDAYS_OF_WEEK;
  const counted = (entered - A_HUNDREDTH) * WORKDAYS_OF_WEEK;
  const missing = own - counted;
  const room = a_week * (days - kept);
  return missing >= a_week * kept || missing * days >= own * kept || (room < own && counted <= room);
};

/**
 * The days with which a line of a pay was earned, as far as its pay rate, or else any, is in force.
 *
 * @param period of the pay
 * @param holidays the statutory holidays that were kept in it
 */
export const daysOfLine = (
  line: PaidLine,
  period: Period,
  rates: Rates,
  holidays: readonly CalendarDate[],
): EarlierEarning[] => {
  const { type: earning_type, amount, hours, earned_on } = line;
  const earned = earningPeriod(period, line.pay_rate_id, rates);
  const is_for_all_days = line.is_for_all_days && !isForWork(line, earned, rates, holidays);
  return earnedDays({ earning_type, amount, hours, earned_on, is_for_all_days, ...earned }, holidays);
};

/** A line of a pay with the vacation pay that accrued on it and is paid with it. */
type AccruingLine = PaidLine & Pick<FiguredLine, 'id' | 'accrued_vacation_pay' | 'pays_accrued'>;

/** A line with the days of its own. */
interface Earned {
  line: AccruingLine;
  days: EarlierEarning[];
}

/**
 * The days with which the lines of a pay were earned. Vacation pay that is paid with them by itself is for their days,
 * by what accrued on each.
 */
export const daysOfPay = (
  lines: readonly AccruingLine[],
  period: Period,
  rates: Rates,
  holidays: readonly CalendarDate[],
): (EarlierEarning & { line_id: string })[] => {
  const earned = lines.map((line): Earned => ({ line, days: daysOfLine(line, period, rates, holidays) }));
  return earned.flatMap((one) => {
    const { line, days } = one;
    const own = line.pays_accrued && line.earned_on === null ? asAccrued(one, accruedByDay(earned)) : days;
    return own.map((day) => ({ ...day, line_id: line.id }));
  });
};

/** What accrued on lines, by their days in order; less than nothing where more was taken back than earned. */
const accruedByDay = (earned: readonly Earned[]): [CalendarDate, Decimal][] => {
  const accrued = new Map<CalendarDate, Decimal>();
  for (const { line, days } of earned) {
    if (decimal(line.accrued_vacation_pay).eq(0)) continue;
    const amounts = days.map(({ amount }) => decimal(amount).abs());
    for (const [i, part] of allocate(line.accrued_vacation_pay, amounts).entries()) {
      const { date } = days[i]!;
      accrued.set(date, part.plus(accrued.get(date) ?? 0));
    }
  }
  return [...accrued].sort(([a], [b]) => (a < b ? -1 : 1));
};

/**
 * Vacation pay by the days that it accrued on. Where it is another amount, since what accrued on other lines (allowances)
 * is paid too, it is shared by what the days accrued more than nothing; its own days where none did.
 */
const asAccrued = ({ line, days }: Earned, accrued: readonly [CalendarDate, Decimal][]): EarlierEarning[] => {
  const isAll = sum(accrued.map(([, part]) => part)).eq(line.amount);
  const counted = isAll ? accrued : accrued.filter(([, part]) => part.gt(0));
  if (counted.length === 0) return days;
  const parts = counted.map(([, part]) => part);
  const amounts = isAll ? parts : allocate(line.amount, parts);
  return counted.map(([date], i) => ({ date, earning_type: line.type, amount: toText(amounts[i]!), hours: null }));
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
