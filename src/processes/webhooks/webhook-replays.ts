import type { Sql, TransactionSql } from '../../database/connect.ts';
import { type Position, START } from '../../event-store/port.ts';
import type { Clock } from '../../values/clock.ts';
import { ask } from '../../work/postgres-due-work.ts';

/**
 * How far the replay of each webhook has come. While one is under way it alone notifies its webhook: what the
 * manager meets meanwhile moves the end of the replay on, so that everything comes in the order of the ledger. Both
 * change the row of the endpoint under its lock, so nothing is left out or sent twice where one hands over to the other.
 */
export const REPLAY_KIND = 'webhook_replay';

/** Of an endpoint that was ever replayed to. */
export interface Replay {
  from: Position;
  after: Position;
  until: Position;
  since: string | null;
  /** Place in the ledger of the request: it distinguishes one replay from the next. */
  asked: Position;
}

const COLUMNS = `replay_from as "from", replay_after as after, replay_until as until, replay_since as since,
  replay_asked as asked`;

export const isUnderWay = ({ after, until }: Replay): boolean => after < until;

/** Makes sure that endpoints have a row, locks these, and gives the replays of those that have one. */
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

/** What a webhook is to be notified of: its place in the ledger, and when it happened; null where it has no place there. */
interface Notified {
  webhook_id: string;
  position: Position | null;
  occurred_at: string | null;
}

/** Whether a replay sends something, or has sent it. */
export const isReplayed = (replay: Replay | undefined, { position, occurred_at }: Omit<Notified, 'webhook_id'>) => {
  if (replay === undefined || position === null || position <= replay.from) return false;
  return (isUnderWay(replay) || position <= replay.until) && isSince(replay, occurred_at);
};

/** Whether a replay from an instant on sends what happened then. */
export const isSince = ({ since }: Pick<Replay, 'since'>, occurred_at: string | null | undefined): boolean =>
  since === null || (occurred_at ?? '') >= since;

/** Moves the ends of replays that are under way on to what their webhooks are to be notified of. */
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

/** Events of an instant may be a little behind later ones: processes have clocks of their own. */
const MARGIN_ms = 60_000;

/** The place in the ledger behind which everything from an instant on is. */
const placeOf = async (tx: TransactionSql, since: string): Promise<Position> => {
  const [row] = await tx<{ position: Position }[]>`
    select position from webhook_milestones
    where at <= ${since}::timestamptz - ${MARGIN_ms}::int8 * interval '1 millisecond' order by at desc limit 1`;
  return row?.position ?? START;
};

/**
 * Begins a replay: of what is behind a place, or of what happened from an instant on, up to the wish for it. Where one
 * is under way it begins again at the earlier of both places.
 */
export const beginReplay = async (
  sql: Sql,
  wish: { webhook_id: string; partner_id: string; after: Position | undefined; since: string | null; asked: Position },
): Promise<void> => {
  const { webhook_id, partner_id, asked } = wish;
  await sql.begin(async (tx) => {
    const before = (await lockEndpoints(tx, [webhook_id])).get(webhook_id);
    if (before && before.asked >= asked) return;
    const place = wish.after ?? (wish.since === null ? START : await placeOf(tx, wish.since));
    const joined = before && isUnderWay(before) ? before : undefined;
    const after = joined && joined.after < place ? joined.after : place;
    const since = joined && (joined.since === null || wish.since === null) ? null : wish.since;
    const earliest = joined?.since && since && joined.since < since ? joined.since : since;
    // What an earlier replay sent before this place the manager may yet have to meet.
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
 * Moves a replay on, when it is where it was read, and does with it what belongs to that.
 *
 * @returns whether it was still ours to move
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
        and replay_until >= ${to}`;
    if (count > 0) await record(tx);
    return count > 0;
  });

/** How many calls of a webhook were never tried, counted up to a limit. */
export const countUntried = async (sql: Sql, webhook_id: string, most: number): Promise<number> => {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from (
      select from webhook_deliveries
      where webhook_id = ${webhook_id} and ended_at is null and attempts = 0 limit ${most}) untried`;
  return Number(row!.count);
};

const HOUR_ms = 3_600_000;

/** Notes, once an hour, up to where the ledger had come by then. */
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
