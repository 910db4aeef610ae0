import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHANNEL } from '../../projections/feed/progress.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import type { ManagedEvent, ProcessManager } from '../../src/processes/managers/manager.ts';
import type { Processes } from '../../src/processes/managers/runner.ts';
import { all } from '../../src/values/condition.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import { beatsUntil } from '../support/beats.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { COMPANY, event, PARTNER } from '../support/orchard.ts';
import {
  forgetReadModels,
  gardenerOf,
  PATIENCE_ms,
  processesOn,
  type Running,
  readModelsOn,
} from '../support/read-models.ts';
import { until } from '../support/until.ts';

const tenant = { company_id: COMPANY, partner_id: PARTNER };

interface World {
  store: EventStore;
  models: Running;
  processes: Processes;
}
let worlds: World[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const { processes, models } of worlds) {
    await processes.stop();
    await models.close();
  }
  worlds = [];
  await forgetReadModels(database.sql);
});
afterAll(() => database.drop());

const world = async (managers: (world: Omit<World, 'processes'>) => ProcessManager<null>[]): Promise<World> => {
  const store = memoryStore();
  const models = readModelsOn(database, store);
  await models.start();
  const parts = { store, models };
  const processes = processesOn(models, store, managers(parts), { backoff_ms: 5, poll_ms: 50 });
  const made = { ...parts, processes };
  worlds.push(made);
  await processes.start();
  return made;
};

const plant = (store: EventStore, id: string) =>
  store.append(`tree-${id}`, [event('TreeCreated', { label: id })], 'no_stream');

test('an answer waits for what process managers append, and for what follows from that', async () => {
  const { store, models } = await world(({ store }) => [gardenerOf(store)]);
  const { position } = await plant(store, 'tr_1');
  expect(await models.gate.followed(position, ['gardener'], PATIENCE_ms)).toBe(true);
  expect(await models.reader.count('fruit', tenant, all())).toBe(2);
});

test('an answer does not wait for what follows from other changes', async () => {
  const { store, models } = await world(({ store }) => [gardenerOf(store)]);
  const positions = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (id) => (await plant(store, `tr_${id}`)).position),
  );
  const results = await Promise.all(
    positions.map((position) => models.gate.followed(position, ['gardener'], PATIENCE_ms)),
  );
  expect(results).toEqual([true, true, true, true]);
  expect(await models.reader.count('fruit', tenant, all())).toBe(8);
});

test('an answer that waits for a stopped process manager times out', async () => {
  const { store, models } = await world(() => []);
  const { position } = await plant(store, 'tr_1');
  expect(await models.gate.followed(position, ['nobody'], 50)).toBe(false);
});

test('a process manager gets an event only when the read models show it', async () => {
  const read: number[] = [];
  const { store, models } = await world(({ models }) => [
    {
      name: 'reader',
      handles: () => true,
      handle: async ({ events }) => {
        for (const { stream } of events)
          read.push((await models.reader.getMany('tree', tenant, [stream.slice('tree-'.length)])).size);
        return undefined;
      },
    },
  ]);
  for (let i = 0; i < 20; i++) await plant(store, `tr_${i}`);
  expect(await models.gate.followed(20n, ['reader'], PATIENCE_ms)).toBe(true);
  expect(read).toEqual(Array(20).fill(1));
});

test('a process manager that fails for a company retries event by event, is reported, and continues after a fix', async () => {
  let broken = true;
  const done: string[] = [];
  const { store, models, processes } = await world(() => [
    {
      name: 'picky',
      handles: () => true,
      handle: async ({ events }) => {
        for (const { stream } of events) {
          if (broken && stream === 'tree-tr_2') throw new Error('tr_2 is too much');
          if (!done.includes(stream)) done.push(stream);
        }
        return undefined;
      },
    },
  ]);
  const failing = async () => postgresManagerStore(models.sql, CHANNEL).failing(10);
  for (let i = 1; i <= 4; i++) await plant(store, `tr_${i}`);
  await expect
    .poll(async () => (await failing())[0], { timeout: PATIENCE_ms })
    .toMatchObject({
      manager: 'picky',
      scope: COMPANY,
      stream: 'tree-tr_2',
      revision: 0n,
      error: 'tr_2 is too much',
    });
  expect(done).toEqual(['tree-tr_1']);
  broken = false;
  expect(await models.gate.followed(4n, ['picky'], PATIENCE_ms)).toBe(true);
  // Where it was parked by then, nobody waits for it, and it is tried again all the same.
  await expect.poll(() => done, { timeout: PATIENCE_ms }).toEqual(['tree-tr_1', 'tree-tr_2', 'tree-tr_3', 'tree-tr_4']);
  await expect
    .poll(async () => (await processes.status())[0], { timeout: PATIENCE_ms })
    .toMatchObject({ position: 4n, waiting: 0, parked: 0 });
  expect(await failing()).toEqual([]);
});

test('a failing company does not stop others, and its answers do not wait once it is parked', async () => {
  let broken = true;
  const done: string[] = [];
  const { store, models, processes } = await world(() => [
    {
      name: 'picky',
      handles: () => true,
      handle: async ({ events }) => {
        for (const { stream } of events) {
          if (broken && stream.startsWith('tree-bad')) throw new Error('too much');
          done.push(stream);
        }
        return undefined;
      },
    },
  ]);
  const other = { partner_id: PARTNER, company_id: 'co_2' };
  const plantOther = (id: string) =>
    store.append(`tree-${id}`, [event('TreeCreated', { label: id }, { company_id: 'co_2' })], 'no_stream');
  await plant(store, 'bad_1');
  const { position } = await plantOther('tr_1');
  expect(await models.gate.followed(position, ['picky'], PATIENCE_ms, other)).toBe(true);
  expect(done).toEqual(['tree-tr_1']);
  await expect
    .poll(async () => (await processes.status())[0], { timeout: PATIENCE_ms })
    .toMatchObject({ waiting: 1, parked: 1 });
  const own = await plant(store, 'tr_2');
  const asked_ms = performance.now();
  await expect
    .poll(() => models.gate.followed(own.position, ['picky'], PATIENCE_ms, tenant), { timeout: PATIENCE_ms })
    .toBe(false);
  expect(performance.now() - asked_ms).toBeLessThan(PATIENCE_ms / 2);
  // Everybody else's answers are waited for as ever, and nobody's has to wait for what is parked.
  const next = await plantOther('tr_3');
  expect(await models.gate.followed(next.position, ['picky'], PATIENCE_ms, other)).toBe(true);
  expect(await models.gate.followed(next.position, ['picky'], PATIENCE_ms)).toBe(true);
  broken = false;
  await postgresManagerStore(models.sql, CHANNEL).retry({ scope: COMPANY });
  await expect
    .poll(() => models.gate.followed(own.position, ['picky'], PATIENCE_ms, tenant), { timeout: PATIENCE_ms })
    .toBe(true);
  await expect
    .poll(async () => (await processes.status())[0], { timeout: PATIENCE_ms })
    .toMatchObject({ waiting: 0, parked: 0 });
  expect(done).toEqual(['tree-tr_1', 'tree-tr_3', 'tree-bad_1', 'tree-tr_2']);
});

test('what a crash of the database took from read models and managers comes again, though nothing more happens', async () => {
  const seen: ManagedEvent[] = [];
  const { store, models } = await world(({ store }) => [gardenerOf(store, seen)]);
  const { position } = await plant(store, 'tr_1');
  expect(await models.gate.followed(position, ['gardener'], PATIENCE_ms)).toBe(true);
  const handled = seen.length;
  // Their commits are not flushed, so the last of them may be lost.
  const [{ schema }] = (await models.sql`
    select schema_name as schema from projection_generations where projection = 'orchard' and status = 'live'`) as [
    { schema: string },
  ];
  await models.sql.begin(async (tx) => {
    await tx`delete from ${tx(schema)}.tree`;
    await tx`update projection_generations set position = 0`;
    await tx`update process_managers set position = 0`;
  });
  await expect.poll(() => models.reader.count('tree', tenant, all()), { timeout: PATIENCE_ms }).toBe(1);
  await expect.poll(() => seen.length, { timeout: PATIENCE_ms }).toBe(2 * handled);
});

test('events that were handled before a stop are not handled again after the next start', async () => {
  const seen: ManagedEvent[] = [];
  const first = await world(({ store }) => [gardenerOf(store, seen)]);
  const { position } = await plant(first.store, 'tr_1');
  await first.models.gate.followed(position, ['gardener'], PATIENCE_ms);
  await first.processes.stop();
  const before = seen.length;
  const again = processesOn(first.models, first.store, [gardenerOf(first.store, seen)]);
  await again.start();
  const next = await plant(first.store, 'tr_2');
  expect(await first.models.gate.followed(next.position, ['gardener'], PATIENCE_ms)).toBe(true);
  await again.stop();
  expect(seen.slice(before).map(({ stream }) => stream)).toEqual(['tree-tr_2', 'tree-tr_2', 'tree-tr_2']);
});

test.each([
  ['by company', false],
  ['at once', true],
])(
  'a manager that never comes to an end (%s) holds no stop up, and its work is done after the next start',
  async (_, immediate) => {
    const seen: ManagedEvent[] = [];
    let began = (): void => {};
    const hung = new Promise<void>((resolve) => {
      began = resolve;
    });
    let letGo = (): void => {};
    const held = new Promise<undefined>((resolve) => {
      letGo = () => resolve(undefined);
    });
    const first = await world(({ store }) => [
      {
        ...gardenerOf(store),
        immediate,
        handle: () => {
          began();
          return held;
        },
      },
    ]);
    const { position } = await plant(first.store, 'tr_1');
    await hung;
    expect(await beatsUntil(first.processes.stop(200))).toBeLessThan(5_000);
    const again = processesOn(first.models, first.store, [gardenerOf(first.store, seen)], {
      backoff_ms: 5,
      poll_ms: 50,
    });
    await again.start();
    expect(await first.models.gate.followed(position, ['gardener'], PATIENCE_ms)).toBe(true);
    await again.stop();
    expect(seen[0]?.stream).toBe('tree-tr_1');
    // For the stop behind the test, which waits as long for it as in operation.
    letGo();
  },
);

test('an event that is only rechecked is compared with the last one that was handled for its company', async () => {
  const judged: string[] = [];
  const seen: string[] = [];
  const { store, models } = await world(() => [
    {
      name: 'careful',
      handles: ({ type }) => type === 'TreeCreated',
      rechecks: ({ stream, position, data }, lastHandled, lastElsewhere) => {
        // The work on the company asks again whether it may be handled at all.
        if (lastHandled < position) judged.push(`${stream} ${lastHandled} ${lastElsewhere}`);
        return BigInt(data.facts_position as string) < lastHandled;
      },
      handle: async ({ events }) => {
        expect(new Set(events.map(({ metadata }) => metadata.company_id)).size).toBe(1);
        seen.push(...events.map(({ stream, type }) => `${type} of ${stream}`));
        return undefined;
      },
    },
  ]);
  const fell = (id: string, facts_position: string, metadata = {}) =>
    store.append(`tree-${id}`, [event('TreeFelled', { facts_position }, metadata)], 0n);
  await plant(store, 'tr_1');
  await plant(store, 'tr_2');
  await fell('tr_1', '1');
  await store.append('tree-tr_3', [event('TreeCreated', { label: 'c' }, { company_id: 'co_2' })], 'no_stream');
  await fell('tr_2', '2');
  expect(await models.gate.followed(5n, ['careful'], PATIENCE_ms)).toBe(true);
  // The last one that was handled is of the second tree's own stream.
  expect(judged).toEqual(['tree-tr_1 2 2', 'tree-tr_2 2 1']);
  expect(seen.toSorted()).toEqual([
    'TreeCreated of tree-tr_1',
    'TreeCreated of tree-tr_2',
    'TreeCreated of tree-tr_3',
    'TreeFelled of tree-tr_1',
  ]);
});

test.each(['handles', 'rechecks'] as const)(
  'an event that a manager cannot even look at (%s) stops the work on its company alone',
  async (looking) => {
    const seen: string[] = [];
    const lookAt = ({ stream }: { stream: string }): boolean => {
      if (stream === 'tree-tr_odd') throw new TypeError('this has no such member');
      return true;
    };
    const { store, models } = await world(() => [
      {
        name: 'careful',
        handles: looking === 'handles' ? lookAt : () => false,
        rechecks: lookAt,
        handle: async ({ events }) => {
          for (const one of events) lookAt(one);
          seen.push(...events.map(({ stream }) => stream));
          return undefined;
        },
      },
    ]);
    const odd = { company_id: 'co_odd', partner_id: PARTNER };
    await store.append('tree-tr_odd', [event('TreeCreated', { label: 'c' }, odd)], 'no_stream');
    const { position } = await plant(store, 'tr_1');
    expect(await models.gate.followed(position, ['careful'], PATIENCE_ms, tenant)).toBe(true);
    expect(seen).toEqual(['tree-tr_1']);
  },
);

test('processes share the work of a process manager by company; each does a fair part, and nothing is done twice', async () => {
  const COMPANIES = 40;
  const EACH = 5;
  const FIFTH = (COMPANIES * EACH) / 5;
  const store = memoryStore();
  const done: { by: string; position: bigint; company: string }[] = [];
  const partOf = (process: string): number => done.filter(({ by }) => by === process).length;
  const processesBy = async (by: string) => {
    const models = readModelsOn(database, store);
    await models.start();
    const manager: ProcessManager<null> = {
      name: 'shared',
      handles: () => true,
      batchSize: 2,
      handle: async ({ events }) => {
        // Work takes its time, and is waited for.
        await models.sql`select pg_sleep(0.01)`;
        // Whoever is far ahead waits for the other, whose start or connection may be slower: unless nothing is left to that
        // one, it comes.
        if (partOf(by) >= 3 * FIFTH) await until(() => done.length - partOf(by) > FIFTH, PATIENCE_ms);
        for (const { position, metadata } of events) done.push({ by, position, company: metadata.company_id! });
        return undefined;
      },
    };
    const processes = processesOn(models, store, [manager], { poll_ms: 20 });
    worlds.push({ store, models, processes });
    return { models, processes };
  };
  const first = await processesBy('first');
  const second = await processesBy('second');
  for (let n = 0; n < COMPANIES * EACH; n++)
    await store.append(
      `tree-tr_${n}`,
      [event('TreeCreated', { label: String(n) }, { company_id: `co_${n % COMPANIES}` })],
      'no_stream',
    );
  await first.processes.start();
  await second.processes.start();
  expect(await first.models.gate.followed(BigInt(COMPANIES * EACH), ['shared'], PATIENCE_ms)).toBe(true);
  expect(done.map(({ position }) => position).toSorted((a, b) => Number(a - b))).toEqual(
    Array.from({ length: COMPANIES * EACH }, (_, i) => BigInt(i + 1)),
  );
  for (let n = 0; n < COMPANIES; n++) {
    const own = done.filter(({ company }) => company === `co_${n}`).map(({ position }) => position);
    expect(own).toEqual(own.toSorted((a, b) => Number(a - b)));
  }
  for (const by of ['first', 'second']) expect(partOf(by)).toBeGreaterThan(FIFTH);
});

test('the first event of a company is handled before the thousandth of another', async () => {
  const done: string[] = [];
  const { store, models } = await world(() => [
    {
      name: 'fair',
      handles: () => true,
      batchSize: 10,
      concurrency: 1,
      handle: async ({ events }) => {
        // The first batch is in hand until all others wait.
        await until(isThere, PATIENCE_ms);
        done.push(...events.map(({ metadata }) => metadata.company_id!));
        return undefined;
      },
    },
  ]);
  const MANY = 300;
  const isThere = async () =>
    done.includes('co_2') || (await database.sql`select from manager_inbox where scope = 'co_2'`).length > 0;
  for (let n = 0; n < MANY; n++) await plant(store, `tr_${n}`);
  const { position } = await store.append(
    'tree-tr_other',
    [event('TreeCreated', { label: 'o' }, { company_id: 'co_2' })],
    'no_stream',
  );
  expect(await models.gate.followed(position, ['fair'], PATIENCE_ms)).toBe(true);
  expect(done).toHaveLength(MANY + 1);
  // Of those that came before it, only the batches in hand were handled.
  expect(done.indexOf('co_2')).toBeLessThan(MANY / 10);
});

test('long work of several companies gives way to others, and continues where it stopped', async () => {
  const AT_ONCE = 4;
  let isServed = false;
  const done: string[] = [];
  const { store, models, processes } = await world(() => [
    {
      name: 'long',
      handles: () => true,
      concurrency: AT_ONCE,
      handle: async ({ events }) => {
        const company = events[0]!.metadata.company_id!;
        // What is long never ends before the last company was served: without room for that one nobody gets on.
        if (company !== 'co_last' && !isServed) {
          await database.sql`select pg_sleep(0.002)`;
          return { unfinished: true, appended: undefined };
        }
        isServed = true;
        done.push(...events.map(({ stream }) => `${company} ${stream}`));
        return undefined;
      },
    },
  ]);
  const plantAt = (company_id: string, id: string) =>
    store.append(`tree-${id}`, [event('TreeCreated', { label: id }, { company_id })], 'no_stream');
  for (let n = 0; n < AT_ONCE; n++) {
    await plantAt(`co_${n}`, `a${n}`);
    await plantAt(`co_${n}`, `b${n}`);
  }
  const { position } = await plantAt('co_last', 'last');
  expect(await models.gate.followed(position, ['long'], PATIENCE_ms)).toBe(true);
  expect(done[0]).toBe('co_last tree-last');
  // Nothing of what made room is lost, done twice, or out of its order.
  for (let n = 0; n < AT_ONCE; n++)
    expect(done.filter((one) => one.startsWith(`co_${n} `))).toEqual([`co_${n} tree-a${n}`, `co_${n} tree-b${n}`]);
  expect(done).toHaveLength(2 * AT_ONCE + 1);
  await expect
    .poll(async () => (await processes.status())[0], { timeout: PATIENCE_ms })
    .toMatchObject({ waiting: 0, parked: 0 });
});
