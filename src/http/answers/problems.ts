import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { LeaseLost, NewerEvent, StoreUnavailable } from '../../event-store/errors.ts';
import { MAX_PAGE_BYTES, NotReadable, TooLargePage } from '../../kernel/definition/reader.ts';
import { TooManyFarPages } from '../../timing/far-pages.ts';
import { describeError, isDatabaseUnavailable } from '../../values/describe-error.ts';
import { type Issue, kindOfStatus, Problem, tooManyRequests, unavailable } from '../../values/problem.ts';
import type { Locale, Text } from '../../values/text.ts';
import { prefersPage } from '../requests/accept.ts';
import { jsonProblem } from '../requests/body.ts';
import { type Env, type Exchange, respond, vary } from '../requests/exchange.ts';

const titles: Record<number, Text> = {
  400: { en: 'Refused', fr: 'Refusé' },
  401: { en: 'Unauthorized', fr: 'Non autorisé' },
  403: { en: 'Forbidden', fr: 'Interdit' },
  404: { en: 'Not found', fr: 'Introuvable' },
  405: { en: 'Method not allowed', fr: 'Méthode non permise' },
  406: { en: 'Not acceptable', fr: 'Non acceptable' },
  409: { en: 'Conflict', fr: 'Conflit' },
  413: { en: 'Body too large', fr: 'Corps trop volumineux' },
  415: { en: 'Unsupported media type', fr: 'Type de contenu non pris en charge' },
  422: { en: 'Not valid', fr: 'Non valide' },
  429: { en: 'Too many requests', fr: 'Trop de requêtes' },
  500: { en: 'Unexpected failure', fr: 'Erreur inattendue' },
  503: { en: 'Not available', fr: 'Non disponible' },
};

/** What kind of problem it is, in words. */
export const titleOf = ({ status, text }: Problem, locale: Locale): string => (titles[status] ?? text)[locale];

/** `{"data.amount": ["…", "…"]}` in one language. */
const errorsByPath = (issues: readonly Issue[], locale: Locale): Record<string, string[]> => {
  // No prototype: a member may have any name.
  const errors: Record<string, string[]> = Object.create(null);
  for (const { path, text } of issues) errors[path] = [...(errors[path] ?? []), text[locale]];
  return errors;
};

/** Whether Accept names application/problem+json and prefers it to plain JSON, or both equally. */
const wantsProblemJson = (accept: string | undefined): boolean => {
  if (!accept?.includes('problem+json')) return false;
  let problem = 0;
  let json = 0;
  for (const part of accept.split(',', 32)) {
    const [type, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (type === 'application/problem+json') problem = quality;
    if (type === 'application/json') json = quality;
  }
  return problem > 0 && problem >= json;
};

/**
 * Answers a problem: `{message}`, for 422 also `errors`; in the form of RFC 9457 when the Accept header asks for it.
 */
export const respondProblem = (exchange: Exchange, problem: Problem, accept: string | undefined): Response => {
  const { locale } = exchange;
  const message = problem.text[locale];
  const errors = problem.issues.length > 0 ? { errors: errorsByPath(problem.issues, locale) } : {};
  vary(exchange, 'Accept-Language');
  vary(exchange, 'Accept');
  exchange.headers['Content-Language'] = locale;
  const kind = kindOfStatus(problem.status);
  // The page for people: what the problem means and what to do.
  const page = kind && `${exchange.publicUrl}/docs/problems/${kind}`;
  if (page !== undefined) exchange.headers.Link = `<${page}>; rel="help"`;
  if (!wantsProblemJson(accept)) return respond(exchange, problem.status, { message, ...errors }, problem.headers);
  exchange.headers['Content-Type'] = 'application/problem+json';
  return respond(
    exchange,
    problem.status,
    {
      type: page ?? 'about:blank',
      title: titleOf(problem, locale),
      status: problem.status,
      detail: message,
      instance: `urn:uuid:${exchange.request_id}`,
      message,
      ...errors,
    },
    problem.headers,
  );
};

const UNAVAILABLE: Text = {
  en: 'The service cannot reach its store at the moment. It is not known whether the change was made: repeat the request with the same X-Idempotency-Key.',
  fr: 'Le service ne peut joindre son dépôt pour le moment. Rien ne dit si le changement a été fait : répétez la requête avec la même X-Idempotency-Key.',
};
const UNAVAILABLE_UNCHANGED: Text = {
  en: 'The service cannot reach its store at the moment. Nothing was changed; try again.',
  fr: "Le service ne peut joindre son dépôt pour le moment. Rien n'a été changé; réessayez.",
};
/** 503: the database or the event store is unavailable. */
export const storeUnavailable = (outcome: 'not_written' | 'unknown', retryAfter_s: number, cause?: unknown): Problem =>
  unavailable(outcome === 'unknown' ? UNAVAILABLE : UNAVAILABLE_UNCHANGED, retryAfter_s, cause);

const BUILDING: Text = {
  en: 'What this reads is being built at the moment. It is not known whether the change was made: repeat the request with the same X-Idempotency-Key in a while.',
  fr: 'Ce qui est lu ici est en cours de construction. Rien ne dit si le changement a été fait : répétez la requête avec la même X-Idempotency-Key dans un moment.',
};
const BUILDING_UNCHANGED: Text = {
  en: 'What this reads is being built at the moment. Nothing was changed; try again in a while.',
  fr: "Ce qui est lu ici est en cours de construction. Rien n'a été changé; réessayez dans un moment.",
};

const NEWER: Text = {
  en: 'What this needs was written by a newer version of the service, which this process does not run yet. It is not known whether the change was made: repeat the request with the same X-Idempotency-Key.',
  fr: "Ce qu'il faut lire ici a été écrit par une version plus récente du service, que ce processus n'exécute pas encore. Rien ne dit si le changement a été fait : répétez la requête avec la même X-Idempotency-Key.",
};
const NEWER_UNCHANGED: Text = {
  en: 'What this needs was written by a newer version of the service, which this process does not run yet. Nothing was changed; try again.',
  fr: "Ce qu'il faut lire ici a été écrit par une version plus récente du service, que ce processus n'exécute pas encore. Rien n'a été changé; réessayez.",
};

const tooLargePage = (): Problem => {
  const most = MAX_PAGE_BYTES / (1024 * 1024);
  return new Problem(400, {
    en: `The records of this page are more than ${most} MiB as they are kept; ask for smaller pages.`,
    fr: `Les dossiers de cette page dépassent ${most} Mio tels qu'ils sont conservés; demandez des pages plus petites.`,
  });
};

const tooManyFarPages = (): Problem =>
  tooManyRequests(
    {
      en: 'Too many pages far into lists, searches for names, or lists of calls to a webhook, are asked for at once. Nothing was processed; ask for them one after the other, or filter the list.',
      fr: "Trop de pages éloignées de listes, de recherches de noms, ou de listes d'appels à un webhook, sont demandées à la fois. Rien n'a été traité; demandez-les l'une après l'autre, ou filtrez la liste.",
    },
    1,
  );

const UNEXPECTED: Text = {
  en: 'Something went wrong on our side. The request id in X-Request-Id helps to find out what.',
  fr: "Une erreur s'est produite de notre côté. L'identifiant dans X-Request-Id aide à en trouver la cause.",
};

/** Logs why the store or the database did not answer; nothing of another error. */
const logUnavailable = (error: unknown, c: Context<Env>, log: Logger): void => {
  const of = { request_id: c.get('exchange').request_id, error: describeError(error) };
  if (error instanceof StoreUnavailable) log.warn(of, 'the event store is not available');
  else if (isDatabaseUnavailable(error)) log.warn(of, 'the database is not available');
};

/** Where the store is away in a repeat, the try that broke off before may have changed what is asked for. */
const ofRepeat = (error: Error): Error => {
  const away = error instanceof Problem ? error.cause : error;
  if (!(away instanceof StoreUnavailable) || away instanceof LeaseLost) return error;
  return new StoreUnavailable(away.message, 'unknown', { cause: away, retryAfter_s: away.retryAfter_s });
};

/**
 * The problem for an error that was thrown. Unexpected errors are logged and never shown to the caller.
 */
const problemOf = async (thrown: Error, c: Context<Env>, log: Logger): Promise<Problem> => {
  const isRepeat = c.get('exchange').fixed?.again === true;
  const error = isRepeat ? ofRepeat(thrown) : thrown;
  if (error instanceof Problem) {
    // The caller learns only when to retry. The reason, such as a full disk, is for the operator, and logged only here.
    logUnavailable(error.cause, c, log);
    return error;
  }
  // Thrown only by the body's validator, when the body is not JSON.
  if (error instanceof HTTPException && error.status === 400) return jsonProblem(String(await c.req.bodyCache.text));
  const { request_id } = c.get('exchange');
  if (error instanceof StoreUnavailable) {
    logUnavailable(error, c, log);
    return storeUnavailable(error.outcome, error.retryAfter_s);
  }
  if (error instanceof NewerEvent) {
    // It was read before anything was appended, or after: only of a read it is known that nothing was changed.
    log.warn({ request_id, error: describeError(error) }, 'a request needs an event of a newer version than this one');
    return unavailable(c.req.method === 'GET' ? NEWER_UNCHANGED : NEWER, 5);
  }
  if (error instanceof NotReadable) return unavailable(isRepeat ? BUILDING : BUILDING_UNCHANGED, 5);
  if (error instanceof TooManyFarPages) return tooManyFarPages();
  if (error instanceof TooLargePage) return tooLargePage();
  if (isDatabaseUnavailable(error)) {
    logUnavailable(error, c, log);
    return storeUnavailable('unknown', 1);
  }
  log.error({ request_id, error: describeError(error) }, 'a request failed');
  return new Problem(500, UNEXPECTED);
};

/**
 * Hono's error handler.
 *
 * @param onFailure called with each error, to note why writes fail
 * @param asPage answers a problem as a page, when the operation has pages and the caller prefers one
 */
export const onError =
  (
    log: Logger,
    asPage: (exchange: Exchange, problem: Problem) => Response,
    onFailure: (error: Error) => void = () => {},
  ) =>
  async (error: Error, c: Context<Env>): Promise<Response> => {
    onFailure(error);
    const exchange = c.get('exchange');
    const problem = await problemOf(error, c, log);
    const accept = c.req.header('Accept');
    if (!exchange.operation?.page || !prefersPage(accept)) return respondProblem(exchange, problem, accept);
    vary(exchange, 'Accept');
    return asPage(exchange, problem);
  };
