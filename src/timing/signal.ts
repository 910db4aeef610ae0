import { systemTimers, type Timers } from './timers.ts';

/** Tells one who waits that something came. What comes between two waits ends the next one at once. */
export interface Signal {
  raise(): void;
  /** Resolves when it is raised, or after so long. One waits at a time. */
  within(ms: number): Promise<void>;
}

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
