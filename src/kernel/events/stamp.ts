import type { DomainEvent } from './define.ts';

/**
 * The kernel's members of every record, as set by events. For speed, the kernel's own fold and that of line items write
 * them member by member, since a rebuild runs them for every event.
 */

/** A record after an event: with the time of that event, and its revision as the ETag. */
export const stamped = <S extends { updated_at: string; version: string }>(state: S, event: DomainEvent): S => ({
  ...state,
  updated_at: event.metadata.occurred_at ?? state.updated_at,
  version: event.revision.toString(),
});

/** What is kept of a record of a company that an event of its own begins. */
export const begunBy = (event: DomainEvent, id: string) => {
  const at = event.metadata.occurred_at ?? '';
  return {
    id,
    scope_id: event.metadata.company_id ?? '',
    created_at: at,
    updated_at: at,
    version: event.revision.toString(),
  };
};
