import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { isDatabaseUnavailable } from '../../src/values/describe-error.ts';
import { freshDatabase } from '../support/database.ts';

/** What happens to statements when their connections end with an error, as those of a killed server do. */

const database = await freshDatabase();
afterAll(() => database.drop());

/** A network between client and server that can cut all connections. */
const network = async () => {
  const { path, host, port } = database.address;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = path ? connect(path) : connect(port, host);
    open.add(client);
    client.pipe(upstream).pipe(client);
    client
      .on('error', () => {})
      .on('close', () => {
        open.delete(client);
        upstream.destroy();
      });
    upstream.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { path: _, ...address } = database.address;
  return {
    address: { ...address, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    cut: () => {
      for (const client of open) client.resetAndDestroy();
    },
    end: () => {
      for (const client of open) client.destroy();
      server.close();
    },
  };
};

/** Statements that are under way, as the server sees them. */
const underWay = async (sleeping: number): Promise<void> => {
  for (;;) {
    const [row] = await database.sql<{ found: number }[]>`
      select count(*)::int4 as found from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
    if (row!.found >= sleeping) return;
  }
};

const through = async <T>(max: number, work: (sql: Sql, cut: () => void) => Promise<T>): Promise<T> => {
  const { address, cut, end } = await network();
  const sql = openDatabase(address, { max });
  try {
    return await work(sql, cut);
  } finally {
    await sql.end({ timeout: 0 });
    end();
  }
};

describe('after a connection was cut', { timeout: 20_000 }, () => {
  test('a statement that is sent again at once is answered, and those after it', () =>
    through(1, async (sql, cut) => {
      const again = sql`select pg_sleep(60)`.catch((error: unknown) => {
        expect(isDatabaseUnavailable(error)).toBe(true);
        return sql`select 'again' as what`;
      });
      await underWay(1);
      cut();
      expect([...(await again)]).toEqual([{ what: 'again' }]);
      for (const what of ['second', 'third']) expect([...(await sql`select ${what} as what`)]).toEqual([{ what }]);
    }));

  test('those that were sent at any moment meanwhile are answered or fail', () =>
    through(1, async (sql, cut) => {
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
    }));

  test('statements of all connections that are sent again at once are answered soon', () =>
    through(8, async (sql, cut) => {
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
      const began_ms = performance.now();
      cut();
      expect(await Promise.all(statements)).toEqual(Array.from({ length: 8 }, () => 'answered'));
      // The limit for connecting is five seconds: no connection ran into it.
      expect(performance.now() - began_ms).toBeLessThan(4_000);
    }));
});

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
