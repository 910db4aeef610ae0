import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import type { Sql, TransactionSql } from '../database/connect.ts';
import type { JsonObject } from '../event-store/port.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Instant } from '../kernel/dates.ts';
import { describeError } from '../platform/describe-error.ts';
import { type DueWorkMeters, dueWorkMeters } from './due-work-meters.ts';

/**
 * Work that is due, now or later: one row per piece, in one of these states.
 *
 *   waiting   nobody has it; from `due_at` on it may be claimed
 *   held      one worker has it until `lease_until`, which that worker renews; when it dies the lease runs out and the
 *             row is claimable again
 *   ended     done; kept for a while, so that asking for it again changes nothing
 *
 * Rows are claimed with FOR UPDATE SKIP LOCKED, so workers never wait for each other. A piece may be run twice (a worker
 * that was thought dead comes back), never lost: what it does must be safe to repeat. `asked` counts how often it was
 * asked for; a run that began before the last asking does not end the row. Time is the database's, except that kinds
 * with a `clock` are due by business time.
 *
 * New rows are told by NOTIFY and within the process at once; polling is the net beneath it.
 */
export interface DueRow {
  kind: string;
  key: string;
  payload?: JsonObject;
  /** Not before this instant; default at once. */
  due_at?: Instant;
}

/** A piece of work in hand. */
export interface Work {
  key: string;
  payload: JsonObject;
  /** 1 at first; how often it was begun since it last went well. */
  attempt: number;
  /** Aborted when the process stops or another worker has the piece: come to an end soon. */
  signal: AbortSignal;
  /** Whether nobody else can have had it since it was claimed. */
  held(): boolean;
}

/** When a piece is to be run again; nothing when it is done. */
export type Next = { again_in_ms: number } | { again_at: Instant } | undefined;

export interface DueKind {
  kind: string;
  /** Pieces in hand at once in this process. */
  concurrency: number;
  /** By whose time they are due; default the database's. */
  clock?: Clock;
  /** Throws to be run again after a growing pause. */
  run(work: Work): Promise<Next>;
}

export interface DueWorkOptions {
  sql: Sql;
  kinds: readonly DueKind[];
  log: Logger;
  metrics: Metrics;
  /** Another worker takes over after this long; default 5 s. */
  lease_ms?: number;
  poll_ms?: number;
  /** First pause after a failure; default 500 ms, doubled each time up to a minute. */
  backoff_ms?: number;
}

export interface DueWorker {
  start(): Promise<void>;
  /** Looks for due rows now. */
  wake(): void;
  /** Claims no more, tells what runs to stop, waits for it at most `drain_ms` (default 10 s), releases all leases. */
  stop(drain_ms?: number): Promise<void>;
}

const LEASE_ms = 5_000;
const POLL_ms = 1_000;
const BACKOFF_ms = 500;
const MAX_BACKOFF_ms = 60_000;
const CHANNEL = 'payroll_due_work';

/** The workers of this process, told of new rows without a detour over the database. */
const localWorkers = new Set<() => void>();
const wakeLocal = (): void => {
  for (const wake of localWorkers) wake();
};

const recordset = (rows: readonly DueRow[]): string =>
  JSON.stringify(rows.map(({ kind, key, payload, due_at }) => ({ kind, key, payload: payload ?? {}, due_at })));

/**
 * Adds rows, in a transaction of the caller's if it has one. A row that is there already, waiting or ended, stays as it
 * is. Gives how many are new.
 */
export const enqueue = async (sql: Sql | TransactionSql, rows: readonly DueRow[]): Promise<number> => {
  if (rows.length === 0) return 0;
  const [added] = await sql<{ rows: bigint }[]>`
    with added as (
      insert into due_work (kind, key, payload, due_at)
      select kind, key, payload, coalesce(due_at, clock_timestamp())
      from json_to_recordset(${recordset(rows)}::text::json)
        as r (kind text, key text, payload json, due_at timestamptz)
      on conflict (kind, key) do nothing
      returning kind)
    select count(*) as rows, pg_notify(${CHANNEL}, '') from added having count(*) > 0`;
  if (added) wakeLocal();
  return Number(added?.rows ?? 0n);
};

/** Asks for rows again, or for the first time: an ended one is revived, a later one is due at the new instant. */
export const rouse = async (sql: Sql | TransactionSql, rows: readonly DueRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    with asked as (
      insert into due_work as w (kind, key, payload, due_at)
      select kind, key, payload, coalesce(due_at, clock_timestamp())
      from json_to_recordset(${recordset(rows)}::text::json)
        as r (kind text, key text, payload json, due_at timestamptz)
      order by kind, key
      on conflict (kind, key) do update set
        payload = excluded.payload,
        due_at = case when w.ended_at is null then least(w.due_at, excluded.due_at) else excluded.due_at end,
        attempts = case when w.ended_at is null then w.attempts else 0 end,
        asked = w.asked + 1,
        ended_at = null
      returning kind)
    select pg_notify(${CHANNEL}, '') from asked having count(*) > 0`;
  wakeLocal();
};

interface Claimed {
  kind: string;
  key: string;
  payload: JsonObject;
  attempts: number;
  asked: bigint;
}

interface InHand {
  controller: AbortController;
  /** When the lease was last known to run (performance.now() before the statement that took or renewed it). */
  leased_ms: number;
  lost: boolean;
}

/** A worker of this process for some kinds of due work. */
export const makeDueWorker = (options: DueWorkOptions): DueWorker => {
  const { sql, log } = options;
  const lease_ms = options.lease_ms ?? LEASE_ms;
  const holder = randomUUID();
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const meters: DueWorkMeters = dueWorkMeters(options.metrics, sql);
  const inHand = new Map<string, InHand>();
  const runs = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  let stopping = false;
  let started = false;
  let timers: NodeJS.Timeout[] = [];
  let unlisten: (() => Promise<void>) | undefined;

  const claim = async (): Promise<boolean> => {
    const free = [...kinds.values()].flatMap(({ kind, concurrency, clock }) => {
      const slots = concurrency - (busy.get(kind) ?? 0);
      return slots > 0 ? [{ kind, slots, now: clock?.instant() ?? null }] : [];
    });
    if (free.length === 0) return false;
    const before_ms = performance.now();
    const rows = await sql<Claimed[]>`
      with free as (
        select * from json_to_recordset(${JSON.stringify(free)}::text::json) as f (kind text, slots int8, now timestamptz)),
      due as (
        select d.kind, d.key from free cross join lateral (
          select w.kind, w.key from due_work w
          where w.kind = free.kind and w.ended_at is null and w.due_at <= coalesce(free.now, clock_timestamp())
            and (w.lease_until is null or w.lease_until < clock_timestamp())
          order by w.due_at limit free.slots for update of w skip locked) d)
      update due_work w
      set holder = ${holder}::uuid, attempts = attempts + 1,
        lease_until = clock_timestamp() + (${lease_ms}::int8 * interval '1 millisecond')
      from due where w.kind = due.kind and w.key = due.key
      returning w.kind, w.key, w.payload, w.attempts, w.asked`;
    for (const row of rows) {
      const run = execute(row, before_ms).finally(() => runs.delete(run));
      runs.add(run);
    }
    return free.some(({ kind, slots }) => rows.filter((row) => row.kind === kind).length === slots);
  };

  let pumping = false;
  let wanted = false;
  /** Claims as long as there may be more. One claim at a time; what is asked for meanwhile is looked for after it. */
  const pump = (): void => {
    wanted = true;
    if (pumping || stopping || !started) return;
    pumping = true;
    const turns = async (): Promise<void> => {
      while (wanted && !stopping) {
        wanted = false;
        if (await claim()) wanted = true;
      }
    };
    void turns()
      .catch((error: unknown) => log.warn({ err: error }, 'due work could not be claimed'))
      .finally(() => {
        pumping = false;
        if (wanted && !stopping) setTimeout(pump, 50).unref();
      });
  };

  const execute = async (row: Claimed, leased_ms: number): Promise<void> => {
    const kind = kinds.get(row.kind)!;
    const id = `${row.kind}/${row.key}`;
    const hand: InHand = { controller: new AbortController(), leased_ms, lost: false };
    inHand.set(id, hand);
    busy.set(row.kind, (busy.get(row.kind) ?? 0) + 1);
    const { signal } = hand.controller;
    const held = (): boolean => !hand.lost && performance.now() - hand.leased_ms < lease_ms;
    const end = meters.began(row.kind);
    try {
      const work: Work = { key: row.key, payload: row.payload, attempt: row.attempts, signal, held };
      const next = await kind.run(work);
      await finish(row, kind, next);
      end(next ? 'again' : 'done');
    } catch (error) {
      end('failed');
      log.warn(
        { err: error, kind: row.kind, key: row.key, attempt: row.attempts },
        'due work failed; it is tried again',
      );
      await postpone(row, kind, error).catch((reason: unknown) =>
        log.warn({ err: reason, kind: row.kind, key: row.key }, 'due work keeps its lease until that runs out'),
      );
    } finally {
      inHand.delete(id);
      busy.set(row.kind, busy.get(row.kind)! - 1);
      pump();
    }
  };

  const nowOf = (kind: DueKind): string | null => kind.clock?.instant() ?? null;

  const finish = async (row: Claimed, kind: DueKind, next: Next): Promise<void> => {
    const at = next && 'again_at' in next ? next.again_at : null;
    const in_ms = next && 'again_in_ms' in next ? Math.round(next.again_in_ms) : null;
    await sql`
      update due_work set
        holder = null, lease_until = null, attempts = 0, last_error = null,
        due_at = case when asked <> ${row.asked} then due_at
          else coalesce(${at}::timestamptz,
            coalesce(${nowOf(kind)}::timestamptz, clock_timestamp()) + ${in_ms}::int8 * interval '1 millisecond', due_at) end,
        ended_at = case when asked = ${row.asked} and ${next === undefined} then clock_timestamp() end
      where kind = ${row.kind} and key = ${row.key} and holder = ${holder}::uuid`;
    if (in_ms !== null) later(in_ms);
  };

  const postpone = async (row: Claimed, kind: DueKind, error: unknown): Promise<void> => {
    const full_ms = Math.min((options.backoff_ms ?? BACKOFF_ms) * 2 ** Math.min(row.attempts - 1, 20), MAX_BACKOFF_ms);
    const pause_ms = Math.round(full_ms * (0.5 + Math.random() / 2));
    const { name, message, code } = describeError(error);
    const text = message ?? `${name} ${code ?? ''}`.trim();
    await sql`
      update due_work set holder = null, lease_until = null, last_error = ${text},
        due_at = coalesce(${nowOf(kind)}::timestamptz, clock_timestamp()) + ${pause_ms}::int8 * interval '1 millisecond'
      where kind = ${row.kind} and key = ${row.key} and holder = ${holder}::uuid`;
    later(pause_ms);
  };

  /** Looks again when a pause of our own is over, rather than at the next poll. */
  const later = (ms: number): void => {
    if (ms < (options.poll_ms ?? POLL_ms)) setTimeout(pump, ms + 1).unref();
  };

  const renew = async (): Promise<void> => {
    const { size } = inHand;
    if (size === 0) return;
    const before_ms = performance.now();
    try {
      const rows = await sql<{ kind: string; key: string }[]>`
        update due_work set lease_until = clock_timestamp() + (${lease_ms}::int8 * interval '1 millisecond')
        where holder = ${holder}::uuid returning kind, key`;
      const ours = new Set(rows.map(({ kind, key }) => `${kind}/${key}`));
      for (const [id, hand] of inHand) {
        if (ours.has(id)) hand.leased_ms = before_ms;
        else if (hand.leased_ms < before_ms) hand.lost = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'leases of due work could not be renewed');
    }
    for (const hand of inHand.values()) {
      if (!hand.lost && performance.now() - hand.leased_ms < lease_ms) continue;
      hand.lost = true;
      hand.controller.abort();
    }
  };

  const every = (ms: number, work: () => Promise<void> | void): void => {
    let running = false;
    const timer = setInterval(async () => {
      if (running) return;
      running = true;
      await work();
      running = false;
    }, ms);
    timers.push(timer.unref());
  };

  return {
    start: async () => {
      const request = await sql.listen(CHANNEL, pump, pump);
      unlisten = request.unlisten;
      localWorkers.add(pump);
      started = true;
      every(lease_ms / 4, renew);
      every(options.poll_ms ?? POLL_ms, pump);
      pump();
    },
    wake: pump,
    stop: async (drain_ms = 10_000) => {
      stopping = true;
      localWorkers.delete(pump);
      for (const { controller } of inHand.values()) controller.abort();
      await unlisten?.().catch(() => {});
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, drain_ms);
      });
      await Promise.race([Promise.allSettled(runs), limit]);
      clearTimeout(timer);
      for (const each of timers) clearInterval(each);
      timers = [];
      for (const hand of inHand.values()) hand.lost = true;
      await sql`
        update due_work set holder = null, lease_until = null, attempts = greatest(attempts - 1, 0)
        where holder = ${holder}::uuid`.catch((error: unknown) =>
        log.warn({ err: error }, 'leases of due work run out by themselves'),
      );
    },
  };
};
