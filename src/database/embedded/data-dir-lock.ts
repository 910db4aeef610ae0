import { pause } from '../../timing/pauses.ts';
import type { DatabaseAddress, Sql } from '../connect.ts';
import { DataDirInUse } from '../errors.ts';
import { lockBySession, type SessionLock } from '../session-lock.ts';

// The lock that keeps a second service off a DATA_DIR is in the database, not in a file: it belongs to a session and
// ends with it, however the service ended.

/** Any number, as long as it is always this one and no other lock of ours. */
const LOCK = 0x70617972_00000001n;

/** Its session, in pg_stat_activity. */
const OURS = `payroll service ${process.pid}`;

/** How long the server may take to notice that the session of a killed service is gone. */
const PATIENCE_ms = 2_000;
/** How long it may take to be back after one of its processes was killed, which ends all sessions. */
const BACK_ms = 10_000;

/**
 * Takes the lock on the database of a DATA_DIR, on a connection of its own, and holds it until it is released or lost.
 * `onLost` is called when the connection broke and the lock could not be taken again: the service must end.
 *
 * @throws DataDirInUse another service holds it.
 */
export const lockDataDir = (
  address: DatabaseAddress,
  onLost: (error: DataDirInUse) => void = () => {},
): Promise<SessionLock> =>
  lockBySession(address, {
    name: OURS,
    take,
    onLost: () =>
      onLost(
        new DataDirInUse(
          'the database of this DATA_DIR ended or does not answer, or another service has taken it: see database/server.log there (its disk may be full), then start again',
        ),
      ),
    retake_ms: BACK_ms,
    isHeldByOther: (error) => error instanceof DataDirInUse,
  });

/** The name of the session that holds the lock; undefined where there is none. */
const holderOf = async (sql: Sql): Promise<string | undefined> => {
  const [holder] = await sql<{ name: string }[]>`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted
      and (l.classid::bigint << 32 | l.objid::bigint) = ${LOCK} limit 1`;
  return holder?.name;
};

/** Whether another process is the service of the DATA_DIR. @param sql any database of its server */
export const isServedByOther = async (sql: Sql): Promise<boolean> => {
  const holder = await holderOf(sql);
  // That of this process is told of for a moment after its release.
  return holder !== undefined && holder !== OURS;
};

const take = async (sql: Sql): Promise<void> => {
  for (const deadline = performance.now() + PATIENCE_ms; ; ) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as taken`;
    if (row?.taken) return;
    if (performance.now() > deadline) {
      const holder = await holderOf(sql);
      throw new DataDirInUse(
        `another service runs on this DATA_DIR${holder ? ` (${holder.replace('payroll service', 'process')})` : ''}: stop it first, or give this one a DATA_DIR of its own`,
      );
    }
    await pause(50);
  }
};
