import type { Registry as Metrics } from 'prom-client';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import type { EventStore, LogEvent, Position } from '../../event-store/port.ts';
import type { Renewing } from '../../event-store/refusals.ts';
import { scopeOf } from '../../kernel/definition/scope.ts';
import { HEARTBEAT_ms, type Heartbeat, LEASE_ms, makeHeartbeat } from '../../timing/heartbeat.ts';
import { listedPause, pause } from '../../timing/pauses.ts';
import { systemTimers, type Timers } from '../../timing/timers.ts';
import { endWithin } from '../../timing/within.ts';
import { type DueWorker, makeDueWorker } from '../../work/due-work.ts';
import type { Dispatch, DueStore, ManagerStatus } from '../../work/port.ts';
import { type CompanyWork, type CompanyWorkOptions, makeCompanyWork } from './company-work.ts';
import { isRechecked, type LastHandled, lastWith, nothingHandled, orAccept, type ProcessManager } from './manager.ts';
import { sharedReads } from './shared-reads.ts';

/**
 * Runs process managers (manager.ts), company by company.
 *
 * Each manager has a dispatcher, run by one process at a time, the holder of its lease; another one takes over within
 * 5 s. It reads the log in order and does no business work: it puts the events that its manager handles into the inbox
 * and asks for the company's row of due work, in one statement with its checkpoint. So no company can stop it.
 *
 * The work itself is due work (company-work.ts): companies in parallel, longest due first, spread over all processes,
 * each company in one process at a time.
 */
export interface Processes {
  start(): Promise<void>;
  /** Lets the current work continue to its next safe point, for at most `drain_ms`, and releases the leases. */
  stop(drain_ms?: number): Promise<void>;
  status(): Promise<ManagerStatus[]>;
  /** Names of the managers whose dispatcher runs in this process now. */
  runs(): string[];
}

export interface ProcessesOptions<C> extends CompanyWorkOptions<C> {
  store: EventStore;
  due: DueStore;
  metrics?: Metrics;
  timers?: Timers;
  /** Hears whether leases of managers can be renewed. */
  renewing?: Renewing;
  /** First pause after a company's work failed, doubled each time; default 500 ms. */
  backoff_ms?: number;
  /** Length of the leases of companies, after which another process may take one over. */
  lease_ms?: number;
  poll_ms?: number;
}

const POLL_ms = 500;
const DRAIN_ms = 10_000;
/** Channel of notifications that a process has released its leases. */
const LEASES = 'payroll_manager_leases';
const RETRY_ms = [100, 300, 1_000, 3_000, 10_000] as const;
/** Progress without work is stored with the next heartbeat, but sent to other processes after this pause. */
const SEND_IDLE_ms = 5;

/** A dispatcher that runs in this process. */
interface Run<C> {
  manager: ProcessManager<C>;
  /** The position at which it started; it knows nothing of earlier events. */
  begun: Position;
  /** The last events that it has handled since, by scope. */
  lastOf: Map<string, LastHandled>;
  /** How far it has read. */
  position: Position;
  /** Its stored checkpoint. */
  stored: Position;
  isSaving: boolean;
  /** Resolves when its earlier progress without work is stored. */
  storing: Promise<void> | undefined;
  /** How far other processes know it to be. */
  sent: Position;
  abort: AbortController;
  work: Promise<void>;
}

/** Another process holds the lease or has moved the checkpoint. */
class Lost extends Error {}

class Runner<C> implements Processes {
  private readonly managers: ProcessesOptions<C>['managers'];
  private readonly store: ProcessesOptions<C>['store'];
  private readonly progress: ProcessesOptions<C>['progress'];
  private readonly state: ProcessesOptions<C>['state'];
  private readonly log: ProcessesOptions<C>['log'];
  private readonly timers: NonNullable<ProcessesOptions<C>['timers']>;
  private readonly isHeard: () => boolean;
  private readonly knows: NonNullable<ProcessesOptions<C>['knows']>;
  private readonly owner: string;
  private readonly running = new Map<string, Run<C>>();
  private readonly read: (after: Position, upTo: Position) => Promise<{ events: LogEvent[]; upTo: Position }>;
  private readonly companies: CompanyWork<C>;
  private readonly worker: DueWorker;
  private readonly heartbeat: Heartbeat;
  private sending = false;
  private stopping = false;
  private unlisten: (() => Promise<void>) | undefined;

  constructor(options: ProcessesOptions<C>) {
    const { managers, store, progress, state, isHeard = () => true, log, timers = systemTimers } = options;
    const { renewing = (renew) => renew(), knows = () => true } = options;
    this.managers = managers;
    this.store = store;
    this.progress = progress;
    this.state = state;
    this.log = log;
    this.timers = timers;
    this.isHeard = isHeard;
    this.knows = knows;
    this.owner = this.progress.process;
    this.read = sharedReads(this.store);
    this.companies = makeCompanyWork(options);
    this.worker = makeDueWorker({
      store: options.due,
      kinds: this.companies.kinds,
      log: this.log,
      metrics: options.metrics,
      timers: this.timers,
      backoff_ms: options.backoff_ms,
      // As long as the leases of dispatchers.
      lease_ms: options.lease_ms ?? LEASE_ms,
      poll_ms: options.poll_ms ?? POLL_ms,
    });
    this.heartbeat = makeHeartbeat({
      every_ms: HEARTBEAT_ms,
      work: () => renewing(() => this.reconcile()),
      failed: (error) => this.log.warn({ err: error }, 'leases of process managers could not be renewed'),
      timers,
    });
  }

  readonly start: Processes['start'] = async () => {
    const now = this.managers.some(({ begins }) => begins === 'now') ? await this.store.head() : 0n;
    await this.state.register(this.managers.map(({ name, begins }) => ({ name, from: begins === 'now' ? now : 0n })));
    await this.progress.refresh();
    this.unlisten = await this.state.listen(LEASES, () => void this.heartbeat.beat());
    await this.worker.start();
    // The code that starts now may fix what failed before.
    await this.state.retry({});
    await this.heartbeat.start();
  };

  readonly stop: Processes['stop'] = async (drain_ms = DRAIN_ms) => {
    this.stopping = true;
    await this.heartbeat.stop();
    await this.unlisten?.().catch(() => {});
    const all = [...this.running.values()];
    for (const run of all) run.abort.abort();
    // Dispatchers have the same time to finish as the work on companies.
    const dispatchers = Promise.all(all.map((run) => run.work));
    await Promise.all([this.worker.stop(drain_ms), endWithin(drain_ms, dispatchers, this.timers)]);
    await this.storePassed(all).catch(() => {});
    // What failed here may be done by the others: they may be of a newer version.
    await endWithin(drain_ms, this.state.retry({}), this.timers).catch(() => {});
    await this.state.releaseLeases(this.owner);
    await this.state.notify(LEASES, [this.owner]);
  };

  readonly status: Processes['status'] = () => this.state.status();

  readonly runs: Processes['runs'] = () => [...this.running.keys()];

  /** Notifies other processes of progress without work, of all managers in one statement. */
  private sendIdle(): void {
    if (this.sending) return;
    this.sending = true;
    this.timers.after(SEND_IDLE_ms, () => {
      this.sending = false;
      const ranges = new Map<string, { from: Position; to: Position; names: string[] }>();
      for (const run of this.running.values()) {
        const { sent: from, position: to } = run;
        if (from >= to) continue;
        const key = `${from}-${to}`;
        const range = ranges.get(key) ?? { from, to, names: [] };
        ranges.set(key, range);
        range.names.push(run.manager.name);
        run.sent = to;
      }
      const messages = [...ranges.values()].map((one) => this.progress.passedMessage(one.names, one.from, one.to));
      if (messages.length > 0 && this.isHeard()) this.state.notify(CHANNEL, messages).catch(() => {});
    });
  }

  private async save(run: Run<C>, to: Position, waiting: Dispatch['waiting']): Promise<void> {
    const { name } = run.manager;
    const lastOf = new Map(waiting.map(({ scope, event }) => [scope, event.position]));
    const handed = [...lastOf].map(([scope, last]) => ({ scope, last }));
    run.isSaving = true; // Nobody else stores its checkpoint from here on: one of the two would find it moved.
    try {
      await run.storing;
      const message = this.isHeard() ? this.progress.dispatchedMessage(name, run.sent, to, handed) : '';
      // Before it is stored: companies that are handed nothing do not wait for that.
      this.progress.dispatched(name, run.position, to, handed);
      if (!(await this.state.dispatch(this.owner, { name, from: run.stored, to, waiting, message }))) throw new Lost();
      run.stored = to;
    } finally {
      run.isSaving = false;
    }
    run.position = to;
    run.sent = to;
  }

  /** Stores the checkpoints of dispatchers that found no work since the last one, all in one statement. */
  private async storePassed(runs: Iterable<Run<C>>): Promise<void> {
    const moves = [...runs]
      .filter(({ isSaving, stored, position }) => !isSaving && stored < position)
      .map((run) => ({ run, name: run.manager.name, from: run.stored, to: run.position }));
    if (moves.length === 0) return;
    const storing = this.state.pass(this.owner, moves).then((moved) => {
      for (const { run, name, to } of moves) {
        if (moved.includes(name)) run.stored = to;
        // While this process holds the lease, the next heartbeat starts it again from its checkpoint.
        else run.abort.abort();
      }
    });
    for (const { run } of moves) run.storing = storing.catch(() => {});
    await storing;
  }

  private passIdle(run: Run<C>, to: Position): void {
    if (to <= run.position) return;
    this.progress.dispatched(run.manager.name, run.position, to, []);
    run.position = to;
    this.sendIdle();
  }

  /** Lets an immediate manager handle the events. Returns those that go to the inbox. */
  private async handleImmediate(run: Run<C>, events: readonly LogEvent[]): Promise<Dispatch['waiting']> {
    const waiting = events.map((event) => ({ scope: scopeOf(event), event }));
    if (!run.manager.immediate || waiting.length === 0) return waiting;
    return this.companies.handleNow(run.manager, waiting, run.abort.signal);
  }

  private async dispatch(run: Run<C>): Promise<void> {
    const { abort } = run;
    while (!abort.signal.aborted) {
      const readable = this.progress.readPosition() ?? 0n;
      if (readable <= run.position) {
        const more = (): boolean => (this.progress.readPosition() ?? 0n) > run.position;
        await nextChange(this.progress, more, abort.signal);
        continue;
      }
      const { events, upTo } = await this.read(run.position, readable);
      const mine = events.filter((event) => event.position > run.position && accepts(run, event, this.knows));
      if (mine.length === 0) this.passIdle(run, upTo);
      else {
        const waiting = await this.handleImmediate(run, mine);
        if (abort.signal.aborted) continue;
        // What an immediate manager did may be repeated, so its checkpoint need not be stored for each event.
        if (waiting.length === 0) this.passIdle(run, upTo);
        else await this.save(run, upTo, waiting);
        if (run.manager.every_ms !== undefined) await pause(run.manager.every_ms, [abort.signal], this.timers);
      }
    }
  }

  /** Dispatches until the lease is lost. Only the store or the database can make it fail, so a failure is retried. */
  private async work(run: Run<C>): Promise<void> {
    for (let failures = 0; !run.abort.signal.aborted; failures++) {
      const before = run.position;
      try {
        return await this.dispatch(run);
      } catch (error) {
        if (error instanceof Lost || run.abort.signal.aborted) return;
        this.log.warn(
          { manager: run.manager.name, err: error },
          'the dispatcher of a process manager failed; it will retry',
        );
        if (run.position > before) failures = 0;
        await pause(listedPause(RETRY_ms, failures), [run.abort.signal], this.timers);
      }
    }
  }

  private begin(manager: ProcessManager<C>, position: Position): void {
    const run: Run<C> = {
      manager,
      begun: position,
      lastOf: new Map(),
      position,
      stored: position,
      isSaving: false,
      storing: undefined,
      sent: position,
      abort: new AbortController(),
      work: Promise.resolve(),
    };
    this.running.set(manager.name, run);
    // While this process holds the lease, the next heartbeat starts it again from its stored checkpoint.
    run.work = this.work(run).finally(() => {
      if (this.running.get(manager.name) === run) this.running.delete(manager.name);
    });
  }

  /** Takes free leases; starts the dispatchers whose leases it holds and ends those whose leases are lost. */
  private async reconcile(): Promise<void> {
    const stored = new Map([...this.running].map(([name, run]) => [name, run.stored]));
    const names = this.managers.map(({ name }) => name);
    const held = await this.state.takeLeases(this.owner, names);
    const positions = new Map(held.map(({ name, position }) => [name, position]));
    const taken = this.managers.filter(({ name }) => positions.has(name) && !this.running.has(name));
    // A crash of the database may also lose its last checkpoint: the next heartbeat starts it from the one before.
    for (const [name, run] of this.running)
      if ((positions.get(name) ?? -1n) < (stored.get(name) ?? 0n)) run.abort.abort();
    // What the holder before put into the inbox goes before what an immediate manager is handed now.
    if (taken.some(({ immediate }) => immediate)) await this.progress.refresh();
    for (const manager of taken) if (!this.stopping) this.begin(manager, positions.get(manager.name)!);
    await this.storePassed(this.running.values());
  }
}

export const makeProcesses = <C>(options: ProcessesOptions<C>): Processes => new Runner(options);

/**
 * Whether the manager gets an event. Events must be asked about in the order of the log.
 *
 * @param knows whether this version declares an event: one that only a newer version knows may be for any manager
 */
const accepts = <C>({ manager, lastOf, begun }: Run<C>, event: LogEvent, knows: (type: string) => boolean): boolean => {
  const isHandled = orAccept(() => manager.handles(event)) || !knows(event.type);
  // Called for every event and manager; few managers recheck.
  if (!manager.rechecks) return isHandled;
  const scope = scopeOf(event);
  const last = lastOf.get(scope) ?? nothingHandled(begun);
  if (!isHandled) return orAccept(() => isRechecked(manager, event, last));
  lastOf.set(scope, lastWith(manager, event, last));
  return true;
};

/** Resolves when `check` is true or the signal is aborted. */
const nextChange = (progress: Progress, check: () => boolean, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      forget();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const forget = progress.onChange(() => {
      if (check()) done();
    });
    signal.addEventListener('abort', done);
    if (signal.aborted || check()) done();
  });
