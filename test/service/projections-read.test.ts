import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceProjections } from '../../projections/model/resources.ts';
import { makeReader } from '../../projections/read/reader.ts';
import { INDEXED, openDatabase } from '../../src/database/connect.ts';
import type { NewEvent } from '../../src/event-store/port.ts';
import { TooManyRows } from '../../src/kernel/definition/reader.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import {
  ALWAYS,
  absent,
  all,
  among,
  any,
  type Condition,
  compare,
  equal,
  matching,
  matchingWords,
  not,
  oneOf,
  overlapping,
  present,
} from '../../src/values/condition.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { explaining, metBy, type Plan } from '../support/explained.ts';
import { memoryStore } from '../support/memory-store.ts';
import { COMPANY, event, folder, PARTNER, registry } from '../support/orchard.ts';
import { PATIENCE_ms, type Running, readModelsOn } from '../support/read-models.ts';

const store = memoryStore();
const tenant: Tenant = { company_id: COMPANY, partner_id: PARTNER };
const stranger: Tenant = { company_id: 'co_2', partner_id: 'pa_2' };
let database: TestDatabase;
let models: Running;

const write = async (stream: string, ...events: NewEvent[]) => {
  const before = await store.readStream(stream).catch(() => []);
  const { position } = await store.append(stream, events, before.at(-1)?.revision ?? 'no_stream');
  expect(await models.gate.followed(position, [], PATIENCE_ms)).toBe(true);
};

beforeAll(async () => {
  database = await freshDatabase();
  models = readModelsOn(database, store);
  await models.start();
  const other = { company_id: 'co_2', partner_id: 'pa_2' };
  await write('company-co_1', event('CompanyCreated', { name: 'Northlake' }));
  await write('company-co_3', event('CompanyCreated', { name: 'Sister of Northlake' }));
  await write('company-co_2', event('CompanyCreated', { name: 'Stranger' }, other));
  await write(
    'gardener-ga_1',
    event('GardenerCreated', { personal: { subject: 'ga_1', box: '{"name":"Éloïse O\'Brien","sin":"046454286"}' } }),
  );
  for (const [i, label] of ['Apple', 'Birch', 'Cédre', '100% Oak', 'Ash_1'].entries())
    await write(
      `tree-tr_${i}`,
      event('TreeCreated', {
        label,
        height: i === 4 ? null : `${i}.5`,
        planted_on: `2026-01-0${i + 1}`,
        evergreen: i % 2 === 0,
        gardener_id: i === 0 ? 'ga_1' : null,
        note: i === 1 ? 'white bark' : null,
        extra: { z: 1, a: [1, { y: '\\ "quoted" \n' }] },
      }),
    );
  await write(
    'tree-tr_9',
    event('TreeCreated', { label: 'Foreign', height: '1', planted_on: null, gardener_id: null }, other),
  );
});

afterAll(async () => {
  await models.close();
  await database.drop();
});

const labels = async (where: Parameters<typeof models.reader.find>[2]) =>
  (await models.reader.find('tree', tenant, where)).map(({ label }) => label);

test('a record is read as its stream has it, with members in the order of canonical JSON', async () => {
  const found = await models.reader.get('tree', tenant, 'tr_1');
  expect(JSON.stringify(found)).toBe(
    '{"evergreen":false,"extra":{"a":[1,{"y":"\\\\ \\"quoted\\" \\n"}],"z":1},"gardener_id":null,"height":"1.5",' +
      '"label":"Birch","note":"white bark","planted_on":"2026-01-02","id":"tr_1","scope_id":"co_1",' +
      '"created_at":"2026-03-01T12:00:00.000000Z","updated_at":"2026-03-01T12:00:00.000000Z","version":"0"}',
  );
});

test('a partner that asks for every company sees those of its own companies, in every kind of read', async () => {
  const { reader } = models;
  const sister = { company_id: 'co_3', partner_id: PARTNER };
  await write('tree-tr_8', event('TreeCreated', { label: 'Sisterly', height: '2', gardener_id: null }, sister));
  const partner: Tenant = { partner_id: PARTNER, every_company: true };
  const own = ['tr_0', 'tr_1', 'tr_2', 'tr_3', 'tr_4', 'tr_8'];
  expect((await reader.find('tree', partner, all())).map(({ id }) => id)).toEqual(own);
  expect([...(await reader.getMany('tree', partner, ['tr_1', 'tr_8', 'tr_9'])).keys()].sort()).toEqual([
    'tr_1',
    'tr_8',
  ]);
  expect((await reader.list('tree', partner, { where: all(), page: 1, per_page: 2 })).total).toBe(6);
  expect(await reader.counts('tree', partner, 'scope_id', all())).toEqual(
    new Map([
      ['co_1', 5],
      ['co_3', 1],
    ]),
  );
  const parts = { all: all(), birches: equal('label', 'Birch'), none: oneOf('label', []) };
  expect(await reader.countsOfParts('tree', partner, 'scope_id', not(equal('id', 'tr_0')), parts)).toEqual(
    new Map([
      ['co_1', { all: 4, birches: 1, none: 0 }],
      ['co_3', { all: 1, birches: 0, none: 0 }],
    ]),
  );
  expect(await reader.countsOfParts('tree', partner, 'scope_id', oneOf('gardener_id', ['ga_1']), parts)).toEqual(
    new Map([['co_1', { all: 1, birches: 0, none: 0 }]]),
  );
  const named = among('gardener_id', 'gardener', 'id', matching(['name'], 'eloise'));
  expect((await reader.find('tree', partner, named)).map(({ id }) => id)).toEqual(['tr_0']);
  expect(await reader.find('tree', { partner_id: 'pa_2', every_company: true }, all())).toHaveLength(1);
  await expect(reader.find('tree', { partner_id: PARTNER }, all())).rejects.toThrow(/belongs to companies/);
});

test('records of several tables are read by one statement, each as it is read alone', async () => {
  let statements = 0;
  const unsafe: typeof models.sql.unsafe = (...asked) => {
    statements += 1;
    return models.sql.unsafe(...asked);
  };
  const projections = resourceProjections(registry, folder);
  const reader = makeReader({ sql: { unsafe }, projections, progress: models.progress });
  const found = await reader.getTogether(['tree', 'gardener', 'fruit'], tenant, ['tr_1', 'ga_1', 'tr_9', 'none']);
  expect(statements).toBe(1);
  expect(found).toEqual(
    new Map([
      ['tree', await models.reader.getMany('tree', tenant, ['tr_1'])],
      ['gardener', await models.reader.getMany('gardener', tenant, ['ga_1'])],
      ['fruit', new Map()],
    ]),
  );
  expect([...found.values()].map(({ size }) => size)).toEqual([1, 1, 0]);
});

test('an array column counts as present when it has a value', async () => {
  expect(await labels(present('words'))).toEqual(['Birch']);
  expect(await labels(absent('words'))).toHaveLength(4);
});

test('no read sees the records of another tenant', async () => {
  const { reader } = models;
  expect(await reader.get('tree', stranger, 'tr_1')).toBeUndefined();
  expect(await reader.getMany('tree', stranger, ['tr_1', 'tr_9'])).toEqual(new Map([['tr_9', expect.anything()]]));
  expect((await reader.getTogether(['tree'], stranger, ['tr_1', 'tr_9'])).get('tree')?.size).toBe(1);
  expect((await reader.find('tree', stranger, all())).map(({ id }) => id)).toEqual(['tr_9']);
  expect(await reader.count('tree', stranger, all())).toBe(1);
  expect((await reader.list('tree', stranger, { where: all(), page: 1, per_page: 15 })).total).toBe(1);
  expect(await reader.existing('tree', stranger, 'label', ['Apple', 'Foreign'])).toEqual(new Set(['Foreign']));
  expect(await reader.sums('tree', stranger, 'label', ['height'], all())).toEqual(
    new Map([['Foreign', { height: '1' }]]),
  );
  // A condition that reaches into another table stays within the tenant too.
  expect(await labels(among('id', 'tree', 'id', equal('label', 'Foreign')))).toEqual([]);
  expect(await labels(any(equal('label', 'Foreign'), not(equal('id', 'x'))))).toHaveLength(5);
});

test("a partner reads all its companies, a company's token that company alone", async () => {
  const ids = async (who: Tenant) => (await models.reader.find('company', who, all())).map(({ id }) => id);
  expect(await ids({ partner_id: PARTNER })).toEqual(['co_1', 'co_3']);
  expect(await ids(tenant)).toEqual(['co_1']);
  expect(await ids({ partner_id: 'pa_2', company_id: 'co_1' })).toEqual([]);
});

test('reading records of companies without a company is an error in the code', async () => {
  await expect(models.reader.find('tree', { partner_id: PARTNER }, all())).rejects.toThrow('without one');
});

test('each condition finds the rows that it describes', async () => {
  expect(await labels(oneOf('label', ['Apple', 'Birch', 'Zelkova']))).toEqual(['Apple', 'Birch']);
  expect(await labels(oneOf('label', []))).toEqual([]);
  expect(await labels(absent('height'))).toEqual(['Ash_1']);
  expect(await labels(compare('height', '>', '1.50'))).toEqual(['Cédre', '100% Oak']);
  expect(await labels(compare('planted_on', '<=', '2026-01-02'))).toEqual(['Apple', 'Birch']);
  expect(await labels(equal('evergreen', true))).toEqual(['Apple', 'Cédre', 'Ash_1']);
  expect(await labels(overlapping('words', ['bark', 'leaf']))).toEqual(['Birch']);
  expect(await labels(all(equal('evergreen', false), any(equal('label', 'Birch'), equal('label', 'Apple'))))).toEqual([
    'Birch',
  ]);
  expect(await labels(among('gardener_id', 'gardener', 'id', matching(['name'], 'eloise o')))).toEqual(['Apple']);
  // A resource that is not served yet has no rows.
  expect(await labels(among('gardener_id', 'beekeeper', 'id', matching(['name'], 'eloise')))).toEqual([]);
});

test('the negation of a comparison holds for rows without a value', async () => {
  expect(await labels(not(compare('height', '>', '1.50')))).toEqual(['Apple', 'Birch', 'Ash_1']);
});

test('a search ignores case and accents, and has no wildcards', async () => {
  expect(await labels(matching(['label'], 'CEDRE'))).toEqual(['Cédre']);
  expect(await labels(matching(['label', 'note'], 'é'))).toEqual(['Apple', 'Birch', 'Cédre']);
  expect(await labels(matching(['label'], '%'))).toEqual(['100% Oak']);
  expect(await labels(matching(['label'], '_'))).toEqual(['Ash_1']);
  expect(await labels(matching(['label'], "\\' or 1=1 --"))).toEqual([]);
});

test('a search finds each word of a name, also while the next one has yet to be written', async () => {
  const found = (text: string) => labels(matchingWords(['label'], text));
  expect(await found('oak 100%')).toEqual(['100% Oak']);
  for (const text of ['birch', 'birch,', ' birch', 'birch, ']) expect(await found(text), text).toEqual(['Birch']);
});

test('a column that the table does not have is refused', async () => {
  await expect(labels(equal('label" or true --', 'x'))).rejects.toThrow('no column');
  const order = [{ column: 'scope_id; drop table x', direction: 'asc' as const }];
  await expect(models.reader.list('tree', tenant, { where: all(), order, page: 1, per_page: 2 })).rejects.toThrow(
    'no column',
  );
});

test('pages are in order, ties by id, and a page past the end still tells the total', async () => {
  const page = async (page: number, direction: 'asc' | 'desc') => {
    const order = [{ column: 'evergreen', direction }];
    const { rows, total } = await models.reader.list('tree', tenant, { where: all(), order, page, per_page: 2 });
    return [total, ...rows.map(({ label }) => label)];
  };
  expect(await page(1, 'asc')).toEqual([5, 'Birch', '100% Oak']);
  expect(await page(2, 'asc')).toEqual([5, 'Apple', 'Cédre']);
  expect(await page(1, 'desc')).toEqual([5, 'Apple', 'Cédre']);
  expect(await page(4, 'asc')).toEqual([5]);
});

test('texts are in the order in which people look for them, without regard to case and accents', async () => {
  const whose = { company_id: 'co_4', partner_id: PARTNER };
  for (const [i, label] of ['zinnia', 'Épinette', 'Elm', 'Zelkova', 'elm', 'acer', 'Éa'].entries())
    await write(
      `tree-tr_sorted_${i}`,
      event('TreeCreated', { label, height: '1', planted_on: null, gardener_id: null }, whose),
    );
  const labelsIn = async (page: number, direction: 'asc' | 'desc') => {
    const order = [{ column: 'label', direction }];
    const { rows } = await models.reader.list('tree', whose, { where: all(), order, page, per_page: 4 });
    return rows.map(({ label }) => label);
  };
  expect(await labelsIn(1, 'asc')).toEqual(['acer', 'Éa', 'elm', 'Elm']);
  expect(await labelsIn(2, 'asc')).toEqual(['Épinette', 'Zelkova', 'zinnia']);
  expect(await labelsIn(1, 'desc')).toEqual(['zinnia', 'Zelkova', 'Épinette', 'Elm']);
});

test('of texts that differ in case and accents alone, what comes behind them in the order decides', async () => {
  const whose = { company_id: 'co_5', partner_id: PARTNER };
  for (const [i, tree] of ['Côté 2', 'cote 1', 'Cote 3', 'CÔTÉ 1', 'cote 2', 'Cota 4'].entries()) {
    const [label = '', height = ''] = tree.split(' ');
    const created = event('TreeCreated', { label, height, planted_on: null, gardener_id: null }, whose);
    await write(`tree-tr_alike_${i}`, created);
  }
  const sorted = async (...keys: [column: string, direction: 'asc' | 'desc'][]) => {
    const order = keys.map(([column, direction]) => ({ column, direction }));
    const pages = [1, 2].map((page) => models.reader.list('tree', whose, { where: all(), order, page, per_page: 3 }));
    return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ label, height }) => `${label} ${height}`));
  };
  const alike = ['Côté 2', 'cote 1', 'Cote 3', 'CÔTÉ 1', 'cote 2'];
  expect(await sorted(['label', 'asc'], ['id', 'asc'])).toEqual(['Cota 4', ...alike]);
  const byHeight = ['Cote 3', 'Côté 2', 'cote 2', 'cote 1', 'CÔTÉ 1'];
  expect(await sorted(['label', 'asc'], ['height', 'desc'])).toEqual(['Cota 4', ...byHeight]);
  expect(await sorted(['label', 'desc'], ['height', 'desc'])).toEqual([...byHeight, 'Cota 4']);
  // The last text of the order still tells those that are alike apart.
  expect(await sorted(['height', 'asc'], ['label', 'desc'])).toEqual([
    ...['CÔTÉ 1', 'cote 1', 'Côté 2', 'cote 2', 'Cote 3', 'Cota 4'],
  ]);
});

test('the server does not keep each of the statements that callers make in ever new ways', async () => {
  const sql = openDatabase(database.address, { max: 1, settings: INDEXED });
  const { progress } = models;
  const reader = makeReader({ sql, projections: resourceProjections(registry, folder), progress });
  const notes = (n: number) => any(...Array.from({ length: n }, (_, i) => equal('note', `note ${i}`)));
  for (let n = 1; n <= 300; n++) expect(await reader.exists('tree', tenant, notes(n))).toBe(false);
  const keptBytes = async () => {
    const [kept] = await sql<{ bytes: bigint }[]>`
      select sum(length(statement)) as bytes from pg_prepared_statements where statement like '%"note"%'`;
    return Number(kept!.bytes);
  };
  const kept = await keptBytes();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(1_000_000);
  await sql.end({ timeout: 1 });
});

test('sums are exact decimals', async () => {
  expect(await models.reader.sums('tree', tenant, 'evergreen', ['height'], all())).toEqual(
    new Map([
      ['true', { height: '3' }],
      ['false', { height: '5' }],
    ]),
  );
});

test('a sealed member is in no row', async () => {
  const row = await models.reader.get('gardener', tenant, 'ga_1');
  expect(row?.name).toBe("Éloïse O'Brien");
  expect(row).not.toHaveProperty('sin');
});

test('changes, deletions, own events and parts of a stream reach their tables', async () => {
  await write('tree-tr_20', event('TreeCreated', { label: 'Plum' }), event('TreeChanged', { label: 'Plum II' }));
  await write('tree-tr_20', event('FruitCreated', { id: 'fr_1', tree_id: 'tr_20', weight: '0.2' }));
  await write('tree-tr_20', event('TreeFelled', {}), event('FruitChanged', { id: 'fr_1', weight: '0.250' }));
  expect(await models.reader.get('tree', tenant, 'tr_20')).toMatchObject({
    label: 'Plum II',
    felled: true,
    version: '3',
  });
  expect(await models.reader.find('fruit', tenant, equal('tree_id', 'tr_20'))).toMatchObject([{ weight: '0.250' }]);
  await write('tree-tr_20', event('FruitDeleted', { id: 'fr_1' }), event('TreeDeleted', {}));
  expect(await models.reader.get('tree', tenant, 'tr_20')).toBeUndefined();
  expect(await models.reader.count('fruit', tenant, all())).toBe(0);
});

test('a read of more rows than the limit is an error, and never gives fewer rows', async () => {
  const few = readModelsOn(database, store, { max_found: 4 });
  await few.start({ feed: false });
  try {
    const { reader } = few;
    await expect(reader.find('tree', tenant, all())).rejects.toThrow(TooManyRows);
    await expect(reader.find('tree', tenant, all())).rejects.toThrow('more than 4 rows of tree');
    expect(await reader.find('tree', tenant, not(equal('label', 'Apple')))).toHaveLength(4);
    await expect(reader.sums('tree', tenant, 'label', ['height'], all())).rejects.toThrow(TooManyRows);
    await expect(reader.ranges('tree', tenant, 'label', 'planted_on', all())).rejects.toThrow(TooManyRows);
    const firstTwo = await reader.first('tree', tenant, all(), 2);
    expect([firstTwo.more, ...firstTwo.rows.map(({ label }) => label)]).toEqual([true, 'Apple', 'Birch']);
    expect(await reader.first('tree', tenant, equal('evergreen', false), 2)).toMatchObject({ more: false });
    await expect(reader.first('tree', tenant, all(), 5)).rejects.toThrow(TooManyRows);
    const pages: unknown[] = [];
    for await (const rows of reader.pages('tree', tenant, all(), 2)) pages.push(rows.map(({ label }) => label));
    expect(pages).toEqual([['Apple', 'Birch'], ['Cédre', '100% Oak'], ['Ash_1']]);
  } finally {
    await few.close();
  }
});

test('ranges give the first and last value for each value of another column', async () => {
  const { reader } = models;
  expect(await reader.ranges('tree', tenant, 'evergreen', 'planted_on', all())).toEqual(
    new Map([
      ['true', { least: '2026-01-01', greatest: '2026-01-05' }],
      ['false', { least: '2026-01-02', greatest: '2026-01-04' }],
    ]),
  );
  expect(await reader.ranges('tree', stranger, 'label', 'planted_on', all())).toEqual(new Map());
  expect(await reader.exists('tree', stranger, equal('label', 'Apple'))).toBe(false);
  expect(await reader.exists('tree', tenant, equal('label', 'Apple'))).toBe(true);
});

test('pages give each row once, also when rows and generations change meanwhile', async () => {
  const seen: string[] = [];
  for await (const rows of models.reader.pages('tree', tenant, all(), 2)) {
    seen.push(...rows.map(({ id }) => id));
    // The row that the next page would have begun behind is gone, and so is the table that it stood in.
    if (seen.length === 2) {
      await write('tree-tr_1', event('TreeDeleted', {}));
      await write('tree-tr_05', event('TreeCreated', { label: 'Behind' }));
      await models.rebuild();
      await models.sweep({ grace_ms: 0 });
    }
  }
  expect(seen).toEqual(['tr_0', 'tr_1', 'tr_2', 'tr_3', 'tr_4']);
});

test('the number of all records of a company is stored, so that a list of all of them does not count', async () => {
  const totals = async (who: Tenant) => {
    const { total } = await models.reader.list('gardener', who, { where: all(), page: 1, per_page: 2 });
    expect(total).toBe(await models.reader.count('gardener', who, all()));
    return total;
  };
  expect(await totals(tenant)).toBe(1);
  expect(await totals(stranger)).toBe(0);
  const named = (name: string) => event('GardenerCreated', { personal: { subject: name, box: `{"name":"${name}"}` } });
  await write('gardener-ga_2', named('ga_2'), event('GardenerChanged', {}));
  await write('gardener-ga_3', named('ga_3'), event('GardenerDeleted', {}));
  expect(await totals(tenant)).toBe(2);
  await write('gardener-ga_2', event('GardenerDeleted', {}));
  expect(await totals(tenant)).toBe(1);
  // Where nothing else could say it, that it is the kept number which is read.
  const { schema } = models.progress.live('people')!;
  await models.sql.unsafe(`update ${schema}.gardener_count set count = 4711 where id = $1`, [COMPANY]);
  const page = { where: all(), page: 1, per_page: 2 };
  expect((await models.reader.list('gardener', tenant, page)).total).toBe(4711);
  expect((await models.reader.list('gardener', tenant, { ...page, where: equal('id', 'ga_1') })).total).toBe(1);
  // A partner's list of all its companies does not count either, nor one of a single company of these.
  const partner: Tenant = { partner_id: PARTNER, every_company: true };
  const sister = { company_id: 'co_3', partner_id: PARTNER };
  const hers = { personal: { subject: 'ga_4', box: '{"name":"ga_4"}' } };
  await write('gardener-ga_4', event('GardenerCreated', hers, sister));
  const of = async (who: Tenant, where: Condition) =>
    (await models.reader.list('gardener', who, { ...page, where })).total;
  expect(await of(partner, all())).toBe(4712);
  expect(await of(partner, all(all(), all(equal('scope_id', COMPANY))))).toBe(4711);
  expect(await of({ partner_id: 'pa_2', every_company: true }, all(equal('scope_id', COMPANY)))).toBe(0);
  expect(await of(partner, all(equal('scope_id', COMPANY), equal('id', 'ga_1')))).toBe(1);
  await models.sql.unsafe(`update ${schema}.gardener_count set count = 1 where id = $1`, [COMPANY]);
});

/** Reads by which every statement is explained, and what they looked at is counted. */
const countingReads = () => {
  const counted = { rows: 0 };
  const sql = explaining(models.sql, (plan) => (counted.rows += metBy(plan, isScan)));
  const projections = resourceProjections(registry, folder);
  return { counted, reader: makeReader({ sql, projections, progress: models.progress }) };
};
const isScan = (part: Plan) => /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(part['Node Type']);

/** The table of fruits. */
const fruits = (): string => {
  const { name } = resourceProjections(registry, folder).find(({ tables }) =>
    tables.some((one) => one.name === 'fruit'),
  )!;
  return `${models.progress.live(name)!.schema}.fruit`;
};

/** Rows of fruits, ten of each tree, in a table that the database knows nothing of. */
const growFruits = async (sql: Pick<typeof models.sql, 'unsafe'>, rows: number): Promise<void> => {
  await sql.unsafe(`alter table ${fruits()} set (autovacuum_enabled = false)`);
  await sql.unsafe(
    `insert into ${fruits()} (id, scope_id, tree_id, state)
       select id, $1, tree_id, json_build_object('id', id, 'tree_id', tree_id)
       from (select 'fr_' || lpad(n::text, 6, '0') as id, 'tr_' || n % ($2::int4 / $3::int4) as tree_id
             from generate_series(1, $2::int4) as n) as made`,
    [COMPANY, rows, OF_EACH],
  );
};
const OF_EACH = 10;

test('a table that was small when its reads were planned is not scanned after it has grown', async () => {
  const rolledBack = new Error('rolled back');
  const work = models.sql.begin(async (sql) => {
    const projections = resourceProjections(registry, folder);
    const reader = makeReader({ sql, projections, progress: models.progress });
    const trees = Array.from({ length: 20 }, (_, i) => `tr_${i * 7}`);
    const read = () => reader.count('fruit', tenant, oneOf('tree_id', trees));
    await growFruits(sql, 20);
    await sql.unsafe(`analyze ${fruits()}`);
    // The database keeps a plan after the fifth time.
    for (let time = 0; time < 8; time++) await read();
    await sql.unsafe(`truncate ${fruits()}`);
    await growFruits(sql, 30_000);
    const met = async () => {
      const [told] = await sql<{ rows: bigint }[]>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as rows
        from pg_stat_xact_user_tables where relname = 'fruit'`;
      return Number(told!.rows);
    };
    const before = await met();
    expect(await read()).toBe(trees.length * OF_EACH);
    expect((await met()) - before).toBe(trees.length * OF_EACH);
    throw rolledBack;
  });
  await expect(work).rejects.toBe(rolledBack);
});

test('reads of records by id cache no plan: each is planned for the current size of the table', async () => {
  const rolledBack = new Error('rolled back');
  const work = models.sql.begin(async (sql) => {
    const projections = resourceProjections(registry, folder);
    const reader = makeReader({ sql, projections, progress: models.progress });
    await growFruits(sql, 200);
    const one = equal('tree_id', 'tr_7');
    const some = oneOf('tree_id', ['tr_1', 'tr_7']);
    const readAll = async (where: Condition): Promise<void> => {
      await reader.list('fruit', tenant, { where, page: 1, per_page: 5 });
      await reader.count('fruit', tenant, where);
      await reader.exists('fruit', tenant, where);
      await reader.find('fruit', tenant, where);
      for await (const page of reader.pages('fruit', tenant, where, 5)) expect(page.length).toBeGreaterThan(0);
    };
    const kept = async (): Promise<string[]> => {
      const rows = await sql<{ statement: string }[]>`select statement from pg_prepared_statements`;
      return rows.map(({ statement }) => statement).filter((text) => text.includes(fruits().split('.')[0]!));
    };
    for (const where of [one, some]) {
      await readAll(where);
      expect(await kept()).toEqual([]);
    }
    expect((await reader.existing('fruit', tenant, 'tree_id', ['tr_1', 'tr_7'])).size).toBe(2);
    expect(await kept()).toEqual([]);
    // What names no record keeps its plan, and is seen here.
    await reader.count('fruit', tenant, ALWAYS);
    expect(await kept()).toHaveLength(1);
    throw rolledBack;
  });
  await expect(work).rejects.toBe(rolledBack);
});

test('records by id are found through the index, also in a table that was never analyzed', async () => {
  await growFruits(models.sql, 30_000);
  const { reader, counted } = countingReads();
  const cost = async (read: () => Promise<unknown>) => {
    counted.rows = 0;
    await read();
    return counted.rows;
  };
  const paged = (where: Condition) => async () => {
    const seen: string[] = [];
    for await (const rows of reader.pages('fruit', tenant, where, 20)) seen.push(...rows.map(({ id }) => id));
    return expect(seen).toEqual([...new Set(seen)].sort());
  };
  const trees = Array.from({ length: 20 }, (_, i) => `tr_${i * 7}`);
  const some = oneOf('tree_id', trees);
  const whole = trees.length * OF_EACH;
  // Each page looks at what is left of the trees at most, and each page is asked for by an id.
  expect(await cost(paged(equal('tree_id', 'tr_77')))).toBeLessThan(3 * OF_EACH);
  expect(await cost(paged(some))).toBeLessThan(whole * (whole / 20));
  expect(await cost(async () => expect(await reader.find('fruit', tenant, some)).toHaveLength(whole))).toBe(whole);
  expect(await cost(async () => expect(await reader.count('fruit', tenant, some)).toBe(whole))).toBe(whole);
  const counts = new Map(trees.map((tree) => [tree, OF_EACH]));
  expect(await cost(async () => expect(await reader.counts('fruit', tenant, 'tree_id', some)).toEqual(counts))).toBe(
    whole,
  );
  const list = { where: all(some, compare('id', '>', 'fr_002000')), page: 1, per_page: 15 };
  expect(await cost(() => reader.list('fruit', tenant, list))).toBeLessThan(3 * whole);
  expect(await reader.count('fruit', stranger, some)).toBe(0);
  expect(await reader.find('fruit', stranger, equal('tree_id', 'tr_77'))).toEqual([]);
  expect(await reader.find('fruit', tenant, oneOf('tree_id', ['tr_77', 'tr_77']))).toHaveLength(OF_EACH);
  expect(await reader.find('fruit', tenant, oneOf('tree_id', []))).toEqual([]);
  const firsts = await reader.firstOfEach('fruit', tenant, 'tree_id', trees, { column: 'id', direction: 'desc' }, some);
  expect([...firsts.values()].map(({ tree_id }) => tree_id).sort()).toEqual([...trees].sort());
});
