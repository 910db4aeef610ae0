import type { Logger } from 'pino';
import type { Sql } from '../../src/database/connect.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { listedPause } from '../../src/timing/pauses.ts';
import type { Apply } from './apply.ts';
import { recordStillParked, standingOf, unpark } from './parked.ts';
import { CHANNEL, changedMessage, type Progress } from './progress.ts';
import { followSide, sideOf } from './side.ts';
import { nameOf, type Parked, type Target } from './target.ts';
import { Fenced } from './transactions.ts';

/** A projection that this process feeds. */
export interface Fed extends Target {
  /** For each parked company, when it is retried (by performance.now()) and how often it has failed. */
  retries: Map<string, { failures: number; at: number }>;
  /** The retry of parked companies that is running. */
  healing: Promise<void> | undefined;
  mode: 'attached' | 'catching' | 'stopped';
  /** Set when this process gives it up; work on it that still runs must end. */
  gone: boolean;
  failures: number;
  retryAt: number;
  /** The catch-up that is running. */
  work: Promise<void> | undefined;
}

export interface ParkedRetriesOptions {
  sql: Sql;
  store: EventStore;
  progress: Progress;
  /** Over a connection of its own. */
  apply: Apply;
  log: Logger;
  /** Called when a parked company has caught up and can be read. */
  onHealed?: (scope: string) => Promise<unknown>;
  /** Pauses before a company is retried; the last one repeats. */
  retry_ms: readonly number[];
  /** Runs changes of fed projections one at a time. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives a projection up: it is taken over again, from its stored checkpoint. */
  letGo: (one: Fed) => void;
  isStopping: () => boolean;
}

/**
 * Retries the parked companies of fed projections, after growing pauses. All companies that are due share one reading
 * of the log, beside the reader of the others, until they have caught up with their projection.
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

  /** Starts the retry of the parked companies that are due, unless one is running. */
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
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'parked companies could not be retried; this will be repeated'),
      )
      .finally(() => {
        one.healing = undefined;
      });
  }

  /** Lets parked companies catch up with their projection, and unparks those that do. */
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
          // They may have been unparked: none of their events may be skipped until that is known.
          this.letGo(one);
          throw error;
        }
        for (const scope of scopes) {
          one.parked.delete(scope);
          one.retries.delete(scope);
        }
        // Their rows were written past the cache.
        one.cache.forget();
        healed = scopes;
      });
      await recordStillParked(this.sql, name, [...side.parked.values()]);
    } catch (error) {
      if (error instanceof Fenced) return;
      this.log.warn(
        { projection: name.projection, err: error },
        'parked companies could not catch up; they will be retried',
      );
    } finally {
      await this.noteOutcome(one, due).catch(() => this.letGo(one));
    }
    if (healed.length === 0) return;
    this.log.info(
      { projection: name.projection, scopes: healed },
      'companies caught up with the read model and are no longer parked',
    );
    await this.progress.refresh();
    await this.sql`select pg_notify(${CHANNEL}, ${changedMessage(this.owner)})`;
    for (const scope of healed) await this.onHealed?.(scope);
  }

  /** Notes how far the retried companies have come, and when they are retried again. */
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
