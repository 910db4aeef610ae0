import { systemTimers, type Timers } from './timers.ts';

/** Wakes one waiter. When it is raised between two waits, the next wait ends at once. */
export interface Signal {
  raise(): void;
  /** Resolves when it is raised, or after `ms`. At most one caller may wait at a time. */
  within(ms: number): Promise<void>;
}

/** A signal that was not raised yet. */
export const makeSignal = (timers: Timers = systemTimers): Signal => {
  let isRaised = false;
  let wake = (): void => {};
  return {
    raise: () => {
      isRaised = true;
      wake();
    },
    within: (ms) =>
      new Promise((resolve) => {
        const done = (): void => {
          cancel();
          wake = () => {};
          isRaised = false;
          resolve();
        };
        const cancel = timers.after(ms, done);
        wake = done;
        if (isRaised) done();
      }),
  };
};
