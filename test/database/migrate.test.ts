import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { endsSession } from '../../src/database/ended-sessions.ts';
import { migrate, readMigrations } from '../../src/database/migrate.ts';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'payroll-migrations-'));
const file = (name: string, text: string) => writeFile(join(folder, name), text);

beforeEach(async () => {
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  await rm(folder, { recursive: true });
  await mkdir(folder);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('each migration runs once, in order, also when several processes start together', async () => {
  await file('0001_first.sql', 'create table first (n int); insert into first values (1);');
  await file('0002_second.sql', 'insert into first values (2);');
  const ran = await Promise.all([1, 2, 3].map(() => migrate(database.sql, folder)));
  expect(ran.flat().sort()).toEqual(['0001_first', '0002_second']);
  expect(await database.sql`select n from first`).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a migration that fails changes nothing, and the ones before it stay', async () => {
  await file('0001_first.sql', 'create table first (n int);');
  await file('0002_second.sql', 'create table second (n int); select 1/0;');
  await expect(migrate(database.sql, folder)).rejects.toThrow('division by zero');
  const [row] = await database.sql`select to_regclass('first') is not null as first, to_regclass('second') as second`;
  expect(row).toEqual({ first: true, second: null });
  await file('0002_second.sql', 'create table second (n int);');
  expect(await migrate(database.sql, folder)).toEqual(['0002_second']);
});

test('a migration that waits for a table keeps nobody else from it', async () => {
  await file('0001_first.sql', 'create table first (n int);');
  await migrate(database.sql, folder);
  await file('0002_second.sql', 'alter table first add column m int;');
  const backup = await database.sql.reserve();
  await backup`begin`;
  await backup`select n from first`;
  let migrating: Promise<string[]> | undefined;
  const waiting = await new Promise<string>((onWait) => {
    migrating = migrate(database.sql, folder, onWait);
  });
  expect(waiting).toBe('0002_second');
  await database.sql`insert into first values (1)`;
  await backup`commit`;
  backup.release();
  expect(await migrating).toEqual(['0002_second']);
});

test('a migration whose table is not given up names who holds it, and changes nothing', async () => {
  await file('0001_first.sql', 'create table first (n int);');
  await migrate(database.sql, folder);
  await file('0002_second.sql', 'create table second (n int); alter table first add column m int;');
  const backup = await database.sql.reserve();
  const [session] = await backup`select pg_backend_pid() as pid`;
  const pid = session!.pid;
  await backup`set application_name = 'pg_dump'`;
  await backup`begin`;
  await backup`select n from first`;
  await expect(migrate(database.sql, folder, undefined, 0)).rejects.toThrow(
    `migration 0002_second alters a table that is held by the session with the process id ${pid} (pg_dump): let it end, or end it with "select pg_terminate_backend(${pid})", and start again`,
  );
  await backup`commit`;
  await backup`reset application_name`;
  backup.release();
  expect(await migrate(database.sql, folder)).toEqual(['0002_second']);
});

/** Ends its session so many times before it runs, as the database does with that of a process that is held. */
const endsFor = (times: number) =>
  `do $$ begin if nextval('tries') <= ${times} then perform pg_terminate_backend(pg_backend_pid()); end if; end $$;`;

test('a migration whose session the database ends is tried again, a few times', async () => {
  const { sql } = database;
  // Connections of its own: what is asked next over one that was just ended may be told of its end.
  const own = openDatabase(database.address, { max: 1 });
  try {
    await sql`create sequence tries`;
    await file('0001_first.sql', `create table first (n int); ${endsFor(1)}`);
    expect(await migrate(own, folder)).toEqual(['0001_first']);
    await file('0002_second.sql', `create table second (n int); ${endsFor(1_000)}`);
    await expect(migrate(own, folder)).rejects.toSatisfy(endsSession);
  } finally {
    await own.end({ timeout: 1 });
  }
  const [row] = await sql`select to_regclass('second') as second, last_value from tries`;
  expect(row?.second).toBeNull();
  // Twice for the first one, and at most five times for the second.
  expect(row?.last_value).toBeLessThanOrEqual(7n);
});

test('a database whose migrations are of another program is refused, and stays as it is', async () => {
  await database.sql`create table schema_migrations (version text primary key)`;
  await file('0001_first.sql', 'create table first (n int);');
  await expect(migrate(database.sql, folder)).rejects.toThrow(
    'the database has a table schema_migrations of another program: give the service a database of its own',
  );
  expect((await database.sql`select to_regclass('first') as first`)[0]?.first).toBeNull();
});

test('a database newer than the code is refused', async () => {
  await file('0001_first.sql', 'select 1;');
  await file('0002_second.sql', 'select 1;');
  await migrate(database.sql, folder);
  await rm(join(folder, '0002_second.sql'));
  await expect(migrate(database.sql, folder)).rejects.toThrow(/newer than this version.*0002_second.*0001_first/);
});

test('a migration altered after it ran is refused', async () => {
  await file('0001_first.sql', 'select 1;');
  await migrate(database.sql, folder);
  await file('0001_first.sql', 'select 2;');
  await expect(migrate(database.sql, folder)).rejects.toThrow(/0001_first was altered/);
});

test('other line endings do not count as an alteration', async () => {
  await file('0001_first.sql', 'select 1;\nselect 2;\n');
  const [unix] = await readMigrations(folder);
  await file('0001_first.sql', 'select 1;\r\nselect 2;\r\n');
  const [dos] = await readMigrations(folder);
  expect(dos?.checksum).toBe(unix?.checksum);
});

test('numbers may have gaps, which later files fill, but two files cannot share one', async () => {
  await file('0001_first.sql', 'create table first (n int);');
  await file('0010_tenth.sql', 'insert into first values (10);');
  expect(await migrate(database.sql, folder)).toEqual(['0001_first', '0010_tenth']);
  await file('0002_second.sql', 'insert into first values (2);');
  expect(await migrate(database.sql, folder)).toEqual(['0002_second']);
  await file('0010_another.sql', 'select 1;');
  await expect(readMigrations(folder)).rejects.toThrow(/0010_another.sql and 0010_tenth.sql share a number/);
  await rm(join(folder, '0010_another.sql'));
  await file('third.sql', 'select 1;');
  await expect(readMigrations(folder)).rejects.toThrow(/third.sql should be named like/);
});
