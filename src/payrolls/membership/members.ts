import { remembering } from '../../kernel/changes/remembered.ts';
import { membersAfter } from '../events/list.ts';

/**
 * Loads a payroll's stream with the stubs that it lists: work assignment by stub id. The list of a payroll that callers
 * fill may have grown by an event for each of its stubs, and each further stub asks it.
 */
export const loadMembers = remembering<ReadonlyMap<string, string>>({
  none: new Map(),
  after: membersAfter,
  bytesOf: (members) => 200 * members.size,
  most_bytes: 16 * 1024 * 1024,
});
