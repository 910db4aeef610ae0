import {
  type ProviderConnection,
  ProviderInUse,
  ProviderUnauthorized,
  ProviderUnavailable,
} from '../../kernel/definition/services.ts';
import { pause } from '../../timing/pauses.ts';
import type { Text } from '../../values/text.ts';
import type { OAuthClients } from './oauth.ts';
import type { KeptTokens, TokenStore } from './tokens.ts';

/** How often a process that waits for another's renewal looks. */
export const LOOK_ms = 200;
const LOOKS = 250;

const BEING_CONNECTED: Text = {
  en: 'The employer is being connected with other books. Request the same again when that has ended; if it came to nothing, authorize the provider again first.',
  fr: "L'employeur est en train d'être relié à d'autres livres. Demandez la même chose de nouveau quand ce sera terminé; si cela n'a pas abouti, autorisez d'abord le fournisseur de nouveau.",
};

/** Tokens of connections, renewed where they are no longer good. */
export class GoodTokens {
  private readonly store: TokenStore;
  private readonly clients: OAuthClients;

  constructor(store: TokenStore, clients: OAuthClients) {
    this.store = store;
    this.clients = clients;
  }

  /**
   * Tokens that are good for the books of a connection, renewed by this process or by another one.
   *
   * @param not a version that the provider refused
   * @param signal ends the wait for another process. A renewal goes on: who gives one up loses what it gave
   */
  async of(
    { id, provider, realm_id }: ProviderConnection,
    not: bigint | undefined,
    signal: AbortSignal | undefined,
  ): Promise<KeptTokens> {
    /** What this call renewed is used, however short a life the provider gives it. */
    let own: bigint | undefined;
    for (let look = 0; look < LOOKS; look++) {
      const tokens = await this.store.read(id);
      if (!tokens) throw new ProviderUnauthorized('the connection has no tokens');
      // A connection that is being made keeps its tokens first. Asked for others' books, they would be refused, and
      // forgotten for that.
      if (tokens.realm_id !== null && tokens.realm_id !== realm_id)
        throw new ProviderInUse('the tokens are for other books by now', BEING_CONNECTED);
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
