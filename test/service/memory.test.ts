import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransactions } from '../../projections/feed/transactions.ts';
import type { ReadTable, Row } from '../../projections/model/model.ts';
import { makeRowCache } from '../../projections/model/rows.ts';
import { openDatabase } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { makeEmployer } from '../support/employer.ts';
import { event } from '../support/orchard.ts';
import type { Held, PastOrders } from '../support/past-process.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// What a process holds does not grow with what it has done.

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Rows with one of many, so that each weighs about a kilobyte. */
const TREE: ReadTable = { name: 'tree', scope: 'company', columns: [], indexes: [] };
const tree = (id: number, note = 900): Row => ({ id: `tr_${id}`, scope_id: 'cmp_1', note: 'x'.repeat(note) });
const jsonOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);

test('rows made by this process weigh what their JSON does, and more when they grow', () => {
  const cache = makeRowCache([TREE], Number.POSITIVE_INFINITY);
  const write = (rows: readonly Row[], fresh: boolean): void => {
    const missing = cache.missing(rows.map(({ id }) => ({ table: 'tree', id, fresh })));
    for (const [table, ids] of missing) cache.loaded(table, ids, new Map());
    for (const row of rows) cache.rows.put('tree', row);
    cache.changes();
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

test('a row cache holds no more than its limit, however many rows pass', () => {
  const limit_bytes = 100_000;
  const cache = makeRowCache([TREE], limit_bytes);
  for (let at = 0; at < 2_000; at += 50) {
    const rows = Array.from({ length: 50 }, (_, i) => tree(at + i));
    cache.missing(rows.map(({ id }) => ({ table: 'tree', id, fresh: true })));
    for (const row of rows) cache.rows.put('tree', row);
    cache.changes();
    cache.written();
  }
  const all = Array.from({ length: 2_000 }, (_, i) => tree(i));
  const gone = new Set(cache.missing(all.map(({ id }) => ({ table: 'tree', id }))).get('tree'));
  const held = all.filter(({ id }) => !gone.has(id));
  expect(held.length).toBeGreaterThan(0);
  expect(jsonOf(held)).toBeLessThanOrEqual(limit_bytes);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('a subscriber lets go of the events that it was handed', async () => {
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

const promises = (): number => queryObjects(Promise, { format: 'count' }) as unknown as number;

test('transactions of read models leave nothing behind', async () => {
  const transactions = openTransactions((options) => openDatabase(database.address, options), 'test');
  const some = async (): Promise<number> => {
    for (let i = 0; i < 100; i++) await transactions.run([{ text: 'select 1', values: [] }]);
    await new Promise((resolve) => setImmediate(resolve));
    return promises();
  };
  const before = await some();
  expect((await some()) - before).toBeLessThan(20);
  await transactions.end();
});

test('payroll after payroll, a service holds as much as before', async () => {
  const service = await startTestService();
  try {
    const employer = await makeEmployer(service);
    const counts: number[] = [];
    for (const { id } of await employer.payrolls()) {
      const [assignment] = employer.assignments;
      for (let amount = 1; amount <= 25; amount++)
        await employer.must(201, 'POST', '/earning_line_items', {
          pay_stub_id: await employer.stubOf(id, assignment!),
          earning_type: 'bonus_discretionary',
          custom_amount: amount,
        });
      await employer.must(200, 'POST', `/payrolls/${id}/approve`);
      counts.push(promises());
    }
    expect(counts.length).toBeGreaterThan(3);
    expect(counts.at(-1)! - counts[0]!).toBeLessThan(100);
  } finally {
    await service.close();
  }
}, 180_000);

test('at rest a process holds the same after forty payrolls as after twenty, in a heap of 160 MB', async () => {
  const EVERY = 20;
  const other = await freshDatabase();
  try {
    const orders: PastOrders = { address: other.address, people: 60, payrolls: 2 * EVERY, every: EVERY };
    const told: Held[] = [];
    const child = fork(
      fileURLToPath(new URL('../support/past-process.ts', import.meta.url)),
      [JSON.stringify(orders)],
      {
        execArgv: ['--import', 'tsx', '--expose-gc', '--max-old-space-size=160'],
      },
    );
    child.on('message', (one) => told.push(one as Held));
    const ended = await new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    expect(ended).toBe(0);
    expect(told.map(({ payrolls }) => payrolls)).toEqual([EVERY, 2 * EVERY]);
    // The rows of 1,200 stubs and their lines come to more than 25 MB in memory.
    expect(told[1]!.held_MB - told[0]!.held_MB).toBeLessThan(10);
  } finally {
    await other.drop();
  }
}, 180_000);
