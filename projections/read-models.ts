import type { Logger } from 'pino';
import type { OpenOptions, Sql } from '../src/database/connect.ts';
import type { Others } from '../src/database/others.ts';
import type { EventStore, LogEvent, Position } from '../src/event-store/port.ts';
import type { Renewing } from '../src/event-store/refusals.ts';
import type { Reader } from '../src/kernel/definition/reader.ts';
import type { DomainEvent } from '../src/kernel/definition/resource.ts';
import type { Gate, Snapshots } from '../src/kernel/definition/services.ts';
import { pause } from '../src/timing/pauses.ts';
import { postgresManagerStore } from '../src/work/postgres-managers.ts';
import { type ApplyOptions, makeApply } from './feed/apply.ts';
import { type Feeder, makeFeeder } from './feed/feeder.ts';
import { type Foreign, makeForeign } from './feed/foreign.ts';
import { allGenerations, liveGenerations, type Stop, type Wanted, wantedOf } from './feed/generations.ts';
import { standingOf } from './feed/parked.ts';
import { CHANNEL, makeProgress, type Progress } from './feed/progress.ts';
import type { Parked } from './feed/target.ts';
import { openTransactions } from './feed/transactions.ts';
import type { Projection } from './model/model.ts';
import { makeGate } from './read/gate.ts';
import { makeReader } from './read/reader.ts';
import { makeSnapshots } from './read/snapshots.ts';
import { BuildFailed, type BuildOptions, build, type OnProgress } from './rebuild/build.ts';
import { despiteCuts, wasCutOff } from './rebuild/cut-off.ts';
import type { FillThreads } from './rebuild/fill-threads.ts';
import { forgetLost, type SweepOptions, sweep } from './rebuild/sweep.ts';
import { type Verification, verify } from './rebuild/verify.ts';

/** The read models of a process: reads, waiting for a position, feeding and rebuilding. */
export interface ReadModels {
  reader: Reader;
  snapshots: Snapshots;
  gate: Gate;
  progress: Progress;
  /**
   * Reads the present progress. With `feed` (the default) it also builds the projections that have no generation of
   * this version, then feeds all of them; it resolves when every projection that can be built is live. A projection
   * that cannot be built is logged, shown by `status`, and retried every minute.
   */
  start(options?: { feed?: boolean; onProgress?: OnProgress }): Promise<void>;
  stop(): Promise<void>;
  /** Names of the projections that this process feeds. */
  feeds(): string[];
  /** Whether every read model can be read and none has stopped. */
  ready(): boolean;
  /** One entry for each projection; for `projections list`, readiness and metrics. */
  status(): Promise<ProjectionStatus[]>;
  /** How many events of other programs this process has passed over since it began. */
  foreign(): number;
  /** Builds new generations of the named projections (default all) and swaps them in. */
  rebuild(names?: readonly string[], onProgress?: OnProgress): Promise<void>;
  /** Folds the log again and compares every row of the named projections (default all) with the live ones. */
  verify(names?: readonly string[], onProgress?: OnProgress): Promise<Verification[]>;
  /** Drops generations that are no longer used. Returns how many. */
  sweep(options?: SweepOptions): Promise<number>;
}

export interface ProjectionStatus {
  name: string;
  version: number;
  /** Absent while the first generation of this version is built. */
  generation: number | undefined;
  state: 'live' | 'building' | 'stopped' | 'missing';
  position: Position;
  /** Whether a process holds its lease. */
  fed: boolean;
  stopped: Stop | undefined;
  /** Companies that are parked in it. */
  parked: Parked[];
}

export interface ReadModelsOptions {
  projections: readonly Projection[];
  store: EventStore;
  /** Upcasts events and decrypts their personal members. */
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** The pool of the process: for reads, and for notifications of other processes. */
  sql: Sql;
  /** Opens a pool of its own for writing. */
  open: (options: OpenOptions) => Sql;
  /** How threads open their own resources, to fill new generations from a long log in parallel. */
  threads?: FillThreads;
  /** Whether other processes must be notified; when not given, they are. */
  others?: Others;
  /** Hears whether leases can be renewed. */
  renewing?: Renewing;
  log: Logger;
  /** Pauses in milliseconds before a stopped projection is retried; the last one repeats. */
  retry_ms?: readonly number[];
  /** Limit of the rows of one `find`; tests set a low one. */
  max_found?: number;
}

/** Connections for reads that are planned each time. */
const PLANNING = 4;
const PLANNED_ANEW = { plan_cache_mode: 'force_custom_plan' };
const BUILDING_ELSEWHERE_ms = 200;
const REBUILD_ms = 60_000;
const BEGIN_AGAIN_ms = 200;

class LiveReadModels implements ReadModels {
  private readonly options: ReadModelsOptions;
  private readonly projections: ReadModelsOptions['projections'];
  private readonly store: ReadModelsOptions['store'];
  private readonly sql: ReadModelsOptions['sql'];
  private readonly log: ReadModelsOptions['log'];
  private readonly hydrate: ReadModelsOptions['hydrate'];
  private readonly wanted: Wanted[];
  readonly progress: Progress;
  private readonly closers: (() => Promise<unknown>)[] = [];
  private readonly builder: BuildOptions;
  private feeder: Feeder | undefined;
  private readonly passedOver: Foreign;
  private stopped = false;
  private again: NodeJS.Timeout | undefined;
  readonly reader: ReadModels['reader'];
  readonly snapshots: ReadModels['snapshots'];
  readonly gate: ReadModels['gate'];

  constructor(options: ReadModelsOptions) {
    this.options = options;
    const { projections, store, sql, log, hydrate } = options;
    this.projections = projections;
    this.store = store;
    this.sql = sql;
    this.log = log;
    this.hydrate = hydrate;
    this.passedOver = makeForeign(log);
    this.wanted = wantedOf(this.projections);
    this.progress = makeProgress(this.sql, this.projections);
    this.builder = {
      store: this.store,
      hydrate: this.hydrate,
      progress: this.progress,
      open: options.open,
      threads: options.threads,
      log: this.log,
    };
    const planning = options.open({ max: PLANNING, name: 'payroll reads', settings: PLANNED_ANEW });
    this.closers.push(() => planning.end({ timeout: 2 }));
    const few = options.open({ max: 1, name: 'payroll records' });
    this.closers.push(() => few.end({ timeout: 2 }));
    this.reader = makeReader({
      sql: this.sql,
      planning,
      few,
      projections: this.projections,
      progress: this.progress,
      max_found: options.max_found,
    });
    this.gate = makeGate(this.progress);
    const snapshots = makeSnapshots({ store, wanted: this.wanted, open: options.open, max_found: options.max_found });
    this.snapshots = snapshots;
    this.closers.push(snapshots.close);
  }

  readonly start: ReadModels['start'] = async ({ feed = true, onProgress } = {}) => {
    const lost = await forgetLost(this.sql);
    if (lost.length > 0)
      this.log.warn({ schemas: lost }, 'the database has no tables of these read models: they are built again');
    // Listens first and reads the progress then, so that nothing in between is missed.
    await this.options.others?.start();
    await this.progress.start();
    if (!feed) return;
    if (!(await this.begunAgain(() => this.buildMissing(onProgress)))) this.retryBuilds();
    const own = this.options.open({ max: 3, name: 'payroll projections' });
    const live = openTransactions(this.options.open, 'payroll projections');
    const behind = openTransactions(this.options.open, 'payroll projections');
    this.closers.push(live.end, behind.end, () => own.end({ timeout: 2 }));
    const { hydrate, onParked } = this;
    const isHeard = this.options.others?.arePresent;
    const common = { sql: own, process: this.progress.process, hydrate, isHeard, onParked };
    this.feeder = makeFeeder({
      sql: own,
      store: this.store,
      wanted: this.wanted,
      progress: this.progress,
      apply: makeApply({ ...common, transactions: live }),
      applyBehind: makeApply({ ...common, transactions: behind }),
      renewing: this.options.renewing ?? ((renew) => renew()),
      log: this.log,
      foreign: this.passedOver,
      // Managers retry at once what they could not do for the company meanwhile.
      onHealed: (scope) => postgresManagerStore(this.sql, CHANNEL).retry({ scope }),
      retry_ms: this.options.retry_ms,
    });
    await this.feeder.start();
  };

  readonly feeds: ReadModels['feeds'] = () => this.feeder?.feeds() ?? [];

  readonly foreign: ReadModels['foreign'] = () => this.passedOver.count();

  readonly ready: ReadModels['ready'] = () =>
    this.progress.readPosition() !== undefined && this.progress.stopped().size === 0;

  readonly stop: ReadModels['stop'] = async () => {
    if (this.stopped) return;
    this.stopped = true;
    clearTimeout(this.again);
    try {
      await this.feeder?.stop();
    } finally {
      // Also where leases could not be given back: connections that stay open would keep the process.
      await this.progress.close();
      await this.options.others?.stop();
      for (const close of this.closers.splice(0)) await close();
    }
  };

  readonly status: ReadModels['status'] = async () => {
    const all = await allGenerations(this.sql);
    const statusOf = async ({ projection, shape }: Wanted): Promise<ProjectionStatus> => {
      const ours = all.filter(
        (one) => one.projection === projection.name && one.version === projection.version && one.shape === shape,
      );
      const live = ours.find(({ status }) => status === 'live');
      const building = ours.filter(({ status }) => status === 'building');
      const stop = live ? live.stopped : building.findLast(({ stopped }) => stopped)?.stopped;
      const otherwise = building.some(({ held }) => held) ? 'building' : 'missing';
      return {
        name: projection.name,
        version: projection.version,
        generation: live?.generation,
        state: stop ? 'stopped' : live ? 'live' : otherwise,
        position: live?.position ?? 0n,
        fed: live?.held ?? false,
        stopped: stop,
        parked: live?.parked.length ? [...((await standingOf(this.sql, live))?.parked.values() ?? [])] : [],
      };
    };
    return Promise.all(this.wanted.map(statusOf));
  };

  readonly verify: ReadModels['verify'] = async (names, onProgress) =>
    this.begunAgain(() => verify(this.builder, this.named(names), onProgress));

  readonly rebuild: ReadModels['rebuild'] = (names, onProgress) =>
    this.begunAgain(() => this.build(this.builder, this.named(names), onProgress));

  readonly sweep: ReadModels['sweep'] = async (sweepOptions) => sweep(this.sql, this.wanted, sweepOptions);

  private named(names: readonly string[] | undefined) {
    for (const name of names ?? [])
      if (!this.projections.some((projection) => projection.name === name))
        throw new Error(
          `there is no projection ${name}; there are ${this.projections.map((one) => one.name).join(', ')}`,
        );
    return names ? this.wanted.filter(({ projection }) => names.includes(projection.name)) : this.wanted;
  }

  private readonly onParked: ApplyOptions['onParked'] = ({ projection, generation, position }, parked, cause) => {
    const { scope, stream, revision } = parked;
    const about = { projection: projection.name, scope, stream, revision: revision.toString(), err: cause };
    this.log.error(
      about,
      'a projection cannot apply an event of a company: it parks the company and continues with the others (payroll projections list shows it)',
    );
    this.progress.companyParked({ projection: projection.name, generation }, scope, position);
  };

  /** Builds, and has managers try again, also where only some were built. */
  private async build(builder: BuildOptions, wanted: readonly Wanted[], onProgress?: OnProgress): Promise<void> {
    try {
      await build(builder, wanted, onProgress);
    } finally {
      // Of a company that was never parked here nobody says that it is healed: its managers may have met a lost table.
      // That they cannot be woken now does not hide how the build ended.
      await postgresManagerStore(this.sql, CHANNEL)
        .retry({})
        .catch((error: unknown) =>
          this.log.warn(
            { err: error },
            'process managers were not woken behind a build; they try again within minutes',
          ),
        );
    }
  }

  /** Begins again what was cut off while this process was held. */
  private begunAgain<T>(work: () => Promise<T>): Promise<T> {
    return despiteCuts(
      work,
      (error) => !this.stopped && wasCutOff(error),
      (error) => {
        this.log.warn({ err: error }, 'building read models was cut off; it is begun again');
        return pause(BEGIN_AGAIN_ms);
      },
    );
  }

  /** Builds projections without a live generation, unless another process does. False when one could not be built. */
  private async buildMissing(onProgress?: OnProgress): Promise<boolean> {
    while (!this.stopped) {
      const live = await liveGenerations(this.sql, this.wanted);
      const missing = this.wanted.filter(({ projection }) => !live.has(projection.name));
      if (missing.length === 0) return true;
      const elsewhere = (await allGenerations(this.sql)).filter(
        ({ status, held, owner }) => status === 'building' && held && owner !== this.progress.process,
      );
      const ours = missing.filter(({ projection, shape }) =>
        elsewhere.every((one) => one.projection !== projection.name || one.shape !== shape),
      );
      if (ours.length === 0) {
        // Its builder soon swaps it in, or dies, and then this process builds it.
        await pause(BUILDING_ELSEWHERE_ms);
        continue;
      }
      try {
        await this.build({ ...this.builder, takesOver: true }, ours, onProgress);
      } catch (error) {
        if (!(error instanceof BuildFailed)) throw error;
        this.log.error({ err: error }, 'building read models failed; it will be retried');
        return false;
      }
    }
    return true;
  }

  private retryBuilds(): void {
    this.again = setTimeout(() => {
      this.buildMissing()
        .catch((error: unknown) => {
          this.log.error({ err: error }, 'building read models failed; it will be retried');
          return false;
        })
        .then((done) => {
          if (!done && !this.stopped) this.retryBuilds();
        });
    }, REBUILD_ms);
    this.again.unref();
  }
}

export const makeReadModels = (options: ReadModelsOptions): ReadModels => new LiveReadModels(options);
