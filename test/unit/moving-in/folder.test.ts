import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFolder } from '../../../src/moving-in/reading.ts';
import { ImportConflict } from '../../../src/moving-in/writing.ts';

/** A folder is read whatever it contains: what is not a file is a fault, and reading does not wait for it. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payroll-folder-'));
  await writeFile(join(folder, 'contractors.csv'), 'name\nBo\n');
});
afterEach(() => rm(folder, { recursive: true }));

const SHAPES = new Map(['employees.csv', 'contractors.csv'].map((name) => [name, { name: { required: true } }]));

test.each([
  ['a folder', (path: string) => mkdir(path)],
  ['a pipe that nobody writes to', (path: string) => promisify(execFile)('mkfifo', [path])],
  ['a link to a device without end', (path: string) => symlink('/dev/zero', path)],
])('%s with the name of an import file is reported as a fault, and the other files are read', async (_, make) => {
  await make(join(folder, 'employees.csv'));
  const { rows, unreadable, faults } = await readFolder(folder, SHAPES);
  expect(faults).toEqual([
    {
      file: 'employees.csv',
      text: { en: expect.stringContaining('not a file'), fr: expect.stringContaining('non un fichier') },
    },
  ]);
  expect([[...rows.keys()], [...unreadable]]).toEqual([['contractors.csv'], ['employees.csv']]);
});

test('a link to a file is read as the file', async () => {
  await symlink('contractors.csv', join(folder, 'employees.csv'));
  const { rows, faults } = await readFolder(folder, SHAPES);
  expect([rows.get('employees.csv'), faults]).toEqual([[{ line: 2, cells: { name: 'Bo' } }], []]);
});

test('a file with the name of an import file that is no CSV is a fault where the CSV is not there', async () => {
  await writeFile(join(folder, 'Employees.xlsx'), 'PK');
  const lacking = await readFolder(folder, SHAPES);
  expect(lacking.faults).toEqual([
    {
      file: 'Employees.xlsx',
      text: {
        en: 'is not read, and there is no employees.csv: save it under that name as CSV UTF-8, or remove it from the folder',
        fr: "n'est pas lu, et employees.csv n'est pas là : enregistrez-le sous ce nom au format CSV UTF-8, ou retirez-le du répertoire",
      },
    },
  ]);
  expect([...lacking.unreadable]).toEqual(['employees.csv']);
  await writeFile(join(folder, 'employees.csv'), 'name\nAda\n');
  expect((await readFolder(folder, SHAPES)).faults).toEqual([]);
});

test('a row that is refused when it is written is told with its reason, whatever that comes from; of many it is said how many', () => {
  const fault = (line: number) => ({ file: 'employees.csv', line, text: { en: 'has no room', fr: 'est de trop' } });
  const { text } = new ImportConflict(Array.from({ length: 12 }, (_, i) => fault(i + 2)));
  expect(text.en).toMatch(
    /^employees\.csv, line 2: has no room; .*line 11: has no room; and 2 more\. The check before had/,
  );
  expect(text.fr).toMatch(/^employees\.csv, ligne 2 : est de trop; .*ligne 11 : est de trop; et 2 de plus\. La vérif/);
  expect(new ImportConflict([fault(2)]).text.en).toBe(
    'employees.csv, line 2: has no room. The check before had found nothing wrong with it: if somebody has changed the company since, run the import again, and otherwise correct the row first. What was written so far is kept',
  );
});
