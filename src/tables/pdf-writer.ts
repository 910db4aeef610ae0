import { giveWay } from '../timing/give-way.ts';
import type { Locale, Text } from '../values/text.ts';
import { grouped, linesOf, madeBy, openPdf, type PdfDocument, TOGETHER, useFont, type Weight } from './pdf-text.ts';
import {
  type Book,
  type Column,
  type Sheet,
  TOTAL,
  textsOf,
  titlesOf,
  totalsOf,
  widthOf,
  withPlaces,
} from './table.ts';

/**
 * Tables over as many pages as they take, on letter paper across, with a text layer. Pages are handed on as they are
 * done, so what is held does not grow with the rows.
 */

const MARGIN = 36;
const SIZE = 7.5;
const TITLE_SIZE = 12;
const FOOT_SIZE = 7;
const PADDING = 2;
const LINE = SIZE * 1.2;
/** Room below the table for the foot. */
const FOOT = 16;
/** Rows between which others have their turn. */
const ROWS_AT_ONCE = 20;
/** How wide a digit is, in both weights: what widths of columns are counted in. */
const DIGIT = SIZE * 0.556;
/** The width to which texts may be narrowed, in characters: an account number is whole. Figures are never narrowed. */
const NARROW_TEXT = 18;
/** Characters side by side on letter paper across, which is 792 points wide. */
const ROOM = (792 - 2 * MARGIN) / DIGIT;

const FLAGS: Readonly<Record<string, Text>> = { true: { en: 'Yes', fr: 'Oui' }, false: { en: 'No', fr: 'Non' } };

const isNumber = ({ kind }: Column): boolean => kind === 'integer' || kind === 'decimal';

const shown = (text: string, column: Column, locale: Locale): string => {
  if (text === '') return '';
  if (column.kind === 'flag') return FLAGS[text]![locale];
  if (column.kind === 'instant') return text.slice(0, 19).replace('T', ' ');
  if (isNumber(column)) return grouped(withPlaces(text, column), locale);
  // A PDF has no tabs or line breaks inside a line.
  return text.replaceAll(/[\t\r\n]+/g, ' ');
};

const narrowed = (column: Column): number =>
  column.kind === 'text' ? Math.min(widthOf(column), NARROW_TEXT) : widthOf(column);

const widthsOf = (columns: readonly Column[], of: (column: Column) => number): number =>
  columns.reduce((sum, column) => sum + of(column), 0);

/** Columns of a sheet that are side by side on a page, by their places in a row, and how wide each is. */
interface Part {
  at: readonly number[];
  widthIn: (column: Column) => number;
}

/**
 * A sheet that is too wide for a page goes on behind it: as many columns as fit, each part with those again that say
 * what a row is of, which are the ones before the first figure.
 *
 * @param room characters that are side by side on a page
 */
const partsOf = (columns: readonly Column[], room: number): Part[] => {
  const whole = [...columns.keys()];
  if (widthsOf(columns, widthOf) <= room) return [{ at: whole, widthIn: widthOf }];
  const figures = Math.max(0, columns.findIndex(isNumber));
  const left = room - widthsOf(columns.slice(0, figures), narrowed);
  const count = Math.ceil(widthsOf(columns.slice(figures), narrowed) / Math.max(left, 1));
  const each = Math.ceil((columns.length - figures) / Math.min(count, columns.length - figures));
  return Array.from({ length: Math.ceil((columns.length - figures) / each) }, (_, i) => {
    const from = figures + i * each;
    return { at: [...whole.slice(0, figures), ...whole.slice(from, from + each)], widthIn: narrowed };
  });
};

/** The writing of one part of a sheet: where the next row goes, and pages as they are needed. */
const makeTable = (
  document: PdfDocument,
  { book, sheet, part }: { book: Book; sheet: Sheet; part: Part },
  locale: Locale,
  pages: { count: number },
) => {
  const columns = part.at.map((i) => sheet.columns[i]!);
  const wide = widthsOf(columns, part.widthIn);
  const titles = titlesOf(columns, locale);
  let y = 0;
  let places: { x: number; width: number }[] = [];

  const line = (text: string, x: number, top: number, width: number, weight: Weight, right: boolean): void => {
    useFont(document, text, weight, SIZE);
    const at = right ? x + width - document.widthOfString(text) : x;
    document.text(text, at, top, { lineBreak: false });
  };

  const draw = (texts: readonly string[], weight: Weight): void => {
    const cells = texts.map((text, i) =>
      text === '' ? [] : linesOf(document, text, { width: places[i]!.width, weight, size: SIZE }),
    );
    const most = Math.max(1, ...cells.map(({ length }) => length));
    const room = () => Math.floor((document.page.height - MARGIN - FOOT - PADDING - y) / LINE);
    for (let from = 0; from < most; ) {
      if (Math.min(most - from, TOGETHER) > room()) turn();
      const count = Math.min(most - from, Math.max(room(), 1));
      cells.forEach((lines, i) => {
        const { x, width } = places[i]!;
        for (const [n, text] of lines.slice(from, from + count).entries())
          line(text, x, y + n * LINE, width, weight, isNumber(columns[i]!));
      });
      y += count * LINE + PADDING;
      from += count;
    }
  };

  const turn = (): void => {
    document.addPage();
    pages.count++;
    const width = document.page.width - 2 * MARGIN;
    let x = MARGIN;
    places = columns.map((column) => {
      const own = (width * part.widthIn(column)) / wide;
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

/** Rows of a sheet in one of its parts, with its totals below. */
const drawRows = async function* (
  document: PdfDocument,
  of: { book: Book; sheet: Sheet; part: Part },
  locale: Locale,
  pages: { count: number },
): AsyncGenerator<Uint8Array> {
  const { columns } = of.sheet;
  const table = makeTable(document, of, locale, pages);
  const drawn = (texts: readonly string[]): string[] => of.part.at.map((i) => shown(texts[i]!, columns[i]!, locale));
  const totals = totalsOf(columns);
  table.turn();
  let rows = 0;
  for await (const row of of.sheet.rows()) {
    const texts = textsOf(row, columns);
    totals?.add(texts);
    table.draw(drawn(texts), 'plain');
    await giveWay();
    if (++rows % ROWS_AT_ONCE === 0) yield* madeBy(document);
  }
  if (!totals || rows === 0) return;
  table.draw(
    drawn(totals.sums()).map((text, i) => (i === 0 && text === '' ? TOTAL[locale] : text)),
    'bold',
  );
};

/**
 * A book as PDF: each sheet begins on a new page, the titles of its columns are on every page, texts are broken into
 * lines and never cut off: what is longer than a page goes on on the next. A sheet that is wider than a page comes in
 * parts, one behind the other. Latin, Greek and Cyrillic letters and Canadian syllabics are there; other scripts are
 * shown as boxes.
 *
 * @throws TypeError for a cell that is not what its column says
 */
export const writePdf = async function* (book: Book, locale: Locale): AsyncGenerator<Uint8Array> {
  const document = await openPdf({ title: book.title, made_at: book.made_at, layout: 'landscape' }, locale);
  const pages = { count: 0 };
  for (const sheet of book.sheets)
    for (const part of partsOf(sheet.columns, ROOM)) yield* drawRows(document, { book, sheet, part }, locale, pages);
  document.end();
  for await (const piece of document) yield piece;
};
