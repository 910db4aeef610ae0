import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseAddress, openDatabase, type Sql } from '../../src/database/connect.ts';
import { LeaseLost, StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore, LogEvent, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore, type PostgresEventStoreOptions } from '../../src/event-store/postgres/store.ts';
import { makeRefusals } from '../../src/event-store/refusals.ts';
import { leaseOf } from '../../src/work/leases.ts';
import { postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { collect, newEvent, newEvents, newStream } from '../support/contract-subject.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

// What the Postgres store promises beyond the contract: how it stands failure, and what its table refuses.

let database: TestDatabase;
const opened: EventStore[] = [];
const open = (options: Partial<PostgresEventStoreOptions> = {}): EventStore => {
  const store = openPostgresEventStore({ database: database.address, ...options });
  opened.push(store);
  return store;
};

beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(locks.splice(0).map((lock) => lock.release()));
  await Promise.all(opened.splice(0).map((store) => store.close()));
});
afterAll(() => database.drop());

const failure = async (work: Promise<unknown>): Promise<StoreUnavailable> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return error as StoreUnavailable;
};

interface Lock {
  release(): Promise<void>;
}
const locks: Lock[] = [];

/** Holds the lock of the log, as a process would that stopped in the middle of a group; until the test is over. */
const holdTheLog = async (): Promise<Lock> => {
  const sql = openDatabase(database.address, { max: 1, name: 'holder', idleInTransaction_ms: 0 });
  await sql`begin`;
  await sql`select pg_advisory_xact_lock('event_log'::regclass::oid::bigint)`;
  const lock = { release: () => sql.end({ timeout: 0 }) };
  locks.push(lock);
  return lock;
};

/** How many sessions with that name wait for the log. */
const waitsFor = async (name: string): Promise<number> => {
  const rows = await database.sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${name} and wait_event_type = 'Lock'`;
  return rows.length;
};
/** Resolves when so many do. */
const waiting = (name: string, count = 1): Promise<void> => until(async () => (await waitsFor(name)) >= count);

describe('the log', () => {
  test.each([
    ['update', `update event_log set type = 'Other'`],
    ['delete', 'delete from event_log'],
    ['truncate', 'truncate event_log'],
    ['merge', `merge into event_log using (select 1 as one) s on true when matched then update set type = 'Other'`],
  ])('refuses %s', async (_, statement) => {
    await open().append(newStream(), [newEvent()], 'no_stream');
    await expect(database.sql.unsafe(statement)).rejects.toThrow('the event log is append-only');
  });

  test('stores data and metadata as canonical text, so that they can be hashed as they are', async () => {
    const stream = newStream();
    const event = {
      ...newEvent({ b: 1, a: { d: 'é', c: null } }),
      metadata: { schema_version: 1, actor: 'process:x' },
    };
    await open().append(stream, [event], 'no_stream');
    const [row] = await database.sql`
      select data::text as data, metadata::text as metadata from event_log where stream = ${stream}`;
    expect(row).toEqual({
      data: '{"a":{"c":null,"d":"é"},"b":1}',
      metadata: '{"actor":"process:x","schema_version":1}',
    });
  });

  test('has positions without a gap from 1, in commit order, with any number of writers', async () => {
    const stores = [open(), open(), open()];
    await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) =>
        // Every tenth one fails, and must leave no gap.
        stores[n % 3]!.append(n % 10 ? newStream() : 'taken', newEvents((n % 3) + 1), 'no_stream'),
      ),
    );
    const [row] = await database.sql`
      select min(position) as first, max(position) - count(*) as gaps,
        (select count(*) from (
          select recorded_at < lag(recorded_at) over (order by position) as is_earlier from event_log) as pairs
        where is_earlier) as earlier
      from event_log`;
    expect(row).toEqual({ first: 1n, gaps: 0n, earlier: 0n });
  });
});

describe('an append', () => {
  test('is written once and answered when its connection is cut, at any moment', async () => {
    const store = open({ name: 'cut' });
    let cuts = 0;
    for (let n = 0; n < 40; n++) {
      const stream = newStream();
      let isAnswered = false;
      const appended = store.append(stream, newEvents(3), 'no_stream').finally(() => {
        isAnswered = true;
      });
      // Once while this append is under way, at whatever point it is then.
      for (let isCut = false; !isCut && !isAnswered; ) {
        const cut = await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'cut append'`;
        isCut = cut.length > 0;
        if (isCut) cuts++;
      }
      expect((await appended).revision).toBe(2n);
      expect(await store.readStream(stream)).toHaveLength(3);
    }
    expect(cuts).toBeGreaterThan(0);
  });

  test('that is sent and not answered in time ends as unknown; a repeat gives the result', async () => {
    const store = open({ name: 'slow', appendDeadline_ms: 1_500, appendAttempt_ms: 10_000 });
    await store.append(newStream(), [newEvent()], 'no_stream');
    const events = newEvents(2);
    const lock = await holdTheLog();
    let stream = '';
    let outcome = 'not_written';
    // On a machine that stands still for as long as its deadline one is not even sent.
    for (let isSent = false; outcome === 'not_written' && !isSent; ) {
      stream = newStream();
      let isOver = false;
      const appended = failure(store.append(stream, events, 'no_stream')).finally(() => {
        isOver = true;
      });
      while (!isOver && !isSent) isSent = (await waitsFor('slow append')) > 0;
      ({ outcome } = await appended);
    }
    expect(outcome).toBe('unknown');
    await lock.release();
    expect((await open().append(stream, events, 'no_stream')).revision).toBe(1n);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test('under a lease is there before another one has the key, or not at all', async () => {
    const { sql } = database;
    const [lease, next] = [randomUUID(), randomUUID()];
    await sql`
      insert into idempotency_keys
        (scope, key_hash, request_hash, seed, occurred_at, holder, leased_until, expires_at)
      values ('company:cmp_1', ${Buffer.alloc(32, 1)}, ${Buffer.alloc(32, 1)}, 'seed', '', ${lease}, now(), now())`;
    const store = open({ name: 'leased' });
    const [stream, other] = [newStream(), newStream()];
    const [events, later] = [newEvents(2), newEvents(1)];
    const lock = await holdTheLog();
    const appended = store.append(stream, events, 'no_stream', lease);
    await waiting('leased append');
    const taker = openDatabase(database.address, { max: 1, name: 'taker' });
    const taken = taker`update idempotency_keys set holder = ${next} where holder = ${lease}`.execute();
    await waiting('taker');
    await lock.release();
    await taken;
    expect(await store.readStream(stream)).toHaveLength(2);
    expect((await appended).revision).toBe(1n);

    const late = await Promise.allSettled([
      store.append(stream, later, 1n, lease),
      store.append(other, later, 'no_stream', lease),
      // Beside them, what has its key and what needs none.
      store.append(newStream(), newEvents(1), 'no_stream', next),
      store.append(newStream(), newEvents(1), 'no_stream'),
    ]);
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
    for (const one of late.slice(0, 2)) expect(one).toMatchObject({ reason: expect.any(LeaseLost) });
    // What was written before is still answered as it was.
    expect((await store.append(stream, events, 'no_stream', lease)).revision).toBe(1n);
    expect(await store.readStream(stream)).toHaveLength(2);
    await taker.end();
  });

  test('under a lease of due work keeps claims off and lets renewals through; after a claim it is not written', async () => {
    const due = postgresDueStore(database.sql);
    const kinds = [{ kind: 'fenced', slots: 1, now: null }];
    const [holder, next] = [randomUUID(), randomUUID()];
    await due.enqueue([{ kind: 'fenced', key: 'one' }]);
    const row = { kind: 'fenced', key: 'one', holder };
    expect(await due.claim(kinds, holder, 60_000)).toHaveLength(1);
    const store = open({ name: 'of work' });
    const stream = newStream();
    const lock = await holdTheLog();
    const appended = store.append(stream, newEvents(1), 'no_stream', leaseOf(row));
    await waiting('of work append');
    expect(await due.renew([row], 60_000)).toMatchObject([{ renewed: true }]);
    await database.sql`update due_work set lease_until = '-infinity' where kind = 'fenced'`;
    expect(await due.claim(kinds, next, 60_000)).toEqual([]);
    await lock.release();
    expect((await appended).revision).toBe(0n);
    expect(await due.claim(kinds, next, 60_000)).toHaveLength(1);
    await expect(store.append(stream, newEvents(1), 0n, leaseOf(row))).rejects.toThrow(LeaseLost);
    expect((await store.append(stream, newEvents(1), 0n, leaseOf({ ...row, holder: next }))).revision).toBe(1n);
  });

  test('that is blocked by another of its stream and is not sent in time is not written', async () => {
    const store = open({ name: 'behind', appendDeadline_ms: 1_500, appendAttempt_ms: 10_000 });
    const stream = newStream();
    const lock = await holdTheLog();
    const first = failure(store.append(stream, [newEvent()], 'no_stream'));
    await waiting('behind append');
    const second = failure(store.append(stream, [newEvent()], 0n));
    expect((await first).outcome).toBe('unknown');
    expect((await second).outcome).toBe('not_written');
    await lock.release();
  });

  test.each([
    ['53100', 'the disk of the database is full'],
    ['25006', 'the database only reads'],
  ])(
    'that the database refuses for its own reasons (%s) is told at the first try, and written when it can',
    async (code, says) => {
      const refusals = makeRefusals();
      const store = open({ name: 'refused', refusals, appendDeadline_ms: 20_000 });
      const [before, stream] = [newStream(), newStream()];
      await store.append(before, newEvents(2), 'no_stream');
      await database.sql.unsafe(`
      create or replace function refuse_for_test() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '${code}';
      end $$;
      create trigger zz_refuse_for_test before insert on event_log for each statement execute function refuse_for_test()`);
      const appended = store.append(stream, newEvents(2), 'no_stream');
      try {
        await expect.poll(() => refusals.now()?.says, { timeout: 60_000 }).toContain(says);
        expect(refusals.now()).toMatchObject({ code, error: 'could not extend file' });
        expect(await store.readStream(before)).toHaveLength(2);
      } finally {
        await database.sql`drop trigger zz_refuse_for_test on event_log`;
      }
      expect((await appended).revision).toBe(1n);
      expect(refusals.now()).toBeUndefined();
      expect(await store.readStream(stream)).toHaveLength(2);
    },
  );

  test('is sent again when an answer does not come, and is written once', async () => {
    const store = open({ name: 'again', appendDeadline_ms: 20_000, appendAttempt_ms: 1_000 });
    const stream = newStream();
    const lock = await holdTheLog();
    const appended = store.append(stream, newEvents(2), 'no_stream');
    // It waits anew, so the first try was given up.
    const seen = new Set<string>();
    while (seen.size < 2)
      for (const { start } of await database.sql<{ start: string }[]>`
        select query_start as start from pg_stat_activity
        where application_name = 'again append' and wait_event_type = 'Lock'`)
        seen.add(start);
    await lock.release();
    expect((await appended).revision).toBe(1n);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  test('is refused at once when too many are pending, and says when to retry', async () => {
    const store = open({ name: 'full', maxInHand: 10 });
    const lock = await holdTheLog();
    const accepted = Array.from({ length: 10 }, () => store.append(newStream(), [newEvent()], 'no_stream'));
    const refused = await failure(store.append(newStream(), [newEvent()], 'no_stream'));
    expect(refused).toMatchObject({ outcome: 'not_written', retryAfter_s: 1 });
    await lock.release();
    expect(await Promise.all(accepted)).toHaveLength(10);
    await store.append(newStream(), [newEvent()], 'no_stream');
  });

  test.each([
    ['over the network', { path: undefined, port: 1 }],
    ['through a socket', { path: '/nowhere/.s.PGSQL.1' }],
  ])('to a database that is unavailable %s is reported as not written, by its deadline', async (_, where) => {
    const nowhere: DatabaseAddress = { ...database.address, ...where };
    const store = open({ database: nowhere, appendDeadline_ms: 300, readDeadline_ms: 300 });
    expect((await failure(store.append(newStream(), [newEvent()], 'no_stream'))).outcome).toBe('not_written');
    await failure(store.ping());
    await failure(store.readStream(newStream()));
  });

  test('that the database refuses does not affect others, and its message contains none of its values', async () => {
    await database.sql`alter table event_log add constraint no_poison check (type <> 'Poison') not valid`;
    const poison = newEvent({ secret: 'a personal value' }, 'Poison');
    const store = open();
    const results = await Promise.allSettled(
      [newEvent(), poison, newEvent()].map((event) => store.append(newStream(), [event], 'no_stream')),
    );
    await database.sql`alter table event_log drop constraint no_poison`;
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { reason } = results[1] as PromiseRejectedResult;
    expect(reason).toMatchObject({ outcome: 'not_written' });
    const everything = (error: unknown): string =>
      error instanceof Error
        ? Object.getOwnPropertyNames(error)
            .map((name) => everything((error as unknown as Record<string, unknown>)[name]))
            .join()
        : String(error);
    expect(everything(reason)).not.toContain('a personal value');
  });
});

test('an append is flushed to disk also with synchronous_commit off', async () => {
  // What the commit of an append does is seen from inside its transaction.
  await database.sql`create table commits (mode text)`;
  await database.sql.unsafe(`
    create function note_commit() returns trigger language plpgsql as
      $$ begin insert into commits values (current_setting('synchronous_commit')); return null; end $$;
    create constraint trigger note_commit after insert on event_log initially deferred
      for each row execute function note_commit()`);
  const [before] = await database.sql<{ mode: string }[]>`select current_setting('synchronous_commit') as mode`;
  await open().append(newStream(), [newEvent()], 'no_stream');
  await database.sql`drop trigger note_commit on event_log`;
  expect(before).toEqual({ mode: 'off' });
  expect([...(await database.sql`select mode from commits`)]).toEqual([{ mode: 'on' }]);
});

test('an append uses indexes, however short the log was when its plan was made', async () => {
  // Plans are made on an empty log and kept; one that reads the log whole would be seen in the rows it reads.
  const fresh = await freshDatabase();
  const store = open({ database: fresh.address });
  for (let n = 0; n < 10; n++) await store.append(newStream(), [newEvent()], 'no_stream');
  await store.append(newStream(), newEvents(1_000), 'no_stream');
  const streams = Array.from({ length: 50 }, () => newStream());
  for (const stream of streams) {
    await store.append(stream, [newEvent()], 'no_stream');
    await store.append(stream, [newEvent()], 0n);
    await expect(store.append(stream, [newEvent()], 0n)).rejects.toThrow();
    await store.readStream(stream);
    await store.head();
  }
  // Sessions tell what they read when they end.
  await store.close();
  let rowsRead = 0n;
  while (rowsRead === 0n) {
    await fresh.sql`select pg_stat_force_next_flush()`;
    const [row] = await fresh.sql<{ rows: bigint }[]>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_user_tables
      where relname = 'event_log' and n_tup_ins >= 1110`;
    rowsRead = row?.rows ?? 0n;
  }
  await fresh.drop();
  expect(Number(rowsRead)).toBeLessThan(50 * 20);
});

describe('a subscription', () => {
  const cut = (sql: Sql, name: string): Promise<unknown> =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`;

  test('gets events of other processes soon after its connections were cut', async () => {
    const store = open({ name: 'cut off', poll_ms: 60_000 });
    const seen = collect();
    const subscription = store.subscribeAll({ after: await store.head(), onBatch: seen.onBatch });
    const other = open();
    await other.append(newStream(), [newEvent()], 'no_stream');
    await seen.until((events) => events.length === 1);
    await cut(database.sql, 'cut off listen');
    await cut(database.sql, 'cut off read');
    await other.append(newStream(), [newEvent()], 'no_stream');
    await seen.until((events) => events.length === 2);
    await subscription.stop();
  });

  test('finds events without a notification, also when it has found nothing for a while', async () => {
    const store = open({ name: 'deaf', poll_ms: 20, readers: 1 });
    const seen = collect();
    const subscription = store.subscribeAll({ after: await store.head(), onBatch: seen.onBatch });
    // An append by hand, without a notification.
    const row = (event: NewEvent) => database.sql`
      insert into event_log (position, stream, revision, id, type, data, metadata, recorded_at)
      select coalesce(max(position), 0) + 1, ${newStream()}, 0, ${event.id}, ${event.type}, '{}', '{}', now() from event_log`;
    /** Resolves once it has found nothing, and asks for the end of the log alone. */
    const isQuiet = async () => {
      for (;;) {
        const rows = await database.sql`
          select from pg_stat_activity where application_name = 'deaf read'
            and query like 'select position from event_log order by position desc%'`;
        if (rows.length > 0) return;
      }
    };
    await row({ ...newEvent(), id: randomUUID() });
    await seen.until((events) => events.length === 1);
    await isQuiet();
    await row({ ...newEvent(), id: randomUUID() });
    await seen.until((events) => events.length === 2);
    await subscription.stop();
  });
});

describe('reading the log', () => {
  test('keeps only a bounded part of it in memory, however large the events are', async () => {
    const store = open();
    const after = await store.head();
    const text = 'x'.repeat(500_000);
    for (let n = 0; n < 40; n += 8)
      await Promise.all(Array.from({ length: 8 }, () => store.append(newStream(), [newEvent({ text })], 'no_stream')));
    const batches: LogEvent[][] = [];
    for await (const batch of store.readAll({ after, upTo: await store.head() })) batches.push(batch);
    expect(batches.flat()).toHaveLength(40);
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(17);
  });

  test('gives each event once where larger ones follow, so that what was read ahead is of no use', async () => {
    const store = open();
    const after = await store.head();
    const stream = newStream();
    const sizes = [...Array<number>(30).fill(500), ...Array<number>(30).fill(4_000)];
    const events = sizes.map((size) => newEvent({ text: 'x'.repeat(size) }));
    await store.append(stream, events, 'no_stream');
    // Of very many shares little is kept of one.
    const [row] = await database.sql<{ index: number }[]>`
      select ((hashtextextended(${stream}, 0) % 1024 + 1024) % 1024)::int as index`;
    const read: string[] = [];
    const share = { index: row!.index, of: 1_024 };
    for await (const batch of store.readShare!({ share, after, upTo: await store.head() }))
      read.push(...batch.events.map(({ id }) => id));
    expect(read).toEqual(events.map(({ id }) => id));
  });

  test('fails rather than skips when the log has a gap', async () => {
    const damaged = await freshDatabase();
    const writer = open({ database: damaged.address });
    for (let n = 0; n < 5; n++) await writer.append(newStream(), [newEvent()], 'no_stream');
    await writer.close();
    // One that did not append it has nothing of it in memory.
    const store = open({ database: damaged.address });
    await damaged.sql`alter table event_log disable trigger append_only`;
    await damaged.sql`delete from event_log where position = 3`;
    const read = async () => {
      for await (const _ of store.readAll({ after: 0n, upTo: 5n }));
    };
    await expect(read()).rejects.toThrow(
      /^the event log has a gap between the positions 2 and 4: .* restore it from a backup$/,
    );
    await store.close();
    await damaged.drop();
  });

  test('says so of a gap that is longer than what is read at once: the log does not end there', async () => {
    const damaged = await freshDatabase();
    const writer = open({ database: damaged.address });
    for (let n = 0; n < 5; n++)
      await writer.append(
        newStream(),
        Array.from({ length: 400 }, () => newEvent()),
        'no_stream',
      );
    await writer.close();
    const store = open({ database: damaged.address });
    await damaged.sql`alter table event_log disable trigger append_only`;
    await damaged.sql`delete from event_log where position > 1 and position < 1900`;
    const read = async () => {
      for await (const _ of store.readAll({ after: 0n, upTo: await store.head() }));
    };
    await expect(read()).rejects.toThrow(/^the event log has a gap between the positions 1 and 1900/);
    await store.close();
    await damaged.drop();
  });

  test('that has gone back is noticed by each process that saw more of it, whatever it does first', async () => {
    const restored = await freshDatabase();
    const writer = open({ database: restored.address });
    for (let n = 0; n < 3; n++) await writer.append(newStream(), [newEvent()], 'no_stream');
    const readAll = async (store: EventStore) => {
      for await (const _ of store.readAll({ after: 0n, upTo: 3n }));
    };
    const noticing = async (act: (store: EventStore) => Promise<unknown>) => {
      const told: string[] = [];
      const store = open({ database: restored.address, onWentBack: ({ message }) => told.push(message) });
      expect(await store.head()).toBe(3n);
      return async () => {
        await act(store).catch(() => {});
        return told.map((message) => message.includes('ends at 1'));
      };
    };
    const does = [
      await noticing((store) => store.head()),
      await noticing(readAll),
      await noticing((store) => store.append(newStream(), [newEvent()], 'no_stream')),
    ];
    await restored.sql`alter table event_log disable trigger append_only`;
    await restored.sql`delete from event_log where position > 1`;
    for (const act of does) expect(await act()).toEqual([true]);
    // What it has in memory is of the log that is gone.
    await failure(writer.head());
    await failure(readAll(writer));
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await restored.drop();
  });

  test('fails rather than skips when a stream has a gap, and others are read beside it', async () => {
    const damaged = await freshDatabase();
    const store = open({ database: damaged.address });
    for (const stream of ['middle', 'first', 'whole']) await store.append(stream, newEvents(4), 'no_stream');
    // As where somebody moved an event: the positions stay without a gap.
    await damaged.sql`alter table event_log disable trigger append_only`;
    await damaged.sql`update event_log set stream = 'elsewhere', revision = 0 where stream = 'middle' and revision = 1`;
    await damaged.sql`update event_log set stream = 'elsewhere', revision = 1 where stream = 'first' and revision = 0`;
    const [middle, whole] = await Promise.allSettled([store.readStream('middle'), store.readStream('whole')]);
    const gap = 'the stream middle has revision 2 and no revision 1: events were removed from it or moved';
    expect(middle).toMatchObject({ reason: { name: 'UnreadableEvent', message: expect.stringContaining(gap) } });
    expect(whole).toMatchObject({ value: { length: 4 } });
    await expect(store.readStream('first')).rejects.toThrow(/revision 1 and no revision 0/);
    for (const limit of [undefined, 4])
      await expect(store.readStream('first', { direction: 'backwards', limit })).rejects.toThrow(/no revision 0/);
    expect(await store.readStream('first', { direction: 'backwards', limit: 3 })).toHaveLength(3);
    await expect(store.readStream('middle', { direction: 'backwards' })).rejects.toThrow(
      /revision 0 and no revision 1/,
    );
    await expect(store.readStream('middle', { from: 1n, limit: 1 })).rejects.toThrow(/no revision 1/);
    expect(await store.readStream('middle', { direction: 'backwards', limit: 2 })).toHaveLength(2);
    expect(await store.readStream('middle', { from: 2n })).toHaveLength(2);
    await store.close();
    await damaged.drop();
  });
});
