import { type DatabaseAddress, INDEXED, openDatabase, type Sql } from '../../database/connect.ts';

/** Connections that can be given up for new ones when one of them does not answer any more. */
export interface Pool {
  now(): Sql;
  /** Breaks all connections at once, with whatever runs on them; the next use makes new ones. */
  renew(): void;
  end(): Promise<void>;
}

/** A pool on the log's database. Connects on first use. */
export const openPool = (
  where: string | DatabaseAddress,
  options: { max: number; name: string; statementTimeout_ms: number },
): Pool => {
  const open = (): Sql =>
    openDatabase(where, {
      ...options,
      settings: {
        ...INDEXED,
        enable_bitmapscan: 'off',
        // The server ends what it does for a client that is gone, also while that waits for the lock.
        client_connection_check_interval: '1s',
      },
    });
  let sql = open();
  return {
    now: () => sql,
    renew: () => {
      const old = sql;
      sql = open();
      void old.end({ timeout: 0 });
    },
    end: () => sql.end({ timeout: 1 }),
  };
};
