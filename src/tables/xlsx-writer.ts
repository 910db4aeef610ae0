import type { Locale } from '../values/text.ts';
import {
  type Book,
  type Column,
  PIECE_BYTES,
  type Sheet,
  TOTAL,
  textsOf,
  titlesOf,
  totalsOf,
  widthOf,
} from './table.ts';
import { writeZip } from './zip.ts';

/**
 * Workbooks (SpreadsheetML, ECMA-376) as a stream. The libraries that write them in Node either hold a sheet in memory
 * or take rows faster than their reader does, so the markup is made here, of the few elements that a table needs;
 * archive and compression are a library's.
 */

export const MAX_SHEET_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;
const MAX_TITLE_CHARS = 31;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML takes in no way: control characters but tab and line feed, and two that are none. */
const UNWRITABLE = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu;

/** The format writes by number what XML does not take, and so what looks like such a number. */
const byNumber = (char: string): string => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Whether anything of a text is written otherwise: of most nothing is, and a sheet may have a million. */
const IS_ESCAPED = /[&<>"\p{Cc}\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/u;

const escaped = (text: string): string =>
  IS_ESCAPED.test(text)
    ? text
        .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll(UNWRITABLE, byNumber)
        .replaceAll(/[&<>"]/g, (char) => ESCAPES[char]!)
    : text;

/** 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

const formatOf = ({ kind, places = 2 }: Column): string => {
  if (kind === 'integer') return '0';
  if (kind === 'decimal') return places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`;
  if (kind === 'date') return 'yyyy-mm-dd';
  if (kind === 'instant') return 'yyyy-mm-dd hh:mm:ss';
  return 'General';
};

/** Formats of a workbook; each has a style of plain cells and one of bold ones. */
const stylesOf = (sheets: readonly Sheet[]) => {
  const formats = [...new Set(['General', ...sheets.flatMap(({ columns }) => columns.map(formatOf))])];
  // The first 164 are the format's own.
  const idOf = (i: number): number => (i === 0 ? 0 : 163 + i);
  const styles = formats.flatMap((_, i) =>
    [0, 1].map(
      (font) =>
        `<xf numFmtId="${idOf(i)}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  );
  const own = formats.slice(1).map((code, i) => `<numFmt numFmtId="${idOf(i + 1)}" formatCode="${escaped(code)}"/>`);
  return {
    style: (column: Column, bold = false): number => 2 * formats.indexOf(formatOf(column)) + (bold ? 1 : 0),
    xml: `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${own.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`.replace(
      '<numFmts count="0"></numFmts>',
      '',
    ),
  };
};
type Styles = ReturnType<typeof stylesOf>;

const BOLD_TEXT = 1;
const DAY_ms = 86_400_000;
/** Day 0 of the format, so that days from 1 March 1900 on have their number. */
const EPOCH_ms = Date.UTC(1899, 11, 30);
const FIRST_DATE = '1900-03-01';

/** Days since the format's epoch; undefined for what it cannot count. */
const serial = (text: string): string | undefined => {
  if (text < FIRST_DATE) return undefined;
  const days = (Date.parse(text) - EPOCH_ms) / DAY_ms;
  return Number.isNaN(days) ? undefined : String(Math.round(days * 86_400) / 86_400);
};

const textCell = (ref: string, text: string, style: number): string => {
  if (text.length > MAX_CELL_CHARS)
    throw new RangeError(`a cell holds at most ${MAX_CELL_CHARS} characters, not ${text.length}`);
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
};

const cell = (ref: string, text: string, column: Column, style: number): string => {
  if (text === '') return '';
  const { kind } = column;
  if (kind === 'text') return textCell(ref, text, style);
  if (kind === 'flag') return `<c r="${ref}" s="${style}" t="b"><v>${text === 'true' ? 1 : 0}</v></c>`;
  if (kind === 'integer' || kind === 'decimal') return `<c r="${ref}" s="${style}"><v>${text}</v></c>`;
  const number = serial(text);
  return number === undefined ? textCell(ref, text, style) : `<c r="${ref}" s="${style}"><v>${number}</v></c>`;
};

const prelude = (sheet: Sheet, first: boolean): string => {
  const cols = sheet.columns.map(
    (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${first ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`;
};

const worksheet = async function* (
  sheet: Sheet,
  first: boolean,
  styles: Styles,
  locale: Locale,
): AsyncGenerator<string> {
  const { columns } = sheet;
  const names = columns.map((_, i) => letters(i));
  const plain = columns.map((column) => styles.style(column));
  const header = titlesOf(columns, locale).map((title, i) => textCell(`${names[i]}1`, title, BOLD_TEXT));
  const totals = totalsOf(columns);
  let piece = `${prelude(sheet, first)}<row r="1">${header.join('')}</row>`;
  let at = 1;
  for await (const row of sheet.rows()) {
    at++;
    // One more may be the totals.
    if (at >= MAX_SHEET_ROWS) throw new RangeError(`a sheet holds at most ${MAX_SHEET_ROWS - 2} rows`);
    const texts = textsOf(row, columns);
    totals?.add(texts);
    let cells = '';
    for (let i = 0; i < columns.length; i++) cells += cell(`${names[i]}${at}`, texts[i]!, columns[i]!, plain[i]!);
    piece += `<row r="${at}">${cells}</row>`;
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    piece = '';
  }
  if (totals && at > 1) {
    const sums = totals.sums();
    const cells = columns.map((column, i) => {
      const ref = `${names[i]}${at + 1}`;
      if (sums[i] !== '')
        return `<c r="${ref}" s="${styles.style(column, true)}"><f>SUM(${names[i]}2:${names[i]}${at})</f><v>${sums[i]}</v></c>`;
      return i === 0 ? textCell(ref, TOTAL[locale], BOLD_TEXT) : '';
    });
    piece += `<row r="${at + 1}">${cells.join('')}</row>`;
  }
  yield `${piece}</sheetData><autoFilter ref="A1:${names.at(-1)}${at}"/><pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
};

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;

const relations = (all: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

const contentTypes = (sheets: readonly Sheet[]): string => {
  const part = (name: string, type: string): string =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`;
  const spreadsheet = 'officedocument.spreadsheetml';
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', `${spreadsheet}.sheet.main`)}${part('/xl/styles.xml', `${spreadsheet}.styles`)}${part('/docProps/core.xml', 'package.core-properties')}${sheets.map((_, i) => part(`/xl/worksheets/sheet${i + 1}.xml`, `${spreadsheet}.worksheet`)).join('')}</Types>`;
};

/** Names that spreadsheets take, each once. */
const sheetNames = (sheets: readonly Sheet[], locale: Locale): string[] => {
  const names = sheets.map(({ title }) => title[locale]);
  for (const name of names)
    if (name.length === 0 || name.length > MAX_TITLE_CHARS || /[[\]:*?/\\]/.test(name) || /^'|'$/.test(name))
      throw new RangeError(`"${name}" cannot be the name of a sheet`);
  if (new Set(names.map((name) => name.toLowerCase())).size !== names.length)
    throw new RangeError('two sheets have one name');
  return names;
};

const workbook = (names: readonly string[]): string => {
  const sheets = names.map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const titles = names.map(
    (name, i) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${escaped(name.replaceAll("'", "''"))}'!$1:$1</definedName>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`;
};

const properties = ({ title, made_at }: Book, locale: Locale): string =>
  `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title[locale])}</dc:title><dc:language>${locale}-CA</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${made_at.slice(0, 19)}Z</dcterms:created></cp:coreProperties>`;

/**
 * A workbook with all its sheets: numbers as numbers, dates as dates, the header frozen, with a filter, totals as
 * formulas beside the values that they come to. Texts are never formulas.
 *
 * @throws TypeError for a cell that is not what its column says; RangeError for more rows or longer texts than a
 *   spreadsheet holds, or titles that it does not take
 */
export const writeXlsx = async function* (book: Book, locale: Locale): AsyncGenerator<Uint8Array> {
  const { sheets } = book;
  const names = sheetNames(sheets, locale);
  const styles = stylesOf(sheets);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  yield* writeZip([
    { name: '[Content_Types].xml', content: contentTypes(sheets) },
    {
      name: '_rels/.rels',
      content: relations([
        relation('rId1', `${office}/officeDocument`, 'xl/workbook.xml'),
        relation('rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'),
      ]),
    },
    { name: 'docProps/core.xml', content: properties(book, locale) },
    { name: 'xl/workbook.xml', content: workbook(names) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, i) => relation(`rId${i + 1}`, `${office}/worksheet`, `worksheets/sheet${i + 1}.xml`)),
        relation(`rId${sheets.length + 1}`, `${office}/styles`, 'styles.xml'),
      ]),
    },
    { name: 'xl/styles.xml', content: styles.xml },
    ...sheets.map((sheet, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: worksheet(sheet, i === 0, styles, locale),
    })),
  ]);
};
