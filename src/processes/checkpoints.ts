import type { Sql } from '../database/connect.ts';
import type { Position } from '../event-store/port.ts';

/**
 * The rows of `process_managers`: how far each manager has come, and which process runs it. Time is the database's
 * clock. A checkpoint moves only from where its writer knows it, and only for the holder of the lease.
 */
export interface Checkpoint {
  name: string;
  position: Position;
  appended: Position;
}

export interface ManagerStatus extends Checkpoint {
  /** Whether some process holds its lease. */
  running: boolean;
  /** The event it cannot get past, when there is one. */
  stopped: { stream: string; revision: bigint; error: string; at: string } | undefined;
}

/** A holder that has not been heard of for so long has lost its lease. */
export const LEASE_ms = 2_500;
export const HEARTBEAT_ms = 700;

/** Makes the rows of managers that never ran; `from` is where each begins. */
export const register = async (sql: Sql, managers: readonly { name: string; from: Position }[]): Promise<void> => {
  await sql.unsafe(
    `insert into process_managers (name, position, appended)
     select name, position, 0 from unnest($1::text[], $2::int8[]) as m (name, position)
     on conflict (name) do nothing`,
    [managers.map(({ name }) => name), managers.map(({ from }) => String(from))],
  );
};

/** Renews the leases that `owner` holds and takes those that are free. Gives what it holds now, and where that stands. */
export const takeLeases = async (sql: Sql, owner: string, names: readonly string[]): Promise<Checkpoint[]> => [
  ...(await sql.unsafe<Checkpoint[]>(
    `update process_managers set owner = $1, lease_until = clock_timestamp() + ($3::int8 * interval '1 millisecond')
     where name = any($2::text[]) and (owner = $1 or owner is null or lease_until < clock_timestamp())
     returning name, position, appended`,
    [owner, names as string[], String(LEASE_ms)],
    { prepare: true },
  )),
];

export const releaseLeases = async (sql: Sql, owner: string): Promise<void> => {
  await sql`update process_managers set owner = null, lease_until = null where owner = ${owner}`;
};

/**
 * Moves a checkpoint and tells the other processes, in one statement. False when it stands elsewhere or belongs to
 * somebody else: then nothing has happened.
 */
export const advance = async (
  sql: Sql,
  owner: string,
  move: { name: string; from: Position; to: Position; appended: Position | undefined },
  channel: string,
  message: string,
): Promise<boolean> => {
  const rows = await sql.unsafe(
    `with moved as (
       update process_managers
       set position = $4, appended = greatest(appended, $5),
         stopped_at = null, stopped_stream = null, stopped_revision = null, stopped_error = null
       -- Not flushed: should the move be lost with the database's memory, the manager is handed those events again.
       from (select set_config('synchronous_commit', 'off', true)) as unflushed
       where name = $2 and position = $3 and owner = $1
       returning name)
     select pg_notify($6, $7) from moved`,
    [owner, move.name, String(move.from), String(move.to), String(move.appended ?? 0n), channel, message],
    { prepare: true },
  );
  return rows.length === 1;
};

export const recordStop = async (
  sql: Sql,
  owner: string,
  name: string,
  stop: { stream: string; revision: bigint; error: string },
): Promise<void> => {
  await sql`
    update process_managers
    set stopped_at = coalesce(stopped_at, clock_timestamp()), stopped_stream = ${stop.stream},
      stopped_revision = ${stop.revision}, stopped_error = ${stop.error.slice(0, 2_000)}
    where name = ${name} and owner = ${owner}`;
};

export const readStatus = async (sql: Sql): Promise<ManagerStatus[]> => {
  const rows = await sql<
    {
      name: string;
      position: bigint;
      appended: bigint;
      running: boolean;
      stopped_at: string | null;
      stopped_stream: string;
      stopped_revision: bigint;
      stopped_error: string;
    }[]
  >`
    select name, position, appended, coalesce(lease_until > clock_timestamp(), false) as running,
      stopped_at, stopped_stream, stopped_revision, stopped_error
    from process_managers order by name`;
  return rows.map(({ name, position, appended, running, ...row }) => ({
    name,
    position,
    appended,
    running,
    stopped:
      row.stopped_at === null
        ? undefined
        : {
            stream: row.stopped_stream,
            revision: row.stopped_revision,
            error: row.stopped_error,
            at: row.stopped_at,
          },
  }));
};
