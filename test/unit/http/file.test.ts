import pino from 'pino';
import { expect, test } from 'vitest';
import { respondFile } from '../../../src/http/answers/file.ts';

test('the answer to a HEAD reads nothing of the file, and leaves nothing open', async () => {
  let read = 0;
  let ended = 0;
  const bytes = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        read++;
        return { done: false as const, value: Buffer.from('a') };
      },
      return: async () => {
        ended++;
        return { done: true as const, value: undefined };
      },
    }),
  };
  const exchange = { request_id: 'r', locale: 'en' as const, publicUrl: 'http://localhost', headers: {} };
  const file = { type: 'xml' as const, bytes, name: 'rl1.xml' };
  const log = pino({ level: 'silent' });
  const answer = await respondFile(exchange, 200, file, {}, { log, onlyHead: true });
  expect([answer.status, await answer.text(), read, ended]).toEqual([200, '', 0, 1]);
});
