import type { Logger } from 'pino';
import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import { allGenerations, type Generation } from '../feed/generations.ts';
import { Fenced } from '../feed/transactions.ts';
import { ownerOf, type Projection } from '../model/model.ts';
import { columnNames, identifier, qualified } from '../model/tables.ts';
import { isKeptWaiting } from './cut-off.ts';
import type { Draft } from './drafts.ts';

/**
 * After an upgrade most tables of a projection are unchanged: one table is new, or has a new column. Unchanged tables
 * are copied from a live generation of the previous code, as they are at its checkpoint, and only the others are filled
 * from the log. From there on the draft follows the log as a whole, so all its tables are at one position when it is
 * swapped in. The older generation is left as it is: the previous code reads and feeds it meanwhile.
 *
 * A table's fingerprint shows whether it changed: its columns, keys, and version (versions.ts).
 */

/** The resources all of whose tables a generation has unchanged. */
const unchanged = (
  { tables }: Projection,
  wanted: Draft['wanted']['tables'],
  { tables: has }: Generation,
): Set<string> => {
  const owners = new Set(tables.map(ownerOf));
  for (const table of tables) if (has[table.name] !== wanted[table.name]) owners.delete(ownerOf(table));
  return owners;
};

/** The generation with the most tables to copy. One with parked companies is no source: their rows lag behind. */
const sourceOf = (draft: Draft, all: readonly Generation[]): { from: Generation; owners: Set<string> } | undefined =>
  all
    .filter((one) => one.projection === draft.projection.name && one.status === 'live')
    .filter(({ stopped, parked, position }) => !stopped && parked.length === 0 && position > 0n)
    .map((from) => ({ from, owners: unchanged(draft.projection, draft.wanted.tables, from) }))
    .filter(({ owners }) => owners.size > 0)
    .sort((a, b) => b.owners.size - a.owners.size || Number(b.from.position - a.from.position))[0];

const copyTables = async (tx: TransactionSql, draft: Draft, from: Generation, owners: ReadonlySet<string>) => {
  for (const table of draft.projection.tables) {
    if (!owners.has(ownerOf(table))) continue;
    const columns = columnNames(table).map(identifier).join(', ');
    await tx.unsafe(
      `insert into ${qualified(draft.schema, table.name)} (${columns})
       select ${columns} from ${qualified(from.schema, table.name)}`,
    );
  }
};

/**
 * Empties the tables of drafts: of a commit that was cut off nobody said that it was made.
 *
 * @throws Fenced while the database goes on copying for a session that has ended: the build is begun again in others
 */
const empty = async (sql: Sql, drafts: readonly Draft[]): Promise<void> => {
  try {
    for (const { schema, projection } of drafts)
      for (const { name } of projection.tables) await sql.unsafe(`truncate ${qualified(schema, name)}`);
  } catch (error) {
    if (!isKeptWaiting(error)) throw error;
    throw new Fenced('the database still copies tables for a session that has ended', { cause: error });
  }
};

/**
 * Copies the unchanged tables of each draft, and notes in the draft which they are and their position. Everything is
 * read in one snapshot, in which rows match their checkpoint. When it fails, nothing is copied and every table is
 * filled from the log.
 */
export const takeOver = async (sql: Sql, drafts: readonly Draft[], log: Logger): Promise<void> => {
  const taken = new Map<Draft, NonNullable<Draft['taken']>>();
  try {
    await sql.begin('isolation level repeatable read', async (tx) => {
      const all = await allGenerations(tx);
      for (const draft of drafts) {
        const source = sourceOf(draft, all);
        if (!source) continue;
        await copyTables(tx, draft, source.from, source.owners);
        taken.set(draft, { owners: source.owners, position: source.from.position });
      }
    });
  } catch (error) {
    log.warn({ err: error }, 'unchanged tables could not be copied; all tables are built from the event log');
    await empty(sql, drafts);
    return;
  }
  for (const [draft, what] of taken) {
    draft.taken = what;
    const projection = draft.projection.name;
    log.info({ projection, resources: [...what.owners] }, 'unchanged tables were copied from an earlier generation');
  }
};
