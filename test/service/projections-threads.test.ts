import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { VERSIONS } from '../../projections/model/versions.ts';
import { makeReadModels } from '../../projections/read-models.ts';
import { BuildFailed } from '../../projections/rebuild/build.ts';
import { openDatabase } from '../../src/database/connect.ts';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore, LogEvent, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { serviceThreads } from '../../src/fill-thread-context.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { newEvent } from '../../src/kernel/events/define.ts';
import { registry } from '../../src/registry.ts';
import { all } from '../../src/values/condition.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { makeEmployer } from '../support/employer.ts';
import { COMPANY, event, PARTNER } from '../support/orchard.ts';
import { ORCHARD_THREAD, type OrchardThread } from '../support/orchard-thread.ts';
import { forgetReadModels, PATIENCE_ms, type Running, readModelsOn, silent } from '../support/read-models.ts';
import { startTestService, TEST_MASTER_KEY, type TestService } from '../support/service.ts';

// Long logs are folded by several threads, each with a share of the streams.

let database: TestDatabase;
let store: EventStore;
let models: Running | undefined;

beforeAll(async () => {
  database = await freshDatabase();
  store = openPostgresEventStore({ database: database.address });
});
afterEach(async () => {
  await models?.close();
  models = undefined;
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const withThreads = (count: number, more: Partial<OrchardThread> = {}): Running => {
  const data: OrchardThread = { address: database.address, ...more };
  models = readModelsOn(database, store, { threads: { module: ORCHARD_THREAD, data, count, from: 0n } });
  return models;
};

/** Trees with a fruit each, in streams that go on beside each other; every fifth is gone in the end. And gardeners. */
const grow = async (count: number): Promise<bigint> => {
  const ids = Array.from({ length: count }, (_, i) => `tr_${String(i).padStart(5, '0')}`);
  const steps: ((id: string, i: number) => NewEvent[])[] = [
    (id) => [event('TreeCreated', { label: `${id} "é"\t\\n`, height: '1.50' })],
    (id) => [event('TreeChanged', { height: '2.25' }), event('FruitCreated', { id: `fr_${id}`, tree_id: id })],
    (id, i) =>
      i % 5 === 0
        ? [event('FruitDeleted', { id: `fr_${id}` }), event('TreeDeleted', {})]
        : [event('FruitChanged', { id: `fr_${id}`, weight: '0.2' })],
  ];
  let revision = -1n;
  for (const step of steps) {
    const expected = revision;
    await Promise.all(
      ids.map((id, i) => store.append(`tree-${id}`, step(id, i), expected < 0n ? 'no_stream' : expected)),
    );
    revision += BigInt(step('', 1).length);
  }
  const gardeners = ids.map((id) => event('GardenerCreated', { personal: { subject: id, box: `{"name":"${id}"}` } }));
  await Promise.all(gardeners.map((one, i) => store.append(`gardener-ga_${i}`, [one], 'no_stream')));
  return store.head();
};

const sharesOf = async (of: number): Promise<LogEvent[][]> => {
  const upTo = await store.head();
  return Promise.all(
    Array.from({ length: of }, async (_, index) => {
      const events: LogEvent[] = [];
      let reached = 0n;
      for await (const batch of store.readShare!({ after: 0n, upTo, share: { index, of } })) {
        events.push(...batch.events);
        reached = batch.upTo;
      }
      expect(reached).toBe(upTo);
      return events;
    }),
  );
};

test('the shares of the log together are the whole log; each stream is in one share, and no share is empty', async () => {
  const head = await grow(300);
  for (const of of [1, 2, 3, 8]) {
    const shares = await sharesOf(of);
    for (const events of shares) {
      expect(events.length).toBeGreaterThan(0);
      expect(events.every(({ position }, i) => i === 0 || position > events[i - 1]!.position)).toBe(true);
    }
    const all = shares.flat();
    expect(new Set(all.map(({ position }) => position)).size).toBe(Number(head));
    expect(all).toHaveLength(Number(head));
    const streams = shares.map((events) => new Set(events.map(({ stream }) => stream)).size);
    expect(streams.reduce((sum, count) => sum + count, 0)).toBe(600);
  }
});

test('readers of shares together hold no more text than one reader, however large the events are', async () => {
  const own = await freshDatabase();
  const log = openPostgresEventStore({ database: own.address });
  try {
    const large = 'x'.repeat(400 * 1024);
    const count = 40;
    for (let i = 0; i < count; i++)
      await log.append(`tree-tr_${i}`, [event('TreeCreated', { label: large })], 'no_stream');
    const [of, upTo] = [4, await log.head()];
    let found = 0;
    for (let index = 0; index < of; index++)
      for await (const { events } of log.readShare!({ after: 0n, upTo, share: { index, of } })) {
        found += events.length;
        // 8 MiB of text together, and of each the event that is over it.
        expect(events.length * large.length).toBeLessThan((8 * 1024 * 1024) / of + 1.5 * large.length);
      }
    expect(found).toBe(count);
  } finally {
    await log.close();
    await own.drop();
  }
});

test('several threads build the same rows as one', async () => {
  const one = readModelsOn(database, store);
  await one.start();
  const head = await store.head();
  expect(await one.gate.followed(head, [], PATIENCE_ms)).toBe(true);
  await one.close();
  const several = withThreads(3);
  await several.start({ feed: false });
  // Verified by threads: those compare what they fold with what one alone has built.
  const verified = await several.verify();
  expect(verified.map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
  expect(verified.reduce((sum, { rows }) => sum + rows, 0)).toBe(240 + 240 + 300 + 1);
  const positions: bigint[] = [];
  await several.rebuild(undefined, ({ position }) => positions.push(position));
  expect(positions.at(-1)).toBe(head);
  expect((await several.status()).map(({ generation }) => generation)).toEqual([2, 2, 2, 2]);
  await several.close();
  // And by one alone: what threads have built.
  models = readModelsOn(database, store);
  await models.start({ feed: false });
  expect((await models.verify()).map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
});

test('a failing thread ends the build; the live generation keeps serving, and nothing is left behind', async () => {
  const failing = withThreads(3, { fails: true });
  await failing.start({ feed: false });
  const before = await failing.status();
  await expect(failing.rebuild()).rejects.toThrow('there is no thread');
  expect(await failing.status()).toEqual(before);
  const drafts = await database.sql`select 1 from projection_generations where status = 'building'`;
  expect(drafts).toHaveLength(0);
});

test('a company is parked at its first event that cannot be applied, whichever thread reads it', async () => {
  const owner = { company_id: 'co_bad', partner_id: 'pa_1' };
  const good = await store.append('tree-tr_good', [event('TreeCreated', { label: 'good' }, owner)], 'no_stream');
  const bad = Array.from({ length: 12 }, (_, i) => `tree-tr_bad${i}`);
  for (const stream of bad) await store.append(stream, [event('TreeUprooted', {}, owner)], 'no_stream');
  await store.append('tree-tr_good', [event('TreeChanged', { label: 'later' }, owner)], 0n);
  const several = withThreads(3);
  await several.start({ feed: false });
  // The live one would have to lose the company: it stays.
  const failure = await several.rebuild(['orchard']).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BuildFailed);
  const { poisons } = failure as BuildFailed;
  expect([...poisons].map(([name, { stream }]) => [name, stream])).toEqual([['orchard', bad[0]]]);
  await several.close();
  // There is none: everybody else is served.
  await forgetReadModels(database.sql);
  const anew = withThreads(3);
  await anew.start();
  const orchard = (await anew.status()).find(({ name }) => name === 'orchard');
  expect(orchard).toMatchObject({
    state: 'live',
    parked: [{ scope: 'co_bad', position: good.position, stream: bad[0], revision: 0n }],
  });
  const found = await anew.reader.find('tree', owner, all());
  expect(found.map(({ id, label }) => [id, label])).toEqual([['tr_good', 'good']]);
  expect(await anew.reader.count('tree', { company_id: COMPANY, partner_id: PARTNER }, all())).toBe(240);
  expect(await anew.verify(['orchard'])).toMatchObject([{ differences: 0, parked: ['co_bad'] }]);
});

test('threads of the service start from its TypeScript source too, as examples and scripts run it', async () => {
  const own = await freshDatabase();
  const log = openPostgresEventStore({ database: own.address });
  try {
    const created = makeFolder(registry).declarationOf('CompanyCreated');
    const companies = Array.from({ length: 40 }, (_, i) => `cmp_${String(i).padStart(26, '0')}`);
    for (const company_id of companies) {
      const cause = { actor: 'test', correlation_id: company_id, occurred_at: '2026-01-05T17:00:00.000Z' };
      const metadata = { ...cause, partner_id: PARTNER, company_id };
      const event = newEvent(created, crypto.randomUUID(), { data: { name: company_id } }, metadata);
      await log.append(`company-${company_id}`, [event], 'no_stream');
    }
    const script = fileURLToPath(new URL('../support/build-in-threads.ts', import.meta.url));
    const orders = JSON.stringify({ address: own.address, masterKey: TEST_MASTER_KEY.toString('hex') });
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, orders]);
    expect(JSON.parse(stdout)).toEqual({ rows: companies.length, differ: 0 });
  } finally {
    await log.close();
    await own.drop();
  }
});

/** Nothing is appended any more, and all that was can be read: tables that are compared do not change meanwhile. */
const comeToRest = async ({ service: { services } }: TestService): Promise<void> => {
  const { gate, store: log } = services;
  const following = ['population', 'approval', 'journal', 'payments'];
  for (let head = -1n; head !== (await log.head()); ) {
    head = await log.head();
    expect(await gate.followed(head, following, PATIENCE_ms)).toBe(true);
  }
  log.append = () => Promise.reject(new StoreUnavailable('it is at rest', 'not_written'));
  expect(await gate.followed(await log.head(), [], PATIENCE_ms)).toBe(true);
};

test('threads of the service build the same sums over records of many streams as the service has', async () => {
  const service = await startTestService();
  try {
    const employer = await makeEmployer(service, 3);
    for (const { id } of (await employer.payrolls()).slice(0, 2))
      await employer.must(200, 'POST', `/payrolls/${id}/approve`);
    const { address, sql, store: log, opened, folder } = service.service.foundation;
    const draft = (await employer.payrolls())[0]!.id;
    await comeToRest(service);
    const data = { address, masterKey: TEST_MASTER_KEY, previousMasterKey: undefined };
    const several = (versions?: Record<string, number>) =>
      makeReadModels({
        projections: resourceProjections(registry, folder, versions),
        store: log,
        hydrate: opened,
        sql,
        open: (options) => openDatabase(address, options),
        threads: { ...serviceThreads(data), count: 2, from: 0n },
        log: silent,
      });
    const same = several();
    await same.start({ feed: false });
    const verified = await same.verify();
    await same.stop();
    expect(verified.filter(({ differences }) => differences > 0)).toEqual([]);
    expect(verified.find(({ projection }) => projection === 'payrolls')!.rows).toBeGreaterThan(20);
    // The next code makes pay stubs, with what they sum up to, otherwise: payrolls are taken over beside them.
    const marked = sql`update read_payrolls_1.payroll set scope_id = 'marked' where id = ${draft}`;
    expect((await marked).count).toBe(1);
    const next = several({ ...VERSIONS, pay_stub: (VERSIONS.pay_stub ?? 1) + 1 });
    await next.start({ onProgress: ({ projections }) => expect(projections).toEqual(['payrolls']) });
    const { schema } = next.progress.live('payrolls')!;
    await next.stop();
    const tables = await sql`select tablename as name from pg_tables where schemaname = ${schema} order by 1`;
    expect(tables.length).toBeGreaterThan(2);
    for (const { name } of tables) {
      const rows = (of: string) => sql.unsafe(`select t::text as row from ${of}.${name} t order by id`);
      expect(await rows(schema), name).toEqual(await rows('read_payrolls_1'));
    }
    const [sums] = await sql<{ count: bigint }[]>`
      select count(*) from information_schema.tables where table_name like '%\_share\_%'`;
    expect(sums!.count).toBe(0n);
  } finally {
    await service.close();
  }
});
