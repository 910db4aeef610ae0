import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveInChild } from '../../bench/rows/memory.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';

/** A payroll costs a process no more memory for having more stubs: its pages pass, and only sums are held. */
const PEOPLE = 20_000;
/** The rows of so many stubs and their lines alone would not fit into it. */
const HEAP_MB = 384;
/**
 * One more draft of its year comes after it. All drafts of the next year, which are made from December on, would be
 * fourteen times as many stubs: they are made as these are, two payrolls at a time.
 */
const DATES = { last: '2026-12-18', today: '2026-11-30' };
const LONG_ms = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test(`a payroll of ${PEOPLE} people is populated, approved and posted in a heap of ${HEAP_MB} MB, each stub once`, {
  timeout: LONG_ms,
}, async () => {
  const heap = [`--max-old-space-size=${HEAP_MB}`];
  const told = await approveInChild(database.address, { people: PEOPLE, payrolls: 1, ...DATES }, heap);
  expect(told.map(({ n }) => n)).toEqual([1]);
  const [log] = await database.sql<{ closed: number; posted: number; streams: number }[]>`
    select count(*) filter (where type = 'PayStubClosed')::int as closed,
      count(*) filter (where type = 'JournalEntryPosted')::int as posted,
      count(distinct stream) filter (where type = 'PayStubClosed')::int as streams
    from event_log`;
  // One entry for each stub, and one for the payroll.
  expect(log).toEqual({ closed: PEOPLE, posted: PEOPLE + 1, streams: PEOPLE });
});
