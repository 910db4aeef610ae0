import { primaries, sinceOfOthers } from '../kernel/answers/primary.ts';
import type { Lookup, RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { equal, oneOf } from '../values/condition.ts';
import { type CalendarDate, isWithin } from '../values/dates.ts';
import { groupBy } from '../values/group.ts';
import { objectOf, textOf, textOrNull } from '../values/json.ts';

/** To which remittance accounts what is collected for a work assignment goes on a day. */

/** The main accounts among those of the same employers and providers: the one last made so, else the first. */
export const defaultAccounts = (accounts: readonly State[]): Set<string> =>
  primaries(
    accounts,
    ({ business_entity_id, account_provider }) => `${business_entity_id}/${account_provider}`,
    ({ default_since }) => textOrNull(default_since) ?? '',
  );

/** When other accounts of the same employer with the same provider were last made the main one. */
export const othersMadeMain = (account: State, lookup: Pick<Lookup, 'services' | 'tenant'>): Promise<string[]> => {
  const { business_entity_id, account_provider } = account;
  const siblings = async (): Promise<State[]> => {
    const ofEmployer = equal('business_entity_id', textOf(business_entity_id));
    const accounts = await lookup.services.read.find('remittance_account', lookup.tenant, ofEmployer);
    return accounts.filter((one) => one.account_provider === account_provider);
  };
  return sinceOfOthers(account, siblings, ({ default_since }) => default_since, lookup);
};

/** An account as calculations know it. */
export interface EnrolledAccount {
  id: string;
  /** `ca_cra`, `ca_rq`, … */
  account_provider: string;
  category: string;
}

/** The remittance accounts of some employers. */
export interface EmployerAccounts {
  accounts: ReadonlyMap<string, RecordOf<'remittance_account'>>;
  /** By employer: its main account with each provider. */
  defaults: ReadonlyMap<string, readonly RecordOf<'remittance_account'>[]>;
}

/** All accounts of some employers: of each at most as many as its limit says, in one read. */
export const accountsOfEmployers = async (
  entityIds: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<EmployerAccounts> => {
  const rows = await read.find('remittance_account', tenant, oneOf('business_entity_id', entityIds));
  const isDefault = defaultAccounts(rows);
  return {
    accounts: new Map(rows.map((row) => [row.id, row])),
    defaults: groupBy(
      rows.filter(({ id }) => isDefault.has(id)),
      ({ business_entity_id }) => textOf(business_entity_id),
    ),
  };
};

/**
 * One account for each provider: the one that the work assignment is enrolled in on the day, else the employer's main
 * account with the provider. A provider with which the employer has no account has none. An enrollment with another
 * employer, which the work assignment was with before, does not count.
 *
 * @param enrollments of the work assignment, of any days
 */
export const accountsOn = (
  day: CalendarDate,
  entityId: string,
  enrollments: readonly State[],
  { accounts, defaults }: EmployerAccounts,
): EnrolledAccount[] => {
  const enrolled = enrollments
    .filter(({ effective_from, effective_to }) => isWithin(day, textOf(effective_from), textOrNull(effective_to)))
    .flatMap(({ remittance_account_id }) => accounts.get(textOf(remittance_account_id)) ?? [])
    .filter(({ business_entity_id }) => business_entity_id === entityId);
  const providers = new Set(enrolled.map(({ account_provider }) => account_provider));
  const others = (defaults.get(entityId) ?? []).filter(({ account_provider }) => !providers.has(account_provider));
  return [...enrolled, ...others].map(({ id, account_provider, category }) => ({
    id,
    account_provider: textOf(account_provider),
    category: textOf(category),
  }));
};

const EI_REDUCTION = 'ca::ei_premium_reduction';

/**
 * Whether a property of an employer is for pay whose amounts go to some of its accounts. A reduced EI rate may name the
 * CRA account that it belongs to: pay under another account does not have it. An account whose identifier is not known
 * yet may be the one.
 *
 * @param accountIds one account for each provider
 */
export const isForAccounts = (
  { type, value }: Pick<RecordOf<'tax_property'>, 'type' | 'value'>,
  accountIds: readonly string[],
  { accounts }: Pick<EmployerAccounts, 'accounts'>,
): boolean => {
  const named = type === EI_REDUCTION ? objectOf(value).account_identifier : undefined;
  if (typeof named !== 'string') return true;
  return accountIds.every((id) => {
    const account = accounts.get(id);
    return account?.account_provider !== 'ca_cra' || (account.account_identifier ?? named) === named;
  });
};
