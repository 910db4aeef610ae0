import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { batched } from '../database/batched.ts';
import type { Sql } from '../database/connect.ts';
import { type PersonalKeys, PersonErased, type Sealed } from '../kernel/events/keys.ts';
import { type JsonObject, objectOf } from '../values/json.ts';
import { decrypt, encrypt, type Keyring } from './keyring.ts';
import { inUse, WrongMasterKey } from './master-keys.ts';

/**
 * Keys of persons, one AES-256-GCM key each, kept in `personal_keys` wrapped under MASTER_KEY.
 *
 * A key is committed (and flushed) before `prepare` resolves, so no event is ever sealed under a key that a crash could
 * lose. The subject is authenticated with every box and every wrapped key: neither opens under another name.
 *
 * Erasing overwrites the wrapped key with nothing and leaves the row, so that no second key is made for that person.
 * PostgreSQL drops the old bytes when it next vacuums the table; what is in backups and archived WAL is erased when
 * those are.
 *
 * Keys are cached here for `freshFor_ms`, for reading alone. That is the whole of what keeps processes together: an
 * erasure reaches every other process within that time without any message having to arrive, and costs a lookup per key
 * and period. What is written is sealed under the key that the table has at that moment, or under one that was made for
 * it.
 */
export interface PersonalKeysOptions {
  sql: Sql;
  keyring: Keyring;
  /** Keys kept in memory; default 50,000, some 10 MB. */
  cacheSize?: number;
  /** How long a cached key is believed; default 10 s. */
  freshFor_ms?: number;
  /** Milliseconds of a clock that never goes back. */
  now_ms?: () => number;
}

/** Neither the key nor the fact of its erasure is there: the table and the log do not belong together. */
export class PersonalKeyMissing extends Error {
  constructor(subject: string) {
    super(`there is no personal key of ${subject}: restore the table personal_keys from the same backup as the log`);
    this.name = 'PersonalKeyMissing';
  }
}

const PURPOSE = 'personal keys';
const KEY_BYTES = 32;
/** Keys in one statement. */
const MOST_IN_BATCH = 2_000;

/** An erased person's key is null. */
interface Cached {
  key: KeyObject | null;
  until_ms: number;
  /** Made by this process, and nothing was sealed under it yet. */
  isUnused?: boolean;
}

interface Row {
  subject: string;
  wrapped: Buffer | null;
}

const parse = (plain: Buffer): JsonObject => objectOf(JSON.parse(plain.toString()));

class StoredPersonalKeys implements PersonalKeys {
  private readonly sql: PersonalKeysOptions['sql'];
  private readonly keyring: PersonalKeysOptions['keyring'];
  private readonly cacheSize: NonNullable<PersonalKeysOptions['cacheSize']>;
  private readonly freshFor_ms: NonNullable<PersonalKeysOptions['freshFor_ms']>;
  private readonly now_ms: NonNullable<PersonalKeysOptions['now_ms']>;
  // In the order in which they were read: the first is the one to forget, and the first not to be believed any more.
  private readonly cache = new Map<string, Cached>();
  /** Keys of subjects; undefined where there is none. */
  private readonly load: (item: string) => Promise<Cached | undefined>;
  /** The same, and a new key where there is none: in one statement, for most who ask have none yet. */
  private readonly make: (item: string) => Promise<void>;

  constructor(options: PersonalKeysOptions) {
    const { sql, keyring, cacheSize = 50_000, freshFor_ms = 10_000, now_ms = () => performance.now() } = options;
    this.sql = sql;
    this.keyring = keyring;
    this.cacheSize = cacheSize;
    this.freshFor_ms = freshFor_ms;
    this.now_ms = now_ms;
    this.load = batched<string, Cached | undefined>(
      async (subjects) => {
        const found = await this.select([...new Set(subjects)]);
        return subjects.map((subject) => found.get(subject));
      },
      { most: MOST_IN_BATCH, mostWaiting: 1_000_000 },
    );
    this.make = batched<string, void>(
      async (subjects) => {
        const wanted = [...new Set(subjects)];
        const keys = new Map(wanted.map((subject) => [subject, randomBytes(KEY_BYTES)]));
        const wrapped = wanted.map((subject) =>
          this.keyring.seal(PURPOSE, keys.get(subject)!, subject).toString('hex'),
        );
        const rows = await this.sql<(Row & { made: boolean })[]>`
        with made as (
          insert into personal_keys (subject, wrapped, master)
          select subject, decode(wrapped, 'hex'), ${this.keyring.fingerprint}
          from unnest(${wanted}::text[], ${wrapped}::text[]) as new (subject, wrapped)
          where ${inUse(this.sql, this.keyring)}
          order by subject
          on conflict do nothing
          returning subject
        )
        select subject, null as wrapped, true as made from made
        union all
        -- As the table stood before: what was made is not in it.
        select subject, wrapped, false from personal_keys where subject = any(${wanted}::text[])`;
        for (const row of rows)
          if (row.made) this.remember(row.subject, createSecretKey(keys.get(row.subject)!)).isUnused = true;
          else this.remember(row.subject, this.unwrap(row));
        // Another process was quicker for the rest, or MASTER_KEY is in use no more.
        const known = new Set(rows.map(({ subject }) => subject));
        const theirs = wanted.filter((subject) => !known.has(subject));
        if (theirs.length > 0 && (await this.select(theirs)).size < theirs.length)
          throw new WrongMasterKey('processes');
        return [];
      },
      { most: MOST_IN_BATCH, mostWaiting: 1_000_000 },
    );
  }

  readonly prepare: PersonalKeys['prepare'] = async (subjects) => {
    const missing = subjects.filter((subject) => !this.recall(subject));
    if (missing.length > 0) await Promise.all(missing.map(this.make));
  };

  readonly seal: PersonalKeys['seal'] = async (subject, members) => {
    // As the table has it now, and not as it is remembered: what is written under a key that was destroyed meanwhile
    // could be read here for a while, would stay in read models, and could be read by nobody later.
    const found = this.unused(subject) ?? (await this.load(subject));
    if (!found) throw new PersonalKeyMissing(subject);
    const { key } = found;
    if (!key) throw new PersonErased(subject);
    const box = encrypt(key, Buffer.from(JSON.stringify(members)), subject);
    return { subject, box: box.toString('base64') };
  };

  /** A key that was made here and seals for the first time: there is nobody yet whom one could have erased. */
  private unused(subject: string): Cached | undefined {
    const cached = this.recall(subject);
    if (!cached?.isUnused) return undefined;
    cached.isUnused = false;
    return cached;
  }

  readonly open: PersonalKeys['open'] = async (sealed) => {
    const keys = new Map<string, KeyObject | null>();
    const missing = new Set<string>();
    for (const { subject } of sealed) {
      const cached = this.recall(subject);
      if (cached) keys.set(subject, cached.key);
      else missing.add(subject);
    }
    await Promise.all([...missing].map(async (subject) => keys.set(subject, await this.keyFor(subject))));
    return sealed.map(({ subject, box }: Sealed) => {
      const key = keys.get(subject);
      return key ? parse(decrypt(key, Buffer.from(box, 'base64'), subject)) : null;
    });
  };

  readonly erase: PersonalKeys['erase'] = async (subject) => {
    await this.sql`
        insert into personal_keys (subject, wrapped, master, erased_at) values (${subject}, null, null, now())
        on conflict (subject) do update set wrapped = null, master = null, erased_at = now()
        where personal_keys.wrapped is not null`;
    this.remember(subject, null);
  };

  private remember(subject: string, found: KeyObject | null): Cached {
    // Who was erased stays so: an answer may have been on its way since before that.
    const key = this.cache.get(subject)?.key === null ? null : found;
    const cached = { key, until_ms: this.now_ms() + this.freshFor_ms };
    this.cache.delete(subject);
    this.cache.set(subject, cached);
    if (this.cache.size > this.cacheSize) this.cache.delete(this.cache.keys().next().value!);
    return cached;
  }

  private recall(subject: string): Cached | undefined {
    const cached = this.cache.get(subject);
    return cached && cached.until_ms >= this.now_ms() ? cached : undefined;
  }

  private unwrap({ subject, wrapped }: Row): KeyObject | null {
    if (!wrapped) return null;
    const key = this.keyring.open(PURPOSE, wrapped, subject);
    if (!key) throw new WrongMasterKey('people');
    return createSecretKey(key);
  }

  private async select(subjects: readonly string[]): Promise<Map<string, Cached>> {
    const rows = await this.sql<Row[]>`
      select subject, wrapped from personal_keys where subject = any(${subjects}::text[])`;
    return new Map(rows.map((row) => [row.subject, this.remember(row.subject, this.unwrap(row))]));
  }

  private async keyFor(subject: string): Promise<KeyObject | null> {
    const cached = this.recall(subject) ?? (await this.load(subject));
    if (!cached) throw new PersonalKeyMissing(subject);
    return cached.key;
  }
}

export const makePersonalKeys = (options: PersonalKeysOptions): PersonalKeys => new StoredPersonalKeys(options);

/**
 * Wraps every key under the present MASTER_KEY, in batches: the last step of replacing it, after all processes were
 * started with the new key as MASTER_KEY and the old one as MASTER_KEY_PREVIOUS. May run beside a working service, and
 * again after it was broken off. Gives how many keys it wrapped.
 */
export const rewrapPersonalKeys = async (
  sql: Sql,
  keyring: Keyring,
  options: { batch?: number; onProgress?: (rewrapped: number) => void } = {},
): Promise<number> => {
  const { batch = 500, onProgress } = options;
  let rewrapped = 0;
  for (;;) {
    const size = await sql.begin(async (tx) => {
      const rows = await tx<{ subject: string; wrapped: Buffer }[]>`
        select subject, wrapped from personal_keys
        where master is not null and master <> ${keyring.fingerprint}
        limit ${batch} for update`;
      if (rows.length === 0) return 0;
      const anew = rows.map(({ subject, wrapped }) => {
        const key = keyring.open(PURPOSE, wrapped, subject);
        if (!key) throw new WrongMasterKey('people');
        return keyring.seal(PURPOSE, key, subject).toString('hex');
      });
      await tx`
        update personal_keys as k set wrapped = decode(new.wrapped, 'hex'), master = ${keyring.fingerprint}
        from unnest(${rows.map(({ subject }) => subject)}::text[], ${anew}::text[]) as new (subject, wrapped)
        where k.subject = new.subject`;
      return rows.length;
    });
    if (size === 0) return rewrapped;
    rewrapped += size;
    onProgress?.(rewrapped);
  }
};
