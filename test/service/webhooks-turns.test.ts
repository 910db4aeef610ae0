import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../src/database/connect.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import { writeChanges } from '../../src/kernel/changes/write.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import type { ManagedEvent } from '../../src/processes/managers/manager.ts';
import { makeDeadlines } from '../../src/processes/payroll/deadlines.ts';
import type { Caller } from '../../src/processes/webhooks/webhook-call.ts';
import { recordDeliveries, redeliver, WEBHOOK_KIND } from '../../src/processes/webhooks/webhook-deliveries.ts';
import { webhookKind } from '../../src/processes/webhooks/webhook-delivery.ts';
import { webhookManager } from '../../src/processes/webhooks/webhook-manager.ts';
import { replayKind } from '../../src/processes/webhooks/webhook-replay.ts';
import { beginReplay } from '../../src/processes/webhooks/webhook-replays.ts';
import { newId } from '../../src/values/ids.ts';
import type { Work } from '../../src/work/due-work.ts';
import { leaseOf } from '../../src/work/leases.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { callOn, type Node, run, startNode, TENANT } from '../support/node.ts';
import { until } from '../support/until.ts';

/**
 * A receiver that is slow and always has something due holds one of the places for receivers no longer than its turn.
 * Nor does a clock that is set back hold up what is to be delivered.
 */
let database: TestDatabase;
let node: Node;
beforeAll(async () => {
  database = await freshDatabase();
  // Nothing is delivered but what the test delivers.
  node = await startNode({ database, keys: memoryKeys(), roles: ['api'] });
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

const STATUSES = new Map<unknown, number>([
  ['gone', 410],
  ['failed', 500],
]);
const PARTNER = { partner_id: TENANT.partner_id };

/** Its answers about what is due come only once something has happened that they say nothing of. */
const answersLate = (sql: Sql, hasHappened: () => Promise<boolean>): Sql =>
  new Proxy(sql, {
    apply: (_, self, asked: [readonly string[]]) => {
      const answer = Reflect.apply(sql, self, asked);
      if (!asked[0].join('').includes('order by due_at')) return answer;
      return answer.then(async (rows: unknown) => {
        await until(hasHappened);
        return rows;
      });
    },
  });

/** A new webhook, and deliveries to it by its number: of so many records, or all of one. */
const registered = async (called: (sent: string) => Promise<unknown> = async () => {}) => {
  const body = { url: 'https://hooks.test/', events: ['resource_created'], is_enabled: true };
  const { id } = (await run(node, 'create_webhook', { tenant: PARTNER, body })).body;
  const record = (numbers: readonly number[], resourceOf: (n: number) => string) =>
    recordDeliveries(
      node.sql,
      numbers.map((n) => ({
        ...{ id: `whd_${id}_${n}`, webhook_id: id, ...PARTNER, event: 'resource_created', resource_id: resourceOf(n) },
        ...{ resource: { type: 'worker', id: resourceOf(n) }, position: BigInt(n + 1), occurred_at: null },
      })),
    );
  const bodies: string[] = [];
  const post: Caller['post'] = async (_url, _headers, sent) => {
    bodies.push(sent);
    const status = STATUSES.get(await called(sent)) ?? 200;
    return { status, error: null, excerpt: null, retryAfter_ms: undefined, duration_ms: 1 };
  };
  const caller: Caller = { post, close: async () => {} };
  // What it reads of the registration.
  const enabled: unknown[] = [];
  const get: typeof node.services.read.get = async (...asked) => {
    const row = await node.services.read.get(...asked);
    enabled.push(row && 'is_enabled' in row && row.is_enabled);
    return row;
  };
  const read = Object.create(node.services.read, { get: { value: get } });
  const services = { ...node.services, read };
  const kind = (sql: Sql) => webhookKind({ sql, services, caller, metrics: new Registry(), turn_ms: 0 });
  const work = (othersWait: boolean, held: () => boolean, lease?: string): Work => ({
    ...{ key: id, payload: PARTNER, holder: 'test', attempt: 1, bookmark: null, lease },
    ...{ signal: new AbortController().signal, held, othersWait: async () => othersWait },
  });
  return {
    id,
    record,
    bodies,
    enabled,
    deliver: (othersWait: boolean, held = () => true, sql = node.sql) => kind(sql).run(work(othersWait, held)),
    /** The same under a lease of its own, which whoever had it before has no more. */
    takeOver: async () => {
      const row = { holder: randomUUID(), kind: WEBHOOK_KIND, key: id };
      await node.sql`update due_work set holder = ${row.holder}, lease_until = 'infinity' where kind = ${row.kind} and key = ${id}`;
      return () => kind(node.sql).run(work(false, () => true, leaseOf(row)));
    },
  };
};

test('a run ends after its turn while others wait, goes on behind them, and delivers all of it', async () => {
  const { record, bodies, deliver } = await registered();
  const COUNT = 100;
  await record(
    Array.from({ length: COUNT }, (_, n) => n),
    (n) => `wkr_${n}`,
  );
  expect(await deliver(true)).toEqual({ again_in_ms: 0 });
  expect(bodies.length).toBeGreaterThan(0);
  expect(bodies.length).toBeLessThan(COUNT / 2);
  expect(await deliver(false)).toBeUndefined();
  expect(bodies).toHaveLength(COUNT);
});

test('what was recorded before the clock was set back is delivered at once, in its order, before what came since', async () => {
  const { id, record, bodies, deliver } = await registered();
  await record([1, 2], () => 'wkr_1');
  await node.sql`
    update webhook_deliveries set due_at = due_at + interval '1 hour', created_at = created_at + interval '1 hour'
    where webhook_id = ${id}`;
  await record([3], () => 'wkr_1');
  expect(await deliver(false)).toBeUndefined();
  expect(bodies.map((sent) => JSON.parse(sent).sequence)).toEqual([1, 2, 3]);
});

test('what is told of one record again and again does not hold up what is told of others', async () => {
  const { id, record, bodies, deliver } = await registered();
  const MANY = 205;
  await record(
    Array.from({ length: MANY }, (_, n) => n),
    () => 'wkr_changed',
  );
  await record([MANY], () => 'wkr_other');
  // A call ends while it is read what is due beside it.
  const { sql } = node;
  const recorded = () => sql`
    select from webhook_attempts join webhook_deliveries d on d.id = delivery_id where webhook_id = ${id}`;
  const late = answersLate(sql, async () => (await recorded()).length === bodies.length);
  expect(await deliver(false, () => true, late)).toBeUndefined();
  const told = bodies.map((sent): { resource: { id: string }; sequence: number } => JSON.parse(sent));
  const ofOne = told.filter(({ resource }) => resource.id === 'wkr_changed').map(({ sequence }) => sequence);
  expect(ofOne).toEqual(Array.from({ length: MANY }, (_, n) => n + 1));
  expect(told.findIndex(({ resource }) => resource.id === 'wkr_other')).toBeLessThan(20);
});

test('an attempt that ends after another process has taken over its webhook changes nothing of what that one records', async () => {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { id, record, bodies, takeOver } = await registered(async () => {
    if (bodies.length === 1) await ended;
    return 'failed';
  });
  await record([1], () => 'wkr_1');
  const stored = () => node.sql`
    select d.attempts, d.due_at, d.outcome, e.failures, e.failing_since, e.failed_at, e.closed_until, e.last_called_at
    from webhook_deliveries d join webhook_endpoints e using (webhook_id) where webhook_id = ${id}`;
  const held = (await takeOver())();
  await until(() => bodies.length === 1);
  const deliver = await takeOver();
  await deliver();
  await node.sql`update webhook_deliveries set due_at = now() where webhook_id = ${id}`;
  await deliver();
  const before = await stored();
  expect(before).toMatchObject([{ attempts: 2, failures: 2 }]);
  end();
  // It ends at once, or says that it has lost the webhook.
  await Promise.allSettled([held]);
  expect(await stored()).toEqual(before);
  expect(bodies).toHaveLength(3);
});

test('what is recorded of a webhook that is enabled again is delivered, though the calls of before it was disabled still run', async () => {
  const ends = new Map<string, () => void>();
  const { id, record, bodies, enabled, deliver } = await registered(
    (sent) => new Promise<void>((end) => ends.set(JSON.parse(sent).resource.id, end)),
  );
  const enable = (is_enabled: boolean) =>
    run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body: { is_enabled } });
  // The second call about Ada waits for the first.
  await record([1, 2, 3], (n) => (n < 3 ? 'ada' : 'bea'));
  const delivering = deliver(false);
  await until(() => ends.size === 2);
  await enable(false);
  ends.get('ada')!();
  await until(() => enabled.at(-1) === false);
  await enable(true);
  await record([4], () => 'cleo');
  ends.get('bea')!();
  await delivering;
  const again = deliver(false);
  await until(() => ends.has('cleo'));
  for (const end of ends.values()) end();
  await until(() => bodies.length === 4);
  for (const end of ends.values()) end();
  await again;
  const rows = await node.sql<{ outcome: string }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
});

/** The events of a registration after a place in the log. */
const eventsOf = async (id: string, after: bigint): Promise<ManagedEvent[]> => {
  const { services, store } = node;
  const events: ManagedEvent[] = [];
  for await (const batch of store.readAll({ after, upTo: await store.head() }))
    for (const [at, event] of (await hydrate(batch, services.keys, services.upcasters)).entries())
      if (event.stream.endsWith(id)) events.push({ ...event, position: batch[at]!.position, lease: undefined });
  return events;
};

/** Disables a webhook and enables it again. Gives the two events, and where the first is in the log. */
const enabledAgain = async (id: string) => {
  const enable = (is_enabled: boolean) =>
    run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body: { is_enabled } });
  const { store } = node;
  const after = await store.head();
  await enable(false);
  const disabled = await store.head();
  await enable(true);
  const events = await eventsOf(id, after);
  expect(events).toHaveLength(2);
  return { disabled, events };
};

test('a process that handles the end of a registration again cancels nothing of what came after it was enabled again', async () => {
  const { id, record } = await registered();
  const { sql, services, store } = node;
  const { disabled, events } = await enabledAgain(id);
  // Their positions are a number more than they say.
  await record([Number(disabled) - 2, Number(await store.head())], (n) => `worker ${n}`);
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', null]);
});

test('nor what a replay makes that was asked for since then, though it is about what happened before', async () => {
  const { id } = await registered();
  const { sql, services, store } = node;
  const after = await store.head();
  const ada = { op: 'create', id: newId('wkr', Date.now()), input: { name: 'Ada' } } as const;
  await writeChanges(services.registry.need('worker'), [ada], callOn(node).origin, services);
  const { events } = await enabledAgain(id);
  await beginReplay(sql, { webhook_id: id, ...PARTNER, after, since: null, asked: await store.head() });
  const opened = (stored: readonly LogEvent[]) => hydrate(stored, services.keys, services.upcasters);
  await replayKind({ sql, services, hydrate: opened }).run({
    ...{ key: id, payload: PARTNER, holder: 'test', attempt: 1, bookmark: null },
    ...{ signal: new AbortController().signal, held: () => true, othersWait: async () => false },
  });
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual([null]);
});

test('nor a deadline that was told of since then, which no event of the ledger caused', async () => {
  const { id } = await registered();
  const { sql, services } = node;
  const { events } = await enabledAgain(id);
  const payroll = { id: 'pay_drafted', status: 'draft', approval_due_at: '2099-06-01T20:30:00.000000Z' };
  const read = Object.create(services.read, {
    get: { value: async () => payroll },
    find: { value: async () => [{ id, events: ['payroll_deadline_upcoming'] }] },
  });
  const payload = { id: payroll.id, ...TENANT, deadline: payroll.approval_due_at };
  await makeDeadlines(sql, { ...services, read }).kind.run({
    ...{ key: payroll.id, payload, holder: 'test', attempt: 1, bookmark: null },
    ...{ signal: new AbortController().signal, held: () => true, othersWait: async () => false },
  });
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id}`;
  expect(rows.map(({ outcome }) => outcome)).toEqual([null]);
});

test('a page of a replay that makes very many calls is recorded in pieces, no more than wait to be made, and each once by whoever goes on', async () => {
  const WORKERS = 2_100;
  const { id } = await registered();
  const { sql, services, store } = node;
  const after = await store.head();
  const hires = Array.from({ length: WORKERS }, (_, n) => ({
    ...({ op: 'create', id: newId('wkr', Date.now()), input: { name: `Worker ${n}` } } as const),
  }));
  await writeChanges(services.registry.need('worker'), hires, callOn(node).origin, services);
  await services.gate.followed(await store.head());
  await beginReplay(sql, { webhook_id: id, ...PARTNER, after, since: null, asked: await store.head() });
  const opened = (stored: readonly LogEvent[]) => hydrate(stored, services.keys, services.upcasters);
  const goOn = (held: () => boolean) =>
    replayKind({ sql, services, hydrate: opened, page: 2 * WORKERS }).run({
      ...{ key: id, payload: PARTNER, holder: 'test', attempt: 1, bookmark: null },
      ...{ signal: new AbortController().signal, held, othersWait: async () => false },
    });
  let pieces = 0;
  await goOn(() => pieces++ === 0);
  const recorded = () => sql<{ resource_id: string; written: string }[]>`
    select resource_id, xmin::text as written from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(await recorded()).toHaveLength(1_000);
  expect(await goOn(() => true)).toEqual({ again_in_ms: 250 });
  const waiting = await recorded();
  expect(waiting).toHaveLength(2_000);
  expect(new Set(waiting.map(({ written }) => written)).size).toBe(2);
  await sql`update webhook_deliveries set attempts = 1 where webhook_id = ${id}`;
  await goOn(() => true);
  const rows = await recorded();
  expect(rows).toHaveLength(WORKERS);
  expect(new Set(rows.map(({ resource_id }) => resource_id)).size).toBe(WORKERS);
});

test('what a page of a replay makes is read once, however often the replay pauses within the page', async () => {
  const WORKERS = 2_100;
  const { id } = await registered();
  const { sql, services, store } = node;
  const after = await store.head();
  const hires = Array.from({ length: WORKERS }, (_, n) => ({
    ...({ op: 'create', id: newId('wkr', Date.now()), input: { name: `Worker ${n}` } } as const),
  }));
  await writeChanges(services.registry.need('worker'), hires, callOn(node).origin, services);
  await services.gate.followed(await store.head());
  await beginReplay(sql, { webhook_id: id, ...PARTNER, after, since: null, asked: await store.head() });
  const read: string[] = [];
  const getMany: typeof services.read.getMany = (object, tenant, ids) => {
    if (object === 'worker') read.push(...ids);
    return services.read.getMany(object, tenant, ids);
  };
  const counting = { ...services, read: Object.create(services.read, { getMany: { value: getMany } }) };
  const opened = (stored: readonly LogEvent[]) => hydrate(stored, services.keys, services.upcasters);
  const kind = replayKind({ sql, services: counting, hydrate: opened, page: 2 * WORKERS });
  const goOn = () =>
    kind.run({
      ...{ key: id, payload: PARTNER, holder: 'test', attempt: 1, bookmark: null },
      ...{ signal: new AbortController().signal, held: () => true, othersWait: async () => false },
    });
  let pauses = 0;
  for (; (await goOn()) !== undefined; pauses++)
    await sql`update webhook_deliveries set attempts = 1 where webhook_id = ${id}`;
  expect(pauses).toBe(1);
  expect(read).toHaveLength(WORKERS);
  const [row] = await sql<{ told: bigint }[]>`
    select count(distinct resource_id) as told from webhook_deliveries where webhook_id = ${id}`;
  expect(Number(row!.told)).toBe(WORKERS);
});

test('a run that lost its lease cancels nothing of a receiver that is gone: that is for whoever has it now', async () => {
  let isHeld = true;
  const { id, record, deliver } = await registered(async () => {
    isHeld = false;
    return 'gone';
  });
  await record([1, 2], () => 'ada');
  await deliver(false, () => isHeld);
  const rows = await node.sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual([null, null]);
  isHeld = true;
  await node.sql`update webhook_deliveries set due_at = clock_timestamp() where webhook_id = ${id}`;
  await deliver(false);
  const { body } = await run(node, 'retrieve_webhook', { tenant: PARTNER, params: { webhook: id } });
  expect(body.data.is_enabled).toBe(false);
});

test('a webhook whose address was changed is not disabled by what the address before answers', async () => {
  const ends: (() => void)[] = [];
  const { id, record, deliver } = await registered(async () => {
    if (ends.length > 0) return 'taken';
    await new Promise<void>((end) => ends.push(end));
    return 'gone';
  });
  await record([1, 2], () => 'ada');
  const delivering = deliver(false);
  await until(() => ends.length === 1);
  const body = { url: 'https://elsewhere.test/' };
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body });
  ends[0]!();
  await delivering;
  const { body: now } = await run(node, 'retrieve_webhook', { tenant: PARTNER, params: { webhook: id } });
  expect(now.data.is_enabled).toBe(true);
  await node.sql`update webhook_deliveries set due_at = clock_timestamp() where webhook_id = ${id}`;
  await deliver(false);
  const rows = await node.sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
});

test('a changed address is called at once, and not when the pause of the one before is over', async () => {
  const { id, record } = await registered();
  const { sql, services, store } = node;
  await record([1], () => 'ada');
  await sql`
    update webhook_endpoints set failures = 300, failing_since = clock_timestamp(), failed_at = clock_timestamp(),
      closed_until = clock_timestamp() + interval '1 hour' where webhook_id = ${id}`;
  await sql`update due_work set due_at = clock_timestamp() + interval '1 hour' where kind = 'webhook' and key = ${id}`;
  const after = await store.head();
  const body = { url: 'https://elsewhere.test/' };
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body });
  const events = await eventsOf(id, after);
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  const rows = await sql`
    select due_at <= clock_timestamp() as due, failures, closed_until from due_work
    join webhook_endpoints on webhook_id = key where kind = 'webhook' and key = ${id}`;
  expect(rows).toEqual([{ due: true, failures: 0, closed_until: null }]);
});

test('what waits of an event that a webhook names no more is cancelled, but not what came once it named it again', async () => {
  const { id, record } = await registered();
  const { sql, services, store } = node;
  await record([0], () => 'ada');
  const ping = { id: `whd_${id}_ping`, webhook_id: id, ...PARTNER, event: 'ping', resource_id: id } as const;
  await recordDeliveries(sql, [{ ...ping, resource: { type: 'webhook', id }, position: 1n, occurred_at: null }]);
  const after = await store.head();
  const body = { events: ['payroll_paid'] };
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body });
  const events = await eventsOf(id, after);
  await record([Number(await store.head())], () => 'bo');
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  const rows = await sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', null, null]);
});

test('nor is it called by a run that had read it before, but for what somebody asked for', async () => {
  const unsubscribe: (() => Promise<unknown>)[] = [];
  const { id, record, bodies, deliver } = await registered(async () => unsubscribe.pop()?.());
  unsubscribe.push(() =>
    run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body: { events: ['payroll_paid'] } }),
  );
  await record([0, 1, 2], () => 'ada');
  await redeliver(node.sql, { id: `whd_${id}_2`, webhook_id: id, ...PARTNER, position: 9n });
  expect(await deliver(false)).toBeUndefined();
  const rows = await node.sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['delivered', 'cancelled', 'delivered']);
  expect(bodies).toHaveLength(2);
});

test('what the address before answers at its last counts as no failure of the one that took its place', async () => {
  const ends: (() => void)[] = [];
  const { id, record, deliver } = await registered(async () => {
    await new Promise<void>((end) => ends.push(end));
    return 'failed';
  });
  await record([1], () => 'ada');
  const delivering = deliver(false);
  await until(() => ends.length === 1);
  const { sql, services, store } = node;
  const after = await store.head();
  const body = { url: 'https://elsewhere.test/' };
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body });
  const events = await eventsOf(id, after);
  await webhookManager(sql, services).handle({ events, signal: new AbortController().signal }, undefined);
  ends[0]!();
  await delivering;
  const rows = await sql`select failures, failing_since from webhook_endpoints where webhook_id = ${id}`;
  expect(rows).toEqual([{ failures: 0, failing_since: null }]);
});

test('what an address failed at is no failure of the one that takes its place within the same run', async () => {
  const ends: (() => void)[] = [];
  const { id, record, deliver } = await registered(async () => {
    await new Promise<void>((end) => ends.push(end));
    return 'failed';
  });
  const { sql } = node;
  await record([1], () => 'ada');
  await sql`
    update webhook_endpoints set failures = 2, failing_since = clock_timestamp() - interval '6 days',
      failed_at = clock_timestamp() where webhook_id = ${id}`;
  const delivering = deliver(false);
  await until(() => ends.length === 1);
  const body = { url: 'https://elsewhere.test/' };
  await run(node, 'update_webhook', { tenant: PARTNER, params: { webhook: id }, body });
  await record([2], () => 'bo');
  await until(() => ends.length === 2);
  ends[1]!();
  await until(async () => (await sql`select 1 from webhook_attempts where delivery_id = ${`whd_${id}_2`}`).length > 0);
  ends[0]!();
  await delivering;
  const [row] = await sql`
    select failures, failing_since > clock_timestamp() - interval '1 day' as is_new from webhook_endpoints
    where webhook_id = ${id}`;
  expect(row).toEqual({ failures: 1, is_new: true });
  expect(await node.services.read.get('webhook', PARTNER, id)).toMatchObject({ is_enabled: true });
});

// The last test: no webhook of the partner is called after it.
test('calls to a partner whose key was erased are cancelled, since nothing signs them', async () => {
  const { id, record, bodies, deliver } = await registered();
  await record([1, 2], () => 'ada');
  await node.services.keys.erase(PARTNER.partner_id);
  expect(await deliver(false)).toBeUndefined();
  expect(bodies).toEqual([]);
  const rows = await node.sql<{ outcome: string | null }[]>`
    select outcome from webhook_deliveries where webhook_id = ${id} order by sequence`;
  expect(rows.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
});
