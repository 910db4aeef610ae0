/**
 * Appends. Each is answered with its result or an error; "not known" is the answer only after all retries.
 *
 * All appends of a store are sent on one gRPC call (a *line*), each with its own correlation id. When a line breaks, or
 * an answer does not come, it is not known whether the events were written. But EventStoreDB answers the same event ids
 * at the same expected revision with the original outcome, however often they are sent. So such an append is sent
 * again, if necessary on a new line, until the server has answered or the caller's deadline has passed.
 *
 * A line on which no answer came for the length of an attempt is given up together with its connection: a connection
 * that was lost silently (a frozen host, a cut cable) would otherwise block all appends until TCP or gRPC detects it,
 * which takes 17 to 20 seconds.
 */

import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { pause, pauses } from '../../timing/pauses.ts';
import type { EncodedEvent } from '../encode.ts';
import { AppendTooLarge, InvalidEvent, StoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { AppendResult, ExpectedRevision } from '../port.ts';
import type { AppendCall, Connection } from './connection.ts';
import { failureOf, RefusedByServer, StreamDeleted } from './failures.ts';
import { appendRequest, type OurStreams } from './wire.ts';

export interface AppenderLimits {
  /** After this the outcome is reported as not known. */
  deadline_ms: number;
  /** How long an attempt waits for its answer. EventStoreDB itself gives up a write after about 2 s. */
  attempt_ms: number;
  /** Pending appends, at most; beyond that appends are refused. */
  maxInHand: number;
  maxInHand_bytes: number;
  /** Called when the line was lost, which may have been idle; appends in hand are sent again by themselves. */
  onLost?: () => void;
}

export interface Appender {
  append(
    stream: string,
    events: readonly EncodedEvent[],
    bytes: number,
    expected: ExpectedRevision,
  ): Promise<AppendResult>;
  /** Refuses further appends. Resolves when the pending ones are answered. */
  close(): Promise<void>;
}

/** An attempt without an answer. When it was sent, the events may have been written. */
class Unanswered extends Error {
  readonly sent: boolean;
  /** Other appends were answered on the same line meanwhile: the server is slow, not gone. */
  readonly late: boolean;
  constructor(message: string, sent: boolean, options: { cause?: unknown; late?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.sent = sent;
    this.late = options.late ?? false;
  }
}

interface Waiting {
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
  stream: string;
  expected: ExpectedRevision;
  count: number;
  bytes: number;
  sent_ms: number;
  /** When to stop waiting and send again. */
  until_ms: number;
}

interface Line {
  call: AppendCall;
  /** Appends without an answer by correlation id, in the order in which they were sent. */
  waiting: Map<string, Waiting>;
  heard_ms: number;
  close(): void;
}

class StreamAppender implements Appender {
  private readonly connection: Connection;
  private readonly ours: OurStreams;
  private readonly limits: AppenderLimits;
  private readonly tick_ms: number;
  private line: Line | undefined;
  private inHand = 0;
  private inHand_bytes = 0;
  private closing = false;
  private onIdle: (() => void) | undefined;

  constructor(connection: Connection, ours: OurStreams, limits: AppenderLimits) {
    this.connection = connection;
    this.ours = ours;
    this.limits = limits;
    this.tick_ms = Math.min(this.limits.attempt_ms / 4, 250);
  }

  readonly append: Appender['append'] = async (stream, events, bytes, expected) => {
    if (this.closing) throw new StoreUnavailable('the event store is closed', 'not_written');
    if (this.inHand >= this.limits.maxInHand || this.inHand_bytes + bytes > this.limits.maxInHand_bytes) {
      throw new StoreUnavailable('too many appends are waiting for EventStoreDB', 'not_written');
    }
    this.inHand += 1;
    this.inHand_bytes += bytes;
    try {
      return await this.repeat(stream, events, bytes, expected);
    } finally {
      this.inHand -= 1;
      this.inHand_bytes -= bytes;
      if (this.inHand === 0) this.onIdle?.();
    }
  };

  readonly close: Appender['close'] = async () => {
    this.closing = true;
    if (this.inHand > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
    this.line?.close();
    this.line = undefined;
  };

  private openLine(): Line {
    const waiting: Line['waiting'] = new Map();
    let looked_ms = performance.now();
    const watch = setInterval(() => {
      const late_ms = performance.now() - looked_ms;
      looked_ms = performance.now();
      // When this process was blocked, answers may have come that it has not read yet.
      if (late_ms < 2 * this.tick_ms) this.check(opened);
    }, this.tick_ms);
    watch.unref();
    const call = this.connection.batchAppend({
      onMessage: (answer) => {
        opened.heard_ms = performance.now();
        const correlation = answer.getCorrelationId()?.getString() ?? '';
        const answered = waiting.get(correlation);
        // An answer to an attempt that was given up; the attempt that replaced it gets the same answer.
        if (!answered) return;
        waiting.delete(correlation);
        answerTo(answered, answer);
      },
      onEnd: (error) => this.drop(opened, error),
    });
    const opened: Line = {
      call,
      waiting,
      heard_ms: performance.now(),
      close() {
        clearInterval(watch);
        call.cancel();
      },
    };
    return opened;
  }

  private drop(broken: Line, error: Error | undefined): void {
    if (this.line === broken) this.line = undefined;
    broken.close();
    const failure = failureOf(error ?? new Error('the server ended the call'));
    for (const { reject } of broken.waiting.values()) {
      if (failure.kind === 'refused') reject(new RefusedByServer('an append', failure.error));
      else {
        const sent = broken.call.begun() && (failure.kind !== 'lost' || failure.sent);
        reject(new Unanswered(failure.error.message, sent, { cause: failure.error }));
      }
    }
    broken.waiting.clear();
    this.limits.onLost?.();
  }

  /** Checks which appends have waited too long, and whether the line is dead. */
  private check(at: Line): void {
    const now_ms = performance.now();
    const [oldest] = at.waiting.values();
    if (oldest && now_ms - Math.max(oldest.sent_ms, at.heard_ms) >= this.limits.attempt_ms) {
      this.drop(at, new Error(`no answer for ${this.limits.attempt_ms} ms`));
      this.connection.renew();
      return;
    }
    for (const [correlation, { until_ms, sent_ms, reject }] of at.waiting) {
      if (until_ms > now_ms) continue;
      at.waiting.delete(correlation);
      const message = `no answer in ${Math.round(now_ms - sent_ms)} ms`;
      reject(new Unanswered(message, at.call.begun(), { late: true }));
    }
  }

  private attempt(
    stream: string,
    events: readonly EncodedEvent[],
    bytes: number,
    expected: ExpectedRevision,
    until_ms: number,
  ): Promise<AppendResult> {
    this.line ??= this.openLine();
    const { waiting, call } = this.line;
    const correlation = randomUUID();
    return new Promise<AppendResult>((resolve, reject) => {
      const sent_ms = performance.now();
      const count = events.length;
      waiting.set(correlation, { resolve, reject, stream, expected, count, bytes, sent_ms, until_ms });
      const request = appendRequest(correlation, this.ours.prefix + stream, events, expected);
      call.write(request, () => waiting.has(correlation));
    });
  }

  private async repeat(
    stream: string,
    events: readonly EncodedEvent[],
    bytes: number,
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const end_ms = performance.now() + this.limits.deadline_ms;
    const nextPause = pauses(20, 1_000);
    let patience_ms = this.limits.attempt_ms;
    let mayBeWritten = false;
    for (;;) {
      const until_ms = Math.min(performance.now() + patience_ms, end_ms);
      try {
        return await this.attempt(stream, events, bytes, expected, until_ms);
      } catch (error) {
        if (error instanceof RefusedByServer && mayBeWritten) {
          throw new StoreUnavailable(error.message, 'unknown', { cause: error });
        }
        if (!(error instanceof Unanswered)) throw error;
        mayBeWritten ||= error.sent;
        // Repeating appends to a slow server makes it slower, so it gets twice the time.
        if (error.late) patience_ms *= 2;
        const next_ms = nextPause();
        if (performance.now() + next_ms >= end_ms) {
          const message = `EventStoreDB did not answer an append in ${this.limits.deadline_ms} ms: ${error.message}`;
          throw new StoreUnavailable(message, mayBeWritten ? 'unknown' : 'not_written', { cause: error });
        }
        await pause(next_ms);
      }
    }
  }
}

export const openAppender = (connection: Connection, ours: OurStreams, limits: AppenderLimits): Appender =>
  new StreamAppender(connection, ours, limits);

/** Passes the server's answer on to the caller. */
function answerTo({ resolve, reject, stream, expected, count, bytes }: Waiting, answer: BatchAppendResp): void {
  const success = answer.getSuccess();
  const position = success?.getPosition();
  if (success && position) {
    const revision = BigInt(success.getCurrentRevision());
    // For the server, a stream that was deleted, but not for good, is none: it has written behind the deleted events.
    // Only this answer tells; a look before would cost every new stream another round trip.
    if (expected === 'no_stream' && revision >= count) reject(new StreamDeleted(stream));
    else resolve({ revision, position: BigInt(position.getCommitPosition()) });
  } else if (success) {
    // A server that recognises a repeat does not always know its position at once.
    reject(new Unanswered('the server did not give the position', true));
  } else {
    reject(refused(answer.getError(), stream, expected, bytes));
  }
}

/** The error for a server's refusal of an append; Unanswered when it must be sent again. */
function refused(status: Status | undefined, stream: string, expected: ExpectedRevision, bytes: number): Error {
  const details = status?.getDetails();
  const type = details?.getTypeName() ?? '';
  switch (type) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = details?.unpack(shared.WrongExpectedVersion.deserializeBinary, type);
      const actual = wrong?.hasCurrentStreamRevision() ? BigInt(wrong.getCurrentStreamRevision()) : 'no_stream';
      return new WrongExpectedRevision(stream, expected, actual);
    }
    case 'event_store.client.StreamDeleted':
      return new StreamDeleted(stream);
    case 'event_store.client.AccessDenied':
      return new RefusedByServer('an append', new Error('access denied'));
    case 'event_store.client.MaximumAppendSizeExceeded': {
      const limit = details?.unpack(shared.MaximumAppendSizeExceeded.deserializeBinary, type)?.getMaxappendsize();
      return new AppendTooLarge(bytes, limit ?? 0);
    }
    case 'event_store.client.BadRequest': {
      const why = details?.unpack(shared.BadRequest.deserializeBinary, type)?.getMessage() ?? '';
      return new InvalidEvent(`EventStoreDB refused an event of ${stream}: ${why}`);
    }
    case 'event_store.client.Timeout':
    case 'event_store.client.Unknown':
      return new Unanswered(`the server said ${status?.getMessage()}`, true);
    default:
      // Not ready, busy, or without a leader: it has not processed the append.
      return new Unanswered(`the server said ${status?.getMessage()}`, false);
  }
}
