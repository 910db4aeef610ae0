import { isProvince } from '../calendar/holidays.ts';
import type { RemittanceFrequency } from '../statutory/editions/edition.ts';
import { businessDaysOf, type Due, remittanceSpan } from '../statutory/employer/remittance-dates.ts';
import type { CalendarDate } from '../values/dates.ts';
import { REMITTER_TYPES, type RemitterType } from './providers.ts';

/** Due dates of remittances for a pay date, by the remitter types of the agencies. */

/** The provider of an account, how often its employer remits there, and its province. */
export interface Remitter {
  account_provider: string;
  remitter_type: RemitterType | null;
  /** Two capital letters, as on the account's address; null where it has none. */
  province_code: string | null;
}

/**
 * The agencies sort employers by the average monthly withholding amount of two years before.
 *
 * CRA, guide T4001, chapter 8 (Income Tax Regulations, s. 108): regular (below 25,000 a month), the 15th of the month
 * after; quarterly (new small employers below 1,000, others below 3,000, with a perfect record), the 15th of the month
 * after the quarter; accelerated threshold 1 (25,000 to 99,999.99), the 25th for pays of the 1st to the 15th and the
 * 10th of the next month for the others; accelerated threshold 2 (100,000 and more), the third working day after the
 * 7th, the 14th, the 21st and the last day of the month.
 *
 * Revenu Québec, guide TP-1015.G, section 4.2, and "Frequency of remittances and due dates": the same four, called
 * monthly, quarterly, twice monthly and weekly, with the same amounts and days, and annual (2,400 a year or less): the
 * 15th of January.
 */
const FREQUENCIES: Readonly<Record<RemitterType, RemittanceFrequency>> = {
  regular: 'monthly',
  quarterly: 'quarterly',
  accelerated_threshold_1: 'twice_monthly',
  accelerated_threshold_2: 'weekly',
  annual: 'annual',
};

/**
 * When the amounts of a pay date are due, and the pay dates remitted together. A due date on a Saturday, a Sunday or a
 * public holiday moves to the next business day (CRA, "When to remit"; Revenu Québec, "Remittance schedules"). The CRA
 * is closed on Easter Monday as well (Interpretation Act, s. 35), and so is Revenu Québec (Quebec's Interpretation Act,
 * s. 61, par. 23). Where an agency or a province has holidays of its own that are not known here, the date is the
 * earlier one.
 *
 * @returns null for providers that are no tax agency: boards, provinces and other payees set their own dates
 */
export const dueOn = (
  { account_provider, remitter_type, province_code }: Remitter,
  pay_date: CalendarDate,
): Due | null => {
  const frequency = FREQUENCIES[remitter_type ?? 'regular'];
  if (account_provider === 'ca_rq')
    return remittanceSpan(frequency, pay_date, businessDaysOf('ca_qc', { easter_monday: true }));
  if (account_provider !== 'ca_cra') return null;
  const province = `ca_${(province_code ?? '').toLowerCase()}`;
  return remittanceSpan(
    frequency,
    pay_date,
    businessDaysOf(isProvince(province) ? province : null, { easter_monday: true }),
  );
};

/**
 * The same for amounts whose payment was planned for a due date: a later change of the remitter type moves no payment.
 * The pay dates remitted together are those of the type that gives this due date, the present one if it does.
 *
 * @param due_on the due date as planned; null where nothing said one
 */
export const dueAsPlanned = (remitter: Remitter, pay_date: CalendarDate, due_on: CalendarDate | null): Due | null => {
  if (due_on === null) return null;
  const present = dueOn(remitter, pay_date);
  const others = REMITTER_TYPES.map((remitter_type) => dueOn({ ...remitter, remitter_type }, pay_date));
  const span = [present, ...others].find((one) => one?.due_on === due_on) ?? present;
  return span && { ...span, due_on };
};
