import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database/connect.ts';
import { makeFolder, writePrivate } from '../database/on-disk.ts';
import { ifTable } from '../database/reach.ts';
import { messageOf } from '../values/describe-error.ts';
import { type JsonObject, objectOf, textIf } from '../values/json.ts';
import { type AllCredentials, newSecret, type PartnerCredentials } from './credentials.ts';

/** What DATA_DIR/credentials.json holds: the first partner, for the example and for new users of the service. */
export interface FirstPartner extends PartnerCredentials {
  url: string;
}

/** A secret was to be made and cannot be kept. The message is one sentence. */
class CredentialsNotKept extends Error {
  override name = 'CredentialsNotKept';
  constructor(path: string, cause: unknown) {
    super(
      `the first partner's secret cannot be kept in ${path} (${messageOf(cause)}): make DATA_DIR writable or set PARTNER_SECRET`,
      { cause },
    );
  }
}

/** The secret of a ledger that was in use is kept, and the database holds none. The message is one sentence. */
class OtherLedger extends Error {
  override name = 'OtherLedger';
  constructor(path: string) {
    super(
      `the database has no partner, and ${path} is of one that was in use: set DATABASE_URL to that one, or restore it; only to begin with an empty ledger delete credentials.json, or set PARTNER_SECRET`,
    );
  }
}

/** Any number, as long as it is no other lock of ours. */
const LOCK = 0x70617972_00000003n;

export const credentialsPath = (dataDir: string): string => join(dataDir, 'credentials.json');

/** What credentials.json says; nothing where it cannot be read. */
const readKept = async (path: string): Promise<JsonObject> => {
  try {
    return objectOf(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
};

/** Whether credentials.json names a partner: the file gets its id once it is registered, so its database was in use. */
export const namesPartner = async (dataDir: string): Promise<boolean> =>
  textIf((await readKept(credentialsPath(dataDir))).partner_id) !== undefined;

/** Writes JSON whole or not at all, readable by its owner alone. */
export const writePrivateJson = (path: string, value: unknown): Promise<void> =>
  writePrivate(path, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Makes DATA_DIR where it is missing, and proves that a file can be written there: asked before a secret is issued that
 * is known from that file alone.
 *
 * @throws Error that says that nothing was issued
 */
export const proveKept = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, `probe-${randomBytes(4).toString('hex')}`);
  try {
    await makeFolder(dataDir);
    await writePrivateJson(path, {});
    await rm(path);
  } catch (cause) {
    throw new Error(
      `what is issued cannot be kept in DATA_DIR ${dataDir} (${messageOf(cause)}), so nothing was issued: make DATA_DIR writable`,
      { cause },
    );
  }
};

/** Where a first partner is to be registered, and with which secret. */
interface FirstPartnerOptions {
  dataDir: string;
  /** Whether DATA_DIR has an embedded database, used or not. */
  hasEmbedded: boolean;
  secret: string | undefined;
}

/**
 * Whether the credentials that are kept are of another database that was in use. Whoever tried the service on its
 * embedded database may begin on one of their own, with the secret that they know. The file is of that one from then
 * on, and says so.
 */
const isOfOther = (kept: JsonObject, { hasEmbedded, secret }: FirstPartnerOptions): boolean =>
  secret === undefined && !(hasEmbedded && kept.is_embedded !== false) && textIf(kept.partner_id) !== undefined;

/**
 * That a database without partners is not taken for the one that was in use: asked before it is brought up to date.
 *
 * @throws OtherLedger
 */
export const checkLedger = async (sql: Sql, options: FirstPartnerOptions): Promise<void> => {
  const path = credentialsPath(options.dataDir);
  // The file first: it names a partner only once that is registered, be it by another first start of this moment.
  if (!isOfOther(await readKept(path), options)) return;
  if (!(await ifTable(sql`select from partners limit 1`))?.length) throw new OtherLedger(path);
};

/**
 * Registers the first partner on a store without partners, and keeps its credentials in DATA_DIR/credentials.json.
 * Undefined when there are partners already. Of several processes that start at once one does it.
 *
 * The secret is written to the file before it is registered: a start that is killed in between would otherwise leave a
 * partner whose secret nobody knows.
 *
 * @param options.isEmbedded whether the database is the embedded one of DATA_DIR
 * @throws OtherLedger, CredentialsNotKept
 */
export const makeFirstPartner = async (
  sql: Sql,
  credentials: AllCredentials,
  options: FirstPartnerOptions & { isEmbedded: boolean; url: string },
): Promise<FirstPartner | undefined> => {
  const { dataDir, isEmbedded, url, secret } = options;
  if (await credentials.hasPartners()) return undefined;
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`;
    if (await credentials.hasPartners()) return undefined;
    const path = credentialsPath(dataDir);
    const kept = await readKept(path);
    if (isOfOther(kept, options)) throw new OtherLedger(path);
    const whose = isEmbedded ? {} : { is_embedded: false };
    const partner_secret = secret ?? textIf(kept.partner_secret) ?? newSecret('payroll_secret');
    try {
      await makeFolder(dataDir);
      await writePrivateJson(path, { url, partner_secret, ...whose });
    } catch (cause) {
      // An operator who chose the secret knows it without the file.
      if (secret === undefined) throw new CredentialsNotKept(path, cause);
    }
    const made = await credentials.createPartner({ name: 'First partner', existing: false, secret: partner_secret });
    const first: FirstPartner = { url, ...made };
    await writePrivateJson(path, { ...first, ...whose }).catch((cause) => {
      if (secret === undefined) throw new CredentialsNotKept(path, cause);
    });
    return first;
  });
};

/** Keeps the address in credentials.json true: the port may be another one than at the first start. */
export const updateAddress = async (dataDir: string, url: string): Promise<void> => {
  const path = credentialsPath(dataDir);
  const known = await readKept(path);
  if (known.url !== undefined && known.url !== url) await writePrivateJson(path, { ...known, url });
};
