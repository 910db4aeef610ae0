import { createRequire } from 'node:module';
import type { Locale, Text } from '../values/text.ts';
import {
  type Book,
  type Column,
  giveWay,
  type Sheet,
  TOTAL,
  textsOf,
  titlesOf,
  totalsOf,
  widthOf,
  withPlaces,
} from './table.ts';

/**
 * Tables over as many pages as they take, on letter paper across, with a text layer. Pages are handed on as they are done,
 * so what is held does not grow with the rows.
 */

const MARGIN = 36;
const SIZE = 7.5;
const TITLE_SIZE = 12;
const FOOT_SIZE = 7;
const PADDING = 2;
const LINE = SIZE * 1.2;
/** Room below the table for the foot. */
const FOOT = 16;
/** Lines that one cell may take; a name is shorter, and a text of a thousand characters belongs in another file. */
const MAX_LINES = 40;
/** Rows between which others have their turn. */
const ROWS_AT_ONCE = 20;

const FLAGS: Readonly<Record<string, Text>> = { true: { en: 'Yes', fr: 'Oui' }, false: { en: 'No', fr: 'Non' } };

/** What the fonts that every reader of PDF has can write: Windows-1252. */
const STANDARD =
  /^[\x20-\x7e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;
const FONTS = {
  plain: { standard: 'Helvetica', wide: 'wide' },
  bold: { standard: 'Helvetica-Bold', wide: 'wide-bold' },
} as const;
type Weight = keyof typeof FONTS;

const isNumber = ({ kind }: Column): boolean => kind === 'integer' || kind === 'decimal';

/** Grouped by thousands as the language has it; the figure itself stays a text. */
const grouped = (text: string, locale: Locale): string => {
  const [whole = '', fraction] = text.split('.');
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, locale === 'fr' ? '\u00a0' : ',');
  return fraction === undefined ? parts : `${parts}${locale === 'fr' ? ',' : '.'}${fraction}`;
};

const shown = (text: string, column: Column, locale: Locale): string => {
  if (text === '') return '';
  if (column.kind === 'flag') return FLAGS[text]![locale];
  if (column.kind === 'instant') return text.slice(0, 19).replace('T', ' ');
  if (isNumber(column)) return grouped(withPlaces(text, column), locale);
  // A PDF has no tabs or line breaks inside a line.
  return text.replaceAll(/[\t\r\n]+/g, ' ');
};

const open = async (book: Book, locale: Locale) => {
  // It is large, and most processes never make one.
  const { default: PDFDocument } = await import('pdfkit');
  const made_at = new Date(book.made_at);
  const document = new PDFDocument({
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: `${locale}-CA`,
    displayTitle: true,
    // It would keep the layout of every text that it ever wrote.
    fontLayoutCache: false,
    info: {
      Title: book.title[locale],
      CreationDate: made_at,
      ModDate: made_at,
      Producer: 'payroll-ledger',
      Creator: 'payroll-ledger',
    },
  });
  const { resolve } = createRequire(import.meta.url);
  document.registerFont('wide', resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
  document.registerFont('wide-bold', resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
  return document;
};
type Document = Awaited<ReturnType<typeof open>>;

const useFont = (document: Document, text: string, weight: Weight, size: number): void => {
  document.font(STANDARD.test(text) ? FONTS[weight].standard : FONTS[weight].wide).fontSize(size);
};

/** A text in lines no wider than its column; a word that is wider by itself is broken. */
const linesOf = (document: Document, text: string, width: number, weight: Weight): string[] => {
  useFont(document, text, weight, SIZE);
  const fits = (part: string): boolean => document.widthOfString(part) <= width;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    while (!fits(word) && word.length > 1) {
      let cut = word.length - 1;
      while (cut > 1 && !fits(word.slice(0, cut))) cut--;
      lines.push(word.slice(0, cut));
      word = word.slice(cut);
    }
    line = word;
  }
  lines.push(line);
  if (lines.length > MAX_LINES) throw new RangeError(`a cell takes at most ${MAX_LINES} lines, not ${lines.length}`);
  return lines;
};

/** The writing of one sheet: where the next row goes, and pages as they are needed. */
const makeTable = (document: Document, book: Book, sheet: Sheet, locale: Locale, pages: { count: number }) => {
  const { columns } = sheet;
  const wide = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const titles = titlesOf(columns, locale);
  let y = 0;
  let places: { x: number; width: number }[] = [];

  const line = (text: string, x: number, top: number, width: number, weight: Weight, right: boolean): void => {
    useFont(document, text, weight, SIZE);
    const at = right ? x + width - document.widthOfString(text) : x;
    document.text(text, at, top, { lineBreak: false });
  };

  const draw = (texts: readonly string[], weight: Weight): void => {
    const cells = texts.map((text, i) => (text === '' ? [] : linesOf(document, text, places[i]!.width, weight)));
    const height = Math.max(1, ...cells.map(({ length }) => length)) * LINE + PADDING;
    if (y + height > document.page.height - MARGIN - FOOT) turn();
    cells.forEach((lines, i) => {
      const { x, width } = places[i]!;
      for (const [n, text] of lines.entries()) line(text, x, y + n * LINE, width, weight, isNumber(columns[i]!));
    });
    y += height;
  };

  const turn = (): void => {
    document.addPage();
    pages.count++;
    const width = document.page.width - 2 * MARGIN;
    let x = MARGIN;
    places = columns.map((column) => {
      const own = (width * widthOf(column)) / wide;
      const place = { x, width: own - 2 * PADDING };
      x += own;
      return place;
    });
    const title = book.sheets.length > 1 ? `${book.title[locale]} – ${sheet.title[locale]}` : book.title[locale];
    useFont(document, title, 'bold', TITLE_SIZE);
    document.text(title, MARGIN, MARGIN, { lineBreak: false });
    useFont(document, '', 'plain', FOOT_SIZE);
    const foot = document.page.height - MARGIN;
    document.text(`${book.made_at.slice(0, 19).replace('T', ' ')} UTC`, MARGIN, foot, { lineBreak: false });
    const number = String(pages.count);
    document.text(number, document.page.width - MARGIN - document.widthOfString(number), foot, { lineBreak: false });
    y = MARGIN + TITLE_SIZE * 2;
    draw(titles, 'bold');
    document
      .moveTo(MARGIN, y - 1)
      .lineTo(document.page.width - MARGIN, y - 1)
      .lineWidth(0.5)
      .stroke();
    y += PADDING;
  };

  return { turn, draw };
};

/** What the document has made so far. */
const madeBy = function* (document: Document): Generator<Uint8Array> {
  for (;;) {
    const piece = document.read();
    if (piece === null) return;
    yield piece;
  }
};

/**
 * A book as PDF: each sheet begins on a new page, the titles of its columns stand on every page, texts are broken into lines
 * and never cut off. Latin, Greek and Cyrillic letters and Canadian syllabics are there; other scripts are shown as boxes.
 *
 * @throws TypeError for a cell that is not what its column says, RangeError for one of more than 40 lines
 */
export const writePdf = async function* (book: Book, locale: Locale): AsyncGenerator<Uint8Array> {
  const document = await open(book, locale);
  const pages = { count: 0 };
  for (const sheet of book.sheets) {
    const { columns } = sheet;
    const table = makeTable(document, book, sheet, locale, pages);
    const totals = totalsOf(columns);
    table.turn();
    let rows = 0;
    for await (const row of sheet.rows()) {
      const texts = textsOf(row, columns);
      totals?.add(texts);
      table.draw(
        texts.map((text, i) => shown(text, columns[i]!, locale)),
        'plain',
      );
      if (++rows % ROWS_AT_ONCE !== 0) continue;
      yield* madeBy(document);
      await giveWay();
    }
    if (totals && rows > 0) {
      const sums = totals.sums().map((text, i) => shown(text, columns[i]!, locale));
      table.draw(
        sums.map((text, i) => (i === 0 && text === '' ? TOTAL[locale] : text)),
        'bold',
      );
    }
  }
  document.end();
  for await (const piece of document) yield piece;
};
