import type { Logger } from 'pino';
import type { OpenOptions, Sql } from '../src/database/connect.ts';
import type { EventStore, LogEvent, Position } from '../src/event-store/port.ts';
import type { DomainEvent } from '../src/kernel/resource.ts';
import { makeApply, type Poison, type Target } from './apply.ts';
import { finish, openFillConnections } from './fill.ts';
import { type FillThreads, fillInParallel } from './fill-threads.ts';
import { HEARTBEAT_ms, LEASE_ms, type Wanted } from './generations.ts';
import { Fenced, type Journeys, openJourneys } from './journeys.ts';
import { earlier, later } from './positions.ts';
import { CHANNEL, changedMessage, type Progress } from './progress.ts';
import { makeRowCache } from './rows.ts';
import { drop, sweep } from './sweep.ts';
import { createTable, identifier, schemaName } from './tables.ts';
import { messageOf } from './transient.ts';

/**
 * Fills new generations from the log beside the live ones, and puts them in their place.
 *
 *   building   its own schema; nobody reads it. Killed here, the old generation never noticed, and `sweep` removes what
 *              is left when the builder's lease has run out
 *   swap       the checkpoint of the live generation is locked, so it stands still; the new one takes in what is left up
 *              to exactly there; then the old one is retired and the new one live, in one commit
 *   retired    kept for a while, for queries of processes that have not heard yet
 *
 * The feeder finds its checkpoint retired, looks again, and goes on with the new generation from the same position.
 */
export interface BuildProgress {
  projections: readonly string[];
  phase: 'reading' | 'indexing' | 'swapping' | 'done';
  /** Events read so far. */
  events: number;
  position: Position;
  /** Where the log ended when this phase began. */
  head: Position;
  elapsed_ms: number;
}

export type OnProgress = (progress: BuildProgress) => void;

export interface BuildOptions {
  store: EventStore;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  progress: Progress;
  open: (options: OpenOptions) => Sql;
  /** For long logs; without it one thread does all. */
  threads?: FillThreads;
  log: Logger;
}

/** Some projections could not be built: an event of the log is too much for each. The others were. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
  readonly poisons: ReadonlyMap<string, Poison>;
  constructor(poisons: ReadonlyMap<string, Poison>) {
    const parts = [...poisons].map(
      ([name, { stream, revision, error }]) => `${name} cannot take event ${revision} of ${stream}: ${error}`,
    );
    super(parts.join('; '));
    this.poisons = poisons;
  }
}

const BUILDS = 0x70617972_00000021n;
const CACHE_bytes = 16 * 1024 * 1024;
const BATCH = 1_000;
const MAX_SWAPS = 50;

/** A generation that is being built. */
interface Draft extends Target {
  wanted: Wanted;
}

/** Connections of one build; they end with it. */
interface Tools extends BuildOptions {
  owner: string;
  sql: Sql;
  copying: Sql;
  journeys: Journeys;
}

/** Begins generations for the projections, each in a schema of its own with empty tables. */
export const beginDrafts = async (sql: Sql, owner: string, wanted: readonly Wanted[]): Promise<Draft[]> => {
  const drafts: Draft[] = [];
  for (const one of wanted) {
    const { projection, shape } = one;
    const draft = await sql.begin(async (tx) => {
      // Numbers are given out one at a time.
      await tx`select pg_advisory_xact_lock(${BUILDS})`;
      const [row] = await tx<{ next: number }[]>`
        select coalesce(max(generation), 0) + 1 as next from projection_generations
        where projection = ${projection.name}`;
      const generation = row!.next;
      const schema = schemaName(projection.name, generation);
      await tx`
        insert into projection_generations
          (projection, generation, version, shape, schema_name, status, owner, lease_until)
        values (${projection.name}, ${generation}, ${projection.version}, ${shape}, ${schema}, 'building', ${owner},
          clock_timestamp() + ${`${LEASE_ms} milliseconds`}::interval)`;
      await tx.unsafe(`create schema ${identifier(schema)}`);
      for (const table of projection.tables) await tx.unsafe(createTable(schema, table));
      const cache = makeRowCache(projection.tables, Math.floor(CACHE_bytes / wanted.length));
      return { wanted: one, projection, generation, schema, position: 0n, cache };
    });
    drafts.push(draft);
  }
  return drafts;
};

/** Keeps the leases of a process's drafts until the returned function is called. */
export const keepDrafts = (sql: Sql, owner: string, log: Logger): (() => void) => {
  const timer = setInterval(() => {
    sql`
      update projection_generations set lease_until = clock_timestamp() + ${`${LEASE_ms} milliseconds`}::interval
      where owner = ${owner} and status = 'building'`.catch((error: unknown) =>
      log.warn({ err: messageOf(error) }, 'the lease of a build could not be renewed'),
    );
  }, HEARTBEAT_ms);
  return () => clearInterval(timer);
};

/** Locks the live generation of a draft's projection, and does the last of the work while it stands still. */
export const withLiveLocked = async <T>(
  { sql }: Pick<Tools, 'sql'>,
  { wanted: { projection, shape } }: Draft,
  work: (live: Live | undefined, tx: Parameters<Parameters<Sql['begin']>[1]>[0]) => Promise<T>,
): Promise<T> =>
  (await sql.begin(async (tx) => {
    const [live] = await tx<Live[]>`
      select generation, schema_name as schema, position, owner, lease_until from projection_generations
      where projection = ${projection.name} and version = ${projection.version} and shape = ${shape}
        and status = 'live'
      for update`;
    return work(live, tx);
  })) as T;

export interface Live {
  generation: number;
  schema: string;
  position: Position;
  owner: string | null;
  lease_until: string | null;
}

/** Makes a draft the live generation, at exactly the position of the one it replaces. */
const swap = async (tools: Tools, draft: Draft, follow: (upTo: Position) => Promise<void>): Promise<void> => {
  const { owner, progress } = tools;
  const { name } = draft.projection;
  await withLiveLocked(tools, draft, async (live, tx) => {
    if (live && live.position > draft.position) await follow(live.position);
    if (live)
      await tx`
        update projection_generations
        set status = 'retired', retired_at = clock_timestamp(), owner = null, lease_until = null
        where projection = ${name} and generation = ${live.generation}`;
    // Whoever feeds the old one feeds the new one.
    const swapped = await tx`
      update projection_generations
      set status = 'live', live_at = clock_timestamp(), owner = ${live?.owner ?? null},
        lease_until = ${live?.lease_until ?? null}
      where projection = ${name} and generation = ${draft.generation} and status = 'building'
        and owner = ${owner} and position = ${draft.position}`;
    if (swapped.count !== 1) throw new Fenced('the generation that was being built belongs to somebody else');
    await tx`select pg_notify(${CHANNEL}, ${changedMessage(owner)})`;
    await tx`select pg_notify('payroll_leases', '')`;
  });
  await progress.refresh();
};

/** Brings drafts from where they are up to a position, as the feeder would. Gives those that cannot take an event. */
export const followLog = async (
  tools: Pick<Tools, 'store' | 'sql' | 'journeys' | 'owner' | 'hydrate'>,
  drafts: readonly Draft[],
  upTo: Position,
  onBatch: (events: number, position: Position) => void = () => {},
): Promise<Map<Target, Poison>> => {
  const { store, sql, journeys, owner, hydrate } = tools;
  const apply = makeApply({ sql, journeys, process: owner, hydrate, silent: true });
  const poisons = new Map<Target, Poison>();
  const well = () => drafts.filter((draft) => !poisons.has(draft));
  const take = async (events: readonly LogEvent[], to: Position): Promise<void> => {
    for (const [target, poison] of await apply(well(), events, to)) poisons.set(target, poison);
  };
  const after = drafts.map(({ position }) => position).reduce(earlier, upTo);
  for await (const events of store.readAll({ after, upTo, batchSize: BATCH })) {
    await take(events, events.at(-1)!.position);
    onBatch(events.length, events.at(-1)!.position);
  }
  await take([], upTo);
  return poisons;
};

/** Opens the connections of a build, and closes them when the work is done. */
export const withTools = async <T>(options: BuildOptions, work: (tools: Tools) => Promise<T>): Promise<T> => {
  const { sql, copying, end } = openFillConnections(options.open);
  const journeys = openJourneys(options.open, 'payroll build');
  try {
    return await work({ ...options, owner: options.progress.process, sql, copying, journeys });
  } finally {
    await Promise.all([end(), journeys.end()]);
  }
};

/**
 * Builds new generations of the projections in one pass over the log, and swaps each in.
 *
 * @throws BuildFailed when some cannot be built; the others were swapped in.
 */
export const build = (
  options: BuildOptions,
  wanted: readonly Wanted[],
  onProgress: OnProgress = () => {},
): Promise<void> =>
  withTools(options, async (tools) => {
    const { store, hydrate, sql, copying, threads, owner, log } = tools;
    const started = performance.now();
    await sweep(sql, wanted);
    let drafts = await beginDrafts(sql, owner, wanted);
    const release = keepDrafts(sql, owner, log);
    const failed = new Map<string, Poison>();
    let events = 0;
    const tell = (phase: BuildProgress['phase'], position: Position, head: Position): void =>
      onProgress({
        projections: wanted.map(({ projection }) => projection.name),
        phase,
        events,
        position,
        head,
        elapsed_ms: performance.now() - started,
      });
    const give = async (poisons: ReadonlyMap<unknown, Poison>): Promise<void> => {
      for (const draft of drafts) {
        const poison = poisons.get(draft);
        if (!poison) continue;
        failed.set(draft.projection.name, poison);
        await setAside(sql, draft, poison);
      }
      drafts = drafts.filter((draft) => !poisons.has(draft));
    };
    const follow = async (some: readonly Draft[], upTo: Position, phase: BuildProgress['phase']): Promise<void> =>
      give(
        await followLog(tools, some, upTo, (count, position) => {
          events += count;
          tell(phase, position, upTo);
        }),
      );
    try {
      const head = await store.head();
      await give(
        await fillInParallel(drafts, head, {
          store,
          hydrate,
          copying,
          sql,
          threads,
          signal: new AbortController().signal,
          onBatch: (count, position) => {
            events += count;
            tell(position < head ? 'reading' : 'indexing', position, head);
          },
        }),
      );
      await finish(drafts, sql);
      await moveTo(sql, owner, drafts, head);
      for (let round = 0; round < 3 && drafts.length > 0; round++) await follow(drafts, await store.head(), 'reading');
      for (const draft of [...drafts]) {
        for (let attempt = 0; drafts.includes(draft); attempt++) {
          await follow([draft], await store.head(), 'swapping');
          if (!drafts.includes(draft)) break;
          try {
            await swap(tools, draft, (upTo) => follow([draft], upTo, 'swapping'));
            break;
          } catch (error) {
            if (!drafts.includes(draft)) break;
            // 25P03: it took so long that the database ended the session rather than hold up the feeder.
            if ((error as { code?: string }).code !== '25P03' || attempt >= MAX_SWAPS) throw error;
          }
        }
      }
      const position = drafts.map((draft) => draft.position).reduce(later, 0n);
      tell('done', position, position);
    } catch (error) {
      for (const { projection, generation, schema } of drafts)
        await drop(sql, { projection: projection.name, generation, schema }, 'building').catch(() => {});
      throw error;
    } finally {
      release();
    }
    if (failed.size > 0) throw new BuildFailed(failed);
  });

/** The tables are full up to here. */
const moveTo = async (sql: Sql, owner: string, drafts: readonly Draft[], position: Position): Promise<void> => {
  for (const draft of drafts) {
    const moved = await sql`
      update projection_generations set position = ${position}
      where projection = ${draft.projection.name} and generation = ${draft.generation} and status = 'building'
        and owner = ${owner}`;
    if (moved.count !== 1) throw new Fenced('the generation that was being built belongs to somebody else');
    draft.position = position;
  }
};

/** A draft that cannot be finished: its tables go, its row stays a while and tells why. */
const setAside = async (sql: Sql, { projection, generation, schema }: Draft, poison: Poison): Promise<void> => {
  const { stream, revision, error } = poison;
  await sql.begin(async (tx) => {
    await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
    await tx`
      update projection_generations
      set owner = null, lease_until = null, stopped_at = clock_timestamp(), stopped_stream = ${stream},
        stopped_revision = ${revision}, stopped_error = ${error.slice(0, 2_000)}
      where projection = ${projection.name} and generation = ${generation} and status = 'building'`;
  });
};
