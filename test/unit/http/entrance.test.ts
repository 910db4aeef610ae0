import { expect, test } from 'vitest';
import { makeEntrance } from '../../../src/http/entrance.ts';

/** What is answered at the port while the service starts, which takes minutes where read models are built. */
const ask = async (path: string, language = 'en') => {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { 'Accept-Language': language } });
  const answer = await makeEntrance().fetch(request);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

test('a request is told in its language to be repeated, with no more than an answer of the reference has', async () => {
  const english = await ask('/employees');
  expect([english.status, english.headers.get('Retry-After')]).toEqual([503, '1']);
  expect(english.body).toEqual({ message: 'The service is starting; try again in a moment.' });
  const french = await ask('/employees', 'fr-CA');
  expect(french.body).toEqual({ message: 'Le service démarre; réessayez dans un instant.' });
  expect(french.headers.get('Content-Language')).toBe('fr');
});

test('health says that the process lives, and what it waits for', async () => {
  expect((await ask('/health/live')).body).toEqual({ status: 'live' });
  const ready = await ask('/health/ready');
  expect(ready.status).toBe(503);
  expect(ready.body).toEqual({ status: 'starting', waiting_for: [expect.stringMatching(/read models .+ are built/)] });
});
