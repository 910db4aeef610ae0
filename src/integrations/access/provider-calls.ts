import { Agent, request } from 'undici';
import { type ProviderRequest, ProviderUnavailable } from '../../kernel/definition/services.ts';
import { endsWithin } from '../../timing/within.ts';
import { storable } from '../../values/cut.ts';
import type { Json } from '../../values/json.ts';
import { ENDPOINTS, type ProviderApps, type ProviderName } from './endpoints.ts';
import { textWithin } from './text-within.ts';

const TIMEOUT_ms = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** What a provider answered to one call. */
export interface Answer {
  status: number;
  /** How long it asks to be left alone; undefined where it does not say. */
  retryAfter_s: number | undefined;
  body: Json;
}

/** Single calls over HTTP, with a limit to each. */
export class ProviderCalls {
  private readonly apps: ProviderApps;
  private readonly agent = new Agent({
    headersTimeout: TIMEOUT_ms,
    bodyTimeout: TIMEOUT_ms,
    connect: { timeout: 10_000 },
  });

  constructor(apps: ProviderApps) {
    this.apps = apps;
  }

  /** @throws ProviderUnavailable when there was no answer, the signal's reason */
  async call(
    provider: ProviderName,
    asked: ProviderRequest,
    access_token: string,
    signal?: AbortSignal,
    within_ms = TIMEOUT_ms,
  ): Promise<Answer> {
    const { api } = this.apps[provider] ?? ENDPOINTS[provider];
    const url = new URL(`${api}${asked.path}`);
    for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
    const limit = endsWithin(within_ms, signal);
    try {
      const answer = await request(url, {
        method: asked.method,
        dispatcher: this.agent,
        signal: limit.signal,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${access_token}`,
          ...(asked.body ? { 'Content-Type': 'application/json' } : {}),
          ...asked.headers,
        },
        body: asked.body ? JSON.stringify(asked.body) : null,
      });
      return {
        status: answer.statusCode,
        retryAfter_s: secondsIn(answer.headers['retry-after']),
        body: parsed(await textWithin(answer.body, MAX_BYTES)),
      };
    } catch (error) {
      signal?.throwIfAborted();
      throw new ProviderUnavailable(error instanceof Error ? error.message : String(error));
    } finally {
      limit.cancel();
    }
  }
}

/** The seconds of a `Retry-After`. Both providers send seconds; a date, or what is no number, says nothing. */
const secondsIn = (header: string | string[] | undefined): number | undefined =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : undefined;

/** What an escape in JSON can say that nothing of ours can hold: NUL, and half of a letter. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;
const storableMember = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? storable(value, value.length) : value;

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text, UNSTORABLE.test(text) ? storableMember : undefined);
  } catch {
    return text;
  }
};
