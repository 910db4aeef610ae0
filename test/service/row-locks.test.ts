import { hash, randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceStatement } from '../../projections/feed/generations.ts';
import { draftsHeartbeat } from '../../projections/rebuild/drafts.ts';
import { INDEXED, openDatabase, type Sql, type TransactionSql } from '../../src/database/connect.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import { makeAdmission } from '../../src/http/door/admission.ts';
import { type KeyedRequest, makeIdempotencyKeys, type Reserved } from '../../src/http/requests/idempotency-keys.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { recordAttempts } from '../../src/processes/webhooks/webhook-attempts.ts';
import { cancelDeliveries, recordDeliveries, redeliver } from '../../src/processes/webhooks/webhook-deliveries.ts';
import { manualClock } from '../../src/values/clock.ts';
import { ask, enqueue, postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { silent } from '../support/read-models.ts';
import { until } from '../support/until.ts';

/**
 * Statements that change several rows of one table lock them in one order. Else two that run at once may each wait for
 * the other: the database ends one of them after a second, and whoever asked waits for that or gets an error.
 */

let database: TestDatabase;
let sql: Sql;
const pools: Sql[] = [];

/** Connections as a process of the service has them. */
const connections = (): Sql => {
  const pool = openDatabase(database.address, { max: 3, settings: INDEXED });
  pools.push(pool);
  return pool;
};

beforeAll(async () => {
  database = await freshDatabase();
  sql = database.sql;
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  await database.drop();
});

/** Starts a statement. Resolves, with its outcome to come, when it waits beside so many others, or is over. */
const started = async (run: () => Promise<unknown>, others: number): Promise<{ outcome: Promise<string> }> => {
  let isOver = false;
  const outcome = run()
    .then(() => 'done', String)
    .finally(() => {
      isOver = true;
    });
  await until(async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return isOver || waiting.length > others;
  });
  return { outcome };
};

/**
 * Runs two statements while a transaction holds a row that the first one comes to when it has locked others. The second
 * one begins meanwhile. Gives what came of both.
 */
const collide = async (
  hold: (tx: TransactionSql) => Promise<unknown>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string[]> => {
  const outcomes: Promise<string>[] = [];
  await sql.begin(async (tx) => {
    await hold(tx);
    outcomes.push((await started(first, 0)).outcome);
    outcomes.push((await started(second, 1)).outcome);
  });
  return Promise.all(outcomes);
};

const requestOf = (key: string): KeyedRequest => ({
  scope: 'company:cmp_1',
  keyHash: hash('sha256', key, 'buffer'),
  requestHash: hash('sha256', `request of ${key}`, 'buffer'),
  seed: randomUUID(),
  occurred_at: '2026-01-05T17:00:00.000000Z',
});

const plantedAt = (position: bigint): LogEvent => ({
  ...{ id: randomUUID(), type: 'TreeCreated', stream: `tree-${position}`, revision: 0n, data: {}, metadata: {} },
  position,
});

const heldIn = (reserved: Reserved | undefined) => {
  if (reserved?.outcome !== 'yours') throw new Error('the key is not held');
  return reserved.held;
};

test('requests that end together do not wait for repeats of them that come together, nor these for them', async () => {
  const keyring = makeKeyring(Buffer.alloc(32, 7));
  const [keys, elsewhere] = [0, 1].map(() => makeIdempotencyKeys(connections(), keyring, silent));
  const answer = { status: 200, headers: {}, text: '{}' };
  // By the ids of their holders, which are random, every other pair would be locked the other way round.
  for (let round = 0; round < 8; round++) {
    const requests = ['a', 'b', 'c'].map((name) => requestOf(`${name}${round}`));
    requests.sort((one, other) => one.keyHash.compare(other.keyHash));
    const reserved = await Promise.all(requests.map((request) => keys!.reserve(request)));
    expect(
      await collide(
        (tx) => tx`select from idempotency_keys where key_hash = ${requests[1]!.keyHash} for update`,
        () => Promise.all(requests.map((request) => elsewhere!.reserve(request))),
        () => Promise.all([2, 0].map((at) => heldIn(reserved[at]).answered(answer))),
      ),
    ).toEqual(['done', 'done']);
  }
  await Promise.all([keys, elsewhere].map((each) => each!.stop()));
});

test('a request that breaks off while leases are renewed gives its key back: a repeat goes on at once', async () => {
  const lease_ms = 3_000;
  const keys = makeIdempotencyKeys(connections(), makeKeyring(Buffer.alloc(32, 7)), silent, { lease_ms });
  const request = requestOf('broken off');
  const held = heldIn(await keys.reserve(request));
  let brokenOff: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select from idempotency_keys where key_hash = ${request.keyHash} for update`;
    brokenOff = (await started(() => held.broken(), 0)).outcome;
    await until(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length === 2;
    });
  });
  expect(await brokenOff).toBe('done');
  // Behind whatever still waited for the row.
  await sql`select from idempotency_keys where key_hash = ${request.keyHash} for update`;
  expect((await keys.reserve(request)).outcome).toBe('yours');
  await keys.stop();
});

test('due work that two enqueue at once in another order is enqueued by both', async () => {
  const [one, other] = [connections(), connections()];
  const rows = (...keys: string[]) => keys.map((key) => ({ kind: 'errand', key }));
  expect(
    await collide(
      (tx) => tx`insert into due_work (kind, key, payload, due_at) values ('errand', 'm', '{}', now())`,
      () => enqueue(one, rows('a', 'm', 'b')),
      () => enqueue(other, rows('b', 'a')),
    ),
  ).toEqual(['done', 'done']);
});

test('due work that a process gives back is asked for meanwhile', async () => {
  const [own, other] = [connections(), connections()];
  const store = postgresDueStore(own);
  const keys = ['a', 'm', 'z'];
  const rows = keys.map((key) => ({ kind: 'round', key }));
  await store.enqueue(rows);
  const holder = randomUUID();
  await store.claim([{ kind: 'round', slots: 3, now: null }], holder, 60_000);
  expect(
    await collide(
      (tx) => tx`select from due_work where kind = 'round' and key = 'm' for update`,
      () => ask(other, rows),
      () => store.release(['z', 'a'].map((key) => ({ kind: 'round', key, holder }))),
    ),
  ).toEqual(['done', 'done']);
});

test('work that failed is made due, as where a process starts or stops, while more of it comes in', async () => {
  const [own, other] = [0, 1].map(() => postgresManagerStore(connections(), 'progress'));
  const keys = ['a', 'm', 'z'];
  const waiting = keys.map((scope, i) => ({ scope, event: plantedAt(BigInt(i)) }));
  // In whichever order the table has them.
  for (const [name, order] of [['rounds', keys] as const, ['turns', keys.toReversed()] as const]) {
    await own!.register([{ name, from: 0n }]);
    await own!.takeLeases('me', [name]);
    for (const key of order)
      await sql`
        insert into due_work (kind, key, payload, due_at, attempts, last_error)
        values (${`manager/${name}`}, ${key}, '{}', now() + interval '1 minute', 1, 'an error')`;
    expect(
      await collide(
        (tx) => tx`select from due_work where kind = ${`manager/${name}`} and key = 'm' for update`,
        () => own!.dispatch('me', { name, from: 0n, to: 3n, waiting, message: '' }),
        () => other!.retry({ manager: name }),
      ),
    ).toEqual(['done', 'done']);
  }
  const due =
    await sql`select from due_work where kind in ('manager/rounds', 'manager/turns') and due_at <= clock_timestamp()`;
  expect(due).toHaveLength(6);
});

test('leases of process managers are renewed while their checkpoints are moved together', async () => {
  const own = connections();
  const store = postgresManagerStore(own, 'progress', connections());
  const names = ['a', 'm', 'z'];
  await store.register(names.map((name) => ({ name, from: 0n })));
  await store.takeLeases('me', names);
  expect(
    await collide(
      (tx) => tx`select from process_managers where name = 'm' for update`,
      () => store.takeLeases('me', names),
      () =>
        store.pass(
          'me',
          ['z', 'a'].map((name) => ({ name, from: 0n, to: 1n })),
        ),
    ),
  ).toEqual(['done', 'done']);
});

test('leases of process managers that have run out are given back while another process takes them', async () => {
  const [own, other] = [0, 1].map(() => postgresManagerStore(connections(), 'progress'));
  const names = ['late a', 'late m', 'late z'];
  await own!.register(names.map((name) => ({ name, from: 0n })));
  await own!.takeLeases('suspended', names);
  // The last in the order of names is the first that the table has.
  for (const name of names.toReversed())
    await sql`update process_managers set lease_until = clock_timestamp() where name = ${name}`;
  expect(
    await collide(
      (tx) => tx`select from process_managers where name = 'late m' for update`,
      () => other!.takeLeases('next', names),
      () => own!.releaseLeases('suspended'),
    ),
  ).toEqual(['done', 'done']);
});

test('deliveries are cancelled while attempts at them are recorded', async () => {
  const [one, other] = [connections(), connections()];
  const ids = ['whd_1', 'whd_2', 'whd_3'];
  await recordDeliveries(
    one,
    ids.map((id) => ({
      ...{ id, webhook_id: 'whk_1', partner_id: 'ptn_1', event: 'ping' as const, resource_id: 'whk_1' },
      ...{ resource: {}, position: null, occurred_at: null },
    })),
  );
  const attempts = ['whd_3', 'whd_1'].map((delivery_id) => ({
    ...{ delivery_id, attempt: 1, asked_position: '0', duration_ms: 1, status: 500, error: null, excerpt: null },
    ...{ outcome: null, retry_ms: 1 },
  }));
  expect(
    await collide(
      (tx) => tx`select from webhook_deliveries where id = 'whd_2' for update`,
      () => cancelDeliveries(one, 'whk_1', { sequence: 3n }),
      () => recordAttempts(other, 'whk_1', attempts, { failures: 1, closed_ms: 0 }, '2026-01-05T17:00:00.000000Z'),
    ),
  ).toEqual(['done', 'done']);
});

test('an attempt is counted, though its delivery is asked for again while it is recorded', async () => {
  const [one, other] = [connections(), connections()];
  const of = { id: 'whd_again', webhook_id: 'whk_again', partner_id: 'ptn_1' };
  await recordDeliveries(one, [
    { ...of, event: 'ping', resource_id: of.webhook_id, resource: {}, position: null, occurred_at: null },
  ]);
  const attempt = {
    ...{ delivery_id: of.id, attempt: 1, asked_position: '0', duration_ms: 1, status: 200, error: null, excerpt: null },
    ...{ outcome: 'delivered' as const, retry_ms: null },
  };
  expect(
    await collide(
      (tx) => tx`select from webhook_endpoints where webhook_id = ${of.webhook_id} for update`,
      () => redeliver(one, { ...of, position: 5n }),
      () =>
        recordAttempts(other, of.webhook_id, [attempt], { failures: 0, closed_ms: 0 }, '2026-01-05T17:00:00.000000Z'),
    ),
  ).toEqual(['done', 'done']);
  const delivery = await sql`select attempts, earlier_attempts, outcome from webhook_deliveries where id = ${of.id}`;
  // It is due once more, and that attempt will be the second.
  expect(delivery).toEqual([{ attempts: 1, earlier_attempts: 1, outcome: null }]);
});

test('calls of one company that reveal are admitted by two processes, whichever of its tokens come first', async () => {
  const [token, revealing] = ['one token', 'another token'].map((text) => hash('sha256', text));
  await sql`
    insert into partners (partner_id, partner_key, name, existing, created_at)
    values ('ptn_1', 'key', 'Quill', false, now())`;
  for (const each of [token!, revealing!])
    await sql`
      insert into credentials (hash, partner_id, company_id, purpose, expires_at)
      values (decode(${each}, 'hex'), 'ptn_1', 'cmp_1', 'access', '2026-01-05T18:00:00Z')`;
  await sql`insert into rate_windows select unnest(array['cmp_1', 'cmp_1:reveal']), now(), 0, 0`;
  const clock = manualClock('2026-01-05T17:00:00.000Z');
  const [admit, elsewhere] = [0, 1].map(() => makeAdmission(connections(), clock, { requests: 9, reveal: 9 }));
  expect(
    await collide(
      // The use of a token is noted when its windows are taken.
      (tx) => tx`select from credentials where hash = decode(${token!}, 'hex') for update`,
      () => Promise.all([admit!(token!, false), admit!(revealing!, true)]),
      () => elsewhere!(revealing!, true),
    ),
  ).toEqual(['done', 'done']);
});

test('leases of a build are renewed while its checkpoints are moved', async () => {
  const own = connections();
  for (const name of ['a', 'm', 'z'])
    await sql`
      insert into projection_generations (projection, generation, version, shape, schema_name, status, owner)
      values (${name}, 1, 1, 'shape', ${`read_${name}_1`}, 'building', 'me')`;
  const warned: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) });
  const advances = ['z', 'a'].map((projection) => ({ projection, generation: 1, from: 0n }));
  const { text, values } = advanceStatement('me', advances, 1n, '');
  expect(
    await collide(
      (tx) => tx`select from projection_generations where projection = 'm' for update`,
      () => draftsHeartbeat(own, 'me', log).beat(),
      () => connections().unsafe(text, values),
    ),
  ).toEqual(['done', 'done']);
  expect(warned).toEqual([]);
});
