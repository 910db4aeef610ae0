import type { State } from '../kernel/definition/resource.ts';
import type { Gate } from '../kernel/definition/services.ts';
import { formatInstant } from '../values/dates.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * Whether a draft may not yet show what was last changed: the company's population is behind what can be read, by more
 * than an answer waits for.
 */
export const staleness = (
  isDraft: boolean,
  { scope_id }: State,
  { gate }: { gate: Pick<Gate, 'behindSince'> },
): JsonObject => {
  const tenant = { partner_id: '', company_id: scope_id };
  const since = isDraft ? gate.behindSince('population', tenant) : undefined;
  return { is_stale: since !== undefined, stale_since: since === undefined ? null : formatInstant(since) };
};
