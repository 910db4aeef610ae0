import { type CalendarDate, maxDate } from '../../values/dates.ts';
import { allocate, type Decimal, decimal, sum, toText, ZERO } from '../../values/money.ts';
import { MOST_HOLIDAYS, MOST_MONIES, OTHER_MONIES, PERIOD_COUNTS } from '../model/roe-codes.ts';
import { type PaidBy, type RoePeriods, roePeriods, type Span } from './periods.ts';
import type { RoeEarning, RoeStub } from './stub.ts';
import { withinWeeks } from './within-weeks.ts';

export interface RoeInput {
  schedules: readonly PaidBy[];
  first_day_worked: CalendarDate;
  last_day_for_which_paid: CalendarDate;
  /** The person does not come back: hours of holidays behind the last day do not count then. */
  is_final?: boolean;
  stubs: readonly RoeStub[];
  /** What is to be paid by payrolls that are not approved: what they come to is not known yet. */
  drafts?: readonly (RoeStub & { payroll_id: string })[];
}

/** Blocks of a record of employment that payroll shows. Amounts in dollars, hours with what is behind the point. */
export interface RoeContent {
  block_6_pay_period_type: string;
  block_12_final_pay_period_ending_date: CalendarDate;
  /** Null like the earnings, and where pay that was worked for has no hours at all. */
  block_15_total_insurable_hours: string | null;
  /** Null while pay of a period that is shown is not approved. */
  block_15_total_insurable_earnings: string | null;
  /**
   * Block 15C, the last period first. Null where pay of the period is not approved; of what is averaged all are then.
   */
  insurable_earnings: (string | null)[];
  /** Ids of the payrolls of periods shown that are not approved. */
  unapproved_payrolls: string[];
  vacation_pay: RoeVacationPay | null;
  holidays: { date: CalendarDate; amount: string }[];
  other_monies: { code: string; amount: string }[];
  /** What blocks 17A to 17C have no room for, or no day: the block, its code where it has one, and the amount. */
  unreported: { block: '17A' | '17B' | '17C'; code: string | null; amount: string }[];
}

/** Block 17A. Days are given for a leave, and of what is paid on a day of each year. */
export interface RoeVacationPay {
  code: string;
  amount: string;
  start: CalendarDate | null;
  end: CalendarDate | null;
}

/**
 * Pay that no hours of work are behind, though hours may be on its line (a payout of vacation is calculated from
 * them): amounts of a termination, vacation that is not taken, bonuses, top-ups.
 */
const WITHOUT_HOURS = new Set([
  'bonus_discretionary',
  'bonus_non_discretionary',
  'gift_cash',
  'in_lieu_wages',
  'parental_top_up_insurable',
  'retroactive_pay',
  'retroactive_pay_increase',
  'severance_pay',
  'vacation_pay_employee_terminated',
  'vacation_pay_no_time_taken',
]);

/** Vacation pay with the hours of the time that was taken, as hours of a payroll have it; else no time was. */
export const isVacationTaken = ({ type, hours }: Pick<RoeEarning, 'type' | 'hours'>): boolean =>
  type === 'vacation_pay_time_taken' || (type === 'vacation_pay' && decimal(hours ?? '0').gt(0));

/**
 * How vacation pay was paid, as block 17A shows it. What is included with each pay (code 1) is not reported there at
 * all; a leave and the anniversary of a year are when they fall behind the last day for which was paid.
 */
const NO_LONGER_WORKING = '2';
const LEAVE = '3';
const ANNIVERSARY = '4';

/** What is paid because of the separation, whenever it is paid, by the code that block 17C has for it. */
const SEPARATION_MONIES: Readonly<Record<string, string>> = {
  in_lieu_wages: 'Y00',
  retiring_allowance: 'R00',
  retiring_allowance_eligible: 'R00',
  severance_pay: 'E00',
};
/** What is other money only when it is paid for a period behind the last one worked. */
const LATE_MONIES: Readonly<Record<string, string>> = {
  bonus_discretionary: 'B11',
  bonus_non_discretionary: 'B11',
  parental_top_up_insurable: 'U12',
  parental_top_up_non_insurable: 'U12',
  retroactive_pay: 'J00',
  retroactive_pay_increase: 'J00',
  supplemental_unemployment: 'U13',
};

/**
 * Which of the periods a stub counts in: the one that its own period ends in, and the last one for what is paid behind
 * it, since insurable payments of a separation belong there. -1 for one before the first period shown.
 */
const periodOf = ({ period_end }: RoeStub, periods: readonly Span[]): number =>
  periods.findIndex(({ start }) => period_end >= start);

/** Work that may be done on a holiday. */
const WORK = new Set(['overtime', 'wage']);

/**
 * Insurable hours. Of a holiday that was paid and worked the greater of its hours and those worked count, where a line
 * says that they are of that day (Employment Insurance Regulations, s. 10.1(3)).
 */
const insurableHours = (stubs: readonly RoeStub[], last_day: CalendarDate, is_final: boolean): Decimal => {
  const counted = stubs.flatMap(({ earnings }) =>
    earnings.flatMap(({ type, is_insurable, hours, earned_on }) => {
      const isHoliday = type === 'statutory_holiday_pay';
      if (!is_insurable || hours === null || WITHOUT_HOURS.has(type)) return [];
      if (isHoliday && is_final && earned_on !== null && earned_on > last_day) return [];
      return { type, hours, earned_on, isHoliday };
    }),
  );
  const days = new Set(counted.flatMap(({ isHoliday, earned_on }) => (isHoliday ? (earned_on ?? []) : [])));
  const twice = [...days].map((day) => {
    const ofDay = counted.filter(({ earned_on }) => earned_on === day);
    const paid = sum(ofDay.filter(({ isHoliday }) => isHoliday).map(({ hours }) => hours));
    const worked = sum(ofDay.filter(({ type }) => WORK.has(type)).map(({ hours }) => hours));
    return atLeastNothing(paid.lt(worked) ? paid : worked);
  });
  return sum(counted.map(({ hours }) => hours)).minus(sum(twice));
};

/** Never below 0: a correction of another period may leave less than nothing, which no block can say. */
const atLeastNothing = (amount: Decimal): Decimal => (amount.lt(0) ? ZERO : amount);

/** Whether no time was worked or taken for pay: that it has no hours is known. */
const isWithoutTime = (earning: RoeEarning): boolean =>
  WITHOUT_HOURS.has(earning.type) || (earning.type === 'vacation_pay' && !isVacationTaken(earning));

/** Pay that was worked for has hours, also of commissions alone: where nothing tells any, nobody may read that as none. */
const isUnknown = (hours: Decimal, stubs: readonly RoeStub[]): boolean => {
  const worked = stubs.flatMap(({ earnings }) =>
    earnings.filter((earning) => earning.is_insurable && !isWithoutTime(earning)),
  );
  return hours.eq(0) && sum(worked.map(({ amount }) => amount)).gt(0);
};

const earningsByPeriod = (stubs: readonly RoeStub[], { periods, is_averaged }: RoePeriods): Decimal[] => {
  const amounts = periods.map(() => ZERO);
  for (const stub of stubs) {
    const at = periodOf(stub, periods);
    if (at >= 0) amounts[at] = amounts[at]!.plus(stub.insurable_earnings);
  }
  if (is_averaged)
    return allocate(
      atLeastNothing(sum(amounts)),
      periods.map(() => 1),
    );
  return amounts.map(atLeastNothing);
};

type SeparationPay = Pick<RoeContent, 'vacation_pay' | 'holidays' | 'other_monies' | 'unreported'>;

/**
 * The days that a line behind the last day for which was paid is of: its own, or the period when all of that is behind.
 */
const daysBehind = (
  { earned_on }: RoeEarning,
  { period_start, period_end }: RoeStub,
  last_day: CalendarDate,
): Span | undefined => {
  if (earned_on !== null) return earned_on > last_day ? { start: earned_on, end: earned_on } : undefined;
  return period_start > last_day ? { start: period_start, end: period_end } : undefined;
};

/** Under which code of block 17A a line is, and of which days; undefined where it is in none. */
const vacationOf = (
  earning: RoeEarning,
  stub: RoeStub,
  last_day: CalendarDate,
): { code: string; days?: Span } | undefined => {
  const { type, earned_on } = earning;
  if (type === 'vacation_pay_employee_terminated') return { code: NO_LONGER_WORKING };
  const days = daysBehind(earning, stub, last_day);
  if (type === 'vacation_pay_no_time_taken')
    return earned_on !== null && days ? { code: ANNIVERSARY, days } : { code: NO_LONGER_WORKING };
  return isVacationTaken(earning) && days ? { code: LEAVE, days } : undefined;
};

interface VacationSum {
  code: string;
  amount: Decimal;
  days: Span | null;
}

const around = (a: Span | null, b: Span | undefined): Span | null => {
  if (!a || !b) return a ?? b ?? null;
  return { start: a.start < b.start ? a.start : b.start, end: maxDate(a.end, b.end) };
};

const byAmount = (a: { amount: Decimal }, b: { amount: Decimal }): number => b.amount.cmp(a.amount);

const vacationPay = (
  late: readonly RoeStub[],
  last_day: CalendarDate,
): { reported: RoeVacationPay | null; unreported: SeparationPay['unreported'] } => {
  const sums = new Map<string, VacationSum>();
  for (const stub of late)
    for (const earning of stub.earnings) {
      const of = vacationOf(earning, stub, last_day);
      if (!of) continue;
      const { amount, days } = sums.get(of.code) ?? { amount: ZERO, days: null };
      sums.set(of.code, { code: of.code, amount: amount.plus(earning.amount), days: around(days, of.days) });
    }
  const [first, ...others] = [...sums.values()].filter(({ amount }) => amount.gt(0)).sort(byAmount);
  return {
    reported: first
      ? {
          code: first.code,
          amount: toText(first.amount),
          start: first.days?.start ?? null,
          end: first.code === LEAVE ? (first.days?.end ?? null) : null,
        }
      : null,
    unreported: others.map(({ code, amount }) => ({ block: '17A', code, amount: toText(amount) })),
  };
};

/** Holidays behind the last day for which was paid, each once. Pay of one without a day is shown, but not its day. */
const holidayPay = (
  late: readonly RoeStub[],
  last_day: CalendarDate,
): { reported: SeparationPay['holidays']; unreported: SeparationPay['unreported'] } => {
  const days = new Map<CalendarDate, Decimal>();
  let dayless = ZERO;
  for (const stub of late)
    for (const { type, amount, earned_on } of stub.earnings) {
      if (type !== 'statutory_holiday_pay') continue;
      if (earned_on !== null && earned_on > last_day) days.set(earned_on, (days.get(earned_on) ?? ZERO).plus(amount));
      else if (earned_on === null && stub.period_start > last_day) dayless = dayless.plus(amount);
    }
  const holidays = [...days]
    .filter(([, amount]) => amount.gt(0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, amount]) => ({ date, amount: toText(amount) }));
  return {
    reported: holidays.slice(0, MOST_HOLIDAYS),
    unreported: [
      ...holidays.slice(MOST_HOLIDAYS).map(({ date, amount }) => ({ block: '17B' as const, code: date, amount })),
      ...(dayless.gt(0) ? [{ block: '17B' as const, code: null, amount: toText(dayless) }] : []),
    ],
  };
};

const separationPay = (stubs: readonly RoeStub[], final: Span, last_day: CalendarDate): SeparationPay => {
  const monies = new Map<string, Decimal>();
  const late = stubs.filter(({ period_end }) => period_end >= final.start);
  for (const { period_start, earnings } of late)
    for (const { type, amount } of earnings) {
      const code = SEPARATION_MONIES[type] ?? (period_start > final.end ? LATE_MONIES[type] : undefined);
      if (code !== undefined) monies.set(code, (monies.get(code) ?? ZERO).plus(amount));
    }
  const named = [...monies]
    .filter(([code, amount]) => amount.gt(0) && code in OTHER_MONIES)
    .sort(([, a], [, b]) => b.cmp(a))
    .map(([code, amount]) => ({ code, amount: toText(amount) }));
  const vacation = vacationPay(late, last_day);
  const holidays = holidayPay(late, last_day);
  return {
    vacation_pay: vacation.reported,
    holidays: holidays.reported,
    other_monies: named.slice(0, MOST_MONIES),
    unreported: [
      ...vacation.unreported,
      ...holidays.unreported,
      ...named.slice(MOST_MONIES).map((money) => ({ block: '17C' as const, ...money })),
    ],
  };
};

/**
 * What a record of employment says of a person's pay. Every consecutive period counts, without earnings too.
 *
 * @throws RangeError where schedules have no period for the last day
 */
export const roeContent = (input: RoeInput): RoeContent => {
  const { schedules, first_day_worked, last_day_for_which_paid, is_final = false, stubs, drafts = [] } = input;
  const periods = roePeriods(schedules, first_day_worked, last_day_for_which_paid);
  const counted = periods.is_averaged ? withinWeeks(stubs, periods.periods.at(-1)!.start, first_day_worked) : stubs;
  const amounts = earningsByPeriod(counted, periods);
  const shown = counted.filter((stub) => periodOf(stub, periods.periods) >= 0);
  const hours = insurableHours(shown, last_day_for_which_paid, is_final);
  const final = periods.periods[0]!;
  const awaited = drafts.filter((draft) => periodOf(draft, periods.periods) >= 0);
  const open = new Set(awaited.map((draft) => periodOf(draft, periods.periods)));
  const isOpen = (at: number): boolean => open.has(at) || (periods.is_averaged && open.size > 0);
  const total = sum(amounts.slice(0, PERIOD_COUNTS[periods.type]!.earnings));
  return {
    block_6_pay_period_type: periods.type,
    block_12_final_pay_period_ending_date: final.end,
    block_15_total_insurable_hours:
      open.size > 0 || isUnknown(hours, shown) ? null : toText(atLeastNothing(hours).round(2)),
    block_15_total_insurable_earnings: open.size > 0 ? null : toText(total),
    insurable_earnings: amounts.map((amount, at) => (isOpen(at) ? null : toText(decimal(amount)))),
    unapproved_payrolls: [...new Set(awaited.map(({ payroll_id }) => payroll_id))],
    ...separationPay(stubs, final, last_day_for_which_paid),
  };
};
