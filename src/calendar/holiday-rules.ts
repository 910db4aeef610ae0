/** What days the law of each jurisdiction makes holidays, and since when. `holidays.ts` makes a calendar of it. */
import type { CalendarDate } from '../values/dates.ts';
import { addDays, dateOf, weekday } from '../values/dates.ts';

export const JURISDICTIONS = [
  'ca_federal',
  'ca_ab',
  'ca_bc',
  'ca_mb',
  'ca_nb',
  'ca_nl',
  'ca_ns',
  'ca_nt',
  'ca_nu',
  'ca_on',
  'ca_pe',
  'ca_qc',
  'ca_sk',
  'ca_yt',
] as const;

export type Jurisdiction = (typeof JURISDICTIONS)[number];
/** A province or territory, e.g. `ca_on`: the value of a `ca::province_of_employment` tax property. */
export type Province = Exclude<Jurisdiction, 'ca_federal'>;

/** Whether a text names a province or territory. */
export const isProvince = (value: string): value is Province =>
  value !== 'ca_federal' && JURISDICTIONS.some((one) => one === value);

/**
 * How the law moves a day: a Sunday to the Monday, a day of the weekend to the next weekday that is free, or any day to
 * the nearest Monday.
 */
export type Moves = 'never' | 'sunday' | 'weekend' | 'nearest_monday';

export interface HolidayRule {
  slug: string;
  en: string;
  fr: string;
  on: (year: number) => CalendarDate;
  moves: Moves;
  type: 'statutory' | 'optional';
  /** The first year in which it was kept. */
  since: number;
}

const MONDAY = 1;

/** The n-th given weekday of a month, n from 1. */
const nth = (year: number, month: number, day: number, n: number): CalendarDate => {
  const first = dateOf(year, month, 1);
  return addDays(first, ((day - weekday(first) + 7) % 7) + (n - 1) * 7);
};

const firstMonday = (month: number) => (year: number) => nth(year, month, MONDAY, 1);
const secondMonday = (month: number) => (year: number) => nth(year, month, MONDAY, 2);
const thirdMonday = (month: number) => (year: number) => nth(year, month, MONDAY, 3);
const fixed = (month: number, day: number) => (year: number) => dateOf(year, month, day);

/** Easter Sunday of the Gregorian calendar (the anonymous computus of 1876). */
export const easterSunday = (year: number): CalendarDate => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dateOf(year, Math.floor(n / 31), (n % 31) + 1);
};

/** The Monday before May 25. */
const mondayBeforeMay25 = (year: number): CalendarDate => {
  const date = dateOf(year, 5, 24);
  return addDays(date, -((weekday(date) - MONDAY + 7) % 7));
};

/** The Friday before the last Sunday of February. */
const yukonHeritageDay = (year: number): CalendarDate => {
  const last = addDays(dateOf(year, 3, 1), -1);
  return addDays(last, -weekday(last) - 2);
};

const rule = (
  slug: string,
  en: string,
  fr: string,
  on: HolidayRule['on'],
  more: Partial<HolidayRule> = {},
): HolidayRule => ({
  slug,
  en,
  fr,
  on,
  moves: 'never',
  type: 'statutory',
  since: 1900,
  ...more,
});

const altered = (base: HolidayRule, more: Partial<HolidayRule>): HolidayRule => ({ ...base, ...more });
const since = (base: HolidayRule, year: number): HolidayRule => altered(base, { since: year });
const optional = (base: HolidayRule): HolidayRule => altered(base, { type: 'optional' });
const moving = (base: HolidayRule, moves: Moves): HolidayRule => altered(base, { moves });

const NEW_YEAR = rule('new_years_day', "New Year's Day", "Jour de l'An", fixed(1, 1));
const FAMILY = rule('family_day', 'Family Day', 'Jour de la Famille', thirdMonday(2));
const GOOD_FRIDAY = rule('good_friday', 'Good Friday', 'Vendredi saint', (year) => addDays(easterSunday(year), -2));
const EASTER_MONDAY = optional(
  rule('easter_monday', 'Easter Monday', 'Lundi de Pâques', (year) => addDays(easterSunday(year), 1)),
);
const VICTORIA = rule('victoria_day', 'Victoria Day', 'Fête de la Reine', mondayBeforeMay25);
const INDIGENOUS = rule(
  'national_indigenous_peoples_day',
  'National Indigenous Peoples Day',
  'Journée nationale des peuples autochtones',
  fixed(6, 21),
);
// Holidays Act (R.S.C. 1985, c. H-5), section 2: July 2 when July 1 is a Sunday.
const CANADA_DAY = moving(rule('canada_day', 'Canada Day', 'Fête du Canada', fixed(7, 1)), 'sunday');
const CIVIC = rule('civic_holiday', 'Civic Holiday', 'Congé civique', firstMonday(8));
const LABOUR = rule('labour_day', 'Labour Day', 'Fête du Travail', firstMonday(9));
const RECONCILIATION = rule(
  'national_day_for_truth_and_reconciliation',
  'National Day for Truth and Reconciliation',
  'Journée nationale de la vérité et de la réconciliation',
  fixed(9, 30),
  { since: 2021 },
);
const THANKSGIVING = rule('thanksgiving_day', 'Thanksgiving Day', 'Action de grâces', secondMonday(10));
const REMEMBRANCE = rule('remembrance_day', 'Remembrance Day', 'Jour du Souvenir', fixed(11, 11));
const CHRISTMAS = rule('christmas_day', 'Christmas Day', 'Noël', fixed(12, 25));
const BOXING = rule('boxing_day', 'Boxing Day', 'Lendemain de Noël', fixed(12, 26));
/** Kept by the government of Newfoundland and Labrador, on the nearest Monday. */
const governmental: Partial<HolidayRule> = { type: 'optional', moves: 'nearest_monday' };
const heritage = (on: HolidayRule['on'], more: Partial<HolidayRule> = {}) =>
  rule('heritage_day', 'Heritage Day', 'Jour du Patrimoine', on, more);

/** The rules of each jurisdiction. */
export const HOLIDAY_RULES: Readonly<Record<Jurisdiction, readonly HolidayRule[]>> = {
  // Canada Labour Code, section 193: a holiday on a day of rest is given on a working day beside it; banks and the
  // clearing system take the next one.
  ca_federal: [
    moving(NEW_YEAR, 'weekend'),
    GOOD_FRIDAY,
    VICTORIA,
    moving(CANADA_DAY, 'weekend'),
    LABOUR,
    moving(RECONCILIATION, 'weekend'),
    THANKSGIVING,
    moving(REMEMBRANCE, 'weekend'),
    moving(CHRISTMAS, 'weekend'),
    moving(BOXING, 'weekend'),
  ],
  ca_ab: [
    NEW_YEAR,
    since(FAMILY, 1990),
    GOOD_FRIDAY,
    EASTER_MONDAY,
    VICTORIA,
    CANADA_DAY,
    heritage(firstMonday(8), { since: 1974, type: 'optional' }),
    LABOUR,
    optional(RECONCILIATION),
    THANKSGIVING,
    REMEMBRANCE,
    CHRISTMAS,
    optional(BOXING),
  ],
  ca_bc: [
    NEW_YEAR,
    // The second Monday from 2013 to 2018, the third since.
    altered(FAMILY, { since: 2013, on: (year) => nth(year, 2, MONDAY, year < 2019 ? 2 : 3) }),
    GOOD_FRIDAY,
    VICTORIA,
    CANADA_DAY,
    rule('british_columbia_day', 'British Columbia Day', 'Fête de la Colombie-Britannique', firstMonday(8)),
    LABOUR,
    since(RECONCILIATION, 2023),
    THANKSGIVING,
    REMEMBRANCE,
    CHRISTMAS,
  ],
  ca_mb: [
    NEW_YEAR,
    rule('louis_riel_day', 'Louis Riel Day', 'Journée Louis Riel', thirdMonday(2), { since: 2008 }),
    GOOD_FRIDAY,
    VICTORIA,
    CANADA_DAY,
    rule('terry_fox_day', 'Terry Fox Day', 'Journée Terry Fox', firstMonday(8), { since: 2015, type: 'optional' }),
    LABOUR,
    since(RECONCILIATION, 2024),
    THANKSGIVING,
    optional(REMEMBRANCE),
    CHRISTMAS,
  ],
  ca_nb: [
    NEW_YEAR,
    since(FAMILY, 2018),
    GOOD_FRIDAY,
    optional(VICTORIA),
    CANADA_DAY,
    rule('new_brunswick_day', 'New Brunswick Day', 'Fête du Nouveau-Brunswick', firstMonday(8)),
    LABOUR,
    optional(THANKSGIVING),
    REMEMBRANCE,
    CHRISTMAS,
    optional(BOXING),
  ],
  ca_nl: [
    NEW_YEAR,
    rule('saint_patricks_day', "Saint Patrick's Day", 'Saint-Patrick', fixed(3, 17), governmental),
    GOOD_FRIDAY,
    rule('saint_georges_day', "Saint George's Day", 'Saint-Georges', fixed(4, 23), governmental),
    rule('june_day', 'June Day', 'Congé de juin', fixed(6, 24), governmental),
    altered(CANADA_DAY, {
      slug: 'memorial_day',
      en: 'Memorial Day (Canada Day)',
      fr: 'Jour commémoratif (fête du Canada)',
    }),
    rule('orangemens_day', "Orangemen's Day", 'Fête des orangistes', fixed(7, 12), governmental),
    LABOUR,
    REMEMBRANCE,
    CHRISTMAS,
  ],
  ca_ns: [
    NEW_YEAR,
    heritage(thirdMonday(2), { since: 2015 }),
    GOOD_FRIDAY,
    CANADA_DAY,
    rule('natal_day', 'Natal Day', 'Jour de la Fondation', firstMonday(8), { type: 'optional' }),
    LABOUR,
    optional(REMEMBRANCE),
    CHRISTMAS,
  ],
  ca_nt: [
    NEW_YEAR,
    GOOD_FRIDAY,
    VICTORIA,
    since(INDIGENOUS, 2001),
    CANADA_DAY,
    CIVIC,
    LABOUR,
    since(RECONCILIATION, 2022),
    THANKSGIVING,
    REMEMBRANCE,
    CHRISTMAS,
  ],
  ca_nu: [
    NEW_YEAR,
    GOOD_FRIDAY,
    VICTORIA,
    CANADA_DAY,
    rule('nunavut_day', 'Nunavut Day', 'Jour du Nunavut', fixed(7, 9), { since: 2020 }),
    CIVIC,
    LABOUR,
    since(RECONCILIATION, 2022),
    THANKSGIVING,
    REMEMBRANCE,
    CHRISTMAS,
  ],
  ca_on: [
    NEW_YEAR,
    since(FAMILY, 2008),
    GOOD_FRIDAY,
    VICTORIA,
    CANADA_DAY,
    optional(CIVIC),
    LABOUR,
    THANKSGIVING,
    CHRISTMAS,
    BOXING,
  ],
  ca_pe: [
    NEW_YEAR,
    rule('islander_day', 'Islander Day', 'Fête des Insulaires', thirdMonday(2), { since: 2010 }),
    GOOD_FRIDAY,
    CANADA_DAY,
    LABOUR,
    since(RECONCILIATION, 2022),
    REMEMBRANCE,
    CHRISTMAS,
  ],
  // Act respecting labour standards, section 60 (July 1 or 2; Good Friday or Easter Monday, as the employer chooses),
  // and the National Holiday Act (June 24, or 25 when it is a Sunday).
  ca_qc: [
    NEW_YEAR,
    GOOD_FRIDAY,
    EASTER_MONDAY,
    rule('national_patriots_day', "National Patriots' Day", 'Journée nationale des patriotes', mondayBeforeMay25),
    rule('national_holiday', 'National Holiday', 'Fête nationale', fixed(6, 24), { moves: 'sunday' }),
    CANADA_DAY,
    LABOUR,
    THANKSGIVING,
    CHRISTMAS,
  ],
  ca_sk: [
    moving(NEW_YEAR, 'sunday'),
    since(FAMILY, 2007),
    GOOD_FRIDAY,
    VICTORIA,
    CANADA_DAY,
    rule('saskatchewan_day', 'Saskatchewan Day', 'Fête de la Saskatchewan', firstMonday(8)),
    LABOUR,
    THANKSGIVING,
    moving(REMEMBRANCE, 'sunday'),
    moving(CHRISTMAS, 'sunday'),
  ],
  ca_yt: [
    NEW_YEAR,
    heritage(yukonHeritageDay, { type: 'optional' }),
    GOOD_FRIDAY,
    VICTORIA,
    since(INDIGENOUS, 2017),
    CANADA_DAY,
    rule('discovery_day', 'Discovery Day', 'Jour de la Découverte', thirdMonday(8)),
    LABOUR,
    since(RECONCILIATION, 2023),
    THANKSGIVING,
    REMEMBRANCE,
    CHRISTMAS,
  ],
};
