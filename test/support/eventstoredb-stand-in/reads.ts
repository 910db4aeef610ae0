/** Reads and catch-up subscriptions, of one stream and of the whole log, with filters. */

import { randomUUID } from 'node:crypto';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, type ServiceError, status } from '@grpc/grpc-js';
import type { Log, StoredEvent } from './log.ts';
import {
  checkpointMessage,
  confirmation,
  eventMessage,
  noRecordThere,
  noSuchStream,
  rpcError,
  streamDeleted,
  tooSlow,
} from './messages.ts';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;

/** Events that the server looks at before it answers a page, unless the filter asks otherwise. */
const PAGE_EVENTS = 32;
/** Live events that are kept for a subscriber who does not take them. */
const LIVE_BUFFER = 32;

/** Subscriptions in hand, so that they can be ended on command. */
export type Subscriptions = Set<{ end: (error: ServiceError) => void }>;

/** Answers one Read call. */
export async function answerRead(call: ReadCall, log: Log, subscriptions: Subscriptions): Promise<void> {
  const options = call.request.getOptions();
  if (!options) {
    end(call, rpcError(status.INVALID_ARGUMENT, 'no options'));
    return;
  }
  if (options.hasSubscription()) {
    if (!options.hasAll()) {
      end(call, rpcError(status.UNIMPLEMENTED, 'only $all can be subscribed to here'));
      return;
    }
    return subscribe(call, options, log, subscriptions);
  }
  return options.hasAll() ? readAll(call, options, log) : readStream(call, options, log);
}

async function readStream(call: ReadCall, options: Options, log: Log): Promise<void> {
  const which = options.getStream();
  const name = Buffer.from(which?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
  const count = BigInt(options.getCount());
  if (count === 0n) {
    end(call, rpcError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error'));
    return;
  }
  const events = log.read(name);
  if (events === 'deleted') {
    end(call, streamDeleted(name));
    return;
  }
  if (events === undefined) {
    await write(call, noSuchStream(name));
    end(call);
    return;
  }
  const backwards = options.getReadDirection() === 1;
  const last = events.at(-1)?.revision ?? 0n;
  const from = which?.hasRevision() ? BigInt(which.getRevision()) : which?.hasStart() ? 0n : last;
  const wanted = events.filter(({ revision }) => (backwards ? revision <= from : revision >= from));
  if (backwards) wanted.reverse();
  for (const event of wanted.slice(0, Number(count))) if (!(await write(call, eventMessage(event, 'stream')))) return;
  end(call);
}

async function readAll(call: ReadCall, options: Options, log: Log): Promise<void> {
  const backwards = options.getReadDirection() === 1;
  const where = options.getAll();
  const position = where?.getPosition();
  const from = position ? log.indexAt(BigInt(position.getCommitPosition())) : where?.hasStart() ? 0 : log.all.length;
  if (from < 0) {
    end(call, noRecordThere());
    return;
  }
  const matches = matcher(options);
  let left = BigInt(options.getCount());
  const step = backwards ? -1 : 1;
  for (let i = backwards ? from - 1 : from; i >= 0 && i < log.all.length && left > 0n; i += step) {
    const event = log.all[i] as StoredEvent;
    if (!matches(event)) continue;
    left -= 1n;
    if (!(await write(call, eventMessage(event, 'all')))) return;
  }
  end(call);
}

async function subscribe(call: ReadCall, options: Options, log: Log, subscriptions: Subscriptions): Promise<void> {
  const position = options.getAll()?.getPosition();
  let next = 0;
  if (position) {
    const at = log.indexAt(BigInt(position.getCommitPosition()));
    if (at < 0) {
      end(call, noRecordThere());
      return;
    }
    next = Math.min(at + 1, log.all.length);
  } else if (options.getAll()?.hasEnd()) next = log.all.length;

  const matches = matcher(options);
  const filter = options.getFilter();
  const window = filter?.hasMax() ? filter.getMax() : PAGE_EVENTS;
  const interval = window * (filter?.getCheckpointintervalmultiplier() ?? 0);

  let ended = false;
  const handle = {
    end: (error: ServiceError) => {
      ended = true;
      subscriptions.delete(handle);
      end(call, error);
    },
  };
  subscriptions.add(handle);
  call.on('cancelled', () => {
    ended = true;
    subscriptions.delete(handle);
  });

  await write(call, confirmation(randomUUID()));
  let considered = 0;
  const pageStart = () => log.all[next]?.position ?? 0n;
  while (next < log.all.length && !ended) {
    // A page ends with its window, or when it is full of matches. Its checkpoint is that of its last match, or else
    // the page's own start with a prepare position of 0.
    let reached: [commit: bigint, prepare: bigint] = [pageStart(), 0n];
    let found = 0;
    for (let looked = 0; looked < window && found < PAGE_EVENTS && next < log.all.length; looked += 1) {
      const event = log.all[next] as StoredEvent;
      next += 1;
      considered += 1;
      if (!matches(event)) continue;
      found += 1;
      reached = [event.position, event.position];
      if (!(await write(call, eventMessage(event, 'all'))) || ended) return;
    }
    if (interval > 0 && considered >= interval && next < log.all.length) {
      considered %= interval;
      if (!(await write(call, checkpointMessage(...reached))) || ended) return;
    }
  }
  if (ended) return;

  // Live: whatever is written goes through a small buffer, and who lets it overflow is dropped.
  const buffer: ReadResp[] = [];
  let pumping = false;
  const pump = async () => {
    if (pumping) return;
    pumping = true;
    for (let message = buffer.shift(); message && !ended; message = buffer.shift()) await write(call, message);
    pumping = false;
  };
  const leave = log.watch((event) => {
    if (ended) return leave();
    considered += 1;
    if (matches(event)) buffer.push(eventMessage(event, 'all'));
    if (interval > 0 && considered >= interval) {
      considered %= interval;
      buffer.push(checkpointMessage(event.position, event.position));
    }
    if (buffer.length > LIVE_BUFFER) {
      leave();
      handle.end(tooSlow());
    } else void pump();
  });
}

/** The filter of a request: a regular expression or prefixes, on stream names or event types. */
function matcher(options: Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const onStream = filter.hasStreamIdentifier();
  const expression = onStream ? filter.getStreamIdentifier() : filter.getEventType();
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => {
    const subject = onStream ? event.stream : event.type;
    return regex ? regex.test(subject) : prefixes.some((prefix) => subject.startsWith(prefix));
  };
}

/** Writes one message and waits while the reader is behind. False when the call is over. */
async function write(call: ReadCall, message: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (!call.write(message)) {
    await new Promise<void>((resolve) => {
      const done = () => {
        call.off('drain', done);
        call.off('cancelled', done);
        call.off('close', done);
        resolve();
      };
      call.once('drain', done);
      call.once('cancelled', done);
      call.once('close', done);
    });
  }
  return !call.cancelled && !call.destroyed;
}

function end(call: ReadCall, error?: ServiceError): void {
  if (call.cancelled || call.destroyed) return;
  if (error) call.emit('error', error);
  else call.end();
}
