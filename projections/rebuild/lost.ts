import type { Sql } from '../../src/database/connect.ts';
import { EventStoreError, StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { streamOf } from '../../src/kernel/definition/resource.ts';
import { allGenerations, type Generation } from '../feed/generations.ts';
import type { Projection, ReadTable } from '../model/model.ts';
import { identifier, qualified } from '../model/tables.ts';
import type { Draft } from './drafts.ts';

/**
 * A log that lost the stream of a record, or its beginning, folds to fewer rows, and nothing in the log says so: its
 * positions have gaps where EventStoreDB keeps it. The generation that is read until now still has the row.
 */

/** The log lacks events that a live read model was made of. */
class LogLost extends Error {
  override name = 'LogLost';
  constructor(stream: string) {
    super(
      `the event log has lost the events of ${stream}, and maybe others, which the read models still have: restore it from a backup (docs/operations.md); nothing was swapped in`,
    );
  }
}

/** Rows that are compared with the log at once. */
const PAGE = 500;

/** Whether the records of a table have streams of their own: a part is in its container's, and goes with that. */
const hasOwnStreams = ({ name, owner, categories }: ReadTable): boolean =>
  owner === name && categories?.length === 1 && categories[0] === name;

/** Names of the tables that a generation does not have any more: somebody dropped them, or a restore left them out. */
export const lostTables = async (sql: Pick<Sql, 'unsafe'>, of: Projection, schema: string): Promise<Set<string>> => {
  const rows = await sql.unsafe<{ name: string }[]>(
    `select name from unnest($1::text[]) as name where to_regclass(format('%I.%I', $2::text, name)) is null`,
    [of.tables.map(({ name }) => name), schema],
  );
  return new Set(rows.map(({ name }) => name));
};

/** Ids of rows that a generation has and a draft has not, by the page. Companies that are parked in the draft lag. */
async function* missing(sql: Sql, { name }: ReadTable, from: Generation, draft: Draft): AsyncGenerator<string[]> {
  const company = identifier(name === 'company' ? 'id' : 'scope_id');
  for (let after = ''; ; ) {
    const rows = await sql.unsafe<{ id: string }[]>(
      `select l.id from ${qualified(from.schema, name)} l
       where l.id > $1 and l.${company} <> all($2::text[])
         and not exists (select 1 from ${qualified(draft.schema, name)} d where d.id = l.id)
       order by l.id limit ${PAGE}`,
      [after, [...draft.parked.keys()]],
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** Whether the log has no events of a stream, or not the first ones. */
const isLost = async (stream: string, store: EventStore): Promise<boolean> => {
  try {
    await store.readStream(stream, { limit: 1 });
    return false;
  } catch (error) {
    if (error instanceof EventStoreError && !(error instanceof StoreUnavailable)) return true;
    throw error;
  }
};

/**
 * Compares drafts that have followed the log with the generations that are live, also with those of earlier code. A
 * record that only the latter have may have been deleted or made meanwhile: its stream says so. A table that a live one
 * has lost says nothing.
 *
 * @throws LogLost
 */
export const refuseLost = async (sql: Sql, store: EventStore, drafts: readonly Draft[]): Promise<void> => {
  const live = (await allGenerations(sql)).filter(({ status }) => status === 'live');
  for (const draft of drafts)
    for (const from of live.filter(({ projection }) => projection === draft.projection.name)) {
      const gone = await lostTables(sql, draft.projection, from.schema);
      for (const table of draft.projection.tables) {
        if (!hasOwnStreams(table) || from.tables[table.name] === undefined || gone.has(table.name)) continue;
        for await (const ids of missing(sql, table, from, draft)) {
          const streams = ids.map((id) => streamOf(table.name, id));
          // Together: the store reads many streams at once.
          const lost = await Promise.all(streams.map((stream) => isLost(stream, store)));
          const first = streams[lost.indexOf(true)];
          if (first !== undefined) throw new LogLost(first);
        }
      }
    }
};
