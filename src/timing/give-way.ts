import { setImmediate as turn } from 'node:timers/promises';

/**
 * How work shares the thread that it runs on with the requests that the process answers. Both ways are of the whole process,
 * whoever works: what counts is for how long the event loop has not come round.
 *
 *   isStretchOver   for work that a caller waits for, as calculations: others have their turn after a few milliseconds
 *   giveWay         for what takes long and nobody waits for, as reports, slips and files: shorter stretches, and between
 *                   two of them requests that are in hand come first
 */

/** Work that somebody waits for, at a stretch. */
const STRETCH_ms = 5;
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

/** When this turn of the event loop was asked about first; unknown until then. */
let turn_ms: number | undefined;
let next: Promise<void> | undefined;
/** When what gives way went on. */
let began_ms = 0;
let rest: Promise<void> | undefined;
/** Ends a rest before its time. */
let wake: (() => void) | undefined;
/** Requests that came lately, in their order. */
let lately: InHand[] = [];

const forget = (): void => {
  const now_ms = performance.now();
  let gone = 0;
  for (const { isAnswered, came_ms } of lately) {
    if (!isAnswered && now_ms - came_ms <= YOUNG_ms) break;
    gone++;
  }
  if (gone > 0) lately = lately.slice(gone);
};

const isWaitedFor = (): boolean => {
  forget();
  return lately.length > 0;
};

/** Notes that a request is in hand; call what it gives when the answer is there. */
export const requestInHand = (): (() => void) => {
  forget();
  const one = { came_ms: performance.now(), isAnswered: false };
  lately.push(one);
  return () => {
    one.isAnswered = true;
    if (wake && !isWaitedFor()) wake();
  };
};

/**
 * Whether this turn of the event loop has worked for long enough. To be asked right before a piece of work that somebody waits
 * for, and again after the wait: of many who waited together the first may have used up the next turn as well.
 *
 *     while (isStretchOver()) await nextTurn();
 */
export const isStretchOver = (): boolean => {
  if (turn_ms !== undefined) return performance.now() - turn_ms > STRETCH_ms;
  turn_ms = performance.now();
  setImmediate(() => {
    turn_ms = undefined;
  });
  return false;
};

/** Lets the process answer others. */
export const nextTurn = (): Promise<void> => {
  next ??= turn().then(() => {
    next = undefined;
  });
  return next;
};

/**
 * To be awaited between pieces of work that nobody waits for, as small as they come: a row, a line, a slip. It costs next to
 * nothing while a stretch lasts.
 */
export const giveWay = async (): Promise<void> => {
  while (performance.now() - began_ms > SHORT_STRETCH_ms) {
    rest ??= resting();
    await rest;
  }
};

const resting = async (): Promise<void> => {
  await turn();
  if (isWaitedFor()) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MOST_PAUSE_ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = undefined;
    // The answer that ended it is sent first.
    await turn();
  }
  rest = undefined;
  began_ms = performance.now();
};
