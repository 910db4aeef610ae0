import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { OpenOptions, Sql } from '../../src/database/connect.ts';
import { type EventStore, type LogEvent, type Position, type Share, START } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { Parked } from '../feed/target.ts';
import type { Projection } from '../model/model.ts';
import { earlier } from '../model/positions.ts';
import { CACHE_bytes, type FillOptions, type FillTarget, fill, type Unfilled } from './fill.ts';
import { addUpShares, createShareTables, projectionOfShare } from './fill-shares.ts';

/**
 * A long log is folded by several threads at once, one of them the caller's. Each reads a share of the streams, folds
 * it and copies its rows. A row is made by the events of one stream, so no two threads write the same row; if they did,
 * the table's key could not be created, and the build would fail.
 *
 * Threads and not processes, because they end with the process however it is killed.
 */
export interface FillThreads {
  /**
   * A module that exports `openThreadContext`. Threads share no objects, so each opens its own connections and store.
   */
  module: URL;
  /** The argument of `openThreadContext`, passed as a structured clone. */
  data: unknown;
  /** How many threads; default as many as the machine can run at once, up to 4. */
  count?: number;
  /** A log that ends before this position is filled by one thread, since others take a second to start. */
  from?: Position;
}

/** What a thread works with. */
export interface ThreadContext {
  store: EventStore;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  open: (options: OpenOptions) => Sql;
  /** At least the projections of the process that started the thread. */
  projections: readonly Projection[];
  close(): Promise<void>;
}

export type OpenThreadContext<D = unknown> = (data: D) => Promise<ThreadContext>;

/** The orders of a thread. */
export interface ThreadOrders {
  module: string;
  data: unknown;
  targets: {
    projection: string;
    owners: readonly string[] | undefined;
    schema: string;
    parked: ReadonlyMap<string, Parked>;
  }[];
  upTo: Position;
  share: Share;
  cache_bytes: number;
}

/** The messages of a thread. */
export type ThreadNews = { kind: 'batch'; events: number; position: Position } | { kind: 'done'; found: Found };

/** The reasons why projections could not be filled, in a form that a thread can send. */
type Found = { projection: string; unfilled: Unfilled }[];

/** Limit of threads: the memory of a rebuild is bounded, and each thread holds the code and its share of the rows. */
const MAX_THREADS = 4;
/** Young generation of all threads together; V8 would give each 48 MB. A smaller one costs more time to collect. */
const YOUNG_MB = 96;
/**
 * Limit of a thread's heap. A thread needs far less, but without a limit V8 lets a heap grow to several times what is
 * in use. If a thread reaches it, the build fails with an error.
 */
const OLD_MB = 512;
const FROM: Position = 100_000n;

/** Fills by several threads when the log is long enough, otherwise as `fill` does. */
export const fillInParallel = async (
  targets: readonly FillTarget[],
  upTo: Position,
  { threads, ...options }: FillOptions & { threads?: FillThreads },
): Promise<Map<FillTarget, Unfilled>> => {
  if (targets.length === 0) return new Map();
  const count = threads?.count ?? Math.min(MAX_THREADS, availableParallelism());
  if (!threads || count < 2 || upTo < (threads.from ?? FROM) || !options.store.readShare)
    return fill(targets, upTo, options);
  const cache_bytes = Math.floor((options.cache_bytes ?? CACHE_bytes) / count);
  const reached = Array.from({ length: count }, () => START);
  const shares = reached.map((_, index) => ({
    share: { index, of: count },
    cache_bytes,
    onBatch: (events: number, position: Position): void => {
      reached[index] = position;
      options.onBatch(events, reached.reduce(earlier));
    },
  }));
  const failed = new AbortController();
  const [first, ...others] = shares;
  await createShareTables(targets, count, options.sql);
  const own = fillShare(targets, upTo, { ...options, ...first!, signal: failed.signal });
  const running = others.map(({ onBatch, ...one }) => {
    const { module, data } = threads;
    const wanted = targets.map(({ projection, ...one }) => ({
      projection: projection.name,
      owners: one.owners,
      schema: one.schema,
      parked: one.parked,
    }));
    return runThread({ ...one, module: module.href, data, targets: wanted, upTo }, onBatch);
  });
  try {
    const [mine, ...theirs] = await Promise.all([own, ...running.map(({ done }) => done)]);
    const found = merge(targets, [...mine, ...theirs.flat()]);
    await addUpShares(
      targets.filter((target) => !found.has(target)),
      count,
      options,
    );
    return found;
  } finally {
    failed.abort(new Error('the log could not be read to its end'));
    await Promise.allSettled([own, ...running.map(({ end }) => end())]);
  }
};

/** Fills with one share of the log. Returns the reasons why projections could not be filled. */
export const fillShare = async (
  targets: readonly FillTarget[],
  upTo: Position,
  options: FillOptions & { share: Share },
): Promise<Found> => {
  const own = targets.map((target) => ({ ...target, projection: projectionOfShare(target.projection, options.share) }));
  return [...(await fill(own, upTo, options))].map(([{ projection }, { poison, parked }]) => {
    // The error itself may hold values that cannot be sent between threads.
    const sent = poison && { ...poison, cause: new Error(poison.error) };
    return { projection: projection.name, unfilled: { poison: sent, parked } };
  });
};

/** Merges the findings of all threads: for each company, the first event in the log that could not be applied. */
const merge = (targets: readonly FillTarget[], all: Found): Map<FillTarget, Unfilled> => {
  const merged = new Map<FillTarget, Unfilled>();
  for (const { projection, unfilled } of all) {
    const target = targets.find((one) => one.projection.name === projection)!;
    const known = merged.get(target) ?? { poison: undefined, parked: new Map() };
    merged.set(target, known);
    const { poison, parked } = unfilled;
    if (poison && !((known.poison?.position ?? poison.position ?? 0n) < (poison.position ?? 0n))) known.poison = poison;
    for (const one of parked.values()) {
      const other = known.parked.get(one.scope);
      if (!other || one.position < other.position) known.parked.set(one.scope, one);
    }
  }
  return merged;
};

const runThread = (
  orders: ThreadOrders,
  onBatch: (events: number, position: Position) => void,
): { done: Promise<Found>; end: () => Promise<unknown> } => {
  const worker = startThread(orders);
  const done = new Promise<Found>((resolve, reject) => {
    worker.on('message', (news: ThreadNews) => {
      if (news.kind === 'batch') onBatch(news.events, news.position);
      else resolve(news.found);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`a thread that filled read models ended with ${code}`)));
  });
  // Promise.all rejects with the first failure.
  done.catch(() => {});
  return { done, end: () => worker.terminate() };
};

/**
 * Run from source, a thread has to start with the loader: preloading the loader has no effect in threads of Node 20.
 */
const startThread = (workerData: ThreadOrders): Worker => {
  const { of } = workerData.share;
  const resourceLimits = { maxOldGenerationSizeMb: OLD_MB, maxYoungGenerationSizeMb: Math.ceil(YOUNG_MB / of) };
  const thread = (extension: 'ts' | 'js'): URL => new URL(`./fill-thread.${extension}`, import.meta.url);
  if (import.meta.url.endsWith('.js')) return new Worker(thread('js'), { workerData, resourceLimits });
  const loader = import.meta.resolve('tsx/esm/api');
  const load = `import('${loader}').then(({ register }) => { register(); return import('${thread('ts').href}'); })`;
  return new Worker(load, { eval: true, execArgv: [], workerData, resourceLimits });
};
