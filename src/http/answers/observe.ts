import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { requestInHand } from '../../timing/give-way.ts';
import type { Env, Exchange } from '../requests/exchange.ts';
import { negotiateLocale } from '../requests/language.ts';

const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of requests for Prometheus. Routes are patterns, so there are as many as operations. */
const makeMeters = (registry: Registry) => {
  const labelNames = ['method', 'route'] as const;
  const registers = [registry];
  return {
    requests: new Counter({
      name: 'http_requests_total',
      help: 'Requests answered, by route pattern and status',
      labelNames: [...labelNames, 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to its answer, by route pattern',
      labelNames,
      buckets: BUCKETS_S,
      registers,
    }),
    running: new Gauge({ name: 'http_requests_running', help: 'Requests being worked on', registers }),
  };
};

/**
 * The outermost middleware: sets the id and language of each request, counts and times it, and logs one line. The line
 * has the route's pattern and the tenant, and nothing that the caller wrote: no path, query, header or body.
 *
 * @param health the paths at which it is asked how it fares, which no operation has
 */
export const observe = (
  log: Logger,
  registry: Registry,
  publicUrl: string,
  health: ReadonlySet<string>,
): MiddlewareHandler<Env> => {
  const { requests, seconds, running } = makeMeters(registry);
  return async (c, next) => {
    const started_ms = performance.now();
    const request_id = randomUUID();
    const exchange: Exchange = {
      request_id,
      publicUrl,
      locale: negotiateLocale(c.req.header('Accept-Language')),
      headers: {
        'X-Request-Id': request_id,
        // No cache on the way may keep payroll data.
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    };
    c.set('exchange', exchange);
    running.inc();
    const answered = requestInHand();
    try {
      await next();
    } finally {
      running.dec();
      answered();
      const { operation, caller } = exchange;
      const duration_ms = performance.now() - started_ms;
      const { method } = c.req;
      const ofHealth = health.has(c.req.path);
      const route = operation?.path ?? (ofHealth ? c.req.path : 'other');
      const { status } = c.res;
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, duration_ms / 1_000);
      // That a process which stops is not ready is an answer, and no fault.
      log[status >= 500 && !ofHealth ? 'error' : 'info'](
        {
          request_id,
          method,
          route,
          status,
          duration_ms: Math.round(duration_ms * 100) / 100,
          partner_id: caller?.tenant.partner_id,
          company_id: caller?.tenant.company_id,
        },
        'request',
      );
    }
  };
};
