import type { EventMetadata } from '../../event-store/port.ts';
import { parseStream } from './resource.ts';
import type { Tenant } from './services.ts';

/**
 * The scope of an event: the id of its company, or of its partner for events without a company. A failure at one
 * scope's events stops that scope alone. Empty for events that have neither.
 */
export const scopeOf = ({ stream, metadata }: { stream: string; metadata: EventMetadata }): string => {
  if (metadata.company_id !== undefined) return metadata.company_id;
  const { object, id } = parseStream(stream);
  return object === 'company' ? id : (metadata.partner_id ?? '');
};

/** The scope of a tenant's own events. */
export const scopeOfTenant = ({ company_id, partner_id }: Tenant): string => company_id ?? partner_id;
