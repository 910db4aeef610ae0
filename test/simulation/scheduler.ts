import type { Random } from '../support/generate.ts';

/**
 * Time of a simulation, and who goes on when. Everything that the service awaits outside its own code (a store, the
 * database, a timer) is an entry here: it is due at a virtual instant, and belongs to a process. One entry runs at a
 * time, and what it sets going runs until it waits again; so the order of everything follows from the seed.
 */

/** A simulated process. Paused, it takes no answer and no timer fires; killed, it never does again. */
export interface Host {
  readonly name: string;
  alive: boolean;
  paused: boolean;
  /** What came due while it was paused, in order. */
  held: Entry[];
}

export interface Entry {
  due_ms: number;
  order: number;
  host: Host | undefined;
  run: () => void;
  cancelled: boolean;
}

export interface Scheduler {
  readonly random: Random;
  /** Milliseconds since the simulation began. */
  now_ms(): number;
  /** Entries that have run. */
  steps(): number;
  /** The process whose code runs now; none for the world's own. */
  current(): Host | undefined;
  /** Runs as a process: timers that are set belong to it. */
  as<T>(host: Host | undefined, run: () => T): T;
  after(delay_ms: number, host: Host | undefined, run: () => void): Entry;
  /** Runs the next entry, and all that it sets going; false when there is none. */
  step(): Promise<boolean>;
  pause(host: Host): void;
  resume(host: Host): void;
}

export const newHost = (name: string): Host => ({ name, alive: true, paused: false, held: [] });

/** Every promise that can settle by now has, and what follows from it has run. */
const macrotask = setImmediate;
const drained = (): Promise<void> => new Promise((resolve) => void macrotask(resolve));

export const makeScheduler = (random: Random): Scheduler => {
  const heap: Entry[] = [];
  let now_ms = 0;
  let order = 0;
  let steps = 0;
  let current: Host | undefined;

  const before = (a: Entry, b: Entry): boolean => a.due_ms < b.due_ms || (a.due_ms === b.due_ms && a.order < b.order);
  const push = (entry: Entry): void => {
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  };
  const pop = (): Entry | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  };
  const as = <T>(host: Host | undefined, run: () => T): T => {
    const outer = current;
    current = host;
    try {
      return run();
    } finally {
      current = outer;
    }
  };

  return {
    random,
    now_ms: () => now_ms,
    steps: () => steps,
    current: () => current,
    as,
    after: (delay_ms, host, run) => {
      const entry = { due_ms: now_ms + Math.max(0, delay_ms), order: order++, host, run, cancelled: false };
      push(entry);
      return entry;
    },
    step: async () => {
      for (let entry = pop(); entry; entry = pop()) {
        const { host } = entry;
        if (entry.cancelled || host?.alive === false) continue;
        if (entry.due_ms > now_ms) now_ms = entry.due_ms;
        if (host?.paused) {
          host.held.push(entry);
          continue;
        }
        steps += 1;
        current = host;
        entry.run();
        await drained();
        current = undefined;
        return true;
      }
      return false;
    },
    pause: (host) => {
      host.paused = true;
    },
    resume: (host) => {
      host.paused = false;
      for (const entry of host.held.splice(0)) push({ ...entry, due_ms: now_ms, order: order++ });
    },
  };
};
