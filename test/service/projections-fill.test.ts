import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { createTable } from '../../projections/model/tables.ts';
import { fill } from '../../projections/rebuild/fill.ts';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import { streamOf } from '../../src/kernel/definition/resource.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { event, folder, hydrateWith, registry } from '../support/orchard.ts';

let database: TestDatabase;
let copying: Sql;

beforeAll(async () => {
  database = await freshDatabase();
  copying = openDatabase(database.address, { max: 1 });
});
afterAll(async () => {
  await copying.end();
  await database.drop();
});

const projections = resourceProjections(registry, folder).filter(({ name }) => ['orchard', 'harvest'].includes(name));

/** Fills the tables of a new schema and gives their rows. */
const filled = async (store: EventStore, schema: string, cache_bytes: number) => {
  const { sql } = database;
  await sql.unsafe(`create schema ${schema}`);
  const targets = projections.map((projection) => ({ projection, schema, parked: new Map() }));
  for (const { tables } of projections) for (const table of tables) await sql.unsafe(createTable(schema, table));
  const failed = await fill(targets, await store.head(), {
    store,
    hydrate: hydrateWith(),
    copying,
    sql,
    onBatch: () => {},
    signal: new AbortController().signal,
    cache_bytes,
  });
  expect(failed.size).toBe(0);
  const tree = await sql.unsafe(`select t::text as row from ${schema}.tree t order by id`);
  const fruit = await sql.unsafe(`select t::text as row from ${schema}.fruit t order by id`);
  await sql.unsafe(`drop schema ${schema} cascade`);
  return { tree: tree.map(({ row }) => row), fruit: fruit.map(({ row }) => row) };
};

// What happens to one of a few trees. Text holds everything that COPY has to escape.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('\\N', '\\.', 'a\tb\nc\r\\', '"{},\\"'),
);
const step = fc.record({
  tree: fc.integer({ min: 0, max: 5 }),
  does: fc.constantFrom('change', 'fell', 'delete', 'bear', 'drop'),
  note: text.map((value) => value.replaceAll('\u0000', '')).filter((value) => value.isWellFormed()),
});

test('a build makes the same rows with little memory: rows that were evicted are read back and replaced', async () => {
  let round = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
    const store = memoryStore();
    const trees = new Map<number, { id: string; alive: boolean; revision: bigint; fruit: boolean }>();
    for (const [i, { tree, does, note }] of steps.entries()) {
      const before = trees.get(tree);
      const one = before?.alive ? before : { id: `tr_${i}`, alive: true, revision: -1n, fruit: false };
      trees.set(tree, one);
      const events: NewEvent[] = [];
      if (one.revision < 0n) events.push(event('TreeCreated', { label: note, height: '1.50', note }));
      const fruit = { id: `fr_${one.id}`, tree_id: one.id };
      if (does === 'change') events.push(event('TreeChanged', { note, height: null }));
      if (does === 'fell') events.push(event('TreeFelled', {}));
      if (does === 'bear')
        events.push(event(one.fruit ? 'FruitChanged' : 'FruitCreated', { ...fruit, weight: '0.125' }));
      if (does === 'drop' && one.fruit) events.push(event('FruitDeleted', fruit));
      if (does === 'delete') events.push(event('TreeDeleted', {}));
      if (events.length === 0) continue;
      await store.append(streamOf('tree', one.id), events, one.revision < 0n ? 'no_stream' : one.revision);
      one.revision += BigInt(events.length);
      one.fruit = does === 'bear' || (one.fruit && does !== 'drop');
      one.alive = does !== 'delete';
    }
    // Batches of a few events, so that rows come and go between them.
    const small: EventStore = { ...store, readAll: (options) => store.readAll({ ...options, batchSize: 5 }) };
    round += 1;
    expect(await filled(small, `narrow_${round}`, 500)).toEqual(await filled(store, `wide_${round}`, 1_000_000));
  });
  await fc.assert(property, { numRuns: process.env.FULL ? 200 : 5 });
});
