import type { CalendarDate } from '../values/dates.ts';

export type PayFrequency = 'weekly' | 'bi-weekly' | 'semi-monthly' | 'monthly' | 'custom';

/** What the calendar needs of a pay schedule's state. */
export interface PayScheduleState {
  pay_frequency: PayFrequency;
  anchor_pay_date: CalendarDate;
  /** Given by the caller for semi-monthly, calculated for the other frequencies. */
  anchor_start_of_pay_period: CalendarDate | null;
  anchor_end_of_pay_period: CalendarDate;
  /** Day of the month, -1 for the last: of the pay date (monthly), of the first of two (semi-monthly). */
  day_1: number | null;
  day_2: number | null;
  /** Preview entities: payrolls from this intended pay date on, also before today. */
  generate_payrolls_from: CalendarDate | null;
}
