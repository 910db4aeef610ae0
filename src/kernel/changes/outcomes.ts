import { Problem } from '../../values/problem.ts';
import type { Change, Origin, Outcome } from '../definition/writer.ts';

/** How a change ends: written, refused, or only checked. */

/** The problem that only one change has: its refusal, or in a last try an error of the service. */
export const problemOf = (error: unknown, origin: Origin): Problem | undefined =>
  error instanceof Problem && error.status < 500 ? error : origin.faultOf?.(error);

/** A refusal becomes an outcome; an unavailable store is thrown, since it concerns all changes. */
export const outcomeOf = async (change: Change, origin: Origin, run: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await run();
  } catch (error) {
    const problem = problemOf(error, origin);
    if (problem) return { ok: false, id: change.id, problem };
    throw error;
  }
};

/** Thrown to end a change that was only checked. */
export class Checked extends Error {}
