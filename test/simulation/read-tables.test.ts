import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadTable, Row } from '../../projections/model/model.ts';
import type { Reader } from '../../src/kernel/definition/reader.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import { upcasters } from '../../src/registry.ts';
import { ALWAYS, all, among, any, type Condition, type Scalar } from '../../src/values/condition.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { PATIENCE_ms, type Running, readModelsOn } from '../support/read-models.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { readerBy } from './read-tables.ts';
import type { World } from './world.ts';

/**
 * Simulated processes read rows in memory. So that those are no second truth, the same questions are asked of them and
 * of PostgreSQL, about the same log.
 */
let world: World;
let database: TestDatabase;
let models: Running;
let inMemory: Reader;
let tables: ReadTable[];

beforeAll(async () => {
  ({ world } = await runPlan(planOf(2, 60)));
  const { ground } = world;
  database = await freshDatabase();
  models = readModelsOn(database, ground.log, {
    projections: ground.projections,
    hydrate: (events) => hydrate(events, ground.keys, upcasters),
  });
  await models.start();
  expect(await models.gate.followed(await ground.log.head(), [], PATIENCE_ms)).toBe(true);
  const { ask } = ground.tables;
  inMemory = readerBy(
    (question) => (async (...args: unknown[]) => (ask[question] as (...args: unknown[]) => unknown)(...args)) as never,
  );
  tables = ground.projections.flatMap((projection) => projection.tables);
});
afterAll(async () => {
  await models?.close();
  await database?.drop();
});

/** For each table; all of a condition at once. */
const QUESTIONS = 12;
const SORTABLE = new Set(['text', 'numeric', 'integer', 'boolean', 'date', 'timestamptz']);

/** Conditions on a table, with values that its rows have, or nearly. */
const conditionsFor = (table: ReadTable, rows: readonly Row[], random: Random) => {
  const columnNames = ['id', ...table.columns.map(({ name }) => name)];
  const column = () => random.pick(columnNames);
  const typeOf = (name: string) => table.columns.find((one) => one.name === name)?.type ?? 'text';
  const valueIn = (name: string): Scalar => {
    const of = table.columns.find((one) => one.name === name)?.of ?? ((row: Row) => row[name]!);
    const value = rows.length > 0 ? of(random.pick(rows)) : null;
    if (value !== null && typeof value !== 'object') return value;
    return (
      { numeric: '12.5', integer: 3, boolean: true, date: '2026-07-01', timestamptz: '2026-07-01T00:00:00Z' }[
        typeOf(name) as 'date'
      ] ?? 'absent'
    );
  };
  const plain = (): string => {
    for (;;) {
      const name = column();
      if (typeOf(name) !== 'text[]') return name;
    }
  };
  const make = (depth: number): Condition => {
    const kinds = ['equal', 'one_of', 'present', 'compare', 'matching', 'all', 'any', 'not', 'among'] as const;
    const is = random.pick(depth > 2 ? kinds.slice(0, 5) : kinds);
    const name = plain();
    switch (is) {
      case 'equal':
        return { is, column: name, value: valueIn(name) };
      case 'one_of':
        // Nothing asks for one of two booleans, and the reader does not answer it.
        if (typeOf(name) === 'boolean') return { is: 'present', column: name };
        return { is, column: name, values: Array.from({ length: random.below(4) }, () => valueIn(name)) };
      case 'present':
        return { is, column: column() };
      case 'compare':
        return { is, column: name, by: random.pick(['<', '<=', '>', '>=', '='] as const), value: valueIn(name) };
      case 'matching':
        return { is, columns: [name], text: String(valueIn(name)).slice(0, 4) };
      case 'all':
        return all(make(depth + 1), make(depth + 1));
      case 'any':
        return any(make(depth + 1), make(depth + 1));
      case 'not':
        return { is, of: make(depth + 1) };
      case 'among':
        return among('id', table.name, 'id', make(depth + 1));
    }
  };
  return { make: () => make(0), sorts: columnNames.filter((name) => SORTABLE.has(typeOf(name))) };
};

/** Every question about one condition, and its answer. */
const answersOf = async (reader: Reader, object: string, tenant: Tenant, ask: ReturnType<typeof askOf>) => {
  const { where, sort, direction, by, numbers, of } = ask;
  const paged: string[] = [];
  for await (const page of reader.pages(object, tenant, where, 3)) paged.push(...page.map(({ id }) => id));
  const list = await reader.list(object, tenant, { where, order: [{ column: sort, direction }], page: 2, per_page: 3 });
  const first = await reader.first(object, tenant, where, 2);
  return {
    find: await reader.find(object, tenant, where),
    first: [first.rows.map(({ id }) => id), first.more],
    paged,
    list: [list.rows.map(({ id }) => id), list.total],
    count: await reader.count(object, tenant, where),
    exists: await reader.exists(object, tenant, where),
    existing: [...(await reader.existing(object, tenant, 'id', ask.ids, where))].sort(),
    sums: [...(await reader.sums(object, tenant, by, numbers, where))].sort(),
    ranges: [...(await reader.ranges(object, tenant, by, of, where))].sort(),
  };
};

const askOf = (table: ReadTable, rows: readonly Row[], random: Random) => {
  const { make, sorts } = conditionsFor(table, rows, random);
  const ids = rows.filter(() => random.next() < 0.5).map(({ id }) => id);
  return {
    where: make(),
    sort: random.pick(sorts),
    direction: random.pick(['asc', 'desc'] as const),
    by: random.pick(['id', 'scope_id', ...table.columns.filter(({ type }) => type === 'text').map(({ name }) => name)]),
    numbers: table.columns.filter(({ type }) => type === 'numeric').map(({ name }) => name),
    of: random.pick([
      'id',
      ...table.columns.filter(({ type }) => type === 'text' || type === 'date').map(({ name }) => name),
    ]),
    ids: ids.length > 0 ? ids : ['none'],
  };
};

describe('the read tables in memory', () => {
  test('answer every query like PostgreSQL', async () => {
    const random = randomFrom(7);
    const [tenant] = world.companies as [Tenant];
    for (const table of tables) {
      const rows = world.ground.tables.all(table.name);
      const everything = await answersOf(inMemory, table.name, tenant, {
        ...askOf(table, rows, random),
        where: ALWAYS,
      });
      for (let n = 0; n < (everything.count === 0 ? 2 : QUESTIONS); n++) {
        const ask = askOf(table, rows, random);
        const expected = await answersOf(models.reader, table.name, tenant, ask);
        const found = await answersOf(inMemory, table.name, tenant, ask);
        expect(found, `${table.name} ${JSON.stringify(ask)}`).toEqual(expected);
      }
    }
    expect(world.ground.tables.all('pay_stub').length).toBeGreaterThan(5);
  });

  test('show no records of another tenant', async () => {
    for (const { name, scope } of tables) {
      const stranger = { partner_id: 'ptn_other', company_id: 'cmp_other' };
      expect(await inMemory.count(name, stranger, ALWAYS)).toBe(0);
      if (scope === 'company')
        await expect(inMemory.find(name, { partner_id: stranger.partner_id }, ALWAYS)).rejects.toThrow(/without one/);
    }
  });
});
