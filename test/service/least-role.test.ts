import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { urlOf } from '../support/database-url.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What a deployment gives the service is as little as it needs. */
const name = `least_${randomBytes(6).toString('hex')}`;
const server = inject('database');
const admin = openDatabase({ ...server, database: 'postgres' }, { max: 1, name: 'test' });
let service: TestService | undefined;
afterAll(async () => {
  await service?.close();
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin`drop role if exists ${admin(name)}`;
  await admin.end({ timeout: 1 });
});

test('the service runs with the role of deploy/postgres-role.sh, which owns only its schema', async () => {
  const script = await readFile(new URL('../../deploy/postgres-role.sh', import.meta.url), 'utf8');
  const [onServer, onDatabase] = [...script.matchAll(/<<'SQL'\n([\s\S]*?)\nSQL/g)].map(([, sql]) =>
    sql!.replaceAll("password :'password'", `password 'secret'`).replaceAll('payroll', name),
  );
  for (const statement of onServer!.split(';').filter((text) => text.trim() !== '')) await admin.unsafe(statement);
  const there = openDatabase({ ...server, database: name }, { max: 1, name: 'test' });
  await there.unsafe(onDatabase!);
  await there.end();
  const databaseUrl = urlOf({ ...server, user: name, password: 'secret', database: name });
  service = await startTestService({ config: { databaseUrl } });
  const company = await service.company();
  expect((await company.request('POST', '/employees', { first_name: 'Zoë', last_name: 'Li' })).status).toBe(201);
  expect((await company.request('GET', '/employees?search_names=zoe')).body.meta.total).toBe(1);
  await service.service.foundation.models.rebuild(['people']);
});

test('every container runs without capabilities, cannot gain any, and writes only to the declared places', async () => {
  const compose = load(await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8')) as {
    services: Record<string, Record<string, unknown>>;
    networks: Record<string, { internal?: boolean } | null>;
  };
  // Merged as compose merges it.
  for (const [container, { '<<': shared, ...own }] of Object.entries(compose.services))
    expect([container, { ...(shared as object), ...own }]).toEqual([
      container,
      expect.objectContaining({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
      }),
    ]);
  // The stores reach nobody, and nobody but the service reaches them.
  expect(compose.networks.stores?.internal).toBe(true);
  for (const store of ['postgres', 'eventstore']) {
    expect(compose.services[store]!.networks).toEqual(['stores']);
    expect(compose.services[store]!.ports).toBeUndefined();
  }
});
