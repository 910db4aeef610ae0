import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { type OpenOptions, openDatabase, type Sql } from '../../src/database/connect.ts';
import { within } from '../../src/timing/within.ts';
import { codeOf, isDatabaseUnavailable } from '../../src/values/describe-error.ts';
import { beatsUntil } from '../support/beats.ts';
import { CERTIFICATE, KEY } from '../support/certificate.ts';
import { freshDatabase } from '../support/database.ts';
import { urlOf } from '../support/database-url.ts';

/** What happens to statements when their connections end with an error, as those of a killed server do. */

const database = await freshDatabase();
afterAll(() => database.drop());

/** How a server encrypts: not at all, as clients ask for it, or every connection from its first byte. */
type Encrypts = 'never' | 'asked' | 'direct';

/** Passes what one side says to the other; when one is gone, so is the other. */
const join = (client: Socket, upstream: Socket): void => {
  client.on('error', () => {}).on('close', () => upstream.destroy());
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.pipe(upstream).pipe(client);
};

const listening = async (accept: (client: Socket) => void) => {
  const server = createServer(accept).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

/** The database behind a server that encrypts as it is asked, or not. */
const encrypting = async (encrypts: Encrypts) => {
  const { path, host, port } = database.address;
  let encrypted = 0;
  const { port: opened, close } = await listening((client) => {
    const upstream = path ? connect(path) : connect(port, host);
    const encrypt = () => {
      encrypted++;
      join(
        new TLSSocket(client, { isServer: true, cert: CERTIFICATE, key: KEY, ALPNProtocols: ['postgresql'] }),
        upstream,
      );
    };
    client.on('error', () => {}).on('close', () => upstream.destroy());
    if (encrypts === 'direct') return encrypt();
    client.once('data', (first) => {
      const isQuestion = first.readUInt32BE(4) === 80_877_103;
      if (isQuestion) client.write(encrypts === 'asked' ? 'S' : 'N');
      else upstream.write(first);
      if (isQuestion && encrypts === 'asked') encrypt();
      else join(client, upstream);
    });
  });
  return { port: opened, close, encrypted: () => encrypted };
};

/** A network between client and server that can cut all connections, or carry nothing more on them without a word. */
const network = async (encrypts: Encrypts = 'never') => {
  const open = new Set<Socket>();
  const hushed = new Set<() => void>();
  const { port: behind, close: closeBehind, encrypted } = await encrypting(encrypts);
  const { port, close } = await listening((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    const upstream = connect(behind, '127.0.0.1');
    join(client, upstream);
    hushed.add(() => {
      client.unpipe(upstream).resume();
      upstream.unpipe(client).resume();
    });
  });
  const { path: _, ...address } = database.address;
  return {
    address: { ...address, host: 'localhost', port },
    encrypted,
    cut: () => {
      for (const client of open) client.resetAndDestroy();
    },
    hush: () => {
      for (const hush of hushed) hush();
    },
    end: () => {
      for (const client of open) client.destroy();
      close();
      closeBehind();
    },
  };
};

/** Statements that are under way, as the server sees them. */
const underWay = async (sleeping: number): Promise<void> => {
  for (;;) {
    const [row] = await database.sql<{ found: number }[]>`
      select count(*)::int4 as found from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
    if (row!.found >= sleeping) return;
  }
};

/** The server works on for a client that is gone: the next test must not see that. */
const endThem = () => database.sql`
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;

/** Whoever runs into the limit for connecting takes longer than a busy server does. */
const UNHURRIED: OpenOptions = { connectTimeout_ms: 30_000 };
const SOON_ms = 20_000;

type Kind = 'plain' | 'encrypted' | 'with options';

type Work<T> = (sql: Sql, cut: () => void, hush: () => void) => Promise<T>;

const through = async <T>(max: number, work: Work<T>, kind: Kind, options: OpenOptions = {}): Promise<T> => {
  const { address, cut, hush, end } = await network(kind === 'encrypted' ? 'asked' : 'never');
  const where =
    kind === 'with options'
      ? `${urlOf(address)}?options=-c%20geqo_threshold%3D17`
      : { ...address, ...(kind === 'encrypted' ? { ssl: { ca: CERTIFICATE } } : {}) };
  const sql = openDatabase(where, { max, ...options });
  try {
    return await work(sql, cut, hush);
  } finally {
    await sql.end({ timeout: 0 });
    end();
    await endThem();
  }
};

describe.for<Kind>(['plain', 'encrypted', 'with options'])('after a connection was cut (%s)', (kind) => {
  test('a statement that is sent again at once is answered, and those after it', () =>
    through(
      1,
      async (sql, cut) => {
        const again = sql`select pg_sleep(60)`.catch((error: unknown) => {
          expect(isDatabaseUnavailable(error)).toBe(true);
          return sql`select 'again' as what`;
        });
        await underWay(1);
        cut();
        expect([...(await again)]).toEqual([{ what: 'again' }]);
        for (const what of ['second', 'third']) expect([...(await sql`select ${what} as what`)]).toEqual([{ what }]);
      },
      kind,
    ));

  test('those that were sent at any moment meanwhile are answered or fail', () =>
    through(
      1,
      async (sql, cut) => {
        await sql`select 1`;
        const sent: Promise<boolean>[] = [];
        let [goesOn, pending] = [true, 0];
        const send = (): void => {
          if (!goesOn) return;
          if (pending < 20) {
            pending++;
            const answered = sql`select 1`.then(
              () => true,
              (error: unknown) => {
                if (!isDatabaseUnavailable(error)) throw error;
                return false;
              },
            );
            sent.push(answered.finally(() => pending--));
          }
          // In each phase of the event loop.
          (sent.length % 2 === 0 ? setImmediate : process.nextTick)(() => setImmediate(send));
        };
        send();
        for (let round = 0; round < 10; round++) {
          const before = sent.length;
          cut();
          while (sent.length < before + 40) await nextTurn();
        }
        goesOn = false;
        const answers = await Promise.all(sent);
        expect(new Set(answers)).toEqual(new Set([true, false]));
        expect([...(await sql`select 'after' as what`)]).toEqual([{ what: 'after' }]);
      },
      kind,
    ));

  test('statements of all connections that are sent again at once are answered soon', () =>
    through(
      8,
      async (sql, cut) => {
        const untilAnswered = async (): Promise<string> => {
          for (;;)
            try {
              const [row] = await sql<{ what: string }[]>`select 'answered' as what, ${0}::int4 as zero`;
              return row!.what;
            } catch (error) {
              if (!isDatabaseUnavailable(error)) throw error;
            }
        };
        const statements = Array.from({ length: 8 }, () => sql`select pg_sleep(60)`.catch(untilAnswered));
        await underWay(8);
        cut();
        const answers = Promise.all(statements);
        // No connection ran into the limit for connecting.
        expect(await beatsUntil(answers)).toBeLessThan(SOON_ms);
        expect(await answers).toEqual(Array.from({ length: 8 }, () => 'answered'));
      },
      kind,
      UNHURRIED,
    ));
});

test.for<Kind>(['plain', 'encrypted'])(
  'where a server is gone without a word, a statement fails soon after its time is over, and the next is answered (%s)',
  async (kind) => {
    const limits = { statementTimeout_ms: 1_500, late_ms: 500 };
    const idle = openDatabase(database.address, { max: 1, ...limits });
    const session = async () => (await idle<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]!.pid;
    const before = await session();
    await through(
      1,
      async (sql, _, hush) => {
        await sql`select 1`;
        hush();
        const begun_ms = performance.now();
        const failure = await sql`select 1`.catch((error: unknown) => error);
        expect(isDatabaseUnavailable(failure)).toBe(true);
        // Timers may be a millisecond early.
        expect(performance.now() - begun_ms).toBeGreaterThan(1_998);
        expect([...(await sql`select 'after' as what`)]).toEqual([{ what: 'after' }]);
      },
      kind,
      limits,
    );
    // Nobody waited for this one meanwhile.
    expect(await session()).toBe(before);
    await idle.end({ timeout: 0 });
  },
);

test('a statement fails where the server closes each connection without a word', async () => {
  const server = createServer((client) => client.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { path: _, ...address } = database.address;
  const sql = openDatabase({ ...address, host: '127.0.0.1', port: (server.address() as AddressInfo).port }, { max: 1 });
  const failure = await sql`select 1`.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await sql.end({ timeout: 0 });
  server.close();
});

test('an error whose answer was cut off behind it is not said of the next statement', async () => {
  const { path, host, port } = database.address;
  const { port: opened, close } = await listening((client) => {
    const upstream = path ? connect(path) : connect(port, host);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream
      .on('error', () => {})
      .on('data', (said: Buffer) => {
        // Without ReadyForQuery.
        if (said.includes('division by zero')) client.end(said.subarray(0, -6));
        else client.write(said);
      });
    client.pipe(upstream);
  });
  const { path: _, ...address } = database.address;
  const sql = openDatabase({ ...address, host: '127.0.0.1', port: opened }, { max: 1 });
  await expect(sql`select 1 / 0`).rejects.toSatisfy(isDatabaseUnavailable);
  expect([...(await sql`select 'next' as what`)]).toEqual([{ what: 'next' }]);
  await sql.end({ timeout: 0 });
  close();
});

test('statements fail where the server begins no more sessions, also on connections that were lost under them', async () => {
  const { sql: admin, address } = database;
  await admin`create role shut superuser login password 'secret'`;
  const sql = openDatabase({ ...address, user: 'shut', password: 'secret' }, { max: 3 });
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`));
  await admin`alter role shut nologin`;
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shut'`;
  const codes = new Set<unknown>();
  for (let i = 0; i < 8; i++) {
    const failure = await within(10_000, sql`select 1`).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    codes.add(codeOf(failure));
  }
  // The role is not permitted to log in.
  expect(codes).toContain('28000');
  await admin`alter role shut login`;
  for (let i = 0; i < 3; i++) expect([...(await within(10_000, sql`select 1 as n`))]).toEqual([{ n: 1 }]);
  await sql.end({ timeout: 0 });
  await admin`drop role shut`;
});

describe('the address says how connections are encrypted', () => {
  /** What comes of an address: `plain`, `encrypted`, or the code of the failure. */
  const outcome = async (encrypts: Encrypts, query: string, ssl?: object, host?: string): Promise<unknown> => {
    const { address, end, encrypted } = await network(encrypts);
    const where = ssl ? { ...address, ssl, ...(host ? { host } : {}) } : `${urlOf(address)}?${query}`;
    const sql = openDatabase(where, { max: 1 });
    try {
      await sql`select 1`;
      return encrypted() > 0 ? 'encrypted' : 'plain';
    } catch (error) {
      return (error as { code: unknown }).code;
    } finally {
      await sql.end({ timeout: 0 });
      end();
    }
  };

  test.each<[string, Encrypts, string]>([
    ['', 'asked', 'plain'],
    ['sslmode=disable', 'asked', 'plain'],
    ['sslmode=allow', 'asked', 'encrypted'],
    ['sslmode=prefer', 'asked', 'encrypted'],
    ['sslmode=require', 'asked', 'encrypted'],
    ['sslmode=prefer', 'never', 'plain'],
    ['sslmode=require', 'never', 'CONNECTION_CLOSED'],
    ['sslmode=require&sslnegotiation=direct', 'direct', 'encrypted'],
    // Nobody has signed the certificate.
    ['sslmode=verify-ca', 'asked', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['sslmode=verify-full', 'asked', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['ssl=true', 'asked', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('%s of a server that encrypts %s: %s', async (query, encrypts, expected) => {
    expect(await outcome(encrypts, query)).toBe(expected);
  });

  test('and which certificates are good', async () => {
    expect(await outcome('asked', '', { ca: CERTIFICATE })).toBe('encrypted');
    expect(await outcome('asked', '', { ca: CERTIFICATE, servername: 'elsewhere.example' })).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
    // It is of a name.
    expect(await outcome('asked', '', { ca: CERTIFICATE }, '127.0.0.1')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });
});

test.for<Kind>(['plain', 'encrypted', 'with options'])(
  'what was not written yet when a connection was cut holds up no session that follows (%s)',
  (kind) =>
    through(
      1,
      async (sql, cut) => {
        await sql`select 1`;
        const { port, close } = await listening((far) =>
          far.once('data', () => {
            far.end('now');
            cut();
          }),
        );
        const near = connect(port, '127.0.0.1');
        // In one turn of the event loop: a statement is sent, and the cut is seen before it is written.
        const cutBetween = new Promise<unknown>((resolve) => {
          near.once('data', () => resolve(sql`select 1`.catch((error: unknown) => error)));
        });
        near.write('go');
        await cutBetween;
        close();
        const after = sql`select 'after' as what`.then((rows) => [...rows]);
        expect(await beatsUntil(after)).toBeLessThan(SOON_ms);
        expect(await after).toEqual([{ what: 'after' }]);
      },
      kind,
      UNHURRIED,
    ),
);

test('settings of sessions that the address names are made', () =>
  through(
    1,
    async (sql) => {
      expect([...(await sql`select current_setting('geqo_threshold') as found`)]).toEqual([{ found: '17' }]);
    },
    'with options',
  ));

test('an address that cannot be reached at all fails its statement, and nothing else', async () => {
  const sql = openDatabase({ ...database.address, path: undefined, host: '255.255.255.255' }, { max: 1 });
  const failure = await sql`select 1`.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await sql.end({ timeout: 0 });
});
