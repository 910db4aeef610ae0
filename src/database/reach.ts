import { DeadlinePassed, unlessAborted, within } from '../timing/within.ts';
import { codeOf, reasonOf } from '../values/describe-error.ts';
import { INDEXED, type Sql, sessionSettings } from './connect.ts';

/**
 * Longer than a connection may take to be made, or refused. The driver connects again for ever to what takes connections
 * and ends them without a word.
 */
const REACH_MS = 6_000;

/** How PgBouncer refuses a setting of a session. */
const PROTOCOL_VIOLATION = '08P01';
const NOT_A_POOLER = 'name the server itself, not a pooler before it (docs/operations.md)';

/** The server knows no such setting. */
const UNDEFINED_OBJECT = '42704';

/** The database has no such table. */
const UNDEFINED_TABLE = '42P01';

/** Before it the syntax of our migrations is unknown. */
const OLDEST_POSTGRESQL = 14;

/**
 * Connects for the first time. A pooler that leaves out the settings of sessions gives ones without time limits, and
 * may give another session to each transaction, where locks and notifications of a session come to nothing.
 *
 * @param sql a pool with the settings `INDEXED`
 * @returns the `search_path` of its sessions
 * @throws what prevents it, or the reason of the signal; an Error that says what to do where a pooler answers, a server
 *   that is too old, an address with settings of the service, a database of another encoding, or a search_path that
 *   leads nowhere
 */
export const reach = async (sql: Sql, signal: AbortSignal | undefined): Promise<string> => {
  const asked = sql<{ kept: string; version: number; encoding: string; path: string; schema: string | null }[]>`
    select current_setting('enable_seqscan') as kept, current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('search_path') as path,
      current_schema() as schema`;
  const inTime = within(REACH_MS, asked).catch((cause: unknown) => {
    if (cause instanceof DeadlinePassed)
      throw new Error('what listens there does not answer as PostgreSQL does', { cause });
    if (codeOf(cause) === UNDEFINED_OBJECT)
      throw new Error(`${reasonOf(cause)}: leave it out of the address (docs/operations.md)`, { cause });
    if (codeOf(cause) !== PROTOCOL_VIOLATION) throw cause;
    throw new Error(`${reasonOf(cause)}: ${NOT_A_POOLER}`, { cause });
  });
  const rows = signal ? await unlessAborted(inTime, signal) : await inTime;
  signal?.throwIfAborted();
  const answer = rows?.[0];
  if (answer?.kept !== INDEXED.enable_seqscan)
    throw new Error(`what answers there does not take the settings of a session: ${NOT_A_POOLER}`);
  if (answer.version < OLDEST_POSTGRESQL)
    throw new Error(`it is PostgreSQL ${answer.version}; the service needs ${OLDEST_POSTGRESQL} or later`);
  await refuseOthers(sql);
  // In others names cannot be kept, or not be searched.
  if (answer.encoding !== 'UTF8')
    throw new Error(
      `its database has the encoding ${answer.encoding}: make one with "create database … template template0 encoding 'UTF8'"`,
    );
  if (answer.schema === null)
    throw new Error(
      `its search_path (${answer.path}) names no schema that the role may use: name the service's own with "alter role … set search_path = …"`,
    );
  return answer.path;
};

/** What an address sets otherwise than the service, which counts on its own settings. */
const refuseOthers = async (sql: Sql): Promise<void> => {
  const ours = sessionSettings({ settings: INDEXED });
  const found = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name = any(${Object.keys(ours)}::text[])`;
  const other = found.find(({ name, setting }) => setting !== ours[name]);
  if (other)
    throw new Error(
      `${other.name} is set by the service itself, and the address sets it too: leave it out of the address`,
    );
};

/** Whether a database only reads, as a standby does; told without writing. */
export const onlyReads = async (sql: Sql): Promise<boolean> => {
  const [row] = await sql<{ reads: boolean }[]>`select current_setting('transaction_read_only') = 'on' as reads`;
  return row!.reads;
};

/** What a statement finds; undefined where its table is not there yet. */
export const ifTable = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
    return undefined;
  });
