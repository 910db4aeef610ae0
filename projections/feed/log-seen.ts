import type { Sql } from '../../src/database/connect.ts';
import { type Position, START } from '../../src/event-store/port.ts';

/**
 * Notes which event was the last that the read models had taken, so that a start can tell a restored log in
 * EventStoreDB. A log in PostgreSQL is restored with its read models, and a replica that takes over may lack the last
 * moment of both: nothing is noted there.
 */
export interface LogSeen {
  saw(position: Position): void;
  /** Stores it, where there was another one since. */
  store(): Promise<void>;
}

/** @param sql a pool without other work: this is not flushed, as the rows of read models are not */
export const makeLogSeen = (sql: Sql): LogSeen => {
  let seen = START;
  let stored = START;
  return {
    saw: (position) => {
      if (position > seen) seen = position;
    },
    store: async () => {
      const position = seen;
      if (position <= stored) return;
      await sql`
        update log_seen set position = ${position}
        from (select set_config('synchronous_commit', 'off', true)) as unflushed
        where position < ${position} and not exists (select from event_log)`;
      stored = position;
    },
  };
};
