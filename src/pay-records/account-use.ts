import { REMITTED_KINDS } from '../calculation/model/families.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, among, type Condition, equal, not } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';

/**
 * Of some remittance accounts those that a payroll has used which is not draft any more: a line item of it names them.
 * For each employer a question of each kind of lines, which looks at no line of drafts.
 */
export const usedAccounts = async (
  accounts: readonly Pick<RecordOf<'remittance_account'>, 'id' | 'business_entity_id'>[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  const used = new Set<string>();
  if (!registry.get('payroll')) return used;
  for (const [employer, own] of groupBy(accounts, ({ business_entity_id }) => business_entity_id)) {
    const approved = all(equal('business_entity_id', employer), not(equal('status', 'draft')));
    const onApproved = among('payroll_id', 'payroll', 'id', approved);
    const ids = own.map(({ id }) => id);
    const found = await Promise.all(
      REMITTED_KINDS.map((kind) =>
        read.existing(`${kind}_line_item`, tenant, 'remittance_account_id', ids, onApproved),
      ),
    );
    for (const some of found) for (const id of some) used.add(id);
  }
  return used;
};

/** Resources whose amounts may be remitted to an account. */
const REMITTED = ['deduction', 'employee_benefit', 'employer_benefit', 'business_preset'] as const;
/** Line items entered by hand; managed ones follow from their recurring items. */
const REMITTED_LINES = ['deduction_line_item', 'employee_benefit_line_item', 'employer_benefit_line_item'] as const;

/**
 * Of some remittance accounts those that an item, a preset or a line item entered by hand names. Lines are read only
 * where no item or preset does.
 *
 * @param ids of accounts that were never used: of one that was, a line of each person and payroll would be read
 */
export const namedAccounts = async (
  ids: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<ReadonlySet<string>> => {
  const naming = async (objects: readonly string[], some: readonly string[], where?: Condition): Promise<string[]> => {
    const found = await Promise.all(
      objects.map((object) => read.existing(object, tenant, 'remittance_account_id', some, where)),
    );
    return found.flatMap((one) => [...one]);
  };
  const named = new Set(await naming(REMITTED, ids));
  const others = ids.filter((id) => !named.has(id));
  return new Set([...named, ...(await naming(REMITTED_LINES, others, equal('is_managed', false)))]);
};
