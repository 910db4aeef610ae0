/**
 * How work shares the thread that it runs on with the requests that the process answers. Both functions look at the whole process,
 * whoever works: what counts is for how long the event loop has not come round.
 *
 *   isStretchOver   for work that a caller waits for, as calculations: others have their turn after a few milliseconds
 *   giveWay         for what takes long and nobody waits for, as reports, slips and files: shorter stretches, and between
 *                   two of them requests that are in hand come first
 */

/** Work that somebody waits for, at a stretch. Of shorter ones appends come in smaller groups, and each waits for the disk. */
const STRETCH_ms = 10;
/** Work that gives way, at a stretch: a request meets one in each of its steps, and each waits for its end. */
const SHORT_STRETCH_ms = 2;
/** So long, at most, requests come first: with its stretches, a sixth of the thread is left to what gives way. */
const MOST_PAUSE_ms = 10;
/** Who waits longer than this waits for work to end, and not for the thread. */
const YOUNG_ms = 100;

interface InHand {
  came_ms: number;
  isAnswered: boolean;
}

/** What is known of the thread, by one clock: with another, as each run of a simulation has, nothing is known. */
interface Thread {
  clock: typeof performance.now;
  /** When this turn of the event loop was asked about first; unknown until then. */
  turn_ms: number | undefined;
  /** Work that waits for its turn, in order of asking. */
  waiting: (() => void)[];
  isServing: boolean;
  /** Whether one of those that waited works now. */
  isServed: boolean;
  /** When what gives way went on. */
  began_ms: number;
  rest: Promise<void> | undefined;
  /** Ends a rest before its time. */
  wake: (() => void) | undefined;
  /** Requests that came lately, in their order. */
  lately: InHand[];
}

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const unknown = (): Thread => ({
  clock: performance.now,
  turn_ms: undefined,
  waiting: [],
  isServing: false,
  isServed: false,
  began_ms: Number.NEGATIVE_INFINITY,
  rest: undefined,
  wake: undefined,
  lately: [],
});

let known = unknown();

const thread = (): Thread => {
  if (known.clock !== performance.now) known = unknown();
  return known;
};

const forget = (of: Thread): void => {
  const now_ms = performance.now();
  let gone = 0;
  for (const { isAnswered, came_ms } of of.lately) {
    if (!isAnswered && now_ms - came_ms <= YOUNG_ms) break;
    gone++;
  }
  if (gone > 0) of.lately = of.lately.slice(gone);
};

const isWaitedFor = (of: Thread): boolean => {
  forget(of);
  return of.lately.length > 0;
};

/** Notes that a request is in hand; call what it gives when the answer is there. */
export const requestInHand = (): (() => void) => {
  const of = thread();
  forget(of);
  const one = { came_ms: performance.now(), isAnswered: false };
  of.lately.push(one);
  return () => {
    one.isAnswered = true;
    if (of.wake && !isWaitedFor(of)) of.wake();
  };
};

/**
 * Whether others have their turn first: this turn of the event loop has worked for long enough, or work that asked before
 * still waits. To be asked right before a piece of work that somebody waits for.
 *
 *     if (isStretchOver()) await nextTurn();
 */
export const isStretchOver = (): boolean => {
  const of = thread();
  return (of.waiting.length > 0 && !of.isServed) || isTurnOver(of);
};

const isTurnOver = (of: Thread): boolean => {
  if (of.turn_ms !== undefined) return performance.now() - of.turn_ms > STRETCH_ms;
  of.turn_ms = performance.now();
  setImmediate(() => {
    of.turn_ms = undefined;
  });
  return false;
};

/**
 * Lets the process answer others. Who waits goes on in order of asking, each when the one before has done its piece: nobody is
 * passed again and again by work that comes earlier in each turn of the event loop.
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
    await turn();
    while (of.waiting.length > 0 && !isTurnOver(of)) {
      of.isServed = true;
      of.waiting.shift()!();
      await pieceDone();
      of.isServed = false;
    }
  }
  of.isServing = false;
};

/** Until what was just woken waits for something else, or has ended: ticks come when no promise is left to go on. */
const pieceDone = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/**
 * To be awaited between pieces of work that nobody waits for, as small as they come: a row, a line, a slip. It costs next to
 * nothing while a stretch lasts.
 */
export const giveWay = async (): Promise<void> => {
  for (let of = thread(); performance.now() - of.began_ms > SHORT_STRETCH_ms; of = thread()) {
    of.rest ??= resting(of);
    await of.rest;
  }
};

const resting = async (of: Thread): Promise<void> => {
  await turn();
  if (isWaitedFor(of)) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_PAUSE_ms);
      of.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    of.wake = undefined;
    // The answer that ended it is sent first.
    await turn();
  }
  of.rest = undefined;
  of.began_ms = performance.now();
};
