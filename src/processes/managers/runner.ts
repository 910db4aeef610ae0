import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import { messageOf } from '../../../projections/model/transient.ts';
import type { EventStore, LogEvent, Position } from '../../event-store/port.ts';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import { scopeOf } from '../../kernel/definition/scope.ts';
import { makeDueWorker } from '../../work/due-work.ts';
import type { Dispatch, DueStore, ManagerStatus, ManagerStore } from '../../work/port.ts';
import { pause, systemTimers, type Timers } from '../../work/timers.ts';
import { makeCompanyWork } from './company-work.ts';
import type { ProcessManager } from './manager.ts';
import { sharedReads } from './shared-reads.ts';

/**
 * Runs process managers (manager.ts), company by company.
 *
 * Each manager has a dispatcher, run by one process at a time, the holder of its lease; when that one dies another takes
 * over within 5 s. It reads the log in order and does no business work: what its manager handles it puts into the inbox,
 * and asks for that company's row of due work, in one statement with its checkpoint. So it never stops for one company.
 *
 * The work itself is due work (company-work.ts): companies in parallel, those first that wait longest, spread over all
 * processes, each company with one of them at a time.
 */
export interface Processes {
  start(): Promise<void>;
  /** Lets the work in hand come to its next good place, for at most `drain_ms`, and gives the leases back. */
  stop(drain_ms?: number): Promise<void>;
  status(): Promise<ManagerStatus[]>;
  /** Names of the managers whose dispatcher runs in this process now. */
  runs(): string[];
}

export interface ProcessesOptions<C> {
  managers: readonly ProcessManager<C>[];
  context: C;
  store: EventStore;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  progress: Progress;
  state: ManagerStore;
  due: DueStore;
  log: Logger;
  metrics?: Metrics;
  timers?: Timers;
  /** First pause after a company's work failed, doubled each time; default 500 ms. */
  backoff_ms?: number;
  /** Another process takes a company over after this long. */
  lease_ms?: number;
  poll_ms?: number;
}

/** Well under the time after which a lease is lost: with it, under the 5 s in which another takes over. */
const HEARTBEAT_ms = 700;
/** A company's work is taken over as soon as a dispatcher is. */
const LEASE_ms = 2_500;
const POLL_ms = 500;
const DRAIN_ms = 10_000;
/** Said when leases are free before their time. */
const LEASES = 'payroll_manager_leases';
const RETRY_ms = [100, 300, 1_000, 3_000, 10_000] as const;
/** Progress without work is stored this often, and told to other processes much sooner. */
const STORE_IDLE_ms = 1_000;
const TELL_IDLE_ms = 5;

/** A dispatcher of this process. */
interface Run<C> {
  manager: ProcessManager<C>;
  /** Where it began; of what came before it does not know whose it was. */
  begun: Position;
  /** The last event that it handled of each scope since. */
  lastOf: Map<string, Position>;
  /** Read up to here. */
  position: Position;
  /** What the store holds. */
  stored: Position;
  storedAt_ms: number;
  /** Other processes know as much. */
  told: Position;
  abort: AbortController;
  work: Promise<void>;
}

/** Somebody else has the lease, or moved the checkpoint. */
class Lost extends Error {}

export const makeProcesses = <C>(options: ProcessesOptions<C>): Processes => {
  const { managers, store, progress, state, log, timers = systemTimers } = options;
  const owner = progress.process;
  const runs = new Map<string, Run<C>>();
  const read = sharedReads(store);
  const companies = makeCompanyWork(options);
  const worker = makeDueWorker({
    store: options.due,
    kinds: companies.kinds,
    log,
    metrics: options.metrics,
    timers,
    backoff_ms: options.backoff_ms,
    lease_ms: options.lease_ms ?? LEASE_ms,
    poll_ms: options.poll_ms ?? POLL_ms,
  });
  let cancelBeat = (): void => {};
  let telling = false;
  let ticking: Promise<void> | undefined;
  let stopping = false;
  let unlisten: (() => Promise<void>) | undefined;

  /** Tells other processes of progress without work, that of all managers in one statement. */
  const tellIdle = (): void => {
    if (telling) return;
    telling = true;
    timers.after(TELL_IDLE_ms, () => {
      telling = false;
      const messages: string[] = [];
      for (const run of runs.values()) {
        if (run.told >= run.position) continue;
        messages.push(progress.dispatchedMessage(run.manager.name, run.told, run.position, []));
        run.told = run.position;
      }
      if (messages.length > 0) state.tell(CHANNEL, messages).catch(() => {});
    });
  };

  const save = async (run: Run<C>, to: Position, waiting: Dispatch['waiting']): Promise<void> => {
    const { name } = run.manager;
    const lastOf = new Map(waiting.map(({ scope, event }) => [scope, event.position]));
    const handed = [...lastOf].map(([scope, last]) => ({ scope, last }));
    const message = progress.dispatchedMessage(name, run.told, to, handed);
    if (!(await state.dispatch(owner, { name, from: run.stored, to, waiting, message }))) throw new Lost();
    const from = run.position;
    run.stored = to;
    run.storedAt_ms = timers.now_ms();
    run.position = to;
    run.told = to;
    progress.dispatched(name, from, to, handed);
  };

  const passIdle = async (run: Run<C>, to: Position): Promise<void> => {
    if (to <= run.position) return;
    if (timers.now_ms() - run.storedAt_ms > STORE_IDLE_ms) return save(run, to, []);
    progress.dispatched(run.manager.name, run.position, to, []);
    run.position = to;
    tellIdle();
  };

  /** What the manager does at once is done; gives what is to be worked on company by company. */
  const pass = async (run: Run<C>, events: readonly LogEvent[]): Promise<Dispatch['waiting']> => {
    const waiting = events.map((event) => ({ scope: scopeOf(event), event }));
    if (!run.manager.atOnce || waiting.length === 0) return waiting;
    return companies.atOnce(run.manager, waiting, run.abort.signal);
  };

  const dispatch = async (run: Run<C>): Promise<void> => {
    const { abort } = run;
    while (!abort.signal.aborted) {
      const readable = progress.readPosition() ?? 0n;
      if (readable <= run.position) {
        const more = (): boolean => (progress.readPosition() ?? 0n) > run.position;
        const idle_ms = run.position > run.stored ? STORE_IDLE_ms : undefined;
        if (!(await nextChange(timers, progress, more, abort.signal, idle_ms))) await save(run, run.position, []);
        continue;
      }
      const { events, upTo } = await read(run.position, readable);
      const mine = events.filter((event) => event.position > run.position && accepts(run, event));
      if (mine.length === 0) await passIdle(run, upTo);
      else {
        const waiting = await pass(run, mine);
        if (!abort.signal.aborted) await save(run, upTo, waiting);
      }
    }
  };

  /** Dispatches until the lease is lost. What stands in the way is the store or the database, and is tried again. */
  const work = async (run: Run<C>): Promise<void> => {
    for (let failures = 0; !run.abort.signal.aborted; failures++) {
      const before = run.position;
      try {
        return await dispatch(run);
      } catch (error) {
        if (error instanceof Lost || run.abort.signal.aborted) return;
        log.warn(
          { manager: run.manager.name, err: error },
          'the dispatcher of a process manager failed; it tries again',
        );
        if (run.position > before) failures = 0;
        await pause(timers, RETRY_ms[Math.min(failures, RETRY_ms.length - 1)]!, run.abort.signal);
      }
    }
  };

  const begin = (manager: ProcessManager<C>, position: Position): void => {
    const run: Run<C> = {
      manager,
      begun: position,
      lastOf: new Map(),
      position,
      stored: position,
      storedAt_ms: timers.now_ms(),
      told: position,
      abort: new AbortController(),
      work: Promise.resolve(),
    };
    runs.set(manager.name, run);
    // While it is ours, the next heartbeat begins it again, from where the database says it stands.
    run.work = work(run).finally(() => {
      if (runs.get(manager.name) === run) runs.delete(manager.name);
    });
  };

  const tick = (): Promise<void> => {
    ticking ??= (async () => {
      try {
        const held = await state.takeLeases(
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
    cancelBeat = timers.after(HEARTBEAT_ms, () => void tick().finally(beat));
  };

  return {
    start: async () => {
      const now = managers.some(({ begins }) => begins === 'now') ? await store.head() : 0n;
      await state.register(managers.map(({ name, begins }) => ({ name, from: begins === 'now' ? now : 0n })));
      await progress.refresh();
      unlisten = await state.listen(LEASES, () => void (stopping || tick()));
      await worker.start();
      // What failed may have been mended by what starts now.
      await state.retry({});
      await tick();
      beat();
    },
    stop: async (drain_ms = DRAIN_ms) => {
      stopping = true;
      cancelBeat();
      await ticking;
      await unlisten?.().catch(() => {});
      const all = [...runs.values()];
      for (const run of all) run.abort.abort();
      // What is read and handled at once has the same limit as the work on companies.
      const dispatchers = Promise.all(all.map((run) => run.work));
      const limit = pause(timers, drain_ms, new AbortController().signal);
      await Promise.all([worker.stop(drain_ms), Promise.race([dispatchers, limit])]);
      for (const run of all) if (run.position > run.stored) await save(run, run.position, []).catch(() => {});
      await state.releaseLeases(owner);
      await state.tell(LEASES, [owner]);
    },
    status: () => state.status(),
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

/** Resolves true when `check` holds or the signal is aborted, false when neither happened in time. */
const nextChange = (
  timers: Timers,
  progress: Progress,
  check: () => boolean,
  signal: AbortSignal,
  within_ms: number | undefined,
): Promise<boolean> =>
  new Promise((resolve) => {
    const finish = (result: boolean): void => {
      forget();
      cancel();
      signal.removeEventListener('abort', done);
      resolve(result);
    };
    const done = (): void => finish(true);
    const cancel = within_ms === undefined ? () => {} : timers.after(within_ms, () => finish(false));
    const forget = progress.onChange(() => {
      if (check()) done();
    });
    signal.addEventListener('abort', done);
    if (signal.aborted || check()) done();
  });
