import { type Context, type Env, Hono } from 'hono';
import type { Registry as Metrics } from 'prom-client';
import { atMostEvery } from '../timing/at-most-every.ts';
import { notFound } from '../values/problem.ts';

/**
 * How the process is and how it fares. Anybody may ask, as often as they like, so it is calculated at most once a second
 * and says nothing about a tenant; an operator is told the rest at a port of its own.
 */

/** Whether this process may be sent requests, and what it waits for when not. */
export interface Readiness {
  ready: boolean;
  waitingFor?: readonly string[];
  /** What does not work as it should although requests are answered; reported, and no reason to send requests elsewhere. */
  degraded?: readonly string[];
  /** The same with records and errors by name, for operators alone. */
  details?: readonly string[];
}

export interface Health {
  ready(): Promise<Readiness>;
  /** Prometheus' text. */
  metrics(): Promise<string>;
  metricsType: string;
}

const SHARED_MS = 1_000;

/**
 * Shares each answer among all who ask within a second.
 *
 * @param ready works readiness out
 * @param isStopping shown at once, whatever is shared
 */
export const makeHealth = (
  ready: () => Promise<Readiness>,
  metrics: Metrics,
  isStopping: () => boolean = () => false,
): Health => {
  const shared = atMostEvery(SHARED_MS, ready);
  return {
    ready: async () => {
      const now = await shared();
      if (!isStopping()) return now;
      return { ...now, ready: false, waitingFor: ['the end: it is stopping', ...(now.waitingFor ?? [])] };
    },
    metrics: atMostEvery(SHARED_MS, () => metrics.metrics()),
    metricsType: metrics.contentType,
  };
};

const tellReady = async (c: Context, health: Health, detailed: boolean): Promise<Response> => {
  const { ready, waitingFor = [], degraded = [], details = [] } = await health.ready();
  const more = detailed && details.length > 0 ? { details } : {};
  if (!ready) return c.json({ status: 'starting', waiting_for: waitingFor, ...more }, 503);
  return c.json(degraded.length === 0 ? { status: 'ready' } : { status: 'degraded', degraded, ...more });
};

const tellMetrics = async (c: Context, health: Health): Promise<Response> =>
  c.body(await health.metrics(), 200, { 'Content-Type': health.metricsType });

/** The addresses of {@link mountHealth}. */
const PLACES = new Set(['/health/live', '/health/ready', '/metrics']);

/** A segment of dots, however it is written, between slashes, however they are written. */
const DOT_SEGMENT = /(?:\/|\\|%2f|%5c)(?:\.|%2e){1,2}(?=$|\/|\\|%2f|%5c)/i;

/**
 * Whether an address is written in a way that a proxy may read as another one than we do, so that a rule of the proxy
 * about `/metrics`, say, would not see it: with dot segments, or an operator's address in any spelling but its own.
 *
 * @param target the target of the request as it came
 * @param path the path that it is taken for
 */
export const isDisguised = (target: string, path: string): boolean => {
  const raw = target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return DOT_SEGMENT.test(raw) || (PLACES.has(path) && raw !== path);
};

/** Mounts what strangers may ask; without `metrics` where an operator's port shows them. */
export const mountHealth = <E extends Env>(
  app: Pick<Hono<E>, 'get'>,
  health: Health,
  { metrics }: { metrics: boolean },
): void => {
  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', (c) => tellReady(c, health, false));
  if (metrics) app.get('/metrics', (c) => tellMetrics(c, health));
};

/** What is answered at the operator's port: the same addresses, with details. */
export const makeAdminApp = (health: Health): Pick<Hono, 'fetch'> => {
  const app = new Hono();
  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', (c) => tellReady(c, health, true));
  app.get('/metrics', (c) => tellMetrics(c, health));
  app.notFound((c) => c.json({ message: notFound().text.en }, 404));
  return app;
};
