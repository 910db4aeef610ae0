import { hash, randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type { Credentials } from '../../kernel/definition/services.ts';
import type { Clock } from '../../values/clock.ts';
import { conflict, invalid, Problem } from '../../values/problem.ts';
import { requestHash } from './body.ts';
import type { Env } from './exchange.ts';
import type { Answer, IdempotencyKeys, KeyedRequest } from './idempotency-keys.ts';

/**
 * X-Idempotency-Key: a change that is requested twice happens once.
 *
 *   new key        reserved before the work, together with the seed of all ids and the time of the change
 *   running        409; the process that works on it renews a lease of some seconds
 *   broken off     (crash, 5xx) free again, after a crash when the lease ends, for the same request only: it continues
 *                  with the same seed and time, so the events of the first try are found and the answer is built from
 *                  them. Nothing more is appended for the request that it was taken over from, if that still runs
 *   answered 2xx   kept for 24 hours, encrypted, and given again as it was
 *                  (while a token or secret in it is good: past that it is built again, with a new one)
 *   refused 4xx    changed nothing: the key is free, also for a corrected body; where a part was done before the rest
 *                  was refused, it stays with the request, which gets that answer again
 *
 * 401, 403 and 429 are checked before, so they use no key; nor does a body that its schema refuses.
 */
export const MAX_KEY_LENGTH = 255;
const KEY_HEADER = 'X-Idempotency-Key';

const readKey = (header: string): string => {
  if (header.length === 0 || header.length > MAX_KEY_LENGTH)
    throw invalid([
      {
        path: KEY_HEADER,
        text: {
          en: `must have 1 to ${MAX_KEY_LENGTH} characters`,
          fr: `doit avoir de 1 à ${MAX_KEY_LENGTH} caractères`,
        },
      },
    ]);
  return header;
};

/**
 * Headers of one name reach us joined by a comma, which a key may have too: how many there were, only the server knows.
 */
const checkOnce = (c: Context<Env>, header: string): void => {
  const sent = header.includes(',') ? c.env?.incoming?.headersDistinct[KEY_HEADER.toLowerCase()] : undefined;
  if (sent !== undefined && sent.length > 1)
    throw invalid([
      {
        path: KEY_HEADER,
        text: {
          en: 'was sent more than once; send one key',
          fr: "a été envoyé plus d'une fois; envoyez une seule clé",
        },
      },
    ]);
};

const stillRunning = (): Problem => {
  const { text } = conflict({
    en: 'The first request with this X-Idempotency-Key is still running. Repeat this one in a moment to get its answer.',
    fr: 'La première requête portant cette X-Idempotency-Key est encore en cours. Répétez celle-ci dans un instant pour obtenir sa réponse.',
  });
  return new Problem(409, text, { headers: { 'Retry-After': '1' } });
};

const otherRequest = (): Problem =>
  invalid([
    {
      path: KEY_HEADER,
      text: {
        en: 'was used for a request with another method, path or body; use a new key',
        fr: 'a servi pour une requête dont la méthode, le chemin ou le corps était autre; utilisez une nouvelle clé',
      },
    },
  ]);

/** Runs the work of a request, under its idempotency key if it has one. */
export const makeIdempotent =
  (keys: IdempotencyKeys, clock: Clock, isValid: Credentials['isValid']) =>
  async (c: Context<Env>, work: () => Promise<Answer>): Promise<Answer> => {
    const header = c.req.header(KEY_HEADER);
    if (header === undefined || c.req.method === 'GET' || c.req.method === 'HEAD') return work();
    const exchange = c.get('exchange');
    checkOnce(c, header);
    const key = readKey(header);
    const stands = async ({ text }: Answer): Promise<boolean> => {
      const handedOut = text === null ? undefined : exchange.operation?.standsWhile?.(JSON.parse(text));
      return handedOut === undefined || isValid(handedOut);
    };
    const request: KeyedRequest = {
      scope: exchange.caller!.entity,
      keyHash: hash('sha256', key, 'buffer'),
      requestHash: requestHash(c.req.method, c.req.url, exchange.bytes),
      seed: randomUUID(),
      occurred_at: clock.instant(),
    };
    let reserved = await keys.reserve(request);
    if (reserved.outcome === 'answered' && !(await stands(reserved.answer))) {
      await keys.forget(request);
      reserved = await keys.reserve(request);
    }
    if (reserved.outcome === 'running') throw stillRunning();
    if (reserved.outcome === 'other request') throw otherRequest();
    if (reserved.outcome === 'answered') {
      exchange.headers['X-Idempotency-Replayed'] = 'true';
      return reserved.answer;
    }
    const { held } = reserved;
    const { seed, occurred_at, again, lease, container } = held;
    // A key may contain information of the caller, so events only have its digest.
    exchange.fixed = { key: request.keyHash.toString('hex'), seed, occurred_at, again, lease, container };
    try {
      const answer = await work();
      // The change is done: when the answer cannot be stored yet, a repeat builds it again.
      if (answer.status < 300) await held.answered(answer).catch(() => {});
      else await held.refused();
      return answer;
    } catch (error) {
      const refused = error instanceof Problem && error.status < 500 && !error.isPartlyDone;
      // The original error is thrown, also when the key cannot be released yet: that is tried again until its lease
      // ends.
      await (refused ? held.refused() : held.broken()).catch(() => {});
      throw error;
    }
  };
