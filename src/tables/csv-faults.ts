import { giveWay } from '../timing/give-way.ts';
import { addTo } from '../values/group.ts';
import type { Issue } from '../values/problem.ts';
import type { Locale } from '../values/text.ts';
import { separatorOf } from './csv-dialect.ts';
import { csvRecords } from './csv-records.ts';
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

/** The most cells of a line of a file. */
const widthOf = async (bytes: Uint8Array): Promise<number> => {
  let most = 0;
  for await (const { record } of csvRecords(bytes)) most = Math.max(most, record.length);
  return most;
};

/**
 * A file as it was sent, with one more column, `errors`, that says what is wrong in each row: to be mended where it was
 * made, and sent again.
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
  for await (const { record, line } of csvRecords(bytes)) {
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
