import type { Logger } from 'pino';
import type { Sql } from '../src/database/connect.ts';
import type { EventStore, Position } from '../src/event-store/port.ts';
import type { Apply, Target } from './apply.ts';
import { allGenerations, Fenced, HEARTBEAT_ms, LEASE_ms, type Wanted } from './generations.ts';
import { earlier, later } from './positions.ts';
import { CHANNEL, changedMessage, type Progress } from './progress.ts';
import { makeRowCache } from './rows.ts';
import { createIndexes, createKey, createTable, identifier, schemaName } from './tables.ts';
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
  /** Where the log ended when the phase began. */
  head: Position;
  elapsed_ms: number;
}

export type OnProgress = (progress: BuildProgress) => void;

export interface BuildOptions {
  sql: Sql;
  store: EventStore;
  progress: Progress;
  apply: Apply;
  log: Logger;
}

/** A projection cannot be built: an event of the log is too much for it. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

const BUILDS = 0x70617972_00000021n;
const CACHE_bytes = 48 * 1024 * 1024;
const BATCH = 2_000;
const MAX_SWAPS = 50;

/** Begins generations for the projections, each in a schema of its own with empty tables. */
const begin = async (sql: Sql, owner: string, wanted: readonly Wanted[]): Promise<Target[]> => {
  const targets: Target[] = [];
  for (const { projection, shape } of wanted) {
    const target = await sql.begin(async (tx) => {
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
          clock_timestamp() + (${LEASE_ms}::int8 * interval '1 millisecond'))`;
      await tx.unsafe(`create schema ${identifier(schema)}`);
      for (const table of projection.tables) {
        await tx.unsafe(createTable(schema, table));
        await tx.unsafe(createKey(schema, table));
        for (const index of createIndexes(schema, table)) await tx.unsafe(index);
      }
      const cache = makeRowCache(projection.tables, Math.floor(CACHE_bytes / wanted.length));
      return { projection, generation, schema, position: 0n, cache };
    });
    targets.push(target);
  }
  return targets;
};

/** Makes `target` the live generation at the position of the one it replaces. False when that one moved too far. */
const swap = async (
  { sql, progress }: BuildOptions,
  owner: string,
  target: Target,
  { projection, shape }: Wanted,
  follow: (upTo: Position) => Promise<void>,
): Promise<void> => {
  await sql.begin(async (tx) => {
    const [live] = await tx<
      { generation: number; position: bigint; owner: string | null; lease_until: string | null }[]
    >`
      select generation, position, owner, lease_until from projection_generations
      where projection = ${projection.name} and version = ${projection.version} and shape = ${shape}
        and status = 'live'
      for update`;
    if (live && live.position > target.position) await follow(live.position);
    if (live)
      await tx`
        update projection_generations
        set status = 'retired', retired_at = clock_timestamp(), owner = null, lease_until = null
        where projection = ${projection.name} and generation = ${live.generation}`;
    const swapped = await tx`
      update projection_generations
      set status = 'live', live_at = clock_timestamp(), owner = ${live?.owner ?? null},
        lease_until = ${live?.lease_until ?? null}
      where projection = ${projection.name} and generation = ${target.generation} and status = 'building'
        and owner = ${owner} and position = ${target.position}`;
    if (swapped.count !== 1) throw new Fenced('the generation that was being built belongs to somebody else');
    await tx`select pg_notify(${CHANNEL}, ${changedMessage(owner)})`;
    await tx`select pg_notify('payroll_leases', '')`;
  });
  await progress.refresh();
};

/** Builds new generations of the projections in one pass over the log, and swaps each in. */
export const build = async (
  options: BuildOptions,
  wanted: readonly Wanted[],
  onProgress: OnProgress = () => {},
): Promise<void> => {
  const { sql, store, apply, log } = options;
  const owner = options.progress.process;
  const started = performance.now();
  const targets = await begin(sql, owner, wanted);
  const beat = setInterval(() => {
    sql`
      update projection_generations
      set lease_until = clock_timestamp() + (${LEASE_ms}::int8 * interval '1 millisecond')
      where owner = ${owner} and status = 'building'`.catch((error: unknown) =>
      log.warn({ err: messageOf(error) }, 'the lease of a rebuild could not be renewed'),
    );
  }, HEARTBEAT_ms);
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
  const take = async (some: readonly Target[], batch: Parameters<Apply>[1], upTo: Position): Promise<void> => {
    const poisons = await apply(some, batch, upTo);
    for (const [{ projection }, { stream, revision, error }] of poisons)
      throw new BuildFailed(`${projection.name} cannot take event ${revision} of ${stream}: ${error}`);
  };
  const follow = async (some: readonly Target[], upTo: Position, phase: BuildProgress['phase']): Promise<void> => {
    const after = some.map(({ position }) => position).reduce(earlier);
    for await (const batch of store.readAll({ after, upTo, batchSize: BATCH })) {
      await take(some, batch, batch.at(-1)!.position);
      events += batch.length;
      tell(phase, batch.at(-1)!.position, upTo);
    }
    await take(some, [], upTo);
  };
  try {
    for (let round = 0; round < 3; round++) await follow(targets, await store.head(), 'reading');
    for (const [i, target] of targets.entries()) {
      for (let attempt = 0; ; attempt++) {
        await follow([target], await store.head(), 'swapping');
        try {
          await swap(options, owner, target, wanted[i]!, (upTo) => follow([target], upTo, 'swapping'));
          break;
        } catch (error) {
          // 25P03: it took so long that the database ended the session rather than hold up the feeder.
          if ((error as { code?: string }).code !== '25P03' || attempt >= MAX_SWAPS) throw error;
        }
      }
    }
    const position = targets.map((target) => target.position).reduce(later);
    tell('done', position, position);
  } catch (error) {
    await abandon(sql, targets).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
};

/** Removes generations that were begun and will not be finished. */
const abandon = async (sql: Sql, targets: readonly Target[]): Promise<void> => {
  for (const { projection, generation, schema } of targets)
    await drop(sql, { projection: projection.name, generation, schema }, 'building');
};

const drop = async (
  sql: Sql,
  { projection, generation, schema }: { projection: string; generation: number; schema: string },
  status: 'building' | 'retired' | 'live',
): Promise<boolean> =>
  sql.begin(async (tx) => {
    await tx`set local lock_timeout = '2s'`;
    const gone = await tx`
      delete from projection_generations
      where projection = ${projection} and generation = ${generation} and status = ${status}`;
    if (gone.count !== 1) return false;
    await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
    return true;
  });

export interface SweepOptions {
  /** Retired generations are kept for so long; default 5 minutes. */
  grace_ms?: number;
  /** Live generations of other versions are kept for so long after anybody fed them; default a day. */
  otherVersions_ms?: number;
}

/**
 * Drops generations that nobody needs any more: retired ones after a grace, what killed builders left, and those of
 * other versions of the code that nobody has fed for a day. Gives the number of schemas dropped.
 */
export const sweep = async (sql: Sql, wanted: readonly Wanted[], options: SweepOptions = {}): Promise<number> => {
  const { grace_ms = 300_000, otherVersions_ms = 86_400_000 } = options;
  const due = await sql<
    { projection: string; generation: number; schema: string; status: 'building' | 'retired' | 'live' }[]
  >`
    select projection, generation, schema_name as schema, status from projection_generations
    where (status = 'retired' and retired_at < clock_timestamp() - (${grace_ms}::int8 * interval '1 millisecond'))
      or (status = 'building' and lease_until < clock_timestamp())
      or (status = 'live' and coalesce(lease_until, live_at)
        < clock_timestamp() - (${otherVersions_ms}::int8 * interval '1 millisecond'))
    order by projection, generation limit 100`;
  const all = await allGenerations(sql);
  const isCurrent = (projection: string, generation: number): boolean => {
    const row = all.find((one) => one.projection === projection && one.generation === generation);
    const mine = wanted.find((one) => one.projection.name === projection);
    // A generation of a projection that this code does not know may belong to newer code.
    return !mine || (row?.version === mine.projection.version && row.shape === mine.shape);
  };
  let dropped = 0;
  for (const one of due) {
    if (one.status === 'live' && isCurrent(one.projection, one.generation)) continue;
    try {
      if (await drop(sql, one, one.status)) dropped += 1;
    } catch (error) {
      // Somebody still reads it (55P03): next time.
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
  return dropped;
};
