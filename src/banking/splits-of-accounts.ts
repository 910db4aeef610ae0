import type { Services, Tenant } from '../kernel/definition/services.ts';

/** Accounts that one split may use. */
const MOST_ACCOUNTS = 7;
/** The priorities of a split, from the account that is paid to first. */
export const PRIORITIES = Array.from({ length: MOST_ACCOUNTS }, (_, i) => i + 1);

/** Those of the bank accounts that a pay split uses. */
export const accountsInSplits = async (
  ids: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  if (!registry.get('pay_split')) return new Set();
  const found = await Promise.all(
    PRIORITIES.map((n) => read.existing('pay_split', tenant, `priority_${n}_bank_account_id`, ids)),
  );
  return new Set(found.flatMap((some) => [...some]));
};
