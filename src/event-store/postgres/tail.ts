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
  /**
   * A group of ours is on its way: an announcement meanwhile is most likely of that one. Called again when it has
   * landed.
   */
  flying(isFlying: boolean): void;
  /** It was announced that the log has grown behind a position; without one, it may have. */
  grown(behind?: Position): void;
  /** Whether nothing is known to be behind a position, which is where what this process appended ends. */
  isEnd(position: Position): boolean;
  /**
   * The events directly behind a position, at most `limit` and not many bytes, or undefined when memory does not have
   * them.
   */
  take(after: Position, limit: number): LogEvent[] | undefined;
  /** A number that changes whenever the log has grown. */
  state(): number;
  /**
   * Resolves when the state is not `seen` any more, after `most_ms` at the latest, or on the signal; gives whether it
   * changed.
   */
  change(seen: number, most_ms: number, signal: AbortSignal): Promise<boolean>;
}

/** What is kept: enough for a subscriber that is a few groups behind. */
const MAX_EVENTS = 4_096;
const MAX_bytes = 16 * 1024 * 1024;
/** What is handed over at once: it is parsed in one go, some 10 ms. */
const MAX_TAKEN_bytes = 1024 * 1024;

class KeptTail implements Tail {
  /** Position of the first event of the run. */
  private start: Position = 1n;
  private run: AppendedEvent[] = [];
  private run_bytes = 0;
  private version = 0;
  private waiting = new AbortController();
  /** The furthest position behind which something was announced. */
  private announced: Position = -1n;
  private isFlying = false;
  /** Announcements that came while a group of ours was flying. */
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

  readonly flying: Tail['flying'] = (isFlying) => {
    this.isFlying = isFlying;
    if (isFlying || this.pending.length === 0) return;
    const all = this.pending;
    this.pending = [];
    for (const behind of all) this.announce(behind);
  };

  readonly grown: Tail['grown'] = (behind) => {
    if (behind === undefined) this.announce(this.end());
    else if (this.isFlying && behind === this.end()) this.pending.push(behind);
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
    // It is in the run, so it is ours: of others the run holds nothing.
    if (behind >= this.start - 1n && behind < this.end()) return;
    if (behind > this.announced) this.announced = behind;
    this.changed();
  }

  /** Half at once, so that this is rare. */
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
    // With a reason of its own, for the default one is an error with a stack, and this happens with every group.
    woken.abort('the log has grown');
  }
}

const sizeOf = ({ event }: AppendedEvent): number => event.data.length + event.metadata.length;

export const openTail = (): Tail => new KeptTail();
