import { type Audit, checkAll, type Finding, type Invariant } from '../../src/audit/invariant.ts';
import type { InMemory } from './in-memory.ts';

/** The audit of the company of a world in memory, whose processes the test lets come to rest by itself. */
export const auditIn = ({ services, tenant }: Pick<InMemory, 'services' | 'tenant'>): Audit => ({
  services,
  tenant: { ...tenant, company_id: tenant.company_id ?? '' },
  unfinished: async function* () {},
  inHand: async () => new Set(),
  untilFollowed: () => services.store.head(),
});

/** What the audit finds in a world in memory that is at rest. */
export const foundIn = async (world: InMemory, invariants: readonly Invariant[]): Promise<Finding[]> => {
  const found: Finding[] = [];
  for await (const one of checkAll(invariants, auditIn(world))) found.push(one);
  return found;
};
