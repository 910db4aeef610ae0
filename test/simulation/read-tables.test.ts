import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadTable, Row } from '../../projections/model/model.ts';
import type { Reader } from '../../src/kernel/definition/reader.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import { upcasters } from '../../src/registry.ts';
import { ALWAYS, all, among, any, type Condition, equal, oneOf, type Scalar } from '../../src/values/condition.ts';
import { textsOf } from '../../src/values/json.ts';
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
const conditionsFor = (table: ReadTable, random: Random) => {
  const rows = world.ground.tables.all(table.name);
  const columnNames = ['id', ...table.columns.map(({ name }) => name)];
  const arrays = table.columns.flatMap(({ name, type }) => (type === 'text[]' ? [name] : []));
  /** Columns with ids, and the tables of the records that these are of. */
  const references = columnNames.flatMap((name) => {
    const other = name === 'id' ? table : tables.find((one) => name === `${one.name}_id`);
    return other ? [{ name, other }] : [];
  });
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
    const kinds = [
      ...(['equal', 'one_of', 'present', 'compare', 'matching', 'overlapping'] as const),
      ...(['all', 'any', 'not', 'among'] as const),
    ];
    const is = random.pick(depth > 2 ? kinds.slice(0, 6) : kinds);
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
      case 'overlapping': {
        if (arrays.length === 0) return { is: 'present', column: name };
        const array = random.pick(arrays);
        const of = table.columns.find((one) => one.name === array)!.of;
        return {
          is,
          column: array,
          values: ['absent', ...rows.slice(0, 20).flatMap((row) => textsOf(of(row)))].slice(-2),
        };
      }
      case 'among': {
        const { name, other } = random.pick(references);
        return among(name, other.name, 'id', conditionsFor(other, random).make(depth + 1));
      }
    }
  };
  /** Records that are named by ids, as most reads ask for them, and something else of these. */
  const named = (): Condition => {
    const { name } = random.pick(references);
    const ids = Array.from({ length: 1 + random.below(3) }, () => valueIn(name));
    const { name: column, other } = random.pick(references);
    const ofOther = among(column, other.name, 'id', conditionsFor(other, random).make(1));
    return all(ids.length === 1 ? equal(name, ids[0]!) : oneOf(name, ids), random.pick([make(1), ofOther]));
  };
  return { make, named, sorts: columnNames.filter((name) => SORTABLE.has(typeOf(name))) };
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
  const { make, named, sorts } = conditionsFor(table, random);
  const ids = rows.filter(() => random.next() < 0.5).map(({ id }) => id);
  return {
    where: random.pick([() => make(0), named])(),
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
