import { systemTimers, type Timers } from './timers.ts';

/** A follower of the log that has not renewed its lease for so long has lost it. */
export const LEASE_ms = 2_500;
/** How often such a lease is renewed or tried for: with the lease, well under the 5 s in which another takes over. */
export const HEARTBEAT_ms = 700;

/**
 * What a process does again and again as long as it lives: it renews its leases, takes those of the dead, looks for work.
 * Everything that holds leases has this form: one beat at a time, and none begins once it is stopped.
 */
export interface Heartbeat {
  /** Beats now, then so long after the end of each beat. */
  start(): Promise<void>;
  /** Beats now as well; called during a beat, it waits for that one. */
  beat(): Promise<void>;
  /** Resolves when the beat under way has ended. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  every_ms: number;
  work: () => Promise<void>;
  /** Called with the error of each beat that failed; the next comes all the same. */
  failed: (error: unknown) => void;
  timers?: Timers;
}

export const makeHeartbeat = ({ every_ms, work, failed, timers = systemTimers }: HeartbeatOptions): Heartbeat => {
  let stopped = false;
  let cancel = (): void => {};
  let beating: Promise<void> | undefined;
  const beat = (): Promise<void> => {
    if (stopped) return beating ?? Promise.resolve();
    beating ??= work()
      .catch(failed)
      .finally(() => {
        beating = undefined;
      });
    return beating;
  };
  const next = (): void => {
    if (!stopped) cancel = timers.after(every_ms, () => void beat().finally(next));
  };
  return {
    start: async () => {
      await beat();
      next();
    },
    beat,
    stop: async () => {
      stopped = true;
      cancel();
      await beating;
    },
  };
};
