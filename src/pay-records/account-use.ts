import { REMITTED_KINDS } from '../calculation/model/families.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, among, equal, not } from '../values/condition.ts';

/**
 * Of some remittance accounts those that a payroll has used which is not draft any more: a line item of it names them. A
 * question for each account, and some more for one that was not used.
 */
export const usedAccounts = async (
  ids: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  const used = new Set<string>();
  if (!registry.get('payroll')) return used;
  const onApproved = among('payroll_id', 'payroll', 'id', not(equal('status', 'draft')));
  for (const id of ids)
    for (const kind of REMITTED_KINDS)
      if (
        !used.has(id) &&
        (await read.exists(`${kind}_line_item`, tenant, all(equal('remittance_account_id', id), onApproved)))
      )
        used.add(id);
  return used;
};
