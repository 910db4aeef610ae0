import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { breathe, giveWay, requestInHand } from '../../../src/timing/give-way.ts';
import { longestStretch, stillClock } from '../../support/stretches.ts';

/** Given long work in a process that answers requests, when it gives way, then no request waits longer than a stretch. */

let clock: ReturnType<typeof stillClock>;
beforeEach(() => {
  clock = stillClock();
  // What a test before it did at a stretch is over.
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
  test.each([
    ['breathes after five milliseconds', breathe, 6],
    ['that nobody waits for gives way after two', giveWay, 3],
  ])('%s', async (_, between, most) => {
    expect(await longestStretch(pieces(100, between))).toBe(most);
  });

  test('of several at once is one stretch together', async () => {
    const all = await longestStretch((piece) => Promise.all([1, 2, 3].map(() => pieces(50, giveWay)(piece))));
    // Each of them may be at one piece more when the stretch ends.
    expect(all).toBeLessThanOrEqual(3 + 2);
  });

  test('rests while a request is in hand, and goes on when it is answered', async () => {
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

  test('goes on though requests are never answered', async () => {
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
