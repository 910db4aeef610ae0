import type { Audit } from '../../src/audit/invariant.ts';
import type { InMemory } from './in-memory.ts';

/** The audit of the company of a world in memory, whose processes the test lets come to rest by itself. */
export const auditIn = ({ services, tenant }: InMemory): Audit => ({
  services,
  tenant: { ...tenant, company_id: tenant.company_id ?? '' },
  unfinished: async function* () {},
  untilFollowed: async () => {},
});
