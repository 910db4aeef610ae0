import { setTimeout as pause } from 'node:timers/promises';

const BEAT_ms = 25;

/**
 * How long something takes, by the beats of this process: on a busy machine they come late, and so does all that this
 * process does. What it waits for, it has waited for in beats too.
 *
 * @returns milliseconds that this process had in the meantime
 */
export const beatsUntil = async (ended: Promise<unknown>): Promise<number> => {
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  let had_ms = 0;
  for (; !isOver; had_ms += BEAT_ms) await pause(BEAT_ms);
  await over;
  return had_ms;
};
