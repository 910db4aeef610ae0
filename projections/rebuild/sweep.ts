import type { Sql } from '../../src/database/connect.ts';
import { isFree } from '../../src/database/leases.ts';
import type { Generation, Wanted } from '../feed/generations.ts';
import { allGenerations } from '../feed/generations.ts';
import { identifier } from '../model/tables.ts';
import { isKeptWaiting } from './cut-off.ts';
import { CAME_ALONG, IS_FROM_BEFORE, lockBuilds, note } from './schemas.ts';

/** Drops generations that are no longer used. */

/** While it waits longer for a running query, new queries would queue after it. */
const LOCK_TIMEOUT = '500ms';

/** Drops a generation if it has the given status. False when it has another one, or a query is reading it. */
export const drop = async (
  sql: Sql,
  { projection, generation, schema }: Pick<Generation, 'projection' | 'generation' | 'schema'>,
  status: Generation['status'],
): Promise<boolean> => {
  try {
    return await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      const gone = await tx`
        delete from projection_generations
        where projection = ${projection} and generation = ${generation} and status = ${status}`;
      if (gone.count !== 1) return false;
      await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
      return true;
    });
  } catch (error) {
    if (isKeptWaiting(error)) return false;
    throw error;
  }
};

/** `g` has no schema, or one with the rows of another table of generations. */
const LOST = `g.status <> 'retired' and not (g.status = 'building' and g.stopped_at is not null) and not exists (
  select 1 from pg_catalog.pg_namespace n where n.nspname = g.schema_name and not ${IS_FROM_BEFORE})`;

/** Has the schemas of a backup with read models say that they are those of the restored table. */
const noteRestored = (sql: Sql): Promise<void> =>
  sql.begin(async (tx) => {
    await lockBuilds(tx);
    const along = await tx.unsafe<{ name: string }[]>(
      `select n.nspname as name from projection_generations g
       join pg_catalog.pg_namespace n on n.nspname = g.schema_name and ${CAME_ALONG}`,
    );
    for (const { name } of along) await note(tx, name);
  });

/**
 * Retires generations whose schema is not there, as after a restore from a backup without read models. Where such a
 * backup was restored over a database, the schemas of that database are still there, with rows of events that the log
 * does not have: these go. Those that were in the backup stay. A build that was given up has no schema any more either,
 * and its row says why: it stays as long as `sweep` leaves it. Returns the schemas.
 *
 * They are not deleted: the next generation would have the same number and schema, and a process that still reads the
 * lost one would answer with what is built so far.
 */
export const forgetLost = async (sql: Sql): Promise<string[]> => {
  await noteRestored(sql);
  const lost = await sql.unsafe<{ projection: string; generation: number; schema_name: string }[]>(
    `select projection, generation, schema_name from projection_generations g where ${LOST}`,
  );
  const forgotten: string[] = [];
  for (const { projection, generation, schema_name } of lost)
    await sql.begin(async (tx) => {
      // A process that starts beside this one may have begun to build it again.
      await lockBuilds(tx);
      const gone = await tx.unsafe(
        `update projection_generations g
         set status = 'retired', retired_at = clock_timestamp(), owner = null, lease_until = null
         where projection = $1 and generation = $2 and ${LOST}`,
        [projection, generation],
      );
      if (gone.count === 0) return;
      await tx.unsafe(`drop schema if exists ${identifier(schema_name)} cascade`);
      forgotten.push(schema_name);
    });
  return forgotten;
};

export interface SweepOptions {
  /** How long retired generations are kept, for queries that began before; default 5 minutes. */
  grace_ms?: number;
  /** How long generations of older code are kept after they were last fed; default a day. */
  otherVersions_ms?: number;
}

/**
 * Drops retired generations after a grace period, drafts of builders that were killed, and generations that older code
 * fed long ago. Returns how many were dropped, at most 100.
 */
export const sweep = async (sql: Sql, wanted: readonly Wanted[], options: SweepOptions = {}): Promise<number> => {
  const { grace_ms = 300_000, otherVersions_ms = 86_400_000 } = options;
  const ms = (count: number): string => `${count} milliseconds`;
  const due = new Set(
    (
      await sql<{ schema_name: string }[]>`
        select schema_name from projection_generations g
        where (status = 'retired' and retired_at < clock_timestamp() - ${ms(grace_ms)}::interval
            -- The last one may be lost: its number is not given again.
            and exists (select from projection_generations n
              where n.projection = g.projection and n.generation > g.generation))
          or (status = 'building' and lease_until is not null and ${sql.unsafe(isFree('lease_until'))})
          or (status = 'building' and stopped_at < clock_timestamp() - ${ms(otherVersions_ms)}::interval)
          or (status = 'live' and coalesce(lease_until, live_at) < clock_timestamp() - ${ms(otherVersions_ms)}::interval)
        order by created_at limit 100`
    ).map(({ schema_name }) => schema_name),
  );
  let dropped = 0;
  for (const one of await allGenerations(sql)) {
    if (!due.has(one.schema)) continue;
    if (one.status === 'live' && !isOutdated(one, wanted)) continue;
    if (await drop(sql, one, one.status)) dropped += 1;
  }
  return dropped;
};

/** Whether a generation is of an older version than this code's. A projection unknown here may be of newer code. */
const isOutdated = (one: Generation, wanted: readonly Wanted[]): boolean =>
  wanted.some(
    ({ projection, shape }) =>
      projection.name === one.projection &&
      (projection.version > one.version || (projection.version === one.version && shape !== one.shape)),
  );
