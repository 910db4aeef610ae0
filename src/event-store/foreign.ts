import { StreamNotFound } from './errors.ts';
import type { EventMetadata, EventStore, StreamEvent } from './port.ts';

/**
 * Whether another program appended an event to a stream of the service, as EventStoreDB lets it: all that the service
 * appends says when it happened. It can never be taken out of the log, and is no part of the ledger: it changes no
 * record, nothing follows from it, and nothing stops at it.
 */
export const isForeign = ({ metadata }: { metadata: EventMetadata }): boolean => metadata.occurred_at === undefined;

/** Events that are read together behind one of another program: it may have appended very many. */
const PAGE = 500;

/**
 * The first event of the service in a stream; undefined where there is none.
 *
 * @param isOwn which events are of the service; default those that are not foreign
 */
export const firstOwn = async (
  stream: string,
  store: Pick<EventStore, 'readStream'>,
  isOwn = (event: StreamEvent): boolean => !isForeign(event),
): Promise<StreamEvent | undefined> => {
  for (let from = 0n, limit = 1; ; from += BigInt(limit), limit = PAGE) {
    const events = await store.readStream(stream, { from, limit }).catch((error: unknown) => {
      if (error instanceof StreamNotFound) return [];
      throw error;
    });
    const own = events.find(isOwn);
    if (own || events.length < limit) return own;
  }
};
