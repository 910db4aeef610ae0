import { batched } from '../database/batched.ts';
import type { Sql } from '../database/connect.ts';
import type { HeldRow } from './port.ts';

/**
 * Names what a worker has a row of due work by, for the event store: what is appended under it is written only while
 * that worker has the row. Kinds and keys have no spaces.
 */
export const leaseOf = ({ holder, kind, key }: HeldRow): string => `${holder} ${kind} ${key}`;

const rowOf = (lease: string): HeldRow => {
  const [holder = '', kind = '', key = ''] = lease.split(' ');
  return { holder, kind, key };
};

/**
 * Tells whether the holder of a lease still has what it is for, for an event store that is not in this database. Those
 * that are asked together share a statement.
 *
 * @param hasKey the same for leases of idempotency keys
 */
export const makeHolds = (sql: Sql, hasKey: (lease: string) => Promise<boolean>) => {
  const hasRow = batched<string, boolean>(async (leases) => {
    const rows = leases.map(rowOf);
    const held = await sql.unsafe<HeldRow[]>(
      `select w.kind, w.key, w.holder from unnest($1::text[], $2::text[], $3::uuid[]) m (kind, key, holder)
       join due_work w on w.kind = m.kind and w.key = m.key and w.holder = m.holder`,
      [rows.map(({ kind }) => kind), rows.map(({ key }) => key), rows.map(({ holder }) => holder)],
      { prepare: true },
    );
    const having = new Set(held.map(leaseOf));
    return leases.map((lease) => having.has(lease));
  });
  return (lease: string): Promise<boolean> => (lease.includes(' ') ? hasRow(lease) : hasKey(lease));
};
