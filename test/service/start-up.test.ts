import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentenceOf } from '../../src/cli/terminal/errors.ts';
import { readConfig } from '../../src/config.ts';
import { INDEXED, type Sql } from '../../src/database/connect.ts';
import { reach } from '../../src/database/reach.ts';
import type { NewFile } from '../../src/kernel/definition/services.ts';
import { startService } from '../../src/main.ts';
import type { AllCredentials } from '../../src/platform/credentials.ts';
import { checkLedger, makeFirstPartner } from '../../src/platform/first-partner.ts';
import { hasMasterKey } from '../../src/privacy/master-keys.ts';
import { runCommand } from '../support/child-service.ts';
import { runHere } from '../support/command.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { urlOf } from '../support/database-url.ts';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { startPooler } from '../support/pooler.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Whoever starts the service wrongly is told so in one sentence, and the exit code says it too. */
const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'payroll-start-up-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `payroll serve`, which is to fail; gives its one sentence. */
const refusalOf = async (env: Record<string, string>): Promise<string> => {
  const command = runCommand(['serve'], { PORT: '0', DATA_DIR: join(folder, 'data'), ...env });
  expect(await command.ended).toBe(1);
  expect(command.stdout()).toBe('');
  const lines = command.stderr().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]!;
};

describe('`payroll serve` that cannot start says why in one line and exits with 1', () => {
  test.concurrent('on a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusalOf({ PORT: String(port) })).toMatch(
      new RegExp(`^payroll: Port ${port} on 127.0.0.1 is in use`),
    );
    other.close();
  });

  test.concurrent('with a DATABASE_URL at which something else listens', async () => {
    const other = createServer((_, response) => void response.end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusalOf({ DATABASE_URL: `postgres://127.0.0.1:${port}/payroll`, MASTER_KEY })).toBe(
      `payroll: DATABASE_URL cannot be reached at postgres://127.0.0.1:${port}/payroll: what listens there does not answer as PostgreSQL does`,
    );
    other.close();
  });

  test.concurrent('with an invalid setting', async () => {
    expect(await refusalOf({ PORT: 'eighty' })).toMatch(/^payroll: PORT cannot be used: .*whole number/);
  });

  test.concurrent('with TEST_CLOCK and DATABASE_URL', async () => {
    const said = await refusalOf({ DATABASE_URL: database.url, MASTER_KEY, TEST_CLOCK: '2026-01-05T12:00:00Z' });
    expect(said).toMatch(/^payroll: TEST_CLOCK cannot be used with DATABASE_URL/);
  });

  test.concurrent('with DATABASE_URL and without MASTER_KEY', async () => {
    expect(await refusalOf({ DATABASE_URL: database.url })).toMatch(/^payroll: MASTER_KEY is missing/);
  });
});

/** The sentence with which a start in this process fails; what was begun has ended then. */
const failureOf = async (env: Record<string, string>, sentence = ({ message }: Error) => message): Promise<string> => {
  const config = readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), ...env });
  const failure = await startService(config, { log: pino({ level: 'silent' }) }).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  const said = sentence(failure as Error);
  expect(said).not.toContain('\n');
  return said;
};

/** A role with a password, for a database that does not let it be used. */
const newRole = async (options = ''): Promise<{ role: string; url: string; drop(): Promise<unknown> }> => {
  const role = `poor_${randomBytes(6).toString('hex')}`;
  await database.sql.unsafe(`create role ${role} login password 'secret' ${options}`);
  const url = urlOf({ ...database.address, user: role, password: 'secret' });
  return { role, url, drop: () => database.sql.unsafe(`drop role ${role}`) };
};

/** What is refused on a database that the version before left, and changes nothing there. */
const changesNothing = async ({ sql }: TestDatabase, refused: () => Promise<void>): Promise<void> => {
  const newest = sql`number = (select max(number) from schema_migrations)`;
  const [last] = await sql<{ number: number }[]>`delete from schema_migrations where ${newest} returning *`;
  await refused();
  expect(await sql`select from schema_migrations where number >= ${last!.number}`).toEqual([]);
  await sql`insert into schema_migrations ${sql(last!)}`;
};

describe('a start fails with one sentence', () => {
  test('with a DATABASE_URL whose database has no connection left', async () => {
    const { url, drop } = await newRole('connection limit 0');
    expect(await failureOf({ DATABASE_URL: url, MASTER_KEY }, sentenceOf)).toMatch(
      /^the database has no connection left: raise its max_connections, .* \(DATABASE_URL cannot be reached at /,
    );
    await drop();
  });

  test('on a database with a role that may not make its tables, and leaves no session there', async () => {
    const { role, url, drop } = await newRole();
    expect(await failureOf({ DATABASE_URL: url, MASTER_KEY }, sentenceOf)).toMatch(
      /^the role of the service lacks rights: give it what deploy\/postgres-role.sh grants, and run .* \(permission/,
    );
    const sessions = () => database.sql`select from pg_stat_activity where usename = ${role}`;
    await until(async () => (await sessions()).length === 0);
    await drop();
  });

  test('on a DATA_DIR that cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await failureOf({ DATA_DIR: file })).toMatch(/^DATA_DIR .*file cannot be made/);
    expect(await failureOf({ DATA_DIR: join(file, 'below') })).toMatch(/^DATA_DIR .*below cannot be made/);
  });

  // A file system that says "no such file" of what it does not let be made.
  test.runIf(process.platform === 'linux')('on a DATA_DIR in /proc', async () => {
    for (const DATA_DIR of ['/proc/payroll', '/proc/payroll/deeper'])
      expect(await failureOf({ DATA_DIR })).toMatch(/^DATA_DIR \/proc\/payroll.* cannot be made: ENOENT/);
  });

  test('on a DATA_DIR that was restored without its database, and makes no other one there', async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'restored-'));
    await writeFile(
      join(DATA_DIR, 'credentials.json'),
      JSON.stringify({ partner_id: 'ptn_1', partner_secret: 'x'.repeat(16) }),
    );
    expect(await failureOf({ DATA_DIR })).toMatch(
      /^DATA_DIR \S+ has no database any more, and its credentials\.json is of one that was in use: put the folder database back/,
    );
    expect(await readdir(DATA_DIR)).toEqual(['credentials.json']);
  });

  test('on a DATA_DIR whose database was restored in part', async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'partial-'));
    const cluster = join(DATA_DIR, 'database', 'cluster');
    await mkdir(cluster, { recursive: true });
    const lacking =
      /^DATA_DIR \S+ has only a part of a database \(ENOENT: .*(\w+)'\): restore all of it from one backup/;
    expect(await failureOf({ DATA_DIR })).toMatch(lacking);
    await writeFile(join(cluster, 'PG_VERSION'), '18\n');
    const said = await failureOf({ DATA_DIR });
    expect(said).toMatch(lacking);
    expect(said).toContain('password');
    await writeFile(join(DATA_DIR, 'database', 'password'), '');
    expect(await failureOf({ DATA_DIR })).toMatch(
      / has only a part of a database \(\S+password is empty\): restore all/,
    );
  });

  test('on a FILES_DIR that no file can be written to, before anybody waits for a file', async () => {
    const file = join(folder, 'no folder');
    await writeFile(file, '');
    const FILES_DIR = join(file, 'files');
    expect(await failureOf({ DATABASE_URL: database.url, MASTER_KEY, FILES_DIR })).toMatch(
      /^FILES_DIR .*files cannot be written to: ENOTDIR/,
    );
  });

  test('on an empty FILES_DIR where files were kept, as where its disk is not mounted', async () => {
    const filesDir = join(folder, 'mounted');
    const service = await startTestService({ config: { filesDir }, hasCommands: true });
    const { services, foundation } = service.service;
    const tenant = { partner_id: 'ptn_1', company_id: 'cmp_1' };
    const file: NewFile = { id: 'file_1', tenant, name: 'a.csv', type: 'csv', derived: false };
    const bytes = async function* () {
      yield Buffer.from('some');
    };
    await services.files.write(file, bytes());
    await rename(filesDir, join(folder, 'away'));
    await mkdir(filesDir);
    // While it runs none is written below the place of the disk either, and its health says so.
    await expect(services.files.write({ ...file, id: 'file_2' }, bytes())).rejects.toThrow('ENOENT');
    expect(foundation.refusals.files.now()?.says).toBe('FILES_DIR is not there: mount its disk');
    expect((await service.request('GET', '/metrics')).text).toMatch(/^files_refused 1$/m);
    expect(await readdir(filesDir)).toEqual([]);
    expect(await failureOf({ ...service.env, FILES_DIR: filesDir })).toMatch(
      /^FILES_DIR .*mounted has none of the files that were kept in it last: mount its disk, or copy the files there; where they are lost, make an empty file .*payroll-files$/,
    );
    // Whoever says so begins anew.
    await writeFile(join(filesDir, 'payroll-files'), '');
    await services.files.write({ ...file, id: 'file_2' }, bytes());
    await service.close();
  });

  test('with a DATABASE_URL where nothing answers', async () => {
    const said = await failureOf({ DATABASE_URL: 'postgres://someone:guarded@127.0.0.1:1/payroll', MASTER_KEY });
    expect(said).toMatch(/^DATABASE_URL cannot be reached at postgres:\/\/127.0.0.1:1\/payroll: /);
    expect(said).not.toContain('guarded');
  });

  test.each([
    ['refuses', /: unsupported startup parameter: \w+: name the server itself, not a pooler before it/],
    ['leaves out', /: what answers there does not take the settings of a session: name the server itself/],
  ] as const)('with a DATABASE_URL of a pooler that %s settings of sessions', async (manner, sentence) => {
    const pooler = await startPooler(new URL(database.url), manner);
    expect(await failureOf({ DATABASE_URL: pooler.url, MASTER_KEY })).toMatch(sentence);
    pooler.close();
  });

  test('with a DATABASE_URL that has a parameter of another client', async () => {
    const url = new URL(database.url);
    url.searchParams.set('channel_binding', 'require');
    expect(await failureOf({ DATABASE_URL: url.href, MASTER_KEY })).toMatch(
      /: unrecognized configuration parameter "channel_binding": leave it out of the address/,
    );
  });

  test.each([
    ['client_encoding=latin1', 'client_encoding'],
    ['timezone=America/Toronto', 'TimeZone'],
    ['statement_timeout=5000', 'statement_timeout'],
  ])('with a DATABASE_URL that sets what the service sets itself: %s', async (parameter, name) => {
    const url = `${database.url}${database.url.includes('?') ? '&' : '?'}${parameter}`;
    expect(await failureOf({ DATABASE_URL: url, MASTER_KEY })).toMatch(
      new RegExp(`: ${name} is set by the service itself, and the address sets it too: leave it out of the address$`),
    );
  });

  test('with a DATABASE_URL of a PostgreSQL that is too old', async () => {
    const answering = (version: number) =>
      (async () => [{ kept: INDEXED.enable_seqscan, version, encoding: 'UTF8' }]) as unknown as Sql;
    await expect(reach(answering(14), undefined)).resolves.toBeUndefined();
    await expect(reach(answering(13), undefined)).rejects.toThrow('it is PostgreSQL 13; the service needs 14 or later');
  });

  test('on a database of an encoding that does not hold every name', async () => {
    const name = 'in_latin1';
    await database.sql.unsafe(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`);
    const url = new URL(database.url);
    url.pathname = name;
    expect(await failureOf({ DATABASE_URL: url.href, MASTER_KEY })).toMatch(/: its database has the encoding LATIN1: /);
    await database.sql.unsafe(`drop database ${name}`);
  });

  test('on a database that only reads', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    expect(await failureOf({ DATABASE_URL: url.href, MASTER_KEY })).toMatch(/^the database only reads: /);
  });

  test('with an EVENTSTOREDB_URL where nothing answers', async () => {
    const EVENTSTOREDB_URL = 'esdb://admin:guarded@127.0.0.1:1?tls=false';
    const said = await failureOf({ DATABASE_URL: database.url, MASTER_KEY, EVENTSTOREDB_URL });
    expect(said).toMatch(/^EVENTSTOREDB_URL cannot be reached at esdb:\/\/127.0.0.1:1: /);
    expect(said).not.toContain('guarded');
  });

  test('on a database that was used with another master key or another event store', async () => {
    const eventStoreDb = await startStandIn();
    const service = await startTestService({ hasCommands: true });
    const { request } = await service.company();
    await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
    const otherKey = { ...service.env, MASTER_KEY };
    const otherStore = { ...service.env, EVENTSTOREDB_URL: eventStoreDb.url };
    await changesNothing(service.database, async () => {
      expect(await failureOf(otherKey)).toMatch(/^MASTER_KEY is not the one/);
      expect(await failureOf(otherStore)).toMatch(/^the event store does not hold/);
      // Older versions kept no table of keys: what was wrapped under them says the same, and no other key is made.
      const { sql } = service.database;
      await sql`alter table master_keys rename to kept_away`;
      expect(await failureOf(otherKey)).toMatch(/^MASTER_KEY is not the one that keys of people/);
      expect(await hasMasterKey(sql)).toBe(true);
      await sql`alter table kept_away rename to master_keys`;
    });
    await service.close();
    await eventStoreDb.stop();
  });

  test('on an event store whose database was lost', async () => {
    const eventStoreDb = await startStandIn();
    const service = await startTestService({ config: { eventStoreDbUrl: eventStoreDb.url } });
    await service.company();
    const env = { DATABASE_URL: database.url, MASTER_KEY, EVENTSTOREDB_URL: eventStoreDb.url };
    await changesNothing(database, async () => {
      expect(await failureOf(env)).toMatch(/^the event store holds events of which this database knows nothing/);
    });
    await service.close();
    await eventStoreDb.stop();
  });

  test('on an empty database beside the credentials of one that was in use, unless a secret is set', async () => {
    const DATA_DIR = await mkdtemp(join(folder, 'used-'));
    const path = join(DATA_DIR, 'credentials.json');
    const kept = JSON.stringify({ partner_id: 'ptn_1', partner_secret: 'x'.repeat(16) });
    await writeFile(path, kept);
    const env = { DATA_DIR, DATABASE_URL: database.url, MASTER_KEY };
    await changesNothing(database, async () => {
      expect(await failureOf(env)).toMatch(
        /^the database has no partner, and \S+credentials\.json is of one that was in use: set DATABASE_URL to that one/,
      );
    });
    expect(await readFile(path, 'utf8')).toBe(kept);
    // With its own database in the same folder nothing is lost: it was tried there.
    const createPartner = async ({ secret }: { secret?: string }) => ({ partner_id: 'ptn_2', partner_secret: secret! });
    const empty = { hasPartners: async () => false, createPartner } as unknown as AllCredentials;
    const url = 'http://127.0.0.1:8080';
    const begin = () =>
      makeFirstPartner(database.sql, empty, {
        dataDir: DATA_DIR,
        isEmbedded: false,
        hasEmbedded: true,
        url,
        secret: undefined,
      });
    expect(await begin()).toMatchObject({ partner_secret: 'x'.repeat(16) });
    // From then on the credentials are of that one.
    await expect(begin()).rejects.toThrow(/^the database has no partner, and /);
    const config = readConfig({ PORT: '0', PARTNER_SECRET: 'y'.repeat(16), ...env });
    const service = await startService(config, { log: pino({ level: 'silent' }) });
    expect(service.firstPartner?.partner_secret).toBe('y'.repeat(16));
    await service.stop();
  });

  test('but not beside another first start, which registers its partner while this one looks', async () => {
    const dataDir = await mkdtemp(join(folder, 'both-'));
    const empty = await freshDatabase();
    const looking = new Proxy(empty.sql, {
      apply: async (sql, self, asked) => {
        const found = await Reflect.apply(sql, self, asked);
        await writeFile(join(dataDir, 'credentials.json'), JSON.stringify({ partner_id: 'ptn_1' }));
        return found;
      },
    });
    await checkLedger(looking, { dataDir, hasEmbedded: false, secret: undefined });
    await empty.drop();
  });

  test('on a database whose disk is full, and leaves no lease behind', async () => {
    const { sql } = database;
    await sql.unsafe(`
      create function refuse_for_test() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger zz_refuse_for_test before insert on due_work
        for each statement execute function refuse_for_test()`);
    expect(await failureOf({ DATABASE_URL: database.url, MASTER_KEY })).toMatch(/^could not extend file/);
    expect(await sql`select name from process_managers where owner is not null`).toEqual([]);
    await sql.unsafe('drop trigger zz_refuse_for_test on due_work');
  });

  test('on a database that was migrated by newer code', async () => {
    await database.sql`insert into schema_migrations (number, name, checksum) values (9999, '9999_later', '')`;
    expect(await failureOf({ DATABASE_URL: database.url, MASTER_KEY })).toMatch(/^the database is newer/);
  });
});

const LONG = 'x'.repeat(1_001);

describe('an invalid command line ends with exit code 2', () => {
  test.each([
    ['without a name for a partner', ['partner', 'create']],
    ['with a blank name for a partner', ['partner', 'create', '--name', ' ']],
    ['with a long name for a partner', ['partner', 'create', '--name', 'x'.repeat(256)]],
    ['with a control character in the name of a partner', ['partner', 'create', '--name', 'Ledger\u001b[2Jworks']],
    ['with a secret that is easily guessed', ['partner', 'create', '--name', 'One', '--secret', 'fifteen-letters']],
    [
      'with a secret that no header carries',
      ['partner', 'create', '--name', 'One', '--secret', 'a secret with spaces'],
    ],
    ['with a secret too long for a header', ['partner', 'create', '--name', 'One', '--secret', 'x'.repeat(513)]],
    ['with a blank reason for a skip', ['processes', 'skip', '--company', 'c', '--event', 'e', '--reason', ' ']],
    ['with a long reason for a skip', ['processes', 'skip', '--company', 'c', '--event', 'e', '--reason', LONG]],
    ['with a blank reason for an erasure', ['privacy', 'erase', '--employee', 'emp_1', '--reason', ' ']],
    ['with a long reason for an erasure', ['privacy', 'erase', '--employee', 'emp_1', '--reason', LONG]],
    ['with an option that does not exist', ['projections', 'list', '--fast']],
    ['with two names for a partner', ['partner', 'create', '--name', 'One', '--name', 'Other']],
    [
      'with two people for an erasure',
      ['privacy', 'erase', '--employee', 'emp_1', '--reason', 'r', '--employee', 'emp_2'],
    ],
    ['with two years', ['audit', 'reconcile', '--year', '2025', '--year=2026']],
    [
      'with an earlier file and the number of a first one',
      ['payments', 'write', '--to', 'x', '--again', '3', '--first-number', '9'],
    ],
    ['with the id of nothing known', ['audit', 'stream', 'whatever']],
  ])('%s', async (_, args) => {
    const command = runHere(args, { DATA_DIR: join(folder, 'data') });
    expect(await command.ended).toBe(2);
    expect(command.stderr()).not.toBe('');
  });

  test('without a known command, in a process of its own', async () => {
    const command = runCommand(['dance'], { DATA_DIR: join(folder, 'data') });
    expect(await command.ended).toBe(2);
    expect(command.stderr()).not.toBe('');
  });
});
