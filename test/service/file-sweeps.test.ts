import { afterAll, expect, test } from 'vitest';
import type { Sql } from '../../src/database/connect.ts';
import { makeFiles } from '../../src/files/files.ts';
import { postgresContents } from '../../src/files/postgres-contents.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { manualClock } from '../../src/values/clock.ts';
import { freshDatabase } from '../support/database.ts';
import { metBy, type Plan } from '../support/explained.ts';

const database = await freshDatabase();
const { sql } = database;
afterAll(() => database.drop());

/** A connection that explains each statement of plain values while it carries it out, and gives the rows of none. */
const explaining = (tell: (plan: Plan) => void): Sql => {
  const ask = async (texts: TemplateStringsArray, ...values: never[]) => {
    const text = texts.reduce((all, next, at) => `${all}$${at}${next}`);
    const [told] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    tell(told!['QUERY PLAN'][0].Plan);
    return [];
  };
  return ask as unknown as Sql;
};

test('the sweep of contents meets those without a file, and none of the thousands that have one', async () => {
  const made = 3_000;
  await sql`
    insert into file_contents (id, kept_in, wrapped_key, master, touched_at)
    select gen_random_uuid(), 'database', 'k', 'm', clock_timestamp() - interval '2 days'
    from generate_series(1, ${made})`;
  await sql`
    insert into files (id, content, partner_id, company_id, name, media_type, size, pieces, sha256, derived, made_at)
    select 'file_' || id, id, 'ptn_1', 'cmp_1', 'r.csv', 'text/csv', 0, 0, sha256('x'), true, clock_timestamp()
    from file_contents`;
  // Its file was deleted, and its bytes are to be.
  await sql`delete from files where id = (select min(id) from files)`;
  await sql`analyze file_contents, files`;
  const of = { keyring: makeKeyring(Buffer.alloc(32, 7)), clock: manualClock('2026-03-02T15:00:00.000Z') };
  const plans: Plan[] = [];
  await makeFiles({
    ...of,
    sql: explaining((plan) => plans.push(plan)),
    contents: [postgresContents(sql)],
  }).sweepContents(100);
  expect(plans).toHaveLength(1);
  expect(metBy(plans[0]!, () => true)).toBeLessThan(20);
  expect(await sql`select 1 from file_contents where given_up`).toHaveLength(1);
  expect(await makeFiles({ ...of, sql, contents: [postgresContents(sql)] }).sweepContents(100)).toBe(1);
  expect(await sql`select 1 from file_contents`).toHaveLength(made - 1);
});
