import type { HeldRow } from './port.ts';

/**
 * Names what a worker has a row of due work by, for the event store: what is appended under it is written only while
 * that worker has the row. Kinds and keys have no spaces.
 */
export const leaseOf = ({ holder, kind, key }: HeldRow): string => `${holder} ${kind} ${key}`;
