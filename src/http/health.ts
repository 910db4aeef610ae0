import { type Context, type Env, Hono } from 'hono';
import type { Registry as Metrics } from 'prom-client';
import { atMostEvery } from '../timing/at-most-every.ts';
import { notFound } from '../values/problem.ts';

/**
 * Health and metrics of the process. Anybody may ask, as often as they like, so they are computed at most once a second
 * and name no tenant; operators get the details at a port of their own.
 */

/** Whether this process is ready for requests, and what it waits for when it is not. */
export interface Readiness {
  ready: boolean;
  waitingFor?: readonly string[];
  /** What is impaired although requests are answered: it is reported, but the process stays ready. */
  degraded?: readonly string[];
  /** The same with the names of records and errors, for operators only. */
  details?: readonly string[];
}

export interface Health {
  ready(): Promise<Readiness>;
  /** Metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
  metricsType: string;
}

const SHARED_MS = 1_000;

/**
 * Shares each answer among all requests of a second.
 *
 * @param ready computes the readiness
 * @param isStopping checked for each request, and not shared
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

/** A cache before the service must not go on saying what was true once. */
const NOT_KEPT = { 'Cache-Control': 'no-store' };

const answerLive = (c: Context): Response => c.json({ status: 'live' }, 200, NOT_KEPT);

const answerReady = async (c: Context, health: Health, detailed: boolean): Promise<Response> => {
  const { ready, waitingFor = [], degraded = [], details = [] } = await health.ready();
  const more = detailed && details.length > 0 ? { details } : {};
  if (!ready) return c.json({ status: 'starting', waiting_for: waitingFor, ...more }, 503, NOT_KEPT);
  const now = degraded.length === 0 ? { status: 'ready' } : { status: 'degraded', degraded, ...more };
  return c.json(now, 200, NOT_KEPT);
};

const answerMetrics = async (c: Context, health: Health): Promise<Response> =>
  c.body(await health.metrics(), 200, { ...NOT_KEPT, 'Content-Type': health.metricsType });

/** The addresses of {@link mountHealth}. */
export const PLACES = new Set(['/health/live', '/health/ready', '/metrics']);

/** A dot segment between slashes, in any spelling of dots and slashes. */
const DOT_SEGMENT = /(?:\/|\\|%2f|%5c)(?:\.|%2e){1,2}(?=$|\/|\\|%2f|%5c)/i;

/**
 * Whether a proxy may read an address differently than we do, so that a rule of the proxy, for example about
 * `/metrics`, would not match: an address with dot segments, or an operator's address in another spelling.
 *
 * @param target the target of the request as received
 * @param path the path that it is routed as
 */
export const isDisguised = (target: string, path: string): boolean => {
  const raw = target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return DOT_SEGMENT.test(raw) || (PLACES.has(path) && raw !== path);
};

/** Mounts the public addresses; without metrics when an operator's port shows them. */
export const mountHealth = <E extends Env>(
  app: Pick<Hono<E>, 'get'>,
  health: Health,
  { metrics }: { metrics: boolean },
): void => {
  app.get('/health/live', answerLive);
  app.get('/health/ready', (c) => answerReady(c, health, false));
  if (metrics) app.get('/metrics', (c) => answerMetrics(c, health));
};

/** The app of the operator's port: the same addresses, with details. */
export const makeAdminApp = (health: Health): Pick<Hono, 'fetch'> => {
  const app = new Hono();
  app.get('/health/live', answerLive);
  app.get('/health/ready', (c) => answerReady(c, health, true));
  app.get('/metrics', (c) => answerMetrics(c, health));
  app.notFound((c) => c.json({ message: notFound().text.en }, 404));
  return app;
};
