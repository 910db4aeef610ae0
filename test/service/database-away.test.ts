import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { socketIn } from '../../src/database/connect.ts';
import { urlOf } from '../support/database-url.ts';
import { requestTo, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const folder = await mkdtemp(join(tmpdir(), 'payroll-socket-'));
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test('while the database is stopped, whose socket is gone then, every answer is a 503 with Retry-After', async () => {
  const { token } = await service.company();
  const { address } = service.database;
  const socket = socketIn(folder, address.port);
  await symlink(address.path!, socket);
  const through = await service.another({ config: { databaseUrl: urlOf({ ...address, path: socket }) } });
  const ask = (method: string, path: string, body?: unknown) => requestTo(through.url)(method, path, body, token);
  expect((await ask('GET', '/employees')).status).toBe(200);
  await rm(socket);
  await service.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const answers = [];
  for (let i = 0; i < 3; i++)
    answers.push(
      await ask('GET', '/employees'),
      await ask('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' }),
    );
  expect(answers.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(
    answers.map(() => [503, '1']),
  );
  await symlink(address.path!, socket);
  await until(async () => (await ask('GET', '/employees')).status === 200);
});
