import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refusedWrites } from '../../projections/health.ts';
import { makeRefusals } from '../../src/event-store/refusals.ts';
import { folderContents } from '../../src/files/folder-contents.ts';

test('that files cannot be written is told until one is', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'payroll-files-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const refusals = makeRefusals(() => new Date('2026-11-28T07:00:00.000Z'));
  const folder = join(parent, 'mount', 'files');
  const { write } = folderContents(folder, refusals.files);
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
  await written();
  expect(refusedWrites(refusals)).toEqual({ degraded: [], details: [] });
  refusals.files.note(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  expect(refusedWrites(refusals).degraded[0]).toContain('the disk of FILES_DIR is full: make room on it');
});
