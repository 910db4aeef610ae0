import { dirname } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openDatabase, type Sql, type TransactionSql } from '../../src/database/connect.ts';
import { endsSession } from '../../src/database/ended-sessions.ts';
import { freshDatabase, waitingForTables } from '../support/database.ts';
import { collect } from '../support/live-memory.ts';
import { until } from '../support/until.ts';

const database = await freshDatabase();
afterAll(() => database.drop());

test('a URL may name the folder of a socket, as for other clients', async () => {
  const { path, user, password, port, database: name } = database.address;
  if (path === undefined) throw new Error('the server of the tests has no socket');
  const where = `postgres://${user}:${password}@nowhere.invalid:${port}/${name}?host=${encodeURIComponent(dirname(path))}`;
  const through = openDatabase(where, { max: 1 });
  const [row] = await through`select inet_client_addr() is null as through_socket, current_database() as name`;
  expect(row).toEqual({ through_socket: true, name });
  await through.end();
});

test('several hosts are refused, however they are named: a write that was cut off could seem done with them', () => {
  for (const hosts of ['one,two', 'one:5432,two:5433', 'one%2Ctwo'])
    expect(() => openDatabase(`postgres://user:guarded@${hosts}/payroll`)).toThrow(/^several hosts are named/);
});

test('an address of IPv6 is one host, with its port', async () => {
  for (const [port, expected] of [
    [':5433', 5433],
    ['', 5432],
  ] as const) {
    const sql = openDatabase(`postgres://user:guarded@[2001:db8::7]${port}/payroll`);
    expect(sql.options).toMatchObject({ host: ['2001:db8::7'], port: [expected], user: 'user', database: 'payroll' });
    await sql.end({ timeout: 0 });
  }
});

test('an address without a port has that of PGPORT, however its host is named', async () => {
  vi.stubEnv('PGPORT', '5544');
  const hosts = ['db.example/payroll', '[2001:db8::7]/payroll', 'db.example/payroll?host=/run/postgresql'];
  const opened = hosts.map((host) => openDatabase(`postgres://user:guarded@${host}`));
  vi.unstubAllEnvs();
  const [named, ipv6, socket] = opened.map(({ options }) => options);
  expect([named?.port, ipv6?.port, socket?.path]).toEqual([[5544], [5544], '/run/postgresql/.s.PGSQL.5544']);
  await Promise.all(opened.map((sql) => sql.end({ timeout: 0 })));
});

test('a URL without a host, or a way to encrypt, has those of PGHOST and PGSSLMODE', async () => {
  vi.stubEnv('PGHOST', '2001:db8::7');
  vi.stubEnv('PGPORT', '5544');
  const sql = openDatabase('postgres:///payroll');
  expect(sql.options).toMatchObject({ host: ['2001:db8::7'], port: [5544] });
  await sql.end({ timeout: 0 });
  vi.unstubAllEnvs();
  vi.stubEnv('PGSSLMODE', 'require');
  const asked = async (where: Parameters<typeof openDatabase>[0]) => {
    const opened = openDatabase(where, { max: 1 });
    const said = await opened
      .begin((tx) => tx`select 1`)
      .then(
        () => 'in clear',
        (error: Error) => error.message,
      );
    await opened.end({ timeout: 0 });
    return said;
  };
  const { user, password, port, database: name } = database.address;
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
  // The server of the tests encrypts nothing.
  expect(await asked(url)).toMatch(/encrypts no connections/);
  expect(await asked(`${url}?sslmode=disable&max_pipeline=1`)).toBe('in clear');
  expect(await asked(database.address)).toBe('in clear');
  vi.unstubAllEnvs();
});

test('an address, or the environment, that asks for a server which only reads is refused: it would connect for ever', () => {
  for (const what of ['standby', 'read-only', 'prefer-standby'])
    expect(() => openDatabase(`postgres://user:guarded@one/payroll?target_session_attrs=${what}`)).toThrow(
      /^target_session_attrs asks for a server that only reads/,
    );
  vi.stubEnv('PGTARGETSESSIONATTRS', 'standby');
  expect(() => openDatabase('postgres://user:guarded@one/payroll')).toThrow(/^target_session_attrs asks/);
  vi.unstubAllEnvs();
});

test('a session has the settings of the service, whatever the role or the database sets', async () => {
  const other = await freshDatabase();
  const theirs = {
    statement_timeout: '50ms',
    lock_timeout: '10ms',
    idle_session_timeout: '20ms',
    bytea_output: 'escape',
    standard_conforming_strings: 'off',
    default_transaction_isolation: 'serializable',
  };
  for (const [name, value] of Object.entries(theirs))
    await other.sql.unsafe(`alter database ${other.address.database} set ${name} to '${value}'`);
  const own = openDatabase(other.address, { max: 1, statementTimeout_ms: 0 });
  const rows = await own<{ name: string; value: string }[]>`
    select name, setting as value from pg_settings where name = any (${Object.keys(theirs)}::text[])`;
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
    statement_timeout: '0',
    lock_timeout: '0',
    idle_session_timeout: '0',
    bytea_output: 'hex',
    standard_conforming_strings: 'on',
    default_transaction_isolation: 'read committed',
  });
  await own.end();
  await other.drop();
});

test('numbers beyond 2^53, decimals, days and instants are read exactly, as bigint and text', async () => {
  const [row] = await database.sql`
    select 9007199254740993::int8 as big, 0.10::numeric as money, '2026-02-28'::date as day,
      '2026-03-01 09:30:00.5-05'::timestamptz as instant, '2026-03-01 09:30'::timestamp as local`;
  expect(row).toEqual({
    big: 9007199254740993n,
    money: '0.10',
    day: '2026-02-28',
    instant: '2026-03-01T14:30:00.500000Z',
    local: '2026-03-01T09:30:00.000000',
  });
});

test('a value that was read can be used as a parameter', async () => {
  const [row] = await database.sql`
    select ${9007199254740993n}::int8 = 9007199254740993 as big, ${'0.10'}::numeric = 0.1 as money,
      ${'2026-02-28'}::date = '2026-02-28' as day,
      ${'2026-03-01T14:30:00.500000Z'}::timestamptz = '2026-03-01 14:30:00.5+00' as instant`;
  expect(row).toEqual({ big: true, money: true, day: true, instant: true });
});

test('arrays are written and read exactly, whatever their elements', async () => {
  const odd = ['', 'a,b', '{c}', '"d"', 'e\\f', ' g ', 'NULL', 'null', 'é👩‍👧', 'h\ni'];
  const [row] = await database.sql`
    select ${[...odd, null]}::text[] as texts, array_length(${[]}::text[], 1) as none,
      ${[1, 2, null]}::int4[] as numbers, ${['1', '9007199254740993']}::int8[] as bigs,
      ${['0.10', '2']}::numeric[] as money, ${['2026-02-28']}::date[] as days,
      ${['2026-03-01T14:30:00Z']}::timestamptz[] as instants,
      ${['a3bb189e-8bf9-4c8b-9b0f-3b0b1f6f9d11']}::uuid[] as ids,
      array['{"a":[1,"}"]}'::jsonb] as documents, array[true, false] as booleans`;
  expect(row).toEqual({
    texts: [...odd, null],
    none: null,
    numbers: [1, 2, null],
    bigs: [1n, 9007199254740993n],
    money: ['0.10', '2'],
    days: ['2026-02-28'],
    instants: ['2026-03-01T14:30:00.000000Z'],
    ids: ['a3bb189e-8bf9-4c8b-9b0f-3b0b1f6f9d11'],
    documents: [{ a: [1, '}'] }],
    booleans: [true, false],
  });
});

test('a statement does not wait behind a slow one while another connection of its pool becomes free', async () => {
  const sql = openDatabase(database.address, { max: 2, name: 'shared' });
  await database.sql`create table held (id int)`;
  await Promise.all([sql`select 1`, sql`select 1`]);
  for (const slow of [() => sql`select from held`, () => sql.unsafe('select from held')]) {
    const held = await database.sql.begin(async (tx) => {
      await tx`lock table held in access exclusive mode`;
      const asked = slow().execute();
      await until(async () => (await waitingForTables(tx)) > 0);
      const later = await Promise.all([
        sql`select pg_sleep(0.01)`.then(() => 'first'),
        ...Array.from({ length: 4 }, (_, n) => sql`select ${n}::int4 as n`.then(([row]) => row!.n)),
        sql.begin((own) => own`select 'within' as n`).then(([row]) => row!.n),
      ]);
      expect(later).toEqual(['first', 0, 1, 2, 3, 'within']);
      return { asked };
    });
    await held.asked;
  }
  await sql.end();
});

test('a statement that lacks a value fails alone, wherever it stands among others', async () => {
  const sql = openDatabase(database.address, { max: 1 });
  const lacking: unknown = undefined;
  const given = lacking as string;
  for (const lacks of [
    () => sql`select ${given}::text`,
    () => sql`select ${sql`${given}::text`}`,
    () => sql`select from pg_class where true ${[sql`and true`, sql`and relname = ${given}`]}`,
    () => sql.unsafe('select $1::text', [given]),
    () => sql.begin((tx) => tx`select ${given}::text`),
  ]) {
    const answers = await Promise.allSettled([sql`select 1 as n`, lacks(), sql`select 2 as n`]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? [...answer.value] : answer.reason))).toEqual([
      [{ n: 1 }],
      expect.any(TypeError),
      [{ n: 2 }],
    ]);
  }
  await sql.end();
});

test('a connection that is cut while it is being opened fails its query and nothing else', async () => {
  // Cut at every moment of its opening, over and over: an unhandled rejection would end this process.
  let isOver = false;
  const cutting = (async () => {
    while (!isOver)
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'cut'`;
  })();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, async () => {
      const sql = openDatabase(database.address, { max: 1, name: 'cut' });
      try {
        await sql`select ${['a']}::text[]`;
      } finally {
        await sql.end({ timeout: 0 });
      }
    }),
  );
  isOver = true;
  await cutting;
  expect(outcomes).toHaveLength(60);
});

describe('a statement that fails after its first rows', () => {
  test('does not take rows from the next one on its connection, however that is sent', async () => {
    const sql = openDatabase(database.address, { max: 1 });
    const fails = () =>
      expect(sql`select 1 / (3 - i) from generate_series(1, 9) i`).rejects.toThrow('division by zero');
    const rows = [{ i: 1 }, { i: 2 }, { i: 3 }];
    await fails();
    expect([...(await sql`select i from generate_series(1, 3) i`)]).toStrictEqual(rows);
    await fails();
    expect([...(await sql.unsafe('select i from generate_series(1, 3) i'))]).toStrictEqual(rows);
    await fails();
    expect([...(await sql`select i from generate_series(1, 3) i`.values())]).toStrictEqual([[1], [2], [3]]);
    await fails();
    expect(await sql.begin(async (tx) => [...(await tx`select i from generate_series(1, 3) i`)])).toStrictEqual(rows);
    await fails();
    const pages: unknown[] = [];
    await sql`select i from generate_series(1, 3) i`.cursor(2, (page) => void pages.push([...page]));
    await fails();
    for await (const page of sql.unsafe('select i from generate_series(1, 3) i').cursor(2)) pages.push([...page]);
    const two = [rows.slice(0, 2), rows.slice(2)];
    expect(pages).toStrictEqual([...two, ...two]);
    await sql.end();
  });

  test('does not take rows from the next one when it failed because its connection was cut', async () => {
    const sql = openDatabase(database.address, { max: 1, name: 'cut in the middle' });
    await expect(
      sql`select i, pg_terminate_backend(case when i = 5 then pg_backend_pid() end) from generate_series(1, 9) i`,
    ).rejects.toThrow();
    expect([...(await sql`select i from generate_series(1, 3) i`)]).toStrictEqual([{ i: 1 }, { i: 2 }, { i: 3 }]);
    await sql.end();
  });
});

test('a statement whose session the server ends fails, and the next one on its connection is answered', async () => {
  const sql = openDatabase(database.address, { max: 1 });
  const end = (own: Sql | TransactionSql) => own`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`;
  const next = [
    () => sql`select 'next' as what`,
    () => sql`select ${'next'} as what`,
    () => sql.unsafe(`select 'next' as what`),
    () => sql.begin((tx) => tx`select 'next' as what`),
  ];
  for (const ends of [() => end(sql), () => sql.begin(end), () => end(sql).cursor(1, () => {})])
    for (const answered of next) {
      await expect(ends()).rejects.toSatisfy(endsSession);
      expect([...(await answered())]).toEqual([{ what: 'next' }]);
    }
  await sql.end();
});

describe.each([
  ['the server ended', async (pid: number) => database.sql`select pg_terminate_backend(${pid})`, 0],
  ['was idle for too long', async () => {}, 30],
])('a transaction whose session %s', (_, end, idleInTransaction_ms) => {
  /** Fails this file where the driver throws what nobody can catch. */
  const ended = (work: (tx: TransactionSql) => Promise<unknown>) => async () => {
    const sql = openDatabase(database.address, { max: 1, idleInTransaction_ms });
    const transaction = sql.begin(async (tx) => {
      const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as [{ pid: number }];
      await end(pid);
      await until(async () => (await database.sql`select from pg_stat_activity where pid = ${pid}`).length === 0);
      return work(tx);
    });
    // By the connection, whichever of its ends was seen first, or in the words of the server where these came before.
    const code = expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01|25P03)$/);
    await expect(transaction).rejects.toMatchObject({ code });
    expect([...(await sql`select 2 as n`)]).toEqual([{ n: 2 }]);
    await sql.end({ timeout: 0 });
  };

  test(
    'fails with its next statement',
    ended((tx) => tx`select 1`),
  );

  test(
    'fails with its next statement, however that is sent',
    ended((tx) => tx.unsafe('select $1::int', [1])),
  );

  test(
    'fails even without a further statement',
    ended(async () => 'done'),
  );

  test(
    'fails even if it catches the failures of its statements',
    ended(async (tx) => {
      for (let i = 0; i < 3; i++) await tx`select 1`.catch(() => {});
    }),
  );
});

test('a large answer is parsed in turns of the event loop, and not all that has come at once', async () => {
  const through = openDatabase(database.address, { max: 1 });
  const parsers = through.options.parsers as unknown as Record<number, (text: string) => unknown>;
  const TEXT = 25;
  let [inThisTurn, most] = [0, 0];
  parsers[TEXT] = (text) => {
    if (inThisTurn === 0)
      setImmediate(() => {
        inThisTurn = 0;
      });
    most = Math.max(most, ++inThisTurn);
    // Four milliseconds of work for each row, in which the server sends on.
    for (const end_ms = performance.now() + 4; performance.now() < end_ms; );
    return text.length;
  };
  const rows = await through<{ length: number }[]>`select repeat('a', 20000) as length from generate_series(1, 100)`;
  expect(rows.map(({ length }) => length)).toEqual(new Array(100).fill(20_000));
  // What makes ten milliseconds, and what had been read by then; two megabytes are a hundred.
  expect(most).toBeLessThanOrEqual(10);
  await through.end();
});

test('a pool that has ended is let go of, with what its connections have read', async () => {
  const ended = async (): Promise<WeakRef<object>> => {
    const own = openDatabase(database.address, { max: 1 });
    // A statement that no other pool has run: the driver remembers where each was written.
    const [row] = await own`select 'let go of' as words`;
    expect(row).toEqual({ words: 'let go of' });
    await own.end();
    return new WeakRef(own.options);
  };
  const options = await ended();
  await until(async () => {
    collect();
    return options.deref() === undefined;
  });
});
