import { hash, randomBytes } from 'node:crypto';
import type { Sql } from '../database/connect.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Clock } from '../kernel/clock.ts';
import { formatInstant } from '../kernel/dates.ts';
import { derivedUuid, newId } from '../kernel/ids.ts';
import { streamOf } from '../kernel/resource.ts';
import type { Credentials } from '../kernel/services.ts';

/**
 * Partner secrets and access tokens. Only their SHA-256 is kept. A password needs a slow hash because people choose it
 * from few; these are 256 random bits, which nobody can try out, so a fast hash gives nothing away, and every request
 * has to look one up.
 *
 * Tokens end by business time, the clock that their holder is told about in `expires_at` and that a test can move. In
 * production that is the machine's clock: several machines agree to within what NTP leaves. The database's clock is for
 * what no caller sees, leases and rate windows.
 */
export const TOKEN_MINUTES = 60;
/** An operator's own PARTNER_SECRET must leave nothing to guess either. */
export const MIN_SECRET_LENGTH = 16;

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

const UNIQUE_VIOLATION = '23505';

const taken = (): Error => new Error('another partner has this secret already; choose a different one');

const findPartner = async (sql: Sql, secret: string): Promise<string | undefined> => {
  const [row] = await sql<{ partner_id: string }[]>`
    select partner_id from credentials where hash = ${credentialHash(secret)} and purpose = 'partner'`;
  return row?.partner_id;
};

export const makeCredentials = (sql: Sql, store: EventStore, clock: Clock): AllCredentials => ({
  createPartner: async ({ name, existing, secret, preferred_locale = 'en' }) => {
    const partner_secret = secret ?? newSecret('payroll_secret');
    if (partner_secret.length < MIN_SECRET_LENGTH)
      throw new Error(`a partner secret has at least ${MIN_SECRET_LENGTH} characters`);
    if (await findPartner(sql, partner_secret)) throw taken();
    const partner_id = newId('ptn', clock.now_ms());
    const partner_key = newSecret('payroll_key');
    const occurred_at = clock.instant();
    const event = {
      id: derivedUuid('PartnerRegistered', partner_id),
      type: 'PartnerRegistered',
      data: { name, existing, preferred_locale },
      metadata: { partner_id, actor: 'process:registration', occurred_at },
    };
    await store.append(streamOf('partner', partner_id), [event], 'no_stream');
    try {
      await sql.begin(async (tx) => {
        await tx`
          insert into partners (partner_id, partner_key, name, existing, created_at)
          values (${partner_id}, ${partner_key}, ${name}, ${existing}, ${occurred_at})`;
        await tx`
          insert into credentials (hash, partner_id, purpose)
          values (${credentialHash(partner_secret)}, ${partner_id}, 'partner')`;
      });
    } catch (error) {
      throw (error as { code?: string }).code === UNIQUE_VIOLATION ? taken() : error;
    }
    return { partner_id, partner_key, partner_secret };
  },

  findPartnerBySecret: (secret) => findPartner(sql, secret),

  hasPartners: async () => (await sql`select 1 from partners limit 1`).length > 0,

  issueToken: async ({ company_id, partner_id, purpose }) => {
    const access_token = newSecret('payroll_token');
    const expires_at = formatInstant(clock.now_ms() + TOKEN_MINUTES * 60_000);
    await sql`
      insert into credentials (hash, partner_id, company_id, purpose, expires_at)
      values (${credentialHash(access_token)}, ${partner_id}, ${company_id}, ${purpose}, ${expires_at})`;
    return { access_token, expires_in: TOKEN_MINUTES, expires_at };
  },

  revokeTokens: async (company_id) => {
    await sql`delete from credentials where company_id = ${company_id}`;
  },
});
