import type { ResourceDefinition, State } from '../definition/resource.ts';
import type { Services, Tenant } from '../definition/services.ts';
import type { Outcome } from '../definition/writer.ts';

/**
 * The process managers that written changes of parts reach others by (`reaches`), none in the ordinary course. The
 * changes are in the log, so where that cannot be looked up they are taken to reach others, and nothing fails.
 */
export const reachedBy = async (
  { reaches, object }: ResourceDefinition,
  outcomes: readonly Outcome[],
  services: Services,
  tenant: Tenant,
): Promise<readonly string[]> => {
  if (!reaches) return [];
  const owners = new Map<string, State>();
  for (const outcome of outcomes)
    if (outcome.ok && outcome.owner && (outcome.repeated || outcome.position !== undefined))
      owners.set(outcome.owner.id, outcome.owner);
  if (owners.size === 0) return [];
  try {
    return (await reaches.others([...owners.values()], services, tenant)) ? reaches.follows : [];
  } catch (error) {
    services.log.warn(
      { err: error, object },
      'what else a change reached could not be looked up; its answer waits as if it reached others',
    );
    return reaches.follows;
  }
};
