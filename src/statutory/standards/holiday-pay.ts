import type { CalendarDate } from '../../values/dates.ts';
import { addDays, daysBetween, minDate, weekday } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, ONE, overWhole, roundToCent, times, timesRatio, toText } from '../../values/fixed.ts';
import type {
  Averaging,
  HolidayBase,
  HolidayRule,
  StandardsJurisdiction,
  Window,
} from '../editions/employment-standards.ts';
import { holidayRule } from '../editions/employment-standards.ts';
import type { StatutoryWarning, Step, Trace } from '../editions/trace.ts';
import { createTrace } from '../editions/trace.ts';
import { warnIfRecalled } from '../request/warnings.ts';

/** What was earned on a day, or with a day, by what it counts as; hours are those worked. Decimal text. */
export interface DayRecord extends Partial<Record<HolidayBase, string>> {
  date: CalendarDate;
  hours?: string;
}

/** What so many hours are paid, more than 0 of them: an hour of a salary may be worth a decimal without an end. */
export interface PaidHours {
  dollars: string;
  hours: string;
}

export interface HolidayPayInput {
  /** Where the work is done. */
  jurisdiction: StandardsJurisdiction;
  holiday: CalendarDate;
  /** The first day of the work assignment that pays the holiday. */
  employed_since: CalendarDate;
  /** The first day of the employment, where that is older. */
  employment_began?: CalendarDate | undefined;
  /** The last day of employment; null while it goes on. */
  employed_until?: CalendarDate | null;
  /** What was earned before the holiday, in any order; a whole week may be on one of its days. */
  days: readonly DayRecord[];
  /** In place of where the rule's window ends. */
  date_basis?: 'before_holiday_week' | 'before_holiday' | null;
  /** The wages of a normal working day; null where days differ. */
  normal_day?: string | null;
  /** The hours of a normal working day, where the rule takes hours; null where days differ. */
  normal_hours?: string | null;
  /** The regular wage of an hour, for averaged hours. */
  hourly_rate?: string | PaidHours | null;
  is_paid_by_commission?: boolean;
}

export interface HolidayPayResult {
  /** null when the employee qualifies. */
  not_applicable_reason: 'not_employed' | 'too_short_employment' | 'too_few_days_worked' | null;
  /** For the holiday as such: hours that are worked on it are paid at a rate of their own. */
  holiday_pay: string;
  /** Which earnings the pay for the holiday is based on; null where it is based on none. */
  basis: Basis | null;
  explanation: Step[];
  warnings: StatutoryWarning[];
}

/** Earnings by their days and by what they count as. */
export interface Basis {
  from: CalendarDate;
  to: CalendarDate;
  include: readonly HolidayBase[];
}

interface DayPay {
  pay: Fixed;
  basis: Basis | null;
}

/** The first and last day of a window. Weeks begin on Sunday. */
const windowOf = (window: Window, holiday: CalendarDate): { from: CalendarDate; to: CalendarDate } => {
  const start = window.ends === 'before_week' ? addDays(holiday, -weekday(holiday)) : holiday;
  const length = 'weeks' in window ? window.weeks * 7 : window.days;
  return { from: addDays(start, -length), to: addDays(start, -1) };
};

/** A window that ends where the employer's own setting says. */
const basedOn = (window: Window, date_basis: HolidayPayInput['date_basis']): Window => {
  if (date_basis == null) return window;
  if (date_basis === 'before_holiday') return { ...window, ends: 'before_day' };
  return 'weeks' in window ? { ...window, ends: 'before_week' } : window;
};

/** The first day that the rule of a holiday may look at. */
export const looksBackTo = (
  jurisdiction: StandardsJurisdiction,
  holiday: CalendarDate,
  date_basis: HolidayPayInput['date_basis'] = null,
): CalendarDate => {
  const { averaging, commission, qualify } = holidayRule(jurisdiction, holiday);
  const windows: Window[] = [basedOn(averaging.window, date_basis)];
  if (commission) windows.push({ weeks: commission.weeks, ends: 'before_week' });
  if (qualify.days_worked) windows.push({ days: qualify.days_worked.within, ends: 'before_day' });
  return windows.map((window) => windowOf(window, holiday).from).reduce(minDate);
};

/** The days whose commissions make somebody paid by commission; null where no rule goes by that. */
export const commissionDays = (
  jurisdiction: StandardsJurisdiction,
  holiday: CalendarDate,
): { from: CalendarDate; to: CalendarDate } | null => {
  const { commission } = holidayRule(jurisdiction, holiday);
  return commission && windowOf({ weeks: commission.weeks, ends: 'before_week' }, holiday);
};

const within = (days: readonly DayRecord[], { from, to }: { from: CalendarDate; to: CalendarDate }): DayRecord[] =>
  days.filter(({ date }) => from <= date && date <= to);

const earned = (day: DayRecord, include: readonly HolidayBase[]): Fixed => {
  let sum = 0n;
  for (const base of include) sum += fixed(day[base] ?? '0');
  return sum;
};

const sumOf = (days: readonly DayRecord[], include: readonly HolidayBase[]): Fixed => {
  let sum = 0n;
  for (const day of days) sum += earned(day, include);
  return sum;
};

/** What is earned by the day: vacation pay that is paid without days off lies on no day, however it is spread. */
const WORK: readonly HolidayBase[] = ['wages', 'commission', 'vacation_taken', 'holiday_pay', 'overtime'];

/** Those of some days on which pay of these kinds was earned or taken back, in their order. */
const paidDays = (days: readonly DayRecord[], include: readonly HolidayBase[]): CalendarDate[] =>
  datesOf(days.filter((day) => earned(day, include) !== 0n));

/** Days that were worked or for which pay of these kinds was earned, in their order. */
const workedDays = (days: readonly DayRecord[], include: readonly HolidayBase[]): CalendarDate[] =>
  datesOf(days.filter((day) => fixed(day.hours ?? '0') > 0n || earned(day, include) > 0n));

const datesOf = (days: readonly DayRecord[]): CalendarDate[] => [...new Set(days.map(({ date }) => date))].sort();

/** Days as an explanation shows them: each row of days that follow one another as `first/last`. */
const shownDays = (days: readonly CalendarDate[]): string => {
  const rows: { first: CalendarDate; last: CalendarDate }[] = [];
  for (const day of days) {
    const row = rows.at(-1);
    if (row && addDays(row.last, 1) === day) row.last = day;
    else rows.push({ first: day, last: day });
  }
  return rows.map(({ first, last }) => (first === last ? first : `${first}/${last}`)).join(', ');
};

const reasonAgainst = (input: HolidayPayInput, { qualify }: HolidayRule): HolidayPayResult['not_applicable_reason'] => {
  const { holiday, employed_since, employment_began = employed_since, employed_until, days } = input;
  if (holiday < employed_since || (employed_until != null && holiday > employed_until)) return 'not_employed';
  if (qualify.employed_days !== undefined && daysBetween(employment_began, holiday) < qualify.employed_days) {
    return 'too_short_employment';
  }
  if (qualify.days_worked) {
    const before = { from: addDays(holiday, -qualify.days_worked.within), to: addDays(holiday, -1) };
    if (workedDays(within(days, before), WORK).length < qualify.days_worked.days) return 'too_few_days_worked';
  }
  return null;
};

/** To the cent. Where more was taken back than earned nothing is due, and nothing owed. */
const payOf = (amount: Fixed): Fixed => atLeastZero(roundToCent(amount));

/** The wage of an hour, and what so many hours come to by it, shared among some days; divided last. */
const hourly = (given: HolidayPayInput['hourly_rate']) => {
  const { dollars, hours } = typeof given === 'object' && given ? given : { dollars: given ?? '0', hours: '1' };
  const [paid, of] = [fixed(dollars), fixed(hours)];
  return {
    rate: timesRatio(ONE, paid, of),
    pays: (worked: Fixed, days = 1): Fixed => timesRatio(worked, paid, of * BigInt(days)),
  };
};

const averaged = (input: HolidayPayInput, rule: HolidayRule, averaging: Averaging, trace: Trace): DayPay => {
  const { days, holiday } = input;
  const span = windowOf(basedOn(averaging.window, input.date_basis), holiday);
  const counted = within(days, span);
  const { source } = rule.mark;
  const shown = { from: span.from, to: span.to };
  if (averaging.basis === 'average_hours') {
    const { rate, pays } = hourly(input.hourly_rate);
    if (input.normal_hours != null) {
      const hours = fixed(input.normal_hours);
      const pay = roundToCent(pays(hours));
      trace.step('holiday pay', 'hourly rate × hours of a normal day', pay, { 'hourly rate': rate, hours }, source);
      return { pay, basis: null };
    }
    const hours = counted.reduce((sum, day) => sum + fixed(day.hours ?? '0'), 0n);
    // A day of vacation or a holiday has no hours, and would only lower the average.
    const worked = workedDays(counted, []);
    const count = worked.length;
    const pay = count === 0 ? 0n : payOf(pays(hours, count));
    const figures = { ...shown, 'hourly rate': rate, hours, 'days worked': count, days: shownDays(worked) };
    trace.step('holiday pay', 'hourly rate × hours / days worked', pay, figures, source);
    return { pay, basis: { ...span, include: ['wages', 'overtime'] } };
  }
  const { include } = averaging;
  const base = sumOf(counted, include);
  const basis = { ...span, include };
  if (averaging.basis === 'percent') {
    const pay = payOf(times(fixed(averaging.rate), base));
    const figures = { ...shown, rate: averaging.rate, earnings: base, days: shownDays(paidDays(counted, include)) };
    trace.step('holiday pay', 'rate × earnings', pay, figures, source);
    return { pay, basis };
  }
  // A day whose pay does not count is no day to divide by; one of overtime alone was worked.
  const days_of_pay = WORK.filter((one) => one === 'overtime' || include.includes(one));
  const isFixed = averaging.basis === 'fixed_divisor';
  const used = isFixed ? paidDays(counted, include) : workedDays(counted, days_of_pay);
  const divisor = isFixed ? averaging.divisor : used.length;
  const pay = divisor === 0 ? 0n : payOf(overWhole(base, divisor));
  const formula = isFixed ? 'earnings / divisor' : 'earnings / days worked or with wages';
  trace.step('holiday pay', formula, pay, { ...shown, earnings: base, divisor, days: shownDays(used) }, source);
  return { pay, basis };
};

/** What counts of who is paid by commission; tips where they count at all. */
export const commissioned = ({ include }: Averaging): HolidayBase[] =>
  include.includes('tips') ? ['wages', 'commission', 'tips'] : ['wages', 'commission'];

const forTheDay = (input: HolidayPayInput, rule: HolidayRule, trace: Trace): DayPay => {
  const { days, holiday, employed_since, employment_began = employed_since } = input;
  if (rule.commission && input.is_paid_by_commission) {
    const { weeks, divisor, employed_weeks = 0 } = rule.commission;
    if (daysBetween(employment_began, holiday) >= employed_weeks * 7) {
      const span = windowOf({ weeks, ends: 'before_week' }, holiday);
      const include = commissioned(rule.averaging);
      const counted = within(days, span);
      const base = sumOf(counted, include);
      const pay = payOf(overWhole(base, divisor));
      const figures = { ...span, earnings: base, divisor, days: shownDays(paidDays(counted, include)) };
      trace.step('holiday pay', 'earnings / divisor', pay, figures, rule.mark.source);
      return { pay, basis: { ...span, include } };
    }
  }
  if (rule.is_normal_day && input.normal_day != null) {
    const pay = roundToCent(fixed(input.normal_day));
    trace.step('holiday pay', 'wages of a normal day', pay, {}, rule.mark.source);
    return { pay, basis: null };
  }
  return averaged(input, rule, rule.averaging, trace);
};

/** Statutory holiday pay of one holiday by the rules of where the work is done, with how it came about. */
export const holidayPay = (input: HolidayPayInput): HolidayPayResult => {
  const rule = holidayRule(input.jurisdiction, input.holiday);
  const warnings: StatutoryWarning[] = [];
  warnIfRecalled(rule.mark, warnings);
  const trace = createTrace();
  const reason = reasonAgainst(input, rule);
  const { pay: day, basis } = reason === null ? forTheDay(input, rule, trace) : { pay: 0n, basis: null };
  return {
    not_applicable_reason: reason,
    holiday_pay: toText(day),
    basis,
    explanation: trace.steps,
    warnings,
  };
};
