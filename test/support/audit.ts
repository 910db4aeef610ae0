import { type Audit, checkAll, type Finding, type Invariant } from '../../src/audit/invariant.ts';
import { INVARIANTS } from '../../src/audit/invariants.ts';
import { inHandOf, unfinishedOf } from '../../src/audit/unfinished.ts';
import { FOLLOWING } from '../../src/cli/commands/audit/audited.ts';
import { START } from '../../src/event-store/port.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import type { TestService } from './service.ts';

/** The audit of a company of a running service. */
export const auditOf = ({ service }: TestService, company_id: string): Audit => {
  const { services, foundation } = service;
  const tenant = { company_id, partner_id: service.firstPartner!.partner_id };
  return {
    services,
    tenant,
    unfinished: () => unfinishedOf(foundation.sql, services, tenant),
    inHand: () => inHandOf(foundation.sql, services, tenant),
    untilFollowed: async () => {
      const head = await services.store.head();
      const follow = (of?: Tenant) => services.gate.followed(head, FOLLOWING, 30_000, of, START);
      if (!(await follow(tenant)) && !(await follow())) throw new Error('the company did not come to rest');
      return head;
    },
  };
};

/** What is found in a company, by all invariants or some, once it is at rest: however busy the machine is. */
export const findingsOf = async (
  service: TestService,
  company_id: string,
  invariants: readonly Invariant[] = INVARIANTS,
): Promise<Finding[]> => {
  const audit = auditOf(service, company_id);
  const { gate, store } = audit.services;
  const managers = await service.database.sql<{ name: string }[]>`select name from process_managers`;
  const names = managers.map(({ name }) => name);
  await gate.followed(await store.head(), names, undefined, audit.tenant, START);
  const found: Finding[] = [];
  for await (const one of checkAll(invariants, audit)) found.push(one);
  return found;
};
