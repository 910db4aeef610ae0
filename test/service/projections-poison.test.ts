import { Registry as Metrics } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHANNEL } from '../../projections/feed/progress.ts';
import { registerMeters, troubles } from '../../projections/health.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { all } from '../../src/values/condition.ts';
import { postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import { beatsUntil } from '../support/beats.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { COMPANY, event, folder, PARTNER, registry } from '../support/orchard.ts';
import { forgetReadModels, PATIENCE_ms, type Running, readModelsOn } from '../support/read-models.ts';

const tenant = { company_id: COMPANY, partner_id: PARTNER };
/** Of an event that names neither company nor partner. */
const NOBODY = { company_id: undefined, partner_id: undefined };
let database: TestDatabase;
let models: Running;

/** Read models whose `orchard` throws where `trouble` says so. */
const start = async (store: EventStore, trouble: (event: DomainEvent) => void = () => {}): Promise<void> => {
  const projections = resourceProjections(registry, folder).map((projection) => {
    if (projection.name !== 'orchard') return projection;
    const { apply } = projection.projector;
    const picky: typeof apply = (one, rows, refs) => {
      apply(one, rows, refs);
      trouble(one);
    };
    return { ...projection, projector: { ...projection.projector, apply: picky } };
  });
  models = readModelsOn(database, store, { projections });
  await models.start();
};

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await models.close();
  await forgetReadModels(database.sql);
});
afterAll(() => database.drop());

const plant = (store: EventStore, id: string, data = {}, metadata = {}) =>
  store.append(`tree-${id}`, [event('TreeCreated', { label: id, ...data }, metadata)], 'no_stream');
const hire = (store: EventStore, id: string) =>
  store.append(`gardener-${id}`, [event('GardenerCreated', { name: id })], 'no_stream');
const labels = async () => (await models.reader.find('tree', tenant, all())).map(({ label }) => label);
const orchard = async () => (await models.status()).find(({ name }) => name === 'orchard');

const OTHER = { company_id: 'co_2', partner_id: PARTNER };
const labelsOfOther = async () => (await models.reader.find('tree', OTHER, all())).map(({ label }) => label);

/** No process managers run here. */
const UNMANAGED = 'no process does what follows from writes: start one whose ROLES have "processes"';
const UNFED = 'no process keeps the read models up to date: start one whose ROLES have "projections"';
const told = (isWritable = true) =>
  troubles(models, postgresManagerStore(models.sql, CHANNEL), postgresDueStore(models.sql), isWritable);

test('an event that cannot be folded parks its company in that projection, is reported, and is applied after a fix', async () => {
  const store = memoryStore();
  let broken = true;
  await start(store, ({ stream }) => {
    // It may quote whatever somebody sent.
    if (broken && stream === 'tree-tr_2') throw new Error('this tree is\0 too tall');
  });
  await plant(store, 'tr_1');
  const { position } = await plant(store, 'tr_2');
  await plant(store, 'tr_3');
  const other = await plant(store, 'tr_4', {}, OTHER);
  // Another program plants what is no tree of the service.
  await store.append('tree-tr_5', [{ ...event('TreeCreated', { label: 1 }), metadata: {} }], 'no_stream');
  const later = await hire(store, 'ga_1');
  // Everybody else goes on, and so does the company elsewhere.
  expect(await models.gate.followed(other.position, [], PATIENCE_ms, OTHER)).toBe(true);
  expect(await labelsOfOther()).toEqual(['tr_4']);
  await expect.poll(() => models.reader.count('gardener', tenant, all()), { timeout: PATIENCE_ms }).toBe(1);
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({
    state: 'live',
    position: later.position,
    parked: [{ scope: COMPANY, stream: 'tree-tr_2', revision: 0n, error: 'this tree is\ufffd too tall' }],
  });
  await expect.poll(() => models.gate.readOnly(tenant), { timeout: PATIENCE_ms }).toBe('orchard');
  expect(models.gate.readOnly(OTHER)).toBeUndefined();
  // The answer comes at once and says that it cannot be read: the caller has it from the stream.
  const answer = models.gate.followed(position, [], 60_000, tenant);
  expect(await beatsUntil(answer)).toBeLessThan(20_000);
  expect(await answer).toBe(false);
  await expect.poll(told, { timeout: PATIENCE_ms }).toEqual({
    degraded: ['read model orchard is parked for 1 company: payroll projections list', UNMANAGED],
    details: [
      `read model orchard is parked for ${COMPANY} at event 0 of tree-tr_2: this tree is\ufffd too tall`,
      UNMANAGED,
    ],
  });
  const metrics = new Metrics();
  registerMeters(metrics, { models, managers: postgresManagerStore(models.sql, CHANNEL), store });
  await expect.poll(() => metrics.metrics(), { timeout: PATIENCE_ms }).toContain('foreign_events_total 1');
  const figures = await metrics.metrics();
  expect(figures).toContain('projection_parked{projection="orchard"} 1');
  expect(figures).toContain('projection_parked{projection="people"} 0');
  expect(figures).toContain('projection_stopped{projection="orchard"} 0');
  expect(await labels()).toEqual(['tr_1']);
  broken = false;
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({ state: 'live', parked: [] });
  expect(await labels()).toEqual(['tr_1', 'tr_2', 'tr_3']);
  await expect.poll(() => models.gate.readOnly(tenant), { timeout: PATIENCE_ms }).toBeUndefined();
  const next = await plant(store, 'tr_6');
  expect(await models.gate.followed(next.position, [], PATIENCE_ms, tenant)).toBe(true);
  expect(await labels()).toEqual(['tr_1', 'tr_2', 'tr_3', 'tr_6']);
  expect(await models.verify()).toMatchObject([
    { differences: 0 },
    { projection: 'orchard', rows: 5, differences: 0 },
    { differences: 0 },
    { differences: 0 },
  ]);
});

test('an event without a company that cannot be folded stops only that projection, is reported, and is applied after a fix', async () => {
  const store = memoryStore();
  let broken = true;
  await start(store, ({ stream }) => {
    if (broken && stream === 'tree-tr_2') throw new Error('this tree is too tall');
  });
  await plant(store, 'tr_1');
  const { position } = await plant(store, 'tr_2', {}, NOBODY);
  await plant(store, 'tr_3');
  const later = await hire(store, 'ga_1');
  // The answer comes at once and says that it cannot be read: the caller has it from the stream.
  const answer = models.gate.followed(position, [], 60_000);
  expect(await beatsUntil(answer)).toBeLessThan(20_000);
  expect(await answer).toBe(false);
  await expect.poll(() => models.reader.count('gardener', tenant, all()), { timeout: PATIENCE_ms }).toBe(1);
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({
    state: 'stopped',
    position: position - 1n,
    stopped: { stream: 'tree-tr_2', revision: 0n, error: 'this tree is too tall' },
  });
  // The table says so first; the process hears of it a moment later.
  await expect.poll(() => models.ready(), { timeout: PATIENCE_ms }).toBe(false);
  await expect.poll(told, { timeout: PATIENCE_ms }).toEqual({
    degraded: ['read model orchard stopped: payroll projections list', UNMANAGED],
    details: ['read model orchard stopped at event 0 of tree-tr_2: this tree is too tall', UNMANAGED],
  });
  const metrics = new Metrics();
  registerMeters(metrics, { models, managers: postgresManagerStore(models.sql, CHANNEL), store });
  const figures = await metrics.metrics();
  expect(figures).toContain('projection_stopped{projection="orchard"} 1');
  expect(figures).toContain('projection_stopped{projection="people"} 0');
  expect(figures).toContain(`projection_position{projection="orchard",generation="1"} ${position - 1n}`);
  expect(await labels()).toEqual(['tr_1']);
  broken = false;
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({ state: 'live', stopped: undefined });
  // As above: until the process hears of it, what is asked for is answered at once with no.
  await expect.poll(() => models.ready(), { timeout: PATIENCE_ms }).toBe(true);
  expect(await models.gate.followed(later.position, [], PATIENCE_ms)).toBe(true);
  expect(await labels()).toEqual(['tr_1', 'tr_3']);
});

test('that no process keeps the read models up to date is reported while none does', async () => {
  const store = memoryStore();
  await start(store);
  await expect.poll(told, { timeout: PATIENCE_ms }).toEqual({ degraded: [UNMANAGED], details: [UNMANAGED] });
  await models.close();
  models = readModelsOn(database, store);
  await models.start({ feed: false });
  expect(await told()).toEqual({ degraded: [UNFED, UNMANAGED], details: [UNFED, UNMANAGED] });
  // No process can note that it lives: another one could not either.
  expect(await told(false)).toEqual({ degraded: [], details: [] });
});

test('a row that the database refuses is found within its batch', async () => {
  const store = memoryStore();
  await start(store);
  await Promise.all([
    ...['tr_1', 'tr_2', 'tr_3'].map((id) => plant(store, id, { height: id === 'tr_2' ? 'tall' : '1' })),
    plant(store, 'tr_4', {}, OTHER),
  ]);
  await expect
    .poll(orchard, { timeout: PATIENCE_ms })
    .toMatchObject({ state: 'live', position: 4n, parked: [{ scope: COMPANY, stream: 'tree-tr_2', revision: 0n }] });
  expect((await orchard())?.parked[0]?.error).toContain('numeric');
  expect(await labels()).toEqual(['tr_1']);
  expect(await labelsOfOther()).toEqual(['tr_4']);
});

test.each([
  ['an unknown type', () => event('TreeStruckByLightning', {}), 'TreeStruckByLightning'],
  ['a newer schema version', () => event('TreeChanged', {}, { schema_version: 9 }), 'schema version 9'],
])(
  'an event of %s parks its company in the projections of its streams; it is never skipped',
  async (_, make, message) => {
    const store = memoryStore();
    await start(store);
    await plant(store, 'tr_1');
    await store.append('tree-tr_1', [make()], 0n);
    await hire(store, 'ga_1');
    await expect
      .poll(
        async () => (await models.status()).map(({ name, parked }) => `${name} ${parked.map(({ scope }) => scope)}`),
        { timeout: PATIENCE_ms },
      )
      .toEqual(['platform ', `orchard ${COMPANY}`, `harvest ${COMPANY}`, 'people ']);
    expect((await orchard())?.parked[0]?.error).toContain(message);
    const other = await plant(store, 'tr_2', {}, OTHER);
    expect(await models.gate.followed(other.position, [], PATIENCE_ms, OTHER)).toBe(true);
    expect(await models.reader.count('gardener', tenant, all())).toBe(1);
  },
);

test('streams of other categories are ignored', async () => {
  const store = memoryStore();
  await start(store);
  const { position } = await store.append('reservation-x', [event('Claimed', {})], 'no_stream');
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
});

test('a parked company keeps its position after a restart, and continues with new code', async () => {
  const store = memoryStore();
  await start(store, ({ stream }) => {
    if (stream === 'tree-tr_2') throw new Error('too tall');
  });
  await plant(store, 'tr_1');
  await plant(store, 'tr_2');
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({ parked: [{ scope: COMPANY, position: 1n }] });
  await models.close();
  await start(store);
  await expect.poll(orchard, { timeout: PATIENCE_ms }).toMatchObject({ state: 'live', position: 2n, parked: [] });
  expect(await labels()).toEqual(['tr_1', 'tr_2']);
});

test('a rebuild with an event that stops a projection keeps its old generation, and rebuilds the others', async () => {
  const store = memoryStore();
  let broken = false;
  await start(store, ({ stream }) => {
    if (broken && stream === 'tree-tr_1') throw new Error('too tall');
  });
  await models.gate.followed((await plant(store, 'tr_1')).position, [], PATIENCE_ms);
  broken = true;
  // That managers cannot be woken says nothing of what was built: they try again by themselves.
  await database.sql`create rule unwritten as on update to due_work do instead nothing`;
  const rebuilt = expect(models.rebuild()).rejects.toThrow('orchard cannot apply event 0 of tree-tr_1: too tall');
  await rebuilt.finally(() => database.sql`drop rule unwritten on due_work`);
  expect((await models.status()).map(({ name, generation, state }) => `${name} ${generation} ${state}`)).toEqual([
    'platform 2 live',
    'orchard 1 live',
    'harvest 2 live',
    'people 2 live',
  ]);
  expect(await labels()).toEqual(['tr_1']);
  // Why it was given up is there for whoever looks later, by a command or a process that starts.
  const givenUp = () => database.sql`select stopped_error from projection_generations where status = 'building'`;
  expect(await givenUp()).toEqual([{ stopped_error: 'too tall' }]);
  const looking = readModelsOn(database, store);
  await looking.start({ feed: false });
  await looking.close();
  expect(await givenUp()).toEqual([{ stopped_error: 'too tall' }]);
});
