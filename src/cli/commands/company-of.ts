import { StreamNotFound } from '../../event-store/errors.ts';
import type { EventStore } from '../../event-store/port.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import type { Tenant } from '../../kernel/definition/services.ts';
import { UsageError } from '../terminal/errors.ts';

export type Company = Tenant & { company_id: string };

/**
 * The company of a record, with its partner, from the first event of the record's stream.
 *
 * @throws UsageError when there is no such record; an error of the store when it cannot be read
 */
export const companyOf = async (store: EventStore, object: string, id: string): Promise<Company> => {
  const [first] = await store.readStream(streamOf(object, id), { limit: 1 }).catch((error: unknown) => {
    if (error instanceof StreamNotFound) return [];
    throw error;
  });
  if (!first) throw new UsageError(`there is no ${object.replaceAll('_', ' ')} ${id}`);
  const { partner_id = '', company_id = id } = first.metadata;
  return { partner_id, company_id };
};
