import { randomUUID } from 'node:crypto';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import type { Turn } from '../../work/turn.ts';
import type { Cause } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

/** Context for a manager that works by comparison. */
export const actingFor = (name: string, cause: Cause, tenant: Tenant, services: Services, turn?: Turn): Acting => {
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
