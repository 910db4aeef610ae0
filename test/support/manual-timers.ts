import type { Timers } from '../../src/timing/timers.ts';

export interface ManualTimers extends Timers {
  pass(ms: number): Promise<void>;
}

/** Time that the test lets pass. */
export const manualTimers = (): ManualTimers => {
  let now_ms = 0;
  const due = new Map<() => void, number>();
  return {
    now_ms: () => now_ms,
    after: (ms, run) => {
      due.set(run, now_ms + ms);
      return () => due.delete(run);
    },
    pass: async (ms) => {
      now_ms += ms;
      for (const [run, at_ms] of [...due])
        if (at_ms <= now_ms) {
          due.delete(run);
          run();
        }
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};
