import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../../src/http/server.ts';

test('a request without complete headers is answered after the time that the answer states, within half a second', async () => {
  const server = await startServer({ fetch: () => new Response('') }, { host: '127.0.0.1', port: 0, headers_ms: 500 });
  try {
    const began_ms = performance.now();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.address.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
      socket.once('data', (data) => resolve(String(data)));
      socket.once('error', reject);
      setTimeout(() => reject(new Error('no answer within 5 s')), 5_000).unref();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - began_ms).toBeGreaterThan(450);
  } finally {
    await server.drain(0);
  }
});
