import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { eventName } from '../../src/kernel/events/define.ts';
import type { ManagedEvent } from '../../src/processes/managers/manager.ts';
import { all } from '../../src/values/condition.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { COMPANY, event, folder, PARTNER, registry, treeFelled } from '../support/orchard.ts';
import {
  forgetReadModels,
  gardenerOf,
  PATIENCE_ms,
  processesOn,
  type Running,
  readModelsOn,
} from '../support/read-models.ts';

// Companies whose events a read model cannot take: what becomes of them in a rebuild, after an upgrade, in other
// processes, and when there are many.

const tenant = { company_id: COMPANY, partner_id: PARTNER };
const of = (company_id: string) => ({ company_id, partner_id: PARTNER });
let database: TestDatabase;
let running: Running[] = [];

/** What `orchard` cannot take. */
type Trouble = (event: DomainEvent) => boolean;

/** Read models of one process. Not started. */
const open = (store: EventStore, trouble: Trouble = () => false, version = 1): Running => {
  const projections = resourceProjections(registry, folder, { tree: version }).map((projection) => {
    if (projection.name !== 'orchard') return projection;
    const { apply } = projection.projector;
    const picky: typeof apply = (one, rows, refs) => {
      apply(one, rows, refs);
      if (trouble(one)) throw new Error('this tree is too tall');
    };
    return { ...projection, projector: { ...projection.projector, apply: picky } };
  });
  const models = readModelsOn(database, store, { projections });
  running.push(models);
  return models;
};

const start = async (store: EventStore, trouble?: Trouble, version?: number): Promise<Running> => {
  const models = open(store, trouble, version);
  await models.start();
  return models;
};

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const models of running) await models.close();
  running = [];
  await forgetReadModels(database.sql);
});
afterAll(() => database.drop());

const plant = (store: EventStore, id: string, company = COMPANY, data = {}) =>
  store.append(`tree-${id}`, [event('TreeCreated', { label: id, ...data }, of(company))], 'no_stream');
const orchard = async (models: Running) => (await models.status()).find(({ name }) => name === 'orchard')!;
const labels = async (models: Running, company = COMPANY) =>
  (await models.reader.find('tree', of(company), all())).map(({ label }) => label);
/** Until somebody is parked, or nobody is. */
const isParked = (models: Running, parked: boolean) =>
  expect.poll(() => models.gate.readOnly(tenant) !== undefined, { timeout: PATIENCE_ms }).toBe(parked);

test('an answer that waits for an event at which the company is parked says that it cannot be read', async () => {
  const store = memoryStore();
  const models = await start(store, ({ stream }) => stream === 'tree-tr_1');
  const { position } = await plant(store, 'tr_1');
  expect(await models.gate.followed(position, [], PATIENCE_ms, tenant)).toBe(false);
  expect(models.gate.readOnly(tenant)).toBe('orchard');
});

test('a rebuild leaves a parked company at its position, and moves all others to the new generation', async () => {
  const store = memoryStore();
  let broken = true;
  const models = await start(store, ({ stream }) => broken && stream === 'tree-tr_2');
  for (const id of ['tr_1', 'tr_2', 'tr_3']) await plant(store, id);
  const { position } = await plant(store, 'tr_4', 'co_2');
  expect(await models.gate.followed(position, [], PATIENCE_ms, of('co_2'))).toBe(true);
  await models.rebuild();
  const parked = [{ scope: COMPANY, position: 1n, stream: 'tree-tr_2', revision: 0n, error: 'this tree is too tall' }];
  expect(await orchard(models)).toMatchObject({ generation: 2, state: 'live', position, parked });
  expect(await labels(models)).toEqual(['tr_1']);
  expect(await labels(models, 'co_2')).toEqual(['tr_4']);
  // Its rows are no more than those up to there, which proves nothing of the log as a whole.
  const found = (await models.verify()).find(({ projection }) => projection === 'orchard');
  expect(found).toMatchObject({ rows: 1, differences: 0, parked: [COMPANY] });
  broken = false;
  await isParked(models, false);
  expect(await labels(models)).toEqual(['tr_1', 'tr_2', 'tr_3']);
  expect((await models.verify()).map(({ differences, parked }) => [differences, parked])).toEqual(
    Array(4).fill([0, []]),
  );
});

test('a rebuild by code that can apply the event unparks the company', async () => {
  const store = memoryStore();
  const old = await start(store, ({ stream }) => stream === 'tree-tr_2');
  for (const id of ['tr_1', 'tr_2', 'tr_3']) await plant(store, id);
  await isParked(old, true);
  await old.close();
  const models = open(store);
  await models.start({ feed: false });
  await models.rebuild(['orchard']);
  expect(await orchard(models)).toMatchObject({ generation: 2, parked: [] });
  expect(await labels(models)).toEqual(['tr_1', 'tr_2', 'tr_3']);
});

test('a rebuild that would park a company that is not parked now is not swapped in', async () => {
  const store = memoryStore();
  let broken = false;
  const models = await start(store, ({ stream }) => broken && stream === 'tree-tr_3');
  for (const id of ['tr_1', 'tr_2', 'tr_3']) await plant(store, id, `co_${id}`);
  expect(await models.gate.followed(await store.head(), [], PATIENCE_ms)).toBe(true);
  broken = true;
  await expect(models.rebuild()).rejects.toThrow('orchard cannot apply event 0 of tree-tr_3: this tree is too tall');
  expect(await orchard(models)).toMatchObject({ generation: 1, state: 'live', parked: [] });
  expect(await labels(models, 'co_tr_3')).toEqual(['tr_3']);
  // Nor by verify, which tells of it.
  const found = (await models.verify()).find(({ projection }) => projection === 'orchard');
  expect(found).toMatchObject({ rows: 2, differences: 0, parked: ['co_tr_3'] });
});

test('after an upgrade a company whose event the new version cannot apply delays nobody', async () => {
  const store = memoryStore();
  const old = await start(store);
  for (const id of ['tr_1', 'tr_2', 'tr_3']) await plant(store, id);
  const { position } = await plant(store, 'tr_4', 'co_2');
  expect(await old.gate.followed(position, [], PATIENCE_ms)).toBe(true);
  const upgraded = await start(store, ({ stream }) => stream === 'tree-tr_2', 2);
  expect(upgraded.ready()).toBe(true);
  expect(await orchard(upgraded)).toMatchObject({ version: 2, state: 'live', parked: [{ scope: COMPANY }] });
  expect(await labels(upgraded)).toEqual(['tr_1']);
  expect(await labels(upgraded, 'co_2')).toEqual(['tr_4']);
  expect(upgraded.gate.readOnly(tenant)).toBe('orchard');
  // The old version follows it as ever.
  expect(old.gate.readOnly(tenant)).toBeUndefined();
  expect(await labels(old)).toEqual(['tr_1', 'tr_2', 'tr_3']);
});

test('a row that the database refuses parks its company in a build at the event that made it, wherever the event is', async () => {
  const store = memoryStore();
  for (let i = 0; i < 300; i++) {
    await plant(store, `tr_${i}`, COMPANY, { height: i === 123 ? 'tall' : '1' });
    await plant(store, `tr_other_${i}`, `co_${i % 7}x`);
  }
  const models = await start(store);
  expect(await orchard(models)).toMatchObject({
    position: 600n,
    parked: [{ scope: COMPANY, stream: 'tree-tr_123', revision: 0n }],
  });
  expect(await models.reader.count('tree', tenant, all())).toBe(123);
  expect(await models.reader.count('tree', of('co_0x'), all())).toBe(43);
});

test('read models may be parked at different events of a company, and each continues from its own', async () => {
  const store = memoryStore();
  let broken = true;
  const models = await start(store, ({ stream }) => broken && stream === 'tree-tr_1');
  await plant(store, 'tr_1');
  await plant(store, 'tr_2');
  await store.append('tree-tr_2', [event('TreeStruckByLightning', {})], 0n);
  await plant(store, 'tr_3');
  const places = async () =>
    (await models.status()).map(
      ({ name, parked }) => `${name} ${parked.map(({ stream, position }) => `${stream} ${position}`)}`,
    );
  await expect
    .poll(places, { timeout: PATIENCE_ms })
    .toEqual(['platform ', 'orchard tree-tr_1 0', 'harvest tree-tr_2 2', 'people ']);
  broken = false;
  // It comes further, as far as nobody can take what is there.
  await expect.poll(async () => (await orchard(models)).parked[0]?.stream, { timeout: PATIENCE_ms }).toBe('tree-tr_2');
  expect(await labels(models)).toEqual(['tr_1', 'tr_2']);
  expect((await orchard(models)).parked[0]!.error).toContain('TreeStruckByLightning');
});

test('other processes are notified of a parked company at once, and a process that takes over keeps its position', async () => {
  const store = memoryStore();
  let broken = true;
  const trouble: Trouble = ({ stream }) => broken && stream === 'tree-tr_2';
  const both = [await start(store, trouble), await start(store, trouble)];
  // As a rule the one that was there first; where it stood still for longer than a lease, the other one.
  const feeds = ({ feeds: fed }: Running) => fed().includes('orchard');
  await expect.poll(() => both.some(feeds), { timeout: PATIENCE_ms }).toBe(true);
  const first = both.find(feeds)!;
  const second = both.find((models) => models !== first)!;
  await plant(store, 'tr_1');
  const { position } = await plant(store, 'tr_2');
  expect(await second.gate.followed(position, [], PATIENCE_ms, tenant)).toBe(false);
  expect(second.gate.readOnly(tenant)).toBe('orchard');
  await first.close();
  await expect.poll(() => second.feeds().length, { timeout: PATIENCE_ms }).toBe(4);
  await plant(store, 'tr_3');
  const other = await plant(store, 'tr_4', 'co_2');
  expect(await second.gate.followed(other.position, [], PATIENCE_ms, of('co_2'))).toBe(true);
  expect(await labels(second)).toEqual(['tr_1']);
  broken = false;
  await isParked(second, false);
  expect(await labels(second)).toEqual(['tr_1', 'tr_2', 'tr_3']);
});

test('hundreds of parked companies are retried together, without delaying another company', async () => {
  const store = memoryStore();
  let broken = true;
  let reads = 0;
  const counted: EventStore = {
    ...store,
    readAll: (options) => {
      reads += 1;
      return store.readAll(options);
    },
  };
  const models = await start(counted, ({ stream }) => broken && stream.startsWith('tree-bad'));
  const companies = Array.from({ length: 400 }, (_, i) => `co_bad${i}`);
  for (const company of companies) await plant(store, `bad_${company}`, company);
  for (const company of companies) await plant(store, `more_${company}`, company);
  await expect.poll(async () => (await orchard(models)).parked.length, { timeout: PATIENCE_ms }).toBe(400);
  const { position } = await plant(store, 'tr_1');
  expect(await models.gate.followed(position, [], PATIENCE_ms, tenant)).toBe(true);
  broken = false;
  reads = 0;
  await expect.poll(async () => (await orchard(models)).parked.length, { timeout: PATIENCE_ms }).toBe(0);
  // A read for each company would be hundreds.
  expect(reads).toBeLessThan(20);
  for (const company of companies.slice(0, 20))
    expect(await labels(models, company)).toEqual([`bad_${company}`, `more_${company}`]);
  expect((await models.verify()).map(({ differences, parked }) => [differences, parked])).toEqual(
    Array(4).fill([0, []]),
  );
});

test('work of a process manager for a parked company waits, and is done once when the company can be read', async () => {
  const store = memoryStore();
  let broken = true;
  const models = await start(store, ({ stream }) => broken && stream === 'tree-tr_1');
  const seen: ManagedEvent[] = [];
  const processes = processesOn(models, store, [gardenerOf(store, seen)]);
  await processes.start();
  try {
    await plant(store, 'tr_1');
    await isParked(models, true);
    const other = await plant(store, 'tr_2', 'co_2');
    expect(await models.gate.followed(other.position, ['gardener'], PATIENCE_ms, of('co_2'))).toBe(true);
    expect(seen.map(({ stream }) => stream)).not.toContain('tree-tr_1');
    broken = false;
    await expect
      .poll(async () => (await store.readStream('tree-tr_1')).map(({ type }) => type), { timeout: PATIENCE_ms })
      .toEqual(['TreeCreated', 'FruitCreated', 'FruitCreated']);
    const head = await store.head();
    expect(await models.gate.followed(head, ['gardener'], PATIENCE_ms, tenant)).toBe(true);
    expect(await store.readStream('tree-tr_1')).toHaveLength(3);
  } finally {
    await processes.stop();
  }
});

/** The version after this one: it knows of lightning, and has its trees in other tables. */
const newer = () => {
  const struck = { ...treeFelled, type: eventName('TreeStruckByLightning') };
  const trees = registry.all.map((one) => (one.object === 'tree' ? { ...one, events: [treeFelled, struck] } : one));
  const changed = makeRegistry(trees);
  return { registry: changed, folder: makeFolder(changed) };
};

test('what a newer version wrote keeps its company waiting in older code, and is followed once that version is back', async () => {
  const store = memoryStore();
  const handled: string[] = [];
  /** Read models and a manager of a version. */
  const run = async (of: { registry: typeof registry; folder: typeof folder }, version: number) => {
    const projections = resourceProjections(of.registry, of.folder, { tree: version });
    const models = readModelsOn(database, store, { projections });
    running.push(models);
    await models.start();
    const manager = {
      name: 'watcher',
      handles: ({ type }: { type: string }) => of.folder.knows(type),
      handle: async ({ events }: { events: readonly ManagedEvent[] }) => {
        handled.push(...events.map(({ stream, type }) => `v${version} ${stream} ${type}`));
        return undefined;
      },
    };
    const processes = processesOn(models, store, [manager], { knows: of.folder.knows, backoff_ms: 5, poll_ms: 50 });
    await processes.start();
    return {
      models,
      stop: async () => {
        await processes.stop();
        await models.close();
        running = running.filter((one) => one !== models);
      },
    };
  };
  const first = await run(newer(), 2);
  const { position } = await plant(store, 'tr_1');
  expect(await first.models.gate.followed(position, ['watcher'], PATIENCE_ms, tenant)).toBe(true);
  await first.stop();
  await store.append('tree-tr_1', [event('TreeStruckByLightning', {})], 0n);
  await plant(store, 'tr_2');
  const other = await plant(store, 'tr_3', 'co_2');

  const older = await run({ registry, folder }, 1);
  expect(await older.models.gate.followed(other.position, ['watcher'], PATIENCE_ms, of('co_2'))).toBe(true);
  expect(await orchard(older.models)).toMatchObject({ version: 1, parked: [{ scope: COMPANY, stream: 'tree-tr_1' }] });
  expect(older.models.gate.readOnly(tenant)).toBe('orchard');
  await older.stop();

  const again = await run(newer(), 2);
  await isParked(again.models, false);
  await expect.poll(() => handled.length, { timeout: PATIENCE_ms }).toBe(4);
  expect(handled).toEqual([
    'v2 tree-tr_1 TreeCreated',
    'v1 tree-tr_3 TreeCreated',
    'v2 tree-tr_1 TreeStruckByLightning',
    'v2 tree-tr_2 TreeCreated',
  ]);
  expect((await again.models.verify()).map(({ differences, parked }) => [differences, parked])).toEqual(
    Array(4).fill([0, []]),
  );
  await again.stop();
});
