import type { Logger } from 'pino';
import type { Sql } from '../../src/database/connect.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { listedPause } from '../../src/timing/pauses.ts';
import type { Apply } from './apply.ts';
import { followSide, type Parked, recordStillParked, sideOf, standingOf, unpark } from './parked.ts';
import { CHANNEL, changedMessage, type Progress } from './progress.ts';
import { nameOf, type Target } from './target.ts';
import { Fenced } from './transactions.ts';

/** A projection that this process feeds. */
export interface Fed extends Target {
  /** When parked companies are tried again, and how often they were. */
  retries: Map<string, { failures: number; at: number }>;
  /** Parked companies that are catching up. */
  healing: Promise<void> | undefined;
  mode: 'attached' | 'catching' | 'stopped';
  /** Set when it was let go; what still works on it ends. */
  gone: boolean;
  failures: number;
  retryAt: number;
  /** The catching up that is under way. */
  work: Promise<void> | undefined;
}

export interface ParkedRetriesOptions {
  sql: Sql;
  store: EventStore;
  progress: Progress;
  /** Over a connection of its own. */
  apply: Apply;
  log: Logger;
  /** A parked company has caught up, and can be read. */
  onHealed?: (scope: string) => Promise<unknown>;
  /** Pauses before a company is tried again; the last repeats. */
  retry_ms: readonly number[];
  /** What changes a fed projection takes turns. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives a projection up: it is taken over again, from what the database says. */
  letGo: (one: Fed) => void;
  isStopping: () => boolean;
}

/**
 * Tries the parked companies of fed projections again, after growing pauses. All that are due read the log together,
 * beside the others, until they are where their projection is.
 */
export class ParkedRetries {
  private readonly sql: Sql;
  private readonly store: EventStore;
  private readonly progress: Progress;
  private readonly owner: string;
  private readonly apply: Apply;
  private readonly log: Logger;
  private readonly onHealed: ParkedRetriesOptions['onHealed'];
  private readonly retry_ms: readonly number[];
  private readonly inTurn: ParkedRetriesOptions['inTurn'];
  private readonly letGo: ParkedRetriesOptions['letGo'];
  private readonly isStopping: ParkedRetriesOptions['isStopping'];

  constructor(options: ParkedRetriesOptions) {
    this.sql = options.sql;
    this.store = options.store;
    this.progress = options.progress;
    this.owner = options.progress.process;
    this.apply = options.apply;
    this.log = options.log;
    this.onHealed = options.onHealed;
    this.retry_ms = options.retry_ms;
    this.inTurn = options.inTurn;
    this.letGo = options.letGo;
    this.isStopping = options.isStopping;
  }

  /** Begins to try those again whose turn it is, beside the others. */
  retry(one: Fed): void {
    if (one.healing || one.mode !== 'attached' || one.parked.size === 0) return;
    const now = performance.now();
    const due: Parked[] = [];
    for (const parked of one.parked.values()) {
      const retry = one.retries.get(parked.scope);
      if (!retry) one.retries.set(parked.scope, { failures: 0, at: now + listedPause(this.retry_ms, 0) });
      else if (now >= retry.at) due.push(parked);
    }
    if (due.length === 0) return;
    one.healing = this.tryAgain(one, due)
      .catch((error: unknown) => this.log.warn({ err: error }, 'parked companies could not be tried again'))
      .finally(() => {
        one.healing = undefined;
      });
  }

  /** Tries to bring parked companies to where their projection is, and lets them continue with the others. */
  private async tryAgain(one: Fed, due: readonly Parked[]): Promise<void> {
    const name = nameOf(one);
    const side = sideOf(one, due);
    const active = (): boolean => !one.gone && !this.isStopping() && one.mode === 'attached';
    const follow = (): Promise<void> =>
      followSide(side, one.position, { store: this.store, apply: this.apply, active });
    let healed: string[] = [];
    try {
      for (let round = 0; round < 3 && active(); round++) await follow();
      await this.inTurn(async () => {
        if (active()) await follow();
        if (!active() || side.only.size === 0) return;
        const scopes = [...side.only.keys()];
        try {
          await unpark(this.sql, this.owner, name, scopes, one.position);
        } catch (error) {
          // Perhaps they were freed: nothing may be passed over for them before that is known.
          this.letGo(one);
          throw error;
        }
        for (const scope of scopes) {
          one.parked.delete(scope);
          one.retries.delete(scope);
        }
        // Their rows were written beside what is kept of them.
        one.cache.forget();
        healed = scopes;
      });
      await recordStillParked(this.sql, name, [...side.parked.values()]);
    } catch (error) {
      if (error instanceof Fenced) return;
      this.log.warn({ projection: name.projection, err: error }, 'parked companies could not catch up; they try again');
    } finally {
      await this.noteOutcome(one, due).catch(() => this.letGo(one));
    }
    if (healed.length === 0) return;
    this.log.info({ projection: name.projection, scopes: healed }, 'parked companies go on');
    await this.progress.refresh();
    await this.sql`select pg_notify(${CHANNEL}, ${changedMessage(this.owner)})`;
    for (const scope of healed) await this.onHealed?.(scope);
  }

  /** Where those that were tried are now, and when they are tried again. */
  private noteOutcome(one: Fed, tried: readonly Parked[]): Promise<void> {
    return this.inTurn(async () => {
      if (one.gone) return;
      const standing = await standingOf(this.sql, nameOf(one));
      for (const { scope } of tried) {
        const parked = standing?.parked.get(scope);
        if (!parked || !one.parked.has(scope)) continue;
        one.parked.set(scope, parked);
        const failures = (one.retries.get(scope)?.failures ?? 0) + 1;
        one.retries.set(scope, { failures, at: performance.now() + listedPause(this.retry_ms, failures) });
      }
    });
  }
}
