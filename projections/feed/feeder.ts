import type { Logger } from 'pino';
import type { Sql } from '../../src/database/connect.ts';
import { type EventStore, type LogBatch, type Position, START, type Subscription } from '../../src/event-store/port.ts';
import type { Renewing } from '../../src/event-store/refusals.ts';
import { HEARTBEAT_ms, type Heartbeat, makeHeartbeat } from '../../src/timing/heartbeat.ts';
import { listedPause } from '../../src/timing/pauses.ts';
import { later } from '../model/positions.ts';
import { makeRowCache } from '../model/rows.ts';
import type { Apply, Poison } from './apply.ts';
import type { Foreign } from './foreign.ts';
import { type Generation, liveGenerations, recordStop, releaseLeases, takeLeases, type Wanted } from './generations.ts';
import { type LogSeen, makeLogSeen } from './log-seen.ts';
import { standingOf } from './parked.ts';
import { type Fed, ParkedRetries } from './parked-retries.ts';
import type { Progress } from './progress.ts';
import { nameOf, storedOf } from './target.ts';
import { Fenced } from './transactions.ts';

/**
 * Keeps the live read models up to date.
 *
 * One reader of the log feeds every projection whose lease this process holds. Each of these is in one state:
 *
 *   attached   it gets every batch of the reader; all attached projections are written in one transaction
 *   catching   it lags behind the reader (just taken over, or stopped before) and reads the log by itself until it has
 *              caught up; then it is attached, between two batches
 *   stopped    it could not apply an event that has no company; it is right before that event and retries after a pause
 *
 * A company whose event cannot be applied is parked: the projection continues without it. After growing pauses it is
 * retried beside the others, from right before that event; all companies that are due share one reading of the log.
 *
 * Every `HEARTBEAT_ms` leases are renewed, expired leases of other processes are taken, and projections whose leases
 * are lost are given up. At the latest the checkpoint shows that a lease is lost (`Fenced`); then nothing was written.
 * The heartbeat also stores the checkpoints of projections that advanced in memory alone, because they handle none of
 * the latest events. A process that takes over before that reads those events again.
 */
export interface Feeder {
  start(): Promise<void>;
  /** Waits for the current batch and releases the leases. */
  stop(): Promise<void>;
  /** Names of the projections that this process feeds. */
  feeds(): string[];
}

export interface FeederOptions {
  sql: Sql;
  store: EventStore;
  wanted: readonly Wanted[];
  progress: Progress;
  /** For attached projections. */
  apply: Apply;
  /** For projections and companies that catch up beside them, over a connection of its own. */
  applyBehind: Apply;
  renewing: Renewing;
  log: Logger;
  foreign: Foreign;
  /** Called when a parked company has caught up and can be read. */
  onHealed?: (scope: string) => Promise<unknown>;
  /** Pauses before a stopped projection or a parked company is retried; the last one repeats. */
  retry_ms?: readonly number[];
}

/** Channel of notifications that a process has released its leases. */
const LEASES = 'payroll_leases';
const CACHE_bytes = 8 * 1024 * 1024;
const RETRY_ms = [1_000, 2_000, 5_000, 15_000, 60_000] as const;
const MAX_FENCED = 5;
const BATCH = 1_000;

class LiveFeeder implements Feeder {
  private readonly sql: FeederOptions['sql'];
  private readonly store: FeederOptions['store'];
  private readonly wanted: FeederOptions['wanted'];
  private readonly progress: FeederOptions['progress'];
  private readonly apply: FeederOptions['apply'];
  private readonly applyBehind: FeederOptions['applyBehind'];
  private readonly log: FeederOptions['log'];
  private readonly foreign: FeederOptions['foreign'];
  private readonly retry_ms: readonly number[];
  private readonly owner: string;
  private readonly parkedCompanies: ParkedRetries;
  private readonly fed = new Map<string, Fed>();
  private reader: { subscription: Subscription; position: Position } | undefined;
  private readonly heartbeat: Heartbeat;
  private readonly logSeen: LogSeen;
  private stopping = false;
  private unlisten: (() => Promise<void>) | undefined;
  // Batches, and changes of what is fed, run one at a time.
  private turn: Promise<unknown> = Promise.resolve();

  constructor(options: FeederOptions) {
    const { sql, store, wanted, progress, apply, applyBehind, renewing, log, foreign } = options;
    this.sql = sql;
    this.store = store;
    this.wanted = wanted;
    this.progress = progress;
    this.apply = apply;
    this.applyBehind = applyBehind;
    this.log = log;
    this.foreign = foreign;
    this.retry_ms = options.retry_ms ?? RETRY_ms;
    this.owner = this.progress.process;
    this.logSeen = makeLogSeen(sql);
    this.parkedCompanies = new ParkedRetries({
      ...options,
      apply: applyBehind,
      retry_ms: this.retry_ms,
      inTurn: (work) => this.inTurn(work),
      letGo: (one) => this.letGo(one),
      isStopping: () => this.stopping,
    });
    this.heartbeat = makeHeartbeat({
      every_ms: HEARTBEAT_ms,
      work: () => renewing(() => this.renew()),
      failed: (error) => this.log.warn({ err: error }, 'leases of projections could not be renewed'),
    });
  }

  readonly start: Feeder['start'] = async () => {
    ({ unlisten: this.unlisten } = await this.sql.listen(LEASES, () => void this.heartbeat.beat()));
    await this.heartbeat.start();
  };

  readonly stop: Feeder['stop'] = async () => {
    this.stopping = true;
    await this.heartbeat.stop();
    await this.unlisten?.().catch(() => {});
    await this.reader?.subscription.stop();
    this.reader = undefined;
    await this.storePassed().catch((error: unknown) =>
      this.log.warn(
        { err: error },
        'checkpoints could not be moved past events that do not concern them; these are read again',
      ),
    );
    // Where this fails, a restored log is noticed by what was noted before.
    await this.logSeen.store().catch(() => {});
    await Promise.all([...this.fed.values()].flatMap(({ work, healing }) => [work, healing]));
    await this.inTurn(async () => this.fed.clear());
    await releaseLeases(this.sql, this.owner);
    await this.sql`select pg_notify(${LEASES}, ${this.owner})`;
  };

  readonly feeds: Feeder['feeds'] = () => [...this.fed.keys()];

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work, work);
    this.turn = result.catch(() => {});
    return result;
  }

  private letGo(one: Fed): void {
    one.gone = true;
    this.fed.delete(one.projection.name);
  }

  /** Feeds the projections that this process owns according to the database, each from its stored checkpoint. */
  private async reconcile(live: ReadonlyMap<string, Generation>): Promise<void> {
    for (const { projection } of this.wanted) {
      const row = live.get(projection.name);
      const known = this.fed.get(projection.name);
      if (!row || row.owner !== this.owner) {
        if (known) this.letGo(known);
        continue;
      }
      if (known?.generation === row.generation) continue;
      if (known) this.letGo(known);
      const standing = await standingOf(this.sql, row);
      if (!standing) continue;
      this.fed.set(projection.name, {
        projection,
        generation: row.generation,
        schema: row.schema,
        ...standing,
        cache: makeRowCache(projection.tables, CACHE_bytes),
        mode: this.reader && standing.position >= this.reader.position ? 'attached' : 'catching',
        gone: false,
        failures: 0,
        retryAt: 0,
        work: undefined,
        retries: new Map(),
        healing: undefined,
      });
    }
  }

  private async readCheckpoints(): Promise<void> {
    const live = await liveGenerations(this.sql, this.wanted);
    for (const one of this.fed.values()) {
      // A projection that is catching up is being written by its own work.
      if (live.get(one.projection.name)?.generation !== one.generation || one.mode === 'catching') continue;
      Object.assign(one, { stored: undefined }, await standingOf(this.sql, nameOf(one)));
      one.cache.forget();
      // The reader does not go back: the database may have lost commits that were not flushed.
      if (one.mode === 'attached' && this.reader && one.position < this.reader.position) this.startCatchUp(one);
    }
    await this.reconcile(live);
  }

  private async stopAt(one: Fed, poison: Poison): Promise<void> {
    one.mode = 'stopped';
    one.retryAt = performance.now() + listedPause(this.retry_ms, one.failures);
    one.failures += 1;
    const { stream, revision, error } = poison;
    this.log.error(
      { projection: one.projection.name, stream, revision: revision.toString(), err: poison.cause },
      'a projection stopped at an event that it cannot apply; it will retry',
    );
    this.progress.stop(one.projection.name, one.generation, { stream, revision, error });
    const at = { ...nameOf(one), from: storedOf(one) };
    await recordStop(this.sql, this.owner, at, { stream, revision, error });
  }

  private async applyTo(targets: readonly Fed[], batch: LogBatch, how: Apply): Promise<void> {
    const poisons = await how(targets, batch.events, batch.upTo);
    const well = targets.filter((one) => !poisons.has(one));
    for (const one of well) if (one.mode !== 'catching') one.failures = 0;
    this.progress.reached(
      well.map(({ projection, generation }) => ({ projection: projection.name, generation })),
      batch.upTo,
    );
    for (const one of targets) {
      const poison = poisons.get(one);
      if (poison) await this.stopAt(one, poison);
    }
  }

  /** Stores the checkpoints of projections that advanced in memory alone. */
  private storePassed(): Promise<void> {
    return this.inTurn(async () => {
      const passed = [...this.fed.values()].filter((one) => one.mode === 'attached' && storedOf(one) < one.position);
      const [first] = passed;
      if (!first) return;
      try {
        // All attached projections are at the reader's position.
        await this.apply(passed, [], first.position);
      } catch (error) {
        await this.readCheckpoints();
        if (!(error instanceof Fenced)) throw error;
      }
    });
  }

  private readonly onBatch = (batch: LogBatch): Promise<void> =>
    this.inTurn(async () => {
      for (let attempt = 0; ; attempt++) {
        const attached = [...this.fed.values()].filter(({ mode }) => mode === 'attached');
        try {
          await this.applyTo(attached, batch, this.apply);
          this.foreign.saw(batch);
          if (this.reader && batch.upTo > this.reader.position) this.reader.position = batch.upTo;
          this.logSeen.saw(batch.events.at(-1)?.position ?? START);
          return;
        } catch (error) {
          // The store repeats the batch; our checkpoints are read again, since the commit may have happened.
          await this.readCheckpoints();
          if (!(error instanceof Fenced) || attempt >= MAX_FENCED) throw error;
        }
      }
    });

  /** Reads the log for one projection until it has caught up with the reader, and attaches it. */
  private async catchUp(one: Fed): Promise<void> {
    const follow = async (upTo: Position): Promise<void> => {
      // A log that was restored may end before the reader's position.
      if ((await this.store.head()) < upTo) throw new Error(`the log does not reach ${upTo} any more`);
      for await (const events of this.store.readAll({ after: one.position, upTo, batchSize: BATCH })) {
        if (one.gone || this.stopping) return;
        await this.applyTo([one], { events, upTo: events.at(-1)!.position }, this.applyBehind);
        if (one.mode === 'stopped') return;
      }
      // The end is reached even when the last events there are not ours.
      if (one.position < upTo && !one.gone) await this.applyTo([one], { events: [], upTo }, this.applyBehind);
    };
    const active = () => !one.gone && !this.stopping && one.mode === 'catching' && this.reader !== undefined;
    try {
      for (let round = 0; round < 3 && active(); round++) await follow(this.reader!.position);
      await this.inTurn(async () => {
        if (!active()) return;
        if (one.position < this.reader!.position) await follow(this.reader!.position);
        if (active()) {
          one.mode = 'attached';
          one.failures = 0;
        }
      });
    } catch (error) {
      if (!(error instanceof Fenced))
        this.log.warn(
          { projection: one.projection.name, err: error },
          'a projection could not catch up; it will retry',
        );
      // Its checkpoint is read again when it is taken over again.
      if (!one.gone) this.letGo(one);
    }
  }

  private startCatchUp(one: Fed): void {
    one.mode = 'catching';
    one.work = this.catchUp(one).finally(() => {
      one.work = undefined;
    });
  }

  /** Starts or stops the reader of the log, and starts catch-ups and retries that are due. */
  private async keepFeeding(): Promise<void> {
    if (this.fed.size === 0 && this.reader) {
      const { subscription } = this.reader;
      this.reader = undefined;
      await subscription.stop();
    }
    if (this.fed.size > 0 && !this.reader) {
      const all = [...this.fed.values()];
      const position = all.map((one) => one.position).reduce(later);
      for (const one of all) if (one.position === position && one.mode === 'catching') one.mode = 'attached';
      this.reader = {
        position,
        subscription: this.store.subscribeAll({
          after: position,
          batchSize: BATCH,
          onBatch: this.onBatch,
          onError: (error) => this.log.warn({ err: error }, 'reading the event log was interrupted; it will resume'),
        }),
      };
    }
    for (const one of this.fed.values()) {
      if (one.mode === 'stopped' && performance.now() >= one.retryAt) this.startCatchUp(one);
      else if (one.mode === 'catching' && !one.work) this.startCatchUp(one);
      this.parkedCompanies.retry(one);
    }
  }

  /** Takes the leases that are free, and feeds what this process owns. */
  private async renew(): Promise<void> {
    const stored = new Map([...this.fed.values()].map((one) => [one, storedOf(one)]));
    await takeLeases(this.sql, this.owner, this.wanted);
    const live = await liveGenerations(this.sql, this.wanted);
    // The database crashed, and lost commits that were not flushed: without this the next event would tell.
    const isBehind = ([one, position]: [Fed, Position]): boolean => {
      const row = live.get(one.projection.name);
      return row?.generation === one.generation && row.position < position;
    };
    await this.inTurn(() => ([...stored].some(isBehind) ? this.readCheckpoints() : this.reconcile(live)));
    if (this.stopping) return;
    await this.storePassed();
    await this.logSeen.store();
    await this.keepFeeding();
  }
}

export const makeFeeder = (options: FeederOptions): Feeder => new LiveFeeder(options);
