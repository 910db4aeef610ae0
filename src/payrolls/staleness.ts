import type { JsonObject } from '../event-store/port.ts';
import { formatInstant } from '../kernel/dates.ts';
import type { Services } from '../kernel/services.ts';

/**
 * Whether drafts may not yet show what was last changed: population is behind what can be read, by more than an answer
 * waits for.
 */
export const staleness = (isDraft: boolean, services: Services): JsonObject => {
  const since = isDraft ? services.gate.behindSince('population') : undefined;
  return { is_stale: since !== undefined, stale_since: since === undefined ? null : formatInstant(since) };
};
