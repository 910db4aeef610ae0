/** Time in this process, for pauses and deadlines. A simulator replaces it by its own. */
export interface Timers {
  /** Monotonic milliseconds. */
  now_ms(): number;
  /** Calls `run` once after `ms`, unless the returned function is called before. Does not keep the process alive. */
  after(ms: number, run: () => void): () => void;
}

/** The time of day runs ahead by more than this only when the machine was suspended or its clock was set. */
const LEAP_ms = 100;

/**
 * The machine's timers. Time during which the machine was suspended counts too, since leases run out meanwhile. So a
 * clock that is set forward makes deadlines pass and leases seem lost, which only costs a repetition. Smaller
 * differences do not count: the time of day comes in whole milliseconds, and frequent reads would add up the rounding
 * errors.
 */
export const makeSystemTimers = (): Timers => {
  let wall_ms = Date.now();
  let running_ms = performance.now();
  let passed_ms = 0;
  return {
    now_ms: () => {
      const wall = Date.now() - wall_ms;
      const running = performance.now() - running_ms;
      wall_ms += wall;
      running_ms += running;
      passed_ms += wall - running > LEAP_ms ? wall : running;
      return passed_ms;
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
};

export const systemTimers: Timers = makeSystemTimers();
