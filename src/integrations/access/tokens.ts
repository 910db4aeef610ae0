import type { Sql } from '../../database/connect.ts';
import { isFree } from '../../database/leases.ts';
import type { ProviderTokens } from '../../kernel/definition/services.ts';
import type { PersonalKeys, Sealed } from '../../kernel/events/keys.ts';
import { textOf } from '../../values/json.ts';

/**
 * Tokens of connections, sealed under a key of each. Renewing one replaces the one before it, so one process at a time
 * does that: it takes the row for a while, and the others wait until its version has grown. Where a process dies within
 * a renewal, or its answer is lost, the replaced refresh token is used again: Xero accepts it for 30 minutes more,
 * QuickBooks for a day (both describe it under the renewal of tokens).
 */
export interface KeptTokens {
  access_token: string;
  refresh_token: string;
  /** Whether the access token is good for a while. */
  is_good: boolean;
  version: bigint;
  /** The books that they are for; null of those from before that was kept. */
  realm_id: string | null;
  /** Of the state whose answer brought them; null of those from another source. */
  state_digest: string | null;
}

export interface TokenStore {
  read(connection_id: string): Promise<KeptTokens | undefined>;
  keep(
    connection_id: string,
    tokens: ProviderTokens,
    from: { realm_id: string; state_digest?: string | undefined },
  ): Promise<void>;
  /** The books of the tokens that the answer to a state brought. */
  realmOf(connection_id: string, state_digest: string): Promise<string | undefined>;
  /** Whether a connection has tokens for these books. */
  areUsed(realm_id: string): Promise<boolean>;
  /** Takes the right to renew the tokens of this version; false when somebody else has it, or has done it. */
  take(connection_id: string, version: bigint): Promise<boolean>;
  /** Keeps what renewing gave. */
  renewed(connection_id: string, version: bigint, tokens: ProviderTokens): Promise<void>;
  /** Gives the right back, where nothing came of it. */
  release(connection_id: string, version: bigint): Promise<void>;
  /** @param version only the tokens of this version; default any */
  forget(connection_id: string, version?: bigint): Promise<void>;
}

/** A token that ends within this time is renewed before it is used. */
const MARGIN_s = 60;
/** A longer time, which a provider may give, is no instant. */
const MAX_LIFETIME_s = 9_999_999_999;
/** Longer than a renewal takes; a process that died within one is followed after that. */
const RENEWING_s = 40;

/** Whether tokens that somebody obtained are to be renewed before they are used. */
export const hasEnded = ({ access_token_expires_in }: ProviderTokens): boolean => access_token_expires_in <= MARGIN_s;

interface Row {
  sealed: Sealed;
  is_good: boolean;
  version: bigint;
  realm_id: string | null;
  state_digest: string | null;
}

export const tokenStore = (sql: Sql, keys: PersonalKeys): TokenStore => {
  const seal = async (connection_id: string, { access_token, refresh_token }: ProviderTokens): Promise<string> => {
    await keys.prepare([connection_id]);
    return JSON.stringify(await keys.seal(connection_id, { access_token, refresh_token }));
  };
  const endsIn = ({ access_token_expires_in: seconds }: ProviderTokens): number =>
    Math.min(Math.max(0, Math.floor(seconds)), MAX_LIFETIME_s);
  return {
    read: async (connection_id) => {
      const [row] = await sql<Row[]>`
        select sealed, version, realm_id, state_digest,
          access_expires_at > clock_timestamp() + ${MARGIN_s}::int4 * interval '1 second' as is_good
        from integration_tokens where connection_id = ${connection_id}`;
      if (!row) return undefined;
      const [opened] = await keys.open([row.sealed]);
      if (!opened) return undefined;
      const { access_token, refresh_token } = opened;
      return {
        access_token: textOf(access_token),
        refresh_token: textOf(refresh_token),
        is_good: row.is_good,
        version: row.version,
        realm_id: row.realm_id,
        state_digest: row.state_digest,
      };
    },
    keep: async (connection_id, tokens, { realm_id, state_digest }) => {
      const sealed = await seal(connection_id, tokens);
      // The first version is the time in microseconds: tokens that were deleted must not share one with later tokens.
      await sql`
        insert into integration_tokens as t (connection_id, sealed, version, access_expires_at, realm_id, state_digest)
        values (${connection_id}, ${sealed}::text::json, (extract(epoch from clock_timestamp()) * 1000000)::int8,
          clock_timestamp() + ${endsIn(tokens)}::int8 * interval '1 second', ${realm_id}, ${state_digest ?? null})
        on conflict (connection_id) do update set sealed = excluded.sealed, version = t.version + 1,
          access_expires_at = excluded.access_expires_at, renewing_until = null, realm_id = excluded.realm_id,
          state_digest = excluded.state_digest`;
    },
    realmOf: async (connection_id, state_digest) => {
      const [row] = await sql<{ realm_id: string }[]>`
        select realm_id from integration_tokens
        where connection_id = ${connection_id} and state_digest = ${state_digest}`;
      return row?.realm_id;
    },
    areUsed: async (realm_id) => {
      const [row] = await sql`select 1 from integration_tokens where realm_id = ${realm_id} limit 1`;
      return row !== undefined;
    },
    take: async (connection_id, version) => {
      const { count } = await sql`
        update integration_tokens set renewing_until = clock_timestamp() + ${RENEWING_s}::int4 * interval '1 second'
        where connection_id = ${connection_id} and version = ${version}
          and ${sql.unsafe(isFree('renewing_until'))}`;
      return count > 0;
    },
    renewed: async (connection_id, version, tokens) => {
      const sealed = await seal(connection_id, tokens);
      await sql`
        update integration_tokens set sealed = ${sealed}::text::json, version = version + 1, renewing_until = null,
          access_expires_at = clock_timestamp() + ${endsIn(tokens)}::int8 * interval '1 second'
        where connection_id = ${connection_id} and version = ${version}`;
    },
    release: async (connection_id, version) => {
      await sql`
        update integration_tokens set renewing_until = null
        where connection_id = ${connection_id} and version = ${version}`;
    },
    forget: async (connection_id, version) => {
      await sql`
        delete from integration_tokens
        where connection_id = ${connection_id} and version = coalesce(${version ?? null}::int8, version)`;
    },
  };
};
