import type { CalendarDate } from '../../values/dates.ts';
import { monthOf, yearOf } from '../../values/dates.ts';
import type { PensionPlan } from './edition.ts';

export interface PensionAge {
  /** The months of the year in which contributions are due, 1 to 12; none where the first is after the last */
  first_month: number;
  last_month: number;
  /** Whether a pay of this day is before or after the ages at which contributions are due */
  is_exempt: boolean;
  /** Whether the end of contributions was decided by the plan's own last age */
  by_last_age: boolean;
}

/** The months of the year in which contributions are due by age; all where no day of birth is known. */
export const ageMonths = (age: PensionAge | null): number[] =>
  ALL_MONTHS.filter((month) => age === null || (age.first_month <= month && month <= age.last_month));

/**
 * Whether a property that states months of a year with contributions states those of this year: a count is of the year in
 * which it takes effect. None at all is no count: see {@link statesNone}.
 */
export const statesMonthsOf = (
  year: number,
  { value, effective_from }: { value: unknown; effective_from: string },
): boolean => Number(value) !== 0 && yearOf(effective_from) === year;

/** Whether no months count while it is in force, as long as that is: a disability pension begins and ends. */
export const statesNone = ({ value }: { value: unknown }): boolean => Number(value) === 0;

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const STARTS_AT = 18;
const CPP_STOPS_AT = 70;
const ELECTS_FROM = 65;

const birthday = (birth_date: CalendarDate, age: number): CalendarDate =>
  `${String(yearOf(birth_date) + age).padStart(4, '0')}${birth_date.slice(4)}`;

/** Whether somebody is old enough on a day to have elected to stop contributing to CPP (form CPT30). */
export const canElect = (birth_date: CalendarDate, day: CalendarDate): boolean =>
  day >= birthday(birth_date, ELECTS_FROM);

/**
 * When contributions are due by age: from the first pay dated in the month after the 18th birthday; for CPP to the last
 * pay of the month of the 70th (T4127 chapter 6), for QPP to the end of the year of its last age.
 */
export const pensionAge = (plan: PensionPlan, birth_date: CalendarDate, pay_date: CalendarDate): PensionAge => {
  const year = yearOf(pay_date);
  const first = birthday(birth_date, STARTS_AT);
  const first_month = year < yearOf(first) ? 13 : year === yearOf(first) ? monthOf(first) + 1 : 1;
  const isBefore = pay_date.slice(0, 7) <= first.slice(0, 7);
  if (plan.stops) {
    const last = yearOf(birth_date) + plan.stops.at_age;
    const isAfter = year > last;
    const isPast70 = year >= yearOf(birth_date) + CPP_STOPS_AT;
    return { first_month, last_month: isAfter ? 0 : 12, is_exempt: isBefore || isAfter, by_last_age: isPast70 };
  }
  const seventieth = birthday(birth_date, CPP_STOPS_AT);
  const last_month = year > yearOf(seventieth) ? 0 : year === yearOf(seventieth) ? monthOf(seventieth) : 12;
  const isAfter = pay_date.slice(0, 7) > seventieth.slice(0, 7);
  return { first_month, last_month, is_exempt: isBefore || isAfter, by_last_age: false };
};
