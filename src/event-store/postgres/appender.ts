import type { Sql } from '../../database/connect.ts';
import { loopTurn } from '../../timing/give-way.ts';
import { pause, pauses } from '../../timing/pauses.ts';
import { within } from '../../timing/within.ts';
import type { EncodedEvent } from '../encode.ts';
import { LeaseLost, StoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { AppendResult, ExpectedRevision, Position } from '../port.ts';
import type { Refusals } from '../refusals.ts';
import { failureOf, unavailable } from './failures.ts';
import { appendGroup, type Explanation, explain, type LogAppend, ping } from './log.ts';
import type { Pool } from './pool.ts';

// Group commit. A pending append is in one of these states:
//
//   blocked    another append of its stream is ahead of it; at most one per stream is in a group
//   ready      in the queue for the next group
//   in_flight  its group was sent; one group is in flight at a time
//   explaining it was not written; its stream is read to find out why: it is a repeat, or a conflict
//   answered   its caller has the result, an error, or StoreUnavailable
//
// Invariants:
//
//   - appends of one stream are tried in the order in which they came
//   - a group that failed is retried until each append's deadline. It does not matter whether the first try wrote it,
//     because the same ids at the same revision give the same answer
//   - `maybeWritten` is set when a try ended without an answer of the server; only then, or while a try is in flight,
//     an append may end as `unknown`
//   - pending appends are bounded by number and bytes; beyond that an append is refused at once

export interface AppenderOptions {
  pool: Pool;
  /** Called with each appended group before its callers are answered: position of its first event, events in order. */
  onAppended: (first: Position, appended: AppendedEvent[]) => void;
  /** Called when a group is sent, and when it was answered or failed. */
  onFlight: (isInFlight: boolean) => void;
  /** Whether other processes may listen for notifications of groups. */
  isHeard: () => boolean;
  /** Notes why groups fail, and that one was written. */
  refusals: Pick<Refusals, 'note' | 'written'>;
  /** An append without an answer fails after this long. */
  deadline_ms: number;
  /** A group without an answer is tried again after this long. */
  attempt_ms: number;
  maxInHand: number;
  maxInHand_bytes: number;
}

export interface AppendedEvent {
  stream: string;
  revision: bigint;
  event: EncodedEvent;
}

export interface Appender {
  append(one: Omit<LogAppend, 'expected'> & { size_bytes: number; expected: ExpectedRevision }): Promise<AppendResult>;
  /** Refuses further appends. Resolves when the pending ones are answered. */
  close(): Promise<void>;
}

interface Pending extends LogAppend {
  size_bytes: number;
  deadline_ms: number;
  state: 'blocked' | 'ready' | 'in_flight' | 'explaining' | 'answered';
  maybeWritten: boolean;
  isFenced: boolean;
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
}

/** Limits of one group; an append is never split. */
const GROUP_APPENDS = 512;
const GROUP_EVENTS = 2_000;
const GROUP_bytes = 4 * 1024 * 1024;

class GroupCommit implements Appender {
  private readonly options: AppenderOptions;
  private readonly ready: Pending[] = [];
  /** Streams with an append that is ready or in flight, and the appends blocked behind it. */
  private readonly streams = new Map<string, Pending[]>();
  /** Pending appends in the order in which they came, so the first one has the next deadline. */
  private readonly inHand = new Set<Pending>();
  private inHand_bytes = 0;
  private running = false;
  private isReached = false;
  private closed = false;
  private onEmpty: (() => void) | undefined;
  private deadlineTimer: NodeJS.Timeout | undefined;
  private nextPause: () => number;

  constructor(options: AppenderOptions) {
    this.options = options;
    this.nextPause = this.firstPause();
  }

  readonly append: Appender['append'] = (one) =>
    new Promise((resolve, reject) => {
      if (this.closed) return reject(new StoreUnavailable('the event store is closed', 'not_written'));
      if (
        this.inHand.size >= this.options.maxInHand ||
        this.inHand_bytes + one.size_bytes > this.options.maxInHand_bytes
      )
        return reject(
          new StoreUnavailable(`the event store is busy with ${this.inHand.size} appends`, 'not_written', {
            retryAfter_s: 1,
          }),
        );
      const pending: Pending = {
        deadline_ms: performance.now() + this.options.deadline_ms,
        state: 'blocked',
        maybeWritten: false,
        isFenced: false,
        resolve,
        reject,
        ...one, // Behind the other members (see `merged`).
        expected: one.expected === 'no_stream' ? -1n : one.expected,
      };
      this.inHand.add(pending);
      this.inHand_bytes += one.size_bytes;
      this.watchDeadlines();
      this.submit(pending);
    });

  readonly close: Appender['close'] = async () => {
    this.closed = true;
    if (this.inHand.size > 0)
      await new Promise<void>((resolve) => {
        this.onEmpty = resolve;
      });
    clearTimeout(this.deadlineTimer);
  };

  private firstPause() {
    return pauses(10, 1_000);
  }

  private answer(pending: Pending): void {
    pending.state = 'answered';
    this.inHand.delete(pending);
    this.inHand_bytes -= pending.size_bytes;
    if (this.inHand.size === 0) this.onEmpty?.();
  }

  private submit(pending: Pending): void {
    const waiting = this.streams.get(pending.stream);
    pending.state = waiting ? 'blocked' : 'ready';
    if (waiting) {
      waiting.push(pending);
      return;
    }
    this.streams.set(pending.stream, []);
    this.ready.push(pending);
    if (!this.running) void this.run();
  }

  /** The append ahead in this stream is done: the next one is ready. */
  private release(stream: string): void {
    const waiting = this.streams.get(stream) ?? [];
    this.streams.delete(stream);
    while (waiting[0]?.state === 'answered') waiting.shift();
    const next = waiting.shift();
    if (!next) return;
    this.submit(next);
    this.streams.set(stream, waiting);
  }

  /** Removes the blocked appends of a stream that cannot succeed any more, since the stream is at `current`. */
  private takeConflicting(stream: string, current: bigint): Pending[] {
    const waiting = this.streams.get(stream) ?? [];
    const lost = waiting.filter(({ expected }) => expected < current);
    if (lost.length > 0)
      this.streams.set(
        stream,
        waiting.filter(({ expected }) => expected >= current),
      );
    return lost;
  }

  private readonly expire = (): void => {
    this.deadlineTimer = undefined;
    const now_ms = performance.now();
    for (const pending of this.inHand) {
      if (pending.deadline_ms > now_ms) break;
      const { state, maybeWritten } = pending;
      this.answer(pending);
      if (state === 'ready') {
        this.ready.splice(this.ready.indexOf(pending), 1);
        this.release(pending.stream);
      }
      const known = !maybeWritten && (state === 'ready' || state === 'blocked');
      pending.reject(unavailable('in time', known ? 'not_written' : 'unknown'));
    }
    this.watchDeadlines();
  };

  private watchDeadlines(): void {
    const [oldest] = this.inHand;
    if (oldest && !this.deadlineTimer)
      this.deadlineTimer = setTimeout(this.expire, Math.max(1, oldest.deadline_ms - performance.now()));
  }

  private takeGroup(): Pending[] {
    let count = 0;
    let events = 0;
    let bytes = 0;
    for (const pending of this.ready) {
      events += pending.events.length;
      bytes += pending.size_bytes;
      if (count > 0 && (count === GROUP_APPENDS || events > GROUP_EVENTS || bytes > GROUP_bytes)) break;
      count++;
    }
    const group = this.ready.splice(0, count);
    for (const pending of group) pending.state = 'in_flight';
    return group;
  }

  /** Runs one query; a connection that does not answer in time is given up. */
  private ask<T>(question: (sql: Sql) => Promise<T>): Promise<T> {
    return within(this.options.attempt_ms, question(this.options.pool.now()), { onLate: this.options.pool.renew });
  }

  /** Sends a group once, answers the appends that were written and finds out about the others. */
  private async send(group: Pending[]): Promise<void> {
    this.options.onFlight(true);
    try {
      await this.land(group, await this.ask((sql) => appendGroup(sql, group, this.options.isHeard())));
    } finally {
      this.options.onFlight(false);
    }
  }

  private async land(group: readonly Pending[], landed: Awaited<ReturnType<typeof appendGroup>>): Promise<void> {
    const { head, holding, fenced } = landed;
    for (const index of fenced) group[index]!.isFenced = true;
    this.nextPause = this.firstPause();
    const appended: AppendedEvent[] = [];
    const results = new Map<Pending, AppendResult>();
    for (const index of holding) {
      const pending = group[index]!;
      let revision = pending.expected;
      for (const event of pending.events) appended.push({ stream: pending.stream, revision: ++revision, event });
      results.set(pending, { revision, position: head + BigInt(appended.length) });
    }
    if (appended.length > 0) {
      this.options.refusals.written();
      this.options.onAppended(head + 1n, appended);
    }
    const lost: Pending[] = [];
    for (const pending of group) {
      const result = results.get(pending);
      if (!result) lost.push(pending);
      else {
        lost.push(...this.takeConflicting(pending.stream, result.revision));
        if (pending.state !== 'answered') {
          this.answer(pending);
          pending.resolve(result);
        }
      }
      this.release(pending.stream);
    }
    if (lost.length > 0) void this.explainAll(lost);
  }

  /** Sends a group and handles failures. */
  private async sendOrRetry(group: Pending[]): Promise<void> {
    try {
      await this.send(group);
    } catch (error) {
      const failure = failureOf(error);
      this.options.refusals.note(error);
      if (!failure.certain) for (const pending of group) pending.maybeWritten = true;
      for (const pending of group) if (pending.state === 'answered') this.release(pending.stream);
      const again = group.filter(({ state }) => state !== 'answered');
      if (failure.passing) {
        for (const pending of again) pending.state = 'ready';
        this.ready.unshift(...again);
        this.isReached = false;
        await pause(this.nextPause());
      } else if (group.length > 1) {
        // The server refuses this statement, perhaps because of one append, so each append is sent alone.
        for (const pending of again) await this.sendOrRetry([pending]);
      } else {
        for (const pending of again) {
          this.answer(pending);
          pending.reject(unavailable('an append', pending.maybeWritten ? 'unknown' : 'not_written', error));
          this.release(pending.stream);
        }
      }
    }
  }

  /**
   * After a failure nothing is sent before the database answers again, so appends that wait are certainly not written.
   */
  private async awaitDatabase(): Promise<boolean> {
    try {
      await this.ask(ping);
      this.isReached = true;
    } catch {
      await pause(this.nextPause());
    }
    return this.isReached;
  }

  private async run(): Promise<void> {
    this.running = true;
    // Callers that were answered together append again in the same turn of the event loop: they go into one group.
    for (await loopTurn(); this.ready.length > 0; await loopTurn())
      if (this.isReached || (await this.awaitDatabase())) await this.sendOrRetry(this.takeGroup());
    this.running = false;
  }

  /** Answers an append by the state of its stream; false when that does not decide it yet. */
  private answerBy(pending: Pending, { current, standing }: Explanation): boolean {
    const { stream, expected, events } = pending;
    const isRepeat = standing.length === events.length && standing.every(({ id }, index) => id === events[index]!.id);
    // The stream has reached the expected revision, so the append is sent again; or it has not reached it yet, and a
    // try whose answer was lost may still be written there.
    if (!isRepeat && !pending.isFenced && (current === expected || (current < expected && pending.maybeWritten)))
      return false;
    this.answer(pending);
    if (isRepeat) pending.resolve({ revision: expected + BigInt(events.length), position: standing.at(-1)!.position });
    else if (pending.isFenced) pending.reject(new LeaseLost(stream, pending.lease));
    else pending.reject(new WrongExpectedRevision(stream, asExpected(expected), asExpected(current)));
    return true;
  }

  private async explainAll(lost: Pending[]): Promise<void> {
    const nextPause = this.firstPause();
    for (let open = lost; open.length > 0; ) {
      open = open.filter(({ state }) => state !== 'answered');
      for (const pending of open) pending.state = 'explaining';
      const some = open.slice(0, GROUP_APPENDS);
      try {
        const explanations = await this.ask((sql) => explain(sql, some));
        open = open.slice(some.length);
        for (const [index, pending] of some.entries()) {
          const explanation = explanations[index]!;
          if (pending.state !== 'answered' && !this.answerBy(pending, explanation)) this.submit(pending);
          open.push(...this.takeConflicting(pending.stream, explanation.current));
        }
      } catch {
        await pause(nextPause());
      }
    }
  }
}

export const openAppender = (options: AppenderOptions): Appender => new GroupCommit(options);

const asExpected = (revision: bigint): ExpectedRevision => (revision === -1n ? 'no_stream' : revision);
