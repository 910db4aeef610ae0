/** The Append call, which the official client uses when credentials are passed per call. */

import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Metadata, type ServerReadableStream, type ServiceError, status } from '@grpc/grpc-js';
import { type AppendOutcome, type Expected, type Log, MAX_APPEND_BYTES, type ProposedEvent } from './log.ts';
import { rpcError, streamDeleted } from './messages.ts';

type Answer = (error: ServiceError | null, answer?: AppendResp) => void;

export function appendOnce(log: Log, refusedFor: (metadata: Metadata) => ServiceError | undefined) {
  return (call: ServerReadableStream<AppendReq, AppendResp>, answer: Answer): void => {
    const refused = refusedFor(call.metadata);
    if (refused) {
      answer(refused);
      return;
    }
    let stream = '';
    let expected: Expected = 'any';
    const events: ProposedEvent[] = [];
    call.on('error', () => undefined);
    call.on('data', (message: AppendReq) => {
      const options = message.getOptions();
      const proposed = message.getProposedMessage();
      if (options) {
        stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
        if (options.hasRevision()) expected = BigInt(options.getRevision());
        else if (options.hasNoStream()) expected = 'no_stream';
        else if (options.hasStreamExists()) expected = 'stream_exists';
      } else if (proposed) {
        events.push({
          id: proposed.getId()?.getString() ?? '',
          type: proposed.getMetadataMap().get('type') ?? '',
          contentType: proposed.getMetadataMap().get('content-type') ?? '',
          data: proposed.getData_asU8(),
          metadata: proposed.getCustomMetadata_asU8(),
        });
      }
    });
    call.on('end', () => answer(...answerTo(log.append(stream, expected, events), stream, expected)));
  };
}

function answerTo(result: AppendOutcome, stream: string, expected: Expected): Parameters<Answer> {
  switch (result.outcome) {
    case 'written':
    case 'repeated': {
      const position = result.position.toString();
      const success = new streams.AppendResp.Success().setCurrentRevision(result.revision.toString());
      const at = new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position);
      return [null, new streams.AppendResp().setSuccess(success.setPosition(at))];
    }
    case 'wrong_revision': {
      const wrong = new streams.AppendResp.WrongExpectedVersion();
      if (result.current === 'no_stream') wrong.setCurrentNoStream(new shared.Empty());
      else wrong.setCurrentRevision(result.current.toString());
      if (typeof expected === 'bigint') wrong.setExpectedRevision(expected.toString());
      else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
      return [null, new streams.AppendResp().setWrongExpectedVersion(wrong)];
    }
    case 'deleted':
      return [streamDeleted(stream)];
    case 'too_large': {
      const trailers = {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(MAX_APPEND_BYTES),
      };
      return [rpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, trailers)];
    }
    case 'bad_request':
      return [rpcError(status.UNKNOWN, 'Exception was thrown by handler.')];
  }
}
