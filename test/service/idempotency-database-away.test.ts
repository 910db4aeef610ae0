import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation, Reply } from '../../src/kernel/definition/operation.ts';
import { refused } from '../../src/values/problem.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';
import { until } from '../support/until.ts';

/** What becomes of an idempotency key whose request could not be ended, since the database was away by then. */

const database = await freshDatabase();
const { sql } = database;
const done = async (): Promise<Reply> => ({ status: 201, body: {} });
let work = done;
const seeds: string[] = [];
const operation: Operation = {
  id: 'do',
  method: 'POST',
  path: '/things',
  auth: 'either',
  tag: 'thing',
  summary: 'Do',
  body: z.strictObject({}),
  answers: { 201: { description: 'Done' } },
  run: ({ origin }) => {
    seeds.push(origin.seed);
    return work();
  },
};
/** Half of it is long enough for the most loaded machine. */
const LEASE_ms = 110_000;
const http = await startTestApp(database, { operations: [operation], idempotencyLease_ms: LEASE_ms });
const token = await http.tokenOf('cmp_A');
afterAll(async () => {
  await http.close();
  await database.drop();
});

const away = () => sql`alter table idempotency_keys rename to keys_away`;
const back = () => sql`alter table if exists keys_away rename to idempotency_keys`;
beforeEach(() => {
  seeds.length = 0;
});

describe('its repeat is answered long before its lease ends', () => {
  test.each<[string, () => Promise<Reply>, number, number]>([
    ['failed', () => Promise.reject(new Error('broken')), 500, 1],
    ['was refused', () => Promise.reject(refused({ en: 'Locked.', fr: 'Verrouillé.' })), 400, 2],
    ['was answered', done, 201, 0],
  ])('where it %s', async (what, how, status, differentSeeds) => {
    const send = () =>
      http.call('POST', '/things', { token, json: {}, headers: { 'X-Idempotency-Key': `where it ${what}` } });
    work = async () => {
      await away();
      return how();
    };
    try {
      expect((await send()).status).toBe(status);
    } finally {
      await back();
    }
    work = done;
    await until(async () => (await send()).status === 201, LEASE_ms / 2);
    expect((await send()).headers.get('X-Idempotency-Replayed')).toBe('true');
    // What failed goes on with the ids of its first try, what was refused begins anew, what was answered runs once.
    expect([seeds.length, new Set(seeds).size]).toEqual(differentSeeds === 0 ? [1, 1] : [2, differentSeeds]);
  });
});
