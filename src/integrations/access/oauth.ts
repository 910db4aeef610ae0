import * as oauth from 'oauth4webapi';
import {
  ProviderRefused,
  type ProviderTokens,
  ProviderUnauthorized,
  ProviderUnavailable,
} from '../../kernel/definition/services.ts';
import { refused } from '../../values/problem.ts';
import { LABELS } from '../books/provider-names.ts';
import { type ProviderApp, type ProviderApps, type ProviderName, SCOPES } from './endpoints.ts';
import { type Secrets, wordsOf } from './provider-words.ts';
import { textWithin } from './text-within.ts';

/** OAuth 2 with one provider: the authorization code grant, renewal and revocation, by oauth4webapi. */
export interface OAuth {
  authorizationUrl(state: string): string;
  /** @throws ProviderRefused, ProviderUnavailable */
  exchange(code: string): Promise<ProviderTokens>;
  /**
   * @throws ProviderUnauthorized when the refresh token is good no more, ProviderRefused when the service itself is
   *   refused, ProviderUnavailable
   */
  refresh(refresh_token: string): Promise<ProviderTokens>;
  /** @throws when it could not be notified */
  revoke(refresh_token: string): Promise<void>;
}

const TIMEOUT_ms = 20_000;
/** Tokens are texts of some kilobytes. */
const MAX_BYTES = 1024 * 1024;
/** What a token answer without a lifetime is taken to live, in seconds. */
const LIFETIME_s = 1_800;

const makeOAuth = (provider: ProviderName, app: ProviderApp, redirect_uri: string): OAuth => {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(app.token).origin,
    authorization_endpoint: app.authorize,
    token_endpoint: app.token,
    revocation_endpoint: app.revoke,
  };
  const client: oauth.Client = { client_id: app.client_id };
  const secret = oauth.ClientSecretBasic(app.client_secret);
  const proofs = [app.client_secret, ...credentialsOf(secret, server, client)];
  const options = () => ({
    signal: AbortSignal.timeout(TIMEOUT_ms),
    // Plain http is for what an operator configured: a sandbox on the same machine.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: fetchWithin,
  });
  const tokensOf = (answer: oauth.TokenEndpointResponse): ProviderTokens => {
    if (answer.refresh_token === undefined) throw new ProviderRefused(200, 'the answer holds no refresh token');
    const { access_token, refresh_token, expires_in = LIFETIME_s } = answer;
    return { access_token, refresh_token, access_token_expires_in: expires_in };
  };
  return {
    authorizationUrl: (state) => {
      const url = new URL(app.authorize);
      const asked = { response_type: 'code', client_id: app.client_id, redirect_uri, scope: SCOPES[provider], state };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },
    exchange: async (code) => {
      try {
        // The state was compared when the redirect was taken.
        const given = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.expectNoState);
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          secret,
          given,
          redirect_uri,
          oauth.nopkce,
          options(),
        );
        return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, answer));
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError)
          throw new ProviderRefused(error.status, reasonOf(error, [code, ...proofs]));
        throw awayOf(error);
      }
    },
    refresh: async (refresh_token) => {
      try {
        const answer = await oauth.refreshTokenGrantRequest(server, client, secret, refresh_token, options());
        const found = await oauth.processRefreshTokenResponse(server, client, answer);
        return tokensOf({ ...found, refresh_token: found.refresh_token ?? refresh_token });
      } catch (error) {
        if (!(error instanceof oauth.ResponseBodyError) || error.status >= 500 || error.status === 429)
          throw awayOf(error);
        // RFC 6749, 5.2: this one is about the refresh token. Others are about the service, as when its secret is
        // wrong.
        const reason = reasonOf(error, [refresh_token, ...proofs]);
        if (error.error === 'invalid_grant') throw new ProviderUnauthorized(reason);
        throw new ProviderRefused(error.status, reason);
      }
    },
    revoke: async (refresh_token) => {
      const answer = await oauth.revocationRequest(server, client, secret, refresh_token, options());
      await oauth.processRevocationResponse(answer);
    },
  };
};

/** Answers are read to their end before they are looked at, so they have a limit. */
const fetchWithin = async (url: string, request: RequestInit): Promise<Response> => {
  const { body, status, statusText, headers } = await fetch(url, request);
  return new Response(body && (await textWithin(body, MAX_BYTES)), { status, statusText, headers });
};

/** The header by which the service proves itself, its credential, and the secret as it stands in that. */
const credentialsOf = (secret: oauth.ClientAuth, server: oauth.AuthorizationServer, client: oauth.Client): Secrets => {
  const headers = new Headers();
  secret(server, client, new URLSearchParams(), headers);
  const header = headers.get('authorization') ?? '';
  const [, credential = ''] = header.split(' ');
  const pair = Buffer.from(credential, 'base64').toString();
  return [header, credential, pair, pair.slice(pair.indexOf(':') + 1)];
};

const reasonOf = ({ error, error_description }: oauth.ResponseBodyError, secrets: Secrets): string =>
  wordsOf(error_description === undefined ? error : `${error}: ${error_description}`, secrets);

const awayOf = (error: unknown): Error =>
  error instanceof ProviderRefused
    ? error
    : new ProviderUnavailable(error instanceof Error ? error.message : String(error));

/** What the service is to each provider that it is registered with. */
export class OAuthClients {
  private readonly apps: ProviderApps;
  private readonly redirect_uri: string;
  private readonly made = new Map<ProviderName, OAuth>();

  constructor(apps: ProviderApps, redirect_uri: string) {
    this.apps = apps;
    this.redirect_uri = redirect_uri;
  }

  of(provider: ProviderName): OAuth | undefined {
    const app = this.apps[provider];
    if (!app) return undefined;
    const known = this.made.get(provider) ?? makeOAuth(provider, app, this.redirect_uri);
    this.made.set(provider, known);
    return known;
  }

  /** @throws Problem 400 where the service is not registered */
  need(provider: ProviderName): OAuth {
    const client = this.of(provider);
    if (client) return client;
    throw refused({
      en: `The service is not registered with ${LABELS[provider]}; an operator sets its client id and secret.`,
      fr: `Le service n'est pas inscrit auprès de ${LABELS[provider]}; un exploitant fixe son identifiant et son secret.`,
    });
  }
}
