import type { Logger } from 'pino';
import type { Sql } from '../../src/database/connect.ts';
import { type EventStore, type LogEvent, type Position, START } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { HEARTBEAT_ms, type Heartbeat, LEASE_ms, makeHeartbeat } from '../../src/timing/heartbeat.ts';
import { storable } from '../../src/values/cut.ts';
import { addTo } from '../../src/values/group.ts';
import { makeApply, type Poison } from '../feed/apply.ts';
import { allGenerations, type Generation, liveGenerations, type Wanted } from '../feed/generations.ts';
import { parkStatement, recordStillParked, standingOf, unpark } from '../feed/parked.ts';
import { followSide, sideOf } from '../feed/side.ts';
import { nameOf, type Parked, type Target } from '../feed/target.ts';
import { Fenced, type Transactions } from '../feed/transactions.ts';
import { onlyTablesOf, ownerOf } from '../model/model.ts';
import { earlier, later } from '../model/positions.ts';
import { makeRowCache } from '../model/rows.ts';
import { identifier, schemaName } from '../model/tables.ts';
import { goingOn, isMissing } from './cut-off.ts';
import type { FillOptions, FillTarget } from './fill.ts';
import { type FillThreads, fillInParallel } from './fill-threads.ts';
import { createTables, lockBuilds } from './schemas.ts';
import { drop, sweep } from './sweep.ts';

/** Drafts: new generations that are begun, filled, and brought up to the end of the log. They are not read yet. */

const CACHE_bytes = 16 * 1024 * 1024;
const BATCH = 1_000;
/**
 * Fills of one generation, at most. The second leaves out what the first could not apply; more are needed only when an
 * event fails now and then.
 */
const MAX_FILLS = 5;

/** A generation that is being built. */
export interface Draft extends Target {
  wanted: Wanted;
  /** Resources whose tables were copied from another generation, complete up to a position. */
  taken?: { owners: ReadonlySet<string>; position: Position };
}

/** What the functions for drafts work with. */
export interface DraftTools {
  store: EventStore;
  sql: Sql;
  transactions: Transactions;
  owner: string;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
}

/** Creates a new generation of each projection, in a schema of its own with empty tables. */
export const beginDrafts = async (sql: Sql, owner: string, wanted: readonly Wanted[]): Promise<Draft[]> => {
  const drafts: Draft[] = [];
  for (const one of wanted) {
    const { projection, shape } = one;
    const draft = await sql.begin(async (tx) => {
      // Numbers are assigned one at a time.
      await lockBuilds(tx);
      const [row] = await tx<{ next: number }[]>`
        select coalesce(max(generation), 0) + 1 as next from projection_generations
        where projection = ${projection.name}`;
      const generation = row!.next;
      const schema = schemaName(projection.name, generation);
      await tx`
        insert into projection_generations
          (projection, generation, version, shape, schema_name, tables, status, owner, lease_until)
        values (${projection.name}, ${generation}, ${projection.version}, ${shape}, ${schema},
          ${JSON.stringify(one.tables)}::text::jsonb, 'building', ${owner},
          clock_timestamp() + ${`${LEASE_ms} milliseconds`}::interval)`;
      await createTables(tx, schema, projection);
      const cache = makeRowCache(projection.tables, Math.floor(CACHE_bytes / wanted.length));
      return { wanted: one, projection, generation, schema, position: START, cache, parked: new Map() };
    });
    drafts.push(draft);
  }
  return drafts;
};

/** The heartbeat that renews the leases of a process's drafts. A row that is locked is being written, which renews it. */
export const draftsHeartbeat = (sql: Sql, owner: string, log: Logger): Heartbeat =>
  makeHeartbeat({
    every_ms: HEARTBEAT_ms,
    work: async () => {
      await sql`
        with free as (
          select projection, generation from projection_generations
          where owner = ${owner} and status = 'building' for update skip locked)
        update projection_generations g
        set lease_until = clock_timestamp() + ${`${LEASE_ms} milliseconds`}::interval
        from free where g.projection = free.projection and g.generation = free.generation`;
    },
    failed: (error) => log.warn({ err: error }, 'the lease of a build could not be renewed'),
  });

/**
 * The position up to which each draft is filled: that of its copied tables, which is the same for nearly all drafts. A
 * draft without copied tables joins the group that is furthest ahead, so that the log is read once.
 */
export const byPosition = (drafts: readonly Draft[], head: Position): Map<Position, Draft[]> => {
  const furthest = drafts.flatMap(({ taken }) => taken?.position ?? []).reduce(later, 0n);
  const groups = new Map<Position, Draft[]>();
  for (const draft of drafts) addTo(groups, draft.taken?.position ?? (furthest > 0n ? furthest : head), draft);
  return groups;
};

/**
 * Parks the companies in a draft that are parked in the live generation: most likely they would be parked again, after
 * another fill.
 */
export const expectParked = async (
  sql: Sql,
  drafts: readonly Draft[],
  live: ReadonlyMap<string, Generation>,
  upTo: Position,
): Promise<void> => {
  for (const draft of drafts) {
    const generation = live.get(draft.projection.name);
    if (!generation || generation.parked.length === 0) continue;
    const { parked } = (await standingOf(sql, generation)) ?? { parked: new Map<string, Parked>() };
    for (const one of parked.values()) draft.parked.set(one.scope, { ...one, position: earlier(one.position, upTo) });
  }
};

/**
 * Fills drafts with everything up to a position, without keys and indexes. Companies with an event that cannot be
 * applied are parked: the first such event of each is known once the log has been read, so the draft is filled again
 * without the company's events from there on. Returns the drafts that cannot be filled.
 */
export const fillDrafts = async (
  drafts: readonly Draft[],
  upTo: Position,
  options: FillOptions & { threads?: FillThreads },
): Promise<Map<Draft, Poison>> => {
  const poisons = new Map<Draft, Poison>();
  let rest = drafts;
  for (let fills = 1; rest.length > 0; fills++) {
    const targets = new Map(rest.map((draft) => [draft, targetOf(draft)]));
    const toFill = [...targets.values()].filter(({ projection }) => projection.tables.length > 0);
    const found = await fillInParallel(toFill, upTo, options);
    const unfilled = (draft: Draft) => found.get(targets.get(draft)!);
    const again = rest.filter((draft) => unfilled(draft) && !unfilled(draft)!.poison);
    for (const draft of rest) {
      const { poison } = unfilled(draft) ?? {};
      if (poison) poisons.set(draft, poison);
    }
    for (const draft of again) {
      for (const one of unfilled(draft)!.parked.values()) draft.parked.set(one.scope, one);
      // Copied tables hold later events of companies that are parked now, so all tables are filled then.
      draft.taken = undefined;
      if (fills === MAX_FILLS)
        throw new Error(`${draft.projection.name}: each time other events cannot be taken; it is not filled`);
      await options.sql.begin(async (tx) => {
        await createTables(tx, draft.schema, draft.projection);
      });
    }
    rest = again;
  }
  return poisons;
};

/** The part of a draft that is filled from the log: the tables that were not copied. */
const targetOf = (draft: Draft): FillTarget => {
  const { projection, schema, parked, taken } = draft;
  if (!taken) return { projection, schema, parked };
  const owners = new Set(projection.tables.map(ownerOf).filter((owner) => !taken.owners.has(owner)));
  return { projection: onlyTablesOf(projection, owners), owners: [...owners], schema, parked };
};

/** Records that the drafts are filled up to a position, except for parked companies. */
export const moveTo = async (sql: Sql, owner: string, drafts: readonly Draft[], position: Position): Promise<void> => {
  for (const draft of drafts) {
    const moved = await sql`
      update projection_generations set position = ${position}
      where projection = ${draft.projection.name} and generation = ${draft.generation} and status = 'building'
        and owner = ${owner}`;
    if (moved.count !== 1) throw new Fenced('the generation that was being built belongs to somebody else');
    draft.position = position;
    if (draft.parked.size === 0) continue;
    const { text, values } = parkStatement(nameOf(draft), [...draft.parked.values()]);
    await sql.unsafe(text, values);
  }
};

/**
 * Retries the parked companies of a draft once, each from its own position; those that catch up are unparked.
 */
export const retryParked = (tools: DraftTools, draft: Draft): Promise<void> =>
  goingOn(tools.sql, [draft], async () => {
    if (draft.parked.size > 0) await retryOnce(tools, draft);
  });

const retryOnce = async ({ store, sql, transactions, owner, hydrate }: DraftTools, draft: Draft): Promise<void> => {
  const apply = makeApply({ sql, transactions, process: owner, hydrate, silent: true });
  const side = sideOf(draft, [...draft.parked.values()]);
  await followSide(side, draft.position, { store, apply });
  const well = [...side.only.keys()];
  if (well.length > 0) await unpark(sql, owner, nameOf(draft), well, draft.position);
  for (const scope of well) draft.parked.delete(scope);
  for (const one of side.parked.values()) draft.parked.set(one.scope, one);
  await recordStillParked(sql, nameOf(draft), [...side.parked.values()]);
  draft.cache.forget();
};

/** Applies events to drafts up to a position, as the feeder would. Returns the drafts that stopped at an event. */
export const followLog = async (
  tools: DraftTools,
  drafts: readonly Draft[],
  upTo: Position,
  onBatch: (events: number, position: Position) => void = () => {},
): Promise<Map<Target, Poison>> => {
  const { store, sql, transactions, owner, hydrate } = tools;
  const apply = makeApply({ sql, transactions, process: owner, hydrate, silent: true });
  const poisons = new Map<Target, Poison>();
  const well = () => drafts.filter((draft) => !poisons.has(draft));
  const take = async (events: readonly LogEvent[], to: Position): Promise<void> => {
    for (const [target, poison] of await apply(well(), events, to)) poisons.set(target, poison);
  };
  await goingOn(sql, drafts, async () => {
    const after = drafts.map(({ position }) => position).reduce(earlier, upTo);
    for await (const events of store.readAll({ after, upTo, batchSize: BATCH })) {
      await take(events, events.at(-1)!.position);
      onBatch(events.length, events.at(-1)!.position);
    }
    await take([], upTo);
  });
  return poisons;
};

/** Whether a draft is the live generation by now: of a commit that was cut off, nobody said that it was made. */
export const isLive = async (sql: Sql, { wanted, projection, generation }: Draft): Promise<boolean> =>
  (await liveGenerations(sql, [wanted])).get(projection.name)?.generation === generation;

/** Gives up a draft that cannot be finished: drops its tables; its row stays for a while, with the reason. */
export const abandonDraft = async (
  sql: Sql,
  { projection, generation, schema }: Draft,
  poison: Poison,
): Promise<void> => {
  const { stream, revision, error } = poison;
  await sql.begin(async (tx) => {
    await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
    await tx`
      update projection_generations
      set owner = null, lease_until = null, stopped_at = clock_timestamp(), stopped_stream = ${stream},
        stopped_revision = ${revision}, stopped_error = ${storable(error)}
      where projection = ${projection.name} and generation = ${generation} and status = 'building'`;
  });
};

/** Drops drafts that nobody needs any more. What cannot be dropped now is swept later. */
export const dropDrafts = async (sql: Sql, drafts: readonly Draft[]): Promise<void> => {
  for (const { projection, generation, schema } of drafts)
    await drop(sql, { projection: projection.name, generation, schema }, 'building').catch(() => {});
};

/**
 * Drops what nobody uses any more before a build begins, and what earlier tries of this process have left: the
 * heartbeat of the next one would keep it.
 */
export const sweepBefore = async (sql: Sql, owner: string, wanted: readonly Wanted[]): Promise<void> => {
  await sweep(sql, wanted);
  for (const one of await allGenerations(sql))
    if (one.status === 'building' && one.owner === owner) await drop(sql, one, 'building');
};

/**
 * Why work on drafts failed, before they are dropped: Fenced where a table is missing because others removed a draft.
 * Where all drafts are there it is another table, as one of the live generation, which is missing each time.
 */
export const causeOf = async (sql: Sql, drafts: readonly Draft[], failure: unknown): Promise<unknown> => {
  const standing = isMissing(failure) ? await Promise.all(drafts.map((draft) => standingOf(sql, nameOf(draft)))) : [];
  return standing.includes(undefined) ? new Fenced('others removed what was built', { cause: failure }) : failure;
};

/** Drops the drafts of a build that failed. Gives its cause. */
export const dropFailed = async (sql: Sql, drafts: readonly Draft[], failure: unknown): Promise<unknown> => {
  const cause = await causeOf(sql, drafts, failure);
  await dropDrafts(sql, drafts);
  return cause;
};
