import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { socketIn } from '../../src/database/connect.ts';
import { urlOf } from '../support/database-url.ts';
import { requestTo, startTestService, type TestAnswer } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const folder = await mkdtemp(join(tmpdir(), 'payroll-socket-'));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Ends the sessions of services, or those of a role, and those that are just being begun too: new ones are made. */
const endSessions = async (role: string | null = null): Promise<void> => {
  const { sql } = service.database;
  const [begun] = await sql<{ before: string }[]>`select clock_timestamp()::text as before`;
  await until(async () => {
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'test'
        and backend_start < ${begun!.before}::text::timestamptz and (${role}::text is null or usename = ${role})`;
    return ended.length === 0;
  });
};

type Ask = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;

/** That reads and writes are answered with 503, each time. */
const expectAway = async (ask: Ask): Promise<void> => {
  const answers = [];
  for (let i = 0; i < 3; i++)
    answers.push(
      await ask('GET', '/employees'),
      await ask('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' }),
    );
  expect(answers.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(
    answers.map(() => [503, '1']),
  );
};

test('while the database is stopped, whose socket is gone then, every answer is a 503 with Retry-After', async () => {
  const { token } = await service.company();
  const { address } = service.database;
  const socket = socketIn(folder, address.port);
  await symlink(address.path!, socket);
  const through = await service.another({ config: { databaseUrl: urlOf({ ...address, path: socket }) } });
  const ask: Ask = (method, path, body) => requestTo(through.url)(method, path, body, token);
  expect((await ask('GET', '/employees')).status).toBe(200);
  await rm(socket);
  await endSessions();
  await expectAway(ask);
  await symlink(address.path!, socket);
  await until(async () => (await ask('GET', '/employees')).status === 200);
});

/** A service of its own role, which the work gets the statements for. */
const asRole = async (work: (role: string, ask: Ask) => Promise<void>): Promise<void> => {
  const { token } = await service.company();
  const { address, sql } = service.database;
  const role = `away_${randomBytes(6).toString('hex')}`;
  await sql.unsafe(`create role ${role} superuser login password 'secret'`);
  const databaseUrl = urlOf({ ...address, user: role, password: 'secret' });
  const own = await service.another({ config: { databaseUrl } });
  const ask: Ask = (method, path, body) => requestTo(own.url)(method, path, body, token);
  expect((await ask('GET', '/employees')).status).toBe(200);
  await work(role, ask);
  await own.stop();
  await sql.unsafe(`drop role ${role}`);
};

test('while the role of the service may not log in, every answer is a 503 with Retry-After, and then as before', async () => {
  const { sql } = service.database;
  await asRole(async (role, ask) => {
    await sql.unsafe(`alter role ${role} nologin`);
    await endSessions(role);
    await expectAway(ask);
    await sql.unsafe(`alter role ${role} login`);
    await until(async () => (await ask('GET', '/employees')).status === 200);
  });
});

test('a search_path that the role gets while the service runs changes nothing before the next start', async () => {
  const { sql } = service.database;
  await asRole(async (role, ask) => {
    await sql.unsafe(`alter role ${role} set search_path = nowhere`);
    await endSessions(role);
    const statuses = new Set<number>();
    await until(async () => {
      const { status } = await ask('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
      statuses.add(status);
      return status !== 503;
    });
    for (let i = 0; i < 20; i++) statuses.add((await ask('GET', '/employees')).status);
    statuses.delete(503);
    expect([...statuses]).toEqual([201, 200]);
    const databaseUrl = urlOf({ ...service.database.address, user: role, password: 'secret' });
    await expect(service.another({ config: { databaseUrl } })).rejects.toThrow(
      'its search_path (nowhere) names no schema that the role may use',
    );
  });
});
