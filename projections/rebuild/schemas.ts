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
export const GENERATIONS = `'projection_generations'::regclass::oid::text`;

/**
 * Creates the empty tables of a generation, without indexes, in a schema that says which table of generations names it
 * (migration 0130). A schema of this name that is there already is named by nobody.
 */
export const createTables = async (tx: TransactionSql, schema: string, projection: Projection): Promise<void> => {
  await tx.unsafe(`drop schema if exists ${identifier(schema)} cascade`);
  await tx.unsafe(`create schema ${identifier(schema)}`);
  const [row] = await tx.unsafe<{ owner: string }[]>(`select ${GENERATIONS} as owner`);
  await tx.unsafe(`comment on schema ${identifier(schema)} is '${row!.owner}'`);
  for (const table of projection.tables) await tx.unsafe(createTable(schema, table));
};
