import type { Host, Scheduler } from './scheduler.ts';

/** How calls of a process reach what it stands on, and how their answers come back: each way takes its time. */
export interface Network {
  /**
   * Asks something that is no process of ours. What `ask` does happens at one instant, also while the caller is paused;
   * the answer waits until the caller goes on, and never comes when it is killed.
   */
  call<T>(host: Host, ask: () => Promise<T> | T): Promise<T>;
  /** Milliseconds that something takes, as the profile has it. */
  delay_ms(): number;
}

/** How slow and how faulty the surroundings are, in one run. */
export interface Profile {
  /** Mean of one way. */
  latency_ms: number;
  /** Share of ways that take up to `slow_ms`. */
  slow: number;
  slow_ms: number;
  /** Share of appends whose answer does not come. */
  lostAnswers: number;
  /** Share of reads of the database that fail as when a connection ends. */
  brokenReads: number;
  /** Read models follow the log after up to so long. */
  lag_ms: number;
  /** Share of requests whose client does not repeat them. */
  giveUp: number;
  /** Share of turns in which only some read models go on. */
  apart: number;
}

export const CALM: Profile = {
  latency_ms: 0.5,
  slow: 0,
  slow_ms: 0,
  lostAnswers: 0,
  brokenReads: 0,
  lag_ms: 2,
  apart: 0,
  giveUp: 0,
};

export const makeNetwork = (scheduler: Scheduler, profile: () => Profile): Network => {
  const { random } = scheduler;
  const delay_ms = (): number => {
    const { latency_ms, slow, slow_ms } = profile();
    if (slow > 0 && random.next() < slow) return random.next() * slow_ms;
    return -Math.log(1 - random.next()) * latency_ms;
  };
  return {
    delay_ms,
    call: (host, ask) =>
      new Promise((resolve, reject) => {
        if (!host.alive) return;
        const answer = (settle: () => void): void => void scheduler.after(delay_ms(), host, settle);
        scheduler.after(delay_ms(), undefined, () => {
          Promise.resolve()
            .then(ask)
            .then(
              (value) => answer(() => resolve(value)),
              (error: unknown) => answer(() => reject(error as Error)),
            );
        });
      }),
  };
};
