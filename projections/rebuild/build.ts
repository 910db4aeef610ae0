import type { Logger } from 'pino';
import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import type { EventStore, LogEvent, Position } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { Poison } from '../feed/apply.ts';
import { liveGenerations, type Wanted } from '../feed/generations.ts';
import type { Progress } from '../feed/progress.ts';
import { openTransactions, type Transactions } from '../feed/transactions.ts';
import { later } from '../model/positions.ts';
import { isHeldUp, isKeptWaiting } from './cut-off.ts';
import {
  abandonDraft,
  beginDrafts,
  byPosition,
  type Draft,
  draftsHeartbeat,
  dropFailed,
  expectParked,
  fillDrafts,
  followLog,
  isLive,
  moveTo,
  retryParked,
  sweepBefore,
} from './drafts.ts';
import { finish, openFillConnections } from './fill.ts';
import type { FillThreads } from './fill-threads.ts';
import { refuseLost } from './lost.ts';
import { Overtaken, ParksMore, swap } from './swap.ts';
import { drop } from './sweep.ts';
import { takeOver } from './take-over.ts';

/**
 * Builds new generations from the log beside the live ones, and swaps them in.
 *
 *   building   in a schema of its own, which is not read. When the builder is killed, the old generation is unaffected,
 *              and `sweep` removes the rest once the builder's lease has run out
 *   swap       the checkpoint of the live generation is locked; the new one applies the remaining events up to exactly
 *              that position; then, in one commit, the old one is retired and the new one becomes live
 *   retired    kept for a while, for queries of processes that have not noticed yet
 *
 * The feeder finds its generation retired, and continues with the new one from the same position.
 *
 * A company whose event cannot be applied is parked in the new generation. If it is not parked in the live one, the
 * live one stays: a rebuild makes no company read-only. Where no generation is live yet, after an upgrade, the new one
 * is swapped in all the same, so that one company does not block the others.
 */
export interface BuildProgress {
  projections: readonly string[];
  phase: 'reading' | 'indexing' | 'swapping' | 'done';
  /** Events read so far. */
  events: number;
  position: Position;
  /** The end of the log when this phase began. */
  head: Position;
  elapsed_ms: number;
}

export type OnProgress = (progress: BuildProgress) => void;

export interface BuildOptions {
  store: EventStore;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  progress: Progress;
  open: (options: OpenOptions) => Sql;
  /** Threads for long logs; without it, one thread does everything. */
  threads?: FillThreads;
  /**
   * Whether unchanged tables are copied from a live generation of older code, and only the others filled from the log.
   */
  takesOver?: boolean;
  log: Logger;
}

/** Some projections could not be built, each because of an event that it cannot apply. The others were swapped in. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
  readonly poisons: ReadonlyMap<string, Poison>;
  constructor(poisons: ReadonlyMap<string, Poison>) {
    const parts = [...poisons].map(
      ([name, { stream, revision, error }]) => `${name} cannot apply event ${revision} of ${stream}: ${error}`,
    );
    super(parts.join('; '));
    this.poisons = poisons;
  }
}

/** Tries of one swap. */
const MAX_SWAPS = 50;

/** What one build works with; its connections end with it. */
export interface Tools extends BuildOptions {
  owner: string;
  sql: Sql;
  copying: Sql;
  transactions: Transactions;
}

/** Opens the connections of a build, runs the work and closes them. */
export const withTools = async <T>(options: BuildOptions, work: (tools: Tools) => Promise<T>): Promise<T> => {
  const { sql, copying, end } = openFillConnections(options.open);
  const transactions = openTransactions(options.open, 'payroll build');
  try {
    return await work({ ...options, owner: options.progress.process, sql, copying, transactions });
  } finally {
    await Promise.all([end(), transactions.end()]);
  }
};

/** One build: the drafts that are not done yet, and the results of the others. */
class Build {
  private readonly tools: Tools;
  private readonly wanted: readonly Wanted[];
  private readonly onProgress: OnProgress;
  private readonly started_ms = performance.now();
  private drafts: Draft[];
  private readonly failed = new Map<string, Poison>();
  private events = 0;

  constructor(tools: Tools, wanted: readonly Wanted[], drafts: Draft[], onProgress: OnProgress) {
    this.tools = tools;
    this.wanted = wanted;
    this.drafts = drafts;
    this.onProgress = onProgress;
  }

  /** @throws BuildFailed when some could not be built; the others were swapped in. LogLost: none was */
  async run(): Promise<void> {
    const { store, sql, owner, log } = this.tools;
    try {
      const head = await store.head();
      await expectParked(sql, this.drafts, await liveGenerations(sql, this.wanted), head);
      if (this.tools.takesOver) await takeOver(sql, this.drafts, log);
      for (const [upTo, some] of byPosition(this.drafts, head)) {
        await this.fillTo(some, upTo);
        const filled = some.filter((draft) => this.drafts.includes(draft));
        await finish(filled, sql);
        await moveTo(sql, owner, filled, upTo);
      }
      for (const draft of this.drafts) await retryParked(this.tools, draft);
      for (let round = 0; round < 3 && this.drafts.length > 0; round++)
        await this.follow(this.drafts, await store.head(), 'reading');
      await refuseLost(sql, store, this.drafts);
      for (const draft of [...this.drafts]) await this.swapIn(draft);
      const position = this.drafts.map((draft) => draft.position).reduce(later, 0n);
      this.report('done', position, position);
    } catch (error) {
      throw await dropFailed(sql, this.drafts, error);
    }
    if (this.failed.size > 0) throw new BuildFailed(this.failed);
  }

  private report(phase: BuildProgress['phase'], position: Position, head: Position): void {
    this.onProgress({
      projections: this.wanted.map(({ projection }) => projection.name),
      phase,
      events: this.events,
      position,
      head,
      elapsed_ms: performance.now() - this.started_ms,
    });
  }

  /** Abandons the drafts that stopped at an event. */
  private async abandonStopped(poisons: ReadonlyMap<unknown, Poison>): Promise<void> {
    for (const draft of this.drafts) {
      const poison = poisons.get(draft);
      if (!poison) continue;
      this.failed.set(draft.projection.name, poison);
      await abandonDraft(this.tools.sql, draft, poison);
    }
    this.drafts = this.drafts.filter((draft) => !poisons.has(draft));
  }

  private async follow(some: readonly Draft[], upTo: Position, phase: BuildProgress['phase']): Promise<void> {
    const poisons = await followLog(this.tools, some, upTo, (count, position) => {
      this.events += count;
      this.report(phase, position, upTo);
    });
    await this.abandonStopped(poisons);
  }

  private async fillTo(some: readonly Draft[], upTo: Position): Promise<void> {
    const { store, hydrate, sql, copying, threads } = this.tools;
    const poisons = await fillDrafts(some, upTo, {
      store,
      hydrate,
      copying,
      sql,
      threads,
      signal: new AbortController().signal,
      onBatch: (count, position) => {
        this.events += count;
        this.report(position < upTo ? 'reading' : 'indexing', position, upTo);
      },
    });
    await this.abandonStopped(poisons);
  }

  /** Brings a draft to the end of the log and swaps it in. It is retried where something held it up. */
  private async swapIn(draft: Draft): Promise<void> {
    const { store, sql, progress, log } = this.tools;
    const isLeft = (): boolean => this.drafts.includes(draft);
    for (let attempt = 0; isLeft(); attempt++) {
      await this.follow([draft], await store.head(), 'swapping');
      if (!isLeft()) return;
      try {
        await swap(this.tools, draft, (upTo) => this.follow([draft], upTo, 'swapping'));
      } catch (error) {
        if (!isLeft() || (await this.isGivenUp(draft, error))) return;
        // It took too long, or this process was held: the database ends the session so that the feeder is not blocked.
        if (!isHeldUp(error) || attempt >= MAX_SWAPS) throw error;
        if (isKeptWaiting(error))
          log.warn(
            { err: error, projection: draft.projection.name },
            'a read model that was built waits to be swapped in: another session holds the live one (pg_stat_activity shows which)',
          );
        if (!(await isLive(sql, draft))) continue;
        await progress.refresh();
      }
      if (draft.parked.size > 0)
        log.error(
          { projection: draft.projection.name, scopes: [...draft.parked.keys()] },
          'a projection was built, but parks companies whose events it cannot apply (payroll projections list shows them)',
        );
      return;
    }
  }

  /** Whether the swap of a draft failed for good: a later one is live, or it would park more companies. */
  private async isGivenUp(draft: Draft, error: unknown): Promise<boolean> {
    if (error instanceof Overtaken) {
      this.drafts = this.drafts.filter((one) => one !== draft);
      await drop(this.tools.sql, { ...draft, projection: draft.projection.name }, 'building');
      return true;
    }
    if (!(error instanceof ParksMore)) return false;
    await this.abandonStopped(new Map([[draft, error.poison]]));
    return true;
  }
}

/**
 * Builds new generations of the projections in one pass over the log, and swaps each in.
 *
 * @throws BuildFailed when some cannot be built, or would park a company that the live generation does not; the others
 *   were swapped in. LogLost when the log lacks events of records that a live generation has; none was swapped in.
 */
export const build = (
  options: BuildOptions,
  wanted: readonly Wanted[],
  onProgress: OnProgress = () => {},
): Promise<void> =>
  withTools(options, async (tools) => {
    await sweepBefore(tools.sql, tools.owner, wanted);
    const heartbeat = draftsHeartbeat(tools.sql, tools.owner, tools.log);
    await heartbeat.start();
    try {
      const drafts = await beginDrafts(tools.sql, tools.owner, wanted);
      await new Build(tools, wanted, drafts, onProgress).run();
    } finally {
      await heartbeat.stop();
    }
  });
