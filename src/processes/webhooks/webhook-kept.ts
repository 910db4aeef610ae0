import type { Sql } from '../../database/connect.ts';
import type { Deliveries, KeptDelivery, KeptReplay } from '../../kernel/definition/services.ts';
import { farPagesInTurn } from '../../timing/far-pages.ts';
import { objectOf } from '../../values/json.ts';
import { FAILED_AHEAD } from './webhook-deliveries.ts';

/** Deliveries and replays as callers see them. */

type Row = Omit<KeptDelivery, 'resource' | 'last_attempt'> & {
  body: string;
  tried_at: string | null;
  duration_ms: number | null;
  answer: number | null;
  error: string | null;
  excerpt: string | null;
};

const shown = ({ body, tried_at, duration_ms, answer, error, excerpt, ...row }: Row): KeptDelivery => ({
  ...row,
  resource: objectOf(objectOf(JSON.parse(body)).resource),
  last_attempt:
    tried_at === null ? null : { ended_at: tried_at, duration_ms: duration_ms ?? 0, status: answer, error, excerpt },
});

/** Reads the deliveries and attempts that are kept in the database. */
export const keptDeliveries = (sql: Sql): Deliveries => {
  const columns = sql`
    d.id, d.webhook_id, d.sequence, d.position, d.event, d.body, coalesce(d.outcome, 'pending') as status, d.attempts,
    d.created_at, d.ended_at,
    -- No call is made while its receiver counts as down, or has asked for a pause.
    greatest(d.due_at, case when not ${sql.unsafe(FAILED_AHEAD)} then e.closed_until end) as due_at,
    a.ended_at as tried_at, a.duration_ms, a.status as answer, a.error, a.excerpt`;
  const beside = sql`
    left join webhook_endpoints e on e.webhook_id = d.webhook_id
    left join lateral (
      select * from webhook_attempts t where t.delivery_id = d.id order by t.attempt desc limit 1) a on true`;
  const inTurn = farPagesInTurn();
  return {
    list: async (webhook, { status, event, resource_id }, { page, per_page }) => {
      const where = sql`
        webhook_id = ${webhook.id}
        ${status === undefined ? sql`` : status === 'pending' ? sql`and ended_at is null` : sql`and outcome = ${status}`}
        ${event === undefined ? sql`` : sql`and event = ${event}`}
        ${resource_id === undefined ? sql`` : sql`and resource_id = ${resource_id}`}`;
      // All that are kept of it are counted for the total: a month of calls, which may be millions.
      return inTurn(webhook.partner_id, Number.POSITIVE_INFINITY, async () => {
        const rows = await sql<Row[]>`
          select ${columns}
          from (
            select * from webhook_deliveries where ${where}
            order by sequence desc limit ${per_page} offset ${(page - 1) * per_page}) d
          ${beside} order by d.sequence desc`;
        const [counted] = await sql<
          { total: bigint }[]
        >`select count(*) as total from webhook_deliveries where ${where}`;
        return { rows: rows.map(shown), total: Number(counted!.total) };
      });
    },
    find: async (id) => {
      const [row] = await sql<Row[]>`select ${columns} from webhook_deliveries d ${beside} where d.id = ${id}`;
      return row && shown(row);
    },
    replayOf: async (webhook_id) => {
      const [row] = await sql<KeptReplay[]>`
        select replay_from as "from", replay_after as after, replay_until as until, replay_since as since
        from webhook_endpoints where webhook_id = ${webhook_id} and replay_asked is not null`;
      return row;
    },
  };
};
