import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { makeOthers, type Others } from '../../src/database/others.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/** Short, so that a process is soon alone; what a busy machine delays is waited for. */
const TIMES = { announce_ms: 50, forget_ms: 1_000 };
const PATIENCE = { timeout: 10_000, interval: 10 };

let database: TestDatabase;
const ending: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(() => database.drop());

/** As a process that comes. */
const comes = async (): Promise<{ others: Others; sql: Sql }> => {
  const sql = openDatabase(database.address, { max: 2 });
  const others = makeOthers(sql, TIMES);
  ending.push(
    () => sql.end({ timeout: 1 }),
    () => others.stop(),
  );
  await others.start();
  return { others, sql };
};

test('a process assumes others until it has listened for a while, and is alone then', async () => {
  expect(makeOthers(database.sql, TIMES).arePresent()).toBe(true);
  const { others } = await comes();
  expect(others.arePresent()).toBe(true);
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
});

test('a process notices another one for as long as it runs, however it ends', async () => {
  const { others } = await comes();
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
  const { others: theirs, sql } = await comes();
  await vi.waitUntil(() => others.arePresent(), PATIENCE);
  // Longer than one that is silent is remembered.
  const heardFor = Date.now() + 2 * TIMES.forget_ms;
  await vi.waitUntil(() => !others.arePresent() || Date.now() > heardFor, PATIENCE);
  expect(others.arePresent()).toBe(true);
  expect(theirs.arePresent()).toBe(true);
  // As with a process that is killed, nothing is said at the end.
  await sql.end({ timeout: 0 });
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
});

test('a process whose connection ended assumes that it missed a notification', async () => {
  const { others, sql } = await comes();
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
  const sessions = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where query like 'listen "payroll_presence"%'`;
  expect(sessions).toHaveLength(1);
  await database.sql`select pg_terminate_backend(${sessions[0]!.pid})`;
  await vi.waitUntil(() => others.arePresent(), PATIENCE);
});
