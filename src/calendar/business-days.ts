/**
 * Business days, and what follows from them: where a pay date moves, when the employer is debited, until when a payroll
 * can be approved.
 */
import type { CalendarDate, Instant } from '../values/dates.ts';
import { addDays, businessDay, formatInstant, isWeekend, maxDate, torontoTime } from '../values/dates.ts';
import type { BankHolidays } from './holidays.ts';

/** A resolved setting: never `inherit`. */
export type PayDayMovement = 'previous_business_day' | 'next_business_day';
export type PayDayMovementSetting = PayDayMovement | 'inherit';

/** Business days between the debit of the employer and the pay date: the processing speed `three_day`. */
export const PROCESSING_DAYS = 3;

/** More than any run of days on which banks rest. */
const LONGEST_RUN_DAYS = 14;

/** Whether a day is neither on a weekend nor a bank holiday. */
export const isBusinessDay = (date: CalendarDate, bankHolidays: BankHolidays): boolean =>
  !isWeekend(date) && !bankHolidays(date);

const nearestBusinessDay = (date: CalendarDate, step: 1 | -1, bankHolidays: BankHolidays): CalendarDate => {
  let day = date;
  for (let tried = 0; tried <= LONGEST_RUN_DAYS; tried++) {
    if (isBusinessDay(day, bankHolidays)) return day;
    day = addDays(day, step);
  }
  throw new RangeError(`no business day within ${LONGEST_RUN_DAYS} days of ${date}`);
};

const countBusinessDays = (date: CalendarDate, days: number, step: 1 | -1, holidays: BankHolidays): CalendarDate => {
  if (!Number.isInteger(days) || days < 0 || days > 366) throw new RangeError(`${days} is no count of business days`);
  let day = date;
  for (let counted = 0; counted < days; counted++) day = nearestBusinessDay(addDays(day, step), step, holidays);
  return day;
};

/** The day that lies the given number of business days before a date; the date itself does not count. */
export const subtractBusinessDays = (date: CalendarDate, days: number, bankHolidays: BankHolidays): CalendarDate =>
  countBusinessDays(date, days, -1, bankHolidays);

/** The day that lies the given number of business days after a date; the date itself does not count. */
export const addBusinessDays = (date: CalendarDate, days: number, bankHolidays: BankHolidays): CalendarDate =>
  countBusinessDays(date, days, 1, bankHolidays);

/** An intended pay date moved off weekends and bank holidays. */
export const movePayDate = (
  original: CalendarDate,
  movement: PayDayMovement,
  bankHolidays: BankHolidays,
): CalendarDate => nearestBusinessDay(original, movement === 'previous_business_day' ? -1 : 1, bankHolidays);

/**
 * The movement setting in force: the first of schedule, business entity and company that is not `inherit`;
 * `previous_business_day` when all inherit.
 */
export const resolvePayDayMovement = (
  ...settings: readonly (PayDayMovementSetting | null | undefined)[]
): PayDayMovement => {
  for (const setting of settings) if (setting && setting !== 'inherit') return setting;
  return 'previous_business_day';
};

/** The day on which the employer's account is debited for a pay date. */
export const debitDate = (payDate: CalendarDate, bankHolidays: BankHolidays): CalendarDate =>
  subtractBusinessDays(payDate, PROCESSING_DAYS, bankHolidays);

/** Until when a payroll can be approved: 16:30 in Toronto on its debit date. */
export const approvalDueAt = (debit: CalendarDate): Instant => formatInstant(torontoTime(debit, 16, 30));

/** The first day whose hour of submission is still to come: banks work on it, and it is not past 16:30 in Toronto. */
export const nextSubmissionDay = (now: Instant, bankHolidays: BankHolidays): CalendarDate => {
  const today = businessDay(Date.parse(now));
  return isBusinessDay(today, bankHolidays) && now <= approvalDueAt(today)
    ? today
    : addBusinessDays(today, 1, bankHolidays);
};

/**
 * The day on which people are paid whose payroll is approved now. Approved after the hour of its debit date, its debit
 * leaves on the next business day, and they are paid as many business days after it as always.
 */
export const paidOn = (
  { debit_date, pay_date }: { debit_date: CalendarDate; pay_date: CalendarDate },
  now: Instant,
  bankHolidays: BankHolidays,
): CalendarDate => {
  const first = nextSubmissionDay(now, bankHolidays);
  return first <= debit_date ? pay_date : maxDate(pay_date, addBusinessDays(first, PROCESSING_DAYS, bankHolidays));
};
