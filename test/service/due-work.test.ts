import { Registry as Metrics } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import { makeSweeper, standardSweeps } from '../../src/processes/sweeper.ts';
import type { Timers } from '../../src/timing/timers.ts';
import { manualClock } from '../../src/values/clock.ts';
import { type DueKind, type DueWorker, makeDueWorker, type Work } from '../../src/work/due-work.ts';
import { ask, CHANNEL, enqueue, postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { dueAfterSetBack, watchSetBacks } from '../../src/work/set-back.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { silent } from '../support/read-models.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let sql: Sql;
let workers: { worker: DueWorker; pool: { end(timeout: number): Promise<unknown> } }[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  sql = database.sql;
});
beforeEach(() => sql`delete from due_work`);
afterEach(async () => {
  for (const { worker, pool } of workers) {
    await worker.stop(0);
    await pool.end(1);
  }
  workers = [];
});
afterAll(() => database.drop());

/** A machine that stands still for less ends none of them. */
const LEASE_ms = 2_000;

/** A worker with connections of its own, as another process has. */
const start = async (
  run: DueKind['run'],
  kind: Partial<DueKind> = {},
  timers?: Timers,
): Promise<{ worker: DueWorker; pool: Sql; die: () => Promise<unknown> }> => {
  const pool = openDatabase(database.address, { max: 3 });
  const leases = openDatabase(database.address, { max: 1 });
  const kinds = [{ kind: 'errand', concurrency: 4, run, ...kind }];
  const metrics = new Metrics();
  const worker = makeDueWorker({
    store: postgresDueStore(pool, leases),
    kinds,
    log: silent,
    metrics,
    timers,
    lease_ms: LEASE_ms,
    poll_ms: 50,
    backoff_ms: 5,
  });
  const end = (timeout: number) => Promise.all([pool, leases].map((each) => each.end({ timeout })));
  workers.push({ worker, pool: { end } });
  await worker.start();
  return { worker, pool, die: () => end(0) };
};

/** Runs that are told apart and ended by the test. */
const controlled = () => {
  const runs: { work: Work; end: () => void }[] = [];
  const run = (work: Work): Promise<undefined> =>
    new Promise((resolve) => {
      runs.push({ work, end: () => resolve(undefined) });
    });
  return { runs, run };
};

const errands = (...keys: string[]) => keys.map((key) => ({ kind: 'errand', key, payload: { of: key } }));
const rows = () => sql<{ key: string; attempts: number; ended: boolean; held: boolean }[]>`
  select key, attempts, ended_at is not null as ended, holder is not null as held from due_work order by key`;

test('enqueued work is done once, and enqueuing it again later changes nothing', async () => {
  const done: unknown[] = [];
  await start(async ({ payload }) => {
    done.push(payload);
    return undefined;
  });
  expect(await enqueue(sql, errands('a', 'b'))).toBe(2);
  await until(async () => (await rows()).every(({ ended }) => ended));
  expect(await enqueue(sql, errands('a', 'c'))).toBe(1);
  await until(() => done.length === 3);
  expect(done.map((payload) => (payload as { of: string }).of).sort()).toEqual(['a', 'b', 'c']);
});

test('a worker looks only for the kinds of work it was notified of: by its process, a transaction or another process', async () => {
  const pool = openDatabase(database.address, { max: 3 });
  const store = postgresDueStore(pool);
  const looked: string[][] = [];
  const done: string[] = [];
  const run = async ({ key }: Work): Promise<undefined> => void done.push(key);
  const worker = makeDueWorker({
    store: {
      ...store,
      claim: (kinds, holder, lease_ms) => {
        looked.push(kinds.map(({ kind }) => kind));
        return store.claim(kinds, holder, lease_ms);
      },
    },
    kinds: ['errand', 'chore'].map((kind) => ({ kind, concurrency: 4, run })),
    log: silent,
    // What comes is found without it.
    poll_ms: 3_600_000,
  });
  workers.push({ worker, pool: { end: (timeout) => pool.end({ timeout }) } });
  await worker.start();
  await until(() => looked.length > 0);
  looked.length = 0;
  await enqueue(sql, errands('own'));
  await until(() => done.includes('own'));
  await sql.begin(async (tx) => {
    await ask(tx, errands('committed'));
    expect(done).not.toContain('committed');
  });
  await until(() => done.includes('committed'));
  // Nor did the end of an errand look for more than errands.
  expect(looked.flat()).not.toContain('chore');
  /** As another process does, of this version or of one before. */
  const comes = (kind: string, key: string, message: string) => sql`
    with added as (insert into due_work (kind, key, payload, due_at) values (${kind}, ${key}, '{}', now()) returning 1)
    select pg_notify(${CHANNEL}, ${message}) from added`;
  await comes('chore', 'other', JSON.stringify({ kinds: ['chore'], woken: 'another' }));
  await until(() => done.includes('other'));
  await comes('chore', 'older', '');
  await until(() => done.includes('older'));
});

test('workers share the work without doing any of it twice, each up to its limit of concurrent work', async () => {
  const keys = Array.from({ length: 60 }, (_, i) => `errand-${i}`);
  const done: string[] = [];
  let running = 0;
  let most = 0;
  const run = async ({ key }: Work): Promise<undefined> => {
    most = Math.max(most, ++running);
    await sql`select 1`;
    running -= 1;
    done.push(key);
  };
  await Promise.all([start(run, { concurrency: 3 }), start(run, { concurrency: 3 })]);
  await enqueue(sql, errands(...keys));
  await until(async () => (await rows()).every(({ ended }) => ended));
  expect(done.toSorted()).toEqual(keys.toSorted());
  expect(most).toBeLessThanOrEqual(6);
});

test('the work of a process that died is taken over when its lease ends, and not before', async () => {
  const first = controlled();
  const dead = await start(first.run);
  await enqueue(sql, errands('a'));
  await until(() => first.runs.length === 1);
  const second = controlled();
  await start(second.run);
  // As long as it lives it keeps what it has, however long that takes.
  const [{ lease_until: before }] = (await sql`select lease_until from due_work`) as unknown as [
    { lease_until: string },
  ];
  await until(
    async () =>
      (await sql`select from due_work where lease_until > ${before}::timestamptz + interval '2.1 s'`).length > 0,
  );
  expect(second.runs).toHaveLength(0);
  await dead.die();
  await until(() => second.runs.length === 1);
  // The work has not failed: its process has.
  expect(second.runs[0]!.work.attempt).toBe(1);
  await until(() => first.runs[0]!.work.signal.aborted);
  expect(first.runs[0]!.work.held()).toBe(false);
  // What the one that was thought dead says no longer counts.
  first.runs[0]!.end();
  second.runs[0]!.end();
  await until(async () => (await rows())[0]!.ended);
});

/** How far leases reach, by key. */
const leases = async () =>
  new Map(
    (
      await sql<{ key: string; at_ms: bigint }[]>`
        select key, (extract(epoch from lease_until) * 1000)::int8 as at_ms from due_work where holder is not null`
    ).map(({ key, at_ms }) => [key, at_ms]),
  );

test('leases are renewed while all other connections of the process are busy for longer than a lease lasts', async () => {
  const { runs, run } = controlled();
  const { pool } = await start(run);
  await enqueue(sql, errands('a'));
  await until(() => runs.length === 1);
  const before = (await leases()).get('a')!;
  const busy = Array.from({ length: 6 }, async () => pool`select pg_sleep(1.5)`);
  await until(async () => (await leases()).get('a')! > before + 2_100n);
  expect(runs[0]!.work.held()).toBe(true);
  expect(runs[0]!.work.signal.aborted).toBe(false);
  runs[0]!.end();
  await Promise.all(busy);
});

test('a row that another statement has locked does not prevent the renewal of other leases', async () => {
  const { runs, run } = controlled();
  await start(run);
  await enqueue(sql, errands('a', 'b'));
  await until(() => runs.length === 2);
  const before = (await leases()).get('b')!;
  const of = (key: string) => runs.find(({ work }) => work.key === key)!.work;
  await sql.begin(async (tx) => {
    await tx`select from due_work where key = 'a' for update`;
    await until(() => !of('a').held());
    expect(of('b').held()).toBe(true);
    expect((await leases()).get('b')).toBeGreaterThan(before);
  });
  for (const { end } of runs) end();
});

test('work that fails is retried after a growing pause, and its error is stored', async () => {
  const attempts: number[] = [];
  await start(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt < 4) throw new Error(`no luck at ${attempt}`);
    return undefined;
  });
  await enqueue(sql, errands('a'));
  await until(async () => attempts.length > 1);
  const [row] = await sql<{ last_error: string | null }[]>`select last_error from due_work`;
  expect(row!.last_error ?? 'no luck at 3').toMatch(/^no luck at \d$/);
  await until(async () => (await rows())[0]!.ended);
  expect(attempts).toEqual([1, 2, 3, 4]);
});

test('work that is enqueued again while it runs is run again, and ended work becomes due again', async () => {
  const { runs, run } = controlled();
  await start(run);
  await ask(sql, errands('a'));
  await until(() => runs.length === 1);
  await ask(sql, errands('a'));
  runs[0]!.end();
  await until(() => runs.length === 2);
  runs[1]!.end();
  await until(async () => (await rows())[0]!.ended);
  await ask(sql, errands('a'));
  await until(() => runs.length === 3);
  runs[2]!.end();
});

test('work can ask to be run again, and waits for its due time: by the business clock for kinds that declare it', async () => {
  const clock = manualClock('2026-01-05T17:00:00.000000Z');
  const seen: string[] = [];
  const { worker } = await start(
    async ({ key }) => {
      seen.push(key);
      return key === 'monthly' && seen.length === 1 ? { again_at: '2026-02-01T05:00:00.000000Z' } : undefined;
    },
    { clock },
  );
  await enqueue(sql, [
    { kind: 'errand', key: 'monthly', due_at: '2026-01-05T16:00:00.000000Z' },
    { kind: 'errand', key: 'later', due_at: '2026-03-01T05:00:00.000000Z' },
  ]);
  await until(async () => (await rows()).filter(({ held }) => !held).length === 2 && seen.length === 1);
  clock.set('2026-02-01T05:00:00.000Z');
  worker.wake();
  await until(() => seen.length === 2);
  expect(seen).toEqual(['monthly', 'monthly']);
  clock.set('2026-03-01T05:00:00.000Z');
  worker.wake();
  await until(async () => seen.includes('later'));
});

test('work that waits when the clock is set back goes on within a minute, beside work that waits for its time', async () => {
  const keys: string[] = [];
  const soon = { kind: 'errand', soon: true } as const;
  await start(async ({ key }) => void keys.push(key), soon);
  const timers = manualTimers();
  const watch = await watchSetBacks(() => dueAfterSetBack(sql, [], [soon, { kind: 'later' }]), silent, timers);
  // Asked for at once, an hour later than now: the clock was set back since.
  const ahead = { due_in_ms: 3_600_000 };
  await enqueue(sql, [
    { kind: 'errand', key: 'before the set-back', ...ahead },
    { kind: 'errand', key: 'after a pause', due_in_ms: 300_000 },
    { kind: 'later', key: 'after an hour', ...ahead },
  ]);
  await timers.pass(60_000);
  await until(() => keys.length > 0);
  await watch.stop();
  expect(keys).toEqual(['before the set-back']);
  const waiting = await sql<{ key: string }[]>`select key from due_work where due_at > clock_timestamp() order by key`;
  expect(waiting.map(({ key }) => key)).toEqual(['after a pause', 'after an hour']);
});

test('a worker that stops aborts its runs, waits for them, and releases its leases', async () => {
  const { runs, run } = controlled();
  const timers = manualTimers();
  const { worker } = await start(run, {}, timers);
  await enqueue(sql, errands('a', 'b'));
  await until(() => runs.length === 2);
  runs[0]!.work.signal.addEventListener('abort', runs[0]!.end);
  let hasStopped = false;
  const stopped = worker.stop(1_000).then(() => {
    hasStopped = true;
  });
  await until(async () => (await rows()).some(({ ended }) => ended));
  // The other one does not end in the time that it is given.
  await until(async () => {
    await timers.pass(1_000);
    return hasStopped;
  });
  await stopped;
  const [a, b] = await rows();
  runs[1]!.end();
  const [ended, given] = runs[0]!.work.key === 'a' ? [a, b] : [b, a];
  expect(ended).toMatchObject({ ended: true, held: false });
  // Begun and given back is not an attempt that failed.
  expect(given).toMatchObject({ ended: false, held: false, attempts: 0 });
});

test('the sweeper deletes ended rows after their retention, in bounded batches, and counts them', async () => {
  const keep = { webhookDeliveries_days: 30, dueWork_days: 7, readGenerations_minutes: 5 };
  const clock = manualClock('2026-01-05T17:00:00.000000Z');
  await sql`insert into partners values ('ptn_1', 'key', 'Partner', false, now())`;
  await sql`
    insert into credentials (hash, partner_id, company_id, purpose, expires_at)
    select sha256(i::text::bytea), 'ptn_1', 'cmp_1', 'access', timestamptz '2026-01-05 17:00Z' + (i - 48) * interval '1 hour'
    from generate_series(1, 60) i`;
  await sql`
    insert into due_work (kind, key, payload, due_at, ended_at)
    select 'old', i::text, '{}', now(), now() - i * interval '1 day' from generate_series(1, 10) i`;
  await sql`insert into webhook_endpoints values ('whk_1')`;
  await sql`
    insert into webhook_deliveries (id, webhook_id, sequence, event, resource_id, body, due_at, ended_at, outcome)
    select 'whd_' || i, 'whk_1', i, 'payroll_paid', 'payrl_1', '{}', now(),
      case when i > 20 then now() - i * interval '1 day' end, case when i > 20 then 'delivered' end
    from generate_series(1, 40) i`;
  await sql`insert into webhook_attempts select id, 1, now() - interval '40 days', 1, 200 from webhook_deliveries`;
  const models = { sweep: async ({ grace_ms }: { grace_ms: number }) => grace_ms / 300_000 };
  const metrics = new Metrics();
  const sweeper = makeSweeper({ sql, sweeps: standardSweeps(clock, models, keep), metrics, limit: 4 });
  const work = {
    payload: {},
    attempt: 1,
    bookmark: null,
    signal: new AbortController().signal,
    held: () => true,
    holder: '',
    othersWait: async () => true,
  };
  await sweeper.schedule();
  // By name, attempts come before deliveries, which take their attempts with them.
  for (const { key } of await sql<{ key: string }[]>`select key from due_work where kind = 'sweep' order by key`)
    expect(await sweeper.kind.run({ ...work, key })).toEqual({ again_in_ms: 60_000 });
  const counted = Object.fromEntries(
    (await metrics.getSingleMetric('sweeper_deleted_total')!.get()).values.map(({ labels, value }) => [
      labels.what,
      value,
    ]),
  );
  expect(counted).toEqual({
    idempotency_keys: 0,
    credentials: 48,
    rate_windows: 0,
    webhook_attempts: 40,
    webhook_deliveries: 11,
    due_work: 4,
    read_generations: 1,
  });
});

test('housekeeping looks at no rows that ended since then', async () => {
  const keep = { webhookDeliveries_days: 30, dueWork_days: 7, readGenerations_minutes: 5 };
  const sweeps = standardSweeps(manualClock('2026-01-05T17:00:00.000000Z'), { sweep: async () => 0 }, keep);
  await sql`
    insert into due_work (kind, key, payload, due_at, ended_at)
    select 'young', i::text, '{}', now(), now() - interval '1 day' from generate_series(1, 1000) i`;
  await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    // @ts-expect-error A transaction runs statements as a pool does.
    await sweeps.find(({ name }) => name === 'due_work')!.run(tx, 4);
    const [met] = await tx`select idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'due_work'`;
    // What tests before it deleted may still stand in the index.
    expect(Number(met!.rows)).toBeLessThan(100);
  });
});
