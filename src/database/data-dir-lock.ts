import { pause } from '../timing/pauses.ts';
import { type DatabaseAddress, openDatabase } from './connect.ts';
import { DataDirInUse } from './errors.ts';

// The lock that keeps a second service off a DATA_DIR is in the database, not in a file: it belongs to a session and
// ends with it, however the service ended.

/** Any number, as long as it is always this one and no other lock of ours. */
const LOCK = 0x70617972_00000001n;

/** How long the server may take to notice that the session of a killed service is gone. */
const PATIENCE_ms = 2_000;

export interface DataDirLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

/**
 * Takes the lock on the database of a DATA_DIR, on a connection of its own, and holds it until it is released or lost.
 * `onLost` is called when the connection breaks: the lock is free then, and the service must end.
 *
 * @throws DataDirInUse another service holds it.
 */
export const lockDataDir = async (
  address: DatabaseAddress,
  onLost: (error: DataDirInUse) => void = () => {},
): Promise<DataDirLock> => {
  let held = false;
  const sql = openDatabase(address, {
    max: 1,
    name: `payroll service ${process.pid}`,
    statementTimeout_ms: 5_000,
    onclose: () => {
      if (!held) return;
      held = false;
      onLost(new DataDirInUse('the connection that holds the lock on this DATA_DIR broke'));
    },
    // The driver replaces connections after half an hour or so, but this one holds the lock.
    lifetime_s: null,
  });
  try {
    for (const deadline = Date.now() + PATIENCE_ms; ; ) {
      const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as taken`;
      if (row?.taken) break;
      if (Date.now() > deadline) {
        const [holder] = await sql<{ name: string }[]>`
          select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
          where l.locktype = 'advisory' and l.granted
            and (l.classid::bigint << 32 | l.objid::bigint) = ${LOCK} limit 1`;
        throw new DataDirInUse(
          `another service runs on this DATA_DIR${holder ? ` (${holder.name.replace('payroll service', 'process')})` : ''}: stop it first, or give this one a DATA_DIR of its own`,
        );
      }
      await pause(50);
    }
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  held = true;
  return {
    release: async () => {
      held = false;
      await sql.end({ timeout: 2 });
    },
  };
};
