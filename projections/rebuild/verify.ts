import type { TransactionSql } from '../../src/database/connect.ts';
import type { Position } from '../../src/event-store/port.ts';
import { liveGenerations, type Wanted } from '../feed/generations.ts';
import { standingOf } from '../feed/parked.ts';
import type { ReadTable } from '../model/model.ts';
import { earlier } from '../model/positions.ts';
import { columnNames, identifier, qualified } from '../model/tables.ts';
import { BuildFailed, type BuildOptions, type OnProgress, type Tools, withTools } from './build.ts';
import { despiteCuts, isKeptWaiting } from './cut-off.ts';
import {
  beginDrafts,
  causeOf,
  type Draft,
  draftsHeartbeat,
  dropDrafts,
  expectParked,
  fillDrafts,
  followLog,
  moveTo,
  retryParked,
  sweepBefore,
} from './drafts.ts';
import { finish } from './fill.ts';
import { lostTables } from './lost.ts';
import { type Live, withLiveLocked } from './swap.ts';

/**
 * Proves that the live read models are the fold of the log: folds it again into tables of its own, brings these to
 * exactly the position of the live ones, and compares every column of every row in one snapshot. Writes to the live
 * ones are paused for the moment that it takes to reach their position; reads continue throughout.
 *
 * Rows of parked companies are at another position and cannot be compared: they are left out, and the companies named.
 */
export interface Verification {
  projection: string;
  /** Both were at this position when they were compared. */
  position: bigint;
  /** Rows compared. */
  rows: number;
  /** How many rows differ, and which, at most `MAX_SHOWN` of each table. */
  differences: number;
  shown: Difference[];
  /** Companies that are parked in one of the two; their rows were not compared. */
  parked: string[];
}

export interface Difference {
  table: string;
  id: string;
  /** `missing`: the live table lacks a row of the log's fold. `unexpected`: it has a row that the fold lacks. */
  kind: 'missing' | 'unexpected' | 'different';
  /** Columns that differ. */
  columns: string[];
}

const MAX_SHOWN = 20;
/** Times that a draft is brought nearer to its live generation before that is locked. */
const ROUNDS = 3;

const compareTable = async (
  sql: TransactionSql,
  table: ReadTable,
  live: string,
  fresh: string,
  parked: readonly string[],
): Promise<{ rows: number; differences: number; shown: Difference[] }> => {
  const columns = columnNames(table).filter((name) => name !== 'id');
  // `json` has no equality operator, so its text is compared, to the byte.
  const differs = columns.map((name) => {
    const column = identifier(name);
    const cast = name === 'state' ? '::text' : '';
    return `l.${column}${cast} is distinct from f.${column}${cast}`;
  });
  const company = identifier(table.name === 'company' ? 'id' : 'scope_id');
  const followed = (row: string): string => `${row}.${company} <> all($1::text[])`;
  const rows = await sql.unsafe<
    { id: string; kind: Difference['kind']; columns: string[]; rows: bigint; differences: bigint }[]
  >(
    `with compared as (
       select coalesce(l.id, f.id) as id,
         case when l.id is null then 'missing' when f.id is null then 'unexpected' else 'different' end as kind,
         array_remove(array[${differs.map((text, i) => `case when ${text} then '${columns[i]}' end`).join(', ')}], null)
           as columns
       from ${qualified(live, table.name)} l full join ${qualified(fresh, table.name)} f on l.id = f.id
       where coalesce(${followed('l')}, ${followed('f')})
         and (l.id is null or f.id is null or ${differs.join(' or ')})),
     shown as (select * from compared order by id limit ${MAX_SHOWN})
     select shown.*, totals.* from (select
       (select count(*) from ${qualified(fresh, table.name)} f where ${followed('f')}) as rows,
       (select count(*) from compared) as differences) totals
     left join shown on true order by shown.id`,
    [parked],
  );
  return {
    rows: Number(rows[0]!.rows),
    differences: Number(rows[0]!.differences),
    shown: rows.flatMap(({ id, kind, columns }) =>
      id === null ? [] : [{ table: table.name, id, kind, columns: kind === 'different' ? columns : [] }],
    ),
  };
};

/** Applies events to a draft up to a position. @throws BuildFailed when the log cannot be folded */
const follow = async (tools: Tools, draft: Draft, upTo: Position): Promise<void> => {
  const poisons = await followLog(tools, [draft], upTo);
  for (const poison of poisons.values()) throw new BuildFailed(new Map([[draft.projection.name, poison]]));
};

/**
 * Brings a draft near the live generation while that is fed: each round has only the events of the one before to catch
 * up with. Else those of minutes would be left for the lock, and the database ends a session that keeps others waiting.
 */
const comeNear = async (tools: Tools, draft: Draft): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    const live = (await liveGenerations(tools.sql, [draft.wanted])).get(draft.projection.name);
    if (!live || live.position <= draft.position) return;
    await follow(tools, draft, live.position);
  }
};

/**
 * Brings a draft to the position of the live generation, and compares the two. The snapshot is taken while the live
 * checkpoint is locked; the comparison continues after the lock is released.
 */
const verifyDraft = async (tools: Tools, draft: Draft): Promise<Verification> => {
  const { name } = draft.projection;
  await retryParked(tools, draft);
  await comeNear(tools, draft);
  const compareHere = async (one: Live | undefined) => {
    if (!one) throw new Error(`${name} has no live generation any more`);
    await follow(tools, draft, one.position);
    let taken = (): void => {};
    const snapshot = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const comparing = tools.sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`select 1 from projection_generations limit 1`;
      taken();
      return compareTables(tx, draft, one);
    });
    await Promise.race([snapshot, comparing]);
    return { comparing, position: one.position };
  };
  const { comparing, position } = await despiteCuts(
    () => withLiveLocked(tools.sql, draft, compareHere),
    isKeptWaiting,
    () => comeNear(tools, draft),
  );
  const { parked, compared } = await comparing;
  return {
    projection: name,
    position,
    rows: compared.reduce((sum, { rows }) => sum + rows, 0),
    differences: compared.reduce((sum, { differences }) => sum + differences, 0),
    shown: compared.flatMap(({ shown }) => shown),
    parked,
  };
};

/** Compares all tables of a draft with those of the live generation, without the companies parked in either. */
const compareTables = async (tx: TransactionSql, draft: Draft, live: Live) => {
  const { name, tables } = draft.projection;
  const standing = await standingOf(tx, { projection: name, generation: live.generation });
  const parked = [...new Set([...draft.parked.keys(), ...(standing?.parked.keys() ?? [])])];
  const lost = await lostTables(tx, draft.projection, live.schema);
  if (lost.size > 0)
    throw new Error(`${name} has no table ${[...lost].join(', ')} any more: payroll projections rebuild ${name}`);
  const compared = [];
  for (const table of tables) compared.push(await compareTable(tx, table, live.schema, draft.schema, parked));
  return { parked, compared };
};

/** @throws BuildFailed when the log cannot be folded. */
export const verify = (
  options: BuildOptions,
  wanted: readonly Wanted[],
  onProgress: OnProgress = () => {},
): Promise<Verification[]> =>
  withTools(options, async (tools) => {
    const { store, hydrate, sql, copying, threads, owner, log } = tools;
    const started = performance.now();
    await sweepBefore(sql, owner, wanted);
    const live = await liveGenerations(sql, wanted);
    const missing = wanted.filter(({ projection }) => !live.has(projection.name));
    if (missing.length > 0)
      throw new Error(
        `${missing.map(({ projection }) => projection.name).join(', ')} has no live generation to verify`,
      );
    // Never beyond the live ones: a draft can catch up, but not go back.
    const upTo = [...live.values()].map(({ position }) => position).reduce(earlier);
    const heartbeat = draftsHeartbeat(sql, owner, log);
    await heartbeat.start();
    const drafts: Draft[] = [];
    let events = 0;
    try {
      drafts.push(...(await beginDrafts(sql, owner, wanted)));
      await expectParked(sql, drafts, live, upTo);
      const failed = await fillDrafts(drafts, upTo, {
        store,
        hydrate,
        copying,
        sql,
        threads,
        signal: new AbortController().signal,
        onBatch: (count, position) => {
          events += count;
          onProgress({
            projections: wanted.map(({ projection }) => projection.name),
            phase: 'reading',
            events,
            position,
            head: upTo,
            elapsed_ms: performance.now() - started,
          });
        },
      });
      if (failed.size > 0)
        throw new BuildFailed(new Map([...failed].map(([{ projection }, poison]) => [projection.name, poison])));
      await finish(drafts, sql);
      const results: Verification[] = [];
      for (const draft of drafts) {
        await moveTo(sql, owner, [draft], upTo);
        results.push(await verifyDraft(tools, draft));
      }
      return results;
    } catch (error) {
      throw await causeOf(sql, drafts, error);
    } finally {
      await dropDrafts(sql, drafts);
      await heartbeat.stop();
    }
  });
