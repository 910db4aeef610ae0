import { pause } from '../timing/pauses.ts';
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
  /**
   * For how long the lock is tried for again before it is said to be lost: a database that lost one of its processes is
   * back in a moment. By default it is lost at once.
   */
  retake_ms?: number;
  /** Whether an error of `take` says that somebody else holds the lock: it is lost then. */
  isHeldByOther?(error: unknown): boolean;
}

const RETAKE_EVERY_ms = 100;

/** Takes a lock and holds it until it is released or lost. @throws what `take` throws */
export const lockBySession = async (
  address: string | DatabaseAddress,
  { name, take, onLost, retake_ms = 0, isHeldByOther = () => false }: SessionLockOptions,
): Promise<SessionLock> => {
  let held = false;
  let released = false;
  const retake = async (): Promise<void> => {
    for (const end_ms = performance.now() + retake_ms; performance.now() < end_ms; await pause(RETAKE_EVERY_ms)) {
      if (released) return;
      try {
        await take(sql);
        held = true;
        return;
      } catch (error) {
        if (isHeldByOther(error)) break;
      }
    }
    if (!released) onLost();
  };
  const sql = openDatabase(address, {
    max: 1,
    name,
    statementTimeout_ms: 5_000,
    onclose: () => {
      if (!held) return;
      held = false;
      void retake();
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
      released = true;
      await sql.end({ timeout: 2 });
    },
  };
};
