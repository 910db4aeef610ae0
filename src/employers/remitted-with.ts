import type { Services, Tenant } from '../kernel/definition/services.ts';
import { absent, all, oneOf, present } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';

/** Tax agencies that an employer may have to remit to. */
export type Agency = 'ca_cra' | 'ca_rq';

const isAgency = (provider: string): provider is Agency => provider === 'ca_cra' || provider === 'ca_rq';

/**
 * The agencies with which each employer has an account with an identifier: without one nothing can be remitted.
 *
 * @returns by employer; absent where it has none
 */
export const agenciesOf = async (
  entityIds: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, Set<Agency>>> => {
  const agencies = new Map<string, Set<Agency>>();
  if (!registry.get('remittance_account')) return agencies;
  const having = all(
    oneOf('business_entity_id', entityIds),
    oneOf('account_provider', ['ca_cra', 'ca_rq']),
    present('account_identifier'),
  );
  for (const { business_entity_id, account_provider } of await read.find('remittance_account', tenant, having)) {
    const id = business_entity_id;
    if (isAgency(account_provider)) agencies.set(id, (agencies.get(id) ?? new Set()).add(account_provider));
  }
  return agencies;
};

/**
 * The accounts with those agencies that have no identifier yet: what goes to them cannot be remitted.
 *
 * @returns ids by employer and agency (`be_…/ca_cra`)
 */
export const unnamedAccountsOf = async (
  entityIds: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, string[]>> => {
  if (!registry.get('remittance_account')) return new Map();
  const unnamed = all(
    oneOf('business_entity_id', entityIds),
    oneOf('account_provider', ['ca_cra', 'ca_rq']),
    absent('account_identifier'),
  );
  const rows = await read.find('remittance_account', tenant, unnamed);
  const groups = groupBy(
    rows,
    ({ business_entity_id, account_provider }) => `${business_entity_id}/${account_provider}`,
  );
  return new Map([...groups].map(([key, accounts]) => [key, accounts.map(({ id }) => id)]));
};
