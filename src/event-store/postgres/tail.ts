import { pause } from '../../timing/pauses.ts';
import type { LogEvent, Position } from '../port.ts';
import type { AppendedEvent } from './appender.ts';
import { asLogEvent } from './log.ts';

// The end of the log as this process knows it: what it appended last, kept in memory so that a live subscriber needs no
// read, and the signal that there is something new. The memory holds one unbroken run of positions. Other processes'
// groups break it, and then the database is read, as always behind the run. Every group is announced to all processes with
// the position before it, its own process among them: the announcement of a group that is in the run is no news.

export interface Tail {
  /** A group of ours: position of its first event, events in order. */
  appended(first: Position, events: AppendedEvent[]): void;
  /** A group of ours is on its way: an announcement meanwhile is most likely of that one. Called again when it has landed. */
  flying(isFlying: boolean): void;
  /** It was announced that the log has grown behind a position; without one, it may have. */
  grown(behind?: Position): void;
  /** Whether nothing is known to stand behind a position, which is where what this process appended ends. */
  isEnd(position: Position): boolean;
  /** The events directly behind a position, at most `limit`, or undefined when memory does not have them. */
  take(after: Position, limit: number): LogEvent[] | undefined;
  /** A number that changes whenever the log has grown. */
  state(): number;
  /** Resolves when the state is not `seen` any more, after `most_ms` at the latest, or on the signal; gives whether it changed. */
  change(seen: number, most_ms: number, signal: AbortSignal): Promise<boolean>;
}

/** What is kept: enough for a subscriber that is a few groups behind. */
const MAX_EVENTS = 4_096;
const MAX_bytes = 16 * 1024 * 1024;

// Long: the run, and what is announced of it, seen from all sides.
export const openTail = (): Tail => {
  let start: Position = 1n;
  let run: AppendedEvent[] = [];
  let run_bytes = 0;
  let state = 0;
  let waiting = new AbortController();
  /** The furthest position behind which something was announced. */
  let announced: Position = -1n;
  let isFlying = false;
  /** Announcements that came while a group of ours was flying. */
  let pending: Position[] = [];

  const end = (): Position => start + BigInt(run.length) - 1n;
  const size = ({ event }: AppendedEvent): number => event.data.length + event.metadata.length;

  const changed = (): void => {
    state++;
    const woken = waiting;
    waiting = new AbortController();
    // With a reason of its own, for the default one is an error with a stack, and this happens with every group.
    woken.abort('the log has grown');
  };

  const announce = (behind: Position): void => {
    // It stands in the run, so it is ours: of others the run holds nothing.
    if (behind >= start - 1n && behind < end()) return;
    if (behind > announced) announced = behind;
    changed();
  };

  const grown: Tail['grown'] = (behind) => {
    if (behind === undefined) announce(end());
    else if (isFlying && behind === end()) pending.push(behind);
    else announce(behind);
  };

  return {
    flying: (is) => {
      isFlying = is;
      if (is || pending.length === 0) return;
      const all = pending;
      pending = [];
      for (const behind of all) announce(behind);
    },

    appended: (first, events) => {
      if (first !== start + BigInt(run.length)) {
        run = [];
        run_bytes = 0;
        start = first;
      }
      for (const event of events) {
        run.push(event);
        run_bytes += size(event);
      }
      if (run.length > MAX_EVENTS || run_bytes > MAX_bytes) {
        // Half at once, so that this is rare.
        let drop = 0;
        while (drop < run.length && (run.length - drop > MAX_EVENTS / 2 || run_bytes > MAX_bytes / 2)) {
          run_bytes -= size(run[drop]!);
          drop++;
        }
        run = run.slice(drop);
        start += BigInt(drop);
      }
      changed();
    },

    grown,

    isEnd: (position) => run.length > 0 && position === end() && announced < position,

    take: (after, limit) => {
      const from = after + 1n - start;
      if (from < 0n || from >= BigInt(run.length)) return undefined;
      const first = Number(from);
      return run
        .slice(first, first + limit)
        .map(({ event, stream, revision }, index) => asLogEvent(event, stream, revision, after + BigInt(index + 1)));
    },

    state: () => state,

    change: async (seen, most_ms, signal) => {
      if (state === seen) await pause(most_ms, [waiting.signal, signal]);
      return state !== seen;
    },
  };
};
