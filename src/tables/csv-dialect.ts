/** How a spreadsheet writes CSV: with commas, or where French is spoken with semicolons and decimal commas. */

/** What references say of files as spreadsheets in French write them. */
export const SEMICOLONS = 'Cells may be separated by semicolons; their decimals may then have a comma.';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
/**
 * Bytes of a row; more is no CSV that a person made. The first line of a template may name thousands of columns, with
 * words for people before each.
 */
export const MAX_ROW_BYTES = 512 * 1024;

/** What separates the cells of a file. */
export type Separator = ',' | ';';

/** The first line outside quotation marks. */
const firstLineOf = (bytes: Uint8Array): string => {
  let line = '';
  let isQuoted = false;
  for (const byte of bytes.subarray(0, MAX_ROW_BYTES)) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === LF || byte === CR)) break;
    else if (!isQuoted) line += String.fromCharCode(byte);
  }
  return line;
};

const count = (line: string, separator: Separator): number => line.split(separator).length - 1;

/**
 * What separates the cells of a file, by its first line outside quotation marks: what it has more of, commas unless
 * there are more semicolons. Words for people, before a name in square brackets, may have either: where there are such
 * names, what stands behind one decides, or what stands first.
 */
export const separatorOf = (bytes: Uint8Array): Separator => {
  const line = firstLineOf(bytes);
  const behind = (line.match(/\]\s*[,;]/g) ?? []).join('');
  const first = /[,;]/.exec(line)?.[0] ?? '';
  const counted = behind || (line.includes(']') ? first : line);
  return count(counted, ';') > count(counted, ',') ? ';' : ',';
};

/** A number as it is written in French: `1 234,50`, with any blank between thousands. */
const FRENCH_NUMBER = /^-?(?:\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:,\d+)?$/;

/** A cell of a column of decimals with a point, where it is a number in French; others as they are. */
export const withPoint = (cell: string): string =>
  FRENCH_NUMBER.test(cell.trim()) ? cell.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.') : cell;
