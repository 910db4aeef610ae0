import type { Sql, TransactionSql } from '../../database/connect.ts';
import { type Position, START } from '../../event-store/port.ts';
import type { Clock } from '../../values/clock.ts';
import { ask } from '../../work/postgres-due-work.ts';

/**
 * The progress of each webhook's replay. While a replay is running, only it adds deliveries for its webhook: new events
 * that the manager handles extend the end of the replay, so all deliveries keep the order of the ledger. Both change
 * the endpoint's row under its lock, so nothing is left out or sent twice when the manager continues after the replay.
 */
export const REPLAY_KIND = 'webhook_replay';

/** The last replay of an endpoint. */
export interface Replay {
  from: Position;
  after: Position;
  until: Position;
  since: string | null;
  /** Position of the event that requested it: it distinguishes one replay from the next. */
  asked: Position;
}

const COLUMNS = `replay_from as "from", replay_after as after, replay_until as until, replay_since as since,
  replay_asked as asked`;

export const isUnderWay = ({ after, until }: Replay): boolean => after < until;

/** Creates missing rows of endpoints and locks all of them. Returns the replays of those that have one. */
export const lockEndpoints = async (
  tx: TransactionSql,
  webhooks: readonly string[],
): Promise<ReadonlyMap<string, Replay>> => {
  await tx`insert into webhook_endpoints (webhook_id) select unnest(${webhooks}::text[]) on conflict do nothing`;
  const rows = await tx<(Replay & { webhook_id: string; asked: Position | null })[]>`
    select webhook_id, ${tx.unsafe(COLUMNS)} from webhook_endpoints
    where webhook_id = any(${webhooks}::text[]) order by webhook_id for update`;
  return new Map(rows.flatMap((row) => (row.asked === null ? [] : [[row.webhook_id, row] as const])));
};

/** Something that a webhook is notified of: position and instant of its event; null when no event caused it. */
interface Notified {
  webhook_id: string;
  position: Position | null;
  occurred_at: string | null;
}

/** Whether a replay sends or has sent something. */
export const isReplayed = (replay: Replay | undefined, { position, occurred_at }: Omit<Notified, 'webhook_id'>) => {
  if (replay === undefined || position === null || position <= replay.from) return false;
  return (isUnderWay(replay) || position <= replay.until) && isSince(replay, occurred_at);
};

/** Whether an event is late enough for a replay that starts at an instant. */
export const isSince = ({ since }: Pick<Replay, 'since'>, occurred_at: string | null | undefined): boolean =>
  since === null || (occurred_at ?? '') >= since;

/** Extends running replays so that they include new events for their webhooks. */
export const extendReplays = async (
  tx: TransactionSql,
  replays: ReadonlyMap<string, Replay>,
  notified: readonly Notified[],
): Promise<void> => {
  for (const [webhook_id, replay] of replays) {
    const positions = notified.filter((one) => one.webhook_id === webhook_id).map(({ position }) => position ?? START);
    const last = positions.reduce((most, one) => (one > most ? one : most), START);
    if (isUnderWay(replay) && last > replay.until)
      await tx`update webhook_endpoints set replay_until = ${last} where webhook_id = ${webhook_id}`;
  }
};

/** The clocks of processes differ, so an event may stand in the log after others that are later by this much. */
const MARGIN_ms = 60_000;

/** The position after which all events from an instant on are. */
const positionOf = async (tx: TransactionSql, since: string): Promise<Position> => {
  const [row] = await tx<{ position: Position }[]>`
    select position from webhook_milestones
    where at <= ${since}::timestamptz - ${MARGIN_ms}::int8 * interval '1 millisecond' order by at desc limit 1`;
  return row?.position ?? START;
};

/**
 * Starts a replay of the events after a position, or from an instant on, up to the request for it. When one is running,
 * it starts again at the earlier of both positions.
 */
export const beginReplay = async (
  sql: Sql,
  wish: { webhook_id: string; partner_id: string; after: Position | undefined; since: string | null; asked: Position },
): Promise<void> => {
  const { webhook_id, partner_id, asked } = wish;
  await sql.begin(async (tx) => {
    const before = (await lockEndpoints(tx, [webhook_id])).get(webhook_id);
    if (before && before.asked >= asked) return;
    const place = wish.after ?? (wish.since === null ? START : await positionOf(tx, wish.since));
    const joined = before && isUnderWay(before) ? before : undefined;
    const after = joined && joined.after < place ? joined.after : place;
    const since = joined && (joined.since === null || wish.since === null) ? null : wish.since;
    const earliest = joined?.since && since && joined.since < since ? joined.since : since;
    // The manager may not have reached the events yet that an earlier replay sent before this position.
    const goesOn = before && before.since === earliest && after <= before.until && before.from < after;
    const from = goesOn ? before.from : after;
    const until = before && before.until > asked ? before.until : asked;
    await tx`
      update webhook_endpoints set replay_from = ${from}, replay_after = ${after}, replay_until = ${until},
        replay_since = ${earliest}, replay_asked = ${asked}
      where webhook_id = ${webhook_id}`;
    await ask(tx, [{ kind: REPLAY_KIND, key: webhook_id, payload: { partner_id } }]);
  });
};

export const readReplay = async (sql: Sql, webhook_id: string): Promise<Replay | undefined> => {
  const [row] = await sql<Replay[]>`
    select ${sql.unsafe(COLUMNS)} from webhook_endpoints
    where webhook_id = ${webhook_id} and replay_after < replay_until`;
  return row;
};

/**
 * Stores the progress of a replay in one transaction with what `record` writes.
 *
 * @param to behind `after`, or that itself while the page behind it is not done
 * @returns false, and nothing is written, when the replay has changed since it was read
 */
export const advanceReplay = async (
  sql: Sql,
  webhook_id: string,
  { asked, after }: Pick<Replay, 'asked' | 'after'>,
  to: Position,
  record: (tx: TransactionSql) => Promise<void>,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const { count } = await tx`
      update webhook_endpoints set replay_after = ${to}
      where webhook_id = ${webhook_id} and replay_asked = ${asked} and replay_after = ${after}
        and replay_after < replay_until and replay_until >= ${to}`;
    if (count > 0) await record(tx);
    return count > 0;
  });

/** How many deliveries of a webhook have not been tried, counted up to a limit. */
export const countUntried = async (sql: Sql, webhook_id: string, most: number): Promise<number> => {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from (
      select from webhook_deliveries
      where webhook_id = ${webhook_id} and ended_at is null and attempts = 0 limit ${most}) untried`;
  return Number(row!.count);
};

const HOUR_ms = 3_600_000;

/** Stores once an hour the position that the ledger has reached. */
export const noteMilestone = (sql: Sql, clock: Clock): ((position: Position) => Promise<void>) => {
  let noted_ms: number | undefined;
  return async (position) => {
    const at = clock.instant();
    const hour_ms = Math.floor(Date.parse(at) / HOUR_ms) * HOUR_ms;
    if (hour_ms === noted_ms) return;
    await sql`
      insert into webhook_milestones (hour, at, position)
      values (${new Date(hour_ms).toISOString()}, ${at}, ${position}) on conflict do nothing`;
    noted_ms = hour_ms;
  };
};
