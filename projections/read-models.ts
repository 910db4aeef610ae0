import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OpenOptions, Sql } from '../src/database/connect.ts';
import type { EventStore, LogEvent, Position } from '../src/event-store/port.ts';
import type { Reader } from '../src/kernel/definition/reader.ts';
import type { DomainEvent } from '../src/kernel/definition/resource.ts';
import type { Gate } from '../src/kernel/definition/services.ts';
import { postgresManagerStore } from '../src/work/postgres-managers.ts';
import { type ApplyOptions, makeApply } from './feed/apply.ts';
import { type Feeder, makeFeeder } from './feed/feeder.ts';
import { allGenerations, liveGenerations, type Stop, type Wanted, wantedOf } from './feed/generations.ts';
import { openJourneys } from './feed/journeys.ts';
import { type Parked, standingOf } from './feed/parked.ts';
import { CHANNEL, makeProgress, type Progress } from './feed/progress.ts';
import type { Projection } from './model/model.ts';
import { makeGate } from './read/gate.ts';
import { makeReader } from './read/reader.ts';
import { BuildFailed, build, type OnProgress } from './rebuild/build.ts';
import type { FillThreads } from './rebuild/fill-threads.ts';
import { type SweepOptions, sweep } from './rebuild/sweep.ts';
import { type Verification, verify } from './rebuild/verify.ts';

/** The read models of a process: reading them, waiting for them, feeding them, building them anew. */
export interface ReadModels {
  reader: Reader;
  gate: Gate;
  progress: Progress;
  /**
   * Learns how far everything is. With `feed` (the default) it also builds what has no generation of this version, and
   * then feeds the projections; it resolves when everything that can be built is live. What cannot be built is logged,
   * shown by `status`, and tried again every minute.
   */
  start(options?: { feed?: boolean; onProgress?: OnProgress }): Promise<void>;
  stop(): Promise<void>;
  /** Names of the projections that this process feeds. */
  feeds(): string[];
  /** Whether every read model can be read and none has stopped. */
  ready(): boolean;
  /** One entry for each projection; for `projections list`, readiness and metrics. */
  status(): Promise<ProjectionStatus[]>;
  /** Builds new generations of the named projections (default all) and swaps them in. */
  rebuild(names?: readonly string[], onProgress?: OnProgress): Promise<void>;
  /** Folds the log again and compares every row of the named projections (default all) with the live ones. */
  verify(names?: readonly string[], onProgress?: OnProgress): Promise<Verification[]>;
  /** Drops generations that nobody needs any more; gives how many. */
  sweep(options?: SweepOptions): Promise<number>;
}

export interface ProjectionStatus {
  name: string;
  version: number;
  /** Absent while the first generation of this version is built. */
  generation: number | undefined;
  state: 'live' | 'building' | 'stopped' | 'missing';
  position: Position;
  /** Whether some process holds its lease. */
  fed: boolean;
  stopped: Stop | undefined;
  /** Companies that it cannot follow. */
  parked: Parked[];
}

export interface ReadModelsOptions {
  projections: readonly Projection[];
  store: EventStore;
  /** Upcasts events and opens their personal members. */
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** The pool of the process: reads, and news of other processes. */
  sql: Sql;
  /** Opens a pool of its own for writing. */
  open: (options: OpenOptions) => Sql;
  /** How threads come by all this, for the filling of new generations from a long log. */
  threads?: FillThreads;
  log: Logger;
  /** Pauses before a stopped projection tries again; the last repeats. */
  retry_ms?: readonly number[];
  /** Pause before what could not be built is tried again; default a minute. */
  rebuild_ms?: number;
  /** Most rows of one `find`, for tests of what is beyond it. */
  max_found?: number;
}

const BUILDING_ELSEWHERE_ms = 200;
const REBUILD_ms = 60_000;

export const makeReadModels = (options: ReadModelsOptions): ReadModels => {
  const { projections, store, sql, log, hydrate } = options;
  const wanted = wantedOf(projections);
  const named = (names: readonly string[] | undefined) => {
    for (const name of names ?? [])
      if (!projections.some((projection) => projection.name === name))
        throw new Error(`there is no projection ${name}; there are ${projections.map((one) => one.name).join(', ')}`);
    return names ? wanted.filter(({ projection }) => names.includes(projection.name)) : wanted;
  };
  const progress = makeProgress(sql, projections);
  const closers: (() => Promise<unknown>)[] = [];
  const onParked: ApplyOptions['onParked'] = ({ projection, generation, position }, parked, cause) => {
    const { scope, stream, revision } = parked;
    const about = { projection: projection.name, scope, stream, revision: revision.toString(), err: cause };
    log.error(about, 'a projection cannot take an event of a company, and goes on without that company');
    progress.companyParked({ projection: projection.name, generation }, scope, position);
  };
  const builder = { store, hydrate, progress, open: options.open, threads: options.threads, log };
  let feeder: Feeder | undefined;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;

  /** Builds what has no live generation, unless another process is at it. False when something could not be built. */
  const buildMissing = async (onProgress?: OnProgress): Promise<boolean> => {
    while (!stopped) {
      const live = await liveGenerations(sql, wanted);
      const missing = wanted.filter(({ projection }) => !live.has(projection.name));
      if (missing.length === 0) return true;
      const elsewhere = (await allGenerations(sql)).filter(
        ({ status, held, owner }) => status === 'building' && held && owner !== progress.process,
      );
      const ours = missing.filter(({ projection, shape }) =>
        elsewhere.every((one) => one.projection !== projection.name || one.shape !== shape),
      );
      if (ours.length === 0) {
        // Its builder swaps it in, or dies and leaves it to us: either way it is soon.
        await pause(BUILDING_ELSEWHERE_ms);
        continue;
      }
      try {
        await build(builder, ours, onProgress);
      } catch (error) {
        if (!(error instanceof BuildFailed)) throw error;
        log.error({ err: error }, 'read models could not be built');
        return false;
      }
    }
    return true;
  };

  const retryBuilds = (): void => {
    again = setTimeout(() => {
      buildMissing()
        .catch((error: unknown) => {
          log.error({ err: error }, 'read models could not be built');
          return false;
        })
        .then((done) => {
          if (!done && !stopped) retryBuilds();
        });
    }, options.rebuild_ms ?? REBUILD_ms);
    again.unref();
  };

  return {
    reader: makeReader({ sql, projections, progress, max_found: options.max_found }),
    gate: makeGate(progress),
    progress,

    start: async ({ feed = true, onProgress } = {}) => {
      await progress.start();
      if (!feed) return;
      if (!(await buildMissing(onProgress))) retryBuilds();
      const own = options.open({ max: 3, name: 'payroll projections' });
      const live = openJourneys(options.open, 'payroll projections');
      const behind = openJourneys(options.open, 'payroll projections');
      closers.push(live.end, behind.end, () => own.end({ timeout: 2 }));
      const common = { sql: own, process: progress.process, hydrate, onParked };
      feeder = makeFeeder({
        sql: own,
        store,
        wanted,
        progress,
        apply: makeApply({ ...common, journeys: live }),
        applyBehind: makeApply({ ...common, journeys: behind }),
        log,
        // What managers could not do for it meanwhile.
        onHealed: (scope) => postgresManagerStore(sql, CHANNEL).retry({ scope }),
        retry_ms: options.retry_ms,
      });
      await feeder.start();
    },

    feeds: () => feeder?.feeds() ?? [],
    ready: () => progress.readPosition() !== undefined && progress.stopped().size === 0,

    stop: async () => {
      if (stopped) return;
      stopped = true;
      clearTimeout(again);
      await feeder?.stop();
      await progress.close();
      for (const close of closers.splice(0)) await close();
    },

    status: async () => {
      const all = await allGenerations(sql);
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
          parked: live?.parked.length ? [...((await standingOf(sql, live))?.parked.values() ?? [])] : [],
        };
      };
      return Promise.all(wanted.map(statusOf));
    },

    verify: async (names, onProgress) => verify(builder, named(names), onProgress),
    rebuild: async (names, onProgress) => build(builder, named(names), onProgress),
    sweep: async (sweepOptions) => sweep(sql, wanted, sweepOptions),
  };
};
