import { type DatabaseAddress, INDEXED, openDatabase, type Sql } from '../../database/connect.ts';

/** Connections that are replaced by new ones when one of them does not answer any more. */
export interface Pool {
  now(): Sql;
  /** Closes all connections at once, with all that runs on them; the next use opens new ones. */
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
        // The server aborts the statement of a client that is gone, also while it waits for a lock.
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
