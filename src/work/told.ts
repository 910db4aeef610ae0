import { pause, pauses } from '../timing/pauses.ts';
import type { Timers } from '../timing/timers.ts';
import { isDatabaseUnavailable } from '../values/describe-error.ts';

const FIRST_ms = 100;
const MOST_ms = 1_000;

/**
 * Tells the store the result of a run. A store that is away is told once it is back: untold, the row would look like
 * one whose process died.
 *
 * @param isOver checked after each try: no further one is made then
 * @throws the error of the last try
 */
export const toldWhenBack = async (tell: () => Promise<void>, isOver: () => boolean, timers: Timers): Promise<void> => {
  const next_ms = pauses(FIRST_ms, MOST_ms);
  for (;;) {
    try {
      return await tell();
    } catch (error) {
      if (isOver() || !isDatabaseUnavailable(error)) throw error;
      await pause(next_ms(), [], timers);
    }
  }
};

/**
 * A claim. It may have been made though its answer was lost: nobody would run its rows until their leases end, and they
 * would look like rows whose process died. So they are released before anything else is claimed.
 *
 * @throws the error of the claim, or of its release
 */
export const orReleased = async <T>(claim: () => Promise<T>, release: () => Promise<void>): Promise<T> => {
  try {
    return await claim();
  } catch (error) {
    await release();
    throw error;
  }
};
