import type { CalendarDate } from '../../values/dates.ts';
import { dateOf, isWithin, monthOf, yearOf } from '../../values/dates.ts';
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

/** The tax property by which an employer states how many months of a year count (disability pension, death). */
export const STATED_MONTHS = 'ca::pensionable_months';

/** The tax property by which somebody is exempt from the pension plan of a jurisdiction. */
export const pensionExemption = (jurisdiction: string): string =>
  jurisdiction === 'QC' ? 'ca::qc::qpp_exempt' : 'ca::cpp_exempt';

/** A tax property, as far as it says when contributions are due. */
interface Stating {
  type: string;
  value: unknown;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

/** Whether no months count while it is in force, as long as that is: a disability pension begins and ends. */
export const statesNone = ({ type, value }: Pick<Stating, 'type' | 'value'>): boolean =>
  type === STATED_MONTHS && Number(value) === 0;

/**
 * Months that are stated for a year; null where none are. A count is of the year in which it takes effect; none at all
 * is no count ({@link statesNone}). Of several that which takes effect last is it.
 */
export const statedMonths = (year: number, properties: readonly Stating[]): number | null => {
  let last: Stating | undefined;
  for (const one of properties) {
    if (one.type !== STATED_MONTHS || statesNone(one) || yearOf(one.effective_from) !== year) continue;
    if (!last || one.effective_from > last.effective_from) last = one;
  }
  return last ? Number(last.value) : null;
};

/**
 * The months of a year in which contributions are due, by age and election. A form CPT30 (or its revocation, and
 * Quebec's like) holds from the first of a month: the months on whose first day somebody is exempt do not count.
 *
 * @param exemption the tax property of it ({@link pensionExemption})
 */
export const monthsDue = (
  year: number,
  age: PensionAge | null,
  exemption: string,
  properties: readonly Stating[],
): number[] => {
  const exempting = properties.filter((one) => (one.type === exemption && one.value === true) || statesNone(one));
  const months = ageMonths(age);
  if (exempting.length === 0) return months;
  return months.filter((month) => {
    const first = dateOf(year, month, 1);
    return !exempting.some(({ effective_from, effective_to }) => isWithin(first, effective_from, effective_to));
  });
};

/** Of a year. */
export const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
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
