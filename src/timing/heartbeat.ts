import { systemTimers, type Timers } from './timers.ts';

/** Length of the leases of those that follow the log: feeders and dispatchers. */
export const LEASE_ms = 2_500;
/**
 * How often such a lease is renewed or tried for. Lease and heartbeat together are well under the 5 s of a takeover.
 */
export const HEARTBEAT_ms = 700;

/**
 * Periodic work of a process: it renews its leases, takes those that have run out, and looks for work. One beat runs at
 * a time, and none starts after `stop`.
 */
export interface Heartbeat {
  /** Beats now, then `every_ms` after the end of each beat. */
  start(): Promise<void>;
  /** Beats now; during a beat it only waits for that one. */
  beat(): Promise<void>;
  /** Ends the beats. Resolves when the running one has ended. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  every_ms: number;
  work: () => Promise<void>;
  /**
   * Called with the error of a failed beat; the next beat follows nevertheless. What fails each beat for the same reason
   * is reported once in ten seconds.
   */
  failed: (error: unknown) => void;
  timers?: Timers;
}

/** A full disk fails every beat for hours: the log has a line of it once in this time. */
const TOLD_EACH_ms = 10_000;

export const makeHeartbeat = ({ every_ms, work, failed, timers = systemTimers }: HeartbeatOptions): Heartbeat => {
  let stopped = false;
  let cancel = (): void => {};
  let beating: Promise<void> | undefined;
  let told: { reason: string; at_ms: number } | undefined;
  const tell = (error: unknown): void => {
    const [reason, at_ms] = [String(error), timers.now_ms()];
    if (told?.reason === reason && at_ms - told.at_ms < TOLD_EACH_ms) return;
    told = { reason, at_ms };
    failed(error);
  };
  const beat = (): Promise<void> => {
    if (stopped) return beating ?? Promise.resolve();
    beating ??= work()
      .catch(tell)
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
