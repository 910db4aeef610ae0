import { primaries } from '../kernel/answers/primary.ts';
import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { oneOf } from '../values/condition.ts';
import { textOf, textOrNull } from '../values/json.ts';

/**
 * The bank account of each employer that is debited: its main one. An employer without any has none here.
 *
 * @returns by employer, whether the agreement to be debited is signed
 */
export const debitedAccounts = async (
  entityIds: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, { isSigned: boolean }>> => {
  if (!registry.get('bank_account')) return new Map();
  const accounts = await read.find('bank_account', tenant, oneOf('business_entity_id', entityIds));
  const ownerOf = (account: State) => textOf(account.business_entity_id);
  const main = primaries(accounts, ownerOf, ({ primary_since }) => textOrNull(primary_since) ?? '');
  return new Map(
    accounts
      .filter(({ id }) => main.has(id))
      .map((account) => [ownerOf(account), { isSigned: typeof account.pad_signed_at === 'string' }]),
  );
};
