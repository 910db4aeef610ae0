import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { startServer } from '../../src/http/server.ts';
import { type FileType, notReady, type Operation } from '../../src/kernel/definition/operation.ts';
import { writeCsv } from '../../src/tables/csv-writer.ts';
import type { Book } from '../../src/tables/table.ts';
import { writeXlsx } from '../../src/tables/xlsx-writer.ts';
import { refused } from '../../src/values/problem.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';
import { until } from '../support/until.ts';

// A made-up register that is read as JSON, CSV or a spreadsheet, and a tap that never ends.

const book: Book = {
  title: { en: 'Register', fr: 'Registre' },
  made_at: '2026-03-02T15:00:00.000000Z',
  sheets: [
    {
      name: 'all',
      title: { en: 'All', fr: 'Tout' },
      columns: [{ title: { en: 'Name', fr: 'Nom' }, kind: 'text' }],
      rows: async function* () {
        yield ['Zoë'];
      },
    },
  ],
};

let ready = true;
const tap = { poured: 0, closed: 0, failsAt: Number.POSITIVE_INFINITY };
const pour = async function* (): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      if (tap.poured >= tap.failsAt) throw new Error('the well is dry');
      tap.poured++;
      yield Buffer.alloc(64 * 1024, 'x');
    }
  } finally {
    tap.closed++;
  }
};

const common = { method: 'GET', auth: 'company', tag: 'register' } as const;
const schema = z.object({ rows: z.int() }).meta({ id: 'register' });
const operations: Operation[] = [
  {
    ...common,
    id: 'retrieve_register',
    path: '/registers/{register}',
    summary: 'Retrieve a register',
    answers: {
      200: { description: 'The register', schema, files: ['csv', 'xlsx'] },
      202: { description: 'It is still being made', retryAfter: true },
    },
    run: async (call) => {
      const { register } = call.params;
      if (register === 'locked') throw refused({ en: 'It is locked.', fr: 'Il est verrouillé.' });
      // What one record has may be less than what the operation can answer.
      const type = call.choose(register === 'plain' ? ['json', 'csv'] : ['json', 'csv', 'xlsx']);
      if (type === 'json') return { status: 200, body: { rows: 1 } };
      if (!ready) return notReady(2);
      const bytes = type === 'csv' ? writeCsv(book.sheets[0]!, call.locale) : writeXlsx(book, call.locale);
      return { status: 200, file: { type: type as FileType, bytes, name: `registre d’été "1".${type}` } };
    },
  },
  {
    ...common,
    id: 'download_register',
    path: '/registers/{register}/download',
    summary: 'Download a register',
    answers: { 200: { description: 'Its file', files: ['csv', 'pdf'] } },
    run: async (call) => ({ status: 200, file: { type: call.choose(['pdf']) as FileType, bytes: pour(), size: 5 } }),
  },
  {
    ...common,
    id: 'open_tap',
    path: '/tap',
    summary: 'Open the tap',
    answers: { 200: { description: 'It runs', files: ['csv'] } },
    run: async () => ({ status: 200, file: { type: 'csv', bytes: pour() } }),
  },
  {
    ...common,
    method: 'POST',
    id: 'import_register',
    path: '/registers',
    summary: 'Import a register',
    upload: { types: ['text/csv'], member: 'file', description: 'Names' },
    answers: {
      201: { description: 'Taken', schema },
      422: { description: 'The file again, with what is wrong in it', files: ['csv'] },
    },
    run: async ({ upload, choose }) => {
      const bytes = async function* () {
        yield Buffer.concat([upload!.bytes, Buffer.from(',errors')]);
      };
      if (choose(['json', 'csv']) === 'csv') return { status: 422, file: { type: 'csv', bytes: bytes() } };
      return { status: 201, body: { rows: 1 } };
    },
  },
];

const database = await freshDatabase();
const http = await startTestApp(database, { operations });
const server = await startServer(http.app, { host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await server.drain(0);
  await http.close();
  await database.drop();
});
const token = await http.tokenOf('cmp_A');
const get = (path: string, accept?: string, headers = {}) =>
  http.call('GET', path, { token, headers: { ...(accept === undefined ? {} : { Accept: accept }), ...headers } });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('Accept chooses the format', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; header=present', 'text/csv'],
    [XLSX, XLSX],
    ['text/*', 'text/csv'],
    ['application/*', 'application/json'],
    ['application/json;q=0.5, text/csv;q=0.8', 'text/csv'],
    ['text/csv;q=0, */*', 'application/json'],
    ['application/json;q=0, */*;q=0.1', 'text/csv'],
    ['application/problem+json', 'application/json'],
    [`text/html, application/xhtml+xml, ${XLSX};q=0.9, */*;q=0.1`, XLSX],
  ])('%s: %s', async (accepted, type) => {
    const { status, headers } = await get('/registers/r', accepted);
    expect([status, headers.get('Content-Type')?.split(';')[0], headers.get('Vary')]).toEqual([200, type, 'Accept']);
  });

  test.each(['image/png', 'text/csv;q=0', 'application/json;q=0, text/*;q=0, application/vnd.ms-excel'])(
    '%s is answered with 406 and the formats that there are',
    async (accepted) => {
      const { status, body } = await get('/registers/r', accepted);
      expect([status, body.message]).toEqual([406, expect.stringContaining(`application/json, text/csv, ${XLSX}`)]);
    },
  );

  test.each([
    ['ranges', [...Array(50).fill('image/png'), 'text/csv'].join(', ')],
    ['characters', `image/png; of="${'x'.repeat(4_000)}", text/csv`],
  ])('more %s than are read are refused, and not passed over', async (_what, accepted) => {
    const { status, body } = await get('/registers/r', accepted);
    expect([status, body.errors]).toEqual([422, { Accept: ['must have at most 50 media types, and 4000 characters'] }]);
  });

  test('a record with fewer formats is refused with those that it has, and problems are always JSON', async () => {
    expect((await get('/registers/plain', XLSX)).body.message).toMatch(/There is: application\/json, text\/csv\.$/);
    expect((await get('/registers/r/download', 'text/csv')).body.message).toMatch(/There is: application\/pdf\.$/);
    expect(await get('/registers/locked', 'text/csv')).toMatchObject({
      status: 400,
      body: { message: 'It is locked.' },
    });
    const french = await get('/registers/r', 'image/png', { 'Accept-Language': 'fr' });
    expect(french.body.message).toContain('disponibles ici :');
  });
});

test('a file has a type and a name; one that is not ready is answered with 202 and when to retry', async () => {
  const { headers, text } = await get('/registers/r', 'text/csv', { 'Accept-Language': 'fr' });
  expect(text).toBe('\ufeffNom\r\nZoë\r\n'.slice(1));
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('Content-Disposition')).toBe(
    `attachment; filename="registre_d_e_te_1_.csv"; filename*=UTF-8''registre%20d%E2%80%99%C3%A9t%C3%A9%20%221%22.csv`,
  );
  expect(headers.get('Cache-Control')).toBe('no-store');
  ready = false;
  const later = await get('/registers/r', 'text/csv');
  expect([later.status, later.headers.get('Retry-After'), later.text]).toEqual([202, '2', '']);
  ready = true;
});

test('a refusal may be a file, and its idempotency key stays free', async () => {
  const send = (accepted: string) =>
    http.call('POST', '/registers', {
      token,
      raw: 'name\nA',
      headers: { 'Content-Type': 'text/csv', Accept: accepted, 'X-Idempotency-Key': 'k' },
    });
  const refusedFile = await send('text/csv');
  expect([refusedFile.status, refusedFile.text]).toEqual([422, 'name\nA,errors']);
  expect((await send('application/json')).status).toBe(201);
});

/** Asks for the tap by hand, and reads nothing that is not asked for. */
const drink = async () => {
  const socket = connect(server.address.port, '127.0.0.1');
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET /tap HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
};

describe('a file over a connection', () => {
  test('a slow reader slows the source, and a reader that disconnects ends it', async () => {
    Object.assign(tap, { poured: 0, closed: 0 });
    const socket = await drink();
    await until(() => tap.poured > 0);
    // It stands still when the buffers of the connection are full.
    let seen = -1;
    let stood = 0;
    await until(() => {
      stood = tap.poured === seen ? stood + 1 : 0;
      seen = tap.poured;
      return stood === 20;
    });
    // Some megabytes fit into the kernel's buffers of a loopback connection.
    expect(tap.poured).toBeLessThan(400);
    expect(tap.closed).toBe(0);
    socket.destroy();
    await until(() => tap.closed === 1);
  });

  test('a failing source breaks the connection, so that the file is not taken as complete, and is logged', async () => {
    Object.assign(tap, { poured: 0, closed: 0, failsAt: 5 });
    const answer = await fetch(`http://127.0.0.1:${server.address.port}/tap`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    tap.failsAt = Number.POSITIVE_INFINITY;
    expect(http.lines.filter(({ msg }) => msg === 'an answer was cut off by an error')).toMatchObject([
      { error: { message: 'the well is dry' } },
    ]);
  });

  test('a source that fails before its first piece has an answer of its own', async () => {
    Object.assign(tap, { poured: 0, closed: 0, failsAt: 0 });
    const answer = await fetch(`http://127.0.0.1:${server.address.port}/tap`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    tap.failsAt = Number.POSITIVE_INFINITY;
    expect([answer.status, answer.headers.get('Content-Disposition'), await answer.json()]).toEqual([
      500,
      null,
      { message: expect.any(String) },
    ]);
  });

  test('HEAD does not open the source', async () => {
    Object.assign(tap, { poured: 0, closed: 0 });
    const answer = await fetch(`http://127.0.0.1:${server.address.port}/tap`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([answer.status, answer.headers.get('Content-Type')?.split(';')[0], tap.poured]).toEqual([
      200,
      'text/csv',
      0,
    ]);
  });
});

/** What is looked at of the reference. */
interface ReferenceOf {
  paths: Record<string, Record<string, { responses: Record<number, { content?: Record<string, unknown> }> }>>;
  components: { responses: Record<string, unknown> };
}

test('the reference shows each representation, the 202 with its Retry-After, and the 406', () => {
  const { paths, components } = openApiDocument(operations, 'http://127.0.0.1') as unknown as ReferenceOf;
  const { responses } = paths['/registers/{register}']!.get!;
  expect(responses[200]!.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/register' } },
    'text/csv': { schema: { type: 'string' } },
    [XLSX]: { schema: { type: 'string', format: 'binary' } },
  });
  expect(responses[202]).toMatchObject({ headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } });
  expect(responses[202]).not.toHaveProperty('content');
  expect(responses[406]).toEqual({ $ref: '#/components/responses/not_acceptable' });
  expect(components.responses).toHaveProperty('not_acceptable');
  expect(Object.keys(paths['/registers/{register}/download']!.get!.responses[200]!.content!)).toEqual([
    'text/csv',
    'application/pdf',
  ]);
  // A file that is refused comes back as one, or as a problem, as Accept says.
  expect(paths['/registers']!.post!.responses[422]!.content).toMatchObject({
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { $ref: '#/components/schemas/validation_problem' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/problem_details' } },
  });
});
