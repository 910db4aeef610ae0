import { Counter, Histogram, type Registry as Metrics } from 'prom-client';
import type { Sql } from '../../database/connect.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhookDisabled } from '../../platform/events.ts';
import { type SigningKey, signingKeys, webhook } from '../../platform/webhook.ts';
import { textOf } from '../../values/json.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { Next } from '../../work/port.ts';
import type { Caller, CallResult } from './webhook-call.ts';
import {
  type Attempt,
  cancelDeliveries,
  type Delivery,
  dueDeliveries,
  giveUpOlder,
  nextDue_ms,
  readHealth,
  recordAttempts,
  WEBHOOK_KIND,
} from './webhook-deliveries.ts';
import { closedFor, DOWN_AFTER, MAX_AGE_ms, MAX_FAILING_ms, retryPause } from './webhook-schedule.ts';
import { signatureHeaders } from './webhook-signature.ts';

/**
 * Delivers to webhooks, each webhook a piece of due work of its own: one process at a time calls it, so first attempts
 * keep the order of events per resource without asking anybody. The states of a receiver:
 *
 *   well      up to `CALLS_AT_ONCE` calls run beside each other; of one resource, one first attempt at a time
 *   down      after `DOWN_AFTER` failures in a row, or when it asks for time: it is left alone for a growing while,
 *             then one call tries whether it is back
 *   disabled  it said 410, or did nothing but fail for five days
 *
 * A call may be repeated (its process died before the attempt was recorded), never lost. What a slow receiver holds is
 * its own calls and one place among `WEBHOOKS_AT_ONCE`.
 */
const CALLS_AT_ONCE = 16;
const WEBHOOKS_AT_ONCE = 100;
/** Deliveries read ahead. */
const READ_AHEAD = 200;
/** New deliveries are looked for this often while calls run. */
const LOOK_ms = 100;

export interface DeliveryOptions {
  sql: Sql;
  services: Services;
  caller: Caller;
  metrics: Metrics;
}

interface Call {
  delivery: Delivery;
  began_ms: number;
}

export const webhookKind = (options: DeliveryOptions): DueKind => {
  const meters = makeMeters(options.metrics);
  return {
    kind: WEBHOOK_KIND,
    concurrency: WEBHOOKS_AT_ONCE,
    run: (work) => deliver(work, options, meters),
  };
};

// Long: one delivery run from its claim to its end; what it counts and holds meanwhile is of no use to anything else.
const deliver = async (work: Work, options: DeliveryOptions, meters: Meters): Promise<Next> => {
  const { sql, services, caller } = options;
  const id = work.key;
  const partner_id = textOf(work.payload.partner_id);
  const state = { ...(await readHealth(sql, id)), down_ms: 0 };
  if (state.closed_ms > 0) return { again_in_ms: state.closed_ms };
  if (state.failures > 0) await giveUpOlder(sql, id, MAX_AGE_ms);

  /** In hand: read and not yet recorded. */
  const hand = new Map<string, Delivery>();
  let queue: Delivery[] = [];
  const calls = new Map<string, Call>();
  /** Resources whose first attempt of one event is running. */
  const first = new Set<string>();
  let unrecorded: Attempt[] = [];
  let recording: Promise<void> | undefined;
  let over: string | undefined;
  let wake = (): void => {};
  const registration = currentRegistration(id, partner_id, services);

  const flush = async (): Promise<void> => {
    const attempts = unrecorded;
    unrecorded = [];
    const { failures, closed_ms } = state;
    const health = { failures, closed_ms };
    const { failing_ms } = await recordAttempts(sql, id, attempts, health, services.clock.instant());
    for (const { delivery_id } of attempts) hand.delete(delivery_id);
    if (failures > 0 && failing_ms > MAX_FAILING_ms) over ??= 'failing';
  };
  /** Resolves when all attempts so far are recorded; those that end meanwhile go together in the next statement. */
  const record = async (): Promise<void> => {
    while (recording || unrecorded.length > 0) {
      recording ??= flush().finally(() => {
        recording = undefined;
      });
      await recording;
    }
  };

  const judge = (delivery: Delivery, result: CallResult, began_ms: number): Attempt => {
    const attempt = delivery.attempts + 1;
    const { status, error, excerpt, duration_ms, retryAfter_ms } = result;
    const made = { delivery_id: delivery.id, attempt, duration_ms, status, error, excerpt };
    if (status !== null && status >= 200 && status < 300) {
      state.failures = 0;
      state.closed_ms = 0;
      return { ...made, outcome: 'delivered', retry_ms: null };
    }
    if (status === 410) over ??= 'gone';
    // Calls that ran when the receiver went down say nothing new about it.
    if (began_ms >= state.down_ms) state.failures += 1;
    const asked_ms = status === 429 || status === 503 ? retryAfter_ms : undefined;
    const closed_ms = closedFor(state.failures, asked_ms, Math.random());
    if (closed_ms > 0 && state.closed_ms === 0) {
      state.closed_ms = closed_ms;
      state.down_ms = performance.now();
    }
    const made_anew = attempt - delivery.earlier_attempts;
    const retry_ms = retryPause(made_anew, delivery.age_ms + duration_ms, retryAfter_ms, Math.random());
    return { ...made, outcome: retry_ms === undefined ? 'failed' : null, retry_ms: retry_ms ?? null };
  };

  const run = async (delivery: Delivery): Promise<void> => {
    const began_ms = performance.now();
    const isFirst = delivery.attempts === delivery.earlier_attempts;
    calls.set(delivery.id, { delivery, began_ms });
    if (isFirst) first.add(delivery.resource_id);
    try {
      const { row, keys } = await registration();
      if (!row?.is_enabled || keys.length === 0) {
        over ??= 'cancelled';
        hand.delete(delivery.id);
        return;
      }
      const { body } = delivery;
      const timestamp_s = Math.floor(Date.now() / 1_000);
      const format = row.signature_format === 'standard' ? 'standard' : 'hex';
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'payroll-ledger',
        ...signatureHeaders(format, keys, delivery.id, timestamp_s, body),
      };
      const result = await caller.post(row.url, headers, body);
      // Perhaps broken off by our own end, then it says nothing about the receiver; it is made again.
      if (work.signal.aborted && result.status === null) return;
      const attempt = judge(delivery, result, began_ms);
      meters.made(attempt);
      unrecorded.push(attempt);
      await record();
    } finally {
      calls.delete(delivery.id);
      if (isFirst) first.delete(delivery.resource_id);
      wake();
    }
  };

  const failures: unknown[] = [];
  const begin = (): void => {
    const most = state.failures >= DOWN_AFTER ? 1 : CALLS_AT_ONCE;
    const waiting: Delivery[] = [];
    for (const delivery of queue) {
      const held = delivery.attempts === delivery.earlier_attempts && first.has(delivery.resource_id);
      if (held || calls.size >= most || over || state.closed_ms > 0) waiting.push(delivery);
      else
        void run(delivery).catch((error: unknown) => {
          failures.push(error);
        });
    }
    queue = waiting;
  };

  for (;;) {
    const open = !over && failures.length === 0 && !work.signal.aborted && work.held() && state.closed_ms === 0;
    let exhausted = true;
    if (open && queue.length < CALLS_AT_ONCE) {
      const found = await dueDeliveries(sql, id, [...hand.keys()], READ_AHEAD);
      for (const delivery of found) hand.set(delivery.id, delivery);
      queue.push(...found);
      exhausted = found.length === 0;
    }
    if (open) begin();
    if (calls.size === 0) {
      await record();
      if (!open || (exhausted && queue.length === 0)) break;
      continue;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  if (failures.length > 0) throw failures[0];
  if (over) {
    if (over !== 'cancelled') await disable(id, partner_id, over, work, services);
    await cancelDeliveries(sql, id);
    return undefined;
  }
  if (work.signal.aborted || !work.held()) return { again_in_ms: 0 };
  const in_ms = await nextDue_ms(sql, id);
  return in_ms === undefined ? undefined : { again_in_ms: Math.max(in_ms, state.closed_ms) };
};

/**
 * The registration as it stands now, and its valid keys. Read again for each call, since one that was disabled or deleted gets
 * nothing more; calls that begin together share the reading.
 */
const currentRegistration = (id: string, partner_id: string, services: Services) => {
  type Current = { row: RecordOf<'webhook'> | undefined; keys: string[] };
  let reading: Promise<Current> | undefined;
  let opened: { box: string; keys: SigningKey[] } | undefined;
  const read = async (): Promise<Current> => {
    await new Promise((resolve) => setImmediate(resolve));
    reading = undefined;
    const row = await services.read.get(webhook.object, { partner_id }, id);
    if (!row) return { row, keys: [] };
    const box = JSON.stringify([row.sealed_key, row.earlier_key ?? null]);
    if (opened?.box !== box) opened = { box, keys: await signingKeys(row, services) };
    const now = services.clock.instant();
    const valid = opened.keys.filter(({ expires_at }) => expires_at === null || expires_at > now);
    return { row, keys: valid.map(({ key }) => key) };
  };
  return (): Promise<Current> => {
    reading ??= read();
    return reading;
  };
};

/** Disables a webhook, for everybody to see. */
const disable = async (id: string, partner_id: string, reason: string, work: Work, services: Services) => {
  const seed = `webhooks/disable/${id}/${services.clock.instant()}`;
  const origin = {
    tenant: { partner_id },
    actor: 'process:webhooks',
    request_id: seed,
    correlation_id: seed,
    occurred_at: services.clock.instant(),
    mayRepeat: false,
    seed,
  };
  if (!work.held()) return;
  const { position } = await appendTo(
    streamOf(webhook.object, id),
    'disable',
    origin,
    services,
    async ({ aggregate }) => (aggregate.get(webhook.object, id)?.is_enabled ? [webhookDisabled({ reason })] : []),
  );
  services.log.warn({ webhook: id, reason }, 'a webhook was disabled');
  if (position !== undefined) await services.gate.settled(position);
};

interface Meters {
  made(attempt: Attempt): void;
}

const BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 15];

const makeMeters = (metrics: Metrics): Meters => {
  const registers = [metrics];
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Calls to webhooks, by what became of them',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of a call to a webhook',
    buckets: BUCKETS_S,
    registers,
  });
  return {
    made: ({ outcome, status, duration_ms }) => {
      attempts.inc({ outcome: outcome === 'delivered' ? 'delivered' : status === null ? 'unanswered' : 'refused' });
      seconds.observe(duration_ms / 1_000);
    },
  };
};
