import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
afterAll(() => service.close());
const { partnerSecret, request } = service;
const asPartner = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  request(method, path, body, partnerSecret, headers);

test('1, 2: a partner issues tokens of its companies; each is valid for 60 minutes and does not affect others', async () => {
  const { id, token } = await service.company();
  const { status, body } = await asPartner('POST', '/token', { company_id: id });
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^\S{40,}$/),
    expires_in: 60,
    expires_at: '2026-01-05T18:00:00.000000Z',
  });
  for (const valid of [token, body.access_token])
    expect((await request('GET', `/companies/${id}`, undefined, valid)).body.id).toBe(id);
  service.clock.advance(60 * 60_000);
  expect((await request('GET', '/employees', undefined, body.access_token)).status).toBe(401);
  service.clock.advance(-60 * 60_000);
});

test('revoking ends every token of the company on every process, and none of other companies', async () => {
  const [one, two] = [await service.company(), await service.company()];
  const more = (await asPartner('POST', '/token', { company_id: one.id, purpose: 'component' })).body.access_token;
  const other = await service.another();
  expect((await asPartner('DELETE', '/token', { company_id: one.id })).status).toBe(204);
  for (const url of [service.url, other.url])
    for (const token of [one.token, more])
      expect((await request('GET', `${url}/employees`, undefined, token)).status).toBe(401);
  expect((await two.request('GET', '/employees')).status).toBe(200);
  expect((await asPartner('POST', '/token', { company_id: one.id })).status).toBe(200);
});

test('a request whose body comes after its token was revoked is refused', async () => {
  const { id, token, request: asCompany } = await service.company();
  const left = async () => Number((await asCompany('GET', '/employees')).headers.get('X-RateLimit-Remaining'));
  const body = JSON.stringify({ first_name: 'Ada', last_name: 'Roy' });
  const head = `POST /employees HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
  });
  let before = await left();
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  // The token was looked at when the request is counted.
  await until(async () => (await left()) < --before);
  expect((await asPartner('DELETE', '/token', { company_id: id })).status).toBe(204);
  socket.write(body.slice(5));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  const { access_token } = (await asPartner('POST', '/token', { company_id: id })).body;
  expect((await request('GET', '/employees', undefined, access_token)).body.meta.total).toBe(0);
});

test('revoking is answered once the tokens are gone, not before', async () => {
  const { id } = await service.company();
  const { sql } = service.database;
  const waiting = () => sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from credentials%'`;
  let isAnswered = false;
  let revoked: ReturnType<typeof asPartner> | undefined;
  await sql.begin(async (held) => {
    await held`select 1 from credentials where company_id = ${id} for update`;
    revoked = asPartner('DELETE', '/token', { company_id: id }).finally(() => {
      isAnswered = true;
    });
    await until(async () => (await waiting()).length > 0);
    // A later call has an answer before it.
    await asPartner('GET', `/companies/${id}`);
    expect(isAnswered).toBe(false);
  });
  expect((await revoked)?.status).toBe(204);
});

test('an unknown company and a company of another partner get the same 422, at the member', async () => {
  const stranger = await service.service.foundation.credentials.createPartner({ name: 'Other', existing: false });
  const theirs = await request('POST', '/companies', { name: 'Theirs' }, stranger.partner_secret);
  const refusals = [theirs.body.id, 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', 'nonsense'].flatMap((company_id) => [
    asPartner('POST', '/token', { company_id }),
    asPartner('DELETE', '/token', { company_id }),
  ]);
  for (const { status, body } of await Promise.all(refusals)) {
    expect(status).toBe(422);
    expect(body.errors).toEqual({ company_id: ['There is no company with this id.'] });
  }
  expect((await asPartner('POST', '/token', {})).body.errors).toEqual({ company_id: ['is required'] });
  expect((await asPartner('POST', '/token', { company_id: theirs.body.id, purpose: 'root' })).body.errors).toEqual({
    purpose: ['must be one of "access", "component"'],
  });
});

test('a repeated request with an idempotency key gets the same token', async () => {
  const { id } = await service.company();
  const key = { 'X-Idempotency-Key': 'token-1' };
  const [first, second] = [
    await asPartner('POST', '/token', { company_id: id }, key),
    await asPartner('POST', '/token', { company_id: id }, key),
  ];
  expect(second.text).toBe(first.text);
  const made = { 'X-Idempotency-Key': 'company-1' };
  const companies = [
    await asPartner('POST', '/companies', { name: 'Twice' }, made),
    await asPartner('POST', '/companies', { name: 'Twice' }, made),
  ];
  expect(companies[1]!.text).toBe(companies[0]!.text);
  expect(companies[0]!.body.data.token.access_token).toMatch(/^\S{40,}$/);
});

test('a company cannot issue or revoke tokens, not even its own', async () => {
  const { id, request: asCompany } = await service.company();
  expect((await asCompany('POST', '/token', { company_id: id })).status).toBe(403);
  expect((await asCompany('DELETE', '/token', { company_id: id })).status).toBe(403);
});

test('secrets and tokens are in no event, table or log line in clear', async () => {
  const { id, token } = await service.company();
  const { access_token } = (await asPartner('POST', '/token', { company_id: id }, { 'X-Idempotency-Key': 'clear' }))
    .body;
  const { sql } = service.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  const found: string[] = [];
  for (const { name } of tables)
    for (const secret of [partnerSecret, token, access_token]) {
      const bytes = Buffer.from(secret).toString('hex');
      const rows = await sql`select 1 from ${sql.unsafe(name)} as t
        where strpos(t::text, ${secret}) > 0 or strpos(t::text, ${bytes}) > 0 limit 1`;
      if (rows.length > 0) found.push(name);
    }
  expect(found).toEqual([]);
  for (const secret of [partnerSecret, token, access_token]) expect(service.lines.join('\n')).not.toContain(secret);
});
