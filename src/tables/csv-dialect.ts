/** How a spreadsheet writes CSV: with commas, or where French is spoken with semicolons and decimal commas. */

/** What references say of files as spreadsheets in French write them. */
export const SEMICOLONS = 'Cells may be separated by semicolons; their decimals may then have a comma.';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
/** The first line is no longer. */
const MOST_BYTES = 64 * 1024;

/** What separates the cells of a file. */
export type Separator = ',' | ';';

/** What the first line has more of, outside quotation marks: commas, unless there are more semicolons. */
export const separatorOf = (bytes: Uint8Array): Separator => {
  let commas = 0;
  let semicolons = 0;
  let isQuoted = false;
  for (const byte of bytes.subarray(0, MOST_BYTES)) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (byte === LF || byte === CR) break;
    if (byte === COMMA) commas++;
    if (byte === SEMICOLON) semicolons++;
  }
  return semicolons > commas ? ';' : ',';
};

/** A number as it is written in French: `1 234,50`, with any blank between thousands. */
const FRENCH_NUMBER = /^-?(?:\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:,\d+)?$/;

/** A cell of a column of decimals with a point, where it is a number in French; others as they are. */
export const withPoint = (cell: string): string =>
  FRENCH_NUMBER.test(cell.trim()) ? cell.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.') : cell;
