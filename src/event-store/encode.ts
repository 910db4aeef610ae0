import { canonicalize, NotCanonical } from '../values/canonical-json.ts';
import type { JsonObject } from '../values/json.ts';
import { AppendTooLarge, InvalidEvent } from './errors.ts';
import { type EventMetadata, MAX_APPEND_BYTES, MAX_APPEND_EVENTS, type NewEvent } from './port.ts';

/** An event as both stores store it: data and metadata as canonical JSON text. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Names of streams and types are printed and sent one per line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u001f\u007f]/;
const MAX_NAME_LENGTH = 512;

/** Why nothing can have a name; undefined where something can. */
const wrongIn = (name: string): string | undefined => {
  if (typeof name !== 'string' || name === '') return 'is empty';
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  return CONTROL.test(name) || !name.isWellFormed() ? 'has a control character in it' : undefined;
};

const checkName = (what: string, name: string): void => {
  const wrong = wrongIn(name);
  if (wrong !== undefined) throw new InvalidEvent(`${what} ${wrong}`);
};

/**
 * Whether a stream can have a name: nothing was ever appended by another one. Reads must not ask for such a name, since
 * ids in it are as callers send them.
 */
export const canBeNamed = (stream: string): boolean => wrongIn(stream) === undefined;

/** Drops metadata members without a value. In data that would be a silent change, so it is an error there. */
const withoutUndefined = (metadata: EventMetadata): JsonObject => {
  const kept: JsonObject = {};
  for (const name of Object.keys(metadata)) {
    const value = metadata[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
};

const encodeJson = (event: NewEvent, what: 'data' | 'metadata', value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidEvent(`the ${what} of ${event.type} is no object`);
  try {
    return canonicalize(value);
  } catch (cause) {
    if (cause instanceof NotCanonical)
      throw new InvalidEvent(`the ${what} of ${event.type} cannot be stored: ${cause.message}`, { cause });
    throw cause;
  }
};

/**
 * Checks an append. Returns its events as they are stored, with their size in bytes.
 *
 * @throws InvalidEvent @throws AppendTooLarge
 */
export const encodeAppend = (
  stream: string,
  events: readonly NewEvent[],
): { events: EncodedEvent[]; size_bytes: number } => {
  checkName('the name of the stream', stream);
  if (events.length === 0) throw new InvalidEvent('an append needs at least one event');
  if (events.length > MAX_APPEND_EVENTS)
    throw new InvalidEvent(`an append of ${events.length} events is over the limit of ${MAX_APPEND_EVENTS} events`);
  let size_bytes = 0;
  const ids = new Set<string>();
  const encoded = events.map((event) => {
    checkName('the type of an event', event.type);
    if (!UUID.test(event.id)) throw new InvalidEvent(`the id of ${event.type} is no UUID: ${JSON.stringify(event.id)}`);
    const id = event.id.toLowerCase();
    ids.add(id);
    const data = encodeJson(event, 'data', event.data);
    const metadata = encodeJson(event, 'metadata', withoutUndefined(event.metadata));
    size_bytes += Buffer.byteLength(event.type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);
    return { id, type: event.type, data, metadata };
  });
  if (ids.size !== events.length) throw new InvalidEvent('an append holds the same event id twice');
  if (size_bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(size_bytes, MAX_APPEND_BYTES);
  return { events: encoded, size_bytes };
};
