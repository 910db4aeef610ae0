import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { lockBuilds } from '../../projections/rebuild/schemas.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { all } from '../../src/values/condition.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { COMPANY, event, folder, PARTNER, registry } from '../support/orchard.ts';
import {
  forgetReadModels,
  gardenerOf,
  type OrchardProcess,
  PATIENCE_ms,
  processesOn,
  type Running,
  readModelsOn,
  startProcess,
} from '../support/read-models.ts';
import { until } from '../support/until.ts';

const tenant = { company_id: COMPANY, partner_id: PARTNER };
const TAKEOVER_ms = 5_000;
const BEAT_ms = 25;
/** In the order of names: a batch renews the leases of those that it concerns, so they end one after the other. */
const EVERYTHING = ['harvest', 'orchard', 'people', 'platform'];

let database: TestDatabase;
let store: EventStore;
const ending: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  store = openPostgresEventStore({ database: database.address });
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
  await forgetReadModels(database.sql);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const process = async (gardener = false): Promise<OrchardProcess> => {
  const started = await startProcess({ address: database.address, gardener });
  ending.push(started.kill);
  return started;
};
const feedsOf = async (of: OrchardProcess): Promise<unknown> =>
  ((await of.ask({ do: 'feeds' })) as string[]).toSorted();
const here = async (feed = true): Promise<Running> => {
  const models = readModelsOn(database, store);
  ending.push(models.close);
  await models.start({ feed });
  return models;
};

/**
 * Whether something comes in the time in which another takes over. Beats of this process are counted: on a busy machine
 * they come late, and so does the heartbeat that takes over. What is left to do then is no part of it.
 */
const comesInTime = async (check: () => boolean): Promise<boolean> => {
  for (let left_ms = TAKEOVER_ms; left_ms > 0 && !check(); left_ms -= BEAT_ms) await pause(BEAT_ms);
  return check();
};

/** Waits until so many statements wait for the lock of builds: rows are locked by the feeder too, for moments. */
const waiting = (count: number) =>
  until(async () => {
    const found = await database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
    return found.length === count;
  });

let planted = 0;
const plant = async () => {
  const id = `tr_${String(planted++).padStart(6, '0')}`;
  const { position } = await store.append(`tree-${id}`, [event('TreeCreated', { label: id })], 'no_stream');
  return { id, position };
};
const clean = async (models: Running) => {
  const found = await models.verify();
  expect(found.flatMap(({ shown }) => shown)).toEqual([]);
};

test('read models whose leases cannot be given back let go of their connections all the same', async () => {
  const { sql } = database;
  const sessions = () => sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'payroll projections'`;
  const models = readModelsOn(database, store);
  ending.push(models.close);
  await sql.unsafe(`
    create function refuse_for_test() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger refuse_for_test before update on projection_generations for each row
      when (old.status = 'live' and old.owner is not null and new.owner is null) execute function refuse_for_test()`);
  ending.push(() => sql.unsafe('drop function refuse_for_test cascade').execute());
  await models.start();
  expect(await sessions()).not.toEqual([]);
  await expect(models.stop()).rejects.toThrow('not now');
  await models.sql.end({ timeout: 2 });
  await until(async () => (await sessions()).length === 0);
});

test('when the process that feeds is killed, another takes over within 5 s and nothing is missing', async () => {
  const holder = await process();
  const models = await here();
  expect(await feedsOf(holder)).toEqual(EVERYTHING);
  expect(models.feeds()).toEqual([]);
  await plant();
  await holder.kill();
  const { id, position } = await plant();
  expect(await comesInTime(() => (models.progress.readPosition() ?? 0n) >= position)).toBe(true);
  expect(await models.reader.get('tree', tenant, id)).toMatchObject({ label: id });
  expect(models.feeds().toSorted()).toEqual(EVERYTHING);
  await clean(models);
});

test('a feeding process that is paused is replaced, and cannot write when it resumes', async () => {
  const holder = await process();
  const models = await here();
  // It stops with a batch in hand, wherever that happens to be.
  const burst = Array.from({ length: 200 }, plant);
  await burst[20];
  holder.child.kill('SIGSTOP');
  await Promise.all(burst);
  const { position } = await plant();
  expect(await comesInTime(() => models.feeds().length === EVERYTHING.length)).toBe(true);
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
  holder.child.kill('SIGCONT');
  for (let i = 0; i < 20; i++) expect(await models.gate.followed((await plant()).position, [], PATIENCE_ms)).toBe(true);
  // It knows that it lost the leases, hears of what others write, and takes over again when it has to.
  const heard = { do: 'followed' as const, position: String((await plant()).position), within_ms: PATIENCE_ms };
  expect(await holder.ask(heard)).toBe(true);
  // It is told by its next heartbeat or refused write, which on a busy machine may come after what it hears.
  await expect.poll(() => holder.ask({ do: 'feeds' }), { timeout: PATIENCE_ms }).toEqual([]);
  await clean(models);
  await models.close();
  ending.pop();
  const after = await plant();
  const order = { do: 'followed' as const, position: String(after.position), within_ms: PATIENCE_ms };
  expect(await holder.ask(order)).toBe(true);
});

test('connections that the database ends under the feeder lose nothing', async () => {
  const models = await here();
  for (let i = 0; i < 10; i++) {
    const burst = Array.from({ length: 20 }, plant);
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'payroll projections' and datname = current_database()`;
    await Promise.all(burst);
  }
  const { id, position } = await plant();
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
  expect(await models.reader.get('tree', tenant, id)).toMatchObject({ label: id });
  await clean(models);
});

test('rows that the database lost with unflushed commits are made again', async () => {
  const models = await here();
  const lost = [await plant(), await plant()];
  expect(await models.gate.followed(lost[1]!.position, [], PATIENCE_ms)).toBe(true);
  // As a crash of the database leaves it: rows and checkpoint are those of a moment before.
  await database.sql.begin(async (tx) => {
    const [live] = await tx<{ schema: string }[]>`
      update projection_generations set position = position - 2 where projection = 'orchard' and status = 'live'
      returning schema_name as schema`;
    await tx`delete from ${tx(live!.schema)}.tree where id = any(${lost.map(({ id }) => id)})`;
  });
  const { id } = await plant();
  const all = [...lost.map((one) => one.id), id];
  const found = async () => (await models.reader.getMany('tree', tenant, all)).size;
  await expect.poll(found, { timeout: PATIENCE_ms }).toBe(3);
  await clean(models);
});

test('an answer of one process waits for read models and managers of another', async () => {
  await process(true);
  const models = await here(false);
  const { position } = await plant();
  expect(await models.gate.followed(position, ['gardener'], PATIENCE_ms)).toBe(true);
  const before = await models.reader.count('fruit', tenant, all());
  for (let i = 0; i < 10; i++)
    expect(await models.gate.followed((await plant()).position, ['gardener'], PATIENCE_ms)).toBe(true);
  expect(await models.reader.count('fruit', tenant, all())).toBe(before + 20);
});

test('when the process that runs a manager is killed, another takes over within 5 s; each effect happens once', async () => {
  const holder = await process(true);
  const models = await here();
  const processes = processesOn(models, store, [gardenerOf(store)]);
  ending.push(processes.stop);
  await processes.start();
  const first = await plant();
  expect(await models.gate.followed(first.position, ['gardener'], PATIENCE_ms)).toBe(true);
  expect(processes.runs()).toEqual([]);
  const burst = await Promise.all(Array.from({ length: 50 }, plant));
  await holder.kill();
  expect(await comesInTime(() => processes.runs().length === 1)).toBe(true);
  const { position } = await plant();
  expect(await models.gate.followed(position, ['gardener'], PATIENCE_ms)).toBe(true);
  for (const { id } of [first, ...burst]) expect(await store.readStream(`tree-${id}`)).toHaveLength(3);
});

test('a rebuild killed in the middle leaves the old generation serving and starts over cleanly', async () => {
  const models = await here();
  await Promise.all(Array.from({ length: 200 }, plant));
  expect(await models.gate.followed((await plant()).position, [], PATIENCE_ms)).toBe(true);
  const trees = await models.reader.count('tree', tenant, all());
  const builder = await process();
  expect(await builder.ask({ do: 'rebuild halfway' })).toBe('halfway');
  expect(await models.sql`select 1 from projection_generations where status = 'building'`).toHaveLength(4);
  await builder.kill();
  expect(await models.gate.followed((await plant()).position, [], PATIENCE_ms)).toBe(true);
  expect(await models.reader.count('tree', tenant, all())).toBe(trees + 1);
  // What it left is removed when its lease has run out.
  const left = async () => {
    await models.sweep();
    return (await models.sql`select 1 from projection_generations where status = 'building'`).length;
  };
  await expect.poll(left, { timeout: PATIENCE_ms, interval: 100 }).toBe(0);
  await models.rebuild();
  expect(await models.reader.count('tree', tenant, all())).toBe(trees + 1);
  expect(await models.sql`select 1 from pg_namespace where nspname like 'read_%'`).toHaveLength(8);
  await clean(models);
});

test('what a rebuild has begun stays its own while it begins the rest, however long that takes', async () => {
  const models = await here();
  const lease = async () => {
    const [first] = await models.sql<{ until: string }[]>`
      select lease_until::text as until from projection_generations where status = 'building'`;
    return first?.until ?? '';
  };
  const { sql: other } = await here(false);
  let rebuilt: Promise<void> = Promise.resolve();
  let rest: Promise<void> = Promise.resolve();
  await models.sql.begin(async (tx) => {
    await lockBuilds(tx);
    rebuilt = models.rebuild(['orchard', 'people']);
    await waiting(1);
    // Another process comes between the first of its generations and the second.
    rest = other.begin(async (between) => {
      await lockBuilds(between);
      const begun = await lease();
      await expect.poll(lease, { timeout: PATIENCE_ms }).not.toBe(begun);
    });
    await waiting(2);
  });
  await rest;
  await rebuilt;
  await clean(models);
});

test('of two rebuilds, the one that started first and ends last is not swapped in', async () => {
  const models = await here();
  await plant();
  let begun = (): void => {};
  let letGo = (): void => {};
  const reading = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow = readModelsOn(database, {
    ...store,
    async *readAll(options) {
      begun();
      await held;
      yield* store.readAll(options);
    },
  });
  ending.push(slow.close);
  await slow.start({ feed: false });
  const first = slow.rebuild(['orchard']);
  await reading;
  await models.rebuild(['orchard']);
  letGo();
  await first;
  const { id, position } = await plant();
  for (const one of [models, slow]) {
    expect(await one.gate.followed(position, [], PATIENCE_ms)).toBe(true);
    expect(await one.reader.get('tree', tenant, id)).toMatchObject({ label: id });
  }
  expect(
    await models.sql`select generation, status from projection_generations where projection = 'orchard' order by 1`,
  ).toEqual([
    { generation: 1, status: 'retired' },
    { generation: 3, status: 'live' },
  ]);
  await clean(models);
});

test('processes that start together without read models all serve them in the end', async () => {
  await plant();
  for (let round = 0; round < 3; round++) {
    const together = await Promise.all([here(), here(), here()]);
    const { id, position } = await plant();
    for (const models of together) {
      expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
      expect(await models.reader.get('tree', tenant, id)).toMatchObject({ label: id });
    }
    for (const end of ending.splice(0)) await end();
    await forgetReadModels(database.sql);
  }
});

/** What a build writes into the table of generations, and for which the database ends its session. */
const STEPS = ['begun', 'filled', 'followed', 'swapped'] as const;
type Step = (typeof STEPS)[number];

/**
 * Has the database end the session of a build at the given steps, twice each, as it ends those of a process that was
 * held for longer than a session may be idle inside a transaction. @returns how often it did
 */
const cutOff = async (...steps: Step[]): Promise<() => Promise<number>> => {
  const { sql } = database;
  const drop = async (): Promise<void> => {
    await sql`drop function if exists cut_off cascade`;
    for (const step of STEPS) await sql.unsafe(`drop sequence if exists cuts_${step}`);
  };
  ending.push(drop);
  for (const step of steps) await sql.unsafe(`create sequence cuts_${step}`);
  await sql.unsafe(`
    create function cut_off() returns trigger language plpgsql as $$
    declare step text := case when tg_op = 'INSERT' then 'begun' when new.status <> old.status then 'swapped'
      when new.position = old.position then '' when old.position = 0 then 'filled' else 'followed' end;
    begin
      if new.status <> 'retired' and step = any('{${steps.join(',')}}') and nextval('cuts_' || step) in (1, 3) then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return new;
    end $$`);
  await sql.unsafe(`
    create trigger cut_off before insert or update on projection_generations for each row
    when (current_setting('application_name') = 'payroll build') execute function cut_off()`);
  return async () => {
    let cuts = 0;
    for (const step of steps) {
      const [row] = await sql.unsafe<{ last_value: bigint }[]>(`select last_value from cuts_${step}`);
      cuts += row!.last_value >= 3n ? 2 : 1;
    }
    return cuts;
  };
};

/** A store to whose log something is appended whenever it has been read, so that a build has to follow it. */
const growing = (): EventStore => ({
  ...store,
  async *readAll(options) {
    yield* store.readAll(options);
    await plant();
  },
});

test('a first start goes on where the database ended sessions of its build, as those of a process that was held', async () => {
  await plant();
  const cuts = await cutOff(...STEPS);
  const projections = resourceProjections(registry, folder).filter(({ name }) => name === 'orchard');
  const models = readModelsOn(database, growing(), { projections });
  ending.push(models.close);
  await models.start();
  expect(await cuts()).toBe(6);
  const { id, position } = await plant();
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
  expect(await models.reader.get('tree', tenant, id)).toMatchObject({ label: id });
  await clean(models);
});

test('a rebuild is not begun again where it was cut off while it followed the log or was swapped in', async () => {
  const models = readModelsOn(database, growing());
  ending.push(models.close);
  await models.start();
  const cuts = await cutOff('followed', 'swapped');
  await models.rebuild(['orchard']);
  // Both rounds of the log, and the one swap.
  expect(await cuts()).toBe(3);
  expect((await models.status()).find(({ name }) => name === 'orchard')).toMatchObject({ generation: 2 });
  await clean(models);
});

test('what a build had begun when it was cut off is dropped before it is begun again', async () => {
  const begun: number[] = [];
  const models = readModelsOn(database, {
    ...store,
    async *readAll(options) {
      begun.push((await database.sql`select 1 from pg_namespace where nspname like 'read_%'`).length);
      yield* store.readAll(options);
    },
  });
  ending.push(models.close);
  const cuts = await cutOff('begun');
  await models.start();
  expect(await cuts()).toBe(2);
  expect(begun[0]).toBe(EVERYTHING.length);
});

test('a build of a process that was held for longer than its lease is begun again where others removed it', async () => {
  await plant();
  const other = await here();
  let isHeld = true;
  const held = readModelsOn(database, {
    ...store,
    async *readAll(options) {
      if (isHeld) {
        isHeld = false;
        await database.sql`
          update projection_generations set lease_until = clock_timestamp() - interval '1 s' where status = 'building'`;
        expect(await other.sweep()).toBe(1);
      }
      yield* store.readAll(options);
    },
  });
  ending.push(held.close);
  await held.start({ feed: false });
  await held.rebuild(['orchard']);
  expect(isHeld).toBe(false);
  await clean(other);
});
