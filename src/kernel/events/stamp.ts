import type { DomainEvent } from './define.ts';

/**
 * What the kernel keeps of every record, as events fold into it. The kernel's own fold and that of line items write the
 * same member by member, since every event of a rebuild passes there.
 */

/** A record as an event left it: with the time of that event, and its revision as the ETag. */
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
