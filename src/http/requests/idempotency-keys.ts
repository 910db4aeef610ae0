import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { batched } from '../../database/batched.ts';
import type { Sql } from '../../database/connect.ts';
import { isFree } from '../../database/leases.ts';
import type { KeptContainer } from '../../kernel/definition/writer.ts';
import type { Keyring } from '../../privacy/keyring.ts';
import { type Heartbeat, makeHeartbeat } from '../../timing/heartbeat.ts';
import { pause } from '../../timing/pauses.ts';
import { describeError } from '../../values/describe-error.ts';
import { rowsOf } from './rows-of-holders.ts';

/** A stored answer, repeated byte for byte. Files are not stored: operations that answer files change nothing. */
export type Answer = z.infer<typeof answerSchema>;
const answerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  /** JSON text; null when there is no body. */
  text: z.string().nullable(),
});

/** The request of a key. */
export interface KeyedRequest {
  /** The owner of the key: `company:<id>` or `partner:<id>`. */
  scope: string;
  /** SHA-256 of the key. */
  keyHash: Buffer;
  /**
   * SHA-256 of method, path with query, and body. It is kept as a digest under MASTER_KEY: a body may be one of few.
   */
  requestHash: Buffer;
  /** Seed of ids and business time of the change; used when the key is new. */
  seed: string;
  occurred_at: string;
}

/** The key of a request that this process may run now. It must be ended in one of three ways. */
export interface HeldKey {
  seed: string;
  occurred_at: string;
  /** An earlier try was interrupted, so its events must be looked up first. */
  again: boolean;
  /** Names what holds the key: the event store appends for it only while this has the key. */
  lease: string;
  /** The container whose stream it writes to, stored for repeats of the request. */
  container: KeptContainer;
  /** Stores the answer for repeats of the request. */
  answered(answer: Answer): Promise<void>;
  /** Nothing was changed: the key may be used again, also with another body. */
  refused(): Promise<void>;
  /** It was interrupted: the key still belongs to this request, and a repeat continues with the same ids and time. */
  broken(): Promise<void>;
}

export type Reserved =
  | { outcome: 'yours'; held: HeldKey }
  | { outcome: 'answered'; answer: Answer }
  | { outcome: 'running' }
  | { outcome: 'other request' };

export interface IdempotencyKeys {
  reserve(request: KeyedRequest): Promise<Reserved>;
  /**
   * Deletes the stored answer: the next `reserve` gives the key with seed and time of the first try, and the answer is
   * built again.
   */
  forget(request: KeyedRequest): Promise<void>;
  /** Stops renewing leases, and giving back keys. */
  stop(): Promise<void>;
}

/** How long a key is kept. */
const KEPT_HOURS = 24;
/** A larger answer is not stored; a repeat builds it again from the events, as after a crash. */
const MOST_ANSWER_BYTES = 1024 * 1024;
const MOST_TRIES = 5;
/** So long after a request could not be ended it is tried again. */
const AGAIN_AFTER_ms = 200;

const purposeOf = (scope: string): string => `idempotent answers of ${scope}`;
const DIGESTS = 'requests of idempotency keys';
/** With the key, so that nobody sees where a request came again under another one. */
const identityOf = ({ keyHash, requestHash }: KeyedRequest): Buffer => Buffer.concat([keyHash, requestHash]);

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;
const slotOf = ({ scope, keyHash }: KeyedRequest): string => `${keyHash.toString('hex')} ${scope}`;

/**
 * What is set in the row of a key that no request holds from now on. It gets a holder that nobody is: a lease that its
 * request renews in that moment would hold it for another ten seconds.
 */
const released = (sql: Sql) => sql`holder = gen_random_uuid(), leased_until = '-infinity'`;

/** The row of a key: the request that has it. */
interface Taken {
  seed: string;
  occurred_at: string;
  container: string | null;
}

/** A request that tries to take its key, and the id of its lease. */
interface Attempt {
  request: KeyedRequest;
  holder: string;
}

class StoredKeys implements IdempotencyKeys {
  private readonly sql: Sql;
  private readonly keyring: Keyring;
  private readonly lease_ms: number;
  private readonly lease: string;
  private isStopped = false;
  private readonly running = new Set<string>();
  private readonly heartbeat: Heartbeat;
  // Flushed to disk before the append: a repeat must know where to look for it.
  private readonly keepContainer: (item: { holder: string; container: string }) => Promise<void>;
  private readonly keep: (item: { holder: string; box: Buffer }) => Promise<void>;
  private readonly free: (item: string) => Promise<void>;
  private readonly release: (item: string) => Promise<void>;
  private readonly tryToTake: (item: Attempt) => Promise<HeldKey | undefined>;

  constructor(sql: Sql, keyring: Keyring, log: Logger, options: { lease_ms?: number } = {}) {
    this.sql = sql;
    this.keyring = keyring;
    const { lease_ms = 10_000 } = options;
    this.lease_ms = lease_ms;
    this.lease = `${lease_ms} milliseconds`;
    this.heartbeat = makeHeartbeat({
      every_ms: lease_ms / 3,
      work: () => this.renew(),
      // The next heartbeat retries. The work continues meanwhile, and a repeat finds its events by their ids.
      failed: (error) => log.warn({ error: describeError(error) }, 'leases of idempotency keys could not be renewed'),
    });
    void this.heartbeat.start();
    this.keepContainer = batched<{ holder: string; container: string }, void>(async (kept) => {
      const holders = kept.map(({ holder }) => holder);
      const { locked, mine, isMine } = rowsOf(this.sql, holders);
      await this.sql`${locked}
      update idempotency_keys as k set container = new.container
      from ${mine}unnest(${holders}::uuid[], ${kept.map(({ container }) => container)}::text[]) as new (holder, container)
      where ${isMine} and new.holder = k.holder`;
      return [];
    });
    // The end of a request is not flushed before it is acknowledged: if it is lost, a repeat finds the events of the
    // first try. The setting holds for this statement only.
    const unflushed = this.sql`(select set_config('synchronous_commit', 'off', true)) as unflushed`;
    this.keep = batched<{ holder: string; box: Buffer }, void>(async (kept) => {
      const holders = kept.map(({ holder }) => holder);
      const { locked, mine, isMine } = rowsOf(this.sql, holders);
      await this.sql`${locked}
      update idempotency_keys as k set answer = new.answer
      from ${mine}${unflushed},
        unnest(${holders}::uuid[], ${kept.map(({ box }) => hex(box))}::text[]::bytea[]) as new (holder, answer)
      where ${isMine} and new.holder = k.holder`;
      return [];
    });
    this.free = batched<string, void>(async (holders) => {
      const { locked, mine, isMine } = rowsOf(this.sql, holders);
      await this.sql`${locked} delete from idempotency_keys as k using ${mine}${unflushed} where ${isMine}`;
      return [];
    });
    this.release = batched<string, void>(async (holders) => {
      const { locked, mine, isMine } = rowsOf(this.sql, holders);
      await this.sql`${locked}
      update idempotency_keys as k set ${released(this.sql)} from ${mine}${unflushed} where ${isMine}`;
      return [];
    });
    this.tryToTake = batched<Attempt, HeldKey | undefined>(async (attempts) => {
      // One statement can take a key only once; of two attempts in a batch the second finds it taken.
      const first = new Map<string, Attempt>();
      for (const attempt of attempts) {
        const slot = slotOf(attempt.request);
        if (!first.has(slot)) first.set(slot, attempt);
      }
      const taken = await this.take([...first.values()]);
      return attempts.map((attempt) => {
        const row = taken.get(attempt.holder);
        return row && this.heldKeyOf(attempt, row);
      });
    });
  }

  readonly reserve: IdempotencyKeys['reserve'] = async (request) => {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const holder = randomUUID();
      // Where it fails, it may have been taken all the same.
      const held = await this.tryToTake({ request, holder }).catch((error: unknown) => {
        void this.later(this.release, holder);
        throw error;
      });
      if (held) return { outcome: 'yours', held };
      const found = await this.findObstacle(request);
      if (found) return found;
    }
    return { outcome: 'running' };
  };

  readonly forget: IdempotencyKeys['forget'] = (request) => this.forgetAnswer(request);

  readonly stop: IdempotencyKeys['stop'] = () => {
    this.isStopped = true;
    return this.heartbeat.stop();
  };

  /**
   * Ends a request that could not be ended since the database was away: repeats need not wait for the end of its lease,
   * after which there is nothing left to do. It can be tried any number of times: each attempt at a key has a holder of
   * its own, and it touches nothing that another one has taken meanwhile.
   */
  private async later<T>(end: (item: T) => Promise<void>, item: T): Promise<void> {
    const until_ms = performance.now() + this.lease_ms;
    for (;;) {
      // No signal ends the pause: as many requests wait here as were under way, and it would warn of the eleventh.
      await pause(AGAIN_AFTER_ms);
      if (this.isStopped || performance.now() >= until_ms) return;
      const isDone = await end(item).then(
        () => true,
        () => false,
      );
      if (isDone) return;
    }
  }

  private async renew(): Promise<void> {
    if (this.running.size === 0) return;
    const { locked, mine, isMine } = rowsOf(this.sql, [...this.running]);
    await this.sql`${locked}
      update idempotency_keys as k set leased_until = clock_timestamp() + ${this.lease}::interval
      from ${mine}(values (1)) as one where ${isMine}`;
  }

  private heldKeyOf({ request, holder }: Attempt, { seed, occurred_at, container }: Taken): HeldKey {
    const ended = async <T>(end: (item: T) => Promise<void>, item: T): Promise<void> => {
      try {
        await end(item);
      } catch (error) {
        void this.later(end, item);
        throw error;
      } finally {
        this.running.delete(holder);
      }
    };
    this.running.add(holder);
    return {
      seed,
      occurred_at,
      again: seed !== request.seed,
      lease: holder,
      container: { known: container ?? undefined, keep: (id) => this.keepContainer({ holder, container: id }) },
      answered: (answer) => {
        const plain = Buffer.from(JSON.stringify(answer));
        if (plain.length > MOST_ANSWER_BYTES) return ended(this.release, holder);
        const box = this.keyring.seal(purposeOf(request.scope), plain, request.keyHash.toString('hex'));
        return ended(this.keep, { holder, box });
      },
      refused: () => ended(this.free, holder),
      broken: () => ended(this.release, holder),
    };
  }

  /** Takes keys that are new, expired, or whose lease has run out. Returns those that were taken, by holder. */
  private async take(attempts: readonly Attempt[]) {
    const requests = attempts.map(({ request }) => request);
    const rows = await this.sql<(Taken & { holder: string })[]>`
      insert into idempotency_keys as k
        (scope, key_hash, request_hash, seed, occurred_at, holder, leased_until, expires_at)
      select new.*, clock_timestamp() + ${this.lease}::interval, clock_timestamp() + ${KEPT_HOURS} * interval '1 hour'
      from unnest(
        ${requests.map(({ scope }) => scope)}::text[],
        ${requests.map(({ keyHash }) => hex(keyHash))}::text[]::bytea[],
        ${requests.map((one) => hex(this.keyring.digest(DIGESTS, identityOf(one))))}::text[]::bytea[],
        ${requests.map(({ seed }) => seed)}::text[],
        ${requests.map(({ occurred_at }) => occurred_at)}::text[],
        ${attempts.map(({ holder }) => holder)}::uuid[]
      ) as new (scope, key_hash, request_hash, seed, occurred_at, holder)
      -- In one order everywhere, so that none waits for another that waits for it: a row that is left is locked, too.
      order by scope collate "C", key_hash
      on conflict (scope, key_hash) do update set
        request_hash = excluded.request_hash,
        seed = case when k.expires_at <= now() then excluded.seed else k.seed end,
        occurred_at = case when k.expires_at <= now() then excluded.occurred_at else k.occurred_at end,
        expires_at = case when k.expires_at <= now() then excluded.expires_at else k.expires_at end,
        container = case when k.expires_at <= now() then null else k.container end,
        holder = excluded.holder,
        leased_until = excluded.leased_until,
        answer = null
      where k.expires_at <= now()
        or (k.answer is null and ${this.sql.unsafe(isFree('k.leased_until'))} and k.request_hash = excluded.request_hash)
      returning k.holder, k.seed, k.occurred_at, k.container`;
    return new Map(rows.map((row) => [row.holder, row]));
  }

  /** Why a request did not get its key; undefined when the reason is gone by now. */
  private async findObstacle(request: KeyedRequest): Promise<Reserved | undefined> {
    const { scope, keyHash } = request;
    const [kept] = await this.sql<{ request_hash: Buffer; answer: Buffer | null }[]>`
      select request_hash, answer from idempotency_keys where scope = ${scope} and key_hash = ${keyHash}`;
    if (!kept) return undefined;
    if (this.keyring.isDigestOf(DIGESTS, identityOf(request), kept.request_hash) === false)
      return { outcome: 'other request' };
    const digest = this.keyring.digest(DIGESTS, identityOf(request));
    if (!digest.equals(kept.request_hash)) {
      // Noted under the MASTER_KEY before, or under one that is lost; then the key is taken for that of this request.
      await this.sql`
        update idempotency_keys set request_hash = ${digest}
        where scope = ${scope} and key_hash = ${keyHash} and request_hash = ${kept.request_hash}`;
      return undefined;
    }
    if (!kept.answer) return { outcome: 'running' };
    const plain = this.keyring.open(purposeOf(scope), kept.answer, keyHash.toString('hex'));
    if (plain) return { outcome: 'answered', answer: answerSchema.parse(JSON.parse(plain.toString())) };
    // Encrypted under a MASTER_KEY that is lost: the answer is built again, as after a crash.
    await this.forgetAnswer({ scope, keyHash }, kept.answer);
    return undefined;
  }

  private async forgetAnswer(
    { scope, keyHash }: Pick<KeyedRequest, 'scope' | 'keyHash'>,
    answer: Buffer | null = null,
  ): Promise<void> {
    await this.sql`
      update idempotency_keys set answer = null, ${released(this.sql)}
      where scope = ${scope} and key_hash = ${keyHash} and answer = coalesce(${answer}, answer)`;
  }
}

/**
 * Keys in the table `idempotency_keys`. Leases use the clock of the database and are renewed while their request runs,
 * so `lease_ms` bounds only how long a killed process blocks its keys. Requests that come together share statements,
 * and so the disk flush that reserves their keys.
 */
export const makeIdempotencyKeys = (
  sql: Sql,
  keyring: Keyring,
  log: Logger,
  options: { lease_ms?: number } = {},
): IdempotencyKeys => new StoredKeys(sql, keyring, log, options);

/**
 * Deletes the stored answers to an entity (`company:<id>` or `partner:<id>`), because a person was erased. The keys
 * stay taken: a repeat builds its answer again from the current events.
 */
export const forgetAnswers = async (sql: Sql, scope: string): Promise<void> => {
  await sql`
    update idempotency_keys set answer = null, ${released(sql)}
    where scope = ${scope} and answer is not null`;
};
