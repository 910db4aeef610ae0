import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { makeOthers, type Others } from '../../src/database/others.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** Announcements come when the machine gets to them; the time after which processes are forgotten passes by the test. */
let now_ms = 0;
const forget_ms = 10_000;
const OPTIONS = { announce_ms: 10, forget_ms, now_ms: () => now_ms };
const timePasses = () => {
  now_ms += forget_ms;
};

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
  const others = makeOthers(sql, OPTIONS);
  ending.push(
    () => sql.end({ timeout: 1 }),
    () => others.stop(),
  );
  await others.start();
  return { others, sql };
};

/** A process that has heard of no other one. */
const startAlone = async (name?: string): Promise<Others> => {
  const { others } = await startProcess(name);
  timePasses();
  expect(others.arePresent()).toBe(false);
  return others;
};

test('a process assumes that others run until it has listened for a while without hearing any', async () => {
  expect(makeOthers(database.sql, OPTIONS).arePresent()).toBe(true);
  const { others } = await startProcess();
  now_ms += forget_ms - 1;
  expect(others.arePresent()).toBe(true);
  now_ms += 1;
  expect(others.arePresent()).toBe(false);
});

test('a process knows of another one as long as that runs, and no longer, however it ended', async () => {
  const others = await startAlone();
  const { others: theirs, sql } = await startProcess();
  // Each time is longer than a silent one is remembered.
  for (let times = 0; times < 3; times++) {
    await until(() => others.arePresent() && theirs.arePresent());
    timePasses();
  }
  await until(() => others.arePresent());
  let announcements = 0;
  await database.sql.listen('payroll_presence', () => {
    announcements += 1;
  });
  // Like a process that is killed, it says nothing at its end.
  await sql.end({ timeout: 0 });
  await until(async () => {
    timePasses();
    // Of another one that goes on some come between several of its own.
    const enough = announcements + 10;
    await until(() => announcements >= enough);
    return !others.arePresent();
  });
});

test('a process whose connection ended assumes that it missed a notification', async () => {
  const others = await startAlone('cut off');
  const ended = await database.sql<{ ended: boolean }[]>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and application_name = 'cut off' and query like 'listen "payroll_presence"%'`;
  expect(ended).toEqual([{ ended: true }]);
  await until(() => others.arePresent());
});
