import { pause } from '../../timing/pauses.ts';
import type { LogEvent, Position } from '../port.ts';
import type { AppendedEvent } from './appender.ts';
import { asLogEvent } from './log.ts';

// The end of the log as this process knows it: its own last appends, kept in memory so that a live subscriber needs no
// query, and the signal that there are new events. The memory has one contiguous range of positions. A group of another
// process ends that range; then the database is read, as always for positions before the range. Every group is notified
// to all processes, including its own, with the position before it: a notification of a group in the range is ignored.

export interface Tail {
  /** Adds a group of this process: position of its first event, events in order. */
  appended(first: Position, events: AppendedEvent[]): void;
  /**
   * Whether a group of this process is in flight: a notification meanwhile is most likely of that group. Called again
   * when it has been answered.
   */
  inFlight(isInFlight: boolean): void;
  /** The log was notified to have grown after a position; without one, it may have grown. */
  grown(behind?: Position): void;
  /** Whether a position is the end of this process's appends, and nothing is known to be after it. */
  isEnd(position: Position): boolean;
  /**
   * The events right after a position, at most `limit` and a bounded number of bytes; undefined when they are not in
   * memory.
   */
  take(after: Position, limit: number): LogEvent[] | undefined;
  /** A number that changes when the log has grown. */
  state(): number;
  /**
   * Resolves when the state differs from `seen`, after `most_ms` at the latest, or on the signal. Returns whether it
   * changed.
   */
  change(seen: number, most_ms: number, signal: AbortSignal): Promise<boolean>;
}

/** Events that are kept: enough for a subscriber that lags by a few groups. */
const MAX_EVENTS = 4_096;
const MAX_bytes = 16 * 1024 * 1024;
/** Bytes that are returned at once: they are parsed without a break, in some 10 ms. */
const MAX_TAKEN_bytes = 1024 * 1024;

class KeptTail implements Tail {
  /** Position of the first event of the range. */
  private start: Position = 1n;
  private run: AppendedEvent[] = [];
  private run_bytes = 0;
  private version = 0;
  private waiting = new AbortController();
  /** The highest position after which a notification reported events. */
  private announced: Position = -1n;
  private isInFlight = false;
  /** Notifications that came while a group of this process was in flight. */
  private pending: Position[] = [];

  readonly appended: Tail['appended'] = (first, events) => {
    if (first !== this.start + BigInt(this.run.length)) {
      this.run = [];
      this.run_bytes = 0;
      this.start = first;
    }
    for (const event of events) {
      this.run.push(event);
      this.run_bytes += sizeOf(event);
    }
    if (this.run.length > MAX_EVENTS || this.run_bytes > MAX_bytes) this.dropOldest();
    this.changed();
  };

  readonly inFlight: Tail['inFlight'] = (isInFlight) => {
    this.isInFlight = isInFlight;
    if (isInFlight || this.pending.length === 0) return;
    const all = this.pending;
    this.pending = [];
    for (const behind of all) this.announce(behind);
  };

  readonly grown: Tail['grown'] = (behind) => {
    if (behind === undefined) this.announce(this.end());
    else if (this.isInFlight && behind === this.end()) this.pending.push(behind);
    else this.announce(behind);
  };

  readonly isEnd: Tail['isEnd'] = (position) =>
    this.run.length > 0 && position === this.end() && this.announced < position;

  readonly take: Tail['take'] = (after, limit) => {
    const from = after + 1n - this.start;
    if (from < 0n || from >= BigInt(this.run.length)) return undefined;
    const first = Number(from);
    let [last, bytes] = [first, 0];
    while (last < this.run.length && last - first < limit && bytes < MAX_TAKEN_bytes)
      bytes += sizeOf(this.run[last++]!);
    return this.run
      .slice(first, last)
      .map(({ event, stream, revision }, index) => asLogEvent(event, stream, revision, after + BigInt(index + 1)));
  };

  readonly state: Tail['state'] = () => this.version;

  readonly change: Tail['change'] = async (seen, most_ms, signal) => {
    if (this.version === seen) await pause(most_ms, [this.waiting.signal, signal]);
    return this.version !== seen;
  };

  private end(): Position {
    return this.start + BigInt(this.run.length) - 1n;
  }

  private announce(behind: Position): void {
    // It is in the range, which has only events of this process.
    if (behind >= this.start - 1n && behind < this.end()) return;
    if (behind > this.announced) this.announced = behind;
    this.changed();
  }

  /** Drops half of the events at once, so that it is rarely needed. */
  private dropOldest(): void {
    let dropped = 0;
    while (
      dropped < this.run.length &&
      (this.run.length - dropped > MAX_EVENTS / 2 || this.run_bytes > MAX_bytes / 2)
    ) {
      this.run_bytes -= sizeOf(this.run[dropped]!);
      dropped++;
    }
    this.run = this.run.slice(dropped);
    this.start += BigInt(dropped);
  }

  private changed(): void {
    this.version++;
    const woken = this.waiting;
    this.waiting = new AbortController();
    // The default reason would be an error with a stack trace, which is expensive for every group.
    woken.abort('the log has grown');
  }
}

const sizeOf = ({ event }: AppendedEvent): number => event.data.length + event.metadata.length;

export const openTail = (): Tail => new KeptTail();
