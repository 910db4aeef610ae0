import type { Sql } from '../../database/connect.ts';
import { type Health, UNCALLED } from './webhook-deliveries.ts';

/** What is recorded of calls. Time is the database's. */

/** Another run has the webhook: this one was not heard of for longer than its lease lasts. */
class WebhookTakenOver extends Error {
  override name = 'WebhookTakenOver';
  constructor(webhook_id: string) {
    super(
      `another process has taken over the calls of ${webhook_id}, since this one was not heard of for a while; what came of the calls that ran here is not recorded, and they are made again there`,
    );
  }
}

/** One attempt, with its effect on the delivery. */
export interface Attempt {
  delivery_id: string;
  attempt: number;
  /** What its delivery had when the call was read. */
  asked_position: string;
  duration_ms: number;
  status: number | null;
  error: string | null;
  excerpt: string | null;
  /** Set when this was the last attempt. */
  outcome: 'delivered' | 'failed' | 'cancelled' | null;
  /** Pause before the next. */
  retry_ms: number | null;
}

/**
 * Records attempts, the receiver's failures, and the business time of its last call. A delivery that was asked for
 * again while its attempt ran stays due, whatever came of that. Returns how long the receiver has been failing.
 *
 * @param lease that of the run: nobody takes the webhook over before the attempts are recorded
 * @throws WebhookTakenOver another run has the webhook, which makes the calls again; nothing was recorded
 */
export const recordAttempts = async (
  sql: Sql,
  webhook_id: string,
  attempts: readonly Attempt[],
  health: Health,
  called_at: string,
  lease?: string,
): Promise<{ failing_ms: number }> => {
  // No condition of the update: what is asked for while this waits for the endpoint would be left out by it.
  const askedMeanwhile = sql`(coalesce(d.asked_position, 0) <> a.asked_position)`;
  const [row] = await sql<{ failing_ms: number }[]>`
    with held as materialized (
      select where ${lease ?? null}::text is null or ${lease ?? null}::text = any(leases_held(${lease ?? null}::text))),
    made as (
      select a.* from held cross join json_to_recordset(${JSON.stringify(attempts)}::text::json)
        as a (delivery_id text, attempt int4, asked_position int8, duration_ms int4, status int4, error text, excerpt text,
          outcome text, retry_ms int8)),
    logged as (
      insert into webhook_attempts (delivery_id, attempt, duration_ms, status, error, excerpt)
      select delivery_id, attempt, duration_ms, status, error, excerpt from made
      on conflict do nothing),
    moved as (
      update webhook_deliveries d set
        attempts = a.attempt,
        earlier_attempts = case when ${askedMeanwhile} then a.attempt else d.earlier_attempts end,
        due_at = case when ${askedMeanwhile} then d.due_at
          else clock_timestamp() + coalesce(a.retry_ms, 0) * interval '1 millisecond' end,
        outcome = case when ${askedMeanwhile} then d.outcome else a.outcome end,
        ended_at = case when a.outcome is not null and not ${askedMeanwhile} then clock_timestamp() end
      from made a where d.id = a.delivery_id and d.ended_at is null)
    update webhook_endpoints set
      failures = ${health.failures},
      last_called_at = ${called_at},
      failing_since = case when ${health.failures} > 0 then
        case when ${sql.unsafe(UNCALLED)} then clock_timestamp() else coalesce(failing_since, clock_timestamp()) end end,
      failed_at = case when ${health.failures} > 0 then clock_timestamp() end,
      closed_until = case when ${Math.round(health.closed_ms)}::int8 > 0
        then clock_timestamp() + ${Math.round(health.closed_ms)}::int8 * interval '1 millisecond' end
    where webhook_id = ${webhook_id} and exists (select from held)
    returning coalesce(extract(epoch from clock_timestamp() - failing_since) * 1000, 0)::float8 as failing_ms`;
  if (!row) throw new WebhookTakenOver(webhook_id);
  return row;
};
