import { WrongExpectedRevision } from './errors.ts';
import type { EventStore, NewEvent, Position } from './port.ts';

/** Others that write to the stream at the same moment; more than this is no accident. */
const MOST_ROUNDS = 12;

/**
 * Appends one event behind whatever is in a stream, once: when its id is there already, nothing is appended. For what
 * an operator does, which depends on nothing that the stream says.
 *
 * @returns its position; undefined when it was there
 * @throws StreamNotFound; an error when the stream never stood still
 */
export const appendBehind = async (
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
