import { z } from 'zod';
import { type Holiday, holidaysOfYear, JURISDICTIONS } from '../calendar/holidays.ts';
import { PER_PAGE, pageBody } from '../kernel/answers/lists.ts';
import { pageParameters } from '../kernel/calls/requests.ts';
import { instantSchema, pageSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema } from '../kernel/definition/fields.ts';
import { onDate, oneOfValues } from '../kernel/definition/filters.ts';
import { type Call, defineOperation, type Operation } from '../kernel/definition/operation.ts';
import { ID_OF } from '../kernel/definition/schemas.ts';
import type { DateFilter } from '../values/condition.ts';
import { type CalendarDate, dateOf, formatInstant, torontoTime, yearOf } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import type { JsonObject } from '../values/json.ts';
import { type Issue, invalid, notFound } from '../values/problem.ts';
import type { Locale } from '../values/text.ts';

/**
 * The calendar of statutory holidays, as callers read it. It is calculated from the law (src/calendar/holiday-rules.ts)
 * for any year, so there is nothing to store, and nobody can write it.
 */

/** Years that a date filter can reach. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

const PATH = '/holidays';
const TYPES = ['statutory', 'optional'] as const;

interface Entry extends Holiday {
  id: string;
  /** The first instant of its year in Toronto. */
  since: string;
}

const YEARS = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i);

const beginOf_ms = (year: number): number => torontoTime(dateOf(year, 1, 1), 0, 0);

/** An id begins with the time of its year: the years by that beginning. */
const PREFIX_LENGTH = 'hol_'.length + 10;
const yearByPrefix = new Map(
  YEARS.map((year) => [derivedId('hol', beginOf_ms(year), '').slice(0, PREFIX_LENGTH), year]),
);

// One for each of YEARS, at most.
const years = new Map<number, readonly Entry[]>();

/** The holidays of a year in the order of the days on which they are kept, the same ids always. */
const entriesOf = (year: number): readonly Entry[] => {
  let entries = years.get(year);
  if (!entries) {
    const begin_ms = beginOf_ms(year);
    entries = holidaysOfYear(year)
      .map((holiday) => ({ ...holiday, id: derivedId('hol', begin_ms, holiday.key), since: formatInstant(begin_ms) }))
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    years.set(year, entries);
  }
  return entries;
};

const orderOf = ({ observed_date, jurisdiction, key }: Entry): string => `${observed_date} ${jurisdiction} ${key}`;

const DAY = z.string().meta({ format: 'date', examples: ['2026-09-07'] });
const schema = z
  .object({
    id: z.string().meta({ description: 'Its id', [ID_OF]: ['holiday'] }),
    object: z.literal('holiday').meta({ description: 'Type of the record' }),
    data: z
      .object({
        jurisdiction: z.enum(JURISDICTIONS).meta({ description: 'Jurisdiction whose law makes it a holiday' }),
        type: z
          .enum(TYPES)
          .meta({ description: 'statutory: required by law for all employees; optional: not required' }),
        name: z.string().meta({ description: 'Name', examples: ['Labour Day'] }),
        name_translations: z
          .object({
            en: z.string().meta({ description: 'In English' }),
            fr: z.string().meta({ description: 'In French' }),
          })
          .meta({ description: 'Name in both languages' }),
        name_translated: z.string().meta({ description: 'Name in the language of the request' }),
        original_date: DAY.meta({ description: 'Date of the holiday' }),
        observed_date: DAY.meta({ description: 'Date on which it is observed, where the law moves it' }),
        created_at: instantSchema().meta({ description: 'Start of its year, since holidays are calculated' }),
        updated_at: instantSchema().meta({ description: 'Start of its year: a holiday does not change' }),
      })
      .meta({ description: 'Data of the holiday' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'holiday', description: 'A holiday of a jurisdiction in one year' });

const shown = ({ id, key: _, since, ...holiday }: Entry, locale: Locale): JsonObject => ({
  id,
  object: 'holiday',
  data: {
    ...holiday,
    name_translated: holiday.name_translations[locale],
    created_at: since,
    updated_at: since,
  },
  links: { self: `${PATH}/${id}` },
});

const within = (day: CalendarDate, filter: DateFilter | undefined): boolean => {
  if (filter === undefined) return true;
  if (typeof filter === 'string') return day === filter;
  const { gt, gte, lt, lte } = filter;
  return (
    (gt === undefined || day > gt) &&
    (gte === undefined || day >= gte) &&
    (lt === undefined || day < lt) &&
    (lte === undefined || day <= lte)
  );
};

/** The years in which days that meet all filters may lie; a day is kept at most days away from its own year. */
const yearsOf = (filters: readonly DateFilter[]): number[] => {
  const bounds = filters.map((filter) => (typeof filter === 'string' ? { gte: filter, lte: filter } : filter));
  const yearsIn = (days: readonly (string | undefined)[]) =>
    days.flatMap((day) => (day === undefined ? [] : yearOf(day)));
  const from = Math.max(FIRST_YEAR, ...yearsIn(bounds.flatMap(({ gt, gte }) => [gt, gte])).map((year) => year - 1));
  const to = Math.min(LAST_YEAR, ...yearsIn(bounds.flatMap(({ lt, lte }) => [lt, lte])).map((year) => year + 1));
  return YEARS.filter((year) => year >= from && year <= to);
};

const FIRST_DAY = dateOf(FIRST_YEAR, 1, 1);
const LAST_DAY = dateOf(LAST_YEAR, 12, 31);
const outside = {
  en: `must be from ${FIRST_DAY} to ${LAST_DAY}`,
  fr: `doit aller du ${FIRST_DAY} au ${LAST_DAY}`,
};

/** What of a filter names a day of no year that is known: there the list would be shorter than what was asked for. */
const beyond = (name: string, filter: DateFilter | undefined): Issue[] =>
  Object.entries(typeof filter === 'string' ? { '': filter } : (filter ?? {}))
    .filter(([, day]) => day !== undefined && (day < FIRST_DAY || day > LAST_DAY))
    .map(([operator]) => ({ path: operator === '' ? name : `${name}.${operator}`, text: outside }));

const common = { method: 'GET', auth: 'company', tag: 'holiday', localized: true } as const;

const listHolidays = defineOperation({
  ...common,
  id: 'list_holidays',
  path: PATH,
  summary: 'List holidays',
  description: `Holidays of last year, this year and next year, by the day on which they are observed. A filter by date may name any day from ${FIRST_YEAR} to ${LAST_YEAR}.`,
  query: {
    jurisdiction: { ...oneOfValues('jurisdiction', JURISDICTIONS) },
    type: { ...oneOfValues('type', TYPES) },
    original_date: onDate('original_date'),
    observed_date: onDate('observed_date'),
    ...pageParameters(),
  },
  answers: {
    200: {
      description: 'A page of the list',
      schema: pageSchema(schema).meta({ id: 'holiday_list', description: 'A page of holidays' }),
    },
  },
  run: async ({ query, locale, services }) => {
    const { page = 1, per_page = PER_PAGE, jurisdiction, type, original_date, observed_date } = query;
    const issues = [...beyond('original_date', original_date), ...beyond('observed_date', observed_date)];
    if (issues.length > 0) throw invalid(issues);
    const now = yearOf(services.clock.today());
    const filters = [original_date, observed_date].filter((filter) => filter !== undefined);
    const found = (filters.length > 0 ? yearsOf(filters) : [now - 1, now, now + 1])
      .flatMap(entriesOf)
      .filter(
        (entry) =>
          (jurisdiction?.includes(entry.jurisdiction) ?? true) &&
          (type?.includes(entry.type) ?? true) &&
          within(entry.original_date, original_date) &&
          within(entry.observed_date, observed_date),
      );
    const rows = found.slice((page - 1) * per_page, page * per_page).map((entry) => shown(entry, locale));
    return { status: 200, body: pageBody(rows, { total: found.length }, page, per_page, PATH, query) };
  },
});

const retrieveHoliday: Operation = {
  ...common,
  id: 'retrieve_holiday',
  path: `${PATH}/{holiday}`,
  summary: 'Retrieve a holiday',
  description: 'One holiday of one year. Its id never changes.',
  answers: { 200: { description: 'The holiday', schema } },
  problems: [404],
  run: async ({ params, locale }: Call) => {
    const year = yearByPrefix.get(params.holiday!.slice(0, PREFIX_LENGTH));
    const entry = year === undefined ? undefined : entriesOf(year).find(({ id }) => id === params.holiday);
    if (!entry) throw notFound('holiday');
    return { status: 200, body: shown(entry, locale) };
  },
};

/** Reading the calendar of holidays. */
export const holidayOperations: readonly Operation[] = [listHolidays, retrieveHoliday];
