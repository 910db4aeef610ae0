import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { tableOf } from '../../projections/model/tables.ts';
import type { Sql } from '../../src/database/connect.ts';
import { SessionEnded } from '../../src/database/ended-sessions.ts';
import { StreamNotFound, UnreadableEvent } from '../../src/event-store/errors.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import { all } from '../../src/values/condition.ts';
import { codeOf } from '../../src/values/describe-error.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryStore } from '../support/memory-store.ts';
import { COMPANY, event, folder, hydrateWith, PARTNER, registry } from '../support/orchard.ts';
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
let database: TestDatabase;
let running: Running[] = [];

const start = async (store: EventStore, options: Parameters<typeof readModelsOn>[2] = {}): Promise<Running> => {
  const models = readModelsOn(database, store, options);
  running.push(models);
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

/** Trees with fruits, changed, felled and deleted, in `count` streams that go on beside each other. */
const grow = async (store: EventStore, count: number, from = 0): Promise<bigint> => {
  let last = 0n;
  const append = async (id: string, revision: bigint, ...events: Parameters<EventStore['append']>[1]) => {
    last = (await store.append(`tree-${id}`, events, revision < 0n ? 'no_stream' : revision)).position;
  };
  const ids = Array.from({ length: count }, (_, i) => `tr_${String(from + i).padStart(5, '0')}`);
  for (const id of ids)
    await append(
      id,
      -1n,
      event('TreeCreated', { label: `${id} "é"\t\\n`, height: '1.50', note: null, extra: { b: 1, a: ['\n'] } }),
    );
  for (const id of ids)
    await append(
      id,
      0n,
      event('TreeChanged', { height: '2.25' }),
      event('FruitCreated', { id: `fr_${id}`, tree_id: id, weight: '0.1' }),
    );
  for (const [i, id] of ids.entries()) {
    if (i % 5 === 0) await append(id, 2n, event('FruitDeleted', { id: `fr_${id}` }), event('TreeDeleted', {}));
    else if (i % 5 === 1) await append(id, 2n, event('TreeFelled', {}));
    else await append(id, 2n, event('FruitChanged', { id: `fr_${id}`, weight: '0.2' }));
  }
  return last;
};

const contents = async ({ sql }: Running, projection: string, tables: string[]): Promise<string> => {
  const [live] = await sql`
    select schema_name from projection_generations where projection = ${projection} and status = 'live'`;
  const rows = [];
  for (const table of tables)
    rows.push(await sql.unsafe(`select t::text as row from ${live!.schema_name}.${table} t order by id`));
  return JSON.stringify(rows);
};

test('a rebuilt read model equals the live one row for row, to the byte', async () => {
  const store = memoryStore();
  const models = await start(store);
  expect(await models.gate.followed(await grow(store, 200), [], PATIENCE_ms)).toBe(true);
  const before = [await contents(models, 'orchard', ['tree']), await contents(models, 'harvest', ['fruit'])];
  const answers = JSON.stringify(await models.reader.list('tree', tenant, { where: all(), page: 2, per_page: 50 }));
  await models.rebuild();
  expect((await models.status()).map(({ generation, state }) => [generation, state])).toEqual(
    Array(4).fill([2, 'live']),
  );
  expect([await contents(models, 'orchard', ['tree']), await contents(models, 'harvest', ['fruit'])]).toEqual(before);
  expect(JSON.stringify(await models.reader.list('tree', tenant, { where: all(), page: 2, per_page: 50 }))).toBe(
    answers,
  );
});

test('only the given read models are rebuilt, and an unknown name is refused with the known ones', async () => {
  const models = await start(memoryStore());
  await models.rebuild(['harvest']);
  expect((await models.status()).map(({ name, generation }) => [name, generation])).toEqual([
    ['platform', 1],
    ['orchard', 1],
    ['harvest', 2],
    ['people', 1],
  ]);
  await expect(models.rebuild(['forest'])).rejects.toThrow('platform, orchard, harvest, people');
});

test('events that are appended during rebuilds are in the new generation, and every answer waits for its own write', async () => {
  const store = memoryStore();
  const models = await start(store);
  await grow(store, 100);
  let done = false;
  let count = 0;
  const writing = (async () => {
    while (!done) {
      const id = `tr_x${String(count++).padStart(5, '0')}`;
      const { position } = await store.append(`tree-${id}`, [event('TreeCreated', { label: id })], 'no_stream');
      expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
      expect((await models.reader.get('tree', tenant, id))?.label).toBe(id);
    }
  })();
  for (let round = 0; round < 3 || (count < 20 && round < 200); round++) await models.rebuild();
  done = true;
  await writing;
  expect(count).toBeGreaterThanOrEqual(20);
  expect(await models.reader.count('tree', tenant, all())).toBe(80 + count);
  expect((await models.verify()).map(({ differences }) => differences)).toEqual([0, 0, 0, 0]);
});

/** Has a store lose events, as EventStoreDB does by a scavenge of streams that were deleted or cut off. */
const losing = (store: EventStore): { store: EventStore; lost: Map<string, bigint> } => {
  const lost = new Map<string, bigint>();
  const isThere = ({ stream, revision }: { stream: string; revision: bigint }) => revision >= (lost.get(stream) ?? 0n);
  const readAll: EventStore['readAll'] = async function* (options) {
    for await (const events of store.readAll(options)) {
      const left = events.filter(isThere);
      if (left.length > 0) yield left;
    }
  };
  const readStream: EventStore['readStream'] = async (stream, options) => {
    const events = await store.readStream(stream, options);
    if (!events.some(isThere)) throw new StreamNotFound(stream);
    if (lost.has(stream)) throw new UnreadableEvent(`stream ${stream} was cut off`);
    return events;
  };
  return { store: { ...store, readAll, readStream, readShare: undefined }, lost };
};

test.each([
  ['all events', 9n],
  ['the first event', 1n],
])(
  'a log that has lost %s of a record is built from by nobody, and the record can be read as before',
  async (_, up) => {
    const { store, lost } = losing(memoryStore());
    const models = await start(store);
    await models.gate.followed(await grow(store, 20), [], PATIENCE_ms);
    lost.set('tree-tr_00002', up);
    await expect(models.rebuild()).rejects.toThrow('lost the events of tree-tr_00002');
    const next = resourceProjections(registry, folder, { tree: 2 });
    await expect(start(store, { projections: next })).rejects.toThrow('lost the events of tree-tr_00002');
    expect(await models.reader.get('tree', tenant, 'tr_00002')).toMatchObject({ height: '2.25' });
    expect((await models.status()).map(({ generation }) => generation)).toEqual([1, 1, 1, 1]);
    expect(await models.sql`select 1 from pg_namespace where nspname like 'read_%'`).toHaveLength(4);
    lost.clear();
    await models.rebuild();
    expect((await models.status()).map(({ generation }) => generation)).toEqual([2, 2, 2, 2]);
  },
);

test('verify finds a row that was altered, one that was removed and one that was added', async () => {
  const store = memoryStore();
  const models = await start(store);
  await models.gate.followed(await grow(store, 20), [], PATIENCE_ms);
  const { sql } = models;
  await sql.unsafe(`update read_orchard_1.tree set height = 99 where id = 'tr_00002'`);
  await sql.unsafe(`update read_orchard_1.tree set state = (state::text || ' ')::json where id = 'tr_00003'`);
  await sql.unsafe(`delete from read_orchard_1.tree where id = 'tr_00004'`);
  await sql.unsafe(`insert into read_harvest_1.fruit (id, scope_id, state) values ('fr_x', 'co_1', '{}')`);
  const found = await models.verify();
  expect(found.map(({ projection, rows, differences }) => [projection, rows, differences])).toEqual([
    ['platform', 0, 0],
    ['orchard', 16, 3],
    ['harvest', 16, 1],
    ['people', 0, 0],
  ]);
  expect(found.flatMap(({ shown }) => shown)).toEqual([
    { table: 'tree', id: 'tr_00002', kind: 'different', columns: ['height'] },
    { table: 'tree', id: 'tr_00003', kind: 'different', columns: ['state'] },
    { table: 'tree', id: 'tr_00004', kind: 'missing', columns: [] },
    { table: 'fruit', id: 'fr_x', kind: 'unexpected', columns: [] },
  ]);
  // Nothing of it stays behind.
  expect(await sql`select 1 from projection_generations where status = 'building'`).toHaveLength(0);
  expect(await sql`select 1 from pg_namespace where nspname like 'read_%'`).toHaveLength(4);
});

test('a table that a live read model has lost is named by verify, and a rebuild makes it again', async () => {
  const store = memoryStore();
  const models = await start(store);
  await models.gate.followed(await grow(store, 5), [], PATIENCE_ms);
  await models.sql.unsafe('drop table read_orchard_1.tree');
  // The company is parked there with the next tree.
  await models.gate.followed(await grow(store, 1, 100), [], PATIENCE_ms, tenant);
  await expect.poll(() => models.gate.readOnly(tenant), { timeout: PATIENCE_ms }).toBeDefined();
  const read: number[] = [];
  await expect(models.verify(['orchard'], ({ events }) => void read.push(events))).rejects.toThrow(
    'orchard has no table tree any more: payroll projections rebuild orchard',
  );
  expect(read).toHaveLength(1);
  await models.rebuild(['orchard']);
  expect(await models.reader.count('tree', tenant, all())).toBe(4);
  expect(models.gate.readOnly(tenant)).toBeUndefined();
  expect((await models.verify()).map(({ differences, parked }) => [differences, parked])).toEqual(
    Array(4).fill([0, []]),
  );
});

test('what was appended while verify read the log is not caught up with while the live read model waits for it', async () => {
  const store = memoryStore();
  let isVerifying = false;
  let heldFor = 0;
  // Also who renews its lease locks it, for a moment.
  const isHeld = async (): Promise<boolean> =>
    (
      await database.sql`
        select 1 from projection_generations g join pg_stat_activity a on a.backend_xid = g.xmax
        where g.projection = 'orchard' and g.status = 'live' and a.application_name = 'payroll build'`
    ).length > 0;
  const watched: EventStore = {
    ...store,
    async *readAll(options) {
      for await (const events of store.readAll(options)) {
        if (await isHeld()) heldFor += events.length;
        if (isVerifying) {
          isVerifying = false;
          expect(await models.gate.followed(await grow(store, 50, 100), [], PATIENCE_ms)).toBe(true);
        }
        yield events;
      }
    },
  };
  const models = await start(watched);
  await models.gate.followed(await grow(store, 20), [], PATIENCE_ms);
  isVerifying = true;
  const found = await models.verify(['orchard']);
  expect(found.map(({ rows, differences }) => [rows, differences])).toEqual([[16 + 40, 0]]);
  expect(heldFor).toBe(0);
});

test('a live read model that another session holds for long costs neither a rebuild nor a verification its work', async () => {
  const store = memoryStore();
  let refused = (): void => {};
  const around = (sql: Sql): Sql => {
    const { begin } = sql;
    const watched = (...given: unknown[]) => {
      const begun: Promise<unknown> = Reflect.apply(begin, sql, given);
      begun.catch((error: unknown) => (codeOf(error) === '55P03' ? refused() : undefined));
      return begun;
    };
    return Object.assign(sql, { begin: watched });
  };
  const told: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
  const models = await start(store, { around, lockTimeout_ms: 50, log });
  await models.gate.followed(await grow(store, 10), [], PATIENCE_ms);
  /** Holds the live row until somebody was refused it three times. */
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    let times = 0;
    const enough = new Promise<void>((resolve) => {
      refused = () => {
        times += 1;
        if (times === 3) resolve();
      };
    });
    let working: Promise<T> | undefined;
    await database.sql.begin(async (tx) => {
      await tx`select 1 from projection_generations where projection = 'orchard' and status = 'live' for update`;
      working = work();
      await Promise.race([enough, working]);
    });
    return (await working)!;
  };
  await held(() => models.rebuild(['orchard']));
  // Else nobody would know for minutes what it waits for.
  expect(told.filter((line) => line.includes('waits to be swapped in')).length).toBeGreaterThanOrEqual(3);
  // The one that was begun first, and not a later one.
  expect((await models.status()).find(({ name }) => name === 'orchard')).toMatchObject({ generation: 2 });
  expect((await held(() => models.verify(['orchard']))).map(({ differences }) => differences)).toEqual([0]);
});

test('the end of a build wakes what managers could not do for want of a read model, which would wait for minutes', async () => {
  const store = memoryStore();
  let isBroken = false;
  const projections = resourceProjections(registry, folder).map((projection) => {
    const { apply } = projection.projector;
    const picky: typeof apply = (one, rows, refs) => {
      if (isBroken) throw new Error('this gardener is too tall');
      apply(one, rows, refs);
    };
    return projection.name === 'people'
      ? { ...projection, projector: { ...projection.projector, apply: picky } }
      : projection;
  });
  const models = await start(store, { projections });
  await store.append('gardener-ga_1', [event('GardenerCreated', { name: 'Ada' })], 'no_stream');
  let isLost = true;
  const gardener = gardenerOf(store);
  const processes = processesOn(
    models,
    store,
    [
      {
        ...gardener,
        handle: async (work, context) => {
          if (isLost) throw new Error('relation "read_orchard_1.tree" does not exist');
          return gardener.handle(work, context);
        },
      },
    ],
    { backoff_ms: 600_000 },
  );
  await processes.start();
  const builds: Record<string, () => Promise<unknown>> = {
    'a rebuild': () => models.rebuild(['orchard']),
    'a rebuild of which one read model failed': async () => {
      isBroken = true;
      await expect(models.rebuild()).rejects.toThrow(/^people cannot apply event 0 of gardener-ga_1/);
    },
    'the start of another process, which finds tables lost': async () => {
      const { generation } = (await models.status()).find(({ name }) => name === 'orchard')!;
      await database.sql.unsafe(`drop schema read_orchard_${generation} cascade`);
      await start(store);
    },
  };
  try {
    for (const [id, [way, build]] of Object.entries(builds).entries()) {
      isLost = true;
      const planted = event('TreeCreated', { label: 'elm', height: '1', note: null, extra: {} });
      const { position } = await store.append(`tree-tr_${id}`, [planted], 'no_stream');
      expect(await models.gate.followed(position, [], PATIENCE_ms, tenant)).toBe(true);
      await until(
        async () =>
          (await database.sql`select 1 from due_work where ended_at is null and attempts > 0 and holder is null`)
            .length > 0,
      );
      isLost = false;
      await build();
      expect(await models.gate.followed(position, ['gardener'], PATIENCE_ms, tenant), way).toBe(true);
      await until(async () => (await models.reader.count('fruit', tenant, all())) === 2 * (id + 1));
    }
  } finally {
    await processes.stop();
  }
});

test('a changed version is built beside the old one, which old code reads and feeds meanwhile', async () => {
  const store = memoryStore();
  const old = await start(store);
  await grow(store, 10);
  const changed = resourceProjections(registry, folder, { tree: 2 }).map((projection) =>
    projection.name === 'orchard'
      ? { ...projection, tables: [{ ...tableOf(registry.need('tree')), columns: [], indexes: [] }] }
      : projection,
  );
  const fresh = await start(store, { projections: changed });
  expect(fresh.ready()).toBe(true);
  const last = await grow(store, 5, 100);
  expect(await old.gate.followed(last, [], PATIENCE_ms)).toBe(true);
  expect(await fresh.gate.followed(last, [], PATIENCE_ms)).toBe(true);
  expect(await old.reader.count('tree', tenant, all())).toBe(12);
  expect(await fresh.reader.count('tree', tenant, all())).toBe(12);
  expect((await old.status()).find(({ name }) => name === 'orchard')).toMatchObject({ version: 1, generation: 1 });
  expect((await fresh.status()).find(({ name }) => name === 'orchard')).toMatchObject({ version: 2, generation: 2 });
  // When nobody has fed the old version for long, it goes.
  await old.stop();
  expect(await fresh.sweep({ otherVersions_ms: 0, grace_ms: 0 })).toBe(1);
  expect(await fresh.sql`select 1 from pg_namespace where nspname = 'read_orchard_1'`).toHaveLength(0);
});

describe('after an upgrade', () => {
  /** Trees and their fruits in one read model; `with` what the code that comes next has changed of it. */
  const orchardOf = (versions: Record<string, number> = {}, definitions = ['tree']) => {
    const all = registry.all.map((one) => (one.object === 'fruit' ? { ...one, context: 'orchard' } : one));
    const some = makeRegistry(all.filter(({ object }) => definitions.includes(object)));
    return resourceProjections(some, folder, versions);
  };
  /** Has the sessions of transactions of one snapshot end between their commits and the answers to these. */
  const untold = (sql: Sql): Sql => {
    const { begin } = sql;
    const cut = async (...given: unknown[]) => {
      const result: unknown = await Reflect.apply(begin, sql, given);
      if (given[0] === 'isolation level repeatable read') throw new SessionEnded();
      return result;
    };
    return Object.assign(sql, { begin: cut });
  };
  /** Marks a row of each table that there is: it is seen whether the table was made anew. */
  const mark = async ({ sql, progress }: Running) => {
    const { schema } = progress.live('orchard')!;
    const tables = await sql`select tablename as name from pg_tables where schemaname = ${schema}`;
    for (const { name } of tables)
      await sql.unsafe(`update ${schema}.${name} set scope_id = 'marked' where id like '%2'`);
  };
  const marked = async ({ sql, progress }: Running, table: string): Promise<number> => {
    const { schema } = progress.live('orchard')!;
    const [row] = await sql.unsafe(`select count(*)::int4 as n from ${schema}.${table} where scope_id = 'marked'`);
    return row!.n;
  };
  /** Starts the next code beside the one before, on a log that went on, and ends that one. */
  const upgrade = async (
    store: EventStore,
    projections: ReturnType<typeof orchardOf>,
    from: number,
    around?: (sql: Sql) => Sql,
  ) => {
    const [before] = running;
    const next = await start(store, { projections, around });
    const last = await grow(store, 5, from);
    expect(await next.gate.followed(last, [], PATIENCE_ms)).toBe(true);
    expect(await before!.gate.followed(last, [], PATIENCE_ms)).toBe(true);
    await before!.stop();
    running = running.filter((one) => one !== before);
    return next;
  };

  test('a new table is built from the log, and unchanged tables are copied', async () => {
    const store = memoryStore();
    const old = await start(store, { projections: orchardOf() });
    await old.gate.followed(await grow(store, 30), [], PATIENCE_ms);
    await mark(old);
    const models = await upgrade(store, orchardOf({}, ['tree', 'fruit']), 100);
    expect(await marked(models, 'tree')).toBe(3);
    expect((await models.verify()).map(({ rows, shown }) => [rows, shown.map(({ table, id }) => [table, id])])).toEqual(
      [[56, ['tr_00002', 'tr_00012', 'tr_00022'].map((id) => ['tree', id])]],
    );
  });

  test('a table whose copy was committed and nobody was told of it is built from the log', async () => {
    const store = memoryStore();
    const old = await start(store, { projections: orchardOf() });
    await old.gate.followed(await grow(store, 10), [], PATIENCE_ms);
    const models = await upgrade(store, orchardOf({}, ['tree', 'fruit']), 100, untold);
    expect((await models.verify()).map(({ rows, differences }) => [rows, differences])).toEqual([[24, 0]]);
  });

  test('where the database still copies for a session that has ended, the build is begun again in other tables', async () => {
    const store = memoryStore();
    const old = await start(store, { projections: orchardOf() });
    await old.gate.followed(await grow(store, 10), [], PATIENCE_ms);
    let end = () => {};
    const copied = new Promise<void>((resolve) => {
      end = resolve;
    });
    let copying: Promise<unknown> | undefined;
    /** Resolves once a session of its own has the lock of a copy. */
    const copy = () =>
      new Promise<void>((begun, failed) => {
        copying = database.sql
          .begin(async (tx) => {
            await tx`set local idle_in_transaction_session_timeout = 0`;
            await tx`lock table read_orchard_2.tree in row exclusive mode`;
            begun();
            await copied;
          })
          .catch(failed);
      });
    /** Has the session of the first copy end while the database goes on with it. Nobody waits for that for long. */
    const cutOff = (sql: Sql): Sql => {
      const { begin } = sql;
      const cut = async (...given: unknown[]) => {
        if (given[0] !== 'isolation level repeatable read' || copying) return Reflect.apply(begin, sql, given);
        await copy();
        throw new SessionEnded();
      };
      const impatient = (text: string, ...more: unknown[]): unknown =>
        text.startsWith('truncate')
          ? sql.begin((tx) => [tx`set local lock_timeout = '50ms'`, tx.unsafe(text)])
          : Reflect.apply(sql.unsafe, sql, [text, ...more]);
      const own: Record<string | symbol, unknown> = { begin: cut, unsafe: impatient };
      return new Proxy(sql, { get: (target, name) => own[name] ?? Reflect.get(target, name) });
    };
    const models = await upgrade(store, orchardOf({}, ['tree', 'fruit']), 100, cutOff).finally(async () => {
      end();
      await copying;
    });
    expect(models.progress.live('orchard')!.generation).toBeGreaterThan(2);
    expect((await models.verify()).map(({ rows, differences }) => [rows, differences])).toEqual([[24, 0]]);
  });

  test('only tables with other versions are built from the log', async () => {
    const store = memoryStore();
    const old = await start(store, { projections: orchardOf({}, ['tree', 'fruit']) });
    await old.gate.followed(await grow(store, 30), [], PATIENCE_ms);
    await mark(old);
    const next = await upgrade(store, orchardOf({ fruit: 2 }, ['tree', 'fruit']), 100);
    expect([await marked(next, 'tree'), await marked(next, 'fruit')]).toEqual([3, 0]);
    const last = await upgrade(store, orchardOf({ fruit: 2, tree: 2 }, ['tree', 'fruit']), 200);
    expect([await marked(last, 'tree'), await marked(last, 'fruit')]).toEqual([0, 0]);
    expect((await last.verify()).map(({ differences }) => differences)).toEqual([0]);
    expect((await last.status()).map(({ version, generation }) => [version, generation])).toEqual([[4, 3]]);
  });

  test('nothing is copied from a generation with parked companies, and a rebuild makes everything from the log', async () => {
    const store = memoryStore();
    const old = await start(store, { projections: orchardOf() });
    await old.gate.followed(await grow(store, 10), [], PATIENCE_ms);
    await mark(old);
    const generation = { projection: 'orchard', generation: 1 };
    await old.sql`insert into projection_parked ${old.sql({ ...generation, scope: 'co_9', position: 1, stream: 'tree-x', revision: 0, error: 'x' })}`;
    const models = await upgrade(store, orchardOf({}, ['tree', 'fruit']), 100);
    expect(await marked(models, 'tree')).toBe(0);
    await mark(models);
    await models.rebuild();
    expect([await marked(models, 'tree'), await marked(models, 'fruit')]).toEqual([0, 0]);
  });
});

test('events of an older shape are upcast, live and in a rebuild', async () => {
  const store = memoryStore();
  const hydrate = hydrateWith({
    TreeCreated: [({ size, ...rest }) => ({ ...rest, height: `${size}` })],
  });
  const models = await start(store, { hydrate });
  await store.append('tree-tr_1', [event('TreeCreated', { label: 'old', size: 7 })], 'no_stream');
  const { position } = await store.append(
    'tree-tr_2',
    [event('TreeCreated', { label: 'new', height: '8' }, { schema_version: 2 })],
    'no_stream',
  );
  const heights = async () => (await models.reader.find('tree', tenant, all())).map(({ height }) => height);
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
  expect(await heights()).toEqual(['7', '8']);
  await models.rebuild();
  expect(await heights()).toEqual(['7', '8']);
});

test('retired generations are dropped after their grace, not before', async () => {
  const models = await start(memoryStore());
  await models.rebuild();
  expect(await models.sweep()).toBe(0);
  expect(await models.sweep({ grace_ms: 0 })).toBe(4);
  expect(await models.reader.count('tree', tenant, all())).toBe(0);
});

test('a reader that was not notified of a swap uses the new generation when the old one is gone', async () => {
  const store = memoryStore();
  const models = await start(store);
  const other = readModelsOn(database, store);
  running.push(other);
  await other.start({ feed: false });
  await models.gate.followed(await grow(store, 5), [], PATIENCE_ms);
  await other.progress.close();
  await models.rebuild();
  await models.sweep({ grace_ms: 0 });
  expect(await other.reader.count('tree', tenant, all())).toBe(4);
});

test('while a lost read model is built again, who still reads the lost one is not answered with what is built so far', async () => {
  const store = memoryStore();
  const models = await start(store);
  await models.gate.followed(await grow(store, 5), [], PATIENCE_ms);
  await models.sql.unsafe('drop schema read_orchard_1 cascade');
  const seen: unknown[] = [];
  const other = readModelsOn(database, {
    ...store,
    async *readAll(options) {
      seen.push(await models.reader.count('tree', tenant, all()).catch(({ code }) => code));
      yield* store.readAll(options);
    },
  });
  running.push(other);
  await other.start();
  expect(seen[0]).toBe('42P01');
  expect(seen).not.toContain(0);
  expect(await models.gate.followed(await grow(store, 1, 100), [], PATIENCE_ms)).toBe(true);
  expect(await models.reader.count('tree', tenant, all())).toBe(4);
});
