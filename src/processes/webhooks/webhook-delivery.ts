import { Counter, Histogram, type Registry as Metrics } from 'prom-client';
import type { Sql } from '../../database/connect.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhookDisabled } from '../../platform/events.ts';
import { type SigningKey, signingKeys, webhook } from '../../platform/webhook.ts';
import { loopTurn } from '../../timing/give-way.ts';
import { makeSignal } from '../../timing/signal.ts';
import { textOf } from '../../values/json.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { Next } from '../../work/port.ts';
import type { Caller } from './webhook-call.ts';
import {
  type Attempt,
  cancelDeliveries,
  type Delivery,
  dueAhead,
  dueDeliveries,
  failOlder,
  nextDue_ms,
  readHealth,
  recordAttempts,
  WEBHOOK_KIND,
} from './webhook-deliveries.ts';
import { Receiver } from './webhook-receiver.ts';
import { DOWN_AFTER, MAX_AGE_ms, MAX_FAILING_ms } from './webhook-schedule.ts';
import { signatureHeaders } from './webhook-signature.ts';

/**
 * Delivers to webhooks. Each webhook is a row of due work: one process at a time calls it, so first attempts keep the
 * order of events per resource without further coordination. The states of a receiver:
 *
 *   well      up to `CALLS_AT_ONCE` calls run beside each other; of one resource, one first attempt at a time
 *   down      after `DOWN_AFTER` failures in a row, or when it asks for a pause: it is not called during a growing
 *             pause, then one call tries whether it is back
 *   disabled  it answered 410, or failed for five days without a success
 *
 * A call may be repeated (its process died before the attempt was recorded), but is never lost. A slow receiver delays
 * its own calls and occupies one of `WEBHOOKS_AT_ONCE`. While others wait for one, a run ends after its turn, and goes on
 * behind them.
 */
const CALLS_AT_ONCE = 16;
const WEBHOOKS_AT_ONCE = 100;
const TURN_ms = 5_000;
/** Deliveries read ahead. */
const READ_AHEAD = 200;
/** How often new deliveries are read while calls run. */
const READ_EVERY_ms = 100;

export interface DeliveryOptions {
  sql: Sql;
  services: Services;
  caller: Caller;
  metrics: Metrics;
  /** How long a run lasts before others that wait have their turn; default 5 s. */
  turn_ms?: number;
}

export const webhookKind = (options: DeliveryOptions): DueKind => {
  const meters = makeMeters(options.metrics);
  return {
    kind: WEBHOOK_KIND,
    concurrency: WEBHOOKS_AT_ONCE,
    run: (work) => deliver(work, options, meters),
  };
};

const deliver = async (work: Work, options: DeliveryOptions, meters: Meters): Promise<Next> => {
  const { sql, services } = options;
  const id = work.key;
  const partner_id = textOf(work.payload.partner_id);
  const receiver = new Receiver(await readHealth(sql, id));
  if (receiver.closed_ms > 0) return { again_in_ms: receiver.closed_ms };
  if (receiver.failures > 0) await failOlder(sql, id, MAX_AGE_ms);
  await dueAhead(sql, id);
  const registration = currentRegistration(id, partner_id, services);
  await new DeliveryRun(work, receiver, registration, options, meters).toItsEnd();
  const { over } = receiver;
  if (over) {
    if (over !== 'cancelled') await disable(id, partner_id, over, work, services);
    await cancelDeliveries(sql, id);
    return undefined;
  }
  if (work.signal.aborted || !work.held()) return { again_in_ms: 0 };
  const in_ms = await nextDue_ms(sql, id);
  return in_ms === undefined ? undefined : { again_in_ms: Math.max(in_ms, receiver.closed_ms) };
};

/**
 * One run of a webhook's deliveries: the deliveries read, the calls that run, and the attempts that are not recorded
 * yet.
 */
class DeliveryRun {
  private readonly work: Work;
  private readonly receiver: Receiver;
  private readonly registration: ReturnType<typeof currentRegistration>;
  private readonly options: DeliveryOptions;
  private readonly meters: Meters;
  /** Read and not yet recorded. */
  private readonly inHand = new Set<string>();
  private queue: Delivery[] = [];
  /** Ids of deliveries whose call is running. */
  private readonly calls = new Set<string>();
  /** Resources whose first attempt of one event is running. */
  private readonly first = new Set<string>();
  private unrecorded: Attempt[] = [];
  private recording: Promise<void> | undefined;
  private readonly faults: unknown[] = [];
  private readonly ended = makeSignal();
  /** When it is asked next whether others wait; and whether they did. */
  private asked_at_ms: number;
  private hasMadeRoom = false;
  private hasCalled = false;

  constructor(
    work: Work,
    receiver: Receiver,
    registration: ReturnType<typeof currentRegistration>,
    options: DeliveryOptions,
    meters: Meters,
  ) {
    this.work = work;
    this.receiver = receiver;
    this.registration = registration;
    this.options = options;
    this.meters = meters;
    this.asked_at_ms = performance.now() + this.turn_ms;
  }

  /**
   * Runs until nothing is due, the receiver is not to be called, or the lease is lost. @throws errors of our own code
   */
  async toItsEnd(): Promise<void> {
    for (;;) {
      const isOpen = this.isOpen() && !(await this.makesRoom());
      const isExhausted = isOpen && this.queue.length < CALLS_AT_ONCE ? await this.readAhead() : true;
      if (isOpen) this.begin();
      if (this.calls.size > 0) {
        await this.ended.within(READ_EVERY_ms);
        continue;
      }
      await this.record();
      if (!isOpen || (isExhausted && this.queue.length === 0)) break;
    }
    if (this.faults.length > 0) throw this.faults[0];
  }

  private isOpen(): boolean {
    const { work, receiver } = this;
    return receiver.isOpen && this.faults.length === 0 && !work.signal.aborted && work.held();
  }

  private get turn_ms(): number {
    return this.options.turn_ms ?? TURN_ms;
  }

  /** Whether its turn is over and others wait: what is due is left for the next run, and calls that run come to their end. */
  private async makesRoom(): Promise<boolean> {
    const now_ms = performance.now();
    if (this.hasMadeRoom || !this.hasCalled || now_ms < this.asked_at_ms) return this.hasMadeRoom;
    this.asked_at_ms = now_ms + this.turn_ms;
    this.hasMadeRoom = await this.work.othersWait();
    return this.hasMadeRoom;
  }

  /** Whether nothing more is due. */
  private async readAhead(): Promise<boolean> {
    const found = await dueDeliveries(this.options.sql, this.work.key, [...this.inHand], READ_AHEAD);
    for (const { id } of found) this.inHand.add(id);
    this.queue.push(...found);
    return found.length === 0;
  }

  /** Starts the calls that may run beside the running ones. */
  private begin(): void {
    const { receiver } = this;
    const most = receiver.failures >= DOWN_AFTER ? 1 : CALLS_AT_ONCE;
    const waiting: Delivery[] = [];
    for (const delivery of this.queue) {
      const isHeld = isFirst(delivery) && this.first.has(delivery.resource_id);
      if (isHeld || this.calls.size >= most || !receiver.isOpen) waiting.push(delivery);
      else void this.call(delivery).catch((error: unknown) => this.faults.push(error));
    }
    this.queue = waiting;
  }

  private async call(delivery: Delivery): Promise<void> {
    const began_ms = performance.now();
    const isTheFirst = isFirst(delivery);
    this.hasCalled = true;
    this.calls.add(delivery.id);
    if (isTheFirst) this.first.add(delivery.resource_id);
    try {
      const { row, keys } = await this.registration();
      if (!row?.is_enabled || keys.length === 0) {
        this.receiver.over ??= 'cancelled';
        this.inHand.delete(delivery.id);
        return;
      }
      const result = await this.options.caller.post(row.url, headersOf(row, keys, delivery), delivery.body);
      // Perhaps aborted because the process stops, which says nothing about the receiver: the call is repeated.
      if (this.work.signal.aborted && result.status === null) return;
      const attempt = this.receiver.judge(delivery, result, began_ms);
      this.meters.made(attempt);
      this.unrecorded.push(attempt);
      await this.record();
    } finally {
      this.calls.delete(delivery.id);
      if (isTheFirst) this.first.delete(delivery.resource_id);
      this.ended.raise();
    }
  }

  /** Resolves when all attempts so far are recorded. Those that end meanwhile share the next statement. */
  private async record(): Promise<void> {
    while (this.recording || this.unrecorded.length > 0) {
      this.recording ??= this.flush().finally(() => {
        this.recording = undefined;
      });
      await this.recording;
    }
  }

  private async flush(): Promise<void> {
    const { sql, services } = this.options;
    const attempts = this.unrecorded;
    this.unrecorded = [];
    const { failures, closed_ms } = this.receiver;
    const health = { failures, closed_ms };
    const { failing_ms } = await recordAttempts(sql, this.work.key, attempts, health, services.clock.instant());
    for (const { delivery_id } of attempts) this.inHand.delete(delivery_id);
    if (failures > 0 && failing_ms > MAX_FAILING_ms) this.receiver.over ??= 'failing';
  }
}

const isFirst = ({ attempts, earlier_attempts }: Delivery): boolean => attempts === earlier_attempts;

const headersOf = (
  row: RecordOf<'webhook'>,
  keys: readonly string[],
  { id, body }: Delivery,
): Record<string, string> => {
  const timestamp_s = Math.floor(Date.now() / 1_000);
  const format = row.signature_format === 'standard' ? 'standard' : 'hex';
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'payroll-ledger',
    ...signatureHeaders(format, keys, id, timestamp_s, body),
  };
};

/**
 * The current registration and its valid keys. Read again for each call, since a webhook that was disabled or deleted
 * gets no more calls; calls that start together share one read.
 */
const currentRegistration = (id: string, partner_id: string, services: Services) => {
  type Current = { row: RecordOf<'webhook'> | undefined; keys: string[] };
  let reading: Promise<Current> | undefined;
  let opened: { box: string; keys: SigningKey[] } | undefined;
  const read = async (): Promise<Current> => {
    await loopTurn();
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

/** Disables a webhook by an event, so that callers can see it. */
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
  if (position !== undefined) await services.gate.followed(position);
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
