import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  type DatabaseAddress,
  type OpenOptions,
  openDatabase,
  type Sql,
  type TransactionSql,
} from '../../src/database/connect.ts';
import { SERVED_TEMPLATE, TEMPLATE } from './database-server.ts';
import { urlOf } from './database-url.ts';

export interface TestDatabase {
  address: DatabaseAddress;
  /** The same as a `postgres://` URL. */
  url: string;
  /** A pool on it, for the test's own questions; ended by `drop`. */
  sql: Sql;
  /** Ends the pool and removes the database, whoever is still connected. */
  drop(): Promise<void>;
}

let kept: Sql | undefined;

/**
 * A connection of this process to the server, outside the databases under test. Files share it: to make one costs the
 * server more than most statements do. It closes by itself when nobody uses it.
 */
const onServer = (): Sql => {
  kept ??= openDatabase({ ...inject('database'), database: 'postgres' }, { max: 1, name: 'test', idle_ms: 10_000 });
  return kept;
};

/**
 * A migrated, empty database of a test's own. Drop it when the file is done:
 *
 *     const database = await freshDatabase();
 *     afterAll(() => database.drop());
 */
export const freshDatabase = (options: OpenOptions = {}): Promise<TestDatabase> => copyOf(TEMPLATE, options);

/** The same with the read models of the service in it, as its first start leaves them. */
export const servedDatabase = (options: OpenOptions = {}): Promise<TestDatabase> => copyOf(SERVED_TEMPLATE, options);

const copyOf = async (template: string, options: OpenOptions): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = onServer();
  await server`create database ${server(name)} template ${server(template)} strategy file_copy`;
  const address = { ...inject('database'), database: name };
  const sql = openDatabase(address, { max: 4, name: 'test', ...options });
  return {
    address,
    url: urlOf(address),
    sql,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await server`drop database if exists ${server(name)} with (force)`;
    },
  };
};

/**
 * How many sessions of a database have waited for a table so long that their connections are given nothing more. The
 * server counts those of all its databases, and tests of other files have their own.
 */
export const waitingForTables = async (sql: Sql | TransactionSql): Promise<number> =>
  (
    await sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'relation' and clock_timestamp() - waitstart > '50 ms'`
  ).length;
