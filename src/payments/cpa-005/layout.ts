import { addDays, type CalendarDate, dateOf, daysBetween, startOfYear, yearOf } from '../../values/dates.ts';
import { mapValues } from '../../values/json.ts';
import { type DecimalInput, decimal } from '../../values/money.ts';

/**
 * Payments Canada Standard 005, "Standards for the exchange of financial data on AFT files": records of 1,464
 * characters. The standard itself is for members; places and lengths are those of banks' public descriptions of it,
 * which agree (see docs/payments.md).
 *
 *   A  file header, once and first
 *   C  credits, D  debits, I  returned credits, J  returned debits: up to six segments of 240 characters each
 *   Z  file trailer, once and last: totals
 *
 * Every record begins with its type, its number in the file, the originator and the number of the file.
 */
export const RECORD_LENGTH = 1_464;
export const SEGMENTS = 6;
export const SEGMENT_LENGTH = 240;
/** Where segments begin, counted from 0: behind type (1), record number (9), originator (10) and file number (4). */
export const PREFIX_LENGTH = 24;
/** The largest amount of one segment: ten digits of cents. */
export const MOST_AMOUNT = '99999999.99';
/** File creation numbers have four digits. */
export const MOST_FILE_NUMBER = 9_999;

/**
 * A field: its length, and whether it is digits with zeros in front, text with blanks behind, or a name: text that is
 * cut where it is too long. What says who or where is never cut, since it would be somebody else's.
 */
export interface Place {
  length: number;
  is: 'digits' | 'text' | 'name';
}
const digits = (length: number): Place => ({ length, is: 'digits' });
const words = (length: number): Place => ({ length, is: 'text' });
const names = (length: number): Place => ({ length, is: 'name' });

/** Of every record. */
export const PREFIX = {
  type: words(1),
  record_number: digits(9),
  originator_id: words(10),
  file_number: digits(4),
} as const;

/** Of record A, behind the prefix. The rest is blank. */
export const HEADER = {
  created_on: digits(6),
  data_centre: digits(5),
  reserved: words(20),
  currency: words(3),
} as const;

/** Of one payment or return. Of a return the transaction type is why, and the stored one what it was. */
export const SEGMENT = {
  transaction_type: digits(3),
  amount: digits(10),
  date: digits(6),
  institution: digits(9),
  account: words(12),
  trace_number: digits(22),
  stored_type: digits(3),
  short_name: names(15),
  name: names(30),
  long_name: names(30),
  user_id: words(10),
  cross_reference: words(19),
  return_institution: digits(9),
  return_account: words(12),
  sundry: words(15),
  filler: words(22),
  settlement_code: words(2),
  invalid_element: digits(11),
} as const;

/** Of record Z, behind the prefix: what debits and credits come to, returned ones like others. The rest is zeros. */
export const TRAILER = {
  debit_amount: digits(14),
  debit_count: digits(8),
  credit_amount: digits(14),
  credit_count: digits(8),
} as const;

export type Values<P extends Readonly<Record<string, Place>>> = Readonly<Record<keyof P & string, string>>;

/** Something that a record has no room for, or that is not what a record holds. */
export class Unwritable extends Error {
  override name = 'Unwritable';
}

const written = (name: string, { length, is }: Place, value: string): string => {
  if (is === 'digits') {
    if (!/^\d*$/.test(value) || value.length > length)
      throw new Unwritable(`${name} is ${length} digits at most, not ${JSON.stringify(value)}`);
    return value.padStart(length, '0');
  }
  if (!/^[ -~]*$/.test(value) || (is === 'text' && value.length > length))
    throw new Unwritable(`${name} is ${length} plain characters at most, not ${JSON.stringify(value)}`);
  return value.slice(0, length).padEnd(length, ' ');
};

/** Fields side by side, as places say. @throws Unwritable */
export const write = <P extends Readonly<Record<string, Place>>>(places: P, values: Values<P>): string =>
  Object.entries(places)
    .map(([name, place]) => written(name, place, values[name] ?? ''))
    .join('');

/** The fields that are side by side in a text; texts without the blanks behind them. */
export const read = <P extends Readonly<Record<string, Place>>>(places: P, text: string): Values<P> => {
  let at = 0;
  return mapValues<keyof P & string, Place, string>(places, ({ length, is }) => {
    const value = text.slice(at, at + length);
    at += length;
    return is === 'digits' ? value : value.trimEnd();
  });
};

/** A date as the standard has it: a zero, two digits of the year, the day of the year. */
export const writtenDate = (date: CalendarDate): string => {
  const day = daysBetween(startOfYear(date), date) + 1;
  return `0${date.slice(2, 4)}${String(day).padStart(3, '0')}`;
};

/** The date that is written so; undefined where none is. */
export const readDate = (text: string): CalendarDate | undefined => {
  if (!/^0\d{5}$/.test(text)) return undefined;
  const year = 2_000 + Number(text.slice(1, 3));
  const day = Number(text.slice(3));
  const date = addDays(dateOf(year, 1, 1), day - 1);
  return yearOf(date) === year ? date : undefined;
};

/** Dollars as cents. @throws Unwritable of more than two places, or below zero */
export const cents = (amount: DecimalInput): string => {
  const whole = decimal(amount).times(100);
  if (whole.lt(0) || !whole.eq(whole.round(0)))
    throw new Unwritable(`an amount is whole cents and not below zero, not ${amount}`);
  return whole.toFixed(0);
};

/** Letters and marks that are not another one with an accent. Capital ß is SS already. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ Œ: 'OE', Æ: 'AE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH', ẞ: 'SS' },
  ...{ '’': "'", '‘': "'", ʼ: "'", '‐': '-', '‑': '-', '–': '-', '—': '-' },
};

/**
 * A name as the standard's characters have it: capital letters and digits without accents, and few marks.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    // What shows nothing, such as a soft hyphen, would be a space in the middle of a name.
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/[ŒÆØŁĐÐÞẞ’‘ʼ‐‑–—]/gu, (letter) => PLAIN_LETTERS[letter] ?? ' ')
    .replace(/[^A-Z0-9 .,'&/()-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
