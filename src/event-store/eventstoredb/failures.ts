/**
 * What EventStoreDB's refusals mean. The errors come from gRPC with a status code and, from the server itself, an
 * `exception` entry in the trailing metadata.
 */

import { isRecord, objectOf, textIf } from '../../values/json.ts';
import { EventStoreError, StoreUnavailable, UnreadableEvent } from '../errors.ts';
import type { ReadStreamOptions, StreamEvent } from '../port.ts';

/**
 * A stream of ours was deleted in EventStoreDB, for good or not. The service never does that: an operator must act.
 * From an append to a stream that was not deleted for good: its events are in the log, and reads of the stream throw.
 */
export class StreamDeleted extends EventStoreError {
  readonly stream: string;
  constructor(stream: string) {
    super(`stream ${stream} was deleted in EventStoreDB, where nothing may delete it`);
    this.stream = stream;
  }
}

/** The server refuses requests until an operator acts: wrong credentials, a version that is too old. */
export class RefusedByServer extends StoreUnavailable {
  constructor(doing: string, cause: Error) {
    super(`EventStoreDB refused ${doing}: ${cause.message}`, 'not_written', { cause, retryAfter_s: 10 });
  }
}

/** The status codes of gRPC that are distinguished here. */
const UNKNOWN = 2;
const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const ABORTED = 10;
const UNIMPLEMENTED = 12;
const UNAUTHENTICATED = 16;

/** How a gRPC call failed, by what to do next. */
export type Failure =
  /** The server dropped a subscription that took its events too slowly. Subscribing again continues without loss. */
  | { kind: 'too_slow'; error: Error }
  /** The stream was deleted for good. */
  | { kind: 'stream_deleted'; error: Error }
  /** A retry will not help. */
  | { kind: 'refused'; error: Error }
  /** The server answered that its handler threw: at a place in the log where no record starts, among others. */
  | { kind: 'threw'; error: Error }
  /** The connection, the server or its leader was lost, or it was too busy. `sent`: the call may have had an effect. */
  | { kind: 'lost'; error: Error; sent: boolean };

/** Messages of grpc-js and of the client's cluster discovery that a call was never sent. */
const NEVER_SENT = /No connection established|Failed to connect|Name resolution failed|Failed to discover/;

/** Classifies the failure of a gRPC call. `error` is what the call emitted or threw. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in cause && typeof cause.code === 'number' ? cause.code : undefined;
  switch (exceptionOf(cause)) {
    case 'stream-deleted':
      return { kind: 'stream_deleted', error: cause };
    case 'not-leader':
      return { kind: 'lost', error: cause, sent: true };
    case 'access-denied':
      return { kind: 'refused', error: cause };
  }
  switch (code) {
    case ABORTED:
      // Timeouts of the server have the same code; only with this message the subscription ended normally.
      if (cause.message.includes('Consumer too slow')) return { kind: 'too_slow', error: cause };
      break;
    case UNKNOWN:
      return { kind: 'threw', error: cause };
    case INVALID_ARGUMENT:
    case PERMISSION_DENIED:
    case UNIMPLEMENTED:
    case UNAUTHENTICATED:
      return { kind: 'refused', error: cause };
  }
  return { kind: 'lost', error: cause, sent: !NEVER_SENT.test(cause.message) };
}

function exceptionOf(error: Error): string | undefined {
  // gRPC adds it to an error.
  const metadata = 'metadata' in error ? error.metadata : undefined;
  if (!isRecord(metadata) || typeof metadata.getMap !== 'function') return undefined;
  const { exception } = objectOf(metadata.getMap());
  return textIf(exception);
}

/** What OpenSSL says of an answer that is not encrypted. */
const WITHOUT_TLS = /wrong version number/;

const whyOf = ({ message }: Error): string =>
  WITHOUT_TLS.test(message) ? 'it answers without TLS: write ?tls=false behind the address' : message;

/** The error for a caller whose read or wait failed for good. */
export function unavailable(failure: Failure, doing: string): StoreUnavailable {
  if (failure.kind === 'refused') return new RefusedByServer(doing, failure.error);
  return new StoreUnavailable(`EventStoreDB did not answer ${doing}: ${whyOf(failure.error)}`, 'not_written', {
    cause: failure.error,
  });
}

/**
 * Refuses a part of a stream that was read as the whole of what was asked for: the server leaves out, without a word,
 * what the metadata of a stream cuts off, and gives nothing of a stream that has nothing left.
 *
 * @param events in the order in which they were read; the stream exists
 * @throws UnreadableEvent
 */
export function refuseCut(
  stream: string,
  events: readonly Pick<StreamEvent, 'revision'>[],
  { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY }: ReadStreamOptions,
): void {
  const first = events[0]?.revision;
  if (direction === 'forwards') {
    // After its end there is nothing to read; a stream that exists has a beginning.
    const due = from ?? 0n;
    if (first === undefined ? due === 0n : first !== due) throw cut(stream, first, due);
    return;
  }
  const last = events.at(-1)?.revision;
  if (last === undefined || (last > 0n && events.length < limit)) throw cut(stream, last, 0n);
}

const cut = (stream: string, first: bigint | undefined, due: bigint): UnreadableEvent =>
  new UnreadableEvent(
    `the stream ${stream} ${first === undefined ? 'has no events left' : `begins at revision ${first} and not at ${due}`}: it was deleted or cut off in EventStoreDB ($maxCount, $maxAge, $tb), where nothing may do that; restore it from a backup`,
  );
