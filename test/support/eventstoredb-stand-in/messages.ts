/** Answers and errors in the shapes in which the server sends them. */

import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import anyMessage from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { AppendOutcome, Expected, StoredEvent } from './log.ts';
import { MAX_APPEND_BYTES } from './log.ts';

const { UUID, StreamIdentifier, AllStreamPosition } = shared;

export const streamIdentifier = (name: string) => new StreamIdentifier().setStreamName(Buffer.from(name));
const nothing = () => new empty.Empty();
const sharedEmpty = () => new shared.Empty();

/** An error that ends a call, with the trailers by which the client recognises it. */
export function rpcError(code: status, details: string, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const notLeader = ({ host, port }: { host: string; port: number }): ServiceError =>
  rpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });

export const tooSlow = (): ServiceError =>
  rpcError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

export const streamDeleted = (stream: string): ServiceError =>
  rpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** To a position at which no record starts the server says that its handler threw, in words that nothing rests on. */
export const noRecordThere = (): ServiceError => rpcError(status.UNKNOWN, 'The handler threw.');

interface Serializable {
  serializeBinary(): Uint8Array;
}

function failure(code: number, message: string, details: Serializable, type: string) {
  const any = new anyMessage.Any();
  any.pack(details.serializeBinary(), type);
  const said = new rpc.Status().setMessage(message).setDetails(any);
  said.setCode(code);
  return said;
}

/** What the server says instead of an outcome. */
export type Refusal = 'timeout' | 'unknown' | 'access_denied' | 'not_ready' | 'busy';

export function refusal(what: Refusal) {
  switch (what) {
    case 'timeout':
      return failure(4, 'Timeout', new shared.Timeout(), 'event_store.client.Timeout');
    case 'unknown':
      return failure(2, 'Unknown', new shared.Unknown(), 'event_store.client.Unknown');
    case 'access_denied':
      return failure(7, 'AccessDenied', new shared.AccessDenied(), 'event_store.client.AccessDenied');
    case 'not_ready':
      return failure(0, 'Server Is Not Ready', nothing(), 'google.protobuf.Empty');
    case 'busy':
      return failure(0, 'Server Is Busy', nothing(), 'google.protobuf.Empty');
  }
}

/** The answer to one append of a batch call; the correlation id is the caller's to set. */
export function batchAnswer(stream: string, expected: Expected, result: AppendOutcome | Refusal, withPosition = true) {
  const answer: BatchAppendResp = new streams.BatchAppendResp().setStreamIdentifier(streamIdentifier(stream));
  if (typeof result === 'string') return answer.setError(refusal(result));
  switch (result.outcome) {
    case 'written':
    case 'repeated': {
      const success = new streams.BatchAppendResp.Success().setCurrentRevision(result.revision.toString());
      if (withPosition) success.setPosition(allPosition(result.position));
      else success.setNoPosition(nothing());
      return answer.setSuccess(success);
    }
    case 'wrong_revision': {
      const wrong = new shared.WrongExpectedVersion();
      if (result.current === 'no_stream') wrong.setCurrentNoStream(nothing());
      else wrong.setCurrentStreamRevision(result.current.toString());
      if (typeof expected === 'bigint') wrong.setExpectedStreamPosition(expected.toString());
      else if (expected === 'no_stream') wrong.setExpectedNoStream(nothing());
      else if (expected === 'any') wrong.setExpectedAny(nothing());
      else wrong.setExpectedStreamExists(nothing());
      const type = 'event_store.client.WrongExpectedVersion';
      return answer.setError(failure(6, 'WrongExpectedVersion', wrong, type));
    }
    case 'deleted': {
      const deleted = new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream));
      return answer.setError(failure(5, 'StreamDeleted', deleted, 'event_store.client.StreamDeleted'));
    }
    case 'too_large': {
      const large = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES);
      const type = 'event_store.client.MaximumAppendSizeExceeded';
      return answer.setError(failure(3, 'MaximumAppendSizeExceeded', large, type));
    }
    case 'bad_request': {
      const bad = new shared.BadRequest().setMessage(result.message);
      return answer.setError(failure(3, 'BadRequest', bad, 'event_store.client.BadRequest'));
    }
  }
}

const allPosition = (position: bigint) =>
  new AllStreamPosition().setCommitPosition(position.toString()).setPreparePosition(position.toString());

/** What a read of one stream says instead of a position. */
const NO_POSITION = '18446744073709551615';

export function eventMessage(event: StoredEvent, readFrom: 'all' | 'stream'): ReadResp {
  const position = readFrom === 'all' ? event.position.toString() : NO_POSITION;
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', event.created.toString());
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded);
  if (readFrom === 'all') read.setCommitPosition(position);
  else read.setNoPosition(sharedEmpty());
  return new streams.ReadResp().setEvent(read);
}

export const confirmation = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const checkpointMessage = (commit: bigint, prepare: bigint): ReadResp =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(commit.toString()).setPreparePosition(prepare.toString()),
  );

export const noSuchStream = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream)),
  );
