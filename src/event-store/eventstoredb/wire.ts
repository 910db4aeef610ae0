/**
 * The requests of EventStoreDB's gRPC interface that the store makes, built from the port's types. Their definitions
 * are the generated ones of `@eventstore/db-client`.
 */

import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedEvent } from '../encode.ts';
import type { ExpectedRevision, Position } from '../port.ts';
import { START } from '../port.ts';

const { ReadReq: ReadRequest, BatchAppendReq: BatchAppendRequest } = streams;
const { Empty, StreamIdentifier, UUID: Uuid } = shared;
const Options = ReadRequest.Options;

/** `count` for all events. */
const EVERYTHING = String(Number.MAX_SAFE_INTEGER);
/**
 * Events that the server searches for a page of a filtered read or subscription, after which it sends a checkpoint. Its
 * default is 32, so every 32 foreign events would make a page.
 */
const SEARCH_WINDOW_EVENTS = 1_000;
/** Content type of every event: the server shows such events as JSON, and other projections can use them. */
const CONTENT_TYPE = 'application/json';

/** Selects the events of `$all` in streams whose name starts with `prefix`. */
export interface OurStreams {
  prefix: string;
}

const uuid = (id: string): UUID => new Uuid().setString(id);
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const streamIdentifier = (name: string) => new StreamIdentifier().setStreamName(utf8(name));

function readOptions(): ReadReq.Options {
  const options = new Options();
  options.setResolveLinks(false);
  options.setUuidOption(new Options.UUIDOption().setString(new Empty()));
  return options;
}

const request = (options: ReadReq.Options): ReadReq => new ReadRequest().setOptions(options);

/** A read of one stream, by its full name with the prefix. */
export function readStreamRequest(
  stream: string,
  from: bigint | 'start' | 'end',
  direction: 'forwards' | 'backwards',
  limit: number | undefined,
): ReadReq {
  const which = new Options.StreamOptions().setStreamIdentifier(streamIdentifier(stream));
  if (from === 'start') which.setStart(new Empty());
  else if (from === 'end') which.setEnd(new Empty());
  else which.setRevision(from.toString());
  const options = readOptions().setStream(which).setNoFilter(new Empty());
  options.setReadDirection(direction === 'forwards' ? 0 : 1);
  options.setCount(limit === undefined ? EVERYTHING : String(limit));
  return request(options);
}

/**
 * The last event of the whole log (with `ours`: of our streams), by reading backwards from its end or before a record.
 */
export function readLastRequest(ours?: OurStreams, before?: Position): ReadReq {
  const where = new Options.AllOptions();
  if (before === undefined) where.setEnd(new Empty());
  else where.setPosition(positionOf(before));
  const options = readOptions().setAll(where);
  options.setReadDirection(1);
  options.setCount('1');
  if (ours === undefined) options.setNoFilter(new Empty());
  else options.setFilter(filter(ours));
  return request(options);
}

function positionOf(at: Position): ReadReq.Options.Position {
  const position = new Options.Position();
  position.setCommitPosition(at.toString());
  position.setPreparePosition(at.toString());
  return position;
}

/** A catch-up subscription to our events after `after`. */
export function subscribeRequest(ours: OurStreams, after: Position): ReadReq {
  const where = new Options.AllOptions();
  if (after === START) where.setStart(new Empty());
  else {
    // Our events are written with equal commit and prepare positions; checkpoints may have `prepare: 0`. The server
    // starts after the record at this position, which has been searched in both cases.
    where.setPosition(positionOf(after));
  }
  const options = readOptions().setAll(where).setSubscription(new Options.SubscriptionOptions());
  options.setFilter(filter(ours));
  return request(options);
}

function filter(ours: OurStreams): ReadReq.Options.FilterOptions {
  const options = new Options.FilterOptions();
  // A regular expression, not the list of prefixes: the server compares prefixes by the rules of a locale, in which
  // "a." is no prefix of "a." followed by a combining mark. `prefix` is checked to need no escape but that of the dot.
  const expression = new Options.FilterOptions.Expression().setRegex(`^${ours.prefix.replaceAll('.', '\\.')}`);
  options.setStreamIdentifier(expression);
  options.setMax(SEARCH_WINDOW_EVENTS);
  options.setCheckpointintervalmultiplier(1);
  return options;
}

/**
 * An append of `events` to one stream. It has no deadline, so the server applies its own: a deadline would be sent as a
 * time of day, and a server whose clock is ahead would refuse every append.
 */
export function appendRequest(
  correlation: string,
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
): BatchAppendReq {
  const options = new BatchAppendRequest.Options().setStreamIdentifier(streamIdentifier(stream));
  if (expected === 'no_stream') options.setNoStream(new Empty());
  else options.setStreamPosition(expected.toString());
  const message = new BatchAppendRequest().setCorrelationId(uuid(correlation)).setOptions(options).setIsFinal(true);
  message.setProposedMessagesList(
    events.map((event) => {
      const proposed = new BatchAppendRequest.ProposedMessage().setId(uuid(event.id));
      proposed.getMetadataMap().set('type', event.type).set('content-type', CONTENT_TYPE);
      return proposed.setData(utf8(event.data)).setCustomMetadata(utf8(event.metadata));
    }),
  );
  return message;
}
