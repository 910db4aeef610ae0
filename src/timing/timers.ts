/** Time as it passes in this process: pauses and deadlines. A simulator puts its own in its place. */
export interface Timers {
  /** Milliseconds that only grow. */
  now_ms(): number;
  /** Calls once after so many milliseconds, unless the returned function is called before. It keeps no process alive. */
  after(ms: number, run: () => void): () => void;
}

/** By so much the time of day runs ahead between two looks only when the machine was suspended, or its clock was set. */
const LEAP_ms = 100;

/**
 * The machine's. The time that a machine was suspended counts too: leases went on running meanwhile. So a clock that was
 * set forward makes deadlines pass and leases seem lost, which costs a repetition. Smaller differences do not count: the time
 * of day comes in whole milliseconds, and who looks often would add up what it is rounded by, and see time pass twice as fast.
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
