import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransactions, type Statement } from '../../projections/feed/transactions.ts';
import { openDatabase } from '../../src/database/connect.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.sql`create table written (id int primary key)`;
});
afterAll(() => database.drop());

/** The server ends a session that is silent for so long inside a transaction. */
const IDLE_ms = 30;
/** A turn of the event loop of this process takes longer. */
const SLOW_ms = 60;

/** Keeps the processor for a while in every turn of the event loop, as work without a pause does. */
const keepBusy = (): (() => void) => {
  let isBusy = true;
  const work = (): void => {
    const end_ms = performance.now() + SLOW_ms;
    while (performance.now() < end_ms);
    if (isBusy) setImmediate(work);
  };
  setImmediate(work);
  return () => {
    isBusy = false;
  };
};

test("a process that is slower than the server's limit for transactions still makes progress", async () => {
  const transactions = openTransactions((options) => openDatabase(database.address, options), 'test', IDLE_ms);
  const failures: unknown[] = [];
  const ids: number[] = [];
  const rest = keepBusy();
  try {
    // Where the server is slow as well, a transaction may get through at once: then another one is looked at.
    for (let round = 0; failures.length === 0 && round < 50; round++) {
      const own = [2 * round + 1, 2 * round + 2];
      // New to the server, each is described before it is carried out, which takes a turn of the event loop.
      const statements = own.map((id) => ({
        text: `insert into written values ($1::int) -- ${id}`,
        values: [String(id)],
      }));
      for (let isDone = false; !isDone && failures.length < 10; )
        isDone = await transactions.run(statements).then(
          () => true,
          (error: unknown) => {
            failures.push(error);
            return false;
          },
        );
      ids.push(...own);
    }
  } finally {
    rest();
  }
  // It was too slow at first; nothing of that was kept.
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.map(String)).toEqual(failures.map(() => 'Error: the database ended the connection'));
  const written = await database.sql`select id from written order by id`;
  expect(written.map(({ id }) => id)).toEqual(ids);
  await transactions.end();
});

test('statements that are sent as one do nothing when the first one fails', async () => {
  const transactions = openTransactions((options) => openDatabase(database.address, options), 'test');
  const first = (divisor: number) => ({ text: 'select 1 / $1::int as passed', values: [String(divisor)] });
  const second: Statement = {
    text: 'insert into written values ($1::int)',
    values: ['1007'],
    behind: ({ text, values }) => ({
      text: `with first as materialized (${text}) insert into written select $2::int from first`,
      values: [...values, '1007'],
    }),
  };
  const isWritten = async () => (await database.sql`select id from written where id = 1007`).length > 0;
  await expect(transactions.run([first(0), second])).rejects.toThrow('division by zero');
  expect(await isWritten()).toBe(false);
  await transactions.run([first(1), second]);
  expect(await isWritten()).toBe(true);
  await transactions.end();
});
