import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { makeReference } from '../../../src/http/reference.ts';
import type { Env } from '../../../src/http/requests/exchange.ts';
import { operations } from '../../../src/operations.ts';

test('the reference is made in many turns of the event loop: anybody may ask for it, and others are answered meanwhile', async () => {
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('exchange', { request_id: 'r', locale: 'en', publicUrl: 'http://x', headers: {} });
    return next();
  });
  app.get('/openapi.json', makeReference(operations, 'http://x'));
  let turns = 0;
  let isMade = false;
  const count = (): void => {
    turns++;
    if (!isMade) setImmediate(count);
  };
  setImmediate(count);
  const [one, other] = await Promise.all([app.request('/openapi.json'), app.request('/openapi.json')]);
  isMade = true;
  expect(await one.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://x' }] });
  expect(other.status).toBe(200);
  expect(turns).toBeGreaterThan(10);
});
