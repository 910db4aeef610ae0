/**
 * The messages of a read or subscription, decoded into the port's types from their bytes (`ReadResp` in
 * `event_store.client.streams`).
 *
 * The generated classes of `@eventstore/db-client` take about half of all that reading an event costs: they make an
 * object for each level of a message, a map, and a copy of the bytes. A log is read event by event, millions of them,
 * so its messages are decoded here without these.
 */

import { isObject, type JsonObject } from '../../values/json.ts';
import { UnreadableEvent } from '../errors.ts';
import { isForeign } from '../foreign.ts';
import type { EventMetadata, LogEvent, Position, StreamEvent } from '../port.ts';
import { FieldReader } from './protobuf.ts';
import type { OurStreams } from './wire.ts';

/** A message of a read or subscription: an event of ours, a checkpoint, or that a stream does not exist. */
export type ReadMessage =
  | { kind: 'event'; event: LogEvent; bytes: number }
  | { kind: 'checkpoint'; position: Position }
  | { kind: 'no_stream' }
  | { kind: 'other' };

const OTHER: ReadMessage = { kind: 'other' };
/**
 * The type of the record by which the server deletes a stream for good: the last one of it in the log, without data.
 */
const TOMBSTONE = '$streamDeleted';

/** In place of metadata that cannot be read: the event may be one of the service, and is not passed over. */
const UNREADABLE: EventMetadata = { occurred_at: '' };

// Numbers of fields, by message.
const ReadResp = { event: 1, checkpoint: 3, stream_not_found: 4 };
const ReadEvent = { event: 1 };
const Recorded = {
  id: 1,
  stream_identifier: 2,
  stream_revision: 3,
  commit_position: 5,
  metadata: 6,
  custom_metadata: 7,
  data: 8,
};
const Uuid = { string: 2 };
const StreamIdentifier = { stream_name: 3 };
const MapEntry = { key: 1, value: 2 };
const Checkpoint = { commit_position: 1 };

/**
 * Decodes a message of a read or subscription. Events of foreign streams are `other`.
 *
 * Where the data or metadata of an event of the service are no JSON object, since it was damaged, its data throw
 * UnreadableEvent where they are looked at: what cannot go on then is what the event concerns, and not the whole log.
 * The data of what another program appended are empty where they are none.
 *
 * @throws RangeError when the bytes are no such message.
 */
export function decode(message: Buffer, ours: OurStreams): ReadMessage {
  const fields = new FieldReader(message);
  while (fields.next()) {
    switch (fields.number) {
      case ReadResp.event:
        return decodeEvent(fields.enter(), ours);
      case ReadResp.checkpoint:
        return { kind: 'checkpoint', position: positionIn(fields.enter()) };
      case ReadResp.stream_not_found:
        return { kind: 'no_stream' };
      default:
        fields.skip();
    }
  }
  return OTHER;
}

function positionIn(checkpoint: FieldReader): Position {
  let position = 0n;
  while (checkpoint.next()) {
    if (checkpoint.number === Checkpoint.commit_position) position = checkpoint.uint64();
    else checkpoint.skip();
  }
  return position;
}

function decodeEvent(read: FieldReader, ours: OurStreams): ReadMessage {
  while (read.next()) {
    if (read.number === ReadEvent.event) return decodeRecorded(read.enter(), ours);
    read.skip();
  }
  return OTHER;
}

function decodeRecorded(fields: FieldReader, ours: OurStreams): ReadMessage {
  let id = '';
  let type = '';
  let fullName = '';
  let revision = 0n;
  let position = 0n;
  let data = '';
  let metadata = '';
  const start = fields.at;
  while (fields.next()) {
    switch (fields.number) {
      case Recorded.id:
        id = textIn(fields.enter(), Uuid.string);
        break;
      case Recorded.stream_identifier:
        fullName = textIn(fields.enter(), StreamIdentifier.stream_name);
        break;
      case Recorded.stream_revision:
        revision = fields.uint64();
        break;
      case Recorded.commit_position:
        position = fields.uint64();
        break;
      case Recorded.metadata:
        type = typeIn(fields.enter()) ?? type;
        break;
      case Recorded.custom_metadata:
        metadata = fields.text();
        break;
      case Recorded.data:
        data = fields.text();
        break;
      default:
        fields.skip();
    }
  }
  if (!fullName.startsWith(ours.prefix)) return OTHER;
  const place = { fullName, revision };
  const stream = fullName.slice(ours.prefix.length);
  const bytes = fields.at - start;
  let said: EventMetadata = UNREADABLE;
  try {
    said = metadata === '' ? {} : parse(metadata, 'metadata', place);
    const body = type === TOMBSTONE ? {} : parse(data, 'data', place);
    return { kind: 'event', event: { id, type, stream, revision, position, data: body, metadata: said }, bytes };
  } catch (error) {
    if (isForeign({ metadata: said }))
      return { kind: 'event', event: { id, type, stream, revision, position, data: {}, metadata: said }, bytes };
    const event: LogEvent = {
      id,
      type,
      stream,
      revision,
      position,
      get data(): JsonObject {
        throw error;
      },
      metadata: said,
    };
    return { kind: 'event', event, bytes };
  }
}

/** The text of one field of a message that has no other which matters. */
function textIn(fields: FieldReader, wanted: number): string {
  let text = '';
  while (fields.next()) {
    if (fields.number === wanted) text = fields.text();
    else fields.skip();
  }
  return text;
}

/** The type of an event, when this entry of its system metadata is that. */
function typeIn(entry: FieldReader): string | undefined {
  let key = '';
  let value = '';
  while (entry.next()) {
    if (entry.number === MapEntry.key) key = entry.text();
    else if (entry.number === MapEntry.value) value = entry.text();
    else entry.skip();
  }
  return key === 'type' ? value : undefined;
}

/**
 * Whether it is no event but says that its stream, one of ours, was deleted for good. It has a position like others.
 */
export const isTombstone = ({ type }: LogEvent): boolean => type === TOMBSTONE;

/**
 * The event without its position, which is wrong in reads of one stream.
 *
 * @throws UnreadableEvent
 */
export function asStreamEvent(event: LogEvent): StreamEvent {
  const { position: _, ...rest } = event;
  return rest;
}

function parse(text: string, what: string, { fullName, revision }: { fullName: string; revision: bigint }): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableEvent(`the ${what} of the event in ${fullName} at revision ${revision} is not JSON`, {
      cause: error,
    });
  }
  if (!isObject(value))
    throw new UnreadableEvent(`the ${what} of the event in ${fullName} at revision ${revision} is not a JSON object`);
  return value;
}
