import type { ReservedSql } from 'postgres';
import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import { endsSession, nothingMore, SessionEnded } from '../../src/database/ended-sessions.ts';
import { unlessAborted } from '../../src/timing/within.ts';
import { codeOf } from '../../src/values/describe-error.ts';

/** The database ends a session that is idle inside a transaction for so long, and so frees its locks. */
export const IDLE_IN_TRANSACTION_ms = 1_500;

/**
 * Pipelined transactions: begin, statements and commit are sent together, in one round trip to the database. When a
 * statement fails, the server refuses the statements after it, and the commit rolls back those before it.
 *
 * Two statements that can be joined are sent as one, which is its own transaction. Most writes of requests are of that
 * kind.
 *
 * The driver's own `begin` waits after each step. This uses a reserved connection instead, which needs care: a pool
 * that was never used reserves none, and when the connection ends, queries that wait for it never settle. So each
 * connection has a pool of its own that has been used before, and the pool is replaced with the connection.
 */
export interface Transactions {
  /**
   * Runs statements as one transaction; one at a time, in the order of the calls.
   *
   * @throws the error of the first statement that failed; Fenced when that was the checkpoint
   */
  run(statements: readonly Statement[]): Promise<void>;
  end(): Promise<void>;
}

/** A statement with its values, all of them text, so that the driver converts none of them. */
export interface Statement {
  text: string;
  values: (string | readonly string[])[];
  /** Joins it to a query that runs first, as one statement; it does nothing when the query fails. */
  behind?: (first: Statement) => Statement;
}

/** Another process has the checkpoint now: the transaction was rolled back. */
export class Fenced extends Error {
  override name = 'Fenced';
}

/** SQLSTATE that `advance_projections` raises then. */
const FENCED = 'PR001';
/** The server's own timeouts are much shorter: after this the connection is taken for dead. */
const DEADLINE_ms = 40_000;
/** A process that is silent for so long inside a transaction is taken for dead. */
const MOST_IDLE_ms = 20_000;

/** Whether a statement failed since its session has ended. The end, which follows at once, is what counts. */
const sawEnd = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === 'rejected' && endsSession(result.reason);

interface Line {
  sql: Sql;
  connection: ReservedSql;
  /** Aborted, with the reason, when the connection is lost or taken for dead. */
  gone: AbortController;
}

/**
 * Opens the transactions of one writer of read models. Read models can be built again, so commits do not wait for the
 * disk.
 *
 * The server ends a session that is idle inside a transaction, so that a stopped process does not block the others. On
 * an overloaded machine a healthy process may be idle for that long too. So each time that a session was ended before
 * its commit the next one has twice the time, until one commits.
 *
 * @param open opens a pool
 * @param name of the connections, as pg_stat_activity shows it
 * @param idle_ms how long a session may be idle inside a transaction at first
 */
export const openTransactions = (
  open: (options: OpenOptions) => Sql,
  name: string,
  idle_ms = IDLE_IN_TRANSACTION_ms,
): Transactions => {
  let line: Line | undefined;
  let present_ms = idle_ms;
  let isUnderWay = false;

  const connect = async (): Promise<Line> => {
    const gone = new AbortController();
    const sql = open({
      max: 1,
      name,
      lifetime_s: null,
      idleInTransaction_ms: present_ms,
      lockTimeout_ms: 10_000,
      // Planned once: each statement has one possible plan, and planning would take longer than running it.
      settings: { synchronous_commit: 'off', plan_cache_mode: 'force_generic_plan' },
      onclose: () => {
        if (line?.sql === sql) line = undefined;
        if (isUnderWay) present_ms = Math.min(present_ms * 2, MOST_IDLE_ms);
        gone.abort(new SessionEnded('the database ended the connection'));
      },
    });
    try {
      await sql`select 1`;
      return { sql, connection: await sql.reserve(), gone };
    } catch (error) {
      void sql.end({ timeout: 0 });
      throw error;
    }
  };

  const joined = ([first, second, ...more]: readonly Statement[]): Statement | undefined =>
    first && more.length === 0 ? second?.behind?.(first) : undefined;

  const pipelined = async (statements: readonly Statement[]): Promise<void> => {
    line ??= await connect();
    const { sql, connection, gone } = line;
    isUnderWay = true;
    const timer = setTimeout(() => gone.abort(new SessionEnded('the database did not answer')), DEADLINE_ms);
    const send = ({ text, values }: Statement) => connection.unsafe(text, values, { prepare: true });
    const one = joined(statements);
    const work = Promise.allSettled(
      one ? [send(one)] : [connection`begin`, ...statements.map(send), connection`commit`],
    );
    const results: PromiseSettledResult<unknown>[] | undefined = await unlessAborted(
      work.then((settled) => (settled.some(sawEnd) ? nothingMore() : settled)),
      gone.signal,
    );
    clearTimeout(timer);
    isUnderWay = false;
    if (!results) {
      line = undefined;
      void sql.end({ timeout: 0 });
      throw gone.signal.reason;
    }
    const failure = results.find((result) => result.status === 'rejected');
    if (!failure) {
      present_ms = idle_ms;
      return;
    }
    if (codeOf(failure.reason) === FENCED) throw new Fenced(failure.reason.message);
    throw failure.reason;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (statements) => {
      const done = last.then(() => pipelined(statements));
      last = done.catch(() => {});
      return done;
    },
    end: async () => {
      await last;
      await line?.sql.end({ timeout: 0 });
    },
  };
};
