import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from './connect.ts';
import { MigrationRefused } from './errors.ts';

// Numbered SQL files, run in order, each in one transaction with the record that it ran, never undone. Migrations that
// ran are known by number and checksum. Every process of a deployment may call this at once: the advisory lock lets one
// of them work, and the others find the work done.

const LOCK = 0x70617972_00000002n;

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

/**
 * Runs the migrations that a database lacks. Returns their names.
 *
 * @throws MigrationRefused when the database is newer than the code, or a migration was altered after it ran
 */
export const migrate = async (sql: Sql, folder: string = FOLDER): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const ran: string[] = [];
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]));
  // One transaction each, so that the lock of a killed process is released at once and its finished migrations stay.
  for (let next = 0; next <= migrations.length; next++) {
    const name = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      await tx`
        create table if not exists schema_migrations (
          number integer primary key,
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now()
        )`;
      const applied = await tx<{ number: number; name: string; checksum: string }[]>`
        select number, name, checksum from schema_migrations order by number`;
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
      const due = migrations.find(({ number }) => !done.has(number));
      if (!due) return undefined;
      // A migration may take longer than an ordinary statement.
      await tx`set local statement_timeout = 0`;
      await tx.unsafe(due.text);
      await tx`
        insert into schema_migrations (number, name, checksum) values (${due.number}, ${due.name}, ${due.checksum})`;
      return due.name;
    });
    if (name === undefined) break;
    ran.push(name);
  }
  return ran;
};
