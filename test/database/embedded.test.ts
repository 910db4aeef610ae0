import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { lastLine } from '../../src/database/embedded/cluster.ts';
import { lockDataDir } from '../../src/database/embedded/data-dir-lock.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../src/database/embedded/embedded.ts';
import { DataDirInUse, DataDirUnusable } from '../../src/database/errors.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const quick = { sync: false, settings: { fsync: 'off' } };

const serverPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

test('of what a program of PostgreSQL says on a full disk, the reason is the disk and not what failed behind it', () => {
  const said = [
    'creating configuration files ... ok',
    'running bootstrap script ... FATAL:  could not extend file "base/1/2691": No space left on device',
    'HINT:  Check free disk space.',
    'PANIC:  cannot abort transaction 1, it was already committed',
    'child process exited with exit code 134',
  ];
  expect(lastLine(said.join('\n'))).toMatch(/FATAL: .*No space left on device$/);
  expect(lastLine([said[0], said[3], said[4]].join('\n'))).toBe(said[3]);
  // Where a page is larger than a block of the disk, a part of it may be written.
  const part = 'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 3';
  expect(lastLine([part, ...said.slice(2)].join('\n'))).toBe(part);
});

describe('an embedded database', () => {
  let dataDir: string;
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
    database = await startEmbedded(dataDir, quick);
  });
  afterAll(async () => {
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The session that holds the lock. */
  const holder = async (sql: Sql) =>
    (
      await sql<{ pid: number; key: bigint }[]>`
        select a.pid, l.classid::int8 << 32 | l.objid::int8 as key from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.application_name like 'payroll service%'`
    )[0];

  test('keeps text as UTF-8 in C order, time in UTC, and acknowledged commits on disk', async () => {
    const sql = openDatabase(database.address, { max: 1 });
    try {
      const [row] = await sql`
        select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
          current_setting('synchronous_commit') as durable, datcollate as locale
        from pg_database where datname = current_database()`;
      expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', durable: 'on', locale: 'C' });
    } finally {
      await sql.end();
    }
  });

  test('writes its address to a file that only its owner may read', async () => {
    const path = join(dataDir, 'database.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(database.address);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('is waited for by the next service as long as ever, though the clock of the machine is set forward', async () => {
    const before = await lockDataDir(database.address);
    const sql = openDatabase(database.address, { max: 1 });
    const wall_ms = Date.now();
    let hours = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => wall_ms + 3_600_000 * hours++);
    // No time passes but by the clock: it would be waited for as long as it takes.
    const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      let refused: unknown;
      const taking = lockDataDir(database.address).catch((error: unknown) => {
        refused = error;
      });
      const haveTried = async () => {
        const tries = await sql`
          select from pg_stat_activity
          where application_name like 'payroll service%' and query like '%pg_try_advisory_lock%' and state = 'idle'`;
        return tries.length === 2;
      };
      await until(async () => refused !== undefined || (await haveTried()));
      await before.release();
      const next = await taking;
      expect(refused).toBeUndefined();
      await next?.release();
    } finally {
      clock.mockRestore();
      time.mockRestore();
      await sql.end();
    }
  });

  test('refuses connections without the password', async () => {
    const sql = openDatabase({ ...database.address, password: 'guess' }, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' });
    await sql.end();
  });

  test('is reached through a socket in its folder, with the password too', async () => {
    const { path, ...elsewhere } = database.address;
    expect(path).toBe(join(dataDir, `database/cluster/.s.PGSQL.${elsewhere.port}`));
    for (const [name, address] of [
      ['socket', { ...database.address, host: 'nowhere.invalid' }],
      ['loopback', elsewhere],
    ] as const) {
      const sql = openDatabase(address, { max: 1 });
      const [row] = await sql`select inet_client_addr() is null as through_socket`;
      expect(row, name).toEqual({ through_socket: name === 'socket' });
      await sql.end();
    }
  });

  test('is adopted by the next start while it runs, and keeps its data', async () => {
    const script = `
      import { startEmbedded } from '${new URL('../../src/database/embedded/embedded.ts', import.meta.url)}';
      import { openDatabase } from '${new URL('../../src/database/connect.ts', import.meta.url)}';
      const db = await startEmbedded(${JSON.stringify(dataDir)});
      const sql = openDatabase(db.address);
      await sql\`create table kept as select 1 as one\`;
      console.log(db.adopted);
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await new Promise((done) => child.on('exit', done));
    expect(output.trim()).toBe('true');

    // What is known is not written again, which on a full disk would fail.
    const known = await stat(join(dataDir, 'database.json'));
    const again = await startEmbedded(dataDir, quick);
    expect((await stat(join(dataDir, 'database.json'))).ino).toBe(known.ino);
    expect(again.adopted).toBe(true);
    const sql = openDatabase(again.address, { max: 1 });
    expect(await sql`select one from kept`).toEqual([{ one: 1 }]);
    await sql.end();
    expect(await again.stop({ unlessInUse: true })).toBe(false);
  });

  test('keeps running for others that use it, and is stopped by the last of them, whoever started it', async () => {
    const other = await startEmbedded(dataDir, quick);
    expect(await database.stop({ unlessInUse: true })).toBe(false);
    const sql = openDatabase(other.address, { max: 1 });
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end();
    expect(await other.stop({ unlessInUse: true })).toBe(true);
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
    database = await startEmbedded(dataDir, quick);
  });

  test('is refused with a password of another one, and is not left running by who was refused', async () => {
    const path = join(dataDir, 'database', 'password');
    const password = await readFile(path, 'utf8');
    await writeFile(path, 'of another backup');
    const said = /^the embedded PostgreSQL refuses the password in \S+database\/password .*: put it back/;
    await expect(startEmbedded(dataDir, quick)).rejects.toThrow(said);
    await database.stop();
    await expect(startEmbedded(dataDir, quick)).rejects.toThrow(said);
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
    await writeFile(path, password);
    database = await startEmbedded(dataDir, quick);
    // Where the role is what is refused, another password would not help.
    const sql = openDatabase(database.address, { max: 1 });
    await sql`alter role payroll nologin`;
    await expect(startEmbedded(dataDir, quick)).rejects.toThrow(
      /^the embedded PostgreSQL does not let its role payroll log in \(.*\): take back what was changed of that role/,
    );
    await sql`alter role payroll login`;
    await sql.end();
  });

  test('keeps running for a service of an earlier version, which has the lock of a service alone', async () => {
    const lock = await lockDataDir(database.address);
    const sql = openDatabase(database.address, { max: 1, name: 'payroll service 4711' });
    const { key } = (await holder(sql))!;
    await lock.release();
    await sql`select pg_advisory_lock(${key})`;
    expect(await database.stop({ unlessInUse: true })).toBe(false);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    database = await startEmbedded(dataDir, quick);
    await sql.end();
  });

  test('does not keep running for a service that ends at the same time, which leaves that to this one', async () => {
    const lock = await lockDataDir(database.address);
    const [sql, watching] = [
      openDatabase(database.address, { max: 1, name: 'payroll service 4711' }),
      openDatabase(database.address, { max: 1 }),
    ];
    const { key } = (await holder(sql))!;
    await lock.release();
    await sql`select pg_advisory_lock(${key})`;
    const stopped = database.stop({ unlessInUse: true });
    let isOver = false;
    void stopped.then(() => {
      isOver = true;
    });
    // Whoever stops it has a lock alone, so the service leaves it to that one.
    const isLeft = async () =>
      isOver ||
      (await watching`select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`)
        .length === 2;
    await until(isLeft);
    await sql.end();
    await watching.end();
    expect(await stopped).toBe(true);
    database = await startEmbedded(dataDir, quick);
  });

  test('does not keep running for a statement that was broken off and has not noticed', async () => {
    const [sql, watching] = [openDatabase(database.address, { max: 1 }), openDatabase(database.address, { max: 1 })];
    sql`select pg_sleep(20)`.catch(() => {});
    const isSleeping = async () =>
      (await watching`select from pg_stat_activity where wait_event = 'PgSleep'`).length === 1;
    await until(isSleeping);
    await sql.end({ timeout: 0 });
    expect(await isSleeping()).toBe(true);
    await watching.end();
    expect(await database.stop({ unlessInUse: true })).toBe(true);
    database = await startEmbedded(dataDir, quick);
  });

  test('is there for who starts while the last one stops it', async () => {
    for (let round = 0; round < 4; round++) {
      const [, next] = await Promise.all([database.stop({ unlessInUse: true }), startEmbedded(dataDir, quick)]);
      database = next;
      const sql = openDatabase(database.address, { max: 1 });
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
      await sql.end();
    }
  });

  test('is there for who starts while the last one takes long to stop it', async () => {
    const there = { ...database.address, database: 'postgres' };
    const [last, watching] = [openDatabase(there, { max: 1 }), openDatabase(there, { max: 1 })];
    const locks = () => watching<{ pid: number; granted: boolean; key: bigint }[]>`
      select l.pid, l.granted, l.classid::int8 << 32 | l.objid::int8 as key
      from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and a.application_name = 'payroll attached'`;
    const { key } = (await locks())[0]!;
    await last`select pg_advisory_lock_shared(${key})`;
    expect(await database.stop({ unlessInUse: true })).toBe(false);
    await last`select pg_advisory_lock(${key})`;
    const starting = startEmbedded(dataDir, quick);
    const waited = new Set<number>();
    await until(async () => {
      for (const { pid, granted } of await locks()) if (!granted) waited.add(pid);
      return waited.size > 1;
    });
    await Promise.all([last.end(), watching.end()]);
    database = await starting;
  });

  test('starts again after it was killed', async () => {
    process.kill(await serverPid(dataDir), 'SIGKILL');
    await database.stop();
    database = await startEmbedded(dataDir, quick);
    expect(database.adopted).toBe(false);
  });

  test('is not left running by a start that fails behind that of the server', async () => {
    await database.stop();
    const path = join(dataDir, 'database.json');
    await rm(path);
    await mkdir(join(path, 'in the way'), { recursive: true });
    await expect(startEmbedded(dataDir, quick)).rejects.toThrow(/database\.json/);
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
    await rm(path, { recursive: true });
    database = await startEmbedded(dataDir, quick);
  });

  test('starts although its pid file has the id of an unrelated process', async () => {
    await database.stop();
    const pidFile = join(dataDir, 'database/cluster/postmaster.pid');
    // The first process is another user's, of whom not everybody may know where it runs.
    for (const pid of [process.pid, 1]) {
      await writeFile(pidFile, `${pid}\n${dataDir}/database/cluster\n1\n1\n\n127.0.0.1\n\nready\n`);
      database = await startEmbedded(dataDir, quick);
      expect(database.adopted).toBe(false);
      await database.stop();
    }
    database = await startEmbedded(dataDir, quick);
  });

  test('is started once when two start it at once', async () => {
    await database.stop();
    const [one, two] = await Promise.all([startEmbedded(dataDir, quick), startEmbedded(dataDir, quick)]);
    expect(one.address).toEqual(two.address);
    database = one;
    expect(await two.stop({ unlessInUse: true })).toBe(false);
  });

  test('admits one service at a time', async () => {
    const lock = await lockDataDir(database.address);
    const refused = await lockDataDir(database.address).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DataDirInUse);
    expect(String(refused)).toContain(`process ${process.pid}`);
    await lock.release();
    const next = await lockDataDir(database.address);
    await next.release();
  });

  test('notifies the holder of the lock when its connection breaks and another has taken it', async () => {
    const lost = new Promise<Error>((tell) => lockDataDir(database.address, tell));
    const [sql, other] = [openDatabase(database.address, { max: 1 }), openDatabase(database.address, { max: 1 })];
    await until(async () => (await holder(sql)) !== undefined);
    const { pid, key } = (await holder(sql))!;
    const taken = other`select pg_advisory_lock(${key})`.execute();
    await until(async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0);
    await sql`select pg_terminate_backend(${pid})`;
    await taken;
    expect(await lost).toBeInstanceOf(DataDirInUse);
    await Promise.all([sql.end(), other.end()]);
  });

  test('takes the lock again after a process of the server was killed, which ends all sessions', async () => {
    let lost: Error | undefined;
    const lock = await lockDataDir(database.address, (error) => {
      lost = error;
    });
    const sql = openDatabase(database.address, { max: 1 });
    const { pid } = (await holder(sql))!;
    process.kill(pid, 'SIGKILL');
    await until(async () => {
      const now = await holder(sql).catch(() => undefined);
      return now !== undefined && now.pid !== pid;
    });
    expect(lost).toBeUndefined();
    await lock.release();
    await sql.end();
  });
});

// The three have folders of their own, and the first one waits most of its time.
test.concurrent('starts where a connection takes seconds, as on an overloaded machine', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
  const settings = { ...quick.settings, post_auth_delay: '3' };
  try {
    const slow = await startEmbedded(dir, { ...quick, settings });
    await slow.stop();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test.concurrent('is reached over loopback where no socket can be', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
  const deep = join(dir, 'a-folder-whose-name-is-long'.repeat(4));
  try {
    for (const [dataDir, options] of [
      [deep, quick],
      [join(dir, 'data'), { ...quick, sockets: join(dir, 'nowhere') }],
    ] as const) {
      const database = await startEmbedded(dataDir, options);
      const sql = openDatabase(database.address, { max: 1 });
      expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
      expect(database.address).not.toHaveProperty('path');
      await sql.end();
      await database.stop();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test.concurrent('two first starts at once make one database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
  const [one, two] = await Promise.all([startEmbedded(dataDir, quick), startEmbedded(dataDir, quick)]);
  expect(one.address).toEqual(two.address);
  await two.stop();
  await one.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a DATA_DIR', () => {
  test('is refused in one sentence when it is a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
    await writeFile(join(folder, 'file'), '');
    await expect(startEmbedded(join(folder, 'file'))).rejects.toThrow(DataDirUnusable);
    await expect(startEmbedded(join(folder, 'file', 'below'))).rejects.toThrow(DataDirUnusable);
    await rm(folder, { recursive: true });
  });

  test("is refused in one sentence when it is read-only, or its database another user's", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
    await chmod(folder, 0o555);
    const copied = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
    await chmod(copied, 0o777);
    await mkdir(join(copied, 'database', 'cluster'), { recursive: true });
    await chmod(join(copied, 'database'), 0);
    // Nothing is kept from root, so root becomes someone else first.
    const script = `
      import { startEmbedded } from '${new URL('../../src/database/embedded/embedded.ts', import.meta.url)}';
      if (process.getuid() === 0) process.setuid(65534);
      for (const dir of ${JSON.stringify([folder, copied])})
        await startEmbedded(dir).catch((error) => console.log(error.name, error.message));`;
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    expect(stdout.trim().split('\n')).toEqual([
      `DataDirUnusable DATA_DIR ${folder} is not writable by this user`,
      `DataDirUnusable what is in ${join(copied, 'database')} is not owned by the user that PostgreSQL runs as: copy DATA_DIR with its owners (cp -a), or give that folder to that user (chown -R)`,
    ]);
    await chmod(join(copied, 'database'), 0o700);
    for (const dir of [folder, copied]) await rm(dir, { recursive: true });
  });

  // Who is not root cannot make another user's folder.
  test.runIf(process.getuid?.() === 0)('is refused in one sentence when its database was copied as root', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'payroll-embedded-'));
    const cluster = join(dir, 'database', 'cluster');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'PG_VERSION'), '18\n');
    await writeFile(join(dir, 'database', 'password'), 'secret');
    await expect(startEmbedded(dir)).rejects.toThrow(
      /database is not owned by the user that PostgreSQL runs as, postgres: copy DATA_DIR with its owners \(cp -a\)/,
    );
    await rm(dir, { recursive: true });
  });

  // As root the server runs as another user, who could not enter here.
  test('is used although no other user can enter it', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'payroll-closed-'));
    await chmod(closed, 0o700);
    const database = await startEmbedded(join(closed, 'data'), quick);
    await database.stop();
    await rm(closed, { recursive: true });
    expect(database.adopted).toBe(false);
  });
});
