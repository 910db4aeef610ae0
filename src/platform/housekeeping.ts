import type { Sql } from '../database/connect.ts';
import type { Clock } from '../values/clock.ts';

/** Rows of one kind that nobody needs any more. Ledger events are never among them. */
export interface Sweep {
  /** Table, and label of its metric. */
  name: string;
  /** Deletes at most so many rows; gives how many it deleted. */
  run(sql: Sql, most: number): Promise<number>;
}

/**
 * What the platform leaves behind: idempotency keys after their 24 hours, access tokens after their last minute (by
 * business time, as they end), rate windows that are over. Rows in use at the moment are left for the next time.
 */
export const platformSweeps = (clock: Clock): readonly Sweep[] => [
  {
    name: 'idempotency_keys',
    run: async (sql, most) => {
      const deleted = await sql`
        delete from idempotency_keys where ctid = any(array(
          select ctid from idempotency_keys where expires_at <= now() limit ${most} for update skip locked))`;
      return deleted.count;
    },
  },
  {
    name: 'credentials',
    run: async (sql, most) => {
      const deleted = await sql`
        delete from credentials where ctid = any(array(
          select ctid from credentials where expires_at <= ${clock.instant()} limit ${most} for update skip locked))`;
      return deleted.count;
    },
  },
  {
    name: 'rate_windows',
    run: async (sql, most) => {
      const deleted = await sql`
        delete from rate_windows where ctid = any(array(
          select ctid from rate_windows where opened_at <= now() - interval '60 seconds'
          limit ${most} for update skip locked))`;
      return deleted.count;
    },
  },
];
