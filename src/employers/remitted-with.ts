import type { Aggregate, Lookup, RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { usedAccounts } from '../pay-records/account-use.ts';
import { heldUntil } from '../pay-records/holds.ts';
import { absent, all, equal, not, oneOf, present } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';
import type { Issue } from '../values/problem.ts';

/** The identifiers of remittance accounts: which accounts have one, and what keeps it as it is. */

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

/**
 * Why an account's identifier cannot change: a payroll that is approved uses the account, or one is being approved. One
 * that has none may get its first at any time: in preview payrolls are approved without, and going live asks for it.
 */
export const identifierLock = (
  { account_identifier }: Pick<RecordOf<'remittance_account'>, 'account_identifier'>,
  { used, approving }: { used: boolean; approving: boolean },
): 'used' | 'approving' | undefined => {
  if (account_identifier === null) return undefined;
  if (used) return 'used';
  return approving ? 'approving' : undefined;
};

/**
 * Why the remittance account whose identifier a tax property holds would not follow a change of it, whatever the days
 * of the property: an account has one identifier at all times.
 *
 * @param aggregate that of the employer
 * @returns issues of its value; empty where the account follows, or there is none
 * @throws Problem 503 when what can be read does not say yet
 */
export const accountRefuses = async (
  candidate: State,
  previous: State,
  aggregate: Aggregate,
  { get, services, tenant }: Lookup,
): Promise<Issue[]> => {
  const id = previous.remittance_account_id;
  const { value } = candidate;
  // What is no text is refused by the type of the property.
  if (typeof id !== 'string' || typeof value !== 'string' || value === previous.value) return [];
  const account = await get('remittance_account', id);
  if (!account || account.account_identifier === value) return [];
  const { business_entity_id, account_provider } = account;
  const employer = aggregate.get('business_entity', business_entity_id);
  const holders = employer ? [employer] : [];
  // In this order: an approval that has ended by the first look has its lines in the second.
  const approving = (await heldUntil(holders, services, tenant)).size > 0;
  const used = (await usedAccounts([account], services, tenant)).has(id);
  const lock = identifierLock(account, { used, approving });
  if (lock) return [LOCKED[lock]];
  const taken = all(
    equal('business_entity_id', business_entity_id),
    equal('account_provider', account_provider),
    equal('account_identifier', value),
    not(equal('id', id)),
  );
  return (await services.read.exists('remittance_account', tenant, taken)) ? [TAKEN] : [];
};

const LOCKED: Readonly<Record<'used' | 'approving', Issue>> = {
  used: {
    path: 'value',
    text: {
      en: 'cannot change: a payroll that is approved uses the remittance account whose identifier it is; add a property for another account',
      fr: "ne peut changer : une paie approuvée utilise le compte de versement dont c'est l'identifiant; ajoutez une propriété pour un autre compte",
    },
  },
  approving: {
    path: 'value',
    text: {
      en: 'cannot change: it is the identifier of a remittance account, and a payroll of the business entity is being approved; change it when that has ended',
      fr: "ne peut changer : c'est l'identifiant d'un compte de versement, et une paie de l'entité est en cours d'approbation; changez-le quand elle sera terminée",
    },
  },
};

const TAKEN: Issue = {
  path: 'value',
  text: {
    en: 'is the identifier of another remittance account of the business entity with the same provider',
    fr: "est l'identifiant d'un autre compte de versement de l'entité auprès du même fournisseur",
  },
};
