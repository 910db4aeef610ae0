import type { Logger } from 'pino';
import { CHANNEL, type Progress } from '../../projections/progress.ts';
import { isTransient, messageOf } from '../../projections/transient.ts';
import type { Sql } from '../database/connect.ts';
import type { EventStore, LogEvent, Position } from '../event-store/port.ts';
import { latest } from '../kernel/latest.ts';
import type { DomainEvent } from '../kernel/resource.ts';
import { scopeOf } from '../kernel/scope.ts';
import {
  advance,
  HEARTBEAT_ms,
  type ManagerStatus,
  readStatus,
  recordStop,
  register,
  releaseLeases,
  takeLeases,
} from './checkpoints.ts';
import type { ManagedEvent, ProcessManager } from './manager.ts';

/**
 * Runs process managers (manager.ts).
 *
 * Each has a checkpoint and is run by one process at a time, the holder of its lease; when that one dies another takes
 * over within 5 s.
 *
 * A batch that fails is tried again event by event, after growing pauses, so that the one at fault is known; it is
 * reported and never skipped.
 */
export interface Processes {
  start(): Promise<void>;
  /** Lets the batches in hand finish and gives the leases back. */
  stop(): Promise<void>;
  status(): Promise<ManagerStatus[]>;
  /** Names of the managers that this process runs now. */
  runs(): string[];
}

export interface ProcessesOptions<C> {
  managers: readonly ProcessManager<C>[];
  context: C;
  store: EventStore;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  progress: Progress;
  sql: Sql;
  log: Logger;
  /** Pauses before a failed batch is tried again; the last repeats. */
  retry_ms?: readonly number[];
}

/** Said when leases are free before their time. */
const LEASES = 'payroll_manager_leases';
const RETRY_ms = [100, 300, 1_000, 3_000, 10_000, 30_000] as const;
const READ = 1_000;
const BATCH = 200;
/** Progress without work is stored this often, and told to other processes much sooner. */
const STORE_IDLE_ms = 1_000;
const TELL_IDLE_ms = 5;

interface Run<C> {
  manager: ProcessManager<C>;
  /** Where it began; of what came before it does not know whose it was. */
  begun: Position;
  /** The last event that it handled of each scope since. */
  lastOf: Map<string, Position>;
  /** Handled up to here. */
  position: Position;
  /** What the database holds. */
  stored: Position;
  storedAt: number;
  /** Other processes know as much. */
  told: Position;
  abort: AbortController;
  work: Promise<void>;
}

/** Somebody else has the lease, or moved the checkpoint. */
class Lost extends Error {}

export const makeProcesses = <C>(options: ProcessesOptions<C>): Processes => {
  const { managers, context, store, hydrate, progress, sql, log } = options;
  const retry_ms = options.retry_ms ?? RETRY_ms;
  const owner = progress.process;
  const runs = new Map<string, Run<C>>();
  const read = sharedReads(store);
  let timer: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let stopping = false;
  let unlisten: (() => Promise<void>) | undefined;

  /** Tells other processes of progress without work, that of all managers in one statement. */
  const tellIdle = (): void => {
    telling ??= setTimeout(() => {
      telling = undefined;
      const messages: string[] = [];
      for (const run of runs.values()) {
        if (run.told >= run.position) continue;
        const { name } = run.manager;
        messages.push(progress.messageOf({ name, from: run.told, to: run.position, appended: undefined }));
        run.told = run.position;
      }
      if (messages.length === 0) return;
      sql
        .unsafe('select pg_notify($1, message) from unnest($2::text[]) message', [CHANNEL, messages], { prepare: true })
        .catch(() => {});
    }, TELL_IDLE_ms);
  };

  const save = async (run: Run<C>, to: Position, appended: Position | undefined): Promise<void> => {
    const { name } = run.manager;
    const from = run.position;
    const message = progress.messageOf({ name, from: run.told, to, appended });
    const saved = await advance(sql, owner, { name, from: run.stored, to, appended }, CHANNEL, message);
    if (!saved) throw new Lost();
    run.stored = to;
    run.storedAt = performance.now();
    run.position = to;
    run.told = to;
    progress.handled(name, from, to, appended);
  };

  const passIdle = async (run: Run<C>, to: Position): Promise<void> => {
    if (to <= run.position) return;
    if (performance.now() - run.storedAt > STORE_IDLE_ms) return save(run, to, undefined);
    progress.handled(run.manager.name, run.position, to, undefined);
    run.position = to;
    tellIdle();
  };

  const handle = async (run: Run<C>, events: readonly LogEvent[], upTo: Position): Promise<void> => {
    const opened = await hydrate(events);
    const managed = opened.map((event, i) => ({ ...event, position: events[i]!.position }));
    const appended: (Position | undefined)[] = [];
    for (const ofOne of byScope(managed))
      appended.push(await run.manager.handle({ events: ofOne, signal: run.abort.signal }, context));
    await save(run, upTo, latest(appended));
  };

  /** One event alone, until it is done; where it stands in the way is reported. */
  const persist = async (run: Run<C>, event: LogEvent): Promise<void> => {
    for (let failures = 0; !run.abort.signal.aborted; failures++) {
      try {
        return await handle(run, [event], event.position);
      } catch (error) {
        if (error instanceof Lost || run.abort.signal.aborted) throw error;
        const { stream, revision } = event;
        const about = { manager: run.manager.name, stream, revision: revision.toString(), err: error };
        log.error(about, 'a process manager failed at an event; it tries again');
        if (!isTransient(error))
          await recordStop(sql, owner, run.manager.name, { stream, revision, error: messageOf(error) }).catch(() => {});
        await pause(retry_ms[Math.min(failures, retry_ms.length - 1)]!, run.abort.signal);
      }
    }
  };

  const work = async (run: Run<C>): Promise<void> => {
    const { manager, abort } = run;
    const size = manager.batchSize ?? BATCH;
    while (!abort.signal.aborted) {
      const readable = progress.readPosition() ?? 0n;
      if (readable <= run.position) {
        const more = (): boolean => (progress.readPosition() ?? 0n) > run.position;
        const idle_ms = run.position > run.stored ? STORE_IDLE_ms : undefined;
        if (!(await nextChange(progress, more, abort.signal, idle_ms))) await save(run, run.position, undefined);
        continue;
      }
      const { events, upTo } = await read(run.position, readable);
      const mine = events.filter((event) => event.position > run.position && accepts(run, event));
      for (let start = 0; start < mine.length && !abort.signal.aborted; start += size) {
        const some = mine.slice(start, start + size);
        const last = start + size >= mine.length;
        try {
          await handle(run, some, last ? upTo : some.at(-1)!.position);
        } catch (error) {
          if (error instanceof Lost || abort.signal.aborted) throw error;
          log.warn({ manager: manager.name, err: error }, 'a process manager failed; it tries again event by event');
          await pause(retry_ms[0]!, abort.signal);
          for (const event of some) await persist(run, event);
        }
      }
      if (!abort.signal.aborted) await passIdle(run, upTo);
    }
  };

  const begin = (manager: ProcessManager<C>, position: Position): void => {
    const run: Run<C> = {
      manager,
      begun: position,
      lastOf: new Map(),
      position,
      stored: position,
      storedAt: performance.now(),
      told: position,
      abort: new AbortController(),
      work: Promise.resolve(),
    };
    runs.set(manager.name, run);
    run.work = work(run)
      .catch((error: unknown) => {
        if (!(error instanceof Lost) && !run.abort.signal.aborted)
          log.error({ manager: manager.name, err: error }, 'a process manager was interrupted; it begins again');
      })
      // While it is ours, the next heartbeat begins it again, from where the database says it stands.
      .finally(() => {
        if (runs.get(manager.name) === run) runs.delete(manager.name);
      });
  };

  const tick = (): Promise<void> => {
    ticking ??= (async () => {
      try {
        const held = await takeLeases(
          sql,
          owner,
          managers.map(({ name }) => name),
        );
        const byName = new Map(held.map((checkpoint) => [checkpoint.name, checkpoint]));
        for (const manager of managers) {
          const checkpoint = byName.get(manager.name);
          const run = runs.get(manager.name);
          if (run && !checkpoint) run.abort.abort();
          if (!run && checkpoint && !stopping) begin(manager, checkpoint.position);
        }
      } catch (error) {
        log.warn({ err: messageOf(error) }, 'leases of process managers could not be renewed');
      } finally {
        ticking = undefined;
      }
    })();
    return ticking;
  };

  const beat = (): void => {
    if (stopping) return;
    timer = setTimeout(() => void tick().finally(beat), HEARTBEAT_ms);
  };

  return {
    start: async () => {
      const now = managers.some(({ begins }) => begins === 'now') ? await store.head() : 0n;
      await register(
        sql,
        managers.map(({ name, begins }) => ({ name, from: begins === 'now' ? now : 0n })),
      );
      await progress.refresh();
      ({ unlisten } = await sql.listen(LEASES, () => void (stopping || tick())));
      await tick();
      beat();
    },
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      await ticking;
      await unlisten?.().catch(() => {});
      const all = [...runs.values()];
      for (const run of all) run.abort.abort();
      await Promise.all(all.map((run) => run.work));
      clearTimeout(telling);
      for (const run of all) if (run.position > run.stored) await save(run, run.position, undefined).catch(() => {});
      await releaseLeases(sql, owner);
      await sql`select pg_notify(${LEASES}, ${owner})`;
    },
    status: () => readStatus(sql),
    runs: () => [...runs.keys()],
  };
};

/** Whether the manager is to be handed an event, which must come in the order of the log. */
const accepts = <C>({ manager, lastOf, begun }: Run<C>, event: LogEvent): boolean => {
  const scope = scopeOf(event);
  if (manager.handles(event)) {
    lastOf.set(scope, event.position);
    return true;
  }
  return manager.rechecks?.(event, lastOf.get(scope) ?? begun) ?? false;
};

const byScope = (events: readonly ManagedEvent[]): ManagedEvent[][] => {
  const groups = new Map<string, ManagedEvent[]>();
  for (const event of events) {
    const scope = scopeOf(event);
    const group = groups.get(scope);
    if (group) group.push(event);
    else groups.set(scope, [event]);
  }
  return [...groups.values()];
};

/** Reads of the same stretch of the log by several managers are one. */
const sharedReads = (store: EventStore) => {
  const MAX_KEPT = 4;
  const kept = new Map<string, Promise<{ events: LogEvent[]; upTo: Position }>>();
  const stretch = async (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    for await (const events of store.readAll({ after, upTo, batchSize: READ })) {
      // There may be more; what is behind it comes with the next read.
      return { events, upTo: events.at(-1)!.position };
    }
    return { events: [], upTo };
  };
  return (after: Position, upTo: Position): Promise<{ events: LogEvent[]; upTo: Position }> => {
    const key = `${after}-${upTo}`;
    const known = kept.get(key);
    if (known) return known;
    const found = stretch(after, upTo);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return found;
  };
};

/** Resolves true when `check` holds or the signal is aborted, false when neither happened in time. */
const nextChange = (
  progress: Progress,
  check: () => boolean,
  signal: AbortSignal,
  within_ms: number | undefined,
): Promise<boolean> =>
  new Promise((resolve) => {
    const finish = (result: boolean): void => {
      forget();
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve(result);
    };
    const done = (): void => finish(true);
    const timer = within_ms === undefined ? undefined : setTimeout(() => finish(false), within_ms);
    const forget = progress.onChange(() => {
      if (check()) done();
    });
    signal.addEventListener('abort', done);
    if (signal.aborted || check()) done();
  });

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
