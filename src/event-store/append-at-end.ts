import { WrongExpectedRevision } from './errors.ts';
import type { EventStore, NewEvent, Position } from './port.ts';

/** Conflicts with other writers of the stream, at most; more would be no coincidence. */
const MOST_ROUNDS = 12;

/**
 * Appends one event at the end of a stream, once: when the stream has an event of its id, nothing is appended. For
 * actions of operators, which do not depend on the state of the stream.
 *
 * @returns its position; undefined when the stream had it already
 * @throws StreamNotFound; an error after too many conflicts
 */
export const appendAtEnd = async (
  store: EventStore,
  stream: string,
  event: NewEvent,
): Promise<Position | undefined> => {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const events = await store.readStream(stream);
    if (events.some(({ id }) => id === event.id)) return undefined;
    try {
      return (await store.append(stream, [event], events.at(-1)!.revision)).position;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
  throw new Error(`the stream ${stream} is being changed by many at once; try again`);
};
