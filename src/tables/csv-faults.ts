import { giveWay } from '../timing/give-way.ts';
import { addTo } from '../values/group.ts';
import type { Issue } from '../values/problem.ts';
import type { Locale } from '../values/text.ts';
import { separatorOf } from './csv-dialect.ts';
import { csvRecords, type Parsed } from './csv-records.ts';
import { csvLine } from './csv-writer.ts';
import { asWritten, PIECE_BYTES } from './table.ts';

const BOM = '\ufeff';
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
const PLACE = /^lines\.(\d+)(?:\.(.+))?$/s;

/** What is wrong, by line; what belongs to no line is beside the names of the columns. */
const byLine = (issues: readonly Issue[], locale: Locale): Map<number, string[]> => {
  const lines = new Map<number, string[]>();
  for (const { path, text } of issues) {
    const [, line, column] = PLACE.exec(path) ?? [];
    const message = column === undefined ? text[locale] : `${column}: ${text[locale]}`;
    const at = line === undefined ? 1 : Number(line);
    addTo(lines, at, message);
  }
  return lines;
};

/** The column of faults, with those that belong to no row behind its name. A title ends with a name in brackets. */
const FAULTS = /^errors(?:$|;.*[^\]]$)/is;

/**
 * Where the column of faults is among the names in the first line, of a file that came back before: it is the last one.
 * -1 where there is none.
 */
export const placeOfFaults = (names: readonly string[]): number => {
  const last = names.findLastIndex((name) => name.trim() !== '');
  return FAULTS.test(names[last]?.trim() ?? '') ? last : -1;
};

/** Whether a cell in the column of faults is none: part of a figure, say, that a comma cut in two. */
export const isFigure = (cell: string): boolean => NUMBER.test(cell.trim());

/** The rows of a file without the column of faults. Those in which cells moved along keep all that they have. */
const withoutFaults = async function* (bytes: Uint8Array): AsyncGenerator<Parsed> {
  let names: readonly string[] | undefined;
  let place = -1;
  for await (const { record, line } of csvRecords(bytes)) {
    if (!names) {
      names = record;
      place = placeOfFaults(names);
    }
    const isMoved = isFigure(record[place] ?? '') || record.slice(names.length).some((cell) => cell.trim() !== '');
    yield { record: place === -1 || isMoved ? record : record.toSpliced(place, 1), line };
  }
};

/** The most cells of a line of a file. */
const widthOf = async (bytes: Uint8Array): Promise<number> => {
  let most = 0;
  for await (const { record } of withoutFaults(bytes)) most = Math.max(most, record.length);
  return most;
};

/**
 * A file as it was sent, with one more column, `errors`, that says what is wrong in each row: to be mended, and sent
 * again. That column stands for the one that it came back with before.
 *
 * @param bytes a file that `readCsv` could read
 * @param issues those of the 422 that it was refused with
 */
export const csvWithFaults = async function* (
  bytes: Uint8Array,
  issues: readonly Issue[],
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const faults = byLine(issues, locale);
  let piece = BOM;
  // A row may have more cells than there are columns, which is one of the faults: they come back as well.
  const columns = await widthOf(bytes);
  const separator = separatorOf(bytes);
  let header = true;
  for await (const { record, line } of withoutFaults(bytes)) {
    const cells = Array.from({ length: columns }, (_, i) => asWritten(record[i] ?? ''));
    const message = [...(header ? ['errors'] : []), ...(faults.get(line) ?? [])].join('; ');
    header = false;
    // What would be a formula is made harmless here too, and is read again as it came; a number is none.
    piece += csvLine([...cells, message], (i) => !NUMBER.test(cells[i] ?? ''), separator);
    await giveWay();
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
};
