import {
  type ProviderConnection,
  ProviderUnauthorized,
  ProviderUnavailable,
} from '../../kernel/definition/services.ts';
import { pause } from '../../timing/pauses.ts';
import type { OAuthClients } from './make-providers.ts';
import type { KeptTokens, TokenStore } from './tokens.ts';

/** How often a process that waits for another's renewal looks. */
export const LOOK_ms = 200;
const LOOKS = 250;

/** Tokens of connections, renewed where they are no longer good. */
export class GoodTokens {
  private readonly store: TokenStore;
  private readonly clients: OAuthClients;

  constructor(store: TokenStore, clients: OAuthClients) {
    this.store = store;
    this.clients = clients;
  }

  /**
   * Tokens that are good, renewed by this process or by another one.
   *
   * @param not a version that the provider refused
   * @param signal ends the wait for another process. A renewal goes on: who gives one up loses what it gave
   */
  async of(
    { id, provider }: Pick<ProviderConnection, 'id' | 'provider'>,
    not: bigint | undefined,
    signal: AbortSignal | undefined,
  ): Promise<KeptTokens> {
    /** What this call renewed is used, however short a life the provider gives it. */
    let own: bigint | undefined;
    for (let look = 0; look < LOOKS; look++) {
      const tokens = await this.store.read(id);
      if (!tokens) throw new ProviderUnauthorized('the connection has no tokens');
      if ((tokens.is_good || tokens.version === own) && tokens.version !== not) return tokens;
      if (await this.store.take(id, tokens.version)) {
        try {
          const fresh = await this.clients.need(provider).refresh(tokens.refresh_token);
          await this.store.renewed(id, tokens.version, fresh);
          own = tokens.version + 1n;
        } catch (error) {
          await this.store.release(id, tokens.version);
          if (error instanceof ProviderUnauthorized) throw new ProviderUnauthorized(error.message, tokens.version);
          throw error;
        }
      } else await pause(LOOK_ms, signal ? [signal] : []);
      signal?.throwIfAborted();
    }
    throw new ProviderUnavailable('another process does not come to the end of renewing the tokens');
  }
}
