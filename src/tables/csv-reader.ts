import { cut } from '../values/cut.ts';
import { type Issue, invalid, issue, Problem } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { separatorOf, withPoint } from './csv-dialect.ts';
import { isFigure, placeOfFaults } from './csv-faults.ts';
import { csvPlace, csvRecords, type Parsed, wrong } from './csv-records.ts';
import { asWritten } from './table.ts';

/**
 * Reads CSV as callers send it: RFC 4180, UTF-8 with or without a byte order mark, columns by the names in the first
 * line. Where French is spoken, spreadsheets separate cells by semicolons and write decimals with a comma: such a file
 * is read as well. Whatever else comes is a 422 that says what is wrong, in which line, and what would be right.
 */

/** The columns of a file. */
export interface CsvShape {
  /**
   * By name, in any order in the file; names are compared without case and without spaces around them. Words for people
   * may be before a name in square brackets: `Night shift [earning.night]`. Cells of `decimal` columns are numbers.
   */
  columns: Readonly<Record<string, { required?: boolean; decimal?: boolean }>>;
  /** Rows below the first line, at most. */
  max_rows: number;
  /** A file that is refused comes back with a column of its faults, which is passed over when it is sent again. */
  comes_back?: boolean;
}

export interface CsvRow {
  /** Where it begins in the file, from 1; the names of the columns are line 1. */
  line: number;
  /** By the column's name as the shape has it. Columns that are not in the file are missing. */
  cells: Readonly<Record<string, string>>;
}

/** What has a name of its own in a message; the rest is counted. */
const MAX_NAMED = 100;
/** Characters of a column's name in a message. */
const MOST_NAME = 50;

const foreignEncoding = (name: string): Problem =>
  wrong(
    'body',
    `is encoded as ${name}; save the file as CSV UTF-8`,
    `est encodé en ${name}; enregistrez le fichier au format CSV UTF-8`,
  );

const LF = 0x0a;
const CR = 0x0d;

/** The line in which a byte is; CR LF, LF and CR each end one. */
const lineOf = (bytes: Uint8Array, at: number): number => {
  let line = 1;
  for (let i = 0; i < at; i++) if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) line++;
  return line;
};

/** Where the first byte is that is no UTF-8. */
const firstForeign = (bytes: Uint8Array): number => {
  // What the decoder made of everything before it has its length in bytes again.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const before = text.slice(0, text.indexOf('\ufffd'));
  return Buffer.byteLength(before);
};

/** @throws Problem 422 for what is not UTF-8, or holds what no text holds */
const checkEncoding = (bytes: Uint8Array): void => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw foreignEncoding('UTF-16');
  const nul = bytes.indexOf(0);
  if (nul !== -1)
    throw wrong(
      csvPlace(lineOf(bytes, nul)),
      'holds a NUL byte; this is no CSV, or it is encoded as UTF-16: save the file as CSV UTF-8',
      "contient un octet nul; ce n'est pas du CSV, ou c'est de l'UTF-16 : enregistrez le fichier au format CSV UTF-8",
    );
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong(
      csvPlace(lineOf(bytes, firstForeign(bytes))),
      'is not UTF-8 (Windows-1252, perhaps); save the file as CSV UTF-8',
      "n'est pas en UTF-8 (Windows-1252, peut-être); enregistrez le fichier au format CSV UTF-8",
    );
  }
};

const plain = (name: string): string => name.trim().toLowerCase();
const IN_BRACKETS = /\[([^[\]]+)\]\s*$/;

const UNKNOWN: Text = { en: 'is no column of this file', fr: "n'est pas une colonne de ce fichier" };

/** The same for the first one of a file. There may be hundreds of columns, so the others do not repeat them. */
const unknownAmong = (taken: string): Text => ({
  en: `${UNKNOWN.en}; it may have ${taken}`,
  fr: `${UNKNOWN.fr}, qui peut avoir ${taken}`,
});

interface Header {
  /** Which column of the shape is at which place. */
  names: readonly (string | undefined)[];
  /** Where the column of faults is that the file came back with; -1 where there is none. */
  faultsAt: number;
}

/** @throws Problem 422 */
const headerOf = (record: readonly string[], { columns, comes_back }: CsvShape): Header => {
  const known = new Map(Object.keys(columns).map((name) => [plain(name), name]));
  const names = record.map(
    (name) => known.get(plain(name)) ?? known.get(plain(IN_BRACKETS.exec(asWritten(name))?.[1] ?? '')),
  );
  const taken = Object.keys(columns).join(',');
  if (record.length === 1 && record[0]!.includes('\t'))
    throw wrong(
      csvPlace(1),
      'separates its columns with tabs; separate them with commas or semicolons',
      'sépare ses colonnes par des tabulations; séparez-les par des virgules ou des points-virgules',
    );
  const issues: Issue[] = [];
  let isTold = false;
  const faultsAt = comes_back ? placeOfFaults(record) : -1;
  record.forEach((written, i) => {
    if (names[i] === undefined && written.trim() !== '' && i !== faultsAt) {
      issues.push({ path: csvPlace(1, cut(written, MOST_NAME)), text: isTold ? UNKNOWN : unknownAmong(taken) });
      isTold = true;
    } else if (names[i] !== undefined && names.indexOf(names[i]) < i)
      issues.push({ path: csvPlace(1, names[i]), text: { en: 'stands more than once', fr: "figure plus d'une fois" } });
  });
  for (const [name, { required }] of Object.entries(columns))
    if (required && !names.includes(name))
      issues.push({
        path: csvPlace(1, name),
        text: { en: 'is missing among the columns', fr: 'manque parmi les colonnes' },
      });
  if (issues.length > 0) throw tooManyToName(issues);
  return { names, faultsAt };
};

/** 422: what is wrong with a file; of very many the rest is counted. */
export const tooManyToName = (issues: readonly Issue[]): Problem => invalid(issues, MAX_NAMED);

const isEmpty = ({ record }: Parsed): boolean => record.every((cell) => cell.trim() === '');

/** A row, or what is wrong with it as a whole: a cell that belongs to no column. */
const toRow = (
  { record, line }: Parsed,
  { names, faultsAt }: Header,
  isDecimal: (name: string) => boolean,
): CsvRow | Issue => {
  // Nobody sees a blank: a cell of nothing else is empty.
  if (record.slice(names.length).some((cell) => cell.trim() !== ''))
    return issue(
      csvPlace(line),
      `has ${record.length} cells, and the first line names ${names.length} columns`,
      `a ${record.length} cellules, et la première ligne nomme ${names.length} colonnes`,
    );
  const cells: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const cell = record[i];
    if (name !== undefined && cell !== undefined)
      cells[name] = isDecimal(name) ? withPoint(asWritten(cell)) : asWritten(cell);
    else if (i === faultsAt && !isFigure(cell ?? '')) continue;
    else if (i === faultsAt)
      return issue(
        csvPlace(line, 'errors'),
        'holds a number, and is not read: move it to its column, and write figures without a comma between thousands',
        "contient un nombre, et n'est pas lue : mettez-le dans sa colonne, et écrivez les montants sans virgule entre les milliers",
      );
    else if (name === undefined && cell?.trim())
      return issue(
        csvPlace(line),
        `has a cell in column ${i + 1}, which has no name in the first line`,
        `a une cellule dans la colonne ${i + 1}, qui n'a pas de nom à la première ligne`,
      );
  }
  return { line, cells };
};

/** The rows of a file, as `readCsv` gives them, with those that cannot be read in their places. @throws Problem 422 */
const rowsOf = async function* (bytes: Uint8Array, shape: CsvShape): AsyncGenerator<CsvRow | Issue> {
  checkEncoding(bytes);
  const hasDecimalCommas = separatorOf(bytes) === ';';
  const isDecimal = (name: string) => hasDecimalCommas && shape.columns[name]?.decimal === true;
  let header: Header | undefined;
  let rows = 0;
  for await (const parsed of csvRecords(bytes)) {
    const { record, line } = parsed;
    if (header && isEmpty(parsed)) continue;
    if (!header) {
      header = headerOf(record, shape);
      continue;
    }
    rows++;
    if (rows > shape.max_rows)
      throw wrong(
        csvPlace(line),
        `is row ${rows}; a file may have ${shape.max_rows}. Split it`,
        `est la rangée ${rows}; un fichier peut en avoir ${shape.max_rows}. Divisez-le`,
      );
    yield toRow(parsed, header, isDecimal);
  }
  if (rows === 0)
    throw wrong(
      'body',
      `has no rows; the first line names the columns (${Object.keys(shape.columns).join(',')}), the others are the rows`,
      `n'a pas de rangées; la première ligne nomme les colonnes (${Object.keys(shape.columns).join(',')}), les autres sont les rangées`,
    );
};

/**
 * The rows of a file, one after the other, in bounded memory beside the bytes. Lines that are empty are passed over.
 *
 * @throws Problem 422, with the line (`lines.7`) or the cell (`lines.7.hours`): not UTF-8, another separator, columns
 *   that are unknown, missing or named twice, quotation marks out of place, too many rows, no rows; after the last row
 *   for all that have more cells than columns
 */
export const readCsv = async function* (bytes: Uint8Array, shape: CsvShape): AsyncGenerator<CsvRow> {
  const unreadable: Issue[] = [];
  for await (const row of rowsOf(bytes, shape)) {
    if ('path' in row) unreadable.push(row);
    else yield row;
  }
  if (unreadable.length > 0) throw tooManyToName(unreadable);
};

/**
 * The line of each row that `readCsv` gives of a file, whatever its columns are called.
 *
 * @param bytes a file that `readCsv` could read
 */
export const linesOfRows = async (bytes: Uint8Array): Promise<number[]> => {
  const lines: number[] = [];
  let isHeader = true;
  for await (const parsed of csvRecords(bytes)) {
    if (!isHeader && !isEmpty(parsed)) lines.push(parsed.line);
    isHeader = false;
  }
  return lines;
};

/** Cells of a file that is handed back, as many as the largest file that is full has separators. */
const MAX_RETURNED = 10 * 1024 * 1024;

/**
 * Whether the bytes are CSV at all, whatever columns and cells it has, and not too many cells once each line is as wide
 * as the widest: only then can it be handed back with its faults.
 */
export const isReturnable = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    checkEncoding(bytes);
    let lines = 0;
    let widest = 0;
    for await (const { record } of csvRecords(bytes)) {
      lines++;
      widest = Math.max(widest, record.length);
    }
    return lines * widest <= MAX_RETURNED;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};

/** What a row stands for, or what is wrong with its cells: `path` is the column, empty for the row as a whole. */
export type RowReading<T> = { value: T } | { issues: readonly Issue[] };

export interface ReadRow<T> {
  line: number;
  value: T;
}

/**
 * The rows of a file as values, and what is wrong with those that have none, by line and column.
 *
 * @param read what a row stands for
 * @throws Problem 422 where the file cannot be read
 */
export const readRowsAndIssues = async <T>(
  bytes: Uint8Array,
  shape: CsvShape,
  read: (row: CsvRow) => RowReading<T>,
): Promise<{ rows: ReadRow<T>[]; issues: Issue[] }> => {
  const rows: ReadRow<T>[] = [];
  const issues: Issue[] = [];
  for await (const row of rowsOf(bytes, shape)) {
    if ('path' in row) {
      issues.push(row);
      continue;
    }
    const reading = read(row);
    if ('value' in reading) rows.push({ line: row.line, value: reading.value });
    else
      for (const { path, text } of reading.issues) issues.push({ path: csvPlace(row.line, path || undefined), text });
  }
  return { rows, issues };
};

/**
 * All rows of a file as values, when all of them are good.
 *
 * @throws Problem 422 that names what is wrong in all of them, by line and column
 */
export const readRows = async <T>(
  bytes: Uint8Array,
  shape: CsvShape,
  read: (row: CsvRow) => RowReading<T>,
): Promise<ReadRow<T>[]> => {
  const { rows, issues } = await readRowsAndIssues(bytes, shape, read);
  if (issues.length > 0) throw tooManyToName(issues);
  return rows;
};
