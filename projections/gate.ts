import type { Position } from '../src/event-store/port.ts';
import type { Gate } from '../src/kernel/services.ts';
import type { Progress } from './progress.ts';

/** Managers that set each other to work come to rest after a few rounds; more than this is a loop. */
const MAX_ROUNDS = 20;

/**
 * Read your writes. Waits on what this process knows of the read models' and managers' progress; see progress.ts.
 *
 * A read model that stopped at an event will not come further by itself: then the answer is false at once, and the
 * caller answers from the stream.
 */
export const makeGate = (progress: Progress): Gate => {
  const readable = async (position: Position, deadline_ms: number): Promise<boolean> => {
    const passed = (): boolean => (progress.readPosition() ?? -1n) >= position;
    const stuck = (): boolean => {
      const stopped = progress.stopped();
      return [...stopped.keys()].some((name) => progress.live(name)!.position < position);
    };
    await progress.until(() => passed() || stuck(), deadline_ms);
    return passed();
  };

  return {
    settled: async (position, follows = [], within_ms = 2_000) => {
      const deadline_ms = performance.now() + within_ms;
      if (!(await readable(position, deadline_ms))) return false;
      let from = position - 1n;
      let to = position;
      for (let round = 0; round < MAX_ROUNDS && follows.length > 0; round++) {
        const handled = (): boolean => follows.every((name) => (progress.manager(name)?.handled ?? -1n) >= to);
        if (!(await progress.until(handled, deadline_ms))) return false;
        let next: Position | undefined;
        for (const name of follows) {
          const appended = progress.manager(name)!.appendedFor(from, to);
          if (appended !== undefined && appended > to && (next === undefined || appended > next)) next = appended;
        }
        if (next === undefined) return true;
        if (!(await readable(next, deadline_ms))) return false;
        from = to;
        to = next;
      }
      return follows.length === 0;
    },
  };
};
