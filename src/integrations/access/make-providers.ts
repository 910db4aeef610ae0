import type { Sql } from '../../database/connect.ts';
import {
  ORGANISATION_UNKNOWN,
  ProviderBusy,
  type ProviderConnection,
  ProviderRefused,
  type ProviderRequest,
  type Providers,
  type ProviderTokens,
  ProviderUnauthorized,
  ProviderUnavailable,
} from '../../kernel/definition/services.ts';
import type { PersonalKeys } from '../../kernel/events/keys.ts';
import { pause } from '../../timing/pauses.ts';
import { endWithin } from '../../timing/within.ts';
import { isObject, type Json } from '../../values/json.ts';
import type { ProviderApps, ProviderName } from './endpoints.ts';
import { GoodTokens, LOOK_ms } from './good-tokens.ts';
import { OAuthClients } from './oauth.ts';
import { organisationsIn } from './organisations.ts';
import { ProviderCalls } from './provider-calls.ts';
import { elementsRefused, reasonOf, refusalOf } from './provider-words.ts';
import { CONNECTIONS, hasLeft, realmOf } from './realm.ts';
import { hasEnded, type KeptTokens, type TokenStore, tokenStore } from './tokens.ts';

/** Calls to accounting providers over HTTP, with the tokens of connections. */

export interface ProvidersOptions {
  sql: Sql;
  keys: PersonalKeys;
  apps: ProviderApps;
  /** Where providers send users back to. */
  redirect_uri: string;
  /** For how long an answer waits until a provider is told that a connection has ended; default 5 s. */
  telling_ms?: number;
}

/** A provider that asks for more time than this is asked again by a later run, so that a slot is free meanwhile. */
const MAX_WAIT_s = 5;
const MAX_WAITS = 3;
/** The limits of both count the requests of a minute: who does not say how long to wait is asked again after one. */
const UNTOLD_WAIT_s = 60;
/** How often a redirect whose code was used looks for the tokens of the one that used it. */
const LOOKS_FOR_ANOTHER = 25;
/** For how long an answer waits until a provider is told that a connection has ended. */
const TELLING_ms = 5_000;

/** Calls to the providers that the service is registered with. */
export const makeProviders = (options: ProvidersOptions): Providers => {
  const calls = new ProviderCalls(options.apps);
  const clients = new OAuthClients(options.apps, options.redirect_uri);
  const store = tokenStore(options.sql, options.keys);
  const tokens = new GoodTokens(store, clients);
  const realmFor = (provider: ProviderName, access_token: string, given: string | undefined) =>
    realmOf(provider, access_token, given, (request, within_ms) =>
      calls.call(provider, request, access_token, undefined, within_ms),
    );
  /** They are forgotten here whether the provider can be told or not. Of one that is slow the telling goes on. */
  const ended = (provider: ProviderName, kept: KeptTokens) =>
    endWithin(options.telling_ms ?? TELLING_ms, endedThere(provider, kept, { store, clients, calls })).catch(() => {});
  return {
    ask: (connection, asked, signal) => askWith(connection, asked, signal, calls, tokens),
    authorizationUrl: (provider, state) => clients.of(provider)?.authorizationUrl(state),
    exchange: async ({ id, provider }, { state_digest, code, realm_id: given }) => {
      const known = await store.realmOf(id, state_digest);
      if (known !== undefined) return { realm_id: known };
      let fresh: ProviderTokens;
      try {
        fresh = await clients.need(provider).exchange(code);
      } catch (error) {
        // A redirect may be loaded twice at once, and a code is good once: the other request may have its tokens.
        const there = isUsed(error) ? await keptMeanwhile(() => store.realmOf(id, state_digest)) : undefined;
        if (there === undefined) throw error;
        return { realm_id: there };
      }
      const realm_id = await realmFor(provider, fresh.access_token, given).catch((error: unknown) => {
        // The code is used, so it is of no use to load the redirect again.
        throw error instanceof ProviderUnavailable ? new ProviderRefused(503, ORGANISATION_UNKNOWN) : error;
      });
      await store.keep(id, fresh, { realm_id, state_digest });
      return { realm_id };
    },
    keep: async ({ id, provider }, given_tokens, given) => {
      // Who is not registered cannot renew them.
      const client = clients.need(provider);
      const tokens = hasEnded(given_tokens) ? await client.refresh(given_tokens.refresh_token) : given_tokens;
      const realm_id = await realmFor(provider, tokens.access_token, given);
      await store.keep(id, tokens, { realm_id });
      return { realm_id, tokens };
    },
    forget: async ({ id, provider }) => {
      const kept = await store.read(id);
      await store.forget(id);
      if (kept) await ended(provider, kept);
      return kept !== undefined;
    },
    forgetOf: async ({ id, provider }, state_digest) => {
      const kept = await store.read(id);
      if (kept?.state_digest !== state_digest) return;
      await store.forget(id, kept.version);
      await ended(provider, kept);
    },
    forgetRefused: async ({ id, provider }, { version }) => {
      const kept = await store.read(id);
      if (!kept) return true;
      if (kept.version !== version) return false;
      await store.forget(id, version);
      await ended(provider, kept);
      return (await store.read(id)) === undefined;
    },
  };
};

/**
 * Ends at the provider what deleted tokens were for, and nothing that others use: books that another employer is
 * connected with stay connected. A user of Xero may have connected the organisations of several companies, which
 * revoking the user's token would end as well.
 */
const endedThere = async (
  provider: ProviderName,
  kept: KeptTokens,
  { store, clients, calls }: { store: TokenStore; clients: OAuthClients; calls: ProviderCalls },
): Promise<void> => {
  const client = clients.need(provider);
  const { realm_id } = kept;
  if (realm_id !== null && (await store.areUsed(realm_id))) return;
  if (provider === 'quickbooks') return client.revoke(kept.refresh_token);
  const { access_token, refresh_token } = kept.is_good ? kept : await client.refresh(kept.refresh_token);
  const { status, body } = await calls.call(provider, CONNECTIONS, access_token);
  if (status >= 300) return;
  const organisations = organisationsIn(body);
  if (organisations.every(({ tenant_id }) => tenant_id === realm_id)) return client.revoke(refresh_token);
  for (const { id } of organisations.filter(({ tenant_id }) => tenant_id === realm_id))
    await calls.call(provider, { method: 'DELETE', path: `/connections/${encodeURIComponent(id)}` }, access_token);
};

/** RFC 6749, 5.2: of a code, that it is not valid, has ended or was used. */
const isUsed = (error: unknown): boolean =>
  error instanceof ProviderRefused && error.message.startsWith('invalid_grant');

/** What another request comes to within a while; undefined when it comes to nothing. */
const keptMeanwhile = async (kept: () => Promise<string | undefined>): Promise<string | undefined> => {
  for (let look = 0; look < LOOKS_FOR_ANOTHER; look++) {
    const found = await kept();
    if (found !== undefined) return found;
    await pause(LOOK_ms);
  }
  return kept();
};

const askWith = async (
  connection: ProviderConnection,
  asked: ProviderRequest,
  signal: AbortSignal | undefined,
  calls: ProviderCalls,
  good: GoodTokens,
): Promise<Json> => {
  let tokens = await good.of(connection, undefined, signal);
  const tenant: Record<string, string> =
    connection.provider === 'xero' ? { 'Xero-Tenant-Id': connection.realm_id } : {};
  const whole = { ...asked, headers: { ...tenant, ...asked.headers } };
  const call = (request: ProviderRequest, access_token: string) =>
    calls.call(connection.provider, request, access_token, signal);
  for (let renewed = 0, waits = 0; ; ) {
    const { access_token } = tokens;
    const answer = await call(whole, access_token);
    const secrets = [access_token, `Bearer ${access_token}`];
    const reason = () => reasonOf(answer.body, secrets);
    if (answer.status < 300) {
      // A page of a gateway, or the beginning of an answer: what it was asked may be done or not.
      if (!isObject(answer.body)) throw new ProviderUnavailable(`status ${answer.status} with what is no record`);
      if ('Fault' in answer.body || elementsRefused(answer.body).length > 0) throw refusalOf(answer, secrets);
      return answer.body;
    }
    // Its clock may differ from ours, or somebody revoked the token.
    if (answer.status === 401 && renewed++ === 0) tokens = await good.of(connection, tokens.version, signal);
    else if (answer.status === 429) {
      const { retryAfter_s: wait_s = UNTOLD_WAIT_s } = answer;
      if (wait_s > MAX_WAIT_s || waits++ >= MAX_WAITS)
        throw new ProviderBusy(`status 429: ${reason()}`, Math.max(1, wait_s) * 1_000);
      await pause(Math.max(1, wait_s) * 1_000, signal ? [signal] : []);
      signal?.throwIfAborted();
    } else if (answer.status === 401) throw new ProviderUnauthorized(reason(), tokens.version);
    else if (answer.status >= 500) throw new ProviderUnavailable(`status ${answer.status}: ${reason()}`);
    else if (answer.status === 403 && (await hasLeft(connection, (request) => call(request, access_token))))
      throw new ProviderUnauthorized(reason(), tokens.version);
    else throw refusalOf(answer, secrets);
  }
};
