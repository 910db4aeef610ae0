import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { Cause } from './manager.ts';

/**
 * The origin of what a process manager appends. `seed` must be the same whenever the same effect is retried:
 * event ids derive from it, so the effect happens once. Once another process has the company, nothing is appended.
 */
export const processOrigin = (name: string, cause: Cause, seed: string, occurred_at: string): Origin => ({
  tenant: { partner_id: cause.metadata.partner_id ?? '', company_id: cause.metadata.company_id },
  actor: `process:${name}`,
  request_id: cause.metadata.request_id ?? cause.id,
  correlation_id: cause.metadata.correlation_id ?? cause.id,
  causation_id: cause.id,
  occurred_at,
  seed: `${name}/${seed}`,
  mayRepeat: true,
  lease: cause.lease,
});

/** For what follows from no event: a run of due work does it, under its lease. */
export const causeOfRun = (tenant: Tenant, lease: string | undefined): Cause => ({
  id: randomUUID(),
  metadata: { ...tenant },
  lease,
});
