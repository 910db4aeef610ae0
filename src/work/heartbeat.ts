import { systemTimers, type Timers } from './timers.ts';

/**
 * What a process does again and again as long as it lives: it renews its leases, takes those of the dead, looks for work.
 * One form for all that hold leases: a time of it goes on at a time, and once it is stopped none begins.
 */
export interface Heartbeat {
  /** A first time now, then one so long after the end of each. */
  start(): Promise<void>;
  /** A time out of turn; who asks while one goes on waits for that. */
  beat(): Promise<void>;
  /** Resolves when the one that goes on has ended. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  every_ms: number;
  work: () => Promise<void>;
  /** Told of each time that failed; the next comes all the same. */
  failed: (error: unknown) => void;
  timers?: Timers;
}

export const makeHeartbeat = ({ every_ms, work, failed, timers = systemTimers }: HeartbeatOptions): Heartbeat => {
  let stopped = false;
  let cancel = (): void => {};
  let going: Promise<void> | undefined;
  const beat = (): Promise<void> => {
    if (stopped) return going ?? Promise.resolve();
    going ??= work()
      .catch(failed)
      .finally(() => {
        going = undefined;
      });
    return going;
  };
  const goOn = (): void => {
    if (!stopped) cancel = timers.after(every_ms, () => void beat().finally(goOn));
  };
  return {
    start: async () => {
      await beat();
      goOn();
    },
    beat,
    stop: async () => {
      stopped = true;
      cancel();
      await going;
    },
  };
};

/** Waits for work to end, at most so long. @throws what the work throws before */
export const endWithin = async (timers: Timers, ms: number, work: Promise<unknown>): Promise<void> => {
  let cancel = (): void => {};
  const limit = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    cancel();
  }
};
