import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refusedWrites } from '../../projections/health.ts';
import { makeRefusals } from '../../src/event-store/refusals.ts';
import { checkFolder, folderContents } from '../../src/files/folder-contents.ts';

test('that files cannot be written is told until one is', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'payroll-files-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const refusals = makeRefusals(() => new Date('2026-11-28T07:00:00.000Z'));
  const folder = join(parent, 'mount', 'files');
  const { write, read } = folderContents(folder, refusals.files);
  const bytes = async function* () {
    yield Buffer.from('some');
  };
  const written = () => write('abcdef', bytes(), async () => {});
  await writeFile(join(parent, 'mount'), '');
  await expect(written()).rejects.toThrow('ENOTDIR');
  expect(refusedWrites(refusals)).toEqual({
    degraded: ['files cannot be written since 2026-11-28T07:00:00.000Z: FILES_DIR fails: see its disk'],
    details: [expect.stringContaining('FILES_DIR fails: see its disk (ENOTDIR: ')],
  });
  refusals.written();
  // An append says nothing about the folder.
  expect(refusedWrites(refusals).degraded).toHaveLength(1);
  await rm(join(parent, 'mount'));
  await checkFolder(folder);
  await written();
  expect(refusedWrites(refusals)).toEqual({ degraded: [], details: [] });
  refusals.files.note(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  expect(refusedWrites(refusals).degraded[0]).toContain('the disk of FILES_DIR is full: make room on it');
  await written();
  // One file that is gone may have been deleted.
  for await (const _ of read('ffffff'));
  expect(refusedWrites(refusals).degraded).toEqual([]);
});

test('a FILES_DIR that is lost is told, and not made anew below the disk that it was on', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'payroll-files-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const refusals = makeRefusals();
  const folder = join(parent, 'mount');
  const { write, read } = folderContents(folder, refusals.files);
  const bytes = async function* () {
    yield Buffer.from('some');
  };
  await expect(write('abcdef', bytes(), async () => {})).rejects.toThrow('ENOENT');
  expect(refusedWrites(refusals).degraded).toEqual([expect.stringContaining('FILES_DIR is not there: mount its disk')]);
  expect(await readdir(parent)).toEqual([]);
  refusals.files.written();
  await expect(read('abcdef')[Symbol.asyncIterator]().next()).rejects.toThrow('cannot be reached');
  expect(refusedWrites(refusals).degraded).toHaveLength(1);
});

test('that the database has no connection left is told until an append is written', () => {
  const refusals = makeRefusals(() => new Date('2026-11-28T07:00:00.000Z'));
  refusals.note(Object.assign(new Error('too many connections for role "payroll"'), { code: '53300' }));
  expect(refusedWrites(refusals).degraded).toEqual([
    'writes are refused since 2026-11-28T07:00:00.000Z: the database has no connection left: raise its max_connections, or end what holds them',
  ]);
  refusals.written();
  expect(refusedWrites(refusals).degraded).toEqual([]);
});
