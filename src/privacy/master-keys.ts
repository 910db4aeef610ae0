import type { Sql, TransactionSql } from '../database/connect.ts';
import { ifTable } from '../database/reach.ts';
import type { Keyring } from './keyring.ts';

/**
 * Which MASTER_KEYs a database is used with. A process must have all of them: what one process wraps, each other must
 * be able to read. Only fingerprints are kept, which say nothing about a key.
 */

/** A key is missing that other processes use, or that keys of people or of files are wrapped under. */
export class WrongMasterKey extends Error {
  /** @param named what the key that was given is called */
  constructor(of: 'processes' | 'people' | 'files', named = 'MASTER_KEY') {
    const used =
      of === 'processes' ? 'this database is used with' : `keys of ${of} in this database were wrapped under`;
    super(
      `${named} is not the one that ${used}; give it the right one (or, while replacing it, the old one as MASTER_KEY_PREVIOUS, until "payroll keys rewrap" has ended)`,
    );
    this.name = 'WrongMasterKey';
  }
}

/**
 * What keys other than `but` are in a database: of processes that use it, of people or files that were wrapped. What was
 * wrapped is asked for too, since a process that still runs with a key that was retired goes on wrapping under it, and
 * since older databases have no table of processes' keys. Tables may be lacking.
 *
 * @param but fingerprints
 */
const keysBut = async (
  sql: Sql | TransactionSql,
  but: readonly string[],
): Promise<'processes' | 'people' | 'files' | undefined> => {
  const of = {
    people: () => sql`
      select from personal_keys where master is not null and master <> all(${[...but]}::text[]) limit 1`,
    files: () => sql`select from file_contents where master <> all(${[...but]}::text[]) limit 1`,
    processes: () => sql`select from master_keys where fingerprint <> all(${[...but]}::text[]) limit 1`,
  };
  for (const what of ['people', 'files', 'processes'] as const) if ((await ifTable(of[what]()))?.length) return what;
  return undefined;
};

/** Whether the database was used with a MASTER_KEY; its tables may be lacking. */
export const hasMasterKey = async (sql: Sql): Promise<boolean> => (await keysBut(sql, [])) !== undefined;

/**
 * That MASTER_KEY fits the database, as `enterMasterKey` asks it too: told before the database is brought up to date.
 *
 * @param named what the key is called where it is the wrong one
 * @throws WrongMasterKey
 */
export const checkMasterKey = async (
  sql: Sql | TransactionSql,
  { fingerprints }: Keyring,
  named?: string,
): Promise<void> => {
  const other = await keysBut(sql, fingerprints);
  if (other) throw new WrongMasterKey(other, named);
};

/**
 * Checks that MASTER_KEY fits the database, and enters it; done at each start, before anything is wrapped. Of processes
 * that begin together on an empty database the first one's key is entered.
 *
 * @param named what the key is called where it is the wrong one
 * @throws WrongMasterKey
 */
export const enterMasterKey = async (sql: Sql, keyring: Keyring, named?: string): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`lock table master_keys in share row exclusive mode`;
    await checkMasterKey(tx, keyring, named);
    await tx`insert into master_keys (fingerprint) values (${keyring.fingerprint}) on conflict do nothing`;
  });
};

/**
 * Whether a key is in use, as a condition of the statement that wraps under it: a process that was not started again
 * while the key was replaced must not go on wrapping under one that nobody keeps any more.
 */
export const inUse = (sql: Sql, { fingerprint }: Keyring) => sql`
  (exists (select 1 from master_keys where fingerprint = ${fingerprint}) or not exists (select 1 from master_keys))`;

/**
 * Ends the use of keys that nothing is wrapped under any more: who has but those is refused from now on, and wraps
 * nothing.
 *
 * @returns whether none but the present one is left; what was wrapped meanwhile is to be wrapped again
 */
export const retireMasterKeys = async (sql: Sql, { fingerprint }: Keyring): Promise<boolean> => {
  await sql`
    delete from master_keys k where k.fingerprint <> ${fingerprint}
      and not exists (select 1 from personal_keys p where p.master = k.fingerprint)
      and not exists (select 1 from file_contents c where c.master = k.fingerprint)`;
  return (await sql`select 1 from master_keys where fingerprint <> ${fingerprint}`).length === 0;
};
