import type { Context, MiddlewareHandler } from 'hono';
import { isForComponents } from '../../kernel/calls/operations.ts';
import type { Operation } from '../../kernel/definition/operation.ts';
import type { Credentials } from '../../kernel/definition/services.ts';
import { credentialHash } from '../../platform/credentials.ts';
import { isDatabaseUnavailable } from '../../values/describe-error.ts';
import { forbidden, forbiddenToComponents, Problem, tooManyRequests, unauthorized } from '../../values/problem.ts';
import { storeUnavailable } from '../answers/problems.ts';
import { preferredRepresentation, representationsOf } from '../requests/accept.ts';
import type { Env, Exchange } from '../requests/exchange.ts';
import { type Admit, type Allowance, type Identity, WINDOW_S } from './admission.ts';
import { type CallsByAddress, PUBLIC_PER_WINDOW, UNKNOWN_PER_WINDOW } from './calls-by-address.ts';
import { clientAddress, type TrustedProxies } from './client-address.ts';

/** A bearer credential; anything else counts as no credential. */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

const secretOf = (c: Context<Env>): string | undefined => BEARER.exec(c.req.header('Authorization') ?? '')?.[1];

const showAllowance = (exchange: Exchange, { limit, remaining }: Pick<Allowance, 'limit' | 'remaining'>): void => {
  exchange.headers['X-RateLimit-Limit'] = String(limit);
  exchange.headers['X-RateLimit-Remaining'] = String(remaining);
};

const tooMany = ({ limit, retryAfter_s, reset_s }: Allowance): Problem =>
  tooManyRequests(
    {
      en: `Too many requests: ${limit} are allowed in ${WINDOW_S} seconds. Nothing was processed; try again in ${retryAfter_s} s.`,
      fr: `Trop de requêtes : ${limit} sont permises en ${WINDOW_S} secondes. Rien n'a été traité; réessayez dans ${retryAfter_s} s.`,
    },
    retryAfter_s,
    reset_s,
  );

const tooManyUnknown = (retryAfter_s: number): Problem =>
  tooManyRequests(
    {
      en: `Too many calls from this address brought an unknown token. Try again in ${retryAfter_s} s with a valid one.`,
      fr: `Trop d'appels de cette adresse ont présenté un jeton inconnu. Réessayez dans ${retryAfter_s} s avec un jeton valide.`,
    },
    retryAfter_s,
  );

/** Without the database no caller can be authenticated; nothing has been done yet. */
const notAsked = (error: unknown): never => {
  throw isDatabaseUnavailable(error) ? storeUnavailable('not_written', 1, error) : error;
};

/** What identifies the caller. */
export interface Door {
  admit: Admit;
  /** Calls with an unknown credential. */
  unknownCalls: CallsByAddress;
  /** Calls of public operations. */
  publicCalls: CallsByAddress;
  /** Trusted for the address of a caller. */
  proxies: TrustedProxies;
}

const addressOf = (c: Context<Env>, proxies: TrustedProxies): string => {
  // The address is absent when the app is called without a server, as tests do.
  const connected = c.env?.incoming?.socket.remoteAddress ?? 'local';
  return clientAddress(connected, c.req.header('X-Forwarded-For'), proxies);
};

/** Counts a call of a public operation. @throws Problem 429 */
const admitAnybody = (c: Context<Env>, { publicCalls, proxies }: Door): void => {
  const address = addressOf(c, proxies);
  const retryAfter_s = publicCalls.count(address);
  const allowance = { limit: PUBLIC_PER_WINDOW, remaining: publicCalls.left(address) };
  showAllowance(c.get('exchange'), allowance);
  const reset_s = Math.ceil(Date.now() / 1_000) + retryAfter_s;
  if (retryAfter_s > 0) throw tooMany({ ...allowance, retryAfter_s, reset_s });
};

/**
 * Authenticates the caller, counts the call, and notes both in the exchange. A call without a credential is not
 * counted.
 *
 * @throws Problem 401, 429
 */
const admitCaller = async (
  c: Context<Env>,
  { admit, unknownCalls, proxies }: Door,
  reveal: boolean,
): Promise<Identity> => {
  const exchange = c.get('exchange');
  // An unknown caller is shown the bucket of unknown calls of its address.
  const stranger = (problem: (address: string) => Problem): Problem => {
    const address = addressOf(c, proxies);
    const refusal = problem(address);
    showAllowance(exchange, { limit: UNKNOWN_PER_WINDOW, remaining: unknownCalls.left(address) });
    return refusal;
  };
  const secret = secretOf(c);
  if (secret === undefined) throw stranger(unauthorized);
  const admission = await admit(credentialHash(secret).toString('hex'), reveal).catch(notAsked);
  if (!admission.known)
    throw stranger((address) => {
      const wait_s = unknownCalls.count(address);
      return wait_s > 0 ? tooManyUnknown(wait_s) : unauthorized();
    });
  const { identity, allowance, admitted } = admission;
  showAllowance(exchange, allowance);
  const { partner_id, company_id, purpose, existing } = identity;
  exchange.caller =
    company_id === null
      ? { tenant: { partner_id }, entity: `partner:${partner_id}`, existing }
      : {
          tenant: { partner_id, company_id },
          entity: `company:${company_id}`,
          existing,
          component: purpose === 'component',
        };
  if (!admitted) throw tooMany(allowance);
  return identity;
};

/**
 * Checks the bearer credential, its limits, and whether its kind may call this operation. Refuses with 401, 403 or 429
 * before anything else is read.
 */
export const authenticate = (operation: Operation, door: Door): MiddlewareHandler<Env> => {
  const available = representationsOf(operation);
  const reveals = (c: Context<Env>): boolean => {
    if (operation.reveal !== 'files') return operation.reveal === true;
    const preferred = preferredRepresentation(c.req.header('Accept'), available);
    return preferred !== undefined && preferred !== 'json';
  };
  const forComponents = isForComponents(operation);
  const { auth } = operation;
  if (auth === 'public')
    return async (c, next) => {
      admitAnybody(c, door);
      return next();
    };
  return async (c, next) => {
    const revealing = reveals(c);
    c.get('exchange').reveals = revealing;
    const { company_id, purpose } = await admitCaller(c, door, revealing);
    const kind = company_id === null ? 'partner' : 'company';
    if (auth !== 'either' && auth !== kind) throw forbidden(auth);
    if (purpose === 'component' && (!forComponents || revealing)) throw forbiddenToComponents();
    return next();
  };
};

/**
 * Looks at the credential of a call again, whose body came after it was looked at first: it may have been revoked since.
 *
 * @throws Problem 401
 */
export const stillHolds =
  (isValid: Credentials['isValid']) =>
  async (c: Context<Env>): Promise<void> => {
    const secret = secretOf(c);
    if (secret !== undefined && !(await isValid(secret).catch(notAsked))) throw unauthorized();
  };

/**
 * Counts a call for which there is no operation, so that its 404 or 405 shows the limit as every answer does. Returns
 * the 429 when nothing is left of the limit.
 */
export const countStray = async (c: Context<Env>, door: Door): Promise<Problem | undefined> => {
  try {
    await admitCaller(c, door, false);
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return error;
  }
  return undefined;
};
