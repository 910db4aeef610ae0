import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOWN_AFTER } from '../../src/processes/webhooks/webhook-schedule.ts';
import { waitingForTables } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What a partner asks of deliveries: to see them, to have one made again, a test call, and a replay. */
let service: TestService;
let receiver: Receiver;
let hook: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
  const made = await ask('POST', '/webhooks', { url: receiver.url, events: ['resource_created', 'resource_updated'] });
  hook = `/webhooks/${made.body.id}`;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  service.request(method, path, body, service.partnerSecret);
const listed = async (query = '') => (await ask('GET', `${hook}/deliveries${query}`)).body;
const outcomeOf = async (path: string) => (await ask('GET', path)).body.data.status;

test('deliveries are listed with their outcomes, by status, event and record, and can be repeated on request', async () => {
  // It is not tried again while the test looks at it.
  receiver.answer(500, { 'Retry-After': '3600' }, 'out of paper');
  const company = await service.company('Northlake');
  await until(() => receiver.calls.length === 1);
  await until(async () => (await listed()).data[0]?.data.attempts === 1);
  const { data } = await listed('?status=pending');
  expect(data).toMatchObject([
    {
      object: 'webhook_delivery',
      data: {
        webhook: { object: 'webhook', links: { self: hook } },
        event: 'resource_created',
        resource: { type: 'company', id: company.id },
        sequence: 1,
        attempts: 1,
        last_attempt: { status: 500, error: null, excerpt: 'out of paper' },
        ended_at: null,
      },
    },
  ]);
  const [{ id, links }] = data;
  expect((await listed('?status=delivered')).meta.total).toBe(0);
  expect((await listed('?event=resource_updated')).meta.total).toBe(0);
  expect((await listed(`?resource_id=${company.id}`)).data.map((one: { id: string }) => one.id)).toEqual([id]);
  expect((await listed('?resource_id=cmp_none')).data).toEqual([]);
  // Of a million calls only those about the record are read, or those that failed.
  const indexFor = async (filter: string) =>
    service.database.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      await sql`set local enable_sort = off`;
      const plan = await sql.unsafe(
        `explain select * from webhook_deliveries where webhook_id = 'wh_1' and ${filter} order by sequence desc limit 25`,
      );
      return /webhook_deliveries_\w+/.exec(JSON.stringify(plan))?.[0];
    });
  expect(await indexFor("resource_id = 'cmp_1'")).toBe('webhook_deliveries_of_resource');
  expect(await indexFor("outcome = 'failed'")).toBe('webhook_deliveries_by_outcome');

  receiver.answer(204);
  const again = await ask('POST', `${links.self}/redeliver`);
  expect([again.status, again.body]).toEqual([200, { id, object: 'webhook_delivery', links }]);
  await until(async () => (await outcomeOf(links.self)) === 'delivered');
  await ask('POST', `${links.self}/redeliver`);
  await until(() => receiver.calls.length === 3);
  // The same call to the byte, under the same id.
  expect(new Set(receiver.calls.map(({ text }) => text)).size).toBe(1);
  expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
});

test('a test call is sent whatever events the webhook subscribes to, and its answer can be read', async () => {
  const { status, body } = await ask('POST', `${hook}/ping`);
  expect(status).toBe(200);
  await until(async () => (await outcomeOf(body.links.self)) === 'delivered');
  const call = receiver.calls.at(-1)!;
  expect(call.body).toMatchObject({ event: 'ping', resource: { type: 'webhook', id: hook.split('/').at(-1) } });
  expect(call.headers['webhook-id']).toBe(body.id);
});

test('a replay from a delivery sends the events after it; one from an instant sends the events since then', async () => {
  const kept = receiver.calls[0]!.body.position;
  const company = await service.company('Southlake');
  await until(() => receiver.calls.at(-1)!.body.resource.id === company.id);
  const DAY_ms = 86_400_000;
  service.clock.advance(40 * DAY_ms);
  const since = new Date(service.clock.now_ms()).toISOString();
  const later = await service.company('Eastlake');
  await until(() => receiver.calls.at(-1)!.body.resource.id === later.id);

  const toldBy = async (body: unknown) => {
    const from = receiver.calls.length;
    const asked = await ask('POST', `${hook}/replay`, body);
    expect([asked.status, asked.body.object]).toEqual([200, 'webhook_replay']);
    await until(async () => (await ask('GET', `${hook}/replay`)).body.data.status === 'done');
    await until(async () => (await listed('?status=pending')).meta.total === 0);
    // Calls about several records are made beside each other, and may come in another order.
    const told = receiver.calls.slice(from).map(({ body }) => body);
    return told.sort((a, b) => a.sequence - b.sequence).map(({ resource }) => resource.id);
  };
  expect(await toldBy({ after_position: kept })).toEqual([company.id, later.id]);
  expect(await toldBy({ since })).toEqual([later.id]);
  // Each telling is a call of its own.
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(7);
});

test('a call that is asked for while its last try runs is made again, though that fails for good', async () => {
  const { sql } = service.database;
  receiver.answer('hang');
  const from = receiver.calls.length;
  // So old that it is not tried again.
  await sql`alter table webhook_deliveries alter created_at set default now() - interval '4 days'`;
  const company = await service.company('Westlake');
  await until(() => receiver.calls.length > from);
  await sql`alter table webhook_deliveries alter created_at set default now()`;
  const [{ id, links }] = (await listed(`?resource_id=${company.id}`)).data;
  expect((await ask('POST', `${links.self}/redeliver`)).status).toBe(200);
  receiver.answer(204);
  receiver.hangUp();
  await until(async () => (await outcomeOf(links.self)) === 'delivered');
  expect(receiver.calls.slice(from).map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect((await ask('GET', links.self)).body.data).toMatchObject({ attempts: 2, last_attempt: { status: 204 } });
});

test('a receiver that asked for a pause is called at once with what is asked for, and then with what waits', async () => {
  const HOUR_ms = 3_600_000;
  const pendingOf = async (id: string) => (await listed(`?status=pending&resource_id=${id}`)).data[0];
  const askedFor = async (act: () => Promise<{ links: { self: string } }>) => {
    receiver.answer(503, { 'Retry-After': '3600' });
    const refused = await service.company('Refused');
    await until(async () => (await pendingOf(refused.id))?.data.attempts === 1);
    const waiting = await service.company('Waiting');
    await until(async () => (await pendingOf(waiting.id)) !== undefined);
    // Nothing is sent before the pause is over, and both say so.
    for (const { id } of [refused, waiting]) {
      const { data } = await pendingOf(id);
      expect(Date.parse(data.next_attempt_at) - Date.now(), id).toBeGreaterThan(0.9 * HOUR_ms);
    }
    receiver.answer(204);
    // It counts as down: one call at a time tries whether it is back, so they come in the order in which they are made.
    await service.database.sql`update webhook_endpoints set failures = ${DOWN_AFTER}`;
    const from = receiver.calls.length;
    const { links } = await act();
    await until(async () => (await outcomeOf(links.self)) === 'delivered');
    await until(() => receiver.calls.slice(from).some(({ body }) => body.resource.id === waiting.id));
    expect(`/webhook_deliveries/${receiver.calls[from]!.headers['webhook-id']}`).toBe(links.self);
    return refused;
  };
  await askedFor(async () => (await ask('POST', `${hook}/ping`)).body);
  const [{ links: earlier }] = (await listed('?status=delivered')).data;
  const { id } = await askedFor(async () => (await ask('POST', `${earlier.self}/redeliver`)).body);
  for (const { links } of (await listed('?status=pending')).data) await ask('POST', `${links.self}/redeliver`);
  await until(async () => (await listed('?status=pending')).meta.total === 0);
  expect((await listed(`?resource_id=${id}`)).data[0].data).toMatchObject({ next_attempt_at: null, attempts: 2 });
});

test('invalid requests are refused, and the error names the member', async () => {
  const errors = async (body: unknown) => {
    const { status, body: answer } = await ask('POST', `${hook}/replay`, body);
    return [status, Object.keys(answer.errors ?? {})];
  };
  expect(await errors({})).toEqual([422, ['after_position']]);
  expect(await errors({ after_position: '1', since: '2026-01-05T00:00:00Z' })).toEqual([422, ['after_position']]);
  expect(await errors({ after_position: '999999999' })).toEqual([422, ['after_position']]);
  expect(await errors({ since: '2099-01-01T00:00:00Z' })).toEqual([422, ['since']]);
  for (const since of ['2026-13-01T00:00:00Z', '2025-02-30T00:00:00Z', '0000-01-01T00:00:00Z'])
    expect(await errors({ since }), since).toEqual([422, ['since']]);
  for (const after_position of ['-1', '1e3', ' 1', '', '9'.repeat(19)])
    expect((await ask('POST', `${hook}/replay`, { after_position })).body.errors, after_position).toEqual({
      after_position: ['must be a position as a call has it: up to 18 digits, e.g. "90210"'],
    });
  expect((await ask('GET', `${hook}/deliveries?status=lost`)).status).toBe(422);
  for (const path of ['/webhook_deliveries/whd_none', '/webhooks/whk_none/deliveries'])
    expect((await ask('GET', path)).status).toBe(404);
  expect((await ask('POST', '/webhook_deliveries/whd_none/redeliver')).status).toBe(404);

  const [{ links }] = (await listed()).data;
  // Nothing tells whether a call is another partner's or nobody's.
  const { credentials } = service.service.foundation;
  const { partner_secret: other } = await credentials.createPartner({ name: 'Another', existing: false });
  for (const [method, act] of [
    ['GET', ''],
    ['POST', '/redeliver'],
  ] as const) {
    const theirs = await service.request(method, `${links.self}${act}`, undefined, other);
    expect([theirs.status, theirs.text]).toEqual([404, '{"message":"There is no webhook delivery with this id."}']);
  }
  await ask('PUT', hook, { is_enabled: false });
  for (const path of [`${hook}/ping`, `${links.self}/redeliver`]) expect((await ask('POST', path)).status).toBe(400);
  expect((await ask('POST', `${hook}/replay`, { after_position: '0' })).status).toBe(400);
});

test('lists of a webhook with very many calls leave connections to other callers', async () => {
  const { request } = await service.company('Neighbour');
  await until(async () => (await listed('?status=pending')).meta.total === 0);
  await service.database.sql`update webhook_endpoints set last_sequence = last_sequence + 1000000`;
  const lists = await service.database.sql.begin(async (tx) => {
    // Counting takes as long as this.
    await tx`lock table webhook_deliveries in access exclusive mode`;
    const asked = Array.from({ length: 6 }, () => ask('GET', `${hook}/deliveries`));
    // A connection is left alone once its statement has taken a while.
    await until(async () => (await waitingForTables(tx)) >= 2);
    expect((await request('GET', '/employees')).status).toBe(200);
    return { asked };
  });
  for (const { status } of await Promise.all(lists.asked)) expect(status).toBe(200);
});
