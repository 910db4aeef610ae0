import { randomUUID } from 'node:crypto';
import type { Services, Tenant } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';

/** The origin of an operator's command: each has a cause of its own, which is never repeated. */
export const operatorOrigin = (tenant: Tenant, { clock }: Pick<Services, 'clock'>): Origin => {
  const seed = randomUUID();
  return {
    tenant,
    actor: 'operator:cli',
    request_id: seed,
    correlation_id: seed,
    occurred_at: clock.instant(),
    mayRepeat: false,
    seed,
  };
};
