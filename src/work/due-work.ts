import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import { type Heartbeat, makeHeartbeat } from '../timing/heartbeat.ts';
import { doublingPause, pauseNamedBy } from '../timing/pauses.ts';
import { systemTimers, type Timers } from '../timing/timers.ts';
import { endWithin } from '../timing/within.ts';
import type { Clock } from '../values/clock.ts';
import { describeError } from '../values/describe-error.ts';
import type { JsonObject } from '../values/json.ts';
import { type Beginning, makeBeginnings } from './beginnings.ts';
import { type DueWorkMeters, dueWorkMeters } from './due-work-meters.ts';
import { leaseOf } from './leases.ts';
import type { Bookmark, Claimed, DueStore, HeldRow, Next } from './port.ts';
import { orReleased, toldWhenBack } from './told.ts';

/**
 * Runs the rows of due work (port.ts), a bounded number of each kind at a time. A row may be run twice (when a worker
 * that was taken for dead comes back) but is never lost: a run must be safe to repeat. Workers are notified of new
 * rows; they also poll, in case a notification is lost.
 *
 * A process may stop for longer than its leases last: it is suspended, its event loop is blocked, or its database does
 * not answer. Its own clock shows that: `held` is false at once. The next renewal finds the rows that other workers
 * have claimed meanwhile, and their runs are aborted; the other rows are still its own. The result of a run is fenced
 * by its claim, and a row is not claimed again by a process that still runs it, so one process never runs a row twice
 * at once.
 *
 * A row may crash the process that runs it: beginnings.ts says what becomes of it.
 */

/** One run of a row of due work. */
export interface Work extends Partial<Beginning> {
  key: string;
  payload: JsonObject;
  /** Runs that failed since the last success, and this one: 1 at first. One that its process died in has not failed. */
  attempt: number;
  /** Aborted when the process stops or the lease is lost; the run must then end soon. */
  signal: AbortSignal;
  /** Where the previous run stopped. */
  bookmark: Bookmark | null;
  /** Whether the lease has been held without a break since the claim. */
  held(): boolean;
  /** Id of the claim, for statements that are fenced by it. */
  holder: string;
  /** The same for appends to the log ({@link leaseOf}). */
  lease?: string | undefined;
  /** Whether its turn should end: another row of its kind is due and held by no worker, or earlier holders ended in it. */
  othersWait(): Promise<boolean>;
}

export interface DueKind {
  kind: string;
  /** Runs at once in this process, at most. */
  concurrency: number;
  /** The clock that `due_at` is compared with; default the database's. */
  clock?: Clock;
  /** Its rows are due at once, or after a pause of minutes, by the clock of the database. */
  soon?: true;
  /** Longest pause after a failure, in milliseconds; default a minute. */
  max_backoff_ms?: number;
  /** Its run ends what was given up. Without it, such a row waits until an operator takes it up. */
  givesUp?: boolean;
  /** A run. When it throws, the row is retried after a growing pause, or that which the error names in `again_in_ms`. */
  run(work: Work): Promise<Next>;
}

export interface DueWorkOptions {
  store: DueStore;
  kinds: readonly DueKind[];
  log: Logger;
  metrics?: Metrics | undefined;
  timers?: Timers | undefined;
  /** Length of a lease, after which another worker may claim the row; default 5 s. */
  lease_ms?: number | undefined;
  poll_ms?: number | undefined;
  /** First pause after a failure; default 500 ms, doubled each time. */
  backoff_ms?: number | undefined;
}

export interface DueWorker {
  start(): Promise<void>;
  /** Looks for due rows now. */
  wake(): void;
  /** Claims no more rows, aborts the runs, waits at most `drain_ms` (default 10 s) for them and releases all leases. */
  stop(drain_ms?: number): Promise<void>;
}

const LEASE_ms = 5_000;
const POLL_ms = 1_000;
const BACKOFF_ms = 500;
const MAX_BACKOFF_ms = 60_000;

interface InHand extends HeldRow {
  controller: AbortController;
  /** The lease began no earlier than this: read before the statement that took or renewed it. */
  leased_ms: number;
  lost: boolean;
  /** Its result is being written: from then on another worker may claim the row. */
  isOver: boolean;
}

/** Times of a renewal, logged when leases are lost: one of the two was too long. */
interface RenewalTimes {
  /** From the end of the previous renewal to the start of this one. */
  since_ms: number;
  /** Duration of this renewal. */
  renewal_ms: number;
}

class Worker implements DueWorker {
  private readonly options: DueWorkOptions;
  private readonly store: DueWorkOptions['store'];
  private readonly log: DueWorkOptions['log'];
  private readonly timers: NonNullable<DueWorkOptions['timers']>;
  private readonly lease_ms: number;
  private readonly kinds: Map<string, DueKind>;
  private readonly meters: DueWorkMeters | undefined;
  private readonly inHand = new Map<string, InHand>();
  /** Rows that the worker gives back when it stops, beside those in hand. */
  private readonly aborted: HeldRow[] = [];
  /** When the last renewal ended. */
  private renewed_ms: number;
  private readonly runs = new Set<Promise<void>>();
  private readonly begin: ReturnType<typeof makeBeginnings>;
  private readonly busy = new Map<string, number>();
  private stopping = false;
  private started = false;
  private readonly renewing: Heartbeat;
  private readonly polling: Heartbeat;
  private unlisten: (() => Promise<void>) | undefined;
  /** The claim that is under way. */
  private claiming: Promise<void> | undefined;
  /** Kinds whose rows may be due. */
  private wanted = new Set<string>();

  constructor(options: DueWorkOptions) {
    this.options = options;
    const { store, log, timers = systemTimers } = options;
    this.store = store;
    this.log = log;
    this.timers = timers;
    this.begin = makeBeginnings(store);
    this.renewed_ms = timers.now_ms();
    this.lease_ms = options.lease_ms ?? LEASE_ms;
    this.kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
    this.meters = options.metrics && dueWorkMeters(options.metrics, this.store);
    this.renewing = makeHeartbeat({
      every_ms: this.lease_ms / 4,
      work: () => this.renew(),
      failed: (error) => this.log.warn({ err: error }, 'leases of due work could not be renewed'),
      timers,
    });
    this.polling = makeHeartbeat({
      every_ms: options.poll_ms ?? POLL_ms,
      work: async () => this.wake(),
      failed: (error) => this.log.warn({ err: error }, 'looking for due work failed; it will be repeated'),
      timers,
    });
  }

  readonly start: DueWorker['start'] = async () => {
    this.unlisten = await this.store.listen((kinds) => (kinds ? this.pump(kinds) : this.wake()));
    this.started = true;
    await this.renewing.start();
    await this.polling.start();
  };

  readonly wake: DueWorker['wake'] = () => this.pump([...this.kinds.keys()]);

  readonly stop: DueWorker['stop'] = async (drain_ms = 10_000) => {
    this.stopping = true;
    for (const { controller } of this.inHand.values()) controller.abort();
    await this.unlisten?.().catch(() => {});
    await this.polling.stop();
    // Runs keep their leases until they have ended.
    const ended = Promise.resolve(this.claiming).then(() => Promise.allSettled(this.runs));
    await endWithin(drain_ms, ended, this.timers);
    await this.renewing.stop();
    for (const hand of this.inHand.values()) hand.lost = true;
    await this.store
      .release([...this.aborted, ...this.inHand.values()])
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'leases of due work could not be released; they expire by themselves'),
      );
  };

  /** Claims rows of some kinds and runs them. Returns the kinds that may have more rows due. */
  private async claim(wanted: ReadonlySet<string>): Promise<string[]> {
    const free = [...this.kinds.values()].flatMap(({ kind, concurrency, clock }) => {
      const slots = concurrency - (this.busy.get(kind) ?? 0);
      return wanted.has(kind) && slots > 0 ? [{ kind, slots, now: clock?.instant() ?? null }] : [];
    });
    if (free.length === 0) return [];
    const before_ms = this.timers.now_ms();
    const holder = randomUUID();
    const rows = await orReleased(
      () => this.store.claim(free, holder, this.lease_ms, [...this.inHand.values()]),
      () => this.told(() => this.store.releaseClaim(holder)),
    );
    for (const row of rows) {
      // The worker was told to stop meanwhile: they are given back with all others.
      if (this.stopping) this.aborted.push({ kind: row.kind, key: row.key, holder });
      else this.run(row, holder, before_ms);
    }
    const isFull = ({ kind, slots }: (typeof free)[number]) => rows.filter((row) => row.kind === kind).length === slots;
    return free.filter(isFull).map(({ kind }) => kind);
  }

  /**
   * Claims rows, one claim at a time, until no kind may have more. Kinds that are asked for during a claim are in the
   * next one. A kind at its limit of runs is looked at again when one of them ends.
   */
  private readonly pump = (kinds: Iterable<string>): void => {
    for (const kind of kinds) if (this.kinds.has(kind)) this.wanted.add(kind);
    if (this.wanted.size === 0 || this.claiming || this.stopping || !this.started) return;
    const claimAll = async (): Promise<void> => {
      while (this.wanted.size > 0 && !this.stopping) {
        const now = this.wanted;
        this.wanted = new Set();
        for (const kind of await this.claim(now)) this.wanted.add(kind);
      }
    };
    this.claiming = claimAll()
      .catch((error: unknown) => this.log.warn({ err: error }, 'due work could not be claimed'))
      .finally(() => {
        this.claiming = undefined;
        if (this.wanted.size > 0 && !this.stopping) this.timers.after(50, () => this.pump([]));
      });
  };

  private run(row: Claimed, holder: string, leased_ms: number): void {
    const run = this.execute(row, holder, leased_ms).finally(() => this.runs.delete(run));
    this.runs.add(run);
  }

  private async execute(row: Claimed, holder: string, leased_ms: number): Promise<void> {
    const kind = this.kinds.get(row.kind)!;
    const id = `${row.kind}/${row.key}`;
    const begins = { controller: new AbortController(), leased_ms, lost: false, isOver: false };
    const hand: InHand = { kind: row.kind, key: row.key, holder, ...begins };
    this.inHand.set(id, hand);
    this.busy.set(row.kind, (this.busy.get(row.kind) ?? 0) + 1);
    const { signal } = hand.controller;
    const held = (): boolean => !hand.lost && this.timers.now_ms() - hand.leased_ms < this.lease_ms;
    const end = this.meters?.began(row.kind);
    try {
      const work: Omit<Work, keyof Beginning> = {
        key: row.key,
        payload: row.payload,
        attempt: row.attempts,
        bookmark: row.bookmark,
        signal,
        held,
        ...{ holder, lease: leaseOf(hand) },
        // Of work that processes ended in, a turn's part is kept: so it gets on where they were killed for another reason.
        othersWait: async () => row.counted === true || (await this.store.anyWaits(row.kind, this.nowOf(kind))),
      };
      const { givesUp = false } = kind;
      const run = (beginning: Beginning): Promise<Next> => kind.run({ ...work, ...beginning });
      const next = await this.begin({ row, hand, signal, givesUp, run });
      hand.isOver = true;
      await this.told(() => this.store.finish(row, holder, next, this.nowOf(kind)));
      if (next && 'again_in_ms' in next) this.lookIn(row.kind, next.again_in_ms);
      end?.(next ? 'again' : 'done');
    } catch (error) {
      end?.('failed');
      hand.isOver = true;
      // The worker stops: the lease is released with all others.
      if (this.stopping) return void this.aborted.push(hand);
      this.log.warn(
        { err: error, kind: row.kind, key: row.key, attempt: row.attempts },
        'due work failed; it will be retried',
      );
      await this.postpone(row, holder, kind, error).catch((reason: unknown) =>
        this.log.warn(
          { err: reason, kind: row.kind, key: row.key },
          'the retry of due work could not be scheduled; the work is retried when its lease expires',
        ),
      );
    } finally {
      this.inHand.delete(id);
      this.busy.set(row.kind, this.busy.get(row.kind)! - 1);
      this.pump([row.kind]);
    }
  }

  private told(tell: () => Promise<void>): Promise<void> {
    return toldWhenBack(tell, () => this.stopping, this.timers);
  }

  private nowOf(kind: DueKind): string | null {
    return kind.clock?.instant() ?? null;
  }

  private async postpone(row: Claimed, holder: string, kind: DueKind, error: unknown): Promise<void> {
    const max_ms = kind.max_backoff_ms ?? MAX_BACKOFF_ms;
    const growing_ms = doublingPause(row.attempts + row.deaths, this.options.backoff_ms ?? BACKOFF_ms, max_ms);
    const pause_ms = Math.round(pauseNamedBy(error) ?? growing_ms);
    const { name, message, code } = describeError(error);
    const text = message ?? `${name} ${code ?? ''}`.trim();
    await this.told(() => this.store.postpone(row, holder, pause_ms, text, this.nowOf(kind)));
    this.lookIn(row.kind, pause_ms);
  }

  /** Looks for due rows when a pause that this worker set is over, if that is before the next poll. */
  private lookIn(kind: string, ms: number): void {
    if (ms < (this.options.poll_ms ?? POLL_ms)) this.timers.after(ms + 1, () => this.pump([kind]));
  }

  private async renew(): Promise<void> {
    const before_ms = this.timers.now_ms();
    const since_ms = before_ms - this.renewed_ms;
    const taken = new Set<InHand>();
    try {
      const held = [...this.inHand.values()].filter(({ lost }) => !lost);
      if (held.length === 0) return;
      const rows = await this.store.renew(held, this.lease_ms);
      const renewed = new Map(rows.map((row) => [`${row.kind}/${row.key}`, row.renewed]));
      for (const hand of held) {
        const isRenewed = renewed.get(`${hand.kind}/${hand.key}`);
        if (isRenewed) hand.leased_ms = before_ms;
        else if (isRenewed === undefined) taken.add(hand);
      }
    } finally {
      this.renewed_ms = this.timers.now_ms();
      this.abortLost(taken, { since_ms, renewal_ms: this.renewed_ms - before_ms });
    }
  }

  /** Aborts the runs whose leases are lost: `taken` by another worker, or too old to be sure of. */
  private abortLost(taken: ReadonlySet<InHand>, { since_ms, renewal_ms }: RenewalTimes): void {
    for (const hand of this.inHand.values()) {
      const { kind, key, controller, lost, isOver } = hand;
      const age_ms = this.timers.now_ms() - hand.leased_ms;
      if (lost || isOver || (!taken.has(hand) && age_ms < this.lease_ms)) continue;
      hand.lost = true;
      this.meters?.lost(kind);
      const whole = { age_ms, since_ms, renewal_ms };
      const times = Object.fromEntries(Object.entries(whole).map(([name, ms]) => [name, Math.round(ms)]));
      this.log.warn(
        { kind, key, lease_ms: this.lease_ms, taken: taken.has(hand), ...times },
        'a lease of due work was lost: the work is aborted, and the next process that claims it repeats it',
      );
      controller.abort();
    }
  }
}

/** A worker of this process for some kinds of due work. */
export const makeDueWorker = (options: DueWorkOptions): DueWorker => new Worker(options);
