import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import { writeChanges } from '../../../src/kernel/changes/write.ts';
import { makeRegistry } from '../../../src/kernel/definition/registry.ts';
import type { Change, Origin, Outcome } from '../../../src/kernel/definition/writer.ts';
import { registry as registryOfAll } from '../../../src/registry.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import { box, crate, driver, registry } from '../../support/depot.ts';
import { type InMemory, type InMemoryOptions, idOf, inMemory, STRANGER } from '../../support/in-memory.ts';

const depot = (options: InMemoryOptions = {}) => inMemory({ registry, ...options });

const write = (world: InMemory, changes: readonly Change[], origin: Origin = world.origin(), mode?: 'check') =>
  writeChanges(crate, changes, origin, world.services, mode);
const create = (driver_id: string, label: string, id = idOf('crt')): Change => ({
  op: 'create',
  id,
  input: { driver_id, label },
});
/** Statuses of the outcomes: 200 for what was done. */
const statuses = (outcomes: readonly Outcome[]) => outcomes.map((one) => (one.ok ? 200 : one.problem.status));

/** A driver with one crate. */
const withCrate = async (world: InMemory) => {
  const ada = await world.given.created('driver', { name: 'Ada' });
  const north = await world.given.created('crate', { driver_id: ada.id, label: 'North' });
  return { ada, north };
};

test('changes are independent: a refused one does not affect others, and outcomes keep their order', async () => {
  const world = depot();
  const { ada, north } = await withCrate(world);
  const { result, events } = await world.when(() =>
    write(world, [
      create(ada.id, 'East'),
      create(ada.id, 'nowhere'),
      { op: 'update', id: north.id, input: { label: 'South' } },
      { op: 'delete', id: idOf('crt') },
      create(idOf('drv'), 'West'),
    ]),
  );
  expect(statuses(result!)).toEqual([200, 422, 200, 404, 422]);
  expect(events.map(({ type, data }) => [type, data.label]).sort()).toEqual([
    ['CrateChanged', 'South'],
    ['CrateCreated', 'East'],
  ]);
});

test('changes that are only checked are decided and not written', async () => {
  const world = depot();
  const { ada } = await withCrate(world);
  const { result, events } = await world.when(() =>
    write(world, [create(ada.id, 'East'), create(ada.id, 'nowhere')], world.origin(), 'check'),
  );
  expect(statuses(result!)).toEqual([200, 422]);
  expect(events).toEqual([]);
});

test('a record of another company, and a reference to one, are unknown', async () => {
  const world = depot();
  const { ada, north } = await withCrate(world);
  const stranger = world.origin(undefined, { tenant: STRANGER });
  const { result, events } = await world.when(() =>
    write(
      world,
      [
        { op: 'update', id: north.id, input: { label: 'Stolen' } },
        { op: 'delete', id: north.id },
        create(ada.id, 'East'),
      ],
      stranger,
    ),
  );
  expect(statuses(result!)).toEqual([404, 404, 422]);
  expect(events).toEqual([]);
});

test('a company changes itself, and none beside it; a partner changes its own companies, and no other one', async () => {
  const world = inMemory();
  const { partner_id } = world.tenant;
  const company = registryOfAll.need('company');
  const asked = async (change: Change, tenant: Origin['tenant']) =>
    statuses(await writeChanges(company, [change], world.origin(undefined, { tenant }), world.services))[0];
  const [own, other] = [idOf('cmp'), idOf('cmp')];
  for (const id of [own, other])
    expect(await asked({ op: 'create', id, input: { name: 'Northlake Foods' } }, { partner_id })).toBe(200);
  const renamed: Change = { op: 'update', id: own, input: { name: 'Southlake Foods' } };
  expect(await asked(renamed, { partner_id, company_id: other })).toBe(404);
  expect(await asked(renamed, { partner_id: idOf('ptn') })).toBe(404);
  expect(await world.stateOf('company', own)).toMatchObject({ name: 'Northlake Foods' });
  expect(await asked(renamed, { partner_id, company_id: own })).toBe(200);
  expect(await asked({ ...renamed, id: other }, { partner_id })).toBe(200);
});

test('the parts of records that one call creates are parts of their own', async () => {
  const world = inMemory();
  const tax_properties = [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }];
  const employers = [idOf('bus'), idOf('bus')].map(
    (id, at): Change => ({
      ...{ op: 'create', id },
      input: { name: `Northlake ${at}`, business_number: `123456782RP000${at + 1}`, in_preview: true, tax_properties },
    }),
  );
  const entity = registryOfAll.need('business_entity');
  expect(statuses(await writeChanges(entity, employers, world.origin(), world.services))).toEqual([200, 200]);
  await world.services.read.find('tax_property', world.tenant, ALWAYS);
  expect(
    world
      .rows('tax_property')
      .map(({ owner_id }) => owner_id)
      .sort(),
  ).toEqual(employers.map(({ id }) => id).sort());
});

describe('a reference', () => {
  test('to a record that was just written is known, though the read models are behind', async () => {
    const world = depot();
    const ada = await world.given.created('driver', { name: 'Ada' });
    world.holdBack(true);
    const bea = await writeChanges(
      driver,
      [{ op: 'create', id: idOf('drv'), input: { name: 'Bea' } }],
      world.origin(),
      world.services,
    );
    const { problem } = await world.when(() => write(world, [create(bea[0]!.id, 'East')]));
    expect(problem!.status).toBe(503);
    world.holdBack(false);
    expect(statuses(await write(world, [create(bea[0]!.id, 'East'), create(ada.id, 'West')]))).toEqual([200, 200]);
  });

  test('of many changes is looked up by one query', async () => {
    const world = depot();
    const { ada } = await withCrate(world);
    world.asked.length = 0;
    await write(
      world,
      Array.from({ length: 100 }, (_, i) => create(ada.id, `Crate ${i}`)),
    );
    expect(world.asked.filter((question) => question === 'getMany')).toHaveLength(1);
  });
});

test('the keys of many people are made by one statement, before the first append', async () => {
  const world = depot();
  const calls: string[] = [];
  const { keys, store } = world.services;
  world.services.keys = {
    ...keys,
    prepare: (subjects) => {
      calls.push(`prepare ${subjects.length}`);
      return keys.prepare(subjects);
    },
  };
  world.services.store = {
    ...store,
    append: (...args) => {
      calls.push('append');
      return store.append(...args);
    },
  };
  const persons = Array.from(
    { length: 3 },
    (_, i): Change => ({ op: 'create', id: idOf('drv'), input: { name: `${i}` } }),
  );
  await writeChanges(driver, persons, world.origin(), world.services);
  expect(calls[0]).toBe('prepare 3');
  expect(calls.filter((call) => call === 'append')).toHaveLength(3);
});

test('a repeat after a crash answers what was written and writes the rest', async () => {
  const world = depot();
  const { ada } = await withCrate(world);
  const changes = [create(ada.id, 'East'), create(ada.id, 'West')];
  await write(world, changes.slice(0, 1), world.origin('cause'));
  const { result, events } = await world.when(() => write(world, changes, world.origin('cause')));
  expect(result).toMatchObject([
    { ok: true, repeated: true, state: { label: 'East' } },
    { ok: true, repeated: false, state: { label: 'West' } },
  ]);
  expect(events.map(({ data }) => data.label)).toEqual(['West']);
});

test('an unavailable event store fails the whole call, not one change', async () => {
  const world = depot();
  const { ada } = await withCrate(world);
  world.services.store = {
    ...world.services.store,
    append: () => Promise.reject(new StoreUnavailable('away', 'not_written')),
  };
  const { problem } = await world.when(() => write(world, [create(ada.id, 'nowhere'), create(ada.id, 'East')]));
  expect(problem!.status).toBe(503);
});

test('a limit holds for the next writer after a call whose last append was written without an answer', async () => {
  const few = {
    ...crate,
    limits: [
      {
        by: 'driver_id',
        most: 3,
        whose: { en: 'the driver', fr: 'le chauffeur' },
        what: { en: 'crates', fr: 'caisses' },
      },
    ],
  };
  const world = inMemory({ registry: makeRegistry([driver, few, box]) });
  const ada = await world.given.created('driver', { name: 'Ada' });
  const { gate, store } = world.services;
  world.services.store = {
    ...store,
    append: async (stream, events, expected) => {
      const appended = await store.append(stream, events, expected);
      if (events[0]!.data.label === 'West') throw new StoreUnavailable('no answer', 'unknown');
      return appended;
    },
  };
  // Read models come no further than somebody waits for.
  world.holdBack(true);
  world.services.gate = {
    ...gate,
    followed: (...args) => {
      world.holdBack(false);
      return gate.followed(...args);
    },
  };
  const writeFew = (...labels: string[]) =>
    writeChanges(
      few,
      labels.map((label) => create(ada.id, label)),
      world.origin(),
      world.services,
    );
  const [first, second] = await Promise.allSettled([writeFew('North', 'East', 'West'), writeFew('South')]);
  expect(first).toMatchObject({ status: 'rejected', reason: { status: 503 } });
  expect(second).toMatchObject({ status: 'fulfilled', value: [{ ok: false, problem: { status: 422 } }] });
});
