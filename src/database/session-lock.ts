import { type DatabaseAddress, openDatabase, type Sql } from './connect.ts';

/** A lock of the database that a session of its own holds: it ends with the session, however that ends. */
export interface SessionLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

export interface SessionLockOptions {
  /** Of the session, in pg_stat_activity. */
  name: string;
  /** Takes the lock in the session. @throws where somebody else holds it */
  take(sql: Sql): Promise<void>;
  /** Called when the session ends before the lock is released: somebody else may take it then. */
  onLost(): void;
}

/** Takes a lock and holds it until it is released or lost. @throws what `take` throws */
export const lockBySession = async (
  address: string | DatabaseAddress,
  { name, take, onLost }: SessionLockOptions,
): Promise<SessionLock> => {
  let held = false;
  const sql = openDatabase(address, {
    max: 1,
    name,
    statementTimeout_ms: 5_000,
    onclose: () => {
      if (!held) return;
      held = false;
      onLost();
    },
    // The driver replaces connections after half an hour or so, but this one holds the lock.
    lifetime_s: null,
  });
  try {
    await take(sql);
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
