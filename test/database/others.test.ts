import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { makeOthers, type Others } from '../../src/database/others.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/** Short, so that a process soon knows that it is alone; on a busy machine the test waits longer. */
const TIMES = { announce_ms: 50, forget_ms: 2_000 };
const PATIENCE = { timeout: 30_000, interval: 10 };

let database: TestDatabase;
const ending: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
afterAll(() => database.drop());

/** What a process does at its start. */
const startProcess = async (name = 'other'): Promise<{ others: Others; sql: Sql }> => {
  const sql = openDatabase(database.address, { max: 2, name });
  const others = makeOthers(sql, TIMES);
  ending.push(
    () => sql.end({ timeout: 1 }),
    () => others.stop(),
  );
  await others.start();
  return { others, sql };
};

test('a process assumes that others run until it has listened for a while without hearing any', async () => {
  expect(makeOthers(database.sql, TIMES).arePresent()).toBe(true);
  const { others } = await startProcess();
  expect(others.arePresent()).toBe(true);
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
});

test('a process knows of another one as long as that runs, and no longer, however it ended', async () => {
  const { others } = await startProcess();
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
  const { others: theirs, sql } = await startProcess();
  await vi.waitUntil(() => others.arePresent(), PATIENCE);
  // Longer than a silent one is remembered.
  const heardFor = Date.now() + 2 * TIMES.forget_ms;
  await vi.waitUntil(() => !others.arePresent() || Date.now() > heardFor, PATIENCE);
  expect(others.arePresent()).toBe(true);
  expect(theirs.arePresent()).toBe(true);
  // Like a process that is killed, it says nothing at its end.
  await sql.end({ timeout: 0 });
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
});

test('a process whose connection ended assumes that it missed a notification', async () => {
  const { others } = await startProcess('cut off');
  await vi.waitUntil(() => !others.arePresent(), PATIENCE);
  const ended = await database.sql<{ ended: boolean }[]>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and application_name = 'cut off' and query like 'listen "payroll_presence"%'`;
  expect(ended).toEqual([{ ended: true }]);
  await vi.waitUntil(() => others.arePresent(), PATIENCE);
});
