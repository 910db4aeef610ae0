import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startServer } from '../../src/http/server.ts';
import type { Operation } from '../../src/kernel/definition/operation.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';
import { until } from '../support/until.ts';

// More than a connection takes that nobody reads from: three of them are more than a caller's room.
const LONG = 'x'.repeat(16 * 1024 * 1024);
const made: string[] = [];
/** Ends of files that are open from the start, as those are that wait on disk, and were not read. */
let unread = 0;
const open = (): AsyncIterableIterator<Uint8Array> => {
  const pieces = [new TextEncoder().encode('a')];
  return {
    next: async () => ({ done: pieces.length === 0, value: pieces.pop() }) as IteratorResult<Uint8Array>,
    return: async () => {
      unread += pieces.length;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
const operations: Operation[] = [
  {
    id: 'read_long',
    method: 'GET',
    path: '/long',
    auth: 'company',
    tag: 'note',
    summary: 'Read what is long',
    answers: { 200: { description: 'It', schema: z.object({}) } },
    run: async ({ tenant }) => {
      made.push(tenant.company_id ?? '');
      return { status: 200, body: { text: LONG } };
    },
  },
  {
    id: 'read_piece',
    method: 'GET',
    path: '/piece',
    auth: 'company',
    tag: 'note',
    summary: 'Read a file',
    answers: { 200: { description: 'It', files: ['csv'] } },
    run: async () => ({
      status: 200,
      file: {
        type: 'csv',
        bytes: open(),
      },
    }),
  },
  {
    id: 'reveal_piece',
    method: 'GET',
    path: '/revealed',
    auth: 'company',
    tag: 'note',
    summary: 'Reveal a file',
    reveal: true,
    answers: { 200: { description: 'It', files: ['csv'] } },
    run: async () => {
      made.push('recorded');
      return { status: 200, file: { type: 'csv', bytes: open() } };
    },
  },
  {
    id: 'change',
    method: 'POST',
    path: '/changes',
    auth: 'company',
    tag: 'note',
    summary: 'Change something',
    answers: { 204: { description: 'Changed' } },
    run: async () => {
      made.push('change');
      return { status: 204 };
    },
  },
];
const database = await freshDatabase();
const http = await startTestApp(database, { operations });
const token = await http.tokenOf('cmp_A');
/** Answers that are not sent to their end, and whose connections the server has not seen close. */
let unended = 0;
const fetched: typeof http.app.fetch = (request, env, ...more) => {
  const outgoing = env && 'outgoing' in env ? env.outgoing : undefined;
  unended += 1;
  outgoing?.once('close', () => {
    unended -= 1;
  });
  return http.app.fetch(request, env, ...more);
};
const server = await startServer({ fetch: fetched }, { host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${server.address.port}`;
afterAll(async () => {
  await server.drain(0);
  await http.close();
  await database.drop();
});

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // Until then what was not taken fills the room.
  await until(() => unended === 0);
  made.length = 0;
});

const call = async (path: string, method = 'GET', as = token) => {
  const answer = await fetch(`${base}${path}`, { method, headers: { Authorization: `Bearer ${as}` } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Asks for a long answer and reads nothing of it. Returns when it is made. */
const leaveUnread = async (): Promise<void> => {
  const before = made.length;
  const head = `GET /long HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = connect(server.address.port, '127.0.0.1', () => socket.write(head));
  sockets.push(socket.pause());
  await until(() => made.length === before + 1);
};

test('who takes none of several large answers gets no more of them, and others do', async () => {
  for (let i = 0; i < 3; i++) await leaveUnread();
  expect(await call('/long')).toBe(429);
  expect(await call('/long', 'GET', await http.tokenOf('cmp_B'))).toBe(200);
});

test('a file that there is no room for is closed', async () => {
  for (let i = 0; i < 3; i++) await leaveUnread();
  expect(await call('/piece')).toBe(429);
  expect(unread).toBe(1);
});

test('what is not sent is not recorded as revealed', async () => {
  for (let i = 0; i < 3; i++) await leaveUnread();
  expect(await call('/revealed')).toBe(429);
  expect(made).not.toContain('recorded');
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await call('/revealed')) === 200);
  expect(made).toContain('recorded');
});

test('nothing is changed for who takes no answers, and everything again when these are gone', async () => {
  for (let i = 0; i < 3; i++) await leaveUnread();
  const before = made.length;
  expect(await call('/changes', 'POST')).toBe(429);
  expect(made.length).toBe(before);
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(async () => (await call('/changes', 'POST')) === 204);
  expect(await call('/long')).toBe(200);
});

test('answers that were taken, and files, leave all of the room', async () => {
  for (let i = 0; i < 5; i++) expect(await call('/long')).toBe(200);
  for (let i = 0; i < 200; i++) expect(await call('/piece')).toBe(200);
});
