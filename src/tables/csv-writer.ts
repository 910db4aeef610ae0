import { giveWay } from '../timing/give-way.ts';
import type { Locale } from '../values/text.ts';
import { harmless, PIECE_BYTES, type Sheet, textsOf, titlesOf, withPlaces } from './table.ts';

const BOM = '\ufeff';

const quoted = (text: string, separator: string): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * One line of CSV (RFC 4180).
 *
 * @param texts cells; those that callers wrote are made harmless where they would be a formula
 * @param isText which of them callers wrote; default all
 * @param separator what is between them
 */
export const csvLine = (
  texts: readonly string[],
  isText: (i: number) => boolean = () => true,
  separator: ',' | ';' = ',',
): string => `${texts.map((text, i) => quoted(isText(i) ? harmless(text) : text, separator)).join(separator)}\r\n`;

/**
 * A sheet as CSV: UTF-8 with a byte order mark, RFC 4180, titles of the columns in the first line. No totals: a program
 * that reads it adds up by itself.
 *
 * @throws TypeError for a cell that is not what its column says
 */
export const writeCsv = async function* (sheet: Sheet, locale: Locale): AsyncGenerator<Uint8Array> {
  const { columns } = sheet;
  const isText = columns.map(({ kind }) => kind === 'text');
  let piece = BOM + csvLine(titlesOf(columns, locale));
  for await (const row of sheet.rows()) {
    const texts = textsOf(row, columns).map((text, i) => withPlaces(text, columns[i]!));
    piece += csvLine(texts, (i) => isText[i]!);
    await giveWay();
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
};
