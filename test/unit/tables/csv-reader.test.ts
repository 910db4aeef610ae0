import { expect, test } from 'vitest';
import { csvWithFaults } from '../../../src/tables/csv-faults.ts';
import { type CsvShape, isReturnable, readCsv, readRows } from '../../../src/tables/csv-reader.ts';
import { csvPlace } from '../../../src/tables/csv-records.ts';
import { type Issue, Problem } from '../../../src/values/problem.ts';

const SHAPE = { columns: { name: { required: true }, hours: {}, earned_on: {} }, max_rows: 4 };

const rowsOf = async (text: string | Uint8Array) => {
  const rows = [];
  for await (const row of readCsv(Buffer.from(text), SHAPE)) rows.push(row);
  return rows;
};

/** What is wrong with a file: place and English text. */
const faultsOf = async (text: string | Uint8Array): Promise<Record<string, string>> => {
  const error = await rowsOf(text).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Problem)) throw new Error(`no problem but ${error}`);
  expect(error.status).toBe(422);
  for (const { text: told } of error.issues) expect(told.fr.length).toBeGreaterThan(5);
  return Object.fromEntries(error.issues.map(({ path, text: told }) => [path, told.en]));
};

test('rows come with the line in which each begins, by column name, in any order of columns', async () => {
  const file = '\ufeffHours, NAME\r\n36,"Ada\r\nL."\r\n\r\n7.5,"say ""hi"", twice"\n,Zoë\n';
  expect(await rowsOf(file)).toEqual([
    { line: 2, cells: { hours: '36', name: 'Ada\r\nL.' } },
    { line: 5, cells: { hours: '7.5', name: 'say "hi", twice' } },
    { line: 6, cells: { hours: '', name: 'Zoë' } },
  ]);
});

test('a cell that our writer escaped as a formula is read unescaped', async () => {
  const [row] = await rowsOf("name,hours\n'=1+1,'-5\n");
  expect(row!.cells).toEqual({ name: '=1+1', hours: '-5' });
  expect((await rowsOf("name\n'Abd\n"))[0]!.cells).toEqual({ name: "'Abd" });
});

test('a file of a spreadsheet in French is read: semicolons between cells, and commas in the numbers of columns of decimals', async () => {
  const columns = { name: { required: true }, hours: { decimal: true }, note: {} };
  const file = [
    '\ufeffNom, prénom [name];Hours;note',
    '"Roy; Ada";7,5;1,5',
    'Bo;1\u202f234,50;a, b',
    "Cy;-1 000,25;'=1",
    'Di;2.5;',
    'Ed;1.234,50;',
    'Flo;"3,25";"x"',
    '',
  ];
  const rows = [];
  for await (const { cells } of readCsv(Buffer.from(file.join('\r\n')), { columns, max_rows: 9 }))
    rows.push([cells.name, cells.hours, cells.note]);
  expect(rows).toEqual([
    ['Roy; Ada', '7.5', '1,5'],
    ['Bo', '1234.50', 'a, b'],
    ['Cy', '-1000.25', '=1'],
    ['Di', '2.5', ''],
    // No number in either language: it is reported as it came.
    ['Ed', '1.234,50', ''],
    ['Flo', '3.25', 'x'],
  ]);
  // With commas between cells a comma in a number stays what it is: nobody knows whether it groups thousands.
  for await (const { cells } of readCsv(Buffer.from('name,hours\nAda,"1,5"\n'), { columns, max_rows: 9 }))
    expect(cells.hours).toBe('1,5');
});

test.each([
  ['Prime, nuit, fin de semaine [name];Hours, worked [hours]', ';'],
  ['hours;Prime, nuit, fin de semaine [name]', ';'],
  ['"Prime, nuit [name]";Heures, sup. [hours];note', ';'],
  ['Night; weekend; evening [name],Hours; worked [hours]', ','],
  ['hours,Night; weekend; evening [name]', ','],
  ['"Night, weekend [name]",hours', ','],
])(
  'words before the names of columns may have the other separator, as many as they like: %s',
  async (header, separator) => {
    const columns = { name: {}, hours: { decimal: true }, note: {} };
    const width = header.includes('note') ? 3 : 2;
    const row = ['1', '2', ''].slice(0, width).join(separator);
    for await (const { cells } of readCsv(Buffer.from(`${header}\n${row}\n`), { columns, max_rows: 9 }))
      expect([cells.name, cells.hours].toSorted()).toEqual(['1', '2']);
  },
);

test('a file with semicolons comes back with its faults as it was written', async () => {
  const file = Buffer.from('name;hours\n"Roy; Ada";x\nBo;-1,5\n');
  const issues = [{ path: csvPlace(2, 'hours'), text: { en: 'must be a number', fr: 'doit être un nombre' } }];
  const pieces: Uint8Array[] = [];
  for await (const piece of csvWithFaults(file, issues, 'fr')) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe(
    '\ufeffname;hours;errors\r\n"Roy; Ada";x;hours: doit être un nombre\r\nBo;-1,5;\r\n',
  );
});

test.each([
  ['tabs', 'name\thours\nAda\t3', 'lines.1', /tabs; separate them with commas or semicolons/],
  ['an unknown column', 'name,hourz\nAda,3', 'lines.1.hourz', /no column of this file; it may have name,hours/],
  ['a column twice', 'name,hours,Hours\nAda,3,4', 'lines.1.hours', /more than once/],
  ['a required column that is not there', 'hours\n3', 'lines.1.name', /missing/],
  ['more cells than columns', 'name,hours\nAda,3\nBo,3,4', 'lines.3', /has 3 cells, and the first line names 2/],
  ['a quotation mark left open', 'name\n"a\r\nb"\nBo\n"Cy', 'lines.5', /never closed/],
  ['a quotation mark inside a cell', 'name\nA "B" C', 'lines.2', /write it twice/],
  ['one row too many', 'name\na\nb\nc\nd\ne', 'lines.6', /is row 5; a file may have 4/],
  ['a row without end', `name\n${'x'.repeat(600_000)}`, 'lines.2', /longer than 512 KiB/],
  ['a row of separators without end', `name\n${','.repeat(600_000)}`, 'lines.2', /longer than 512 KiB/],
  ['a row of very many cells', `name\nAda${','.repeat(16_384)}`, 'lines.2', /more than 16384 cells/],
  ['very many lines', `name\n${'\n'.repeat(50_000)}Ada`, 'lines.50001', /may have 50000, empty ones included/],
  ['no rows', 'name,hours\n', 'body', /has no rows/],
  ['nothing at all', '', 'body', /has no rows/],
])('%s is reported with its place', async (_, file, place, text) => {
  expect(await faultsOf(file)).toEqual({ [place]: expect.stringMatching(text) });
});

test('each of many unknown columns is named, and the known columns only once', async () => {
  const unknown = Array.from({ length: 300 }, (_, i) => `x${i}`);
  const faults = await faultsOf(`name,${unknown.join(',')}\nAda`);
  expect(Object.keys(faults)).toEqual([...unknown.slice(0, 100).map((name) => csvPlace(1, name)), 'body']);
  expect(Object.values(faults).filter((text) => text.includes('name,hours,earned_on'))).toHaveLength(1);
  expect(faults[csvPlace(1, 'x1')]).toBe('is no column of this file');
  expect(faults.body).toContain('200 more faults');
});

test('another encoding is reported with the line where it is found', async () => {
  const latin = (end: string) =>
    Buffer.concat([Buffer.from(`name${end}Zoë${end}Zo`), Buffer.from([0xeb]), Buffer.from(end)]);
  for (const end of ['\n', '\r\n', '\r'])
    expect(await faultsOf(latin(end))).toEqual({ 'lines.3': expect.stringContaining('not UTF-8') });
  const utf16 = { body: expect.stringContaining('UTF-16') };
  expect(await faultsOf(Buffer.from('\ufeffname\nAda', 'utf16le'))).toEqual(utf16);
  expect(await faultsOf(Buffer.from('name\nAda', 'utf16le'))).toEqual({ 'lines.1': expect.stringContaining('NUL') });
});

test('the faults of all rows are reported at once, by cell, and counted beyond a hundred', async () => {
  const text = { en: 'must be a number', fr: 'doit être un nombre' };
  const read = ({ cells }: { cells: Readonly<Record<string, string>> }) =>
    Number.isFinite(Number(cells.hours)) ? { value: Number(cells.hours) } : { issues: [{ path: 'hours', text }] };
  const shape = { ...SHAPE, max_rows: 500 };
  const good = await readRows(Buffer.from('name,hours\nA,1\nB,2'), shape, read);
  expect(good).toEqual([
    { line: 2, value: 1 },
    { line: 3, value: 2 },
  ]);
  const bad = Buffer.from(`name,hours\nA,1\n${'B,x\n'.repeat(130)}`);
  const error = (await readRows(bad, shape, read).catch((reason: unknown) => reason)) as Problem;
  expect(error.issues).toHaveLength(101);
  expect(error.issues[0]).toEqual({ path: csvPlace(3, 'hours'), text });
  expect(error.issues[100]!.text.en).toContain('30 more faults');
});

test('a cell of blanks alone is empty, also where no column is: a spreadsheet shows none of them', async () => {
  const rows = await rowsOf('name,hours,\u00a0\nAda,1, \nBo,2,\u00a0,\t, \n');
  expect(rows.map(({ cells }) => cells)).toEqual([
    { name: 'Ada', hours: '1' },
    { name: 'Bo', hours: '2' },
  ]);
});

test('each row with a cell beyond the columns is told, beside the faults of the other rows', async () => {
  const file = 'name,hours,\nAda,1,234,50\nBo,x\nCy,3,,4\nDi,5,6\n';
  const told = {
    'lines.2': 'has 4 cells, and the first line names 3 columns',
    'lines.4': 'has 4 cells, and the first line names 3 columns',
    'lines.5': 'has a cell in column 3, which has no name in the first line',
  };
  expect(await faultsOf(file)).toEqual(told);
  const text = { en: 'must be a number', fr: 'doit être un nombre' };
  const error = (await readRows(Buffer.from(file), { ...SHAPE, max_rows: 9 }, ({ cells }) =>
    cells.hours === 'x' ? { issues: [{ path: 'hours', text }] } : { value: cells },
  ).catch((reason: unknown) => reason)) as Problem;
  expect(error.issues.map(({ path, text }) => [path, text.en])).toEqual([
    ['lines.2', told['lines.2']],
    ['lines.3.hours', text.en],
    ['lines.4', told['lines.4']],
    ['lines.5', told['lines.5']],
  ]);
});

test('a file that was refused comes back with its faults beside the rows, and can be read again without them', async () => {
  const file = Buffer.from('name,hours\n"Ada, L.",36\n=Bo,-5\n"C\ny",');
  const text = { en: 'must be a number', fr: 'doit être un nombre' };
  const issues = [
    { path: csvPlace(3, 'hours'), text },
    { path: csvPlace(3), text: { en: 'is unknown', fr: 'est inconnu' } },
    { path: csvPlace(4, 'hours'), text },
    { path: 'body', text: { en: 'is late', fr: 'est en retard' } },
  ];
  const pieces = [];
  for await (const piece of csvWithFaults(file, issues, 'fr')) pieces.push(piece);
  const back = Buffer.concat(pieces);
  expect(back.toString()).toBe(
    [
      '\ufeffname,hours,errors; est en retard',
      '"Ada, L.",36,',
      "'=Bo,-5,hours: doit être un nombre; est inconnu",
      '"C\ny",,hours: doit être un nombre',
      '',
    ].join('\r\n'),
  );
});

/** A file as it comes back. */
const returned = async (file: string, issues: readonly Issue[]): Promise<string> => {
  const pieces = [];
  for await (const piece of csvWithFaults(Buffer.from(file), issues, 'en')) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const WRONG = { en: 'must be a number', fr: 'doit être un nombre' };

test.each([',', ';'])('a file that came back is read without its faults, and they are replaced: %s', async (s) => {
  const line = (...cells: string[]) => cells.join(s);
  const lines = [line('name', 'hours'), line('Ada', 'x'), line('Bo', '2')];
  const back = await returned(lines.join('\n'), [
    { path: csvPlace(2, 'hours'), text: WRONG },
    { path: 'body', text: { en: 'is late', fr: 'est en retard' } },
  ]);
  const again = await returned(back, [{ path: csvPlace(3, 'hours'), text: WRONG }]);
  expect(again.split('\r\n')).toEqual([
    `\ufeff${line('name', 'hours', 'errors')}`,
    line('Ada', 'x', ''),
    line('Bo', '2', 'hours: must be a number'),
    '',
  ]);
  const takenBack = { ...SHAPE, comes_back: true };
  for (const file of [back, again]) {
    const rows = await readRows(Buffer.from(file), takenBack, ({ cells }) => ({ value: cells }));
    expect(rows.map(({ value }) => value)).toEqual([
      { name: 'Ada', hours: 'x' },
      { name: 'Bo', hours: '2' },
    ]);
  }
  expect(await faultsOf(again)).toEqual({ 'lines.1.errors': expect.stringMatching(/no column of this file/) });
});

test('of a file that comes back, only the last column is that of faults, and no other of the name', async () => {
  const told = async (file: string, columns: CsvShape['columns'] = SHAPE.columns) => {
    const shape = { columns, max_rows: 9, comes_back: true };
    const read = readRows(Buffer.from(file), shape, ({ cells }) => ({ value: cells })).then(
      (rows) => rows.map(({ value }) => value),
      (error: Problem) => error.issues.map(({ path }) => path),
    );
    return await read;
  };
  expect(await told('name,errors,hours\nAda,late,1')).toEqual(['lines.1.errors']);
  expect(await told('name,errors,errors\nAda,,late')).toEqual(['lines.1.errors']);
  expect(await told('name,errors\nAda,late', { name: {}, errors: {} })).toEqual([{ name: 'Ada', errors: 'late' }]);
  const titled = 'Errors; night [hours]';
  expect(await told(`name,${titled}\nAda,1`)).toEqual([{ name: 'Ada', hours: '1' }]);
  expect(await returned(`name,${titled}\nAda,1`, [])).toBe(`\ufeffname,${titled},errors\r\nAda,1,\r\n`);
});

test('a figure that a comma cut in two is told where it reaches into the column of faults, and comes back whole', async () => {
  const file = 'name,hours,errors\nAda,1,234.50\nBo,2,hours: must be a number\nCy,1,234.50,\nDi,1,234.50,late\n';
  const shape = { ...SHAPE, comes_back: true };
  const { issues } = (await readRows(Buffer.from(file), shape, () => ({ value: 1 })).catch((e) => e)) as Problem;
  expect(issues.map(({ path }) => path)).toEqual(['lines.2.errors', 'lines.4.errors', 'lines.5']);
  expect(issues[0]!.text.en).toMatch(/^holds a number, and is not read/);
  expect(await returned(file, [])).toBe(
    '\ufeffname,hours,,,errors\r\nAda,1,234.50,,\r\nBo,2,,,\r\nCy,1,234.50,,\r\nDi,1,234.50,late,\r\n',
  );
});

test('a file that would come back a thousand times as large does not', async () => {
  const rows = 'a\n'.repeat(1_000);
  expect(await isReturnable(Buffer.from(`name,hours\n${','.repeat(100)}\n${rows}`))).toBe(true);
  expect(await isReturnable(Buffer.from(`name,hours\n${','.repeat(16_000)}\n${rows}`))).toBe(false);
});

test('a refused file is returned with the cells beyond its columns', async () => {
  const issues = [{ path: csvPlace(2), text: { en: 'has 3 cells', fr: 'a 3 cellules' } }];
  const pieces = [];
  for await (const piece of csvWithFaults(Buffer.from('name,hours\nAda,1,234.50\nBo,2\n'), issues, 'en'))
    pieces.push(piece);
  const back = '\ufeffname,hours,,errors\r\nAda,1,234.50,has 3 cells\r\nBo,2,,\r\n';
  expect(Buffer.concat(pieces).toString()).toBe(back);
});

test('others have their turns while a file of very short rows is read', async () => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await readRows(Buffer.from(`name,hours\n${'\n'.repeat(4_000)}Ada,1\n`), SHAPE, () => ({ value: 1 }));
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});

test('a large file is read without a warning of the runtime', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const rows = 4_000;
  const file = Buffer.from(`name\n${`${'x'.repeat(500)}\n`.repeat(rows)}`);
  let read = 0;
  for await (const _ of readCsv(file, { ...SHAPE, max_rows: rows })) read++;
  // Warnings come in the next turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  expect([read, warnings]).toEqual([rows, []]);
});
