import type { Registry as Metrics } from 'prom-client';
import type { Sql } from '../../database/connect.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { makeSignal } from '../../timing/signal.ts';
import { textOf } from '../../values/json.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { Next } from '../../work/port.ts';
import { type AttemptMeters, attemptMeters } from './webhook-attempt-meters.ts';
import { type Attempt, recordAttempts } from './webhook-attempts.ts';
import type { Caller } from './webhook-call.ts';
import {
  cancelDeliveries,
  cancelUnlessAsked,
  type Delivery,
  dueAhead,
  dueDeliveries,
  failOlder,
  lastSequence,
  nextDue_ms,
  readHealth,
  resetFailures,
  WEBHOOK_KIND,
} from './webhook-deliveries.ts';
import { makePlaces } from './webhook-places.ts';
import { Receiver } from './webhook-receiver.ts';
import { currentRegistration, disable, isCalled } from './webhook-registration.ts';
import { DOWN_AFTER, MAX_AGE_ms, MAX_FAILING_ms } from './webhook-schedule.ts';
import { headersOf } from './webhook-signature.ts';

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
 * its own calls and occupies one of `WEBHOOKS_AT_ONCE`, of which its partner has a share (webhook-places.ts). While
 * others wait for one, a run ends after its turn, and goes on behind them.
 */
const CALLS_AT_ONCE = 16;
const WEBHOOKS_AT_ONCE = 200;
/** Pause of a webhook whose partner has its share of them. */
const NO_PLACE_ms = 1_000;
/** Pause of a webhook whose address was changed while it was called, until its failures are forgotten. */
const MOVED_ms = 1_000;
const TURN_ms = 5_000;
/** Deliveries read ahead. */
const READ_AHEAD = 200;
/** How often new deliveries are read while calls run: seldom where none come and no call ends. */
const READ_EVERY_ms = 100;
const READ_AT_LEAST_EVERY_ms = 500;
/** Reading past what waits for earlier calls takes at most one part in so many of a run's time. */
const PAST_SHARE = 10;

export interface DeliveryOptions {
  sql: Sql;
  services: Services;
  caller: Caller;
  metrics: Metrics;
  /** How long a run lasts before others that wait have their turn; default 5 s. */
  turn_ms?: number;
}

export const webhookKind = (options: DeliveryOptions): DueKind => {
  const meters = attemptMeters(options.metrics);
  const places = makePlaces(WEBHOOKS_AT_ONCE);
  return {
    kind: WEBHOOK_KIND,
    concurrency: WEBHOOKS_AT_ONCE,
    run: async (work) => {
      const partner_id = textOf(work.payload.partner_id);
      if (!places.take(partner_id)) return { again_in_ms: NO_PLACE_ms };
      try {
        return await deliver(work, partner_id, options, meters);
      } finally {
        places.leave(partner_id);
      }
    },
  };
};

const deliver = async (
  work: Work,
  partner_id: string,
  options: DeliveryOptions,
  meters: AttemptMeters,
): Promise<Next> => {
  const { sql, services } = options;
  const id = work.key;
  const receiver = new Receiver(await readHealth(sql, id));
  if (receiver.closed_ms > 0) return { again_in_ms: receiver.closed_ms };
  if (receiver.failures > 0) await failOlder(sql, id, MAX_AGE_ms);
  await dueAhead(sql, id);
  const registration = currentRegistration(id, partner_id, services);
  const run = new DeliveryRun(work, receiver, registration, options, meters);
  await run.toItsEnd();
  const { over } = receiver;
  // Whoever has it now finds out by itself.
  if (!work.held()) return { again_in_ms: 0 };
  if (receiver.failures > 0 && (await hasMoved(run.judged_url, registration))) {
    await resetFailures(sql, id, partner_id);
    return { again_in_ms: 0 };
  }
  if (over) {
    // While the last calls ended, the registration may have been enabled again: what was recorded since then stays.
    const sequence = await lastSequence(sql, id);
    if (over === 'cancelled') {
      if (isCalled(await registration())) return { again_in_ms: 0 };
    } else if (!(await disable(id, partner_id, { reason: over, url: run.judged_url, lease: work.lease }, services)))
      return { again_in_ms: MOVED_ms };
    await cancelDeliveries(sql, id, { sequence });
    return undefined;
  }
  if (work.signal.aborted) return { again_in_ms: 0 };
  const in_ms = await nextDue_ms(sql, id);
  return in_ms === undefined ? undefined : { again_in_ms: Math.max(in_ms, receiver.closed_ms) };
};

/**
 * Whether a registration has another address than the one that was called: the failures are of that. The manager resets
 * them once that can be read, perhaps before the run stored the last ones.
 */
const hasMoved = async (called: string, registration: ReturnType<typeof currentRegistration>): Promise<boolean> => {
  if (called === '') return false;
  const { row } = await registration();
  return row !== undefined && row.url !== called;
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
  private readonly meters: AttemptMeters;
  /** Read and not yet recorded. */
  private readonly inHand = new Set<string>();
  private queue: Delivery[] = [];
  /** How many of the queue wait for no earlier call about their resource. */
  private ready = 0;
  private idle_ms = READ_EVERY_ms;
  /** Until then nothing is read past what waits. */
  private past_ms = 0;
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
  /** The address of the last call that was begun. */
  private called_url = '';
  /** The address of the last call that said something of the receiver. */
  judged_url = '';

  constructor(
    work: Work,
    receiver: Receiver,
    registration: ReturnType<typeof currentRegistration>,
    options: DeliveryOptions,
    meters: AttemptMeters,
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
      if (isOpen) this.begin();
      const isExhausted = isOpen && this.mayRead() ? await this.readAhead() : true;
      if (isOpen) this.begin();
      if (this.calls.size > 0) {
        await this.ended.within(this.idle_ms);
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

  /** Whether its turn is over and others wait: what is due is left for the next run, and calls under way end. */
  private async makesRoom(): Promise<boolean> {
    const now_ms = performance.now();
    if (this.hasMadeRoom || !this.hasCalled || now_ms < this.asked_at_ms) return this.hasMadeRoom;
    this.asked_at_ms = now_ms + this.turn_ms;
    this.hasMadeRoom = await this.work.othersWait();
    return this.hasMadeRoom;
  }

  private get isFull(): boolean {
    return this.queue.length >= CALLS_AT_ONCE;
  }

  /** Whether calls may be lacking: also where the queue is full of what waits for the calls of a few resources. */
  private mayRead(): boolean {
    if (!this.isFull) return true;
    return this.calls.size + this.ready < CALLS_AT_ONCE && performance.now() >= this.past_ms;
  }

  /** Whether nothing more is due than what is in hand. */
  private async readAhead(): Promise<boolean> {
    const began_ms = performance.now();
    // Later ones of these resources are read when those before them are done, so the order is kept.
    const waiting = new Set([...this.first, ...this.queue.filter(isFirst).map(({ resource_id }) => resource_id)]);
    const without = { ids: [...this.inHand], resources: [...waiting] };
    const found = await dueDeliveries(this.options.sql, this.work.key, without, READ_AHEAD);
    const now_ms = performance.now();
    if (this.isFull) this.past_ms = now_ms + PAST_SHARE * (now_ms - began_ms);
    for (const { id } of found) this.inHand.add(id);
    this.queue.push(...found);
    this.idle_ms = found.length > 0 ? READ_EVERY_ms : Math.min(this.idle_ms * 2, READ_AT_LEAST_EVERY_ms);
    // The calls that those left out wait for may have ended meanwhile.
    return found.length === 0 && waiting.size === 0;
  }

  /** Starts the calls that may run beside the running ones. */
  private begin(): void {
    const { receiver } = this;
    const most = receiver.failures >= DOWN_AFTER ? 1 : CALLS_AT_ONCE;
    const waiting: Delivery[] = [];
    let ready = 0;
    for (const delivery of this.queue) {
      const isHeld = isFirst(delivery) && this.first.has(delivery.resource_id);
      if (isHeld || this.calls.size >= most || !receiver.isOpen) {
        waiting.push(delivery);
        if (!isHeld) ready++;
      } else void this.call(delivery).catch((error: unknown) => this.faults.push(error));
    }
    this.queue = waiting;
    this.ready = ready;
  }

  private async call(delivery: Delivery): Promise<void> {
    const isTheFirst = isFirst(delivery);
    this.hasCalled = true;
    this.calls.add(delivery.id);
    if (isTheFirst) this.first.add(delivery.resource_id);
    try {
      const current = await this.registration();
      if (!isCalled(current)) {
        this.receiver.over ??= 'cancelled';
        this.inHand.delete(delivery.id);
        return;
      }
      const { row, keys } = current;
      const isNamed = delivery.event === 'ping' || row.events.includes(delivery.event);
      if (!isNamed && (await cancelUnlessAsked(this.options.sql, delivery.id))) {
        this.inHand.delete(delivery.id);
        return;
      }
      if (this.movesTo(row.url))
        await resetFailures(this.options.sql, this.work.key, textOf(this.work.payload.partner_id));
      const began_ms = performance.now();
      const result = await this.options.caller.post(row.url, headersOf(row, keys, delivery), delivery.body);
      // Perhaps aborted because the process stops, which says nothing about the receiver: the call is repeated.
      if (this.work.signal.aborted && result.status === null) return;
      const isOfNow = row.url === this.called_url;
      // Calls that end once it is over change nothing of that, and may be to another address.
      if (!this.receiver.over && isOfNow) this.judged_url = row.url;
      const attempt = this.receiver.judge(delivery, result, began_ms, isOfNow);
      this.meters.made(attempt);
      this.unrecorded.push(attempt);
      await this.record();
    } finally {
      this.calls.delete(delivery.id);
      if (isTheFirst) this.first.delete(delivery.resource_id);
      this.idle_ms = READ_EVERY_ms;
      this.ended.raise();
    }
  }

  /** Whether the address is another than that of the last call, which has failed: that says nothing of this one. */
  private movesTo(url: string): boolean {
    const before = this.called_url;
    this.called_url = url;
    if (before === '' || before === url || this.receiver.failures === 0) return false;
    this.receiver.isWell();
    return true;
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
    const { key, lease } = this.work;
    const { failing_ms } = await recordAttempts(sql, key, attempts, health, services.clock.instant(), lease);
    for (const { delivery_id } of attempts) this.inHand.delete(delivery_id);
    if (failures > 0 && failing_ms > MAX_FAILING_ms) this.receiver.over ??= 'failing';
  }
}

const isFirst = ({ attempts, earlier_attempts }: Delivery): boolean => attempts === earlier_attempts;
