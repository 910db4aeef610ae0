import type { TransactionSql } from '../../src/database/connect.ts';
import type { Projection } from '../model/model.ts';
import { createTable, identifier } from '../model/tables.ts';

/** The schemas of generations, each noted in the table of generations that it belongs to. */

const BUILDS = 0x70617972_00000021n;

/** Generations are numbered, and lost ones forgotten, one at a time, until the end of the transaction. */
export const lockBuilds = async (tx: TransactionSql): Promise<void> => {
  await tx`select pg_advisory_xact_lock(${BUILDS})`;
};

/** SQL of what tells the table of generations apart from any that was there before: a restore makes it anew. */
const GENERATIONS = `'projection_generations'::regclass::oid::text`;

/** SQL of what the schema `n` says: which table of generations names it, and which schema it is (migration 0132). */
const part = (at: 1 | 2): string =>
  `split_part(coalesce(obj_description(n.oid, 'pg_namespace'), ${GENERATIONS}), '/', ${at})`;
const isOfAnother = `${part(1)} <> ${GENERATIONS}`;

/** SQL: whether the schema `n` was there before the table of generations was restored, without its rows. */
export const IS_FROM_BEFORE = `(${isOfAnother} and ${part(2)} in ('', n.oid::text))`;
/** SQL: whether the schema `n` was restored with the table of generations, and says what was so where it came from. */
export const CAME_ALONG = `(${isOfAnother} and ${part(2)} not in ('', n.oid::text))`;

/** Has a schema say which table of generations names it. */
export const note = async (tx: TransactionSql, schema: string): Promise<void> => {
  const [row] = await tx.unsafe<{ said: string }[]>(
    `select ${GENERATIONS} || '/' || oid as said from pg_catalog.pg_namespace where nspname = $1`,
    [schema],
  );
  await tx.unsafe(`comment on schema ${identifier(schema)} is '${row!.said}'`);
};

/**
 * Creates the empty tables of a generation, without indexes, in a schema that says which table of generations names it.
 * A schema of this name that is there already is named by nobody.
 */
export const createTables = async (tx: TransactionSql, schema: string, projection: Projection): Promise<void> => {
  await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
  await tx.unsafe(`create schema ${identifier(schema)}`);
  await note(tx, schema);
  for (const table of projection.tables) await tx.unsafe(createTable(schema, table));
};
