import type { Logger } from 'pino';
import type { OpenOptions, Sql } from '../src/database/connect.ts';
import type { EventStore, LogEvent, Position } from '../src/event-store/port.ts';
import type { DomainEvent } from '../src/kernel/resource.ts';
import type { Gate, Reader } from '../src/kernel/services.ts';
import { makeApply } from './apply.ts';
import { build, type OnProgress, type SweepOptions, sweep } from './build.ts';
import { type Feeder, makeFeeder } from './feeder.ts';
import { makeGate } from './gate.ts';
import { allGenerations, IDLE_IN_TRANSACTION_ms, liveGenerations, type Stop, wantedOf } from './generations.ts';
import type { Projection } from './model.ts';
import { makeProgress, type Progress } from './progress.ts';
import { makeReader } from './reader.ts';

/** The read models of a process: reading them, waiting for them, feeding them, building them anew. */
export interface ReadModels {
  reader: Reader;
  gate: Gate;
  progress: Progress;
  /**
   * Learns how far everything is, builds what has no generation of this version, and feeds the projections when this
   * process is to (`feed`). Resolves when all read models can be read.
   */
  start(options?: { feed?: boolean; onProgress?: OnProgress }): Promise<void>;
  stop(): Promise<void>;
  /** One entry for each projection; for `projections list`, readiness and metrics. */
  status(): Promise<ProjectionStatus[]>;
  /** Builds new generations of the named projections (default all) and swaps them in. */
  rebuild(names?: readonly string[], onProgress?: OnProgress): Promise<void>;
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
  log: Logger;
  retry_ms?: readonly number[];
}

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
  let writing: Sql | undefined;
  /** Read models can be built again: their commits need not wait for the disk. */
  const writer = (): Sql => {
    writing ??= options.open({
      max: 4,
      name: 'payroll projections',
      idleInTransaction_ms: IDLE_IN_TRANSACTION_ms,
      lockTimeout_ms: 10_000,
      settings: { synchronous_commit: 'off' },
    });
    return writing;
  };
  const apply = () => makeApply({ sql: writer(), process: progress.process, hydrate });
  const builder = () => ({ sql: writer(), store, progress, apply: apply(), log });
  let feeder: Feeder | undefined;

  return {
    reader: makeReader(sql, projections, progress),
    gate: makeGate(progress),
    progress,

    start: async ({ feed = true, onProgress } = {}) => {
      await progress.start();
      if (feed) {
        const live = await liveGenerations(sql, wanted);
        const missing = wanted.filter(({ projection }) => !live.has(projection.name));
        if (missing.length > 0) await build(builder(), missing, onProgress);
        feeder = makeFeeder({ ...builder(), wanted, retry_ms: options.retry_ms });
        await feeder.start();
      }
      const there = () => progress.readPosition() !== undefined;
      while (!(await progress.until(there, performance.now() + 60_000)));
    },

    stop: async () => {
      await feeder?.stop();
      await progress.close();
      await writing?.end({ timeout: 5 });
    },

    status: async () => {
      const all = await allGenerations(sql);
      return wanted.map(({ projection, shape }) => {
        const ours = all.filter(
          (one) => one.projection === projection.name && one.version === projection.version && one.shape === shape,
        );
        const live = ours.find(({ status }) => status === 'live');
        const building = ours.some(({ status, held }) => status === 'building' && held);
        return {
          name: projection.name,
          version: projection.version,
          generation: live?.generation,
          state: live ? (live.stopped ? 'stopped' : 'live') : building ? 'building' : 'missing',
          position: live?.position ?? 0n,
          fed: live?.held ?? false,
          stopped: live?.stopped,
        };
      });
    },

    rebuild: async (names, onProgress) => build(builder(), named(names), onProgress),
    sweep: async (sweepOptions) => sweep(writer(), wanted, sweepOptions),
  };
};
