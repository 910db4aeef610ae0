import { Counter, Histogram, type Registry as Metrics } from 'prom-client';
import type { Attempt } from './webhook-attempts.ts';

/** What is counted of calls to webhooks. */
export interface AttemptMeters {
  made(attempt: Attempt): void;
}

const BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 5, 10, 15];

export const attemptMeters = (metrics: Metrics): AttemptMeters => {
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
