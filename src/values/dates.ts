/**
 * Calendar dates. A date is not an instant: it is the text `YYYY-MM-DD`, compared as text, and arithmetic on it goes
 * through day numbers. An instant is ISO 8601 in UTC with six fractional digits.
 */
export type CalendarDate = string;
export type Instant = string;

const DAY_MS = 86_400_000;
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a date of the Gregorian calendar between the years 1900 and 2199. */
export const isDate = (text: string): boolean => {
  const match = PATTERN.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
};

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Days of a month; month is 1 to 12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** A date from its parts; month and day are from 1. */
export const dateOf = (year: number, month: number, day: number): CalendarDate =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The year of a date. */
export const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));
/** 1 to 12. */
export const monthOf = (date: CalendarDate): number => Number(date.slice(5, 7));
/** The day of the month, from 1. */
export const dayOf = (date: CalendarDate): number => Number(date.slice(8, 10));

/** Days since 1970-01-01, negative before. */
export const dayNumber = (date: CalendarDate): number =>
  Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date)) / DAY_MS;

/** The date of a {@link dayNumber}. */
export const dateFromDayNumber = (days: number): CalendarDate => new Date(days * DAY_MS).toISOString().slice(0, 10);

/** A day that many days later; earlier with a negative number. */
export const addDays = (date: CalendarDate, days: number): CalendarDate => dateFromDayNumber(dayNumber(date) + days);

/** Days from the first to the second date; 0 when equal. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => dayNumber(to) - dayNumber(from);

/** The same day some months on, or the month's last day where the month is shorter. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const index = yearOf(date) * 12 + monthOf(date) - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return dateOf(year, month, Math.min(dayOf(date), daysInMonth(year, month)));
};

/** The last day of the month that a date is in. */
export const endOfMonth = (date: CalendarDate): CalendarDate =>
  dateOf(yearOf(date), monthOf(date), daysInMonth(yearOf(date), monthOf(date)));

/** The first day of the year that a date is in. */
export const startOfYear = (date: CalendarDate): CalendarDate => dateOf(yearOf(date), 1, 1);

/** The last day of the year that a date is in. */
export const endOfYear = (date: CalendarDate): CalendarDate => dateOf(yearOf(date), 12, 31);

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (date: CalendarDate): number => (((dayNumber(date) + 4) % 7) + 7) % 7;

/** A Saturday or a Sunday. */
export const isWeekend = (date: CalendarDate): boolean => weekday(date) === 0 || weekday(date) === 6;

/** The earlier of two dates. */
export const minDate = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);
/** The later of two dates. */
export const maxDate = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/** Whether a day lies in a span whose end may be open; both ends belong to it. */
export const isWithin = (date: CalendarDate, from: CalendarDate, to: CalendarDate | null): boolean =>
  from <= date && (to === null || date <= to);

const TORONTO = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const torontoParts = (ms: number): Record<string, string> =>
  Object.fromEntries(TORONTO.formatToParts(ms).map(({ type, value }) => [type, value]));

/** What was asked of the time zone is remembered, up to so many answers: each costs as much as an event's checks. */
const MOST_REMEMBERED = 5_000;
const remember = <K, V>(known: Map<K, V>, key: K, value: V): V => {
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, value);
  return value;
};

const HOUR_ms = 3_600_000;
const daysOfHours = new Map<number, CalendarDate>();

/** The business day of an instant: the calendar date in Toronto. */
export const businessDay = (instant_ms: number): CalendarDate => {
  // Toronto has been whole hours behind Greenwich since 1895, so its days begin with hours.
  const hour = Math.floor(instant_ms / HOUR_ms);
  const known = daysOfHours.get(hour);
  if (known !== undefined) return known;
  const { year, month, day } = torontoParts(instant_ms);
  return remember(daysOfHours, hour, `${year}-${month}-${day}`);
};

/** What a clock in Toronto shows at an instant: `2026-01-30 16:00:00`. */
export const localTime = (instant_ms: number): string => {
  const { year, month, day, hour, minute, second } = torontoParts(instant_ms);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
};

/** The instant of a wall clock time in Toronto, e.g. an approval deadline of 16:30; in milliseconds of the epoch. */
export const torontoTime = (date: CalendarDate, hour: number, minute: number): number => {
  const key = `${date} ${hour}:${minute}`;
  return instantsOfTimes.get(key) ?? remember(instantsOfTimes, key, instantOf(date, hour, minute));
};

const instantsOfTimes = new Map<string, number>();

const instantOf = (date: CalendarDate, hour: number, minute: number): number => {
  const wanted = Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date), hour, minute);
  // The offset is found by asking what Toronto's clock shows at the naive instant; twice settles the days of change.
  let guess = wanted;
  for (let round = 0; round < 2; round++) {
    const p = torontoParts(guess);
    const shown = Date.UTC(Number(p.year), Number(p.month) - 1, Number(p.day), Number(p.hour), Number(p.minute));
    guess += wanted - shown;
  }
  return guess;
};

/** An instant in the service's format from milliseconds of the epoch and, optionally, microseconds within them. */
export const formatInstant = (ms: number, micros = 0): Instant =>
  `${new Date(ms).toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
