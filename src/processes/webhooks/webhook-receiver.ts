import type { Attempt } from './webhook-attempts.ts';
import type { CallResult } from './webhook-call.ts';
import type { Delivery } from './webhook-deliveries.ts';
import { closedFor, retryPause } from './webhook-schedule.ts';

/** The health of a receiver, by the results of calls to it. */
export class Receiver {
  failures: number;
  /** How long it is not to be called; 0 when it may be. */
  closed_ms: number;
  /** Why it is not called any more. */
  over: 'gone' | 'failing' | 'cancelled' | undefined;
  private down_ms = 0;

  constructor({ failures, closed_ms }: { failures: number; closed_ms: number }) {
    this.failures = failures;
    this.closed_ms = closed_ms;
  }

  get isOpen(): boolean {
    return !this.over && this.closed_ms === 0;
  }

  /** It answers, or has another address, which has failed at nothing yet. */
  isWell(): void {
    this.failures = 0;
    this.closed_ms = 0;
  }

  /**
   * Updates the health by the result of a call. Returns the attempt to record.
   *
   * @param isOfNow whether it was made to the present address; of another one it says nothing
   */
  judge(delivery: Delivery, result: CallResult, began_ms: number, isOfNow = true): Attempt {
    const attempt = delivery.attempts + 1;
    const { status, error, excerpt, duration_ms, retryAfter_ms } = result;
    const { id: delivery_id, asked_position } = delivery;
    const made = { delivery_id, attempt, asked_position, duration_ms, status, error, excerpt };
    if (status !== null && status >= 200 && status < 300) {
      if (isOfNow) this.isWell();
      return { ...made, outcome: 'delivered', retry_ms: null };
    }
    if (status === 410 && isOfNow) this.over ??= 'gone';
    // Calls that started before the receiver went down say nothing new about it.
    if (began_ms >= this.down_ms && isOfNow) this.failures += 1;
    const asked_ms = status === 429 || status === 503 ? retryAfter_ms : undefined;
    const closed_ms = closedFor(this.failures, asked_ms, Math.random());
    if (closed_ms > 0 && this.closed_ms === 0 && isOfNow) {
      this.closed_ms = closed_ms;
      this.down_ms = performance.now();
    }
    const made_anew = attempt - delivery.earlier_attempts;
    const retry_ms = retryPause(made_anew, delivery.age_ms + duration_ms, retryAfter_ms, Math.random());
    return { ...made, outcome: retry_ms === undefined ? 'failed' : null, retry_ms: retry_ms ?? null };
  }
}
