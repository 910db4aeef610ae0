import { mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportContentsAreThere } from '../../src/audit/report-contents.ts';
import { findingsOf } from '../support/audit.ts';
import { startTestService, type TestCompany } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What is said of a report whose content is not there as it was written, in a FILES_DIR. */

const above = await mkdtemp(join(tmpdir(), 'payroll-contents-'));
const filesDir = join(above, 'files');
const service = await startTestService({ config: { filesDir } });
const company: TestCompany = await service.company();
afterAll(async () => {
  await service.close();
  await rm(above, { recursive: true, force: true });
});

let id: string;
beforeEach(async () => {
  id = (await company.request('POST', '/reports/year-to-date', {})).body.id;
  await until(async () => (await company.request('GET', `/reports/${id}`)).body.data.status === 'completed');
});

afterEach(() => company.request('DELETE', `/reports/${id}`));

/** Where the content of the report lies. */
const contentPath = async (): Promise<string> => {
  const [{ content } = { content: '' }] = await service.database.sql<{ content: string }[]>`
    select f.content from files f join file_contents c on c.id = f.content order by c.touched_at desc limit 1`;
  return join(filesDir, content.slice(0, 2), content);
};
const found = () => findingsOf(service, company.id, [reportContentsAreThere]);

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const read = async (accept: string) => {
  const headers = { Authorization: `Bearer ${company.token}`, Accept: accept };
  const answer = await fetch(`${service.url}/reports/${id}`, { headers });
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.includes('json') === true;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
};

describe('a content that was', () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ['lost', (path) => rm(path)],
    ['cut off', (path) => truncate(path, 40)],
    [
      'altered',
      async (path) => {
        const bytes = await readFile(path);
        bytes[40]! ^= 1;
        await writeFile(path, bytes);
      },
    ],
  ])('%s is refused in every format, with what to do, and the log names the report', async (_, damage) => {
    await damage(await contentPath());
    for (const accept of [CSV, XLSX]) {
      service.lines.length = 0;
      const { status, body } = await read(accept);
      expect([status, body]).toEqual([
        400,
        { message: 'The content of this report was lost or altered where it is kept. Create the report again.' },
      ]);
      const errors = service.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
      expect(errors).toMatchObject([{ report: id, err: { name: 'FileDamaged' } }]);
    }
  });
});

test('while the disk of FILES_DIR is not mounted a report is answered with 503, and as before when it is', async () => {
  await rename(filesDir, join(above, 'away'));
  await mkdir(filesDir);
  for (const accept of [CSV, XLSX]) {
    const { status, headers, body } = await read(accept);
    expect([status, headers.get('Retry-After'), body.message]).toEqual([
      503,
      '10',
      'The files that the service keeps cannot be reached at the moment; try again in a while.',
    ]);
  }
  expect(service.lines.some((line) => line.includes(id) && line.includes('ENOENT'))).toBe(true);
  await rm(filesDir, { recursive: true });
  await rename(join(above, 'away'), filesDir);
  for (const accept of [CSV, XLSX]) expect((await read(accept)).status).toBe(200);
});

test('a content that was deleted, as after a restore, is not said to be of an erased person', async () => {
  // As `payroll projections reset` does.
  await service.database.sql`delete from files where derived`;
  const { status, body } = await read(CSV);
  expect([status, body.message]).toEqual([
    400,
    'The content of this report was deleted: a person whom it may name was erased, or the service was restored from a backup. Create the report again.',
  ]);
});

describe('the audit finds', () => {
  test.each<[string, (path: string) => Promise<unknown>, string]>([
    ['lost', (path) => rm(path), '0 bytes'],
    ['cut off', (path) => truncate(path, 40), '36 bytes'],
  ])('a content that was %s, without reading it', async (_, damage, there) => {
    expect(await found()).toEqual([]);
    await damage(await contentPath());
    expect(await found()).toMatchObject([
      { invariant: 'report_contents_are_there', record: id, what: expect.stringContaining(there) },
    ]);
  });

  test('that no content can be looked at where FILES_DIR is not mounted', async () => {
    await rename(filesDir, join(above, 'away'));
    await mkdir(filesDir);
    expect(await found()).toMatchObject([
      { invariant: 'report_contents_are_there', record: company.id, what: expect.stringContaining('ENOENT') },
    ]);
    await rm(filesDir, { recursive: true });
    await rename(join(above, 'away'), filesDir);
  });
});
