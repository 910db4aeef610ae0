import { afterAll, beforeAll, expect, test } from 'vitest';
import { payInChild } from '../../bench/rows/memory.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/**
 * The money of a large payroll: made, debited, returned, made again, paid, partly returned, paid again and remitted, by
 * a process that could not hold it.
 */
const PEOPLE = 20_000;
/** The rows of so many payments alone would not fit into it. */
const HEAP_MB = 384;
const LONG_ms = 7_200_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test(`the payments of a payroll of ${PEOPLE} people complete in a heap of ${HEAP_MB} MB, and no cent is lost`, {
  timeout: LONG_ms,
}, async () => {
  const heap = [`--max-old-space-size=${HEAP_MB}`];
  await payInChild(database.address, { people: PEOPLE, rail: 'cpa_005' }, heap);
  const { sql } = database;
  const [made] = await sql<
    { payments: number; handed_over: number; settled: number; canceled: number; again: number }[]
  >`
    select count(*) filter (where type = 'PaymentCreated')::int as payments,
      count(*) filter (where type = 'PaymentSubmitted')::int as handed_over,
      count(*) filter (where type = 'PaymentSettled')::int as settled,
      count(*) filter (where type = 'PaymentCanceled')::int as canceled,
      count(*) filter (where type = 'PaymentReissued')::int as again
    from event_log where type like 'Payment%'`;
  // Everybody, two agencies and the debit; all of it made again with the debit, and three who came back once more.
  expect(made).toEqual({
    payments: 2 * (PEOPLE + 3) + 3,
    handed_over: PEOPLE + 2 + 2 + 3,
    settled: PEOPLE + 2 + 1,
    canceled: PEOPLE + 2,
    again: PEOPLE + 3 + 3,
  });
  const [money] = await sql<{ funded: string; arrived: string }[]>`
    with settled as (select stream from event_log where type = 'PaymentSettled'),
      paid as (
        select data->>'destination' = 'payroll_float' as is_debit, (data->>'amount')::numeric as amount
        from event_log join settled using (stream) where type = 'PaymentCreated')
    select trim_scale(sum(amount) filter (where is_debit))::text as funded,
      trim_scale(sum(amount) filter (where not is_debit))::text as arrived
    from paid`;
  expect(money!.arrived).toBe(money!.funded);
  const [twice] = await sql<{ count: number }[]>`
    select count(*)::int from (
      select stream from event_log where type in ('PaymentSubmitted', 'PaymentFiled', 'PaymentSettled')
      group by stream, type having count(*) > 1) as again`;
  expect(twice).toEqual({ count: 0 });
});
