import { once } from 'node:events';
import { type IncomingMessage, request as post } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ListenFailed, startServer } from '../../src/http/server.ts';
import type { Operation } from '../../src/kernel/definition/operation.ts';
import { freshDatabase } from '../support/database.ts';
import { noteOperations, startTestApp } from '../support/http.ts';

// What only a real connection shows.
const database = await freshDatabase();
const gate = { arrived: () => {}, open: Promise.resolve() };
const slow: Operation = {
  id: 'wait',
  method: 'POST',
  path: '/wait',
  auth: 'company',
  tag: 'note',
  summary: 'Wait',
  body: z.strictObject({}),
  bodyOptional: true,
  answers: { 204: { description: 'Waited' } },
  run: async () => {
    gate.arrived();
    await gate.open;
    return { status: 204 };
  },
};
const http = await startTestApp(database, { operations: [...noteOperations, slow] });
const token = await http.tokenOf('cmp_A');
const Authorization = `Bearer ${token}`;
const start = () => startServer(http.app, { host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await http.close();
  await database.drop();
});

test('a port that is in use is reported in one sentence', async () => {
  const server = await start();
  const { port } = server.address;
  await expect(startServer(http.app, { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: end what listens there, or set PORT to another one.`,
  );
  await expect(startServer(http.app, { host: '192.0.2.1', port: 0 })).rejects.toThrow(ListenFailed);
  await server.drain(1_000);
});

test('open requests finish while the server drains, and new ones are not accepted', async () => {
  const server = await start();
  const base = `http://127.0.0.1:${server.address.port}`;
  let release = () => {};
  gate.open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    gate.arrived = resolve;
  });
  const inHand = fetch(`${base}/wait`, { method: 'POST', headers: { Authorization } });
  await arrived;
  const drained = server.drain(10_000);
  await expect(fetch(`${base}/health/live`)).rejects.toThrow();
  release();
  const answer = await inHand;
  // Its caller sends nothing more on a connection that is about to be closed.
  expect([answer.status, answer.headers.get('Connection')]).toEqual([204, 'close']);
  expect(await drained).toBe(true);
});

test('requests that do not finish in time are aborted', async () => {
  const server = await start();
  let release = () => {};
  gate.open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    gate.arrived = resolve;
  });
  const inHand = fetch(`http://127.0.0.1:${server.address.port}/wait`, { method: 'POST', headers: { Authorization } });
  const ended = inHand.then(
    () => 'answered',
    () => 'ended',
  );
  await arrived;
  expect(await server.drain(50)).toBe(false);
  expect(await ended).toBe('ended');
  release();
});

test('a body over 1 MiB is refused while it is still being sent, with a length or in chunks', async () => {
  const server = await start();
  const answerTo = async (head: string, chunk: string): Promise<string> => {
    const socket = connect(server.address.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: ${Authorization}\r\nContent-Type: application/json\r\n${head}\r\n\r\n`,
    );
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.once('close', resolve));
    while (!answer.includes('\r\n\r\n') && !socket.destroyed) {
      if (chunk) socket.write(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
    await ended;
    return answer.split('\r\n', 1)[0]!;
  };
  expect(await answerTo('Content-Length: 2000000', '')).toBe('HTTP/1.1 413 Payload Too Large');
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  expect(await answerTo('Transfer-Encoding: chunked', chunk)).toBe('HTTP/1.1 413 Payload Too Large');
  const alive = await fetch(`http://127.0.0.1:${server.address.port}/health/live`);
  expect(await alive.json()).toEqual({ status: 'live' });
  await server.drain(1_000);
});

test('the service keeps working after a body in chunks, an early end and an invalid Host', async () => {
  const server = await start();
  const { port } = server.address;
  const streamed = await fetch(`http://127.0.0.1:${port}/notes`, {
    method: 'POST',
    headers: { Authorization, 'Content-Type': 'application/json' },
    duplex: 'half',
    body: new Blob(['{"title":', '"chunked"}']).stream(),
  } as RequestInit);
  expect([streamed.status, ((await streamed.json()) as { body: unknown }).body]).toEqual([201, { title: 'chunked' }]);

  const broken = connect(port, '127.0.0.1');
  await once(broken, 'connect');
  broken.write(
    `POST /notes HTTP/1.1\r\nHost: x\r\nAuthorization: ${Authorization}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"ti`,
  );
  broken.destroy();
  await once(broken, 'close');

  const strange = connect(port, '127.0.0.1');
  strange.write('GET /health/live HTTP/1.1\r\nHost: a b/../\r\nConnection: close\r\n\r\n');
  const [reply] = (await once(strange, 'data')) as [Buffer];
  expect(String(reply)).toMatch(/^HTTP\/1.1 400/);
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  await server.drain(1_000);
});

test('two idempotency keys are refused, and a key with a comma is one key', async () => {
  const server = await start();
  const send = async (key: string | string[]) => {
    const request = post(`http://127.0.0.1:${server.address.port}/notes`, {
      method: 'POST',
      headers: { Authorization, 'Content-Type': 'application/json', 'X-Idempotency-Key': key },
    });
    request.end('{"title":"a"}');
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, body: await json(answer) };
  };
  const errors = { 'X-Idempotency-Key': ['was sent more than once; send one key'] };
  for (const keys of [
    ['k-1', 'k-2'],
    ['k-1', 'k-1'],
  ])
    expect(await send(keys)).toMatchObject({ status: 422, body: { errors } });
  expect((await send('k-1, k-2')).status).toBe(201);
  await server.drain(1_000);
});

test('an invalid or too long request gets an error in the usual form', async () => {
  const server = await start();
  const send = async (text: string): Promise<[string, unknown]> => {
    const socket = connect(server.address.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return [head.split('\r\n', 1)[0]!, JSON.parse(body)];
  };
  expect(await send('nonsense\r\n\r\n')).toEqual([
    'HTTP/1.1 400 Bad Request',
    { message: 'This is no well-formed HTTP/1.1 request.' },
  ]);
  expect(await send('GET /notes?q=Zoë HTTP/1.1\r\nHost: x\r\n\r\n')).toEqual([
    'HTTP/1.1 400 Bad Request',
    {
      message:
        'The address of the request has a character that addresses do not take: percent-encode it, as %C3%AB for ë.',
    },
  ]);
  const unaddressed = [
    'HTTP/1.1 400 Bad Request',
    {
      message:
        'The address of the request cannot be read: send a path that begins with /, and in the Host header a name, with or without a port.',
    },
  ];
  for (const head of ['* HTTP/1.1\r\nHost: x', '/notes HTTP/1.1\r\nHost:', '/notes HTTP/1.1\r\nHost: a b'])
    expect(await send(`GET ${head}\r\nConnection: close\r\n\r\n`), head).toEqual(unaddressed);
  expect(await send(`GET /notes?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    { message: 'The address and the headers of a request must not exceed 16384 bytes together.' },
  ]);
  // Of many headers none is passed over: what is wrong with the last one is told.
  const many = `${'a:b\r\n'.repeat(2_100)}X-Idempotency-Key: ${'k'.repeat(256)}`;
  const head = `Host: x\r\nAuthorization: ${Authorization}\r\nContent-Type: application/json\r\nContent-Length: 13`;
  const [status] = await send(`POST /notes HTTP/1.1\r\n${head}\r\nConnection: close\r\n${many}\r\n\r\n{"title":"a"}`);
  expect(status).toBe('HTTP/1.1 422 Unprocessable Entity');
  await server.drain(1_000);
});
