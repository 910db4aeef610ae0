import type { EventMetadata } from '../../event-store/port.ts';
import { parseStream } from './resource.ts';
import type { Tenant } from './services.ts';

/**
 * Whose affair an event is: the id of its company, or of its partner for what belongs to no company. What fails on one
 * scope's events stops that scope alone. Empty for events that name nobody.
 */
export const scopeOf = ({ stream, metadata }: { stream: string; metadata: EventMetadata }): string => {
  if (metadata.company_id !== undefined) return metadata.company_id;
  const { object, id } = parseStream(stream);
  return object === 'company' ? id : (metadata.partner_id ?? '');
};

/** The scope that a tenant's own events have. */
export const scopeOfTenant = ({ company_id, partner_id }: Tenant): string => company_id ?? partner_id;
