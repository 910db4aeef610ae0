/** Time as it passes in this process: pauses and deadlines. A simulator puts its own in its place. */
export interface Timers {
  /** Milliseconds that only grow. */
  now_ms(): number;
  /** Calls once after so many milliseconds, unless the returned function is called before. It keeps no process alive. */
  after(ms: number, run: () => void): () => void;
}

/**
 * The machine's. The time that a machine was suspended counts too: leases went on running meanwhile. So a clock that was
 * set forward makes deadlines pass and leases seem lost, which costs a repetition.
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
      passed_ms += Math.max(wall, running);
      return passed_ms;
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
};

export const systemTimers: Timers = makeSystemTimers();
