import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import type { Operation } from '../../src/kernel/definition/operation.ts';
import { readRows } from '../../src/tables/csv-reader.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';
import { liveMB } from '../support/live-memory.ts';

// Operations that take files, made up: hours as JSON or CSV, and a roll that is a file and nothing else.

const upload = {
  types: ['text/csv'],
  member: 'file',
  max_bytes: 1024 * 1024,
  description: 'Hours by worker',
  example: 'worker,hours\nAda,36\n',
} as const satisfies Operation['upload'];

const shape = { columns: { worker: { required: true }, hours: { required: true } }, max_rows: 10_000 };
let runs = 0;

const take: Operation['run'] = async ({ upload: file, body }) => {
  runs++;
  if (!file) return { status: 200, body: { json: body } };
  const rows = await readRows(file.bytes, shape, ({ cells }) => ({ value: cells.worker! }));
  return {
    status: 200,
    body: {
      workers: rows.map(({ value }) => value).slice(0, 3),
      rows: rows.length,
      fields: file.fields,
      name: file.name ?? null,
    },
  };
};
const common = { method: 'POST', auth: 'company', tag: 'hours', upload, run: take } as const;
const answers = { 200: { description: 'What came', schema: z.record(z.string(), z.unknown()) } };
const operations: Operation[] = [
  {
    ...common,
    id: 'import_hours',
    path: '/hours',
    summary: 'Take hours',
    body: z.strictObject({ data: z.array(z.string()) }).meta({ id: 'hours' }),
    answers,
  },
  { ...common, id: 'import_roll', path: '/roll', summary: 'Take a roll', answers },
];

const database = await freshDatabase();
const http = await startTestApp(database, { operations });
afterAll(async () => {
  await http.close();
  await database.drop();
});
const token = await http.tokenOf('cmp_A');
const send = (path: string, raw: string | Uint8Array | ReadableStream, type: string, headers = {}) =>
  http.call('POST', path, { token, raw, headers: { 'Content-Type': type, ...headers } });

/** A form as a browser sends it. */
const form = async (parts: [name: string, content: string, fileName?: string][]) => {
  const data = new FormData();
  for (const [name, content, fileName] of parts)
    if (fileName === undefined) data.append(name, content);
    else data.append(name, new File([content], fileName, { type: 'application/vnd.ms-excel' }));
  const request = new Request('http://x', { method: 'POST', body: data });
  return { bytes: new Uint8Array(await request.arrayBuffer()), type: request.headers.get('Content-Type')! };
};

test('a CSV can be the body or a part of a form, or absent where JSON is accepted too', async () => {
  const csv = await send('/hours', 'worker,hours\nAda,36\nZoë,7\n', 'text/csv; charset=UTF-8');
  expect(csv).toMatchObject({ status: 200, body: { workers: ['Ada', 'Zoë'], rows: 2, name: null } });
  const { bytes, type } = await form([
    ['preset', 'weekly'],
    ['file', 'worker,hours\nAda,36\n', 'heures d’été.csv'],
  ]);
  const sent = await send('/roll', bytes, type);
  expect(sent.body).toEqual({ workers: ['Ada'], rows: 1, fields: { preset: 'weekly' }, name: 'heures d’été.csv' });
  expect(await send('/hours', '{"data":["a"]}', 'application/json')).toMatchObject({ body: { json: { data: ['a'] } } });
});

test('an unsupported type of file is a 415 that names the supported ones', async () => {
  const other = await send('/hours', 'x', 'text/plain');
  expect(other.status).toBe(415);
  expect(other.body.message).toContain('application/json, text/csv, multipart/form-data');
  const json = await send('/roll', '{}', 'application/json');
  expect([json.status, json.body.message.includes('application/json')]).toEqual([415, false]);
  expect((await send('/roll', 'worker,hours\nA,1', 'text/csv; charset=windows-1252')).status).toBe(415);
  expect((await send('/roll', 'worker,hours\nA,1', 'text/csv', { 'Content-Encoding': 'gzip' })).status).toBe(415);
});

test('a file over its limit is a 413, with or without a length, and an endless one is not read further', async () => {
  const big = 'x'.repeat(1024 * 1024 + 1);
  const announced = await send('/roll', big, 'text/csv', { 'Content-Length': String(big.length) });
  expect([announced.status, announced.body.message]).toEqual([413, expect.stringContaining('1048576 bytes (1 MiB)')]);
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    },
  });
  expect((await send('/roll', endless, 'text/csv')).status).toBe(413);
  expect(sent).toBeLessThan(2 * 1024 * 1024);
  // JSON keeps its own.
  expect((await send('/hours', JSON.stringify({ data: [big] }), 'application/json')).status).toBe(413);
});

/**
 * A body, of a MiB unless it is said otherwise, that does not end until it is told to, and when all but its end was
 * read. It comes in pieces of so many bytes, or as one.
 */
const unended = (bytes = 1_040_000, piece = bytes) => {
  let end = (): void => {};
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  let tell = (): void => {};
  const read = new Promise<void>((resolve) => {
    tell = resolve;
  });
  let pulls = 0;
  const raw = new ReadableStream(
    {
      pull: async (controller) => {
        if (pulls++ < bytes / piece) return controller.enqueue(new Uint8Array(piece).fill(0x20));
        tell();
        await ending;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { raw, read, end };
};

test('a body that comes byte by byte takes no more memory than its bytes', async () => {
  const before_MB = liveMB();
  const { raw, read, end } = unended(100_000, 1);
  const answer = send('/roll', raw, 'text/csv');
  await read;
  expect(liveMB() - before_MB).toBeLessThan(5);
  end();
  expect((await answer).body.errors).toHaveProperty(['lines.1.worker']);
});

test('what one caller sends at once is limited, so that the memory of all is not: others and small bodies are taken', async () => {
  const other = await http.tokenOf('cmp_B');
  const sent = Array.from({ length: 40 }, () => {
    const { raw, read, end } = unended();
    return { answer: send('/roll', raw, 'text/csv'), read, end };
  });
  await Promise.all(sent.map(({ read }) => read));
  const body = `worker,hours\n${'A,1\n'.repeat(9_000)}${' '.repeat(800_000)}`;
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  const more = await send('/roll', body, 'text/csv', length);
  expect([more.status, more.headers.get('Retry-After'), more.body.message]).toEqual([
    429,
    '1',
    expect.stringContaining('at most 40 MiB'),
  ]);
  expect((await send('/roll', unended().raw, 'text/csv')).status).toBe(429);
  expect((await send('/roll', 'worker,hours\nAda,36\n', 'text/csv')).status).toBe(200);
  const headers = { 'Content-Type': 'text/csv', ...length };
  expect((await http.call('POST', '/roll', { token: other, raw: body, headers })).status).toBe(422);
  for (const { end } of sent) end();
  await Promise.all(sent.map(({ answer }) => answer));
  expect((await send('/roll', body, 'text/csv', length)).status).toBe(422);
});

test('bytes that were announced and never came take no room from anybody', async () => {
  const announced = Array.from({ length: 40 }, () => {
    const { raw, read, end } = unended(1);
    return { answer: send('/roll', raw, 'text/csv', { 'Content-Length': '1040000' }), read, end };
  });
  await Promise.all(announced.map(({ read }) => read));
  const body = `worker,hours\n${' '.repeat(845_000)}`;
  expect((await send('/roll', body, 'text/csv', { 'Content-Length': String(body.length) })).status).toBe(422);
  for (const { end } of announced) end();
  await Promise.all(announced.map(({ answer }) => answer));
});

test('of very many unknown files of a form the first are named, and the others counted', async () => {
  const parts = Array.from({ length: 300 }, (_, i): [string, string, string] => [`f${i}`, 'x', 'a.csv']);
  const { bytes, type } = await form([['file', 'worker,hours\nAda,36\n', 'a.csv'], ...parts]);
  const { status, body } = await send('/roll', bytes, type);
  expect([status, Object.keys(body.errors).length]).toEqual([422, 21]);
  expect(body.errors.body).toEqual([expect.stringContaining('280 more files')]);
});

test('a form of very many parts is refused before they are read, which would hold up everybody', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n1\r\n';
  const bytes = Buffer.from(`${part.repeat(1_001)}--x--\r\n`);
  for (const type of ['multipart/form-data; boundary=x', 'Multipart/Form-Data; charset=utf-8; Boundary="x"']) {
    const { status, body } = await send('/roll', bytes, type);
    expect([status, body.errors]).toEqual([422, { body: [expect.stringContaining('more than 1000 parts')] }]);
  }
});

test('a form whose parts have very long headers is refused before they are read, for the same reason', async () => {
  const partOf = (more: string): string =>
    `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n${more}\r\nworker\r\n`;
  const filled = (parts: readonly string[]) => Buffer.from(`${parts.join('')}--x--\r\n`);
  const long = 'a: b\r\n'.repeat(50_000);
  for (const parts of [
    [partOf(long)],
    Array.from({ length: 500 }, () => partOf(long.slice(0, 600))),
    [`--x\r\n${long}`],
  ]) {
    const { status, body } = await send('/roll', filled(parts), 'multipart/form-data; boundary=x');
    expect([status, body.errors]).toEqual([422, { body: [expect.stringContaining('headers of more than 256 KiB')] }]);
  }
  // What is behind the headers is the file's own.
  const large = filled([
    `${partOf('').slice(0, -'worker\r\n'.length)}worker,hours\n${`${'Ada'.padEnd(40)},36\n`.repeat(9_000)}\r\n`,
  ]);
  expect((await send('/roll', large, 'multipart/form-data; boundary=x')).body).toMatchObject({ rows: 9_000 });
});

test('a form without its file, with two, with another part, or cut off is a 422 that says so', async () => {
  const none = await form([['preset', 'weekly']]);
  expect((await send('/roll', none.bytes, none.type)).body.errors).toEqual({
    file: [expect.stringContaining('required')],
  });
  const two = await form([
    ['file', 'a', 'a.csv'],
    ['file', 'b', 'b.csv'],
    ['else', 'c', 'c.csv'],
  ]);
  const { status, body } = await send('/roll', two.bytes, two.type);
  expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['else', 'file']]);
  const cut = two.bytes.subarray(0, two.bytes.length - 20);
  expect((await send('/roll', cut, two.type)).body.errors.body[0]).toContain('no well-formed multipart');
  expect((await send('/roll', '', 'text/csv')).status).toBe(422);
});

test('rows over the limit and faults of cells are reported by line', async () => {
  const many = `worker,hours\n${'A,1\n'.repeat(10_001)}`;
  const { status, body } = await send('/hours', many, 'text/csv');
  expect([status, body.errors]).toEqual([422, { 'lines.10002': [expect.stringContaining('10000')] }]);
});

test('a form that is repeated under its key with another boundary is the same request; with another file it is not', async () => {
  const key = { 'X-Idempotency-Key': 'hours-1' };
  const [first, again, other] = [
    await form([['file', 'worker,hours\nAda,36', 'a.csv']]),
    await form([['file', 'worker,hours\nAda,36', 'a.csv']]),
    await form([['file', 'worker,hours\nAda,37', 'a.csv']]),
  ];
  expect(first.type).not.toBe(again.type);
  const before = runs;
  expect((await send('/roll', first.bytes, first.type, key)).status).toBe(200);
  const repeated = await send('/roll', again.bytes, again.type, key);
  expect([repeated.status, repeated.headers.get('X-Idempotency-Replayed'), runs]).toEqual([200, 'true', before + 1]);
  expect((await send('/roll', other.bytes, other.type, key)).status).toBe(422);
});

test('the reference shows which bodies are accepted', () => {
  const { paths } = openApiDocument(operations, 'http://127.0.0.1') as {
    paths: Record<string, { post: { requestBody: { content: Record<string, object> } } }>;
  };
  expect(Object.keys(paths['/hours']!.post.requestBody.content)).toEqual([
    'application/json',
    'text/csv',
    'multipart/form-data',
  ]);
  expect(paths['/roll']!.post.requestBody.content).toEqual({
    'text/csv': { schema: { type: 'string', description: 'Hours by worker' }, example: 'worker,hours\nAda,36\n' },
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: 'A form with the file',
        properties: { file: { type: 'string', contentMediaType: 'text/csv', description: 'Hours by worker' } },
        required: ['file'],
      },
      encoding: { file: { contentType: 'text/csv' } },
    },
  });
});
