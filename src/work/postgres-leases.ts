import { batched } from '../database/batched.ts';
import type { Sql } from '../database/connect.ts';
import { UNFLUSHED } from './postgres-due-work.ts';

/**
 * Tells whether a lease still holds, for an event store that is not in this database: asked as an append to the one in
 * it asks. Those that are asked together share a statement.
 */
export const makeIsHeld = (sql: Sql): ((lease: string) => Promise<boolean>) =>
  batched<string, boolean>(async (leases) => {
    const [row] = await sql.unsafe<{ held: string[] }[]>(
      `select leases_held($1) as held from ${UNFLUSHED}`,
      [[...new Set(leases)].join('\n')],
      { prepare: true },
    );
    const held = new Set(row?.held);
    return leases.map((lease) => held.has(lease));
  });
