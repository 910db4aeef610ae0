import { connect } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { expect, test } from 'vitest';
import type { App } from '../../../src/http/app.ts';
import { startServer } from '../../../src/http/server.ts';
import { pause } from '../../../src/timing/pauses.ts';
import { beatsUntil } from '../../support/beats.ts';
import { until } from '../../support/until.ts';

test('a request without complete headers is answered after the time that the answer states, within half a second', async () => {
  const server = await startServer({ fetch: () => new Response('') }, { host: '127.0.0.1', port: 0, headers_ms: 500 });
  try {
    const began_ms = performance.now();
    const answer = new Promise<string>((resolve, reject) => {
      const socket = connect(server.address.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
      socket.once('data', (data) => resolve(String(data)));
      socket.once('error', reject);
    });
    expect(await beatsUntil(answer)).toBeLessThan(5_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began_ms).toBeGreaterThan(450);
  } finally {
    await server.drain(0);
  }
});

test.each([
  ['without a Host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 .*\{"message":".*Host header/s],
  ['with an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', /^HTTP\/1\.1 417 .*\{"message":/s],
  [
    'with an expectation, in French',
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nAccept-Language: fr-CA\r\n\r\n',
    /^HTTP\/1\.1 417 .*omettez Expect/s,
  ],
])('a request %s has an answer that says so', async (_, request, expected) => {
  const server = await startServer({ fetch: () => new Response('') }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1', () => socket.write(request));
  try {
    let answer = '';
    for await (const piece of socket) {
      answer += String(piece);
      if (expected.test(answer)) break;
    }
    expect(answer).toMatch(expected);
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});

test('a connection whose request was refused by the parser ends, whatever its caller does', async () => {
  const server = await startServer({ fetch: () => new Response('') }, { host: '127.0.0.1', port: 0 });
  const { port } = server.address;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('nothing\r\n\r\n'));
  try {
    const answer = await new Promise((resolve) => socket.once('data', resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await server.drain(60_000)).toBe(true);
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});

/** An answer of 8 MiB pieces, more than a connection takes that nobody reads from, and when it is given up. */
const endless = () => {
  let giveUp = (): void => {};
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8 * 1024 * 1024)),
      cancel: () => giveUp(),
    });
  return { givenUp, fetch: () => new Response(body()) };
};

test('who takes nothing of an answer any more loses the connection, and the answer is given up', async () => {
  const { fetch: answer, givenUp } = endless();
  const server = await startServer({ fetch: answer }, { host: '127.0.0.1', port: 0, stalled_ms: 100 });
  const socket = connect(server.address.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  try {
    socket.pause();
    await givenUp;
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});

test('when a connection is gone, all answers end that wait behind others on it, also those that are not made yet', async () => {
  const long = 'x'.repeat(8 * 1024 * 1024);
  const REQUESTS = 5;
  let asked = 0;
  let ended = 0;
  let comes = (): void => {};
  const late = new Promise<void>((resolve) => {
    comes = resolve;
  });
  const fetch = async (_: Request, { outgoing }: HttpBindings): Promise<Response> => {
    outgoing.once('close', () => ended++);
    if (++asked === REQUESTS) await late;
    return new Response(long);
  };
  const server = await startServer({ fetch } as Pick<App, 'fetch'>, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS)),
  );
  try {
    socket.pause();
    await until(() => asked === REQUESTS);
    socket.destroy();
    await until(() => ended === REQUESTS);
    comes();
  } finally {
    socket.destroy();
    expect(await server.drain(60_000)).toBe(true);
  }
});

test('an answer whose source thinks for longer than that arrives whole', async () => {
  const thinks = new ReadableStream({
    start: async (controller) => {
      for (const piece of ['a', 'b', 'c']) {
        controller.enqueue(new TextEncoder().encode(piece));
        await pause(60);
      }
      controller.close();
    },
  });
  const server = await startServer(
    { fetch: () => new Response(thinks) },
    { host: '127.0.0.1', port: 0, stalled_ms: 20 },
  );
  try {
    const { port } = server.address;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('abc');
  } finally {
    await server.drain(0);
  }
});

test('a connection that sends without waiting for answers is ended, and most of what it sent is not begun', async () => {
  let begun = 0;
  const answer = async () => {
    begun++;
    await pause(1);
    return new Response('here');
  };
  const server = await startServer({ fetch: answer }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1');
  try {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(begun);
    expect(text).toMatch(/HTTP\/1\.1 429 .*requests of a connection may wait[^}]*\}$/s);
    expect(begun).toBeLessThan(20);
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});

test('and it ends though its earlier answers are still being made: what it sent is not kept for them', async () => {
  const server = await startServer({ fetch: () => new Promise(() => {}) }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1');
  try {
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
    await ended;
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});

test('on one connection any number of requests is answered, a few at a time', async () => {
  const server = await startServer({ fetch: () => new Response('here') }, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.address.port, '127.0.0.1');
  try {
    for (let round = 0; round < 20; round++) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
      let text = '';
      while ((text.match(/here/g) ?? []).length < 8)
        text += String(await new Promise((got) => socket.once('data', got)));
    }
  } finally {
    socket.destroy();
    await server.drain(0);
  }
});
