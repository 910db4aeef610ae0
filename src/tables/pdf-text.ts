import { createRequire } from 'node:module';
import type { Locale, Text } from '../values/text.ts';

/** Text on the pages of a PDF: its fonts, lines no wider than their place, amounts as people write them. */

/** Lines of a place that are kept on one page; those of a longer text go on on the next. */
export const TOGETHER = 40;

/** What the fonts that every reader of PDF has can write: Windows-1252. */
const STANDARD =
  /^[\x20-\x7e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;
const FONTS = {
  plain: { standard: 'Helvetica', wide: 'wide' },
  bold: { standard: 'Helvetica-Bold', wide: 'wide-bold' },
} as const;
export type Weight = keyof typeof FONTS;

/** Grouped by thousands as the language has it; the figure itself stays a text. */
export const grouped = (text: string, locale: Locale): string => {
  const [whole = '', fraction] = text.split('.');
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, locale === 'fr' ? '\u00a0' : ',');
  return fraction === undefined ? parts : `${parts}${locale === 'fr' ? ',' : '.'}${fraction}`;
};

export interface PdfBook {
  title: Text;
  /** Stands in the file, so that it is the same to the byte when it is made again. */
  made_at: string;
  layout: 'portrait' | 'landscape';
}

/** A document whose first page is yet to be added. */
export const openPdf = async (book: PdfBook, locale: Locale) => {
  // It is large, and most processes never make one.
  const { default: PDFDocument } = await import('pdfkit');
  const made_at = new Date(book.made_at);
  const document = new PDFDocument({
    size: 'LETTER',
    layout: book.layout,
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
export type PdfDocument = Awaited<ReturnType<typeof openPdf>>;

/** The font that has the letters of a text. */
export const useFont = (document: PdfDocument, text: string, weight: Weight, size: number): void => {
  document.font(STANDARD.test(text) ? FONTS[weight].standard : FONTS[weight].wide).fontSize(size);
};

/**
 * How many of the letters from a place on fit, one at least. Twice as many are measured until they do not fit, then
 * what is between: whoever measured all the rest for each line would be busy for seconds with a long word.
 */
const countFitting = (letters: readonly string[], from: number, fits: (part: string) => boolean): number => {
  const left = letters.length - from;
  const isFitting = (count: number) => fits(letters.slice(from, from + count).join(''));
  let fitting = 1;
  let next = Math.min(8, left);
  while (next > fitting && isFitting(next)) {
    fitting = next;
    next = Math.min(next * 2, left);
  }
  for (let tooMany = next; tooMany - fitting > 1; ) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (isFitting(middle)) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
};

/** A text in lines no wider than its column; a word that is wider by itself is broken. */
export const linesOf = (
  document: PdfDocument,
  text: string,
  { width, weight, size }: { width: number; weight: Weight; size: number },
): string[] => {
  useFont(document, text, weight, size);
  const fits = (part: string): boolean => document.widthOfString(part) <= width;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const letters = [...word];
    let from = 0;
    for (let count = countFitting(letters, from, fits); from + count < letters.length; ) {
      lines.push(letters.slice(from, from + count).join(''));
      from += count;
      count = countFitting(letters, from, fits);
    }
    line = letters.slice(from).join('');
  }
  lines.push(line);
  return lines;
};

/** What the document has made so far. */
export const madeBy = function* (document: PdfDocument): Generator<Uint8Array> {
  for (;;) {
    const piece = document.read();
    if (piece === null) return;
    yield piece;
  }
};
