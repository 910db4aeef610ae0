import type { LogEvent, Position } from '../port.ts';
import type { AppendedEvent } from './appender.ts';
import { elapsed } from './failures.ts';
import { asLogEvent } from './log.ts';

// The end of the log as this process knows it: what it appended last, kept in memory so that a live subscriber needs no
// read, and the signal that there is something new. The memory holds one unbroken run of positions. Other processes'
// groups break it, and then the database is read, as always behind the run.

export interface Tail {
  /** A group of ours: position of its first event, events in order. */
  appended(first: Position, events: AppendedEvent[]): void;
  /** The log has grown, said another process. */
  grown(): void;
  /** The events directly behind a position, at most `limit`, or undefined when memory does not have them. */
  take(after: Position, limit: number): LogEvent[] | undefined;
  /** A number that changes whenever the log has grown. */
  state(): number;
  /** Resolves when the state is not `seen` any more, after `most_ms` at the latest, or on the signal. */
  change(seen: number, most_ms: number, signal: AbortSignal): Promise<void>;
}

/** What is kept: enough for a subscriber that is a few groups behind. */
const MAX_EVENTS = 4_096;
const MAX_bytes = 16 * 1024 * 1024;

export const openTail = (): Tail => {
  let start: Position = 1n;
  let run: AppendedEvent[] = [];
  let run_bytes = 0;
  let state = 0;
  let waiting = new AbortController();

  const size = ({ event }: AppendedEvent): number => event.data.length + event.metadata.length;

  const grown = (): void => {
    state++;
    const woken = waiting;
    waiting = new AbortController();
    // With a reason of its own, for the default one is an error with a stack, and this happens with every group.
    woken.abort('the log has grown');
  };

  return {
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
      grown();
    },

    grown,

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
      if (state === seen) await elapsed(most_ms, waiting.signal, signal);
    },
  };
};
