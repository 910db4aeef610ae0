import { type Decimal, decimal, ZERO } from '../values/money.ts';
import type { Locale, Text } from '../values/text.ts';

/** What a file of rows is made from: sheets of columns, whose rows are brought one after the other. */

/**
 * What a cell of a column holds.
 *
 *   text      a text
 *   integer   a whole number, as a number or in digits
 *   decimal   a decimal in plain notation, as state keeps it ("12.5"): never a float
 *   date      YYYY-MM-DD
 *   instant   ISO 8601; shown to the second, in UTC
 *   flag      true or false
 */
export type CellKind = 'text' | 'integer' | 'decimal' | 'date' | 'instant' | 'flag';

/** null is an empty cell in every kind. */
export type Cell = string | number | boolean | null;

/** Cells in the order of the columns. */
export type Row = readonly Cell[];

export interface Column {
  title: Text;
  kind: CellKind;
  /** Places of a decimal; default 2, as money has. */
  places?: number;
  /** Width in characters; default by kind. */
  width?: number;
  /** Its sum is below the rows, in xlsx as a formula. Of integers and decimals. */
  total?: boolean;
}

export interface Sheet {
  /** Its name in a request: `detail`. */
  name: string;
  /** What the sheet is called, at most 31 characters as spreadsheets have it. */
  title: Text;
  columns: readonly Column[];
  /** From the first one, as often as it is called; ended (`return`) when the reader goes away. */
  rows(): AsyncIterable<Row>;
}

export interface Book {
  title: Text;
  sheets: readonly Sheet[];
  /** When its content was taken, ISO 8601. The same content at the same instant gives the same bytes. */
  made_at: string;
}

export const TOTAL: Text = { en: 'Total', fr: 'Total' };

const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 24,
  integer: 10,
  decimal: 14,
  date: 12,
  instant: 20,
  flag: 8,
};

/** The width of a column in characters: its own, else that of its kind. */
export const widthOf = ({ width, kind }: Column): number => width ?? WIDTHS[kind];

const NUMBER = /^-?\d+(\.\d+)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** @throws TypeError for a cell that is not what its column says: the row was made wrong, and no file is better */
const checked = (cell: Cell, { kind, title }: Column): string => {
  const text = String(cell);
  const good =
    kind === 'text'
      ? typeof cell === 'string'
      : kind === 'flag'
        ? typeof cell === 'boolean'
        : kind === 'date'
          ? DATE.test(text)
          : kind === 'instant'
            ? INSTANT.test(text)
            : kind === 'integer'
              ? /^-?\d+$/.test(text)
              : typeof cell === 'string' && NUMBER.test(text);
  if (!good) throw new TypeError(`${title.en} takes ${kind}, not ${typeof cell} ${text.slice(0, 40)}`);
  return text;
};

/** The cells of a row as plain texts, empty for null. @throws TypeError as above */
export const textsOf = (row: Row, columns: readonly Column[]): string[] => {
  if (row.length !== columns.length) throw new TypeError(`a row has ${row.length} cells for ${columns.length} columns`);
  return columns.map((column, i) => (row[i] === null ? '' : checked(row[i]!, column)));
};

/** What a decimal with so many places looks like: 60 as "60.00". */
export const withPlaces = (text: string, { kind, places = 2 }: Column): string => {
  if (text === '' || kind !== 'decimal') return text;
  const [whole = '', fraction = ''] = text.split('.');
  // A figure that is more exact than its column keeps what it has.
  return places === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
};

export interface Totals {
  add(texts: readonly string[]): void;
  /** By column; empty where it has none. */
  sums(): string[];
}

/** Sums of the columns that have a total; undefined when none has. */
export const totalsOf = (columns: readonly Column[]): Totals | undefined => {
  if (!columns.some(({ total }) => total)) return undefined;
  const sums: (Decimal | undefined)[] = columns.map(({ total }) => (total ? ZERO : undefined));
  return {
    add: (texts) => {
      sums.forEach((sum, i) => {
        const text = texts[i]!;
        if (sum && text !== '') sums[i] = sum.plus(decimal(text));
      });
    },
    sums: () => sums.map((sum, i) => (sum === undefined ? '' : withPlaces(sum.toFixed(), columns[i]!))),
  };
};

/** The titles of columns in a language. */
export const titlesOf = (columns: readonly Column[], locale: Locale): string[] =>
  columns.map(({ title }) => title[locale]);

/** Bytes handed on at a time, about: small enough that a slow reader holds up little, and others have their turn. */
export const PIECE_BYTES = 64 * 1024;

/**
 * What a spreadsheet that opens a CSV would take for a formula: it begins like one, or like one behind an apostrophe of
 * ours. Full-width signs count too: some programs make plain ones of them.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/;
/**
 * The same inside a text. Where French is spoken, spreadsheets separate cells by semicolons and look for no comma, so
 * another cell begins behind each semicolon, and behind a line break, since a quote in the middle of a cell is none.
 */
const INSIDE = String.raw`(?='*(?:\t|[^\S\r\n]*[=+\-@\uff0b\uff0d\uff1d\uff20]))`;
const TO_GUARD = new RegExp(`([;\r\n])${INSIDE}`, 'g');
const GUARDED = new RegExp(`([;\r\n])'${INSIDE}`, 'g');

/** A text with an apostrophe before all that a spreadsheet would take for a formula. `asWritten` takes them away. */
export const harmless = (text: string): string => {
  const inside = text.replace(TO_GUARD, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
};

/** A cell of a CSV without the apostrophes that `harmless` put there. */
export const asWritten = (cell: string): string => {
  const text = cell.replace(GUARDED, '$1');
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
};
