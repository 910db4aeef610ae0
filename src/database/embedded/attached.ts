import { pause } from '../../timing/pauses.ts';
import { within } from '../../timing/within.ts';
import type { DatabaseAddress, Sql } from '../connect.ts';
import { lockBySession } from '../session-lock.ts';
import { isServedByOther } from './data-dir-lock.ts';

// Who uses the server of a DATA_DIR has a shared lock in one of its databases, and the last of them stops the server: a
// service or a command, whoever started it. The sessions of the server do not tell: one that was broken off runs on for
// a moment, and one is told of as long as it ends. Services of earlier versions have no such lock, but that of their
// DATA_DIR.

/** Any number, as long as it is always this one and no other lock of ours. */
const LOCK = 0x70617972_00000004n;

/** How long the server may take to be back after one of its processes was killed, which ends all sessions. */
const BACK_ms = 10_000;

/** Who stops waits no longer for a server that has stopped answering; an overloaded machine is slow. */
const ANSWER_ms = 10_000;

/** How long the lock of a service that ends at the same time may still be told of: it takes this one for the last. */
const TOLD_ms = 1_000;

/** The use of a server by this process. */
export interface Attached {
  /**
   * Ends the use, unless it has ended. @returns whether it was the last: until `close` others wait, who would use the
   * server next
   */
  isLast(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Tells other processes that this one uses the server. Waits while another one stops it, and fails when that is done.
 *
 * @param address of a database that is the same for all of them
 */
export const attach = async (address: DatabaseAddress): Promise<Attached> => {
  let session: Sql | undefined;
  const lock = await lockBySession(address, {
    name: 'payroll attached',
    take: async (sql) => {
      session = sql;
      await sql`select pg_advisory_lock_shared(${LOCK})`;
    },
    onLost: () => {},
    retake_ms: BACK_ms,
  });
  return {
    isLast: async () => {
      const sql = session!;
      // First: of two that end at the same time, one is the last.
      await within(ANSWER_ms, sql`select pg_advisory_unlock_shared(${LOCK})`);
      const [row] = await within(
        ANSWER_ms,
        sql<{ is_last: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as is_last`,
      );
      if (!row!.is_last) return false;
      for (const deadline = performance.now() + TOLD_ms; await within(ANSWER_ms, isServedByOther(sql)); await pause(50))
        if (performance.now() > deadline) return false;
      return true;
    },
    close: lock.release,
  };
};
