import type { Sql } from '../../src/database/connect.ts';
import type { LogEvent, Position } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { scopeOf } from '../../src/kernel/definition/scope.ts';
import { allEnded } from '../../src/timing/all-ended.ts';
import { isSliceOver, nextTurn } from '../../src/timing/give-way.ts';
import { messageOf } from '../../src/values/describe-error.ts';
import { categoryOf, type RowRef } from '../model/model.ts';
import { SumRefused, trackSums } from '../model/sums.ts';
import { isTransient } from '../model/transient.ts';
import { type Advance, advanceStatement, type Stop } from './generations.ts';
import { advanceParkedStatement, parkStatement } from './parked.ts';
import { companyParkedMessage, reachedMessage } from './progress.ts';
import { nameOf, type Parked, storedOf, type Target } from './target.ts';
import { Fenced, type Statement, type Transactions } from './transactions.ts';
import { readRows, writeChanges } from './writing.ts';

/**
 * Applies one batch of events to the tables of some projections: events are decrypted once, folded in memory and
 * written in one transaction with the checkpoints.
 *
 * An event that a projection cannot apply parks its company there. That is recorded in the transaction that moves the
 * checkpoint past the event; later events of the company are skipped, and all other companies continue. An event
 * without a company stops this projection right before the event; the other projections get the whole batch.
 */

/** An event that a projection could not apply. */
export interface Poison extends Omit<Stop, 'at'> {
  /** Its position in the log, when that is known. */
  position?: Position;
  cause: unknown;
}

export interface ApplyOptions {
  /** For reading rows. */
  sql: Sql;
  /** For writing them. */
  transactions: Transactions;
  /** Id of this process, as the owner of leases. */
  process: string;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** Notify no other process: these generations are not read yet. */
  silent?: boolean;
  /** Whether other processes may listen for notifications; by default they may. */
  isHeard?: (() => boolean) | undefined;
  onParked?: (target: Target, parked: Parked, cause: unknown) => void;
}

/**
 * Applies a batch to the targets, each from its own position. A target that handles none of the events advances in
 * memory alone; an empty batch stores its checkpoint later. Resolves when the batch is committed, with the targets that
 * stopped and why; these are right before that event.
 *
 * @throws Fenced when a checkpoint was moved or taken by another process; that transaction wrote nothing, and the
 *   caches of all targets are empty.
 * @throws transient errors (the database is unavailable); the caches are empty, and the batch may be retried once the
 *   checkpoints have been read again.
 */
export type Apply = (
  targets: readonly Target[],
  events: readonly LogEvent[],
  upTo: Position,
) => Promise<Map<Target, Poison>>;

/** An event that at least one target handles, decrypted; or the error that prevented it. */
interface Item {
  stored: LogEvent;
  category: string;
  event: DomainEvent | undefined;
  error: unknown;
}

class BatchApplier {
  private readonly sql: ApplyOptions['sql'];
  private readonly transactions: ApplyOptions['transactions'];
  private readonly process: ApplyOptions['process'];
  private readonly hydrate: ApplyOptions['hydrate'];
  private readonly silent: ApplyOptions['silent'];
  private readonly isHeard: () => boolean;
  private readonly onParked: ApplyOptions['onParked'];

  constructor({ sql, transactions, process, hydrate, silent, isHeard = () => true, onParked }: ApplyOptions) {
    this.sql = sql;
    this.transactions = transactions;
    this.process = process;
    this.hydrate = hydrate;
    this.silent = silent;
    this.isHeard = isHeard;
    this.onParked = onParked;
  }

  readonly apply: Apply = async (targets, events, upTo) => {
    const poisons = new Map<Target, Poison>();
    const behind = targets.filter((one) => one.position < upTo || (one.position === upTo && storedOf(one) < upTo));
    if (behind.length === 0) return poisons;
    try {
      const items = await this.open(events, behind);
      let whole: { target: Target; items: Item[] }[] = [];
      const cut: { target: Target; items: Item[] }[] = [];
      // None may go on folding into a cache that is empty again by then.
      await allEnded(
        behind.map(async (target) => {
          const own = this.mine(target, items);
          const { taken } = await this.fold(target, own);
          if (taken === own.length) whole.push({ target, items: own });
          else cut.push({ target, items: own });
        }),
      );
      // When anything is written, the targets that handle none of the events advance in memory alone.
      const concerned = whole.filter(({ target, items }) => items.length > 0 || !this.mayPass(target));
      const passing = concerned.length > 0 ? whole.filter((one) => !concerned.includes(one)) : [];
      whole = whole.filter((one) => !passing.includes(one));
      try {
        const [first] = whole;
        if (first?.target.only) await this.writeBeside(first.target, first.items, upTo);
        else if (first) await this.write(whole.map(targetOf), upTo, { passing: passing.map(targetOf) });
      } catch (error) {
        if (error instanceof Fenced || isTransient(error)) throw error;
        cut.push(...whole, ...passing);
      }
      for (const { target, items: own } of cut) {
        const poison = await this.stepwise(target, own, upTo);
        if (poison) poisons.set(target, poison);
      }
      for (const target of poisons.keys()) target.cache.forget();
      return poisons;
    } catch (error) {
      for (const { cache } of behind) cache.forget();
      throw error;
    }
  };

  /**
   * Whether the stored checkpoint may lag behind events that the generation does not handle. It may not while companies
   * are parked, whose events are skipped, nor in a generation that is being built.
   */
  private mayPass({ parked, only }: Target): boolean {
    return !this.silent && !only && parked.size === 0;
  }

  /** Decrypts the events; when that fails, finds out for which of them. */
  private async open(events: readonly LogEvent[], targets: readonly Target[]): Promise<Item[]> {
    const handled = new Map<string, boolean>();
    const items: Item[] = [];
    for (const stored of events) {
      const category = categoryOf(stored.stream);
      let wanted = handled.get(category);
      if (wanted === undefined) {
        wanted = targets.some(({ projection }) => projection.projector.handles(category));
        handled.set(category, wanted);
      }
      if (wanted) items.push({ stored, category, event: undefined, error: undefined });
    }
    if (items.length === 0) return items;
    try {
      const opened = await this.hydrate(items.map(({ stored }) => stored));
      items.forEach((item, i) => {
        item.event = opened[i];
      });
    } catch (error) {
      if (isTransient(error)) throw error;
      for (const item of items) {
        try {
          [item.event] = await this.hydrate([item.stored]);
        } catch (reason) {
          if (isTransient(reason)) throw reason;
          item.error = reason;
        }
      }
    }
    return items;
  }

  private mine({ position, projection, parked, only }: Target, items: readonly Item[]): Item[] {
    return items.filter(({ stored, category }) => {
      if (stored.position <= position || !projection.projector.handles(category)) return false;
      if (only) return stored.position > (only.get(scopeOf(stored)) ?? stored.position);
      return parked.size === 0 || !parked.has(scopeOf(stored));
    });
  }

  private async load({ schema, cache }: Target, refs: readonly (readonly RowRef[])[]): Promise<void> {
    const missing = cache.missing(refs.flat());
    await allEnded(
      [...missing].map(async ([table, ids]) => cache.loaded(table, ids, await readRows(this.sql, schema, table, ids))),
    );
  }

  /** Folds items into the target's cache, up to the first one that cannot be applied. */
  private async fold(target: Target, items: readonly Item[]): Promise<{ taken: number; error?: unknown }> {
    const { projector } = target.projection;
    const refs: (readonly RowRef[])[] = [];
    let failure: { taken: number; error: unknown } | undefined;
    for (const [index, item] of items.entries()) {
      if (isSliceOver()) await nextTurn();
      try {
        if (!item.event) throw item.error;
        refs.push(projector.touches(item.event));
      } catch (error) {
        failure = { taken: index, error };
        break;
      }
    }
    await this.load(target, refs);
    const tracked = trackSums(target.projection, target.cache.rows);
    for (const [index, ref] of refs.entries()) {
      if (isSliceOver()) await nextTurn();
      try {
        projector.apply(items[index]!.event!, tracked.rows, ref);
      } catch (error) {
        // The event may have changed some of its rows before it failed: fold again, without it.
        target.cache.forget();
        const before = await this.fold(target, items.slice(0, index));
        return { taken: before.taken, error };
      }
    }
    try {
      await this.load(target, [tracked.refs()]);
      tracked.apply();
    } catch (error) {
      if (!(error instanceof SumRefused)) throw error;
      const { ref: bad } = error;
      const index = refs.findLastIndex((one) => one.some(({ table, id }) => table === bad.table && id === bad.id));
      target.cache.forget();
      const before = await this.fold(target, items.slice(0, index));
      return before.error === undefined ? { taken: before.taken, error } : before;
    }
    return failure ?? { taken: items.length };
  }

  /** Writes rows of parked companies, and up to where each of them has come. */
  private async writeBeside(target: Target, items: readonly Item[], to: Position): Promise<void> {
    const { projection, generation, schema, cache, only } = target;
    const scopes = new Set(items.map(({ stored }) => scopeOf(stored)));
    const from = [...only!].filter(([scope]) => scopes.has(scope));
    if (from.length > 0)
      await this.transactions.run([
        advanceParkedStatement(this.process, { projection: projection.name, generation }, from, to),
        ...(await writeChanges(schema, cache.changes())),
      ]);
    cache.written();
    for (const [scope] of from) only!.set(scope, to);
    target.position = to;
  }

  /**
   * Writes the changed rows in one transaction: checkpoints first, so that a writer that lost its lease writes nothing.
   *
   * @param also the company that it parks, and the targets that advance in memory alone
   */
  private async write(
    targets: readonly Target[],
    to: Position,
    { parking, passing = [] }: { parking?: Parked; passing?: readonly Target[] } = {},
  ): Promise<void> {
    const advances: Advance[] = targets.map((target) => ({ ...nameOf(target), from: storedOf(target) }));
    const message = parking
      ? companyParkedMessage(this.process, advances[0]!, parking.scope, to)
      : reachedMessage(this.process, [...targets, ...passing].map(nameOf), to);
    const changes: Statement[] = [];
    for (const { schema, cache } of targets) changes.push(...(await writeChanges(schema, cache.changes())));
    await this.transactions.run([
      advanceStatement(this.process, advances, to, this.silent || !this.isHeard() ? '' : message),
      ...(parking ? [parkStatement(advances[0]!, [parking])] : []),
      ...changes,
    ]);
    for (const target of targets) {
      target.cache.written();
      target.position = to;
      target.stored = undefined;
    }
    for (const target of passing) {
      target.stored = storedOf(target);
      target.position = to;
    }
  }

  private writeSome(target: Target, items: readonly Item[], to: Position): Promise<void> {
    return target.only ? this.writeBeside(target, items, to) : this.write([target], to);
  }

  private poisonOf({ stored }: Item, cause: unknown): Poison {
    return {
      stream: stored.stream,
      revision: stored.revision,
      error: messageOf(cause),
      cause,
    };
  }

  /** Parks the company of an event. False when the event has none: then the target has to stop. */
  private async park(target: Target, { stored }: Item, cause: unknown): Promise<boolean> {
    const { parked, only } = target;
    const scope = scopeOf(stored);
    if (scope === '') return false;
    const { stream, revision, position } = stored;
    const one = { scope, position: only?.get(scope) ?? position - 1n, stream, revision, error: messageOf(cause) };
    target.cache.forget();
    if (only) only.delete(scope);
    else await this.write([target], position, { parking: one });
    parked.set(scope, one);
    if (!only) this.onParked?.(target, one, cause);
    return true;
  }

  /**
   * Brings one target as far as possible. When the database refuses a write, bisection finds the event at fault, and
   * its company is parked.
   */
  private async stepwise(target: Target, items: readonly Item[], upTo: Position): Promise<Poison | undefined> {
    target.cache.forget();
    let rest = items;
    for (let size = rest.length; rest.length > 0; ) {
      const some = rest.slice(0, size);
      let refused: { at: number; cause: unknown } | undefined;
      try {
        const { taken, error } = await this.fold(target, some);
        if (taken > 0) await this.writeSome(target, some.slice(0, taken), some[taken - 1]!.stored.position);
        if (taken < some.length) refused = { at: taken, cause: error };
        else {
          rest = rest.slice(some.length);
          // The event at fault is in the other half of what was tried before.
          size = Math.max(1, Math.ceil(size / 2));
        }
      } catch (error) {
        target.cache.forget();
        if (error instanceof Fenced || isTransient(error)) throw error;
        if (some.length === 1) refused = { at: 0, cause: error };
        else size = Math.ceil(some.length / 2);
      }
      if (!refused) continue;
      const bad = some[refused.at]!;
      if (!(await this.park(target, bad, refused.cause))) return this.poisonOf(bad, refused.cause);
      rest = this.mine(target, rest.slice(refused.at + 1));
      size = rest.length;
    }
    if (upTo > storedOf(target)) await this.writeSome(target, [], upTo);
    return undefined;
  }
}

const targetOf = ({ target }: { target: Target }): Target => target;

export const makeApply = (options: ApplyOptions): Apply => new BatchApplier(options).apply;
