import type { DomainEvent } from '../../kernel/definition/resource.ts';
import type { Origin } from '../../kernel/definition/writer.ts';

/**
 * The origin of what a process manager appends. `seed` must be the same whenever the same effect is retried:
 * event ids derive from it, so the effect happens once.
 */
export const processOrigin = (
  name: string,
  cause: Pick<DomainEvent, 'id' | 'metadata'>,
  seed: string,
  occurred_at: string,
): Origin => ({
  tenant: { partner_id: cause.metadata.partner_id ?? '', company_id: cause.metadata.company_id },
  actor: `process:${name}`,
  request_id: cause.metadata.request_id ?? cause.id,
  correlation_id: cause.metadata.correlation_id ?? cause.id,
  causation_id: cause.id,
  occurred_at,
  seed: `${name}/${seed}`,
  mayRepeat: true,
});
