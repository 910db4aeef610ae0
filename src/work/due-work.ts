import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry as Metrics } from 'prom-client';
import type { Clock } from '../values/clock.ts';
import { describeError } from '../values/describe-error.ts';
import type { JsonObject } from '../values/json.ts';
import { type DueWorkMeters, dueWorkMeters } from './due-work-meters.ts';
import type { Claimed, DueStore, Next } from './port.ts';
import { systemTimers, type Timers } from './timers.ts';

/**
 * Works on what is due (port.ts), a bounded number of pieces of each kind at a time. A piece may be run twice (a worker
 * that was thought dead comes back), never lost: what it does must be safe to repeat. New rows are told of; polling is
 * the net beneath that.
 */

/** A piece of work in hand. */
export interface Work {
  key: string;
  payload: JsonObject;
  /** 1 at first; how often it was begun since it last went well. */
  attempt: number;
  /** Aborted when the process stops or another worker has the piece: come to an end soon. */
  signal: AbortSignal;
  /** Whether nobody else can have had it since it was claimed. */
  held(): boolean;
  /** Who has it, for statements that only its holder may run. */
  holder: string;
}

export interface DueKind {
  kind: string;
  /** Pieces in hand at once in this process. */
  concurrency: number;
  /** By whose time they are due; default the database's. */
  clock?: Clock;
  /** Longest pause after a failure; default a minute. */
  max_backoff_ms?: number;
  /** Throws to be run again after a growing pause. */
  run(work: Work): Promise<Next>;
}

export interface DueWorkOptions {
  store: DueStore;
  kinds: readonly DueKind[];
  log: Logger;
  metrics?: Metrics | undefined;
  timers?: Timers | undefined;
  /** Another worker takes over after this long; default 5 s. */
  lease_ms?: number | undefined;
  poll_ms?: number | undefined;
  /** First pause after a failure; default 500 ms, doubled each time. */
  backoff_ms?: number | undefined;
}

export interface DueWorker {
  start(): Promise<void>;
  /** Looks for due rows now. */
  wake(): void;
  /** Claims no more, tells what runs to stop, waits for it at most `drain_ms` (default 10 s), releases all leases. */
  stop(drain_ms?: number): Promise<void>;
}

const LEASE_ms = 5_000;
const POLL_ms = 1_000;
const BACKOFF_ms = 500;
const MAX_BACKOFF_ms = 60_000;

interface InHand {
  controller: AbortController;
  /** When the lease was last known to run: before the statement that took or renewed it. */
  leased_ms: number;
  lost: boolean;
}

/** A worker of this process for some kinds of due work. */
export const makeDueWorker = (options: DueWorkOptions): DueWorker => {
  const { store, log, timers = systemTimers } = options;
  const lease_ms = options.lease_ms ?? LEASE_ms;
  const holder = randomUUID();
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const meters: DueWorkMeters | undefined = options.metrics && dueWorkMeters(options.metrics, store);
  const inHand = new Map<string, InHand>();
  const runs = new Set<Promise<void>>();
  const busy = new Map<string, number>();
  let stopping = false;
  let started = false;
  const cancels = new Map<string, () => void>();
  let unlisten: (() => Promise<void>) | undefined;

  const claim = async (): Promise<boolean> => {
    const free = [...kinds.values()].flatMap(({ kind, concurrency, clock }) => {
      const slots = concurrency - (busy.get(kind) ?? 0);
      return slots > 0 ? [{ kind, slots, now: clock?.instant() ?? null }] : [];
    });
    if (free.length === 0) return false;
    const before_ms = timers.now_ms();
    const rows = await store.claim(free, holder, lease_ms);
    for (const row of rows) {
      const run = execute(row, before_ms).finally(() => runs.delete(run));
      runs.add(run);
    }
    return free.some(({ kind, slots }) => rows.filter((row) => row.kind === kind).length === slots);
  };

  let pumping = false;
  let wanted = false;
  /** Claims as long as there may be more. One claim at a time; what is asked for meanwhile is looked for after it. */
  const pump = (): void => {
    wanted = true;
    if (pumping || stopping || !started) return;
    pumping = true;
    const turns = async (): Promise<void> => {
      while (wanted && !stopping) {
        wanted = false;
        if (await claim()) wanted = true;
      }
    };
    void turns()
      .catch((error: unknown) => log.warn({ err: error }, 'due work could not be claimed'))
      .finally(() => {
        pumping = false;
        if (wanted && !stopping) timers.after(50, pump);
      });
  };

  const execute = async (row: Claimed, leased_ms: number): Promise<void> => {
    const kind = kinds.get(row.kind)!;
    const id = `${row.kind}/${row.key}`;
    const hand: InHand = { controller: new AbortController(), leased_ms, lost: false };
    inHand.set(id, hand);
    busy.set(row.kind, (busy.get(row.kind) ?? 0) + 1);
    const { signal } = hand.controller;
    const held = (): boolean => !hand.lost && timers.now_ms() - hand.leased_ms < lease_ms;
    const end = meters?.began(row.kind);
    try {
      const work: Work = { key: row.key, payload: row.payload, attempt: row.attempts, signal, held, holder };
      const next = await kind.run(work);
      await store.finish(row, holder, next, nowOf(kind));
      if (next && 'again_in_ms' in next) later(next.again_in_ms);
      end?.(next ? 'again' : 'done');
    } catch (error) {
      end?.('failed');
      // Told to stop: the row is given back with all others.
      if (stopping) return;
      log.warn(
        { err: error, kind: row.kind, key: row.key, attempt: row.attempts },
        'due work failed; it is tried again',
      );
      await postpone(row, kind, error).catch((reason: unknown) =>
        log.warn({ err: reason, kind: row.kind, key: row.key }, 'due work keeps its lease until that runs out'),
      );
    } finally {
      inHand.delete(id);
      busy.set(row.kind, busy.get(row.kind)! - 1);
      pump();
    }
  };

  const nowOf = (kind: DueKind): string | null => kind.clock?.instant() ?? null;

  const postpone = async (row: Claimed, kind: DueKind, error: unknown): Promise<void> => {
    const max_ms = kind.max_backoff_ms ?? MAX_BACKOFF_ms;
    const full_ms = Math.min((options.backoff_ms ?? BACKOFF_ms) * 2 ** Math.min(row.attempts - 1, 20), max_ms);
    const pause_ms = Math.round(full_ms * (0.5 + Math.random() / 2));
    const { name, message, code } = describeError(error);
    const text = message ?? `${name} ${code ?? ''}`.trim();
    await store.postpone(row, holder, pause_ms, text, nowOf(kind));
    later(pause_ms);
  };

  /** Looks again when a pause of our own is over, rather than at the next poll. */
  const later = (ms: number): void => {
    if (ms < (options.poll_ms ?? POLL_ms)) timers.after(ms + 1, pump);
  };

  const renew = async (): Promise<void> => {
    const { size } = inHand;
    if (size === 0) return;
    const before_ms = timers.now_ms();
    try {
      const rows = await store.renew(holder, lease_ms);
      const ours = new Set(rows.map(({ kind, key }) => `${kind}/${key}`));
      for (const [id, hand] of inHand) {
        if (ours.has(id)) hand.leased_ms = before_ms;
        else if (hand.leased_ms < before_ms) hand.lost = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'leases of due work could not be renewed');
    }
    for (const hand of inHand.values()) {
      if (!hand.lost && timers.now_ms() - hand.leased_ms < lease_ms) continue;
      hand.lost = true;
      hand.controller.abort();
    }
  };

  const every = (name: string, ms: number, work: () => Promise<void> | void): void => {
    const turn = async (): Promise<void> => {
      await work();
      if (cancels.has(name)) cancels.set(name, timers.after(ms, turn));
    };
    cancels.set(name, timers.after(ms, turn));
  };

  return {
    start: async () => {
      unlisten = await store.listen(pump);
      started = true;
      every('renew', lease_ms / 4, renew);
      every('poll', options.poll_ms ?? POLL_ms, pump);
      pump();
    },
    wake: pump,
    stop: async (drain_ms = 10_000) => {
      stopping = true;
      for (const { controller } of inHand.values()) controller.abort();
      await unlisten?.().catch(() => {});
      let cancel = (): void => {};
      const limit = new Promise<void>((resolve) => {
        cancel = timers.after(drain_ms, resolve);
      });
      await Promise.race([Promise.allSettled(runs), limit]);
      cancel();
      for (const end of cancels.values()) end();
      cancels.clear();
      for (const hand of inHand.values()) hand.lost = true;
      await store
        .release(holder)
        .catch((error: unknown) => log.warn({ err: error }, 'leases of due work run out by themselves'));
    },
  };
};
