import { createHook } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTransactions } from '../../projections/feed/transactions.ts';
import type { ReadTable, Row } from '../../projections/model/model.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeRowCache, type RowCache } from '../../projections/model/rows.ts';
import { openDatabase } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { registry } from '../../src/registry.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { makeEmployer } from '../support/employer.ts';
import { collect } from '../support/live-memory.ts';
import { event } from '../support/orchard.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// What a process holds does not grow with what it has done; over forty payrolls: memory-at-rest.test.ts.

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Makes the changes of a cache into text, as writing them does. */
const textOf = (cache: RowCache): void => {
  for (const { rows } of cache.changes()) for (const _ of rows);
};

/** Rows with one of many, so that each weighs about a kilobyte. */
const TREE: ReadTable = { name: 'tree', scope: 'company', columns: [], indexes: [] };
const tree = (id: number, note = 900): Row => ({ id: `tr_${id}`, scope_id: 'cmp_1', note: 'x'.repeat(note) });
const jsonOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);

test('rows made by this process are counted with the size of their JSON, and with more when they grow', () => {
  const cache = makeRowCache([TREE], Number.POSITIVE_INFINITY);
  const write = (rows: readonly Row[], fresh: boolean): void => {
    const missing = cache.missing(rows.map(({ id }) => ({ table: 'tree', id, fresh })));
    for (const [table, ids] of missing) cache.loaded(table, ids, new Map());
    for (const row of rows) cache.rows.put('tree', row);
    textOf(cache);
    cache.written();
  };
  const some = Array.from({ length: 200 }, (_, i) => tree(i));
  write(some, true);
  expect(cache.bytes()).toBeGreaterThanOrEqual(jsonOf(some));
  expect(cache.bytes()).toBeLessThan(1.5 * jsonOf(some));
  const others = Array.from({ length: 200 }, (_, i) => tree(1_000 + i));
  write(others, false);
  const grown = some.map((_, i) => tree(i, 5_000));
  write(grown, false);
  expect(cache.bytes()).toBeGreaterThanOrEqual(jsonOf([...grown, ...others]));
  expect(cache.bytes()).toBeLessThan(1.5 * jsonOf([...grown, ...others]));
  cache.forget();
  expect(cache.bytes()).toBe(0);
});

test('a row cache stays within its limit, however many rows pass through it', () => {
  const limit_bytes = 100_000;
  const cache = makeRowCache([TREE], limit_bytes);
  for (let at = 0; at < 2_000; at += 50) {
    const rows = Array.from({ length: 50 }, (_, i) => tree(at + i));
    cache.missing(rows.map(({ id }) => ({ table: 'tree', id, fresh: true })));
    for (const row of rows) cache.rows.put('tree', row);
    textOf(cache);
    cache.written();
  }
  const all = Array.from({ length: 2_000 }, (_, i) => tree(i));
  const gone = new Set(cache.missing(all.map(({ id }) => ({ table: 'tree', id }))).get('tree'));
  const held = all.filter(({ id }) => !gone.has(id));
  expect(held.length).toBeGreaterThan(0);
  expect(jsonOf(held)).toBeLessThanOrEqual(limit_bytes);
});

test('rows of entries, which hardly ever change, are not kept once they are written, and those of codes are', () => {
  const { tables } = resourceProjections(registry, makeFolder(registry)).find(({ name }) => name === 'accounting')!;
  const cache = makeRowCache(tables, Number.POSITIVE_INFINITY);
  const ids = ['accounting_code', 'journal_entry', 'journal_entry_count'];
  const refs = ids.map((table) => ({ table, id: `${table}_1` }));
  cache.missing(refs.map((ref) => ({ ...ref, fresh: true })));
  for (const { table, id } of refs) cache.rows.put(table, { id, scope_id: 'cmp_1', note: 'x'.repeat(5_000) });
  textOf(cache);
  // Until then they are there for the events of the same batch.
  expect(cache.missing(refs)).toEqual(new Map());
  cache.written();
  expect(cache.missing(refs)).toEqual(new Map([['journal_entry', ['journal_entry_1']]]));
  expect(cache.bytes()).toBeLessThan(11_000);
  // An entry that is changed after all, as it is read then.
  const found = { row: { id: 'journal_entry_1', scope_id: 'cmp_1' }, bytes: 100 };
  cache.loaded('journal_entry', ['journal_entry_1'], new Map([['journal_entry_1', found]]));
  expect(cache.rows.get('journal_entry', 'journal_entry_1')).toBe(found.row);
});

test('a subscriber does not retain the events that it was given', async () => {
  const [reading, writing] = [1, 2].map(() => openPostgresEventStore({ database: database.address, poll_ms: 50 }));
  const batches: WeakRef<object>[] = [];
  const subscription = reading!.subscribeAll({
    after: 0n,
    onBatch: async ({ events }) => void batches.push(new WeakRef(events)),
  });
  for (let i = 0; i < 30; i++) {
    await writing!.append(`tree-tr_${i}`, [event('TreeCreated', { label: 'Old' })], 'no_stream');
    await until(() => batches.length === i + 1);
  }
  // The last ones may still be in the hands of the reader.
  const held = () => batches.slice(0, -2).filter((batch) => batch.deref() !== undefined).length;
  await until(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    return held() === 0;
  }).catch(() => {});
  expect(held()).toBe(0);
  await subscription.stop();
  await Promise.all([reading!.close(), writing!.close()]);
});

/** Promises that were made since the last beginning and are still held; to ask the heap for them takes many seconds. */
const held = new Set<number>();
/** Of the last one that was made: they are numbered as they are made. */
let last = 0;
const hook = createHook({
  init: (id, type) => {
    if (type !== 'PROMISE') return;
    held.add(id);
    last = id;
  },
  destroy: (id) => {
    held.delete(id);
  },
});
beforeEach(() => {
  held.clear();
  hook.enable();
});
afterEach(() => {
  hook.disable();
});
const promises = async (): Promise<number> => {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return held.size;
};

test('transactions of read models retain no memory', async () => {
  const transactions = openTransactions((options) => openDatabase(database.address, options), 'test');
  const some = async (): Promise<number> => {
    for (let i = 0; i < 100; i++) await transactions.run([{ text: 'select 1', values: [] }]);
    return promises();
  };
  const before = await some();
  expect((await some()) - before).toBeLessThan(20);
  await transactions.end();
});

/** Of each payroll. */
const CHANGES = process.env.FULL ? 25 : 10;

test('the memory of a service does not grow from payroll to payroll', async () => {
  const service = await startTestService();
  try {
    const { gate, store } = service.service.services;
    const employer = await makeEmployer(service);
    /** The last promise that was made up to the end of each payroll. */
    const ends: number[] = [];
    for (const { id } of await employer.payrolls()) {
      const [assignment] = employer.assignments;
      for (let amount = 1; amount <= CHANGES; amount++)
        await employer.must(201, 'POST', '/earning_line_items', {
          pay_stub_id: await employer.stubOf(id, assignment!),
          earning_type: 'bonus_discretionary',
          custom_amount: amount,
        });
      await employer.must(200, 'POST', `/payrolls/${id}/approve`);
      await gate.followed(await store.head(), ['population', 'approval', 'journal']);
      ends.push(last);
    }
    expect(ends.length).toBeGreaterThan(3);
    // What waits for work was made in the last payroll, or before the second: whatever is held of those between leaks.
    const [from, to] = [ends.at(0)!, ends.at(-2)!];
    const leaked = async (): Promise<number> => {
      await promises();
      return [...held].filter((id) => id > from && id <= to).length;
    };
    await until(async () => (await leaked()) < CHANGES).catch(() => {});
    expect(await leaked()).toBeLessThan(CHANGES);
  } finally {
    await service.close();
  }
});
