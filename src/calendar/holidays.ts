/**
 * Statutory holidays of Canada, computed for any year: those of the federal jurisdiction (Canada Labour Code, Part III;
 * also the days on which banks and the payment system rest) and those that each province and territory names.
 *
 * A holiday is `statutory` where employment law gives it to everybody, `optional` where the law or the government only
 * names the day (Alberta's optional general holidays, the government holidays of Newfoundland and Labrador, …): banks
 * are open then and pay dates stay. The observed date differs from the original one where the law moves the day
 * itself; a substitute day that employer and employee choose is not part of a calendar.
 */

import type { CalendarDate } from '../values/dates.ts';
import { addDays, isWeekend, weekday, yearOf } from '../values/dates.ts';
import type { Jurisdiction, Moves, Province } from './holiday-rules.ts';
import { HOLIDAY_RULES, JURISDICTIONS } from './holiday-rules.ts';

export type { Jurisdiction, Province } from './holiday-rules.ts';
export { easterSunday, isProvince, JURISDICTIONS } from './holiday-rules.ts';

export interface Holiday {
  /** The same for the same holiday always, e.g. `ca_on/labour_day/2026`: the seed of an id. */
  key: string;
  jurisdiction: Jurisdiction;
  type: 'statutory' | 'optional';
  name: string;
  name_translations: { en: string; fr: string };
  original_date: CalendarDate;
  observed_date: CalendarDate;
}

/** The day on which a holiday is kept: its own, or the one to which the law moves it. */
const observed = (date: CalendarDate, moves: Moves, taken: ReadonlySet<CalendarDate>): CalendarDate => {
  if (moves === 'nearest_monday') {
    const back = (weekday(date) - 1 + 7) % 7;
    return addDays(date, back <= 3 ? -back : 7 - back);
  }
  const moved = moves === 'weekend' ? isWeekend(date) : moves === 'sunday' && weekday(date) === 0;
  if (!moved) return date;
  let day = addDays(date, 1);
  while (isWeekend(day) || taken.has(day)) day = addDays(day, 1);
  return day;
};

const isOfCalendar = (year: number): boolean => Number.isInteger(year) && year >= 1900 && year <= 2199;

/**
 * The holidays of one jurisdiction in one year, in the order of their dates.
 *
 * @param year 1900 to 2199 (RangeError otherwise)
 */
export const holidaysOf = (jurisdiction: Jurisdiction, year: number): readonly Holiday[] => {
  if (!isOfCalendar(year)) throw new RangeError(`no holidays for the year ${year}`);
  const inForce = HOLIDAY_RULES[jurisdiction].filter((r) => r.since <= year).map((r) => ({ r, original: r.on(year) }));
  const taken = new Set(inForce.map(({ original }) => original));
  const holidays = inForce.map(({ r, original }): Holiday => {
    const kept = observed(original, r.moves, taken);
    if (r.type === 'statutory') taken.add(kept);
    return {
      key: `${jurisdiction}/${r.slug}/${year}`,
      jurisdiction,
      type: r.type,
      name: r.en,
      name_translations: { en: r.en, fr: r.fr },
      original_date: original,
      observed_date: kept,
    };
  });
  return holidays.sort((a, b) => (a.original_date < b.original_date ? -1 : 1));
};

// 300 years of 14 lists at most: bounded by what a date can be.
const statutory = new Map<string, readonly Holiday[]>();

const statutoryOf = (jurisdiction: Jurisdiction, year: number): readonly Holiday[] => {
  const key = `${jurisdiction}${year}`;
  let found = statutory.get(key);
  if (!found) {
    found = holidaysOf(jurisdiction, year).filter(({ type }) => type === 'statutory');
    statutory.set(key, found);
  }
  return found;
};

/** The statutory holidays of a jurisdiction that are kept in a period; none of a text that names no jurisdiction. */
export const statutoryHolidaysIn = (jurisdiction: string, from: CalendarDate, to: CalendarDate): Holiday[] => {
  const known = JURISDICTIONS.find((one) => one === jurisdiction);
  if (!known) return [];
  const years = new Set([yearOf(from), yearOf(to)]);
  return [...years]
    .flatMap((year) => statutoryOf(known, year))
    .filter(({ observed_date }) => from <= observed_date && observed_date <= to);
};

/** The holidays of all jurisdictions in one year. */
export const holidaysOfYear = (year: number): readonly Holiday[] => JURISDICTIONS.flatMap((j) => holidaysOf(j, year));

/** Whether a day is one on which banks rest, weekends aside. */
export type BankHolidays = (date: CalendarDate) => boolean;

// 300 years of at most 14 sets: bounded by what a date can be.
const sets = new Map<string, ReadonlySet<CalendarDate>>();

const daysOff = (jurisdiction: Jurisdiction, year: number): ReadonlySet<CalendarDate> => {
  const key = `${jurisdiction}${year}`;
  let set = sets.get(key);
  if (!set) {
    const found = statutoryOf(jurisdiction, year);
    set = new Set(found.flatMap(({ original_date, observed_date }) => [original_date, observed_date]));
    sets.set(key, set);
  }
  return set;
};

/**
 * The days that move pay dates and do not count as business days: federal holidays and the statutory ones of the
 * province of employment, if there is one. None before 1900 and after 2199, where the days beside a first or last pay
 * date lie.
 */
export const bankHolidays = (province: Province | null): BankHolidays => {
  return (date) => {
    const year = yearOf(date);
    if (!isOfCalendar(year)) return false;
    return daysOff('ca_federal', year).has(date) || (province !== null && daysOff(province, year).has(date));
  };
};
