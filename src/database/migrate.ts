import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pause } from '../timing/pauses.ts';
import { codeOf } from '../values/describe-error.ts';
import type { Sql, TransactionSql } from './connect.ts';
import { endsSession } from './ended-sessions.ts';
import { MigrationRefused } from './errors.ts';

// Numbered SQL files, run in order, each in one transaction with the record that it ran, never undone. Migrations that
// ran are known by number and checksum. Every process of a deployment may call this at once: the advisory lock lets one
// of them work, and the others find the work done.

const LOCK = 0x70617972_00000002n;

/**
 * A backup keeps its tables from being altered as long as it runs. While a migration waited for one of them, whatever
 * the processes of the version before ask of that table would queue after it: it gives up soon, and tries again.
 */
const LOCK_TIMEOUT = '500ms';
const LOCK_AGAIN_ms = 1_000;
/** A session that holds a table for longer may hold it for ever: who starts the service is told of it. */
const LOCK_WITHIN_ms = 10 * 60_000;
/** How often a transaction is begun whose session the database ends, as it does where a process was held meanwhile. */
const MOST_TRIES = 5;
const BEGIN_AGAIN_ms = 200;

export interface Migration {
  number: number;
  /** The file's name without its ending: `0001_event_log`. */
  name: string;
  text: string;
  /** SHA-256 of the text, line endings aside. */
  checksum: string;
}

/** `migrations/` of the repository; the build copies it to the same relative path. */
const FOLDER = resolve(dirname(fileURLToPath(import.meta.url)), '../../migrations');

/** The migrations of a folder in order; numbers may have gaps. @throws MigrationRefused when two share a number. */
export const readMigrations = async (folder: string = FOLDER): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
      if (!(number > 0)) throw new MigrationRefused(`migration ${file} should be named like 0001_event_log.sql`);
      if (names[index + 1]?.startsWith(file.slice(0, 4)))
        throw new MigrationRefused(`migrations ${file} and ${names[index + 1]} share a number`);
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number, name: file.slice(0, -'.sql'.length), text, checksum };
    }),
  );
};

/** The first migration that a database lacks; others wait until the transaction ends. @throws MigrationRefused */
const nextOf = async (tx: TransactionSql, migrations: readonly Migration[]): Promise<Migration | undefined> => {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  await tx`select pg_advisory_xact_lock(${LOCK})`;
  await tx`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  const applied = await tx<{ number: number; name: string; checksum: string }[]>`
    select number, name, checksum from schema_migrations order by number`.catch((error: unknown) => {
    // 42703: it has no such column.
    if (codeOf(error) !== '42703') throw error;
    throw new MigrationRefused(
      'the database has a table schema_migrations of another program: give the service a database of its own',
    );
  });
  for (const row of applied) {
    const known = byNumber.get(row.number);
    if (!known)
      throw new MigrationRefused(
        `the database is newer than this version of the service: it has migration ${row.name}, the newest known here is ${migrations.at(-1)?.name ?? 'none'}`,
      );
    if (known.checksum !== row.checksum)
      throw new MigrationRefused(
        `migration ${known.name} was altered after it ran on this database: put the file back and add a new one`,
      );
  }
  const done = new Set(applied.map(({ number }) => number));
  return migrations.find(({ number }) => !done.has(number));
};

/**
 * The sessions that hold tables of this database: first those of the longest transactions, or whose transactions are
 * not shown to this role.
 */
const holding = async (sql: Sql): Promise<string> => {
  const sessions = await sql<{ pid: number; name: string }[]>`
    select a.pid, coalesce(nullif(a.application_name, ''), a.backend_type, '') as name
    from pg_stat_activity a
    where a.pid <> pg_backend_pid() and a.datname = current_database() and exists (
      -- Relations below are those of the system.
      select from pg_locks l where l.pid = a.pid and l.granted and l.locktype = 'relation' and l.relation >= 16384)
    order by a.xact_start nulls first
    limit 3`;
  const [first] = sessions;
  if (!first) return 'another session, which is gone by now: start again';
  const named = sessions.map(({ pid, name }) => `${pid}${name === '' ? '' : ` (${name})`}`);
  return `the session with the process id ${named.join(' or ')}: let it end, or end it with "select pg_terminate_backend(${first.pid})", and start again`;
};

/**
 * Runs the migrations that a database lacks. Returns their names.
 *
 * @param onWait told of the name of a migration each time that it did not get a lock that another session holds
 * @param within_ms how long one waits for such locks
 * @throws MigrationRefused when the database is newer than the code, a migration was altered after it ran, or a table
 *   that it alters was held by another session all the time
 */
export const migrate = async (
  sql: Sql,
  folder: string = FOLDER,
  onWait: (migration: string) => void = () => {},
  within_ms = LOCK_WITHIN_ms,
): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  let waited: { name: string; until_ms: number } | undefined;
  const ran: string[] = [];
  let tries = 0;
  // One transaction each, so that the lock of a killed process is released at once and its finished migrations stay.
  for (let ended = false; !ended; ) {
    let name: string | undefined;
    try {
      await sql.begin(async (tx) => {
        const due = await nextOf(tx, migrations);
        name = due?.name;
        if (!due) return;
        // A migration may take longer than an ordinary statement.
        await tx`set local statement_timeout = 0`;
        await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
        await tx.unsafe(due.text);
        await tx`
          insert into schema_migrations (number, name, checksum) values (${due.number}, ${due.name}, ${due.checksum})`;
      });
    } catch (error) {
      // Of a commit that was cut off nobody said that it was made: the record of the migration tells.
      if (endsSession(error) && ++tries < MOST_TRIES) {
        await pause(BEGIN_AGAIN_ms);
        continue;
      }
      // 55P03: it did not get a lock in time.
      if (name === undefined || codeOf(error) !== '55P03') throw error;
      onWait(name);
      if (waited?.name !== name) waited = { name, until_ms: performance.now() + within_ms };
      if (performance.now() >= waited.until_ms)
        throw new MigrationRefused(`migration ${name} alters a table that is held by ${await holding(sql)}`);
      await pause(LOCK_AGAIN_ms);
      continue;
    }
    tries = 0;
    if (name === undefined) ended = true;
    else ran.push(name);
  }
  return ran;
};
