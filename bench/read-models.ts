import pino from 'pino';
import { resourceProjections } from '../projections/model/resources.ts';
import { makeReadModels, type ReadModels } from '../projections/read-models.ts';
import type { ThreadContext } from '../projections/rebuild/fill-threads.ts';
import { type DatabaseAddress, openDatabase, type Sql } from '../src/database/connect.ts';
import type { EventStore } from '../src/event-store/port.ts';
import { openPostgresEventStore } from '../src/event-store/postgres/store.ts';
import { date, decimalField, reference, text } from '../src/kernel/definition/fields.ts';
import { makeFolder } from '../src/kernel/definition/fold.ts';
import { makeRegistry } from '../src/kernel/definition/registry.ts';
import { defineResource } from '../src/kernel/definition/resource.ts';
import { hydrate } from '../src/kernel/events/hydrate.ts';
import type { PersonalKeys } from '../src/kernel/events/keys.ts';
import type { Bench } from './bench.ts';

// One read model of an ordinary resource, and a log of it.

const recurring = defineResource({
  object: 'recurring',
  plural: 'recurrings',
  prefix: 'rec',
  path: '/recurrings',
  context: 'recurrings',
  scope: 'company',
  purpose: 'What somebody gets each time.',
  fields: {
    title: text({ column: true }),
    amount: decimalField('amount', { places: 2, column: true }),
    effective_from: date({ column: true }),
    work_assignment: reference('work_assignment'),
    note: text(),
  },
  operations: [],
});

const registry = makeRegistry([recurring]);

const noKeys: PersonalKeys = {
  prepare: async () => {},
  seal: () => Promise.reject(new Error('nothing here is personal')),
  open: () => Promise.reject(new Error('nothing here is personal')),
  erase: async () => {},
};

/** Events of one stream. */
export const EVENTS_OF_STREAM = 10;
/** Streams that are written to at a time, as of one company at work. */
const ABREAST = 1_000;
const COMPANY = 'cmp_01JD2N8V5RAAAAAAAAAAAAAAAA';

/** An event of the log below. */
export type Recorded = {
  type: 'RecurringCreated' | 'RecurringChanged';
  data: Record<string, string>;
  metadata: { company_id: string; occurred_at: string };
};

const metadata = { company_id: 'cmp_01JD2N8V5RAAAAAAAAAAAAAAAA', occurred_at: '2026-03-01T09:30:00.000000Z' };

const created = (stream: number): Recorded => ({
  type: 'RecurringCreated',
  data: {
    amount: `${stream % 1_000}.50`,
    effective_from: '2026-01-05',
    note: 'x'.repeat(60),
    title: `Allowance ${stream}`,
    work_assignment_id: `wa_${String(Math.floor(stream / 8)).padStart(26, '0')}`,
  },
  metadata,
});

const changed = (stream: number, revision: number): Recorded => ({
  type: 'RecurringChanged',
  data: { amount: `${stream % 1_000}.25`, note: `${'y'.repeat(60)}, changed ${revision} times` },
  metadata,
});

/** Events like those of one of its streams. */
export const streamOf = (stream: number): Recorded[] =>
  Array.from({ length: EVENTS_OF_STREAM }, (_, revision) =>
    revision === 0 ? created(stream) : changed(stream, revision),
  );

/** A database whose log holds that many events, made once for all rows of a run. */
export const filledLog = ({ sharedDatabase }: Bench, count: number): Promise<DatabaseAddress> =>
  sharedDatabase(`a log of ${count}`, (address) => fillLog(address, count));

/**
 * Fills an empty log: streams of ten events (one creation, nine changes) of about 500 bytes, a thousand streams at a
 * time beside each other. The server makes the events, so this takes little time.
 */
const fillLog = async (address: DatabaseAddress, count: number): Promise<void> => {
  const sql = openDatabase(address, { max: 1, statementTimeout_ms: 0, settings: { synchronous_commit: 'off' } });
  // An index that is made at the end costs a fraction of one that grows with the rows.
  await sql`alter table event_log drop constraint event_log_stream_revision_key`;
  for (let from = 0; from < count; from += 100_000)
    await sql.unsafe(`
      insert into event_log (position, stream, revision, id, type, data, metadata, recorded_at)
      select n + 1, 'recurring-rec_' || lpad(stream::text, 26, '0'), revision, md5(n::text)::uuid,
        case revision when 0 then 'RecurringCreated' else 'RecurringChanged' end,
        case revision
          when 0 then format('{"amount":"%s.50","effective_from":"2026-01-%s","note":"%s","title":"Allowance %s","work_assignment_id":"wa_%s"}',
            n % 1000, lpad((1 + n % 28)::text, 2, '0'), repeat('x', 60), stream, lpad((stream / 8)::text, 26, '0'))
          else format('{"amount":"%s.25","note":"%s, changed %s times"}', n % 1000, repeat('y', 60), revision)
        end::json,
        format('{"actor":"company:${COMPANY}","company_id":"${COMPANY}","correlation_id":"%1$s","occurred_at":"2026-03-%2$sT09:%3$s:00.000000Z","partner_id":"ptn_01JD2N8V5RAAAAAAAAAAAAAAAA","request_id":"%1$s","schema_version":1}',
          'req_' || lpad(n::text, 26, '0'), lpad((1 + n % 28)::text, 2, '0'), lpad((n % 60)::text, 2, '0'))::json,
        now()
      from (
        select n, (n / ${ABREAST * EVENTS_OF_STREAM}) * ${ABREAST} + n % ${ABREAST} as stream,
          n / ${ABREAST} % ${EVENTS_OF_STREAM} as revision
        from generate_series(${from}::bigint, ${Math.min(from + 100_000, count) - 1}::bigint) n
      ) made`);
  await sql`alter table event_log add constraint event_log_stream_revision_key unique (stream, revision)`;
  await sql`vacuum analyze event_log`;
  await sql.end();
};

export interface Side {
  models: ReadModels;
  store: EventStore;
  sql: Sql;
  /** Rebuilds, checks that every row is there and stands at its last event, and gives the events per second. */
  rebuild(count: number): Promise<number>;
  close(): Promise<void>;
}

/** What a thread that fills stands on. */
export const openThreadContext = async (address: DatabaseAddress): Promise<ThreadContext> => {
  const store = openPostgresEventStore({ database: address });
  return {
    store,
    hydrate: (events) => hydrate(events, noKeys),
    open: (options) => openDatabase(address, options),
    projections: resourceProjections(registry, makeFolder(registry), {}),
    close: () => store.close(),
  };
};

/** Read models of one process on a log; by default on the one in their database. */
export const openSide = async (address: DatabaseAddress, other?: EventStore): Promise<Side> => {
  const context = await openThreadContext(address);
  const store = other ?? context.store;
  const sql = context.open({ max: 2, statementTimeout_ms: 0 });
  const threads = { module: new URL(import.meta.url), data: address };
  const models = makeReadModels({ ...context, store, sql, threads, log: pino({ level: 'silent' }) });
  return {
    models,
    store,
    sql,
    rebuild: async (count) => {
      const begun_ms = performance.now();
      await models.rebuild();
      const took_s = (performance.now() - begun_ms) / 1_000;
      const [live] = await sql<{ schema: string }[]>`
        select schema_name as schema from projection_generations where status = 'live'`;
      const [found] = await sql.unsafe<{ rows: bigint; last: bigint }[]>(
        `select count(*) as rows, count(*) filter (where version = '${EVENTS_OF_STREAM - 1}') as last
         from ${live!.schema}.recurring`,
      );
      const streams = BigInt(count / EVENTS_OF_STREAM);
      if (found!.rows !== streams || found!.last !== streams)
        throw new Error(`${found!.rows} of ${streams} rows were built, ${found!.last} of them from all their events`);
      await models.sweep({ grace_ms: 0 });
      return count / took_s;
    },
    close: async () => {
      await models.stop();
      await store.close();
      await context.close();
      await sql.end({ timeout: 2 });
    },
  };
};
