import type { CalendarDate } from '../../values/dates.ts';

/** One earning of a stub, as a record of employment counts it. */
export interface RoeEarning {
  /** Type of the earning. */
  type: string;
  amount: string;
  hours: string | null;
  /** Whether premiums of Employment Insurance are due on it where the person works. */
  is_insurable: boolean;
  /** The day that it is of, where the line says one: of holiday pay the holiday. */
  earned_on: CalendarDate | null;
}

/** What a person was paid for a period on one stub. Historical payrolls are left out, corrections are not. */
export interface RoeStub {
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** Of the whole stub, without regard to the year's maximum: the record wants all of them. */
  insurable_earnings: string;
  earnings: readonly RoeEarning[];
}
