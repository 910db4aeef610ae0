import type { Invariant } from './invariant.ts';
import { journalEqualsStubs } from './reconcile.ts';
import { comesToRest } from './rest.ts';

/** All of them, in the order in which they are run: rest first, since what is still moving explains the others. */
export const INVARIANTS: readonly Invariant[] = [comesToRest, journalEqualsStubs];
