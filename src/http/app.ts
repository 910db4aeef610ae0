import { randomUUID } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { TrieRouter } from 'hono/router/trie-router';
import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import type { Sql } from '../database/connect.ts';
import { type Call, type FileReply, type Operation, onlyReads } from '../kernel/definition/operation.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Keyring } from '../privacy/keyring.ts';
import { isStorable } from '../values/cut.ts';
import { objectOf } from '../values/json.ts';
import { notFound, unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { bytesOf, makeAnswerRoom, PIECE_BYTES } from './answers/answer-room.ts';
import { leaveFile, respondFile } from './answers/file.ts';
import { notAllowed, onNotFound } from './answers/not-found.ts';
import { observe } from './answers/observe.ts';
import { respondPage, respondProblemPage } from './answers/page.ts';
import { onError } from './answers/problems.ts';
import { mountDescriptions } from './descriptions.ts';
import { type Limits, makeAdmission } from './door/admission.ts';
import { authenticate, countStray, type Door, stillHolds } from './door/authenticate.ts';
import { callsByAddress, PUBLIC_PER_WINDOW, UNKNOWN_PER_WINDOW } from './door/calls-by-address.ts';
import { TRUST_NOBODY, type TrustedProxies } from './door/client-address.ts';
import { type Health, isDisguised, mountHealth, PLACES } from './health.ts';
import { headers as answerHeaders } from './openapi/conventions.ts';
import { accept, chooseRepresentation, prefersPage } from './requests/accept.ts';
import { body } from './requests/body.ts';
import { makeBodyRoom } from './requests/body-room.ts';
import { type Caller, type Env, respondText, vary } from './requests/exchange.ts';
import { makeIdempotent } from './requests/idempotency.ts';
import { type Answer, makeIdempotencyKeys } from './requests/idempotency-keys.ts';
import { largeAnswersInTurn } from './requests/large-answers.ts';
import { parseIfMatch } from './requests/precondition.ts';
import { preferences } from './requests/preferences.ts';
import { query } from './requests/query.ts';

export interface AppOptions {
  services: Services;
  operations: readonly Operation[];
  sql: Sql;
  /** On which callers are admitted; default `sql`. */
  admission?: Sql;
  keyring: Keyring;
  limits: Limits;
  /** Proxies whose X-Forwarded-For is trusted; default none. */
  proxies?: TrustedProxies;
  /** Origins of pages in browsers that may call; default none. */
  corsOrigins?: readonly string[];
  log: Logger;
  metrics: Metrics;
  health: Health;
  /** Whether an operator's port shows the metrics, so that this one does not. */
  metricsElsewhere?: boolean;
  /** Called with each error before it is answered, to note why writes fail. */
  onFailure?: (error: Error) => void;
  /** How long a killed process blocks the idempotency keys it worked on; default 10 s. */
  idempotencyLease_ms?: number;
}

export type App = Hono<Env> & {
  /** Ends background work; the app must not be called again. */
  stop(): Promise<void>;
};

/** Whether a part of an address can be an id: no longer one is stored. */
const mayBeId = (text: string): boolean => isStorable(text) && text.length <= 255;

/** `/allowances/{allowance}` as the router writes it. */
const routeOf = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1');

/** Fixed segments come before parameters, so that `/payrolls/search` is not taken for a payroll. */
const byPrecision = (a: { path: string }, b: { path: string }): number => {
  const fixed = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '\uffff');
  return fixed(a.path) < fixed(b.path) ? -1 : fixed(a.path) > fixed(b.path) ? 1 : 0;
};

/**
 * Several middlewares as one, in their order. Each must return what `next` returns. Hono makes a promise for each
 * middleware of each request, and its router collects each of them; for one there is one.
 */
const inOne =
  (...steps: readonly MiddlewareHandler<Env>[]): MiddlewareHandler<Env> =>
  (c, next) => {
    const from = (at: number): ReturnType<MiddlewareHandler<Env>> => {
      const step = steps[at];
      // Its type does not say that `next` gives what the steps behind it return.
      return step ? step(c, () => from(at + 1) as Promise<void>) : next();
    };
    return from(0);
  };

/** Query and body as parsed by the operation's schemas. */
const validOf = (c: Context<Env>) => {
  // The type does not know which of them a route has, since routes are made from operations.
  // biome-ignore lint/suspicious/noExplicitAny: as in `Call`
  const req: { valid(target: 'query' | 'json'): any } = c.req;
  return { query: req.valid('query'), body: req.valid('json') };
};

/** The call that an operation gets, after all checks of the request. */
const callOf = (c: Context<Env>, services: Services): Call => {
  const exchange = c.get('exchange');
  const { tenant, entity, component } = exchange.caller!;
  const params = c.req.param();
  // No record has such an id. A parameter is called by what it names.
  for (const [object, value] of Object.entries(params)) if (!mayBeId(value)) throw notFound(object);
  const { request_id, fixed } = exchange;
  return {
    tenant,
    params,
    ...validOf(c),
    upload: exchange.upload,
    choose: (available) => chooseRepresentation(c.req.header('Accept'), available),
    locale: exchange.locale,
    preferences: exchange.preferences!,
    ifMatch: exchange.ifMatch,
    origin: {
      tenant,
      actor: entity,
      component,
      request_id,
      correlation_id: request_id,
      idempotency_key: fixed?.key,
      occurred_at: fixed?.occurred_at ?? services.clock.instant(),
      seed: fixed?.seed ?? randomUUID(),
      mayRepeat: fixed?.again ?? false,
      lease: fixed?.lease,
      container: fixed?.container,
    },
    services,
    get url() {
      return new URL(c.req.url);
    },
  };
};

/** The caller of a public operation, identified by the content of the call. */
const publicCaller = async (operation: Operation, c: Context<Env>, services: Services): Promise<Caller> => {
  const params = c.req.param();
  const { query } = validOf(c);
  const tenant = await operation.identify!({ params, query, services });
  const caller: Caller = { tenant, entity: `public:${operation.id}`, existing: false };
  c.get('exchange').caller = caller;
  return caller;
};

const READ_ONLY_RETRY_S = 30;
/** The company's read models are older than its streams, so changes cannot be decided. */
const READ_ONLY: Text = {
  en: 'The records can be read, and not be written now: the service is catching up with earlier changes. Repeat the request later.',
  fr: "Les dossiers peuvent être lus, mais non modifiés pour l'instant : le service rattrape des modifications antérieures. Répétez la requête plus tard.",
};

/** How long a browser may cache a preflight answer. */
const CORS_MAX_AGE_S = 600;

/** Allows calls by pages of some origins, with their token; cookies are never used. */
const allowBrowsers = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'If-Match', 'Prefer', 'X-Idempotency-Key'],
    // All that the reference names, and the name of a file.
    exposeHeaders: [...Object.keys(answerHeaders), 'Content-Disposition'],
    maxAge: CORS_MAX_AGE_S,
  });

/**
 * The HTTP interface: every operation at its path, and each check as one middleware, in this order: path (404), method
 * (405), credential and limits (401, 429), kind of credential (403), representation (406), query (422), body (413, 415,
 * 422), precondition (422), idempotency (409, 422), and then the operation itself.
 */
// Long: the order of the middlewares matters, and is read from top to bottom.
export const makeApp = (options: AppOptions): App => {
  const { services, sql, keyring, log } = options;
  const door: Door = {
    admit: makeAdmission(options.admission ?? sql, services.clock, options.limits),
    unknownCalls: callsByAddress(UNKNOWN_PER_WINDOW),
    publicCalls: callsByAddress(PUBLIC_PER_WINDOW),
    proxies: options.proxies ?? TRUST_NOBODY,
  };
  const room = makeBodyRoom();
  const answerRoom = makeAnswerRoom();
  const inTurn = largeAnswersInTurn();
  const keys = makeIdempotencyKeys(sql, keyring, log, { lease_ms: options.idempotencyLease_ms });
  const idempotent = makeIdempotent(keys, services.clock, services.credentials.isValid);

  const named =
    (operation: Operation): MiddlewareHandler<Env> =>
    (c, next) => {
      const exchange = c.get('exchange');
      exchange.operation = operation;
      if (operation.localized) vary(exchange, 'Accept-Language');
      if (operation.page) vary(exchange, 'Accept');
      return next();
    };

  const precondition: MiddlewareHandler<Env> = (c, next) => {
    c.get('exchange').ifMatch = parseIfMatch(c.req.header('If-Match'));
    return next();
  };

  const run =
    (operation: Operation) =>
    async (c: Context<Env>): Promise<Response> => {
      const isRead = operation.auth !== 'public' && onlyReads(operation);
      let file: FileReply | undefined;
      const work = async (): Promise<Answer> => {
        // Who looks first whether a link is good would use it up.
        if (operation.auth === 'public' && c.req.method === 'HEAD') throw notAllowed(operation.method);
        const { tenant } = c.get('exchange').caller ?? (await publicCaller(operation, c, services));
        const mayWrite = !isRead && operation.storesNothing !== true;
        if (mayWrite && services.gate.readOnly(tenant)) throw unavailable(READ_ONLY, READ_ONLY_RETRY_S);
        const reply = await operation.run(callOf(c, services));
        file = reply.file;
        if (file && operation.method !== 'GET' && reply.status < 400)
          throw new Error(`${operation.id} writes, and its answer must be kept: it cannot be a file`);
        const text = reply.body === undefined ? null : JSON.stringify(reply.body);
        return { status: reply.status, headers: reply.headers ?? {}, text };
      };
      const readsFar = () => operation.readsFar?.(callOf(c, services)) ?? false;
      const worked = isRead
        ? () => inTurn(c.get('exchange').caller!.entity, operation, validOf(c).query, readsFar, work)
        : work;
      // What shows sensitive values is recorded before there is an answer, as a change is.
      const mayRefuse = isRead && !c.get('exchange').reveals;
      if (!mayRefuse && operation.auth !== 'public') answerRoom.checkChange(c);
      // A call without a credential has no idempotency keys.
      const { status, headers, text } = await (operation.auth === 'public' ? work() : idempotent(c, worked));
      const exchange = c.get('exchange');
      try {
        answerRoom.hold(c, file ? PIECE_BYTES : bytesOf(text), mayRefuse);
      } catch (error) {
        if (file) await leaveFile(file);
        throw error;
      }
      if (operation.page && prefersPage(c.req.header('Accept')))
        return respondPage(
          exchange,
          status,
          operation.page(objectOf(text === null ? null : JSON.parse(text)), exchange.locale),
          headers,
        );
      if (!file) return respondText(exchange, status, text, headers);
      return respondFile(exchange, status, file, headers, { log, onlyHead: c.req.method === 'HEAD' });
    };

  // The router that is a microsecond faster does not support `/records/{record}/act` beside `/records/bulk/create`.
  const app = new Hono<Env>({ router: new TrieRouter() });
  app.onError(onError(log, respondProblemPage, options.onFailure));
  app.notFound(onNotFound(options.operations, (c) => countStray(c, door)));
  app.use(observe(log, options.metrics, services.publicUrl, PLACES));
  app.use(async (c, next) => {
    if (!isDisguised(c.env?.incoming?.url ?? c.req.url, c.req.path)) return next();
    throw (await countStray(c, door)) ?? notFound();
  });
  if (options.corsOrigins?.length) app.use(allowBrowsers(options.corsOrigins));

  mountHealth(app, options.health, { metrics: !options.metricsElsewhere });
  mountDescriptions(app, options.operations, services);

  for (const operation of [...options.operations].sort(byPrecision))
    app.on(
      operation.method,
      routeOf(operation.path),
      inOne(
        named(operation),
        authenticate(operation, door),
        accept(operation),
        preferences(operation),
        query(operation),
        body(operation, room, stillHolds(services.credentials.isValid)),
        precondition,
        run(operation),
      ),
    );
  return Object.assign(app, { stop: () => keys.stop() });
};
