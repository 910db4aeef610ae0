import type { Sql, TransactionSql } from '../../database/connect.ts';
import type { Position } from '../../event-store/port.ts';
import type { WebhookEvent } from '../../platform/webhook.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { piecesOf } from '../../values/group.ts';
import type { JsonObject } from '../../values/json.ts';
import { ask } from '../../work/postgres-due-work.ts';
import { extendReplays, isReplayed, lockEndpoints } from './webhook-replays.ts';
import { UNCALLED_hours } from './webhook-schedule.ts';

/** The rows of deliveries, their attempts, and the health of their receivers. Time is the database's. */
export const WEBHOOK_KIND = 'webhook';

export interface NewDelivery {
  id: string;
  webhook_id: string;
  partner_id: string;
  event: WebhookEvent | 'ping';
  resource_id: string;
  resource: JsonObject;
  /** Position and instant of the event that it is about; null when no event caused it. */
  position: Position | null;
  occurred_at: string | null;
  /** Position of the request for it, when a replay makes it; how far the log was read, when time alone did. */
  asked?: Position;
}

/**
 * Adds deliveries in their order, each with the next sequence number of its webhook, and asks for the webhooks' due
 * work. Deliveries that exist stay as they are and use no number. Those that a running replay will send are left out.
 */
export const recordDeliveries = async (sql: Sql, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return;
  const webhooks = [...new Set(deliveries.map(({ webhook_id }) => webhook_id))].sort();
  await sql.begin(async (tx) => {
    const replays = await lockEndpoints(tx, webhooks);
    // A test call is about no event of the ledger, so no replay sends it.
    const own = deliveries.filter((one) => one.event === 'ping' || !isReplayed(replays.get(one.webhook_id), one));
    const left = new Set(own);
    await extendReplays(
      tx,
      replays,
      deliveries.filter((one) => !left.has(one)),
    );
    await insertDeliveries(tx, own);
    for (const { event, id } of own) if (event === 'ping') await callAtOnce(tx, id);
  });
};

/** Deliveries of one statement: they are written as text without a break. */
const IN_STATEMENT = 500;

/** Adds deliveries to endpoints that the transaction has locked. */
export const insertDeliveries = async (tx: TransactionSql, deliveries: readonly NewDelivery[]): Promise<void> => {
  for (const some of piecesOf(deliveries, IN_STATEMENT)) {
    if (isSliceOver()) await nextTurn();
    await insertSome(tx, some);
  }
};

const insertSome = async (tx: TransactionSql, deliveries: readonly NewDelivery[]): Promise<void> => {
  const partners = new Map(deliveries.map(({ webhook_id, partner_id }) => [webhook_id, partner_id]));
  const rows = JSON.stringify(
    deliveries.map(({ id, webhook_id, event, resource_id, resource, position, asked }, place) => ({
      place,
      id,
      webhook_id,
      event,
      resource_id,
      position: position?.toString() ?? null,
      asked: asked?.toString() ?? null,
      // The database appends the sequence number.
      opened: JSON.stringify({ event, resource, position: position?.toString() ?? null }).slice(0, -1),
    })),
  );
  await tx`
    with fresh as (
      select r.*, e.last_sequence + row_number() over (partition by r.webhook_id order by r.place) as sequence
      from json_to_recordset(${rows}::text::json)
        as r (place int4, id text, webhook_id text, event text, resource_id text, position int8, asked int8,
          opened text)
      join webhook_endpoints e on e.webhook_id = r.webhook_id
      where not exists (select from webhook_deliveries d where d.id = r.id)),
    added as (
      insert into webhook_deliveries
        (id, webhook_id, sequence, event, resource_id, position, asked_position, body, due_at)
      select id, webhook_id, sequence, event, resource_id, position, asked,
        opened || ',"sequence":' || sequence || '}', now()
      from fresh
      returning webhook_id, sequence)
    update webhook_endpoints e set last_sequence = latest.sequence
    from (select webhook_id, max(sequence) as sequence from added group by webhook_id) latest
    where e.webhook_id = latest.webhook_id`;
  await ask(
    tx,
    [...partners].map(([key, partner_id]) => ({ kind: WEBHOOK_KIND, key, payload: { partner_id } })),
  );
};

/**
 * Has a delivery made at once that somebody asked for, also where the receiver is not called for a while: this call then
 * tells whether it is back, rather than the one that waits longest.
 */
const callAtOnce = async (tx: TransactionSql, id: string): Promise<void> => {
  await tx`
    with opened as (
      update webhook_endpoints set closed_until = null
      where closed_until > clock_timestamp()
        and webhook_id = (select webhook_id from webhook_deliveries where id = ${id} and ended_at is null)
      returning webhook_id)
    update webhook_deliveries d set due_at = (
      select min(o.due_at) - interval '1 millisecond' from webhook_deliveries o
      where o.webhook_id = d.webhook_id and o.ended_at is null)
    from opened where d.id = ${id} and d.webhook_id = opened.webhook_id`;
};

/** Makes a delivery due again, whatever its outcome. Repeating this for the same event changes nothing. */
export const redeliver = async (
  sql: Sql,
  of: { id: string; webhook_id: string; partner_id: string; position: Position },
): Promise<void> => {
  await sql.begin(async (tx) => {
    // Before the delivery, as whoever records attempts does.
    await lockEndpoints(tx, [of.webhook_id]);
    const { count } = await tx`
      update webhook_deliveries set outcome = null, ended_at = null, due_at = clock_timestamp(),
        asked_at = clock_timestamp(), asked_position = ${of.position}, earlier_attempts = attempts
      where id = ${of.id} and webhook_id = ${of.webhook_id} and coalesce(asked_position, 0) < ${of.position}`;
    if (count === 0) return;
    await callAtOnce(tx, of.id);
    await ask(tx, [{ kind: WEBHOOK_KIND, key: of.webhook_id, payload: { partner_id: of.partner_id } }]);
  });
};

/** The number of the last delivery to a webhook. */
export const lastSequence = async (sql: Sql, webhook_id: string): Promise<bigint> => {
  const [row] = await sql<{ last_sequence: bigint }[]>`
    select last_sequence from webhook_endpoints where webhook_id = ${webhook_id}`;
  return row?.last_sequence ?? 0n;
};

/** Before a change of several deliveries: it locks their endpoint, as whoever records attempts does. */
const lockedEndpoint = (sql: Sql, webhook_id: string) => sql`
  with endpoint as (select webhook_id from webhook_endpoints where webhook_id = ${webhook_id} for update)`;

/**
 * Cancels the open deliveries of a webhook: those up to a number; or those about events up to a place in the log that
 * nobody asked for behind it, and the replay that was asked for before it. What comes behind may be of a registration
 * that was enabled again.
 */
export const cancelDeliveries = async (
  sql: Sql,
  webhook_id: string,
  upTo: { sequence: bigint } | { position: Position },
): Promise<void> => {
  if ('position' in upTo)
    await sql`
      update webhook_endpoints set replay_until = replay_after
      where webhook_id = ${webhook_id} and replay_after < replay_until and replay_asked <= ${upTo.position}`;
  // What time alone caused has the place that the log was read to; earlier versions gave it none.
  await sql`
    ${lockedEndpoint(sql, webhook_id)}
    update webhook_deliveries d set ended_at = clock_timestamp(), outcome = 'cancelled'
    from endpoint where d.webhook_id = endpoint.webhook_id and d.ended_at is null
      and ${'position' in upTo ? sql`greatest(d.position, d.asked_position, 0) <= ${upTo.position}` : sql`d.sequence <= ${upTo.sequence}`}`;
};

/**
 * Cancels the open deliveries of events that a registration names no more: those about events up to the place in the log
 * where it was changed, and that nobody asked for behind it. Test calls need no name.
 */
export const cancelUnwanted = async (
  sql: Sql,
  webhook_id: string,
  wanted: readonly string[],
  upTo: Position,
): Promise<void> => {
  await sql`
    ${lockedEndpoint(sql, webhook_id)}
    update webhook_deliveries d set ended_at = clock_timestamp(), outcome = 'cancelled'
    from endpoint where d.webhook_id = endpoint.webhook_id and d.ended_at is null
      and d.event <> 'ping' and d.event <> all(${wanted}::text[])
      and greatest(d.position, d.asked_position, 0) <= ${upTo}`;
};

/**
 * Cancels one open delivery of an event that its registration names no more, unless somebody asked for it. Whoever read
 * it before the change, or recorded it by the registration of before, finds that out as it is called.
 *
 * @returns whether it has ended
 */
export const cancelUnlessAsked = async (sql: Sql, id: string): Promise<boolean> => {
  const { count } = await sql`
    with cancelled as (
      update webhook_deliveries set ended_at = clock_timestamp(), outcome = 'cancelled'
      where id = ${id} and ended_at is null and asked_position is null)
    select from webhook_deliveries where id = ${id} and ended_at is null and asked_position is not null`;
  return count === 0;
};

/** Resets the failures of a webhook whose registration was changed, and has it called though it had a pause. */
export const resetFailures = async (sql: Sql, webhook_id: string, partner_id: string): Promise<void> => {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update webhook_endpoints set failures = 0, failing_since = null, closed_until = null
      where webhook_id = ${webhook_id} and failures > 0`;
    if (count > 0) await ask(tx, [{ kind: WEBHOOK_KIND, key: webhook_id, payload: { partner_id } }]);
  });
};

export interface Delivery {
  id: string;
  sequence: bigint;
  event: string;
  resource_id: string;
  body: string;
  /** Attempts made so far. */
  attempts: number;
  /** Those of them from before the last request to redeliver it. */
  earlier_attempts: number;
  /** Time since it was recorded, or since its redelivery was requested. */
  age_ms: number;
  /** Place in the ledger of the last request for it, by a replay or a redelivery; 0 when there was none. */
  asked_position: string;
}

/**
 * SQL for: a receiver failed later than now, so the clock of the database was set back since. Until when it is not to
 * be called, and when its deliveries are tried again, was said by the earlier clock.
 */
export const FAILED_AHEAD = 'coalesce(failed_at > clock_timestamp(), false)';

/**
 * Makes deliveries due whose time was said before the clock of the database was set back: those that have not been
 * tried though their time is still to come, and all of a receiver that failed later than now. They come before all that
 * were recorded since, in their order.
 *
 * @param webhook_id whose; of all webhooks when not given
 */
export const dueAhead = async (sql: Sql, webhook_id?: string): Promise<void> => {
  await sql`
    update webhook_deliveries d set due_at = (
      select least(min(o.due_at), clock_timestamp()) from webhook_deliveries o
      where o.webhook_id = d.webhook_id and o.ended_at is null)
    where ${webhook_id === undefined ? sql`true` : sql`webhook_id = ${webhook_id}`} and ended_at is null
      -- The first bound is one that an index can use.
      and due_at > now() and due_at > clock_timestamp() and (attempts = earlier_attempts
        or webhook_id in (select webhook_id from webhook_endpoints where ${sql.unsafe(FAILED_AHEAD)}))`;
};

/** Has webhooks called that have due deliveries, but whose due work waits since before the clock was set back. */
export const callAfterSetBack = async (sql: Sql): Promise<void> => {
  await dueAhead(sql);
  await sql`
    update due_work w set due_at = clock_timestamp()
    where w.kind = ${WEBHOOK_KIND} and w.ended_at is null and w.due_at > clock_timestamp() and exists (
      select from webhook_deliveries d
      where d.webhook_id = w.key and d.ended_at is null and d.due_at <= clock_timestamp())`;
};

/**
 * Due deliveries, longest due first.
 *
 * @param without deliveries to leave out, and resources of which first attempts are left out
 */
export const dueDeliveries = async (
  sql: Sql,
  webhook_id: string,
  without: { ids: readonly string[]; resources: readonly string[] },
  limit: number,
): Promise<Delivery[]> => [
  ...(await sql<Delivery[]>`
    select id, sequence, event, resource_id, body, attempts, earlier_attempts,
      coalesce(asked_position, 0)::text as asked_position,
      (extract(epoch from clock_timestamp() - coalesce(asked_at, created_at)) * 1000)::float8 as age_ms
    from webhook_deliveries
    where webhook_id = ${webhook_id} and ended_at is null and due_at <= clock_timestamp()
      and id <> all(${without.ids}::text[])
      and not (attempts = earlier_attempts and resource_id = any(${without.resources}::text[]))
    order by due_at, sequence limit ${limit}`),
];

export interface Health {
  /** Attempts that failed in a row. */
  failures: number;
  /** Milliseconds for which the receiver is not to be called. */
  closed_ms: number;
}

/** SQL for: since its last failure a receiver was called no more, though what failed is called again within this. */
export const UNCALLED = `coalesce(failed_at < clock_timestamp() - interval '${UNCALLED_hours} hours', false)`;

/**
 * The health of a receiver. Its failures count no more where the last one lies further back than any retry of a call:
 * nobody called it since, so what waited meanwhile is called before it is given up.
 */
export const readHealth = async (sql: Sql, webhook_id: string): Promise<Health> => {
  const [row] = await sql<Health[]>`
    select case when ${sql.unsafe(UNCALLED)} then 0 else failures end as failures,
      case when ${sql.unsafe(FAILED_AHEAD)} then 0
        else greatest(0, coalesce(extract(epoch from closed_until - clock_timestamp()) * 1000, 0)) end::float8 as closed_ms
    from webhook_endpoints where webhook_id = ${webhook_id}`;
  return row ?? { failures: 0, closed_ms: 0 };
};

/** Milliseconds until the next delivery of a webhook is due; undefined when there is none. */
export const nextDue_ms = async (sql: Sql, webhook_id: string): Promise<number | undefined> => {
  // Null when there is no open delivery; greatest() would ignore the null and return 0 for ever.
  const [row] = await sql<{ in_ms: number | null }[]>`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as in_ms
    from webhook_deliveries where webhook_id = ${webhook_id} and ended_at is null`;
  return typeof row?.in_ms === 'number' ? Math.max(0, row.in_ms) : undefined;
};

/** Ends deliveries that a failing receiver has not accepted for too long. */
export const failOlder = async (sql: Sql, webhook_id: string, age_ms: number): Promise<void> => {
  await sql`
    ${lockedEndpoint(sql, webhook_id)}
    update webhook_deliveries d set ended_at = clock_timestamp(), outcome = 'failed'
    from endpoint where d.webhook_id = endpoint.webhook_id and d.ended_at is null
      and coalesce(d.asked_at, d.created_at) < clock_timestamp() - ${age_ms}::int8 * interval '1 millisecond'`;
};
