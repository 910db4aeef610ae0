import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import type { Turn } from '../../work/turn.ts';
import { processOrigin } from '../managers/origin.ts';

/** Context for a manager that works by comparison. */
export const actingFor = (
  name: string,
  cause: Pick<DomainEvent, 'id' | 'metadata'>,
  tenant: Tenant,
  services: Services,
  turn?: Turn,
): Acting => {
  const at = services.clock.instant();
  return {
    services,
    tenant,
    turn,
    once: (step, id) => ({
      ...processOrigin(name, cause, `${step}/${id}/${randomUUID()}`, at),
      tenant,
      mayRepeat: false,
    }),
  };
};
