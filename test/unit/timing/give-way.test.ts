import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTurns } from '../../../src/kernel/changes/write.ts';
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

  /** A piece of a millisecond that somebody waits for. */
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

  test('of many that wait together is not done in one turn', async () => {
    const work = (piece: () => void) => Promise.all(Array.from({ length: 100 }, () => waitedFor(piece)));
    expect(await longestSlice(work)).toBe(11);
  });

  test('comes after what waits already, and not after what is queued again and again', async () => {
    const steps = { others: 0 };
    let isDone = false;
    // Each fills a turn of the event loop, and asks again before the next comes to those that wait.
    const comesBack = async () => {
      while (!isDone) {
        await waitedFor(() => {
          steps.others += 1;
          clock.pass(10);
        });
        await turn();
      }
    };
    const others = [1, 2, 3].map(comesBack);
    await turn();
    const before = steps.others;
    await waitedFor(() => {
      isDone = true;
    });
    await Promise.all(others);
    expect(steps.others - before).toBeLessThanOrEqual(2 * others.length);
  });

  test('lets others go on between things that are done in turns', async () => {
    const things = Array.from({ length: 100 }, (_, n) => n);
    const work = (piece: () => void) =>
      inTurns(things, async () => {
        piece();
        clock.pass(1);
      });
    expect(await longestSlice(work)).toBe(11);
  });

  test('of several at once shares one time slice', async () => {
    const all = await longestSlice((piece) => Promise.all([1, 2, 3].map(() => pieces(50, giveWay)(piece))));
    // Each of them may run one piece more when the slice ends.
    expect(all).toBeLessThanOrEqual(3 + 2);
  });

  test('pauses while a request is in hand, and continues when it is answered', async () => {
    const answered = requestInHand();
    let hasGoneOn = false;
    const resting = giveWay().then(() => {
      hasGoneOn = true;
    });
    for (let n = 0; n < 5; n++) await turn();
    expect(hasGoneOn).toBe(false);
    answered();
    await resting;
  });

  test('continues though requests are never answered', async () => {
    requestInHand();
    await giveWay();
  });

  test('does not rest for a request that waits for work itself', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    requestInHand();
    clock.pass(101);
    await giveWay();
    expect(timers).not.toHaveBeenCalled();
  });
});
