import { hash, randomBytes } from 'node:crypto';
import type { Sql, TransactionSql } from '../database/connect.ts';
import { appendAtEnd } from '../event-store/append-at-end.ts';
import type { EventStore } from '../event-store/port.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Credentials, PartnerSecret } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { newEvent } from '../kernel/events/define.ts';
import type { Clock } from '../values/clock.ts';
import { formatInstant } from '../values/dates.ts';
import { codeOf } from '../values/describe-error.ts';
import { derivedId, derivedUuid, newId } from '../values/ids.ts';
import { partnerRegistered, partnerSecretIssued, partnerSecretRevoked } from './events.ts';

/**
 * Partner secrets and access tokens. Only their SHA-256 is kept. A password needs a slow hash because people choose it
 * from few; these are 256 random bits, which nobody can try out, so a fast hash gives nothing away, and every request
 * has to look one up.
 *
 * Tokens end by business time, the clock that their holder is told about in `expires_at` and that a test can move. In
 * production that is the machine's clock: several machines agree to within what NTP leaves. The database's clock is for
 * what no caller sees, leases and rate windows.
 */
const TOKEN_MINUTES = 60;
/** A secret that an operator chooses must leave nothing to guess, and is called with in a header (http/door). */
const CHOSEN_SECRET = /^[\x21-\x7e]{16,512}$/;
/** What such a secret must be. */
export const SECRET_FORM = 'it must have 16 to 512 visible ASCII characters without spaces, best random ones';

/** Whether a partner can call with a secret that an operator chose. */
export const isSecret = (secret: string): boolean => CHOSEN_SECRET.test(secret);

export interface PartnerCredentials {
  partner_id: string;
  partner_key: string;
  /** Known here and now only: what is kept is its hash. */
  partner_secret: string;
}

export interface PartnerRegistration {
  name: string;
  /** Came before the present ways of the interface: the deprecated ones hold without a Prefer header. */
  existing: boolean;
  /** Chosen by the operator; made when absent. */
  secret?: string;
  preferred_locale?: 'en' | 'fr';
  /** Who registers it; by default the first start does. */
  actor?: string;
}

export interface AllCredentials extends Credentials {
  /** Registers a partner: the event first, then what it calls with. @throws when the secret is short or taken. */
  createPartner(registration: PartnerRegistration): Promise<PartnerCredentials>;
  findPartnerBySecret(secret: string): Promise<string | undefined>;
  hasPartners(): Promise<boolean>;
}

/** What a credential is kept and found by. */
export const credentialHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** 256 random bits behind a prefix that tells people, and scanners for leaked secrets, what it is. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

/** Secrets of a partner that are valid at a time: the present one, and the one that it replaces. */
export const MOST_SECRETS = 2;

/** Why a secret cannot be issued or revoked. */
export class SecretRefused extends Error {
  override name = 'SecretRefused';
  readonly reason: 'too_many' | 'last' | 'unknown';
  constructor(reason: SecretRefused['reason']) {
    super(
      {
        too_many: `${MOST_SECRETS} secrets of the partner are valid; revoke one before another is issued`,
        last: 'it is the last secret of the partner that stays valid; issue another before it is revoked',
        unknown: 'the partner has no valid secret with this id',
      }[reason],
    );
    this.reason = reason;
  }
}

const UNIQUE_VIOLATION = '23505';

const taken = (): Error => new Error('another partner has this secret already; choose a different one');

const findPartner = async (sql: Sql, secret: string): Promise<string | undefined> => {
  const [row] = await sql<{ partner_id: string }[]>`
    select partner_id from credentials where hash = ${credentialHash(secret)} and purpose = 'partner'`;
  return row?.partner_id;
};

class StoredCredentials implements AllCredentials {
  private readonly sql: Sql;
  private readonly store: EventStore;
  private readonly clock: Clock;

  constructor(sql: Sql, store: EventStore, clock: Clock) {
    this.sql = sql;
    this.store = store;
    this.clock = clock;
  }

  readonly createPartner: AllCredentials['createPartner'] = async ({
    name,
    existing,
    secret,
    preferred_locale = 'en',
    actor = 'process:registration',
  }) => {
    const partner_secret = secret ?? newSecret('payroll_secret');
    if (!isSecret(partner_secret)) throw new Error(`the secret cannot be used: ${SECRET_FORM}`);
    if (await findPartner(this.sql, partner_secret)) throw taken();
    const partner_id = newId('ptn', this.clock.now_ms());
    const partner_key = newSecret('payroll_key');
    const occurred_at = this.clock.instant();
    const id = derivedUuid(partnerRegistered.type, partner_id);
    const registered = partnerRegistered({ name, existing, preferred_locale });
    const metadata = { partner_id, actor, correlation_id: id, occurred_at };
    const event = newEvent(partnerRegistered, id, registered, metadata);
    await this.store.append(streamOf('partner', partner_id), [event], 'no_stream');
    try {
      await this.sql.begin(async (tx) => {
        await tx`
          insert into partners (partner_id, partner_key, name, existing, created_at)
          values (${partner_id}, ${partner_key}, ${name}, ${existing}, ${occurred_at})`;
        await tx`
          insert into credentials (hash, partner_id, purpose, credential_id, created_at)
          values (${credentialHash(partner_secret)}, ${partner_id}, 'partner', ${derivedId('psec', this.clock.now_ms(), partner_id)}, ${occurred_at})`;
      });
    } catch (error) {
      throw codeOf(error) === UNIQUE_VIOLATION ? taken() : error;
    }
    return { partner_id, partner_key, partner_secret };
  };

  readonly findPartnerBySecret: AllCredentials['findPartnerBySecret'] = (secret) => findPartner(this.sql, secret);

  readonly hasPartners: AllCredentials['hasPartners'] = async () =>
    (await this.sql`select 1 from partners limit 1`).length > 0;

  readonly issueToken: AllCredentials['issueToken'] = async ({ company_id, partner_id, purpose }) => {
    const access_token = newSecret('payroll_token');
    const expires_at = formatInstant(this.clock.now_ms() + TOKEN_MINUTES * 60_000);
    await this.sql`
      insert into credentials (hash, partner_id, company_id, purpose, expires_at)
      values (${credentialHash(access_token)}, ${partner_id}, ${company_id}, ${purpose}, ${expires_at})`;
    return { access_token, expires_in: TOKEN_MINUTES, expires_at };
  };

  readonly revokeTokens: AllCredentials['revokeTokens'] = async (company_id) => {
    await this.sql`delete from credentials where company_id = ${company_id}`;
  };

  readonly isValid: AllCredentials['isValid'] = async (secret) =>
    (
      await this.sql`
        select 1 from credentials
        where hash = ${credentialHash(secret)} and (expires_at is null or expires_at > ${this.clock.instant()})`
    ).length > 0;

  readonly lastSigned: AllCredentials['lastSigned'] = async (webhook_id) => {
    const [row] = await this.sql<{ last_called_at: string | null }[]>`
      select last_called_at from webhook_endpoints where webhook_id = ${webhook_id}`;
    return row?.last_called_at ?? null;
  };

  readonly listSecrets: AllCredentials['listSecrets'] = (partner_id) =>
    listSecrets(this.sql, partner_id, this.clock.instant());

  readonly issueSecret: AllCredentials['issueSecret'] = async ({ partner_id, overlap_minutes, origin }) => {
    // That of the first try, which a repeat has too.
    const { seed, occurred_at } = origin;
    const id = derivedId('psec', Date.parse(occurred_at), seed);
    const secret = newSecret('payroll_secret');
    const until = formatInstant(this.clock.now_ms() + overlap_minutes * 60_000);
    const others_expire_at = await this.sql.begin(async (tx) => {
      // Two that rotate at once take turns.
      await tx`select 1 from partners where partner_id = ${partner_id} for update`;
      // An earlier try whose answer was lost made one that nobody knows.
      await tx`delete from credentials where credential_id = ${id}`;
      const valid = await listSecrets(tx, partner_id, this.clock.instant());
      if (valid.length >= MOST_SECRETS) throw new SecretRefused('too_many');
      const [others] = await tx<{ end: string | null }[]>`
        with others as (
          update credentials set expires_at = least(expires_at, ${until}::timestamptz)
          where partner_id = ${partner_id} and purpose = 'partner' returning expires_at)
        select max(expires_at) as end from others`;
      await tx`
        insert into credentials (hash, partner_id, purpose, credential_id, created_at)
        values (${credentialHash(secret)}, ${partner_id}, 'partner', ${id}, ${occurred_at})`;
      // An earlier try has their end come sooner.
      return others?.end ?? until;
    });
    const issued = partnerSecretIssued({ secret_id: id, others_expire_at });
    const metadata = { ...causeOf(origin), partner_id, occurred_at };
    const event = newEvent(partnerSecretIssued, derivedUuid(issued.type, seed), issued, metadata);
    await appendAtEnd(this.store, streamOf('partner', partner_id), event);
    return { id, secret, created_at: occurred_at, others_expire_at };
  };

  readonly revokeSecret: AllCredentials['revokeSecret'] = async ({ partner_id, id, origin }) => {
    const occurred_at = this.clock.instant();
    const valid = await listSecrets(this.sql, partner_id, occurred_at);
    if (!valid.some((secret) => secret.id === id)) throw new SecretRefused('unknown');
    // One that ends by itself would leave the partner without any.
    if (!valid.some((secret) => secret.id !== id && secret.expires_at === null)) throw new SecretRefused('last');
    const revoked = partnerSecretRevoked({ secret_id: id });
    const metadata = { ...causeOf(origin), partner_id, occurred_at };
    const event = newEvent(partnerSecretRevoked, derivedUuid(revoked.type, id), revoked, metadata);
    await appendAtEnd(this.store, streamOf('partner', partner_id), event);
    await this.sql`delete from credentials where partner_id = ${partner_id} and credential_id = ${id}`;
  };
}

const causeOf = ({ actor, request_id, correlation_id }: Origin) => ({ actor, request_id, correlation_id });

export const makeCredentials = (sql: Sql, store: EventStore, clock: Clock): AllCredentials =>
  new StoredCredentials(sql, store, clock);

const listSecrets = async (sql: Sql | TransactionSql, partner_id: string, now: string): Promise<PartnerSecret[]> => [
  ...(await sql<PartnerSecret[]>`
    select credential_id as id, created_at, last_used_at, expires_at from credentials
    where partner_id = ${partner_id} and purpose = 'partner' and (expires_at is null or expires_at > ${now})
    order by created_at, credential_id limit 100`),
];
