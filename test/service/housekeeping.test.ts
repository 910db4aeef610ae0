import { afterAll, expect, test } from 'vitest';
import { platformSweeps } from '../../src/platform/housekeeping.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';

const database = await freshDatabase();
const http = await startTestApp(database);
afterAll(async () => {
  await http.close();
  await database.drop();
});
const { sql } = database;
const sweeps = new Map(platformSweeps(http.clock).map((sweep) => [sweep.name, sweep]));
const sweep = (name: string, most = 100) => sweeps.get(name)!.run(sql, most);

test('expired rows are deleted in bounded batches, and other rows stay', async () => {
  const token = await http.tokenOf('cmp_A');
  for (let i = 0; i < 5; i++)
    await http.call('POST', '/notes', { token, json: { title: 'a' }, headers: { 'X-Idempotency-Key': `k${i}` } });
  for (const name of sweeps.keys()) expect(await sweep(name)).toBe(0);

  await sql`update idempotency_keys set expires_at = now() where ctid in (select ctid from idempotency_keys limit 4)`;
  expect(await sweep('idempotency_keys', 3)).toBe(3);
  expect(await sweep('idempotency_keys', 3)).toBe(1);
  expect(await sql`select 1 from idempotency_keys`).toHaveLength(1);

  await sql`update rate_windows set opened_at = now() - interval '60 seconds'`;
  expect(await sweep('rate_windows')).toBe(1);

  const later = await http.tokenOf('cmp_A');
  http.clock.advance(30 * 60_000);
  const latest = await http.tokenOf('cmp_A');
  http.clock.advance(30 * 60_000);
  expect(await sweep('credentials')).toBe(2);
  expect((await http.call('GET', '/notes', { token: later })).status).toBe(401);
  expect((await http.call('GET', '/notes', { token: latest })).status).toBe(200);
  expect((await http.call('POST', '/bell', { token: http.partner.partner_secret })).status).toBe(204);
});
