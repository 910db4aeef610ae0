import { parse } from 'csv-parse';
import { isSliceOver, nextTurn } from '../timing/give-way.ts';
import { codeOf } from '../values/describe-error.ts';
import { isRecord, textOf, textsOf } from '../values/json.ts';
import { invalid, issue, type Problem } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { MAX_ROW_BYTES, separatorOf } from './csv-dialect.ts';

/** The rows of a CSV as they stand there, whatever they mean: with their lines, and others in their turn meanwhile. */

/**
 * Bytes handed to the parser at a time: between two of them others have their turn. Few, since each may be a row, and
 * the parser makes an error with its stack for each row that has other cells than the first.
 */
const SLICE = 1024;
/**
 * Lines of a file, and cells of one: more than any reader takes as rows, and as many as a sheet of a spreadsheet has.
 */
const MAX_LINES = 50_000;
const MAX_CELLS = 16_384;

/** Where something is wrong in a file: its line, and the column where it is one cell. */
export const csvPlace = (line: number, column?: string): string =>
  column === undefined ? `lines.${line}` : `lines.${line}.${column}`;

/** A 422 with one fault. */
export const wrong = (path: string, en: string, fr: string): Problem => invalid([issue(path, en, fr)]);

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** Thrown for a row that is too long. The parser counts no separators, so it is not asked. */
const TOO_LONG = 'ROW_TOO_LONG';

/** The bytes in slices. @throws an error with the code above, before the slice in which a row becomes too long */
const slices = function* (bytes: Uint8Array): Generator<Uint8Array> {
  let row = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += SLICE) {
    const slice = bytes.subarray(at, at + SLICE);
    for (const byte of slice) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      row = !isQuoted && (byte === LF || byte === CR) ? 0 : row + 1;
      if (row > MAX_ROW_BYTES) throw Object.assign(new Error('a row is too long'), { code: TOO_LONG });
    }
    yield slice;
  }
};

const SYNTAX: Readonly<Record<string, Text>> = {
  CSV_QUOTE_NOT_CLOSED: {
    en: 'has a quotation mark that is never closed',
    fr: "a un guillemet qui n'est jamais fermé",
  },
  CSV_INVALID_CLOSING_QUOTE: {
    en: 'has a quotation mark inside a cell; write it twice, and the cell in quotation marks',
    fr: 'a un guillemet dans une cellule; écrivez-le deux fois, et la cellule entre guillemets',
  },
  INVALID_OPENING_QUOTE: {
    en: 'has a quotation mark inside a cell; write it twice, and the cell in quotation marks',
    fr: 'a un guillemet dans une cellule; écrivez-le deux fois, et la cellule entre guillemets',
  },
  [TOO_LONG]: {
    en: `is longer than ${MAX_ROW_BYTES / 1024} KiB`,
    fr: `dépasse ${MAX_ROW_BYTES / 1024} Kio`,
  },
};

const syntaxProblem = (error: unknown, line: number): unknown => {
  const code = codeOf(error);
  const text = code === undefined ? undefined : SYNTAX[code];
  return text ? invalid([{ path: csvPlace(line), text }]) : error;
};

const tooManyLines = (line: number): Problem =>
  wrong(
    csvPlace(line),
    `is one line too many; a file may have ${MAX_LINES}, empty ones included. Delete those, or split it`,
    `est une ligne de trop; un fichier peut en avoir ${MAX_LINES}, lignes vides comprises. Supprimez celles-ci, ou divisez-le`,
  );

const tooManyCells = (line: number): Problem =>
  wrong(
    csvPlace(line),
    `has more than ${MAX_CELLS} cells, as many as a sheet has columns`,
    `a plus de ${MAX_CELLS} cellules, autant qu'une feuille a de colonnes`,
  );

/** A row. */
export interface Parsed {
  record: string[];
  line: number;
}

/** Records of a file with the line in which each begins, the names of its columns first. @throws Problem 422 */
export const csvRecords = async function* (bytes: Uint8Array): AsyncGenerator<Parsed> {
  // The parser's own count takes a line break inside quotation marks for two.
  let next = 1;
  let lines = 0;
  const settings = {
    // A slice at a time: no other is taken before its rows are.
    writableHighWaterMark: 1,
    bom: true,
    delimiter: separatorOf(bytes),
    raw: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record: (parsed: unknown) => {
      // With `raw` a record comes with its text, which the parser's types do not know.
      const { record, raw } = isRecord(parsed) ? parsed : {};
      const numbered: Parsed = { record: textsOf(record), line: next };
      if (++lines > MAX_LINES) throw tooManyLines(next);
      if (numbered.record.length > MAX_CELLS) throw tooManyCells(next);
      next += textOf(raw).match(/\r\n|\r|\n/g)?.length ?? 0;
      // The parser's types know of no records but texts, whatever `raw` and this function make of them.
      return numbered as never;
    },
  };
  const parser = parse(settings);
  // One listener for all slices: one for each would stay until the end.
  let goOn = (): void => {};
  for (const event of ['drain', 'close']) parser.on(event, () => goOn());
  const feed = async (): Promise<void> => {
    for (const slice of slices(bytes)) {
      if (parser.destroyed) return;
      const taken = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!parser.write(slice)) await taken;
      if (isSliceOver()) await nextTurn();
    }
    parser.end();
  };
  // The rows before it were taken by then.
  const fed = feed().catch((error: Error) => parser.destroy(error));
  try {
    // What on_record made.
    yield* parser as AsyncIterable<Parsed>;
  } catch (error) {
    throw syntaxProblem(error, next);
  } finally {
    parser.destroy();
    await fed;
  }
};
