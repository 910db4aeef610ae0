import type { CalendarDate } from '../../values/dates.ts';
import { allocate, type Decimal, decimal, sum, toText, ZERO } from '../../values/money.ts';
import { OTHER_MONIES, PERIOD_COUNTS } from '../model/roe-codes.ts';
import { type PaidBy, type RoePeriods, roePeriods, type Span } from './periods.ts';

/** One earning of a stub, as a record of employment counts it. */
export interface RoeEarning {
  /** Type of the earning. */
  type: string;
  amount: string;
  hours: string | null;
  /** Whether premiums of Employment Insurance are due on it where the person works. */
  is_insurable: boolean;
  /** The holiday that it pays; null of others. */
  holiday: CalendarDate | null;
}

/** What a person was paid for a period on one stub. Historical payrolls are left out, corrections are not. */
export interface RoeStub {
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** Of the whole stub, without regard to the year's maximum: the record wants all of them. */
  insurable_earnings: string;
  earnings: readonly RoeEarning[];
}

export interface RoeInput {
  schedules: readonly PaidBy[];
  first_day_worked: CalendarDate;
  last_day_for_which_paid: CalendarDate;
  stubs: readonly RoeStub[];
}

/** Blocks of a record of employment that payroll tells. Amounts in dollars, hours with what is behind the point. */
export interface RoeContent {
  block_6_pay_period_type: string;
  block_12_final_pay_period_ending_date: CalendarDate;
  block_15_total_insurable_hours: string;
  block_15_total_insurable_earnings: string;
  /** Block 15C, the last period first. */
  insurable_earnings: string[];
  vacation_pay: { code: string; amount: string } | null;
  holidays: { date: CalendarDate; amount: string }[];
  other_monies: { code: string; amount: string }[];
  /** Kinds of other monies that block 17C has no room for: it tells three. */
  untold_monies: { code: string; amount: string }[];
}

/**
 * Pay that no hours of work stand behind, though hours may stand on its line (a payout of vacation is worked out from
 * them): amounts of a termination, vacation that is not taken, bonuses, top-ups.
 */
const WITHOUT_HOURS = new Set([
  'bonus_discretionary',
  'bonus_non_discretionary',
  'commission',
  'gift_cash',
  'in_lieu_wages',
  'parental_top_up_insurable',
  'retroactive_pay',
  'retroactive_pay_increase',
  'salary_continuance',
  'severance_pay',
  'vacation_pay',
  'vacation_pay_employee_terminated',
  'vacation_pay_no_time_taken',
]);

/** Vacation pay that is paid because the work has ended. */
const PAID_OUT_VACATION = new Set(['vacation_pay_employee_terminated', 'vacation_pay_no_time_taken']);
const NO_LONGER_WORKING = '2';

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
const MOST_MONIES = 3;
const MOST_HOLIDAYS = 10;

/**
 * Which of the periods a stub counts in: the one that its own period ends in, and the last one for what is paid behind it,
 * since insurable payments of a separation belong there. -1 for one before the first period told.
 */
const periodOf = ({ period_end }: RoeStub, periods: readonly Span[]): number =>
  periods.findIndex(({ start }) => period_end >= start);

const hoursOf = ({ earnings }: RoeStub): Decimal =>
  sum(
    earnings
      .filter(({ type, is_insurable, hours }) => is_insurable && hours !== null && !WITHOUT_HOURS.has(type))
      .map(({ hours }) => hours!),
  );

/** Never below 0: a correction of another period may leave less than nothing, which no block can say. */
const atLeastNothing = (amount: Decimal): Decimal => (amount.lt(0) ? ZERO : amount);

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

const separationPay = (
  stubs: readonly RoeStub[],
  final: Span,
  last_day: CalendarDate,
): Pick<RoeContent, 'vacation_pay' | 'holidays' | 'other_monies' | 'untold_monies'> => {
  const monies = new Map<string, Decimal>();
  const holidays: { date: CalendarDate; amount: string }[] = [];
  let vacation = ZERO;
  const late = stubs.filter(({ period_end }) => period_end >= final.start);
  for (const { period_start, earnings } of late)
    for (const { type, amount, holiday } of earnings) {
      const code = SEPARATION_MONIES[type] ?? (period_start > final.end ? LATE_MONIES[type] : undefined);
      if (code !== undefined) monies.set(code, (monies.get(code) ?? ZERO).plus(amount));
      if (PAID_OUT_VACATION.has(type)) vacation = vacation.plus(amount);
      if (type === 'statutory_holiday_pay' && holiday !== null && holiday > last_day)
        holidays.push({ date: holiday, amount });
    }
  const told = [...monies]
    .filter(([code, amount]) => amount.gt(0) && code in OTHER_MONIES)
    .sort(([, a], [, b]) => b.cmp(a))
    .map(([code, amount]) => ({ code, amount: toText(amount) }));
  return {
    vacation_pay: vacation.gt(0) ? { code: NO_LONGER_WORKING, amount: toText(vacation) } : null,
    holidays: holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(0, MOST_HOLIDAYS),
    other_monies: told.slice(0, MOST_MONIES),
    untold_monies: told.slice(MOST_MONIES),
  };
};

/**
 * What a record of employment says of a person's pay. Every consecutive period counts, without earnings too.
 *
 * @throws RangeError where schedules have no period for the last day
 */
export const roeContent = ({ schedules, first_day_worked, last_day_for_which_paid, stubs }: RoeInput): RoeContent => {
  const told = roePeriods(schedules, first_day_worked, last_day_for_which_paid);
  const amounts = earningsByPeriod(stubs, told);
  const hours = stubs.filter((stub) => periodOf(stub, told.periods) >= 0).map(hoursOf);
  const final = told.periods[0]!;
  return {
    block_6_pay_period_type: told.type,
    block_12_final_pay_period_ending_date: final.end,
    block_15_total_insurable_hours: toText(atLeastNothing(sum(hours)).round(2)),
    block_15_total_insurable_earnings: toText(sum(amounts.slice(0, PERIOD_COUNTS[told.type]!.earnings))),
    insurable_earnings: amounts.map((amount) => toText(decimal(amount))),
    ...separationPay(stubs, final, last_day_for_which_paid),
  };
};
