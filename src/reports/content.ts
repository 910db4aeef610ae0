import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { type Book, PIECE_BYTES, type Row, type Sheet } from '../tables/table.ts';
import { giveWay } from '../timing/give-way.ts';
import { objectOf } from '../values/json.ts';
import type { Locale } from '../values/text.ts';
import type { ReportCell, ReportSource, ReportType } from './model/report-type.ts';

/**
 * The content of a report as it is kept: rows before they are a CSV or a workbook in a language. Lines of JSON under
 * gzip: the position of the log that they are of, then of each sheet its name and its rows, last how many rows there
 * are. So a reader who finds the file has all of it, however it was made.
 */
const headSchema = z.object({ position: z.string() });
const tailSchema = z.object({ rows: z.record(z.string(), z.number()) });
type Head = z.infer<typeof headSchema>;
type SheetMark = { sheet: string };
type Tail = z.infer<typeof tailSchema>;

/** What a content is of, and what it holds. */
export type ContentSummary = Head & Tail;

/**
 * Rows of all sheets, from one moment.
 *
 * @param told takes what the content is of once all of it was read
 * @throws the signal's reason, TypeError of a cell that is none
 */
export async function* packed(
  type: ReportType,
  source: ReportSource,
  position: bigint,
  told: (summary: ContentSummary) => void = () => {},
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* through(createGzip(), linesToPack(type, source, position, told));
}

async function* linesToPack(
  type: ReportType,
  source: ReportSource,
  position: bigint,
  told: (summary: ContentSummary) => void,
): AsyncGenerator<string> {
  const head: Head = { position: position.toString() };
  yield `${JSON.stringify(head)}\n`;
  const rows: Record<string, number> = {};
  for (const sheet of type.sheets) {
    const mark: SheetMark = { sheet: sheet.name };
    let piece = `${JSON.stringify(mark)}\n`;
    let count = 0;
    for await (const row of sheet.rows(source)) {
      count++;
      piece += `${JSON.stringify(row)}\n`;
      await giveWay();
      if (piece.length < PIECE_BYTES) continue;
      yield piece;
      piece = '';
      source.signal.throwIfAborted();
    }
    yield piece;
    rows[sheet.name] = count;
  }
  const tail: Tail = { rows };
  yield `${JSON.stringify(tail)}\n`;
  told({ ...head, ...tail });
}

/** Bytes through gzip or back; what one end throws the other one throws too, and who leaves early ends both. */
async function* through(
  transform: ReturnType<typeof createGzip> | ReturnType<typeof createGunzip>,
  bytes: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const flow = pipeline(Readable.from(bytes), transform);
  flow.catch(() => {});
  try {
    for await (const piece of transform) yield piece;
    await flow;
  } finally {
    transform.destroy();
  }
}

async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of through(createGunzip(), bytes)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      yield line;
      await giveWay();
    }
  }
}

/** What a kept content is of, read off its first and last line. */
export const summaryOf = async (bytes: AsyncIterable<Uint8Array>): Promise<ContentSummary> => {
  let head: Head | undefined;
  let last = '';
  for await (const line of linesIn(bytes)) {
    head ??= headSchema.parse(JSON.parse(line));
    if (line.startsWith('{')) last = line;
  }
  // Its last line is its tail.
  const { rows } = tailSchema.parse(JSON.parse(last));
  return { position: head!.position, rows };
};

const isText = (cell: ReportCell): cell is Exclude<ReportCell, Row[number]> =>
  typeof cell === 'object' && cell !== null;

/** The rows of one sheet, in a language. Those of before a column was added at the end are blank there. */
async function* rowsOf(
  sheet: string,
  columns: Sheet['columns'],
  bytes: AsyncIterable<Uint8Array>,
  locale: Locale,
): AsyncGenerator<Row> {
  let inside = false;
  for await (const line of linesIn(bytes)) {
    if (line.startsWith('{')) {
      if (inside) return;
      inside = objectOf(JSON.parse(line)).sheet === sheet;
    } else if (inside) {
      // A line of a row holds its cells.
      const cells = JSON.parse(line) as ReportCell[];
      yield columns.map((_, i) => {
        const cell = cells[i] ?? null;
        return isText(cell) ? cell[locale] : cell;
      });
    }
  }
}

/**
 * A kept content as a book of sheets.
 *
 * @param read gives its bytes, from the beginning, as often as it is called
 * @param made_at when the report was asked for
 */
export const bookOf = (
  { title, sheets }: ReportType,
  read: () => AsyncIterable<Uint8Array>,
  locale: Locale,
  made_at: string,
): Book => ({
  title,
  made_at,
  sheets: sheets.map(({ name, title: called, columns }): Sheet => {
    return { name, title: called, columns, rows: () => rowsOf(name, columns, read(), locale) };
  }),
});
