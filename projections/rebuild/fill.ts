import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import type { EventStore, LogBatch, LogEvent, Position, Share } from '../../src/event-store/port.ts';
import { START } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import { scopeOf } from '../../src/kernel/definition/scope.ts';
import { codeOf, messageOf } from '../../src/values/describe-error.ts';
import type { Poison } from '../feed/apply.ts';
import type { Parked } from '../feed/target.ts';
import { IDLE_IN_TRANSACTION_ms } from '../feed/transactions.ts';
import { readRows } from '../feed/writing.ts';
import { categoryOf, type Projection, type ReadTable, type Row, type RowRef } from '../model/model.ts';
import { SumRefused, trackSums } from '../model/sums.ts';
import { createIndexes, createKey, qualified } from '../model/tables.ts';
import { isTransient } from '../model/transient.ts';
import { copyRows, RowRefused } from './copying.ts';
import { type FillCache, makeFillCache, type Spill } from './fill-cache.ts';

// Long: one fill from its start to its end, whose steps hand on what they hold open.

/**
 * Fills the empty tables of new generations from the log, in bounded memory, as fast as the machine allows.
 *
 * Three things run at once: the store reads the next events, this process decrypts and folds the last ones, and the
 * database copies rows in. Tables have no index while they are filled. Only when a row that was already spilled is
 * needed again (for a stream that continues much later) is its table's key created early.
 *
 * Nothing here is fenced: the tables belong to this build alone until they are swapped in.
 */
export interface FillTarget {
  projection: Projection;
  /** The resources whose tables are filled, when not all are; the projection then has no other tables. */
  owners?: readonly string[];
  schema: string;
  /** Parked companies: their events are applied up to their own positions. */
  parked: ReadonlyMap<string, Parked>;
}

/**
 * Why a target could not be filled. When companies have to be parked that were not, the tables hold inconsistent rows
 * of these companies: the target has to be filled again without their later events.
 */
export interface Unfilled {
  /** An event without a company that cannot be applied: the target cannot be filled. */
  poison: Poison | undefined;
  parked: Map<string, Parked>;
}

export interface FillOptions {
  store: EventStore;
  /** The share of the log to fill with, while other threads do the rest; default all of it. */
  share?: Share;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** For COPY, one at a time: a pool of one connection that nothing else uses. */
  copying: Sql;
  /** For keys, indexes and reading rows back. */
  sql: Sql;
  /** Called after each batch. */
  onBatch: (events: number, position: Position) => void;
  signal: AbortSignal;
  /** Limit of the rows in memory, in bytes of JSON; as objects they take two to three times that. Default 40 MB. */
  cache_bytes?: number;
}

export const CACHE_bytes = 40 * 1024 * 1024;
/** Approximate size of the events of a batch. */
const BATCH_bytes = 2 * 1024 * 1024;
const BATCH_MIN = 50;
const BATCH_MAX = 2_000;
/** The size of one event in so many is measured. */
const SAMPLE = 50;

export interface FillConnections {
  /** A pool of three connections. */
  sql: Sql;
  /** A pool of one connection, for COPY. */
  copying: Sql;
  end(): Promise<unknown>;
}

/** Opens the connections for filling, and for keys and indexes. */
export const openFillConnections = (open: (options: OpenOptions) => Sql): FillConnections => {
  const settings = { synchronous_commit: 'off', maintenance_work_mem: '64MB' };
  const common = { name: 'payroll build', statementTimeout_ms: 0, settings };
  const sql = open({ ...common, max: 3, idleInTransaction_ms: IDLE_IN_TRANSACTION_ms, lockTimeout_ms: 10_000 });
  const copying = open({ ...common, max: 1, lifetime_s: null, name: 'payroll build copy' });
  return { sql, copying, end: () => Promise.all([sql.end({ timeout: 2 }), copying.end({ timeout: 2 })]) };
};

interface Filling {
  target: FillTarget;
  cache: FillCache;
  /** Tables whose key exists already. */
  keyed: Set<string>;
  found: Unfilled;
}

class Filler {
  private readonly targets: readonly FillTarget[];
  private readonly upTo: Position;
  private readonly store: FillOptions['store'];
  private readonly share: FillOptions['share'];
  private readonly hydrate: FillOptions['hydrate'];
  private readonly copying: FillOptions['copying'];
  private readonly sql: FillOptions['sql'];
  private readonly onBatch: FillOptions['onBatch'];
  private readonly signal: FillOptions['signal'];
  private readonly cache_bytes: NonNullable<FillOptions['cache_bytes']>;
  private readonly fillings: Filling[];
  private writing: Promise<void> = Promise.resolve();
  private readonly handled = new Map<string, boolean>();

  constructor(targets: readonly FillTarget[], upTo: Position, options: FillOptions) {
    this.targets = targets;
    this.upTo = upTo;
    const { store, share, hydrate, copying, sql, onBatch, signal, cache_bytes = CACHE_bytes } = options;
    this.store = store;
    this.share = share;
    this.hydrate = hydrate;
    this.copying = copying;
    this.sql = sql;
    this.onBatch = onBatch;
    this.signal = signal;
    this.cache_bytes = cache_bytes;
    this.fillings = this.targets.map((target) => ({
      target,
      cache: makeFillCache(target.projection.tables),
      keyed: new Set(),
      found: { poison: undefined, parked: new Map() },
    }));
  }

  async run(): Promise<Map<FillTarget, Unfilled>> {
    let position = 0n;
    let size = 500;
    while (position < this.upTo) {
      const before = position;
      let event_bytes = 0;
      for await (const batch of this.batches(position, size)) {
        const wanted: LogEvent[] = [];
        const categories: string[] = [];
        for (const event of batch.events) {
          const category = categoryOf(event.stream);
          if (!this.isHandled(category)) continue;
          wanted.push(event);
          categories.push(category);
        }
        const opened = await this.open(wanted);
        for (const one of this.active()) await this.fold(one, wanted, categories, opened);
        if (this.active().length === 0) return unfilled(this.fillings);
        let bytes = 0;
        for (const { cache } of this.active()) bytes += cache.recent_bytes();
        if (bytes > this.cache_bytes / 2) await this.spill(false);
        position = batch.upTo;
        this.onBatch(batch.events.length, position);
        if (this.share) continue;
        for (let i = 0; i < batch.events.length; i += SAMPLE)
          event_bytes = Math.max(event_bytes * 0.95, JSON.stringify(batch.events[i]!.data).length);
        const best = Math.min(BATCH_MAX, Math.max(BATCH_MIN, Math.floor(BATCH_bytes / (event_bytes + 400))));
        if (best > size * 1.5 || best < size / 1.5) {
          size = best;
          break;
        }
      }
      // The log may hold no event of ours between the last one and `upTo`.
      if (position === before) break;
    }
    await this.spill(true);
    await this.writing;
    return unfilled(this.fillings);
  }

  private active(): Filling[] {
    return this.fillings.filter(({ found }) => !found.poison);
  }

  private async key({ target, keyed }: Filling, table: string): Promise<void> {
    if (keyed.has(table)) return;
    keyed.add(table);
    await makeKey(this.sql, target.schema, target.projection.tables.find(({ name }) => name === table)!);
  }

  private async write(one: Filling, spills: readonly Spill[]): Promise<void> {
    const { schema } = one.target;
    for (const { table, rows, outdated } of spills) {
      if (outdated.length > 0)
        await this.sql.unsafe(`delete from ${qualified(schema, table.name)} where id = any($1::text[])`, [outdated]);
      await this.copy(one, table, rows);
    }
  }

  /** Copies rows, except those of companies with a row that the database refuses. */
  private async copy(one: Filling, table: ReadTable, rows: readonly Row[]): Promise<void> {
    try {
      await copyRows(this.copying, one.target.schema, table, rows);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      const { row, cause } = error;
      // It is no longer known which event made the row so. The company is parked from the start of the log, and catches
      // up to that event once the rest is filled. The row's version names the last event that changed it.
      const revision = typeof row.version === 'string' ? BigInt(row.version) : 0n;
      const scope = table.name === 'company' ? row.id : row.scope_id;
      const stream = `${table.name}-${row.id}`;
      if (scope === '') one.found.poison = { stream, revision, error: error.message, cause };
      else {
        one.found.parked.set(scope, { scope, position: START, stream, revision, error: error.message });
        const others = rows.filter(({ id, scope_id }) => (table.name === 'company' ? id : scope_id) !== scope);
        await this.copy(one, table, others);
      }
    }
  }

  /** Spills rows while the fold continues; at most one spill runs at a time. */
  private async spill(all: boolean): Promise<void> {
    await this.writing;
    const taken = this.active().map((one) => ({ one, spills: one.cache.spill(all) }));
    this.writing = (async () => {
      for (const { one, spills } of taken) await this.write(one, spills);
    })();
    // Whoever awaits it next gets its failure; the empty handler keeps it from being unhandled until then.
    this.writing.catch(() => {});
  }

  private async readBack(one: Filling, refs: readonly RowRef[]): Promise<void> {
    const missing = one.cache.missing(refs);
    if (missing.size === 0) return;
    await this.writing;
    for (const [table, ids] of missing) {
      await this.key(one, table);
      one.cache.loaded(table, ids, await readRows(this.sql, one.target.schema, table, ids));
    }
  }

  /** Continues without the event's company: this is its first event that cannot be applied. */
  private stop({ found }: Filling, event: LogEvent, cause: unknown): void {
    const { stream, revision, position } = event;
    const scope = scopeOf(event);
    const error = messageOf(cause);
    if (scope === '') found.poison = { stream, revision, position, error, cause };
    else if (!found.parked.has(scope))
      found.parked.set(scope, { scope, position: position - 1n, stream, revision, error });
  }

  /** Whether an event is to be applied: its company is not parked before it. */
  private isTaken({ target, found }: Filling, event: LogEvent): boolean {
    if (found.poison) return false;
    if (target.parked.size === 0 && found.parked.size === 0) return true;
    const scope = scopeOf(event);
    if (found.parked.has(scope)) return false;
    const parked = target.parked.get(scope);
    return !parked || event.position <= parked.position;
  }

  /** Decrypts events; when that fails, decrypts them one by one to find the event at fault. */
  private readonly open = async (
    stored: readonly LogEvent[],
  ): Promise<{ events: (DomainEvent | undefined)[]; errors: unknown[] }> => {
    try {
      return { events: await this.hydrate(stored), errors: [] };
    } catch (error) {
      if (isTransient(error)) throw error;
      const events: (DomainEvent | undefined)[] = [];
      const errors: unknown[] = [];
      for (const [i, one] of stored.entries()) {
        try {
          events[i] = (await this.hydrate([one]))[0];
        } catch (reason) {
          if (isTransient(reason)) throw reason;
          errors[i] = reason;
        }
      }
      return { events, errors };
    }
  };

  private async fold(
    one: Filling,
    stored: readonly LogEvent[],
    categories: readonly string[],
    opened: Awaited<ReturnType<typeof this.open>>,
  ): Promise<void> {
    const { projector } = one.target.projection;
    const mine: { at: number; refs: readonly RowRef[] }[] = [];
    const all: RowRef[] = [];
    for (let at = 0; at < stored.length; at++) {
      if (!projector.handles(categories[at]!) || !this.isTaken(one, stored[at]!)) continue;
      try {
        const event = opened.events[at];
        if (!event) throw opened.errors[at];
        const refs = projector.touches(event);
        if (refs.length === 0) continue;
        mine.push({ at, refs });
        for (const ref of refs) all.push(ref);
      } catch (error) {
        this.stop(one, stored[at]!, error);
      }
    }
    await this.readBack(one, all);
    const tracked = trackSums(one.target.projection, one.cache.rows);
    for (const { at, refs } of mine) {
      if (!this.isTaken(one, stored[at]!)) continue;
      try {
        projector.apply(opened.events[at]!, tracked.rows, refs);
      } catch (error) {
        this.stop(one, stored[at]!, error);
      }
    }
    while (!one.found.poison)
      try {
        await this.readBack(one, tracked.refs());
        return tracked.apply();
      } catch (error) {
        if (!(error instanceof SumRefused)) throw error;
        const { ref: bad } = error;
        const last = mine.findLast(({ refs }) => refs.some(({ table, id }) => table === bad.table && id === bad.id))!;
        this.stop(one, stored[last.at]!, error);
        tracked.drop(bad);
      }
  }

  private isHandled(category: string): boolean {
    let known = this.handled.get(category);
    if (known === undefined) {
      known = this.targets.some(({ projection }) => projection.projector.handles(category));
      this.handled.set(category, known);
    }
    return known;
  }

  /** The log after a position; `size` is the number of events of a batch, for a store that reads in batches. */
  private async *batches(after: Position, size: number): AsyncGenerator<LogBatch> {
    if (this.share)
      return yield* this.store.readShare!({ after, upTo: this.upTo, share: this.share, signal: this.signal });
    for await (const events of this.store.readAll({ after, upTo: this.upTo, batchSize: size, signal: this.signal }))
      yield { events, upTo: events.at(-1)!.position };
  }
}

/**
 * Fills the targets with everything up to `upTo`, without keys and indexes, which `finish` creates. Returns the targets
 * that could not be filled, each with the reason: for each company the first event that could not be applied.
 */
export const fill = (
  targets: readonly FillTarget[],
  upTo: Position,
  options: FillOptions,
): Promise<Map<FillTarget, Unfilled>> => new Filler(targets, upTo, options).run();

/** Creates the key of a table, unless another thread has just created it. */
const makeKey = async (sql: Sql, schema: string, table: ReadTable): Promise<void> => {
  try {
    await sql.unsafe(createKey(schema, table));
  } catch (error) {
    if (codeOf(error) !== HAS_KEY) throw error;
  }
};

const HAS_KEY = '42P16';

/** How many indexes are created at once: connections must be left for the renewal of leases. */
const INDEXES_AT_ONCE = 2;

/** Creates keys and indexes of filled tables, and analyzes them. */
export const finish = async (targets: readonly FillTarget[], sql: Sql): Promise<void> => {
  for (const { schema, projection } of targets)
    for (const table of projection.tables) {
      await makeKey(sql, schema, table);
      const indexes = createIndexes(schema, table);
      const makeNext = async (): Promise<void> => {
        for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) await sql.unsafe(index);
      };
      await Promise.all(Array.from({ length: INDEXES_AT_ONCE }, makeNext));
      await sql.unsafe(`analyze ${qualified(schema, table.name)}`);
    }
};

const unfilled = (fillings: readonly Filling[]): Map<FillTarget, Unfilled> =>
  new Map(
    fillings.flatMap(({ target, found }) => (found.poison || found.parked.size > 0 ? [[target, found] as const] : [])),
  );
