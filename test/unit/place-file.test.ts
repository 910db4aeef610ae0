import promises, { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeFiles } from '../../src/cli/commands/payments.ts';
import { placeFile } from '../../src/cli/terminal/place-file.ts';

test('a file for the bank is there whole or not at all: nothing is left of one that the disk does not take', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const some = await open(join(folder, 'some'), 'w');
  const handles: object = Object.getPrototypeOf(some);
  await some.close();
  await rm(join(folder, 'some'));
  const full = vi.spyOn(handles as { sync: () => Promise<void> }, 'sync').mockRejectedValueOnce(new Error('ENOSPC'));
  await expect(placeFile('A-0001.txt', 'accounts', folder)).rejects.toThrow(
    `${join(folder, 'A-0001.txt')} could not be written (ENOSPC), and nothing of it is there: make room for it, or give another folder, and run the command again`,
  );
  full.mockRestore();
  expect(await readdir(folder)).toEqual([]);
  const path = await placeFile('A-0001.txt', 'accounts', folder);
  expect(await placeFile('A-0001.txt', 'accounts', folder)).toBe(path);
  await expect(placeFile('A-0001.txt', 'others', folder)).rejects.toThrow('exists with other contents');
  expect([await readdir(folder), await readFile(path, 'latin1')]).toEqual([['A-0001.txt'], 'accounts']);
});

test('a file system without hard links is named, and one that syncs no folders has its files all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const refused = (code: string) => Object.assign(new Error(`${code}: refused`), { code });
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  vi.spyOn(promises, 'link').mockRejectedValueOnce(refused('EPERM'));
  syncBuiltinESMExports();
  await expect(placeFile('A-0001.txt', 'accounts', folder)).rejects.toThrow(
    `${join(folder, 'A-0001.txt')} could not be written (EPERM: refused), and nothing of it is there: the folder is on a file system without hard links`,
  );
  expect(await readdir(folder)).toEqual([]);
  const handle = await open(folder, 'r');
  const handles: object = Object.getPrototypeOf(handle);
  const kept = handles as { sync: () => Promise<void> };
  const { sync } = kept;
  await handle.close();
  // The first of a file, the second of its folder.
  const second = (error: Error) => vi.spyOn(kept, 'sync').mockImplementationOnce(sync).mockRejectedValueOnce(error);
  second(refused('EINVAL'));
  const path = await placeFile('A-0001.txt', 'accounts', folder);
  expect([await readdir(folder), await readFile(path, 'latin1')]).toEqual([['A-0001.txt'], 'accounts']);
  second(refused('EIO'));
  await expect(placeFile('A-0002.txt', 'accounts', folder)).rejects.toThrow(
    `${join(folder, 'A-0002.txt')} is there, but may be gone after a power failure (EIO: refused)`,
  );
  vi.mocked(kept.sync).mockRestore();
  expect(await placeFile('A-0002.txt', 'accounts', folder)).toBe(join(folder, 'A-0002.txt'));
});

test('what went wrong is told, also where nothing of the file can be taken away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payroll-place-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  // A name too long for the file beside it: it can be neither opened nor removed.
  const long = `${'A'.repeat(230)}.txt`;
  await expect(placeFile(long, 'accounts', folder)).rejects.toThrow(`${join(folder, long)} could not be written`);
});

test('no folder is none: the command line is wrong, and nothing is begun', () => {
  expect(() => writeFiles({}, { to: '' })).toThrow('--to is blank: give the folder for the files');
});
