import { beforeEach, describe, expect, test } from 'vitest';
import { bulkOperations } from '../../../src/kernel/calls/bulk.ts';
import type { Call, Preferences } from '../../../src/kernel/definition/operation.ts';
import { makeRegistry } from '../../../src/kernel/definition/registry.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import type { TaskRequest } from '../../../src/kernel/definition/services.ts';
import { asyncTask } from '../../../src/platform/async-task.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { box, crate, driver } from '../../support/depot.ts';
import { type InMemory, idOf, inMemory } from '../../support/in-memory.ts';

/** Bulk calls up to the task that they start: what it is to write on, and what is refused before it begins. */
const registry = makeRegistry([driver, crate, box, asyncTask]);
const PRESENT: Preferences = {
  deprecate_sync_bulk: true,
  deprecate_flat_bulk_shape: true,
  deprecate_benefit_percent: true,
};

let world: InMemory;
let started: TaskRequest[];
let drivers: State[];

beforeEach(async () => {
  started = [];
  const task = (): State => ({
    id: idOf('task'),
    scope_id: world.tenant.company_id!,
    created_at: world.clock.instant(),
    updated_at: world.clock.instant(),
    version: '0',
    status: 'processing',
    results: [],
    counts: {},
  });
  world = inMemory({
    registry,
    services: {
      tasks: {
        start: async (request) => {
          started.push(request as TaskRequest);
          return { state: task(), position: undefined };
        },
        earlier: async () => undefined,
        ended: async () => task(),
        cancel: async () => {},
        results: async () => [],
      },
    },
  });
  drivers = [];
  for (const name of ['Ada', 'Bea', 'Cy']) drivers.push(await world.given.created('driver', { name }));
});

const call = (verb: 'create' | 'update' | 'delete', body: JsonObject, more: Partial<Call> = {}) => {
  const operation = bulkOperations(crate).find(({ id }) => id === `bulk_${verb}_crates`)!;
  return world.when(() =>
    operation.run({
      tenant: world.tenant,
      params: {},
      query: {},
      body,
      choose: ([first]) => first!,
      locale: 'en',
      preferences: PRESENT,
      origin: world.origin(),
      services: world.services,
      url: new URL('http://localhost/crates'),
      ...more,
    }),
  );
};
const ALL = { drivers: { include: 'all' } };
const crateOf = (driver: State, label: string, sealed = false) =>
  world.given.created('crate', { driver_id: driver.id, label, sealed });

describe('a bulk create', () => {
  test('creates one record for each selected one, with the same ids when the request is repeated', async () => {
    const seed = { origin: world.origin('cause') };
    const { result, events } = await call('create', { ...ALL, data: { label: 'North' } }, seed);
    expect(result!.status).toBe(202);
    expect(events).toEqual([]);
    expect(started[0]).toMatchObject({ type: 'bulk_create', object: 'crate' });
    expect(started[0]!.targets!.map(({ parent }) => parent).sort()).toEqual(drivers.map(({ id }) => id).sort());
    await call('create', { ...ALL, data: { label: 'North' } }, seed);
    expect(started[1]!.targets).toEqual(started[0]!.targets);
  });

  test('leaves out those that are excluded', async () => {
    const [ada] = drivers as [State];
    await call('create', { drivers: { include: 'all', exclude: { ids: [ada.id] } }, data: { label: 'North' } });
    expect(started[0]!.targets!.map(({ parent }) => parent)).not.toContain(ada.id);
    expect(started[0]!.targets).toHaveLength(2);
  });

  test('decided 2: whose data is refused by all of the first targets is a 422 at `data`, and starts no task', async () => {
    const { problem } = await call('create', { ...ALL, data: { label: 'nowhere' } });
    expect(problem).toMatchObject({ status: 422, issues: [{ path: 'data.label' }] });
    expect(started).toEqual([]);
  });

  test('is refused with the place of an unknown id of the selection', async () => {
    const ids = [drivers[0]!.id, idOf('drv')];
    const { problem } = await call('create', { drivers: { include: { ids } }, data: { label: 'North' } });
    expect(problem).toMatchObject({ status: 422, issues: [{ path: 'drivers.include.ids.1' }] });
  });
});

describe('a bulk change', () => {
  test('changes the records of the selected ones, and leaves out skipped ones', async () => {
    const [ada, bea, cy] = drivers as [State, State, State];
    const [north, south] = [await crateOf(ada, 'North'), await crateOf(ada, 'South')];
    await crateOf(bea, 'East', true);
    await crateOf(cy, 'West');
    await call('update', { drivers: { include: { ids: [ada.id, bea.id] } }, data: { colour: 'red' } });
    expect(started[0]!.targets!.map(({ id }) => id).sort()).toEqual([north.id, south.id].sort());
    expect(started[0]).toMatchObject({ type: 'bulk_update', data: { colour: 'red' } });
  });

  test('whose data is refused by some targets starts, and lists these in its results', async () => {
    const [ada, bea] = drivers as [State, State];
    await crateOf(ada, 'North');
    await crateOf(bea, 'South');
    const { result } = await call('update', { ...ALL, data: { label: 'West' } });
    expect(result!.status).toBe(202);
    const { problem } = await call('update', { ...ALL, data: { label: 'nowhere' } });
    expect(problem).toMatchObject({ status: 422, issues: [{ path: 'data.label' }] });
    expect(started).toHaveLength(1);
  });

  test('decided 2: that one of the targets refuses continues without it, but not in the deprecated synchronous mode', async () => {
    const [ada, bea] = drivers as [State, State];
    await crateOf(ada, 'North');
    const full = await crateOf(bea, 'South');
    await world.given.created('box', { crate_id: full.id, weight: 5 });
    expect((await call('delete', ALL)).result!.status).toBe(202);
    const { problem } = await call('delete', ALL, { preferences: { ...PRESENT, deprecate_sync_bulk: false } });
    expect(problem).toMatchObject({ status: 400, text: { en: expect.stringContaining(full.id) } });
    expect(started).toHaveLength(1);
  });
});
