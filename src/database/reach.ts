import { endsWithin } from '../timing/within.ts';
import { codeOf, reasonOf } from '../values/describe-error.ts';
import { INDEXED, type Sql } from './connect.ts';

/** Longer than a connection may take to be made, or refused. */
const REACH_MS = 6_000;

/** The driver connects again for ever to what takes connections and ends them without a word. */
const inTime = async <Result>(work: PromiseLike<Result>, signal: AbortSignal | undefined): Promise<Result> => {
  const { signal: given, cancel } = endsWithin(REACH_MS, signal);
  const ended = new Promise<never>((_, reject) => {
    given.addEventListener('abort', () =>
      reject(signal?.aborted ? signal.reason : new Error('what listens there does not answer as PostgreSQL does')),
    );
  });
  return Promise.race([work, ended]).finally(cancel);
};

/** How PgBouncer refuses a setting of a session. */
const PROTOCOL_VIOLATION = '08P01';
const NOT_A_POOLER = 'name the server itself, not a pooler before it (docs/operations.md)';

/** Before it the syntax of our migrations is unknown. */
const OLDEST_POSTGRESQL = 14;

/**
 * Connects for the first time. A pooler that leaves out the settings of sessions gives ones without time limits, and
 * may give another session to each transaction, where locks and notifications of a session come to nothing.
 *
 * @param sql a pool with the settings `INDEXED`
 * @throws what prevents it; an Error that says what to do where a pooler answers, or a server that is too old
 */
export const reach = async (sql: Sql, signal: AbortSignal | undefined): Promise<void> => {
  const asked = sql<{ kept: string; version: number }[]>`
    select current_setting('enable_seqscan') as kept, current_setting('server_version_num')::int / 10000 as version`;
  const [answer] = await inTime(asked, signal).catch((cause: unknown) => {
    if (codeOf(cause) !== PROTOCOL_VIOLATION) throw cause;
    throw new Error(`${reasonOf(cause)}: ${NOT_A_POOLER}`, { cause });
  });
  if (answer?.kept !== INDEXED.enable_seqscan)
    throw new Error(`what answers there does not take the settings of a session: ${NOT_A_POOLER}`);
  if (answer.version < OLDEST_POSTGRESQL)
    throw new Error(`it is PostgreSQL ${answer.version}; the service needs ${OLDEST_POSTGRESQL} or later`);
};

/** Whether a database only reads, as a standby does; told without writing. */
export const onlyReads = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ reads: boolean }[]>`select current_setting('transaction_read_only') = 'on' as reads`;
  return row!.reads;
};
