import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTurns } from '../../../src/kernel/changes/in-turns.ts';
import { giveWay, isSliceOver, nextTurn, requestInHand } from '../../../src/timing/give-way.ts';
import { longestSlice, stillClock } from '../../support/slices.ts';

/**
 * Given long work in a process that answers requests, when it gives way, then no request waits longer than a time
 * slice.
 */

let clock: ReturnType<typeof stillClock>;
beforeEach(() => {
  clock = stillClock();
  // The slice of an earlier test has ended.
  clock.pass(1_000);
});
afterEach(() => vi.restoreAllMocks());

/** Pieces of a millisecond each. */
const pieces = (count: number, between: () => Promise<void>) => async (piece: () => void) => {
  for (let n = 0; n < count; n++) {
    piece();
    clock.pass(1);
    await between();
  }
};

describe('long work', () => {
  test('that nobody waits for gives way after two milliseconds', async () => {
    expect(await longestSlice(pieces(100, giveWay))).toBe(3);
  });

  /** A piece of a millisecond that a caller waits for. */
  const waitedFor = async (piece: () => void) => {
    if (isSliceOver()) await nextTurn();
    piece();
    clock.pass(1);
  };

  test('that a caller waits for lets others continue after ten milliseconds', async () => {
    const work = async (piece: () => void) => {
      for (let n = 0; n < 100; n++) await waitedFor(piece);
    };
    expect(await longestSlice(work)).toBe(11);
  });

  test('that many callers wait for together is not done in one turn', async () => {
    const work = (piece: () => void) => Promise.all(Array.from({ length: 100 }, () => waitedFor(piece)));
    expect(await longestSlice(work)).toBe(11);
  });

  test('comes after work that waits already, and is not delayed further by work that is queued again and again', async () => {
    const steps = { others: 0 };
    let isDone = false;
    // Each fills a turn of the event loop, and is queued again before those that wait get the next one.
    const queuedAgain = async () => {
      while (!isDone) {
        await waitedFor(() => {
          steps.others += 1;
          clock.pass(10);
        });
        await turn();
      }
    };
    const others = [1, 2, 3].map(queuedAgain);
    await turn();
    const before = steps.others;
    await waitedFor(() => {
      isDone = true;
    });
    await Promise.all(others);
    expect(steps.others - before).toBeLessThanOrEqual(2 * others.length);
  });

  test('lets others continue between the items of a list', async () => {
    const items = Array.from({ length: 100 }, (_, n) => n);
    const work = (piece: () => void) =>
      inTurns(items, async () => {
        piece();
        clock.pass(1);
      });
    expect(await longestSlice(work)).toBe(11);
  });

  test('shares one time slice with other long work', async () => {
    const all = await longestSlice((piece) => Promise.all([1, 2, 3].map(() => pieces(50, giveWay)(piece))));
    // Each of them may run one piece more when the slice ends.
    expect(all).toBeLessThanOrEqual(3 + 2);
  });

  test('pauses while a request is in hand, and continues when it is answered', async () => {
    const answered = requestInHand();
    let hasContinued = false;
    const resting = giveWay().then(() => {
      hasContinued = true;
    });
    for (let n = 0; n < 5; n++) await turn();
    expect(hasContinued).toBe(false);
    answered();
    await resting;
  });

  test('continues even if a request is never answered', async () => {
    requestInHand();
    await giveWay();
  });

  test('does not pause for an old request, which waits for other work itself', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    requestInHand();
    clock.pass(101);
    await giveWay();
    expect(timers).not.toHaveBeenCalled();
  });
});
