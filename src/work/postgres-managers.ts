import type { Sql } from '../database/connect.ts';
import { isFree } from '../database/leases.ts';
import { UnreadableEvent } from '../event-store/errors.ts';
import type { LogEvent } from '../event-store/port.ts';
import { LEASE_ms } from '../timing/heartbeat.ts';
import {
  type Checkpoint,
  type Failing,
  GIVEN_UP_AFTER,
  MAX_HANDED_characters,
  type ManagerStatus,
  type ManagerStore,
  PARKED_AFTER,
  type Skipped,
  workKind,
} from './port.ts';
import { ASKED_AGAIN, arrivalMessage, CHANNEL as DUE_WORK, UNFLUSHED, wakeLocal } from './postgres-due-work.ts';

/**
 * The state of process managers in PostgreSQL: checkpoints and leases in `process_managers`, the events that wait for a
 * company in `manager_inbox`, and a row of `due_work` for each such company. A checkpoint is moved only from the
 * position that its writer expects, and only by the holder of the lease. No commit here waits for the disk: should a
 * crash of the database lose a move, it loses everything committed after it too, and the manager gets those events
 * again.
 *
 * Locks are always taken in the order checkpoint, due work, inbox, and those of several checkpoints in the order of their
 * names, so dispatchers and workers cannot deadlock.
 */

/** `m` is a manager's checkpoint, `w` a row of its due work that has not ended. */
const OPEN_WORK = `process_managers m join due_work w on w.kind = 'manager/' || m.name and w.ended_at is null`;
/** A worker is trying it. */
const HELD = `(w.holder is not null and not ${isFree('w.lease_until')})`;
const PARKED = `(w.last_error is not null
  and (w.attempts >= ${PARKED_AFTER} or (w.begun >= ${GIVEN_UP_AFTER} and w.holder is null)))`;

interface StoredEvent {
  position: bigint;
  event: Omit<LogEvent, 'revision' | 'position'> & { revision: string; unreadable?: string };
}

/** Of an event that cannot be read, why: it fails in the work on its company, and not for all companies. */
const stored = (event: LogEvent): string => {
  const { id, type, stream, revision, metadata } = event;
  const known = { id, type, stream, revision: String(revision), metadata };
  try {
    return JSON.stringify({ data: event.data, ...known });
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return JSON.stringify({ unreadable: error.message, ...known });
  }
};

const loaded = ({ position, event: { unreadable, ...event } }: StoredEvent): LogEvent => {
  const revision = BigInt(event.revision);
  if (unreadable === undefined) return { ...event, revision, position };
  return {
    ...event,
    revision,
    position,
    get data(): never {
      throw new UnreadableEvent(unreadable);
    },
  };
};

class PostgresManagerStore implements ManagerStore {
  private readonly sql: Sql;
  private readonly leases: Sql;
  private readonly channel: string;

  constructor(sql: Sql, progress: string, leases: Sql) {
    this.sql = sql;
    this.leases = leases;
    this.channel = progress;
  }

  readonly register: ManagerStore['register'] = async (managers) => {
    await this.sql.unsafe(
      `insert into process_managers (name, position, appended)
       select name, position, 0 from unnest($1::text[], $2::int8[]) as m (name, position)
       on conflict (name) do nothing`,
      [managers.map(({ name }) => name), managers.map(({ from }) => String(from))],
    );
  };

  readonly takeLeases: ManagerStore['takeLeases'] = async (owner, names) => [
    ...(await this.leases.unsafe<Checkpoint[]>(
      `with free as (
         select name from process_managers
         where name = any($2::text[]) and (owner = $1 or owner is null or ${isFree('lease_until')})
         order by name for update)
       update process_managers m set owner = $1, lease_until = clock_timestamp() + ($3::int8 * interval '1 millisecond')
       from free where m.name = free.name
       returning m.name, m.position, m.appended`,
      [owner, names, String(LEASE_ms)],
      { prepare: true },
    )),
  ];

  readonly releaseLeases: ManagerStore['releaseLeases'] = async (owner) => {
    await this.sql`
      with mine as (select name from process_managers where owner = ${owner} order by name for update)
      update process_managers m set owner = null, lease_until = null from mine where m.name = mine.name`;
  };

  readonly dispatch: ManagerStore['dispatch'] = async (owner, { name, from, to, waiting, appended, message }) => {
    const rows = await this.sql.unsafe(
      `with moved as (
         update process_managers set position = $4, appended = greatest(appended, $5) from ${UNFLUSHED}
         where name = $2 and position = $3 and owner = $1
         returning name),
       waiting as (select * from unnest($6::text[], $7::int8[], $8::text[]) as e (scope, position, event)),
       put as (
         insert into manager_inbox (manager, scope, position, event)
         select name, scope, e.position, event::json from moved, waiting e
         on conflict do nothing),
       asked as (
         insert into due_work as w (kind, key, payload, due_at)
         select 'manager/' || name, scope, '{}', clock_timestamp()
         from moved, (select distinct scope from waiting) s order by scope collate "C"
         on conflict (kind, key) do update set ${ASKED_AGAIN}
         returning kind)
       select case when $10 <> '' then pg_notify($9, $10) end, (select pg_notify($11, $12) from asked limit 1) from moved`,
      [
        owner,
        name,
        String(from),
        String(to),
        String(appended ?? 0n),
        waiting.map(({ scope }) => scope),
        waiting.map(({ event }) => String(event.position)),
        waiting.map(({ event }) => stored(event)),
        this.channel,
        message,
        DUE_WORK,
        arrivalMessage([workKind(name)], true),
      ],
      { prepare: true },
    );
    if (waiting.length > 0) wakeLocal([workKind(name)]);
    return rows.length === 1;
  };

  readonly pass: ManagerStore['pass'] = async (owner, moves) => {
    const rows = await this.sql.unsafe<{ name: string }[]>(
      `with mine as (
         select name from process_managers where name = any($2::text[]) and owner = $1 order by name for update)
       update process_managers m set position = p.until
       from mine, unnest($2::text[], $3::int8[], $4::int8[]) as p (name, since, until), ${UNFLUSHED}
       where m.name = mine.name and m.name = p.name and m.position = p.since and m.owner = $1
       returning m.name`,
      [owner, moves.map(({ name }) => name), moves.map(({ from }) => String(from)), moves.map(({ to }) => String(to))],
      { prepare: true },
    );
    return rows.map(({ name }) => name);
  };

  readonly next: ManagerStore['next'] = async (manager, scope, limit) => {
    const rows = await this.sql<StoredEvent[]>`
      select position, event from (
        select position, event, coalesce(sum(length(event::text)) over before, 0) as characters_before,
          length(event::text) as characters, row_number() over before as number
        from (
          select position, event from manager_inbox where manager = ${manager} and scope = ${scope}
          order by position limit ${limit}) first
        window before as (order by position rows between unbounded preceding and 1 preceding)) weighed
      where number = 1 or characters_before + characters <= ${MAX_HANDED_characters}
      order by position`;
    return rows.map(loaded);
  };

  readonly done: ManagerStore['done'] = async (holder, manager, scope, upTo) => {
    const [row] = await this.sql.unsafe<{ position: bigint; next: bigint | null }[]>(
      `with ours as (
         select kind from due_work where kind = $1 and key = $3 and holder = $4::uuid for update),
       taken as (
         delete from manager_inbox using ours, ${UNFLUSHED}
         where manager = $2 and scope = $3 and position <= $5)
       select m.position,
         (select min(i.position) from manager_inbox i where i.manager = $2 and i.scope = $3 and i.position > $5) as next
       from ours, process_managers m where m.name = $2`,
      [workKind(manager), manager, scope, holder, String(upTo)],
      { prepare: true },
    );
    if (!row) return undefined;
    const { position, next } = row;
    return { clearTo: next === null ? position : next - 1n, more: next !== null };
  };

  readonly appended: ManagerStore['appended'] = async (manager, position) => {
    await this.sql.unsafe(
      `update process_managers set appended = $2 from ${UNFLUSHED} where name = $1 and appended < $2`,
      [manager, String(position)],
      { prepare: true },
    );
  };

  readonly progress: ManagerStore['progress'] = async () => {
    const rows = await this.sql.unsafe<
      (Checkpoint & { scope: string | null; first: bigint | null; last: bigint | null; parked: boolean | null })[]
    >(
      `select m.name, m.position, m.appended, w.key as scope, i.first, i.last, ${PARKED} as parked
       from process_managers m
       left join due_work w on w.kind = 'manager/' || m.name and w.ended_at is null
       left join lateral (
         select min(i.position) as first, max(i.position) as last from manager_inbox i
         where i.manager = m.name and i.scope = w.key) i on true`,
      [],
      { prepare: true },
    );
    const checkpoints = new Map(rows.map(({ name, position, appended }) => [name, { name, position, appended }]));
    return {
      checkpoints: [...checkpoints.values()],
      pending: rows.flatMap(({ name, scope, first, last, parked }) =>
        scope === null || first === null || last === null
          ? []
          : [{ name, scope, first, last, parked: parked ?? false }],
      ),
    };
  };

  readonly status: ManagerStore['status'] = async () => {
    const rows = await this.sql.unsafe<(Checkpoint & { running: boolean; waiting: bigint; parked: bigint })[]>(
      `select m.name, m.position, m.appended, not ${isFree('m.lease_until')} as running,
         count(w.key) as waiting, count(w.key) filter (where ${PARKED}) as parked
       from process_managers m left join due_work w on w.kind = 'manager/' || m.name and w.ended_at is null
       group by m.name order by m.name`,
      [],
      { prepare: true },
    );
    return rows.map(
      ({ waiting, parked, ...row }): ManagerStatus => ({
        ...row,
        waiting: Number(waiting),
        parked: Number(parked),
      }),
    );
  };

  readonly failing: ManagerStore['failing'] = async (limit, scope) => {
    const rows = await this.sql.unsafe<
      (StoredEvent & { manager: string; scope: string } & Pick<
          Failing,
          'error' | 'attempts' | 'parked' | 'due_at' | 'held'
        >)[]
    >(
      `select m.name as manager, w.key as scope, w.last_error as error, w.attempts, ${PARKED} as parked, w.due_at,
         ${HELD} as held, i.position, i.event
       from ${OPEN_WORK}
       join lateral (
         select position, event from manager_inbox i where i.manager = m.name and i.scope = w.key
         order by position limit 1) i on true
       where w.last_error is not null and ($2::text is null or w.key = $2)
       order by parked desc, w.due_at limit $1`,
      [String(limit), scope ?? null],
      { prepare: true },
    );
    return rows.map(({ position, event, ...row }): Failing => {
      const { id, type, stream, revision } = loaded({ position, event });
      return { ...row, event_id: id, type, stream, revision, position };
    });
  };

  readonly retry: ManagerStore['retry'] = async ({ manager, scope, givenUp = false }) => {
    const rows = await this.sql.unsafe(
      `with failed as (
         select w.kind, w.key from process_managers m join due_work w on w.kind = 'manager/' || m.name
         where w.ended_at is null and w.holder is null and (w.attempts > 0 or w.due_at > clock_timestamp())
           and ($1::text is null or m.name = $1) and ($2::text is null or w.key = $2)
         order by w.kind, w.key for update of w)
       update due_work w set due_at = clock_timestamp(), begun = case when $4 then 0 else w.begun end
       from failed where w.kind = failed.kind and w.key = failed.key
       returning w.key, pg_notify($3, '')`,
      [manager ?? null, scope ?? null, DUE_WORK, givenUp],
      { prepare: true },
    );
    wakeLocal();
    return rows.length;
  };

  readonly skip: ManagerStore['skip'] = async (manager, scope, position) => {
    const [row] = await this.sql.unsafe<{ outcome: Skipped }[]>(
      `with work as (select ${HELD} as held from due_work w where w.kind = $1 and w.key = $3 for update),
       held as (select coalesce(bool_or(held), false) as held from work),
       taken as (
         delete from manager_inbox using held
         where manager = $2 and scope = $3 and position = $4 and not held.held returning position)
       select case
         when exists (select from taken) then 'skipped'
         when held and exists (select from manager_inbox where manager = $2 and scope = $3 and position = $4) then 'held'
         else 'gone' end as outcome
       from held`,
      [workKind(manager), manager, scope, String(position)],
    );
    return row!.outcome;
  };

  readonly notify: ManagerStore['notify'] = async (channel, messages) => {
    await this.sql.unsafe('select pg_notify($1, message) from unnest($2::text[]) message', [channel, messages], {
      prepare: true,
    });
  };

  readonly listen: ManagerStore['listen'] = async (channel, onMessage) =>
    (await this.sql.listen(channel, onMessage)).unlisten;
}

/**
 * The state of the process managers of a database.
 *
 * @param progress the channel on which processes notify each other of their progress
 * @param leases connections that only renew leases (postgres-due-work.ts says why)
 */
export const postgresManagerStore = (sql: Sql, progress: string, leases: Sql = sql): ManagerStore =>
  new PostgresManagerStore(sql, progress, leases);
