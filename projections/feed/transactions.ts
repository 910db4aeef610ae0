import type { ReservedSql } from 'postgres';
import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import { unlessAborted } from '../../src/timing/within.ts';
import { codeOf } from '../../src/values/describe-error.ts';
import { IDLE_IN_TRANSACTION_ms } from './generations.ts';

/**
 * Pipelined transactions: begin, statements and commit are sent together, so that there is one round trip to the database
 * and not one for each. When a statement fails the server refuses those behind it, and the commit undoes those before
 * it.
 *
 * Two statements that can be one are sent as one, which is its own transaction: what most writes of callers come to.
 *
 * The driver's own `begin` waits after each step. This uses a reserved connection instead, which needs care: a pool that
 * was never used gives none, and when the connection ends, queries that wait for it get no answer. So each has a pool of
 * its own that was used before, and with the connection the pool is given up.
 */
export interface Transactions {
  /**
   * Runs statements as one transaction; one at a time, in the order of the calls.
   *
   * @throws the first failure; Fenced when that was the checkpoint
   */
  run(statements: readonly Statement[]): Promise<void>;
  end(): Promise<void>;
}

/** A statement with its values, all of them text: nothing can go wrong with them between here and the server. */
export interface Statement {
  text: string;
  values: (string | readonly string[])[];
  /** Both as one statement: another one, which is a query, comes first, and nothing is done when that one fails. */
  behind?: (first: Statement) => Statement;
}

/** Another process writes the checkpoint now: what was about to be written must not be. */
export class Fenced extends Error {
  override name = 'Fenced';
}

/** What `advance_projections` says then. */
const FENCED = 'PR001';
/** The server gives up long before; past this the connection is as good as dead. */
const DEADLINE_ms = 40_000;
/** A process that is slow for so long is as good as dead. */
const MOST_IDLE_ms = 20_000;

class ConnectionEnded extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

interface Line {
  sql: Sql;
  connection: ReservedSql;
  /** Aborted, with why, when the connection is gone or as good as that. */
  gone: AbortController;
}

/**
 * Read models can be built again: their commits need not wait for the disk.
 *
 * The server ends a session that is silent inside a transaction. On a machine that is short of processors a process may
 * be silent for so long and yet be well: each time that a session ended before its commit the next one has twice
 * the time, until one commits. So a process that is slow gets there, and one that is stopped lets others go on soon.
 *
 * @param idle_ms the time at first
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
        gone.abort(new ConnectionEnded('the database ended the connection'));
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
    const timer = setTimeout(() => gone.abort(new ConnectionEnded('the database did not answer')), DEADLINE_ms);
    const send = ({ text, values }: Statement) => connection.unsafe(text, values, { prepare: true });
    const one = joined(statements);
    const work = Promise.allSettled(
      one ? [send(one)] : [connection`begin`, ...statements.map(send), connection`commit`],
    );
    const results: PromiseSettledResult<unknown>[] | undefined = await unlessAborted(work, gone.signal);
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
