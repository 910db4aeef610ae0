import { crc32, inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import { extractText, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../src/tables/csv-reader.ts';
import { writeCsv } from '../../../src/tables/csv-writer.ts';
import { linesOf, openPdf } from '../../../src/tables/pdf-text.ts';
import { writePdf } from '../../../src/tables/pdf-writer.ts';
import { type Book, type Column, PIECE_BYTES, type Row } from '../../../src/tables/table.ts';
import { writeXlsx } from '../../../src/tables/xlsx-writer.ts';

// What is written is read again by readers of other makers.

const columns: Column[] = [
  { title: { en: 'Name', fr: 'Nom' }, kind: 'text', width: 30 },
  { title: { en: 'Paid on', fr: 'Payé le' }, kind: 'date' },
  { title: { en: 'Hours', fr: 'Heures' }, kind: 'integer', total: true },
  { title: { en: 'Gross', fr: 'Brut' }, kind: 'decimal', total: true },
  { title: { en: 'Approved at', fr: 'Approuvé le' }, kind: 'instant' },
  { title: { en: 'Final', fr: 'Définitif' }, kind: 'flag' },
];
const ROWS: Row[] = [
  ['Zoë "Zed", Lévesque & fils <x>', '2026-01-31', 36, '1234567890123.45', '2026-01-31T21:30:00.000000Z', true],
  ['=HYPERLINK("http://x")', '2024-02-29', '7', '-0.1', null, false],
  [null, null, null, null, null, null],
];

const bookOf = (rows: () => AsyncIterable<Row>, more: Column[] = columns): Book => ({
  title: { en: 'Register', fr: 'Registre' },
  made_at: '2026-02-01T12:00:00.000000Z',
  sheets: [
    { name: 'detail', title: { en: 'Detail', fr: 'Détail' }, columns: more, rows },
    { name: 'summary', title: { en: 'Summary', fr: 'Sommaire' }, columns: more, rows: () => every([]) },
  ],
});

async function* every(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}

const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};
const book = bookOf(() => every(ROWS));

describe('CSV', () => {
  test('is UTF-8 with a byte order mark, by RFC 4180, with escaped formulas', async () => {
    const text = (await bytesOf(writeCsv(book.sheets[0]!, 'fr'))).toString();
    expect(text.split('\r\n')).toEqual([
      '\ufeffNom,Payé le,Heures,Brut,Approuvé le,Définitif',
      '"Zoë ""Zed"", Lévesque & fils <x>",2026-01-31,36,1234567890123.45,2026-01-31T21:30:00.000000Z,true',
      '"\'=HYPERLINK(""http://x"")",2024-02-29,7,-0.10,,false',
      ',,,,,',
      '',
    ]);
  });

  test.each([
    '=1+1',
    '+1 416',
    '-x',
    '@SUM(A1)',
    '\tx',
    '\r=1',
    '  =1',
    '\uff1d1',
    "'=1",
    "''@x",
    "'Abd",
    'a=1',
    '',
    '"',
    'Fête;=2+3;x',
    'a;;  -1',
    "a;'=1;''@x",
    'a\n=1',
    'a\r\n\t;\n+1',
    ' \n=1',
    "'\n=1;",
  ])('%j is read again as it was', async (text) => {
    const sheet = {
      ...book.sheets[0]!,
      columns: [columns[0]!, columns[1]!],
      rows: () => every([[text, '2026-01-01']]),
    };
    const bytes = await bytesOf(writeCsv(sheet, 'en'));
    const row = (await readCsv(bytes, { columns: { Name: {}, 'Paid on': {} }, max_rows: 9 }).next()).value;
    expect(row!.cells.Name).toBe(text);
    const [, ...cells] = bytes.toString().split(/[;\r\n]/);
    for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@\uff1d]/);
  });
});

describe('xlsx', () => {
  test('has numbers, dates and texts that are never formulas, and a frozen header with filter and widths', async () => {
    const read = await readXlsx(await bytesOf(writeXlsx(book, 'en')));
    expect(read.sheets.map(({ name }) => name)).toEqual(['Detail', 'Summary']);
    const [sheet] = read.sheets;
    expect(sheet!.rows.slice(0, 3)).toEqual([
      ['Name', 'Paid on', 'Hours', 'Gross', 'Approved at', 'Final'],
      [ROWS[0]![0], new Date('2026-01-31'), 36, 1234567890123.45, new Date('2026-01-31T21:30:00Z'), true],
      ['=HYPERLINK("http://x")', new Date('2024-02-29'), 7, -0.1, null, false],
    ]);
    expect(sheet).toMatchObject({ freezePane: { rows: 1 }, autoFilter: { range: 'A1:F4' } });
    expect(sheet!.columns?.map(({ width }) => width)).toEqual([30, 12, 10, 14, 20, 8]);
  });

  test('has totals as formulas with their values, and only a header on an empty sheet', async () => {
    const read = await readXlsx(await bytesOf(writeXlsx(book, 'en')));
    const { rows, cells } = read.sheets[0]!;
    expect(rows[4]).toEqual(['Total', null, 43, 1234567890123.35, null, null].slice(0, rows[4]!.length));
    expect(cells?.get('4,2')?.formula).toBe('SUM(C2:C4)');
    expect(cells?.get('4,3')?.formula).toBe('SUM(D2:D4)');
    expect(read.sheets[1]!.rows).toHaveLength(1);
  });

  test('preserves characters that XML does not allow, and texts that look like their escapes', async () => {
    const text = 'a\u0001b\u001f_x0041_ & ]]> \ud83d\ude00\n c ';
    const one = bookOf(() => every([[text]]), [columns[0]!]);
    const read = await readXlsx(await bytesOf(writeXlsx(one, 'en')));
    expect(read.sheets[0]!.rows[1]![0]).toBe(text);
  });

  test('says of each of its files how long it is, and the sum by which readers check it', async () => {
    const many = Array.from({ length: 1_000 }, (_, i): Row => [`Person ${i}`, '2026-01-31', i, '1.5', null, true]);
    const archive = await bytesOf(
      writeXlsx(
        bookOf(() => every(many)),
        'en',
      ),
    );
    const DIRECTORY = 0x0201_4b50;
    const END_BYTES = 22;
    let at = archive.readUInt32LE(archive.length - END_BYTES + 16);
    const said: Record<string, { sum: number; bytes: number }> = {};
    const found: typeof said = {};
    while (archive.readUInt32LE(at) === DIRECTORY) {
      const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((of) => archive.readUInt16LE(at + of)) as [
        number,
        number,
        number,
      ];
      const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
      said[name] = { sum: archive.readUInt32LE(at + 16), bytes: archive.readUInt32LE(at + 24) };
      const local = archive.readUInt32LE(at + 42);
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const content = inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 20)));
      found[name] = { sum: crc32(content), bytes: content.length };
      at += 46 + nameBytes + extraBytes + noteBytes;
    }
    expect(said).toEqual(found);
    // The sheet was written in more than one piece.
    expect(Math.max(...Object.values(found).map(({ bytes }) => bytes))).toBeGreaterThan(PIECE_BYTES);
  });

  test('has the same bytes for the same content', async () => {
    const [one, two] = [await bytesOf(writeXlsx(book, 'en')), await bytesOf(writeXlsx(book, 'en'))];
    expect(one.equals(two)).toBe(true);
    const [pdf, again] = [await bytesOf(writePdf(book, 'en')), await bytesOf(writePdf(book, 'en'))];
    expect(pdf.equals(again)).toBe(true);
  });
});

describe('PDF', () => {
  test('continues a text that is longer than a page on the next one, without loss', async () => {
    const name = `${'W'.repeat(255)} ${'𝟜M'.repeat(127)}`;
    const narrow = Array.from({ length: 12 }, (_, i) => (i === 1 ? { ...columns[0]!, width: 11 } : columns[3]!));
    const figures = (text: string): Row => narrow.map((_, i) => (i === 1 ? text : '1.00'));
    const made = bookOf(() => every([figures(name), figures('Ada')]), narrow);
    const { text, totalPages } = await extractText(new Uint8Array(await bytesOf(writePdf(made, 'en'))), {
      mergePages: false,
    });
    expect(totalPages).toBe(3);
    const all = text.join('');
    expect([all.match(/W/g)?.length, all.match(/M/g)?.length]).toEqual([255, 127]);
    expect(text[1]).toContain('Ada');
  });

  test('has a text layer with accents and syllabics, its titles on every page, and its totals', async () => {
    const names = Array.from(
      { length: 120 },
      (_, i): Row => [`Élodie Côté-Œuvray ${i}`, '2026-01-31', 1, '1000.5', null, true],
    );
    const made = bookOf(() => every([...names, ['ᐃᓄᒃᑎᑐᑦ Łukasz', null, null, null, null, null]]));
    const bytes = await bytesOf(writePdf(made, 'fr'));
    const { text, totalPages } = await extractText(new Uint8Array(bytes), { mergePages: false });
    expect(totalPages).toBeGreaterThan(2);
    const [first, ...others] = text;
    expect(first).toContain('Registre – Détail');
    for (const page of [first, ...others.slice(0, -1)]) expect(page).toContain('Payé le');
    const all = text.join('\n');
    for (let i = 0; i < 120; i++) expect(all).toContain(`Élodie Côté-Œuvray ${i}`);
    expect(all).toContain('ᐃᓄᒃᑎᑐᑦ Łukasz');
    expect(all).toContain('Total 120 120 060,00');
    expect((await getMeta(new Uint8Array(bytes))).info).toMatchObject({ Title: 'Registre', Language: 'fr-CA' });
  });

  test('continues a sheet that is wider than a page on further pages, with its first columns, and breaks no figure', async () => {
    const figures = Array.from(
      { length: 33 },
      (_, i): Column => ({ title: { en: `Box${i}`, fr: `Case${i}` }, kind: 'decimal', total: true }),
    );
    const amount = (i: number): string => `${12_345_600 + i}.25`;
    const account = '1234567890RS0001';
    const one = (name: string): Row => [account, name, '2026-01-31', ...figures.map((_, i) => amount(i))];
    const made = bookOf(() => every([one('Ada'), one('Bo')]), [columns[0]!, columns[0]!, columns[1]!, ...figures]);
    const { text } = await extractText(new Uint8Array(await bytesOf(writePdf(made, 'fr'))), { mergePages: false });
    const pages = text.filter((page) => page.includes('Détail'));
    expect(pages.length).toBeLessThan(6);
    for (const page of pages)
      for (const whose of [`${account} Ada 2026-01-31`, `${account} Bo 2026-01-31`, 'Total'])
        expect(page).toContain(whose);
    const all = pages
      .join('\n')
      .replaceAll('\u00a0', ' ')
      .split(/ (?!\d{3}[ ,])|\n/);
    for (let i = 0; i < figures.length; i++) {
      const shown = `12 345 ${600 + i},25`;
      expect([shown, all.filter((part) => part === shown).length]).toEqual([shown, 2]);
      expect(all.filter((part) => part === `Case${i}`)).toHaveLength(1);
    }
  });

  test('breaks a text that is wider than its column into lines, without loss', async () => {
    const words = Array.from({ length: 25 }, (_, i) => `mot${i}`);
    const narrow = bookOf(
      () => every([[words.join(' '), null]]),
      [
        { ...columns[0]!, width: 2 },
        { ...columns[1]!, width: 40 },
      ],
    );
    const { text } = await extractText(new Uint8Array(await bytesOf(writePdf(narrow, 'en'))), { mergePages: true });
    for (const word of words) expect(text).toContain(word);
  });

  test('breaks a word of any length by measuring each of its letters some times, not once for each line', async () => {
    const document = await openPdf({ ...book, layout: 'portrait' }, 'en');
    const widthOfString = document.widthOfString.bind(document);
    let letters = 0;
    document.widthOfString = (text, options) => {
      letters += text.length;
      return widthOfString(text, options);
    };
    const word = 'Ąb́💸'.repeat(400);
    const lines = linesOf(document, word, { width: 40, weight: 'plain', size: 8 });
    expect(lines.join('')).toBe(word);
    expect(lines.length).toBeGreaterThan(100);
    // None of them is broken off before the next letter would be too much.
    for (const [i, line] of lines.slice(1).entries())
      expect(widthOfString(lines[i]! + [...line][0]!), lines[i]).toBeGreaterThan(40);
    expect(Math.max(...lines.map((line) => widthOfString(line)))).toBeLessThanOrEqual(40);
    expect(letters / word.length).toBeLessThan(20);
  });
});

test.each([
  ['a decimal as a float', 'decimal', 1.5],
  ['a number that is none', 'decimal', '1,5'],
  ['a date with a time', 'date', '2026-01-01T00:00:00Z'],
  ['a flag as a text', 'flag', 'true'],
] as const)('%s is refused', async (_, kind, cell) => {
  const column: Column = { title: { en: 'X', fr: 'X' }, kind };
  for (const write of [writeXlsx, writePdf, (one: Book) => writeCsv(one.sheets[0]!, 'en')])
    await expect(
      bytesOf(
        write(
          bookOf(() => every([[cell]]), [column]),
          'en',
        ),
      ),
    ).rejects.toThrow(TypeError);
});

test('rows are read as the file is read, and abandoned when the reader disconnects', async () => {
  for (const write of [writeXlsx, writePdf, (one: Book) => writeCsv(one.sheets[0]!, 'en')]) {
    let taken = 0;
    let ended = false;
    const rows = async function* (): AsyncGenerator<Row> {
      try {
        for (;;) yield [`row ${taken++} ${'x'.repeat(20)}`];
      } finally {
        ended = true;
      }
    };
    const made = { ...bookOf(rows, [columns[0]!]) };
    let bytes = 0;
    // Far more than is made before the first row is taken.
    for await (const piece of write(made, 'en')) {
      bytes += piece.length;
      if (bytes > 100_000) break;
    }
    expect(ended).toBe(true);
    expect(taken).toBeLessThan(100_000);
  }
});
