/**
 * How work shares the thread with the requests that the process answers. Long work runs in time slices. Both functions
 * measure the whole process, not one piece of work: what counts is how long the event loop has been blocked.
 *
 *   isSliceOver   for work that a caller waits for, such as calculations: other work gets its turn after a few
 *                 milliseconds
 *   giveWay       for long work that nobody waits for, such as reports, slips and files: shorter slices, and between
 *                 two of them requests in hand come first
 */

/**
 * Slice of work that a caller waits for. With shorter slices appends come in smaller groups, each of which waits for
 * the disk.
 */
const SLICE_ms = 10;
/** Slice of work that gives way. Each step of a request may have to wait for the end of one. */
const SHORT_SLICE_ms = 2;
/** Longest pause for requests: with these slices, a twentieth of the thread is left to work that gives way. */
const MOST_PAUSE_ms = 40;
/** A request that is older than this waits for other work to end, and not for the thread. */
const RECENT_ms = 100;

interface InHand {
  came_ms: number;
  isAnswered: boolean;
}

/** State of the thread, valid for one clock: each run of a simulation has another clock and starts anew. */
interface Thread {
  clock: typeof performance.now;
  /** When this turn of the event loop was first measured; undefined before. */
  turn_ms: number | undefined;
  /** Work that waits for its turn, first come first served. */
  waiting: (() => void)[];
  isServing: boolean;
  /** Whether work that waited is running now. */
  isRunning: boolean;
  /** When the work that gives way began its current slice. */
  began_ms: number;
  pausingNow: Promise<void> | undefined;
  /** Ends the pause early. */
  wake: (() => void) | undefined;
  /** Recent requests, in their order. */
  recent: InHand[];
  /** When the answers to the last two writes began to wait for the read models. */
  written_ms: [number, number];
}

/** One turn of the event loop, whatever else waits: what came in this one is there together then. */
export const loopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const newThread = (): Thread => ({
  clock: performance.now,
  turn_ms: undefined,
  waiting: [],
  isServing: false,
  isRunning: false,
  began_ms: Number.NEGATIVE_INFINITY,
  pausingNow: undefined,
  wake: undefined,
  recent: [],
  written_ms: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
});

let current = newThread();

const thread = (): Thread => {
  if (current.clock !== performance.now) current = newThread();
  return current;
};

const dropOld = (of: Thread): void => {
  const now_ms = performance.now();
  let dropped = 0;
  for (const { isAnswered, came_ms } of of.recent) {
    if (!isAnswered && now_ms - came_ms <= RECENT_ms) break;
    dropped++;
  }
  if (dropped > 0) of.recent = of.recent.slice(dropped);
};

const hasRequests = (of: Thread): boolean => {
  dropOld(of);
  return of.recent.length > 0;
};

/** Notes that a request is in hand. The function it returns is called when the answer is there. */
export const requestInHand = (): (() => void) => {
  const of = thread();
  dropOld(of);
  const one = { came_ms: performance.now(), isAnswered: false };
  of.recent.push(one);
  return () => {
    one.isAnswered = true;
    if (of.wake && !hasRequests(of)) of.wake();
  };
};

/** Two writes within this time are taken for some of many. */
const MANY_WRITES_ms = 1_000;

/** Notes that the answer to a write waits for the read models. */
export const answerWaits = (): void => {
  const of = thread();
  of.written_ms = [of.written_ms[1], performance.now()];
};

/** Whether callers write, one after the other. A single write does not count: it may have asked for the work itself. */
export const areAnswersWaiting = (): boolean => performance.now() - thread().written_ms[0] <= MANY_WRITES_ms;

/**
 * Whether other work gets its turn first: this turn of the event loop has run long enough, or earlier work still waits.
 * To be asked right before each piece of work.
 *
 *     if (isSliceOver()) await nextTurn();
 */
export const isSliceOver = (): boolean => {
  const of = thread();
  return (of.waiting.length > 0 && !of.isRunning) || isTurnOver(of);
};

/**
 * The same of what has no place in that order, since work of everybody waits for it: whether this turn of the event
 * loop has run long enough.
 */
export const isTurnLong = (): boolean => isTurnOver(thread());

const isTurnOver = (of: Thread): boolean => {
  if (of.turn_ms !== undefined) return performance.now() - of.turn_ms > SLICE_ms;
  of.turn_ms = performance.now();
  setImmediate(() => {
    of.turn_ms = undefined;
  });
  return false;
};

/**
 * Lets other work run. Waiting work continues first come first served, one piece each, so that it is not overtaken
 * again and again by work that comes earlier in each turn of the event loop.
 */
export const nextTurn = (): Promise<void> => {
  const of = thread();
  return new Promise((resolve) => {
    of.waiting.push(resolve);
    if (!of.isServing) void serve(of);
  });
};

const serve = async (of: Thread): Promise<void> => {
  of.isServing = true;
  while (of.waiting.length > 0) {
    await loopTurn();
    while (of.waiting.length > 0 && !isTurnOver(of)) {
      of.isRunning = true;
      of.waiting.shift()!();
      await pieceDone();
      of.isRunning = false;
    }
  }
  of.isServing = false;
};

/** Resolves when the work that was just woken waits or has ended: a tick comes once no promise can continue. */
const pieceDone = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * To be awaited between small pieces of work that nobody waits for: a row, a line, a slip. It costs next to nothing
 * while a slice lasts.
 */
export const giveWay = async (): Promise<void> => {
  for (let of = thread(); performance.now() - of.began_ms > SHORT_SLICE_ms; of = thread()) {
    of.pausingNow ??= pausing(of);
    await of.pausingNow;
  }
};

const pausing = async (of: Thread): Promise<void> => {
  await loopTurn();
  if (hasRequests(of)) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_PAUSE_ms);
      of.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    of.wake = undefined;
    // The answer that ended the pause is sent first.
    await loopTurn();
  }
  of.pausingNow = undefined;
  of.began_ms = performance.now();
};
