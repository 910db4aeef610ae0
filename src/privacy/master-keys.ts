import type { Sql } from '../database/connect.ts';
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

/** The keys that a database is used with; none where it has no table of them. */
const usedWith = async (sql: Sql): Promise<string[]> => {
  const rows = await ifTable(sql<{ fingerprint: string }[]>`select fingerprint from master_keys`);
  return (rows ?? []).map(({ fingerprint }) => fingerprint);
};

/** Whether the database was used with a MASTER_KEY. */
export const hasMasterKey = async (sql: Sql): Promise<boolean> => (await usedWith(sql)).length > 0;

/** That MASTER_KEY is the one of the database: told before it is brought up to date. @throws WrongMasterKey */
export const checkMasterKey = async (sql: Sql, { fingerprints }: Keyring, named: string): Promise<void> => {
  if ((await usedWith(sql)).some((one) => !fingerprints.includes(one))) throw new WrongMasterKey('processes', named);
};

/**
 * Checks that MASTER_KEY fits the database, and enters it; done at each start, before anything is wrapped. Of processes
 * that begin together on an empty database the first one's key is entered.
 *
 * @param named what the key is called where it is the wrong one
 * @throws WrongMasterKey
 */
export const enterMasterKey = async (
  sql: Sql,
  { fingerprint, fingerprints }: Keyring,
  named?: string,
): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`lock table master_keys in share row exclusive mode`;
    // What was wrapped is asked for too: a process that still runs with a key that was retired goes on wrapping under
    // it.
    const [other] = await tx<{ of: 'processes' | 'people' | 'files' }[]>`
      (select 'people' as of from personal_keys
        where master is not null and master <> all(${fingerprints}::text[]) limit 1)
      union all
      (select 'files' from file_contents where master <> all(${fingerprints}::text[]) limit 1)
      union all
      (select 'processes' from master_keys where fingerprint <> all(${fingerprints}::text[]) limit 1)`;
    if (other) throw new WrongMasterKey(other.of, named);
    await tx`insert into master_keys (fingerprint) values (${fingerprint}) on conflict do nothing`;
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
