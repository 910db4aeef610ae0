import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import type { Sql } from '../../src/database/connect.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { Services } from '../../src/kernel/definition/services.ts';
import { eventName } from '../../src/kernel/events/define.ts';
import { HELD } from '../../src/pay-records/events.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/platform/webhook.ts';
import { WEBHOOK_CALLS } from '../../src/platform/webhook-calls.ts';
import { type Caller, type CallResult, makeCaller } from '../../src/processes/webhooks/webhook-call.ts';
import type { Delivery } from '../../src/processes/webhooks/webhook-deliveries.ts';
import { webhookKind } from '../../src/processes/webhooks/webhook-delivery.ts';
import { isNotified, noticesOf } from '../../src/processes/webhooks/webhook-notices.ts';
import { makePlaces } from '../../src/processes/webhooks/webhook-places.ts';
import { Receiver } from '../../src/processes/webhooks/webhook-receiver.ts';
import { closedFor, DOWN_AFTER, parseRetryAfter, retryPause } from '../../src/processes/webhooks/webhook-schedule.ts';
import { hexSignature, standardSignature } from '../../src/processes/webhooks/webhook-signature.ts';
import type { FurtherStubs } from '../../src/processes/webhooks/webhook-stubs.ts';
import { registry as served } from '../../src/registry.ts';
import { loopTurn } from '../../src/timing/give-way.ts';
import type { Work } from '../../src/work/due-work.ts';
import { folder } from '../support/workshop.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

test('a call that keeps failing is sent ten times in all, with growing pauses, within three days', () => {
  const pauses: number[] = [];
  let age_ms = 0;
  for (let attempt = 1; ; attempt++) {
    const pause_ms = retryPause(attempt, age_ms, undefined, 0.5);
    if (pause_ms === undefined) break;
    pauses.push(pause_ms);
    age_ms += pause_ms;
  }
  const minute = 60 * SECOND;
  expect(pauses).toEqual([5 * SECOND, 30 * SECOND, 2 * minute, 10 * minute, HOUR, 3 * HOUR, 8 * HOUR, DAY, DAY]);
  expect(age_ms).toBeLessThanOrEqual(3 * DAY);
});

test('pauses vary at random, are no shorter than the receiver asks, and end within three days of the first call', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 4 * DAY }),
      fc.option(fc.integer({ min: 0, max: DAY }), { nil: undefined }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, age_ms, asked_ms, random) => {
        const pause_ms = retryPause(attempt, age_ms, asked_ms, random);
        if (pause_ms === undefined) return;
        expect(pause_ms).toBeGreaterThanOrEqual(Math.max(4.5 * SECOND, asked_ms ?? 0));
        expect(age_ms + pause_ms).toBeLessThanOrEqual(3 * DAY);
      },
    ),
  );
  expect([0, 1].map((random) => retryPause(1, 0, undefined, random))).toEqual([4_500, 5_500]);
  // Of what a receiver asks at most a day is honoured.
  expect(retryPause(1, 0, 4 * DAY, 0.5)).toBe(DAY);
  expect(retryPause(1, 2 * DAY, DAY, 0.5)).toBe(DAY);
  expect(retryPause(1, 2 * DAY + 1, DAY, 0.5)).toBeUndefined();
});

test('calls to a receiver pause from its fifth failure on for up to five minutes, or as it asks for up to an hour', () => {
  expect(closedFor(DOWN_AFTER - 1, undefined, 0.5)).toBe(0);
  expect(closedFor(DOWN_AFTER, undefined, 0.5)).toBe(5 * SECOND);
  expect(closedFor(DOWN_AFTER + 1, undefined, 0.5)).toBe(10 * SECOND);
  expect(closedFor(1_000, undefined, 0.5)).toBe(300 * SECOND);
  expect(closedFor(1, 90 * SECOND, 0.5)).toBe(90 * SECOND);
  expect(closedFor(1, 5 * HOUR, 0.5)).toBe(HOUR);
  expect(closedFor(DOWN_AFTER, SECOND, 0.5)).toBe(5 * SECOND);
  expect([0, 1].map((random) => closedFor(1_000, undefined, random))).toEqual([270 * SECOND, 330 * SECOND]);
});

describe('a receiver, by the results of its calls,', () => {
  const delivery = (more: Partial<Delivery> = {}): Delivery =>
    ({ id: 'whd_A', attempts: 0, earlier_attempts: 0, age_ms: 0, asked_position: null, ...more }) as Delivery;
  const result = (status: number | null, more: Partial<CallResult> = {}): CallResult =>
    ({ status, error: null, excerpt: null, duration_ms: 10, retryAfter_ms: undefined, ...more }) as CallResult;
  const well = () => new Receiver({ failures: 0, closed_ms: 0 });
  /** One that went down with the last of calls beside each other, which all failed. */
  const down = () => {
    const receiver = well();
    for (let n = 0; n < DOWN_AFTER; n++) receiver.judge(delivery(), result(500), 0);
    return receiver;
  };

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [404, false],
    [null, false],
  ])('answers %s: taken %s', (status, isTaken) => {
    const receiver = new Receiver({ failures: 3, closed_ms: 0 });
    const { outcome, retry_ms, attempt } = receiver.judge(delivery({ attempts: 1 }), result(status), 0);
    expect([outcome, retry_ms === null, attempt, receiver.failures]).toEqual([
      isTaken ? 'delivered' : null,
      isTaken,
      2,
      isTaken ? 0 : 4,
    ]);
  });

  test('is down with its fifth failure, and well again with a call that it takes', () => {
    const receiver = down();
    expect([receiver.isOpen, receiver.failures]).toEqual([false, 5]);
    const { closed_ms } = receiver;
    // What had begun before says nothing new.
    receiver.judge(delivery(), result(500), 0);
    expect([receiver.failures, receiver.closed_ms]).toEqual([5, closed_ms]);
    receiver.judge(delivery(), result(200), 0);
    expect([receiver.isOpen, receiver.failures, receiver.closed_ms]).toEqual([true, 0, 0]);
  });

  test.each([
    [429, HOUR],
    [503, HOUR],
    [500, 0],
  ])('that asks for a pause with %s is not called for it', (status, closed_ms) => {
    const receiver = well();
    const { retry_ms } = receiver.judge(delivery(), result(status, { retryAfter_ms: HOUR }), 0);
    expect([receiver.closed_ms, retry_ms]).toEqual([closed_ms, HOUR]);
  });

  test('that answers 410 is called no more, whatever it answers then', () => {
    const receiver = well();
    receiver.judge(delivery(), result(410), 0);
    receiver.judge(delivery(), result(200), 0);
    expect([receiver.over, receiver.isOpen]).toEqual(['gone', false]);
  });

  test('gets a delivery no more that would be older than three days; one that was asked for again begins anew', () => {
    const asked = { retryAfter_ms: DAY };
    const judged = (more: Partial<Delivery>, of: Partial<CallResult> = asked) => {
      const { outcome, retry_ms } = well().judge(delivery(more), result(500, of), 0);
      return [outcome, retry_ms];
    };
    expect(judged({ age_ms: 2 * DAY - 10 })).toEqual([null, DAY]);
    // The call took ten milliseconds.
    expect(judged({ age_ms: 2 * DAY - 9 })).toEqual(['failed', null]);
    const [, tenth] = judged({ attempts: 9 }, {});
    expect(tenth).toBeGreaterThan(20 * HOUR);
    const [, first] = judged({ attempts: 9, earlier_attempts: 9 }, {});
    expect(first).toBeLessThan(6 * SECOND);
  });
});

test('Retry-After is read as seconds or as a date', () => {
  const now_ms = Date.parse('2026-02-03T10:00:00Z');
  expect(parseRetryAfter('120', now_ms)).toBe(120 * SECOND);
  expect(parseRetryAfter('Tue, 03 Feb 2026 10:05:00 GMT', now_ms)).toBe(300 * SECOND);
  expect(parseRetryAfter('Tue, 03 Feb 2026 09:00:00 GMT', now_ms)).toBe(0);
  // The oldest form of a date in a header, which names no zone.
  expect(parseRetryAfter('Tue Feb  3 10:05:00 2026', now_ms)).toBe(300 * SECOND);
  expect(parseRetryAfter('31536000000', now_ms)).toBe(31_536_000_000 * SECOND);
  expect(parseRetryAfter('soon', now_ms)).toBeUndefined();
  expect(parseRetryAfter(undefined, now_ms)).toBeUndefined();
});

test('rule 4: signatures are those that openssl makes', () => {
  // printf '{"a":1}' | openssl dgst -sha256 -hmac whsec_a2V5
  // printf 'whd_1.1770000000.{"a":1}' | openssl dgst -sha256 -hmac key -binary | base64
  const key = 'whsec_a2V5';
  expect(hexSignature(key, '{"a":1}')).toBe('22a09a0136227540e198b3cb35f16fd132e13eb3685e3a21ca7ec5edc1707bdd');
  expect(standardSignature(key, 'whd_1', 1_770_000_000, '{"a":1}')).toBe(
    'v1,leRhaGbunUns6KafxHD7u753bLvBOSpBeg82bbzjZqg=',
  );
});

let count = 0;
const event = (type: string, stream: string, correlation_id: string, more: Partial<DomainEvent> = {}): DomainEvent => ({
  id: `event-${++count}`,
  type: eventName(type),
  stream,
  revision: 0n,
  data: {},
  metadata: { correlation_id, company_id: 'cmp_1', partner_id: 'ptn_1', occurred_at: '2026-03-02T15:00:00.000000Z' },
  ...more,
});
const NO_FURTHER: FurtherStubs = new Map();
const notified = (events: DomainEvent[]) =>
  noticesOf(events, folder, NO_FURTHER).map((notice) => `${notice.event} ${notice.id}`);

test('changes of one record by one request are notified once, and not when it is created or deleted with them', () => {
  expect(
    notified([
      event('WorkerCreated', 'worker-a', 'r1'),
      event('WorkerChanged', 'worker-a', 'r1'),
      event('WorkerChanged', 'worker-b', 'r1'),
      event('WorkerChanged', 'worker-c', 'r1'),
      event('WorkerChanged', 'worker-b', 'r1'),
      event('WorkerChanged', 'worker-b', 'r2'),
      event('WorkerDeleted', 'worker-c', 'r1'),
    ]),
  ).toEqual(['resource_created a', 'resource_updated b', 'resource_updated b', 'resource_deleted c']);
});

test('stubs are notified by the approval that lists them, not by their closing, which may be undone', () => {
  const events = [
    event('PayStubClosed', 'pay_stub-a', 'r1'),
    event('PayStubReopened', 'pay_stub-a', 'r1'),
    event('PayrollApprovalAbandoned', 'payroll-p', 'r1'),
    event('PayrollStubsRecorded', 'payroll-p', 'r2', { data: { stubs: [{ id: 'a' }] } }),
    event('PayrollApproved', 'payroll-p', 'r2', { data: { stubs: [{ id: 'b' }] } }),
  ];
  const availableOf = (...some: DomainEvent[]) =>
    noticesOf(some, makeFolder(served), NO_FURTHER).filter((notice) => notice.event === 'pay_stub_available');
  // Nor by the list of those that are too many for the event of the approval: that may not come.
  expect(availableOf(...events.slice(0, -1))).toEqual([]);
  expect(availableOf(...events).map(({ id, definition, cause }) => [id, definition.object, cause.type])).toEqual([
    ['b', 'pay_stub', 'PayrollApproved'],
  ]);
});

test('the first event of a record is notified as its creation, whatever its name, and the next one as a change', () => {
  const posted = (revision: bigint) => event('JournalEntryPosted', 'journal_entry-j', `r${revision}`, { revision });
  const notices = noticesOf([posted(0n), posted(1n)], makeFolder(served), NO_FURTHER);
  expect(notices.map((notice) => notice.event)).toEqual(['resource_created', 'resource_updated']);
});

test('rule 3: a task is notified only when it has ended, in success or failure; some records are never notified', () => {
  expect(
    notified([
      event('AsyncTaskStarted', 'async_task-t', 'r1'),
      event('AsyncTaskProgressed', 'async_task-t', 'r1'),
      event('AsyncTaskFailed', 'async_task-t', 'r1'),
      event('AsyncTaskCompleted', 'async_task-u', 'r1'),
      event('WebhookCreated', 'webhook-w', 'r1'),
    ]),
  ).toEqual(['async_task_completed t', 'async_task_completed u']);
  expect(
    ['WorkerCreated', 'AsyncTaskFailed', 'AsyncTaskStarted', 'Unknown'].map((type) => isNotified(type, folder)),
  ).toEqual([true, true, false, false]);
});

test('what an approval holds is not notified: nobody changed it, and it is all people of a payroll', () => {
  const everything = makeFolder(served);
  for (const [object, { type }] of Object.entries(HELD)) {
    expect(noticesOf([event(type, `${object}-a`, 'r', { revision: 3n })], everything, NO_FURTHER), type).toEqual([]);
    expect(isNotified(type, everything), type).toBe(false);
  }
});

test('an event that concerns no record is not notified, and does not fail', () => {
  const everything = makeFolder(served);
  const apart = everything.events
    .filter(({ object }) => object === undefined)
    .map(({ declaration }) => declaration.type);
  expect(apart.length).toBeGreaterThan(0);
  expect(apart.filter((type) => isNotified(type, everything))).toEqual([]);
  for (const { declaration } of everything.events) expect(() => isNotified(declaration.type, everything)).not.toThrow();
});

test('every event of the catalogue is notified when it happens, for its record', () => {
  const everything = makeFolder(served);
  const sync = (kind: string, is_complete: boolean) =>
    event('IntegrationSyncEnded', 'integration_connection-c', 'r', {
      data: { business_entity_id: 'be_1', provider: 'xero', sync: kind, task_id: 't', is_complete },
    });
  const whose = { business_entity_id: 'be_1', provider: 'xero' };
  const connection = (type: string, more: object = {}) =>
    event(type, 'integration_connection-c', 'r', { data: { ...whose, ...more } });
  const happened: [WebhookEvent, string, DomainEvent][] = [
    ['resource_created', 'employee', event('EmployeeCreated', 'employee-a', 'r')],
    ['resource_updated', 'employee', event('EmployeeChanged', 'employee-a', 'r', { revision: 1n })],
    ['resource_deleted', 'tag', event('TagDeleted', 'tag-a', 'r', { revision: 1n })],
    ['payroll_approved', 'payroll', event('PayrollApproved', 'payroll-p', 'r', { revision: 1n, data: { stubs: [] } })],
    ['payroll_unapproved', 'payroll', event('PayrollUnapproved', 'payroll-p', 'r', { revision: 2n })],
    ['payroll_paid', 'payroll', event('PayrollPaid', 'payroll-p', 'r', { revision: 3n })],
    [
      'pay_stub_available',
      'pay_stub',
      event('PayrollApproved', 'payroll-p', 'r', { revision: 1n, data: { stubs: [{ id: 'a' }] } }),
    ],
    ['async_task_completed', 'async_task', event('AsyncTaskCompleted', 'async_task-t', 'r', { revision: 1n })],
    ['form_batch_completed', 'form_batch', event('FormBatchAccepted', 'form_batch-b', 'r', { revision: 4n })],
    ['form_batch_completed', 'form_batch', event('FormBatchRejected', 'form_batch-b', 'r', { revision: 4n })],
    ['integration_authentication_success', 'integration', connection('IntegrationConnected', { realm_id: '1' })],
    ['integration_authentication_failure', 'integration', connection('IntegrationAuthorizationFailed')],
    ['integration_sync_account_codes_complete', 'integration', sync('accounting_codes', true)],
    ['integration_sync_account_codes_failure', 'integration', sync('accounting_codes', false)],
    ['integration_sync_journal_entries_complete', 'integration', sync('journal_entries', true)],
    ['integration_sync_journal_entries_failure', 'integration', sync('journal_entries', false)],
    ...(['category', 'department', 'project'] as const).flatMap((kind): [WebhookEvent, string, DomainEvent][] => [
      ['integration_sync_tags_complete', 'integration', sync(kind, true)],
      ['integration_sync_tags_failure', 'integration', sync(kind, false)],
    ]),
  ];
  for (const [name, type, cause] of happened) {
    const notices = noticesOf([cause], everything, NO_FURTHER);
    const told = notices.map((one) => [one.event, one.shown?.type ?? one.definition.object]);
    expect(told).toContainEqual([name, type]);
    expect(isNotified(cause.type, everything)).toBe(true);
  }
  // Time alone brings the last one about (webhooks-payroll.test.ts).
  const named = new Set<string>(happened.map(([name]) => name));
  expect(WEBHOOK_EVENTS.filter((name) => !named.has(name))).toEqual(['payroll_deadline_upcoming']);
});

test('the examples of calls have an external_ref where records of their type have one, and nowhere else', () => {
  const exampleSays = WEBHOOK_CALLS.map(({ event, example }) => {
    const { resource } = example as { resource: { type: string } };
    return [event, resource.type, 'external_ref' in resource];
  });
  expect(exampleSays).toEqual(
    exampleSays.map(([event, type]) => [event, type, 'external_ref' in (served.get(String(type))?.fields ?? {})]),
  );
});

test('the reference and docs/webhooks.md tell of every event', async () => {
  expect(WEBHOOK_CALLS.map(({ event }) => event).sort()).toEqual([...WEBHOOK_EVENTS, 'ping'].sort());
  const text = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('| event |')).split('\n\n')[0]!;
  const told = new Set([...table.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!));
  // Those of imports and exports are told by what they are of.
  expect(WEBHOOK_EVENTS.filter((name) => !told.has(name) && !name.startsWith('integration_sync_'))).toEqual([]);
});

test('receivers at one host do not wait for each other: slow ones leave the calls to a quick one their time', async () => {
  const server = createServer((asked, answer) => {
    asked.resume();
    if (asked.url === '/quick') answer.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  const at = `http://127.0.0.1:${address.port}`;
  const caller = makeCaller({ policy: { allowPrivate: false, allowLoopback: true }, timeout_ms: 3_000 });
  try {
    // Three slow webhooks, each with as many calls at once as one may have.
    for (let call = 0; call < 48; call++) void caller.post(`${at}/slow`, {}, '{}');
    expect(await caller.post(`${at}/quick`, {}, '{}')).toMatchObject({ status: 200, error: null });
  } finally {
    await caller.close();
    server.closeAllConnections();
    server.close();
  }
});

// The time is long, so that a status that was sent has come by then at any pace; they wait side by side.
test.concurrent.each([
  ['does not answer', null, () => {}],
  ['says its status and no more', 410, (answer: ServerResponse) => answer.writeHead(410).flushHeaders()],
  ['begins its answer', 200, (answer: ServerResponse) => answer.write('a')],
  [
    'never comes to the end of its answer',
    200,
    (answer: ServerResponse) => {
      const more = setInterval(() => answer.write('a'), 20);
      answer.once('close', () => clearInterval(more));
    },
  ],
])(
  'a receiver that %s has the time of a whole call, and no more; a status that came counts',
  async (_, status, answers) => {
    const server = createServer((asked, answer) => {
      asked.resume();
      answers(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
    const caller = makeCaller({ policy: { allowPrivate: false, allowLoopback: true }, timeout_ms: 2_000 });
    try {
      const call = await caller.post(`http://127.0.0.1:${address.port}/`, {}, '{}');
      expect(call).toMatchObject({ status, error: 'no complete answer within 2000 ms' });
      expect(call.excerpt === null).toBe(status === null);
      expect(call.duration_ms).toBeGreaterThan(1_500);
    } finally {
      await caller.close();
      server.closeAllConnections();
      server.close();
    }
  },
);

test('receivers of one partner that do not come to an end leave places for those of others', async () => {
  const sql = Object.assign(() => new Promise(() => {}), { unsafe: () => '' }) as unknown as Sql;
  const metrics = new Registry();
  const { concurrency, run } = webhookKind({ sql, services: {} as Services, caller: {} as Caller, metrics });
  const postponed: string[] = [];
  const begin = (partner_id: string) =>
    void run({ key: 'whk_1', payload: { partner_id } } as unknown as Work).then(() => postponed.push(partner_id));
  for (let n = 0; n < concurrency; n++) begin('ptn_stalled');
  await loopTurn();
  expect(postponed).toHaveLength(concurrency / 2);
  for (let n = 0; n < 4; n++) begin(`ptn_${n}`);
  await loopTurn();
  expect(postponed).toHaveLength(concurrency / 2);
});

test('a place that is left is free again, for its partner as for others', () => {
  const places = makePlaces(4);
  expect(['A', 'A', 'A'].map((partner) => places.take(partner))).toEqual([true, true, false]);
  places.leave('A');
  expect(['A', 'A', 'B', 'B'].map((partner) => places.take(partner))).toEqual([true, false, true, false]);
  for (const partner of ['A', 'A', 'B']) places.leave(partner);
  expect(['B', 'B', 'B', 'A', 'A'].map((partner) => places.take(partner))).toEqual([true, true, false, true, false]);
});

test('a receiver does not say for how long a connection to it stays open', async () => {
  const server = createServer((asked, answer) => {
    asked.resume();
    answer.writeHead(200, { Connection: 'keep-alive', 'Keep-Alive': 'timeout=600' }).end();
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  const closed = new Promise((resolve) => server.on('connection', (socket) => socket.on('close', resolve)));
  const caller = makeCaller({ policy: { allowPrivate: false, allowLoopback: true }, timeout_ms: 500 });
  try {
    await caller.post(`http://127.0.0.1:${address.port}/`, {}, '{}');
    await closed;
  } finally {
    await caller.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a receiver that never comes from interim answers to its answer is not listened to until the time is over', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    // As a proxy that says so, and is not done yet.
    socket.once('data', () => socket.write(interim.repeat(100)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  const caller = makeCaller({ policy: { allowPrivate: false, allowLoopback: true }, timeout_ms: 3_000 });
  try {
    expect(await caller.post(`http://127.0.0.1:${address.port}/`, {}, '{}')).toMatchObject({
      status: null,
      error: 'more than 20 interim answers (1xx) came before the answer',
    });
  } finally {
    await caller.close();
    server.close();
  }
});
