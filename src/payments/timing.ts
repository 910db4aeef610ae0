import {
  addBusinessDays,
  approvalDueAt,
  isBusinessDay,
  nextSubmissionDay,
  PROCESSING_DAYS,
  paidOn,
  subtractBusinessDays,
} from '../calendar/business-days.ts';
import { bankHolidays } from '../calendar/holidays.ts';
import { addDays, type CalendarDate, formatInstant, type Instant, maxDate, torontoTime } from '../values/dates.ts';

/**
 * On which days payments move. Banks rest on weekends and federal holidays; what is to leave on a day leaves at 16:30
 * in Toronto, the hour at which a payroll's approval is due.
 */

/**
 * Business days after which a debit that was not returned counts as paid: the processing speed less the day before pay.
 */
const DEBIT_SETTLES_DAYS = PROCESSING_DAYS - 1;

/**
 * Calendar days before its date from which on the banks take a payment: they refuse one that is dated later than that
 * (Payments Canada, Rule F1; recalled).
 */
const DATED_AHEAD_DAYS = 173;

export interface PaymentDays {
  process_at: CalendarDate;
  expected_at: CalendarDate;
  is_impacted_by_weekend_or_holiday: boolean;
}

/** The days of the payments of one payroll. */
export interface PayrollDays {
  /** Of the debit of the employer. */
  funding: PaymentDays;
  /** Of who is paid. */
  payees: PaymentDays;
  /**
   * Of what is remitted, by the day on which it is due, null where nothing says one, and by whether a weekend or a
   * holiday moved that day.
   */
  remittance(due_on: CalendarDate | null, is_moved: boolean): PaymentDays;
}

const rest = bankHolidays(null);

/** When a payment of a day leaves. */
export const submissionAt = (process_at: CalendarDate): Instant => approvalDueAt(process_at);

/** From when on a payment that was not returned counts as paid. */
export const settlesAt = (expected_at: CalendarDate): Instant => formatInstant(torontoTime(expected_at, 0, 0));

/**
 * The days of a payroll that is approved now. The employer is debited on the debit date. Approved after the hour of
 * that day the debit leaves on the next business day, and payees are paid as many business days after it as always.
 */
export const payrollDays = (
  payroll: { debit_date: CalendarDate; pay_date: CalendarDate; is_impacted_by_weekend_or_holiday: boolean },
  now: Instant,
): PayrollDays => {
  const debited = maxDate(payroll.debit_date, nextSubmissionDay(now, rest));
  const settled = addBusinessDays(debited, DEBIT_SETTLES_DAYS, rest);
  const paid = paidOn(payroll, now, rest);
  const { is_impacted_by_weekend_or_holiday } = payroll;
  return {
    funding: { process_at: debited, expected_at: settled, is_impacted_by_weekend_or_holiday },
    payees: {
      process_at: maxDate(settled, subtractBusinessDays(paid, 1, rest)),
      expected_at: maxDate(paid, addBusinessDays(settled, 1, rest)),
      is_impacted_by_weekend_or_holiday,
    },
    remittance: (due_on, is_moved) => {
      const first = due_on === null ? paid : maxDate(paid, addDays(due_on, -DATED_AHEAD_DAYS));
      const process_at = isBusinessDay(first, rest) ? first : addBusinessDays(first, 1, rest);
      const next = addBusinessDays(process_at, 1, rest);
      const isBefore = due_on !== null && !isBusinessDay(due_on, rest);
      const due = due_on === null ? next : isBefore ? subtractBusinessDays(due_on, 1, rest) : due_on;
      const expected_at = maxDate(due, next);
      return { process_at, expected_at, is_impacted_by_weekend_or_holiday: is_moved || isBefore };
    },
  };
};

/**
 * The days of a payment that is made again now.
 *
 * @param funded_on the day on which the debit that funds it counts as paid; null when it is paid, or none is needed
 * @param due_on of a remittance, the day on which it was to arrive: it does not arrive earlier than that
 */
export const daysAgain = (
  destination: string,
  now: Instant,
  funded_on: CalendarDate | null = null,
  due_on: CalendarDate | null = null,
): Pick<PaymentDays, 'process_at' | 'expected_at'> => {
  const next = nextSubmissionDay(now, rest);
  const process_at = funded_on === null ? next : maxDate(next, funded_on);
  const days = destination === 'payroll_float' ? DEBIT_SETTLES_DAYS : 1;
  const soonest = addBusinessDays(process_at, days, rest);
  return { process_at, expected_at: due_on === null ? soonest : maxDate(soonest, due_on) };
};

/**
 * The days of a payment that is in a file: the one on which its money is to move, and the one from which on it counts
 * as paid. A file that is made later than it should be moves both.
 */
export const daysInFile = (
  destination: string,
  submitted: Pick<PaymentDays, 'process_at' | 'expected_at'>,
  created_on: CalendarDate,
): { date: CalendarDate; expected_at: CalendarDate } => {
  const first = isBusinessDay(created_on, rest) ? created_on : addBusinessDays(created_on, 1, rest);
  if (destination === 'payroll_float') {
    const date = maxDate(submitted.process_at, first);
    return { date, expected_at: addBusinessDays(date, DEBIT_SETTLES_DAYS, rest) };
  }
  const date = maxDate(submitted.expected_at, addBusinessDays(first, 1, rest));
  return { date, expected_at: date };
};
