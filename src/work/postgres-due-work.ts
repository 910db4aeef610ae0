import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from '../database/connect.ts';
import { isFree } from '../database/leases.ts';
import { storable } from '../values/cut.ts';
import type { JsonObject } from '../values/json.ts';
import {
  type Claimed,
  countsAsDeath,
  type DueRow,
  type DueStore,
  GIVEN_UP_AFTER,
  type GivenUp,
  type HeldRow,
  isUnbegun,
  type RowName,
} from './port.ts';

/**
 * Due work as rows of `due_work`. Rows are claimed with FOR UPDATE SKIP LOCKED, so workers never wait for each other.
 * New rows are notified over the database, and within the process at once.
 */
export const CHANNEL = 'payroll_due_work';

/** The workers of this process, woken directly and not by a notification of the database. */
type Wake = (kinds?: readonly string[]) => void;
const localWorkers = new Set<Wake>();
/** Wakes the workers of this process. @param kinds of the new rows; all kinds when not given */
export const wakeLocal: Wake = (kinds) => {
  for (const wake of localWorkers) wake(kinds);
};

/** Id of this process, by which it ignores notifications of its own. */
const PROCESS = randomUUID();

/**
 * The payload of a notification of new rows.
 *
 * @param isWoken whether the sender wakes its own workers itself ({@link wakeLocal}), once the rows are committed
 */
export const arrivalMessage = (kinds: readonly string[], isWoken: boolean): string =>
  JSON.stringify({ kinds: [...new Set(kinds)], ...(isWoken ? { woken: PROCESS } : {}) });

/** The content of a notification; empty when it is not one of ours. */
const arrivalIn = (message: string): { kinds?: readonly string[]; woken?: string } => {
  try {
    return JSON.parse(message);
  } catch {
    return {};
  }
};

/** Wakes a worker for the kinds of a notification, or for all when it names none, unless its own process sent it. */
const wakeFor = (message: string, wake: Wake): void => {
  const { kinds, woken } = arrivalIn(message);
  if (woken !== PROCESS) wake(kinds);
};

/**
 * Rows of an open transaction are visible only after its commit, so this process too is notified of them by the
 * database.
 */
const isCommitted = (sql: Sql | TransactionSql): boolean => !('savepoint' in sql);

const kindsOf = (rows: readonly DueRow[]): string[] => rows.map(({ kind }) => kind);

const recordset = (rows: readonly DueRow[]): string =>
  JSON.stringify(
    rows.map(({ kind, key, payload, due_at, due_in_ms }) => ({ kind, key, payload: payload ?? {}, due_at, due_in_ms })),
  );

/** What asking for a row again changes in it; `w` is the existing row. */
export const ASKED_AGAIN = `
  payload = excluded.payload,
  due_at = case
    -- Queued after the rows that wait, as a new row would be.
    when w.ended_at is not null or w.holder is not null then excluded.due_at
    -- It failed: it keeps its pause.
    when w.attempts > 0 then w.due_at
    else least(w.due_at, excluded.due_at) end,
  attempts = case when w.ended_at is null then w.attempts else 0 end,
  asked = w.asked + 1,
  ended_at = null`;

/** {@link DueStore.enqueue}, in a transaction of the caller's if it has one. */
export const enqueue = async (sql: Sql | TransactionSql, rows: readonly DueRow[]): Promise<number> => {
  if (rows.length === 0) return 0;
  const message = arrivalMessage(kindsOf(rows), isCommitted(sql));
  const [added] = await sql<{ rows: bigint }[]>`
    with added as (
      insert into due_work (kind, key, payload, due_at)
      select kind, key, payload,
        coalesce(due_at, clock_timestamp() + coalesce(due_in_ms, 0) * interval '1 millisecond')
      from json_to_recordset(${recordset(rows)}::text::json)
        as r (kind text, key text, payload json, due_at timestamptz, due_in_ms int8)
      order by kind collate "C", key collate "C"
      on conflict (kind, key) do nothing
      returning kind)
    select count(*) as rows, pg_notify(${CHANNEL}, ${message}) from added having count(*) > 0`;
  if (added && isCommitted(sql)) wakeLocal(kindsOf(rows));
  return Number(added?.rows ?? 0n);
};

/** {@link DueStore.ask}, in a transaction of the caller's if it has one. */
export const ask = async (sql: Sql | TransactionSql, rows: readonly DueRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql.unsafe(
    `with asked as (
       insert into due_work as w (kind, key, payload, due_at)
       select kind, key, payload,
         coalesce(due_at, clock_timestamp() + coalesce(due_in_ms, 0) * interval '1 millisecond')
       from json_to_recordset($1::text::json)
         as r (kind text, key text, payload json, due_at timestamptz, due_in_ms int8)
       order by kind collate "C", key collate "C"
       on conflict (kind, key) do update set ${ASKED_AGAIN}
       returning kind)
     select pg_notify($2, $3) from asked having count(*) > 0`,
    [recordset(rows), CHANNEL, arrivalMessage(kindsOf(rows), isCommitted(sql))],
    { prepare: true },
  );
  if (isCommitted(sql)) wakeLocal(kindsOf(rows));
};

/** Has a row that waits be due now, also where it keeps the pause of a failure; nothing where it is held or has ended. */
export const hasten = async (sql: Sql, { kind, key }: RowName): Promise<void> => {
  const message = arrivalMessage([kind], true);
  await sql`
    with hastened as (
      update due_work set due_at = clock_timestamp()
      where kind = ${kind} and key = ${key} and holder is null and ended_at is null and due_at > clock_timestamp()
      returning kind)
    select pg_notify(${CHANNEL}, ${message}) from hastened`;
  wakeLocal([kind]);
};

/**
 * In the FROM of a statement: its commit does not wait for the disk. Should a crash of the database lose it, a row is
 * run again, which is safe.
 */
export const UNFLUSHED = `(select set_config('synchronous_commit', 'off', true)) as unflushed`;

/** {@link DueStore.overdue} */
const overdue = async (sql: Sql): Promise<Map<string, number>> => {
  const rows = await sql<{ kind: string; rows: bigint }[]>`
    select kind, count(*) as rows from due_work
    where ended_at is null and due_at <= clock_timestamp() and holder is null group by kind`;
  return new Map(rows.map(({ kind, rows: count }) => [kind, Number(count)]));
};

/** {@link DueStore.anyWaits} */
const anyWaits = async (sql: Sql, kind: string, now: string | null): Promise<boolean> => {
  const [found] = await sql<{ waits: boolean }[]>`
    select exists (
      select 1 from due_work
      where kind = ${kind} and ended_at is null and due_at <= coalesce(${now}::timestamptz, clock_timestamp())
        and ${sql.unsafe(isFree('lease_until'))}) as waits`;
  return found!.waits;
};

/** {@link DueStore.listen} */
const listen: (sql: Sql, wake: Wake) => ReturnType<DueStore['listen']> = async (sql, wake) => {
  const { unlisten } = await sql.listen(
    CHANNEL,
    (message) => wakeFor(message, wake),
    () => wake(),
  );
  localWorkers.add(wake);
  return async () => {
    localWorkers.delete(wake);
    await unlisten();
  };
};

const kindsAndKeys = (rows: readonly RowName[]): [kinds: string[], keys: string[]] => [
  rows.map(({ kind }) => kind),
  rows.map(({ key }) => key),
];

/**
 * {@link DueStore.renew}. It locks rows in the same order as {@link ask}, so the two cannot deadlock. An append under the
 * lease locks the row too (migrations/0138_leases_held.sql), so that nobody claims it; a renewal goes by that lock.
 */
const renew = async (sql: Sql, held: readonly HeldRow[], lease_ms: number) => {
  const [kinds, keys] = kindsAndKeys(held);
  const rows = await sql.unsafe<(RowName & { renewed: boolean })[]>(
    `with mine as (
       select w.kind, w.key from unnest($1::text[], $2::text[], $3::uuid[]) m (kind, key, holder)
       join due_work w on w.kind = m.kind and w.key = m.key and w.holder = m.holder),
     free as (
       select w.kind, w.key from mine join due_work w using (kind, key)
       order by w.kind, w.key for no key update of w skip locked),
     renewed as (
       update due_work w set lease_until = clock_timestamp() + ($4::int8 * interval '1 millisecond')
       from free, unnest($1::text[], $2::text[], $3::uuid[]) m (kind, key, holder), ${UNFLUSHED}
       where w.kind = free.kind and w.key = free.key and m.kind = w.kind and m.key = w.key and w.holder = m.holder
       returning w.kind, w.key)
     select mine.kind, mine.key, renewed.kind is not null as renewed
     from mine left join renewed on renewed.kind = mine.kind and renewed.key = mine.key`,
    [kinds, keys, held.map(({ holder }) => holder), String(lease_ms)],
    { prepare: true },
  );
  return [...rows];
};

/** {@link DueStore.release}. It locks rows in the order of {@link ask}, too. */
const release = async (sql: Sql, held: readonly HeldRow[]): Promise<void> => {
  const [kinds, keys] = kindsAndKeys(held);
  await sql.unsafe(
    `with mine as (
       select w.kind, w.key, m.holder, m.counted
       from unnest($1::text[], $2::text[], $3::uuid[], $4::int4[]) m (kind, key, holder, counted)
       join due_work w on w.kind = m.kind and w.key = m.key and w.holder = m.holder
       order by w.kind, w.key for update of w)
     update due_work w set holder = null, lease_until = null, attempts = greatest(w.attempts - 1, 0),
       begun = greatest(w.begun - mine.counted, 0)
     from mine where w.kind = mine.kind and w.key = mine.key and w.holder = mine.holder`,
    [kinds, keys, held.map(({ holder }) => holder), held.map(({ counted }) => Number(counted ?? false))],
  );
};

/** {@link DueStore.releaseClaim} */
const releaseClaim = async (sql: Sql, holder: string): Promise<void> => {
  const held = await sql<HeldRow[]>`select kind, key, holder from due_work where holder = ${holder}::uuid`;
  if (held.length > 0) await release(sql, held);
};

/** {@link DueStore.begin}. Its commit waits for the disk: the run may end the database too. */
const begin = async (sql: Sql, { kind, key, holder }: HeldRow): Promise<boolean> => {
  const { count } = await sql`
    update due_work set begun = begun + 1 where kind = ${kind} and key = ${key} and holder = ${holder}::uuid`;
  return count > 0;
};

/** Before an update of a held row: where another one has claimed it, this holder counts as dead, and is not. */
const livedOn = (sql: Sql, row: Claimed, holder: string) => sql`
  with lived_on as (
    update due_work set begun = greatest(begun - 1, 0)
    where ${countsAsDeath(row)} and kind = ${row.kind} and key = ${row.key} and holder is distinct from ${holder}::uuid)`;

/** {@link DueStore.givenUp} */
const givenUp = async (sql: Sql, limit: number): Promise<GivenUp[]> => [
  ...(await sql<GivenUp[]>`
    select kind, key, payload, coalesce(last_error, '') as error from due_work
    where begun > 0 and begun >= ${GIVEN_UP_AFTER} and holder is null and kind not like 'manager/%' and ended_at is null
    order by kind, key limit ${limit}`),
];

/** {@link DueStore.takeUp} */
const takeUp = async (sql: Sql, scope: string): Promise<number> => {
  const { count } = await sql`
    update due_work set begun = 0, due_at = least(due_at, clock_timestamp())
    where begun > 0 and begun >= ${GIVEN_UP_AFTER} and kind not like 'manager/%' and ended_at is null
      and ${scope} in (key, coalesce(payload->>'company_id', ''), coalesce(payload->>'partner_id', ''))`;
  return count;
};

/**
 * The due work of a database.
 *
 * @param leases connections that only renew leases: on shared ones a renewal queues behind whatever statement runs
 *   there, for seconds when that is large, and the lease runs out meanwhile
 */
export const postgresDueStore = (sql: Sql, leases: Sql = sql): DueStore => ({
  enqueue: (rows) => enqueue(sql, rows),
  ask: (rows) => ask(sql, rows),

  claim: async (kinds, holder, lease_ms, inHand = []) => [
    ...(await sql<Claimed[]>`
      with free as (
        select * from json_to_recordset(${JSON.stringify(kinds)}::text::json)
          as f (kind text, slots int8, now timestamptz)),
      due as (
        select d.kind, d.key, d.abandoned from free cross join lateral (
          select w.kind, w.key, w.holder is not null as abandoned from due_work w
          where w.kind = free.kind and w.ended_at is null and w.due_at <= coalesce(free.now, clock_timestamp())
            and ${sql.unsafe(isFree('w.lease_until'))}
            and not exists (
              select from unnest(${kindsAndKeys(inHand)[0]}::text[], ${kindsAndKeys(inHand)[1]}::text[]) h (kind, key)
              where h.kind = w.kind and h.key = w.key)
          order by w.due_at limit free.slots for update of w skip locked) d)
      update due_work w
      set holder = ${holder}::uuid, attempts = w.attempts + (not due.abandoned)::int4,
        begun = greatest(w.begun, due.abandoned::int4),
        lease_until = clock_timestamp() + (${lease_ms}::int8 * interval '1 millisecond')
      from due, ${sql.unsafe(UNFLUSHED)} where w.kind = due.kind and w.key = due.key
      returning w.kind, w.key, w.payload, w.attempts, w.asked, w.bookmark, w.begun as deaths, due.abandoned`),
  ],

  begin: (held) => begin(sql, held),

  finish: async (row, holder, next, now) => {
    const at = next && 'again_at' in next ? next.again_at : null;
    const in_ms = next && 'again_in_ms' in next ? Math.round(next.again_in_ms) : null;
    const bookmark = next?.bookmark ? JSON.stringify(next.bookmark) : null;
    const isUncounted = next?.isUncounted === true;
    const left = Number(row.counted === true && next?.bookmark !== undefined);
    await sql`
      ${livedOn(sql, row, holder)}
      update due_work set
        holder = null, lease_until = null, bookmark = ${bookmark}::text::json,
        attempts = case when ${isUncounted} then greatest(attempts - 1, 0) else 0 end,
        begun = case when ${isUncounted} then greatest(begun - ${Number(row.counted ?? false)}::int4, 0) else ${left}::int4 end,
        last_error = case when ${isUncounted} then last_error end,
        due_at = case when asked <> ${row.asked} then due_at
          else coalesce(${at}::timestamptz,
            coalesce(${now}::timestamptz, clock_timestamp()) + ${in_ms}::int8 * interval '1 millisecond', due_at) end,
        ended_at = case when asked = ${row.asked} and ${next === undefined} then clock_timestamp() end
      from ${sql.unsafe(UNFLUSHED)} where kind = ${row.kind} and key = ${row.key} and holder = ${holder}::uuid`;
  },

  postpone: async (row, holder, pause_ms, error, now) => {
    await sql`
      ${livedOn(sql, row, holder)}
      update due_work set holder = null, lease_until = null,
        attempts = greatest(attempts - ${Number(isUnbegun(row))}::int4, 0),
        begun = greatest(begun - ${Number(row.counted ?? false)}::int4, 0), last_error = ${storable(error)},
        due_at = coalesce(${now}::timestamptz, clock_timestamp()) + ${pause_ms}::int8 * interval '1 millisecond'
      from ${sql.unsafe(UNFLUSHED)} where kind = ${row.kind} and key = ${row.key} and holder = ${holder}::uuid`;
  },

  renew: (held, lease_ms) => renew(leases, held, lease_ms),
  release: (held) => release(sql, held),
  releaseClaim: (holder) => releaseClaim(sql, holder),
  givenUp: (limit) => givenUp(sql, limit),
  takeUp: (scope) => takeUp(sql, scope),

  notEnded: async (kind, after, limit) => [
    ...(await sql<{ key: string; payload: JsonObject }[]>`
      select key, payload from due_work
      where kind = ${kind} and key > ${after} and ended_at is null order by key limit ${limit}`),
  ],

  overdue: () => overdue(sql),
  anyWaits: (kind, now) => anyWaits(sql, kind, now),

  listen: (wake) => listen(sql, wake),
});
