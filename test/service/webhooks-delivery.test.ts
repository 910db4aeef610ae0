import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { START } from '../../src/event-store/port.ts';
import { ask } from '../../src/work/postgres-due-work.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { type Node, run, startNode, TENANT } from '../support/node.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const PARTNER = { partner_id: TENANT.partner_id };
/** With what is answered to a call: the next attempt at it comes when the test lets time pass, and not a few seconds later. */
const LATER = { 'Retry-After': '3600' };
/** Where names lead in these tests. */
const NAMES: Record<string, string[]> = {
  'hooks.test': ['127.0.0.1'],
  'inside.test': ['10.0.0.7'],
  'mixed.test': ['127.0.0.1', '10.0.0.7'],
};
let database: TestDatabase;
let node: Node;
let receivers: Receiver[] = [];
let registered: string[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const resolve = async (name: string) => NAMES[name] ?? [];
  // Longer than any machine stands still: a call ends with an answer, or where the test breaks it off.
  node = await startNode({ database, keys: memoryKeys(), caller: { resolve, timeout_ms: 60_000 } });
});
beforeEach(() => {
  receivers = [];
  registered = [];
});
afterEach(async () => {
  for (const id of registered)
    await run(node, 'delete_webhook', { tenant: PARTNER, params: { webhook: id } }).catch(() => {});
  for (const receiver of receivers) await receiver.close();
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

const receive = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
};

const register = async (url: string, events: string[], more: Record<string, unknown> = {}) => {
  const { body } = await run(node, 'create_webhook', {
    tenant: PARTNER,
    body: { url, events, is_enabled: true, ...more },
  });
  registered.push(body.id);
  return body as { id: string; data: { key: string } };
};

const upsert = async (elements: unknown[]): Promise<{ task: string; ids: string[] }> => {
  const { body } = await run(node, 'batch_upsert_workers', { body: elements });
  const task = await node.tasks.ended(body.id, TENANT, 60_000);
  return { task: body.id, ids: (task.results as { id: string }[]).map(({ id }) => id) };
};

const deliveries = (webhook: string) =>
  database.sql<{ id: string; sequence: bigint; outcome: string | null; attempts: number; closed: boolean }[]>`
    select id, sequence, outcome, attempts, closed_until is not null as closed
    from webhook_deliveries join webhook_endpoints using (webhook_id)
    where webhook_id = ${webhook} order by sequence`;

const attempted =
  (webhook: string, attempts = 1) =>
  async () => {
    const rows = await deliveries(webhook);
    return rows.length > 0 && rows.every((row) => row.attempts >= attempts);
  };

/** The pause before the next attempt is over. */
const timePasses = async (webhook: string) => {
  await database.sql`update webhook_deliveries set due_at = clock_timestamp() where webhook_id = ${webhook} and ended_at is null`;
  await database.sql`update webhook_endpoints set closed_until = null where webhook_id = ${webhook}`;
  await ask(node.sql, [{ kind: 'webhook', key: webhook, payload: PARTNER }]);
};

const attemptsOf = (webhook: string) =>
  database.sql<{ attempt: number; status: number | null; error: string | null; excerpt: string | null }[]>`
    select a.attempt, a.status, a.error, a.excerpt from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where d.webhook_id = ${webhook} order by d.sequence, a.attempt`;

const inDatabase = async (webhook: string) =>
  (await run(node, 'retrieve_webhook', { tenant: PARTNER, params: { webhook } })).body.data;

test('rules 2, 4 and 5: receivers get the events that they subscribe to: signed, those of a record in order, with its ids alone', async () => {
  const receiver = await receive();
  const other = await receive();
  const silent = await receive();
  const everything = ['resource_created', 'resource_updated', 'resource_deleted', 'async_task_completed'];
  const { data } = await register(receiver.url, everything);
  await register(other.url, ['async_task_completed']);
  await register(silent.url, everything, { is_enabled: false });

  const { ids, task } = await upsert([{ name: 'Ada', external_ref: 'hr-1' }]);
  const [id] = ids as [string];
  await upsert([{ id, age: 30 }]);
  await node.tasks.ended((await run(node, 'batch_delete_workers', { body: [{ id }] })).body.id, TENANT, 60_000);
  await until(() => receiver.calls.length >= 6 && other.calls.length >= 3);

  const worker = { type: 'worker', id, external_ref: 'hr-1', company_id: TENANT.company_id };
  const position = expect.stringMatching(/^\d+$/);
  const bodies = receiver.calls.map(({ body }) => body);
  // Calls about different records run at the same time.
  expect(bodies.filter(({ resource }) => resource.id === id).map(({ sequence }) => sequence)).toEqual([1, 3, 5]);
  bodies.sort((a, b) => a.sequence - b.sequence);
  const taskOf = (call: number) => bodies[call]!.resource;
  expect(bodies).toEqual([
    { event: 'resource_created', resource: worker, position, sequence: 1 },
    {
      event: 'async_task_completed',
      resource: { type: 'async_task', id: task, company_id: TENANT.company_id },
      position,
      sequence: 2,
    },
    { event: 'resource_updated', resource: worker, position, sequence: 3 },
    { event: 'async_task_completed', resource: taskOf(3), position, sequence: 4 },
    { event: 'resource_deleted', resource: worker, position, sequence: 5 },
    { event: 'async_task_completed', resource: taskOf(5), position, sequence: 6 },
  ]);
  for (const { headers, text } of receiver.calls) {
    expect(headers['webhook-signature']).toBe(createHmac('sha256', data.key).update(text).digest('hex'));
    expect(headers['content-type']).toBe('application/json');
  }
  expect(other.calls.map(({ body }) => body.sequence).sort((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(silent.calls).toEqual([]);
});

test('a webhook can use the signature of the Standard Webhooks specification', async () => {
  const receiver = await receive();
  const { data } = await register(receiver.url, ['resource_created'], { signature_format: 'standard' });
  await upsert([{ name: 'Barbara' }]);
  await until(() => receiver.calls.length === 1);
  const { headers, text } = receiver.calls[0]!;
  const verified = new StandardWebhook(data.key).verify(text, headers as Record<string, string>);
  expect(verified).toMatchObject({ event: 'resource_created' });
});

test('a failed call is retried unchanged, and does not delay other calls', async () => {
  const receiver = await receive();
  const { id } = await register(receiver.url, ['resource_created']);
  receiver.answer(500, LATER, 'out of paper\u0000');
  await upsert([{ name: 'Grace' }]);
  await until(attempted(id));
  receiver.answer(200);
  await upsert([{ name: 'Hedy' }]);
  await until(() => receiver.calls.length === 2);
  await timePasses(id);
  await until(() => receiver.calls.length === 3);
  expect(receiver.calls.map(({ body }) => body.sequence)).toEqual([1, 2, 1]);
  const [first, , again] = receiver.calls;
  expect(again!.text).toBe(first!.text);
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  await until(async () => (await deliveries(id)).every(({ outcome }) => outcome === 'delivered'));
  expect([...(await attemptsOf(id))]).toMatchObject([
    { attempt: 1, status: 500, error: null, excerpt: 'out of paper\uFFFD' },
    { attempt: 2, status: 200 },
    { attempt: 1, status: 200 },
  ]);
});

test('a receiver that answers with Retry-After is not called before that time', async () => {
  const receiver = await receive();
  const { id } = await register(receiver.url, ['resource_created']);
  receiver.answer(429, { 'Retry-After': '600' });
  await upsert([{ name: 'Ida' }]);
  await until(attempted(id));
  const [row] = await database.sql<{ due_s: number; closed_s: number }[]>`
    select extract(epoch from due_at - created_at)::float8 as due_s,
      extract(epoch from closed_until - created_at)::float8 as closed_s
    from webhook_deliveries join webhook_endpoints using (webhook_id) where webhook_id = ${id}`;
  expect(row!.due_s).toBeGreaterThanOrEqual(600);
  expect(row!.closed_s).toBeGreaterThanOrEqual(600);
});

test('redirects are not followed, and host names of private addresses are not called', async () => {
  const target = await receive();
  const redirecting = await receive();
  redirecting.answer(302, { ...LATER, Location: target.url });
  const path = `:${target.port}/hook`;
  const named = await register(`http://hooks.test${path}`, ['resource_created']);
  const redirected = await register(redirecting.url, ['resource_created']);
  const inside = await register(`http://inside.test${path}`, ['resource_created']);
  const mixed = await register(`http://mixed.test${path}`, ['resource_created']);
  await upsert([{ name: 'Katherine' }]);
  for (const { id } of [named, redirected, inside, mixed]) await until(attempted(id));
  expect(target.calls).toHaveLength(1);
  expect([...(await attemptsOf(named.id))]).toMatchObject([{ status: 204 }]);
  expect([...(await attemptsOf(redirected.id))]).toMatchObject([{ status: 302 }]);
  // On a slow machine they have been tried again by now, since nobody answered when to.
  for (const { id } of [inside, mixed])
    for (const attempt of await attemptsOf(id))
      expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('may not be called') });
});

test('a webhook that answers 410 or only fails for five days is disabled, and a deleted one is not called again', async () => {
  const gone = await receive();
  gone.answer(410);
  const failing = await receive();
  failing.answer(500, LATER);
  const deleted = await receive();
  deleted.answer(500, LATER);
  const hooks = await Promise.all([gone, failing, deleted].map(({ url }) => register(url, ['resource_created'])));
  const [first, second, third] = [hooks[0]!, hooks[1]!, hooks[2]!];
  await upsert([{ name: 'Lise' }]);
  for (const { id } of hooks) await until(attempted(id));
  await until(async () => (await inDatabase(first.id)).is_enabled === false);

  await database.sql`
    update webhook_endpoints set failing_since = clock_timestamp() - interval '6 days' where webhook_id = ${second.id}`;
  await timePasses(second.id);
  await until(async () => (await inDatabase(second.id)).is_enabled === false);

  await run(node, 'delete_webhook', { tenant: PARTNER, params: { webhook: third.id } });
  await timePasses(third.id);
  await upsert([{ name: 'Mary' }]);
  await until(async () => (await deliveries(third.id)).every(({ outcome }) => outcome === 'cancelled'));
  expect([gone, failing, deleted].map(({ calls }) => calls.length)).toEqual([1, 2, 1]);
  const types = await node.store.readStream(`webhook-${first.id}`);
  expect(types.map(({ type, data }) => data.reason ?? type)).toEqual(['WebhookCreated', 'gone']);

  gone.answer(200);
  // What still waits for the manager when a webhook is enabled is sent to it too.
  expect(await node.services.gate.followed(await node.store.head(), ['webhooks'], 60_000, TENANT, START)).toBe(true);
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: first.id }, body: { is_enabled: true } });
  await upsert([{ name: 'Noor' }]);
  await until(() => gone.calls.length === 2);
});

test('a receiver that nobody called for days, since the service was stopped, is called with what waited, and is not disabled for that time', async () => {
  const receivers = [await receive(), await receive()] as const;
  const [back, failing] = receivers;
  const hooks = await Promise.all(receivers.map(({ url }) => register(url, ['resource_created'])));
  for (const receiver of receivers) receiver.answer(500, LATER);
  await upsert([{ name: 'Olga' }]);
  for (const { id } of hooks) await until(attempted(id));
  back.answer(200);
  for (const { id } of hooks) {
    await database.sql`
      update webhook_endpoints set failing_since = clock_timestamp() - interval '9 days',
        failed_at = clock_timestamp() - interval '9 days' where webhook_id = ${id}`;
    await database.sql`
      update webhook_deliveries set created_at = clock_timestamp() - interval '9 days' where webhook_id = ${id}`;
    await timePasses(id);
  }
  const outcomes = async (id: string) => (await deliveries(id)).map(({ outcome }) => outcome);
  for (const [at, outcome] of ['delivered', 'failed'].entries())
    await until(async () => (await outcomes(hooks[at]!.id)).every((one) => one === outcome));
  expect(receivers.map(({ calls }) => calls.length)).toEqual([2, 2]);
  await upsert([{ name: 'Pia' }]);
  await until(() => failing.calls.length > 2);
  await until(() => back.calls.length > 2);
  for (const { id } of hooks) expect((await inDatabase(id)).is_enabled).toBe(true);
});

/** More than a receiver is called with at once, several times over; with FULL as many as a large payroll sets off. */
const EVENTS = process.env.FULL ? 10_000 : 80;
const LIVE = 9;
const LONG_ms = process.env.FULL ? 300_000 : 60_000;

test('a receiver that does not answer delays neither others nor requests, and is tried by single calls until it answers', {
  timeout: LONG_ms * 2,
}, async () => {
  const dead = await receive();
  dead.answer('hang');
  const live = await Promise.all(Array.from({ length: LIVE }, receive));
  const { id } = await register(dead.url, ['resource_created']);
  const lively: string[] = [];
  for (const { url } of live) lively.push((await register(url, ['resource_created'])).id);
  for (let made = 0; made < EVENTS; made += 100)
    await upsert(Array.from({ length: Math.min(100, EVENTS - made) }, (_, i) => ({ name: `Worker ${made + i}` })));
  // On a machine that stood still for longer than a lease a call may be broken off and made again; none that was
  // answered is.
  const numbersOf = (calls: Receiver['calls']) => new Set(calls.map(({ body }) => body.sequence));
  await until(() => live.every(({ calls }) => numbersOf(calls).size >= EVENTS), LONG_ms);
  const numbers = Array.from({ length: EVENTS }, (_, i) => i + 1);
  for (const { calls } of live) expect([...numbersOf(calls)].sort((a, b) => a - b)).toEqual(numbers);
  for (const each of lively) {
    await until(async () => (await deliveries(each)).every(({ outcome }) => outcome === 'delivered'), LONG_ms);
    expect((await attemptsOf(each)).filter(({ status }) => status === 204)).toHaveLength(EVENTS);
  }
  // All the while it has left its calls unanswered. Only what was under way when it was found to be down was tried, and
  // then one call at a time.
  const isCalled = async () =>
    (await database.sql`select from due_work where key = ${id} and holder is not null`).length > 0;
  await until(async () => {
    dead.hangUp();
    return (await deliveries(id)).some(({ closed }) => closed) && !(await isCalled());
  });
  const tried = (await deliveries(id)).filter(({ attempts }) => attempts > 0).length;
  expect(tried).toBeLessThanOrEqual(40);
  const before = dead.calls.length;
  dead.answer(204);
  // A call that tried meanwhile whether it is back: that it failed is recorded before its pause is over.
  dead.hangUp();
  await until(async () => !(await isCalled()));
  await timePasses(id);
  await until(async () => (await deliveries(id)).every(({ outcome }) => outcome === 'delivered'), LONG_ms);
  expect([...numbersOf(dead.calls.slice(before))].sort((a, b) => a - b)).toEqual(numbers);
  expect((await attemptsOf(id)).filter(({ status }) => status === 204)).toHaveLength(EVENTS);
});
