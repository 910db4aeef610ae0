import type { EventMetadata } from './port.ts';

/**
 * Whether another program appended an event to a stream of the service, as EventStoreDB lets it: all that the service
 * appends says when it happened. It can never be taken out of the log, and is no part of the ledger: it changes no
 * record, nothing follows from it, and nothing stops at it.
 */
export const isForeign = ({ metadata }: { metadata: EventMetadata }): boolean => metadata.occurred_at === undefined;
