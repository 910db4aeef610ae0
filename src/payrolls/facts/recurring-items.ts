import type { RecurringItems } from '../../calculation/model/facts.ts';
import { FIXED_KINDS, type FixedKind, type RecurringKind } from '../../calculation/model/families.ts';
import type { EmployerAccounts } from '../../employers/enrolled-in.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';

/** The recurring items of work assignments, as their calculation knows them. */

/** Items that have what they take of their preset where they have none of their own: one without is refused. */
const having = <M extends string, R extends { [N in M]: unknown }>(members: readonly M[], items: readonly R[] = []) =>
  items.filter((item): item is R & { [N in M]: NonNullable<R[N]> } => members.every((name) => item[name] !== null));

/** The items of which something says their type. */
const typed = (type: string, items: readonly State[] = []) => items.filter((item) => item[type] !== null);

/**
 * Reads the recurring items of every family: then those of a work assignment. A family with fields of its own that is
 * missing does not compile.
 */
export const recurringItems = async (
  rowsOfKind: <K extends RecurringKind>(kind: K) => Promise<Map<string, RecordOf<K>[]>>,
): Promise<(assignmentId: string) => RecurringItems> => {
  const [earnings, employeeBenefits, employerBenefits, deductions, fixed] = await Promise.all([
    rowsOfKind('earning'),
    rowsOfKind('employee_benefit'),
    rowsOfKind('employer_benefit'),
    rowsOfKind('deduction'),
    Promise.all(FIXED_KINDS.map(async (kind) => [kind, await rowsOfKind(kind)] as const)),
  ]);
  const fixedItems = (id: string) => {
    const items = fixed.map(([kind, rows]) => [`${kind}s`, typed(`${kind}_type`, rows.get(id))]);
    // Each family's own, of those that have a type.
    return Object.fromEntries(items) as Pick<RecurringItems, `${FixedKind}s`>;
  };
  return (id) => ({
    earnings: having(['earning_type'], earnings.get(id)),
    ...fixedItems(id),
    employee_benefits: having(['employee_benefit_type', 'amount'], employeeBenefits.get(id)),
    employer_benefits: having(['employer_benefit_type', 'amount'], employerBenefits.get(id)),
    deductions: having(['deduction_type', 'amount'], deductions.get(id)),
  });
};

/**
 * The same for a pay of one employer: an item may still name an account of another one, which its work assignment was
 * with before. Nothing is remitted there for this employer, which remits it by itself until the item names one of its
 * own.
 */
export const remittedBy = (entity: string, items: RecurringItems, { accounts }: EmployerAccounts): RecurringItems => {
  const own = <I extends { remittance_account_id?: string | null }>(item: I): I => {
    const id = item.remittance_account_id ?? null;
    const isOwn = id === null || accounts.get(id)?.business_entity_id === entity;
    return isOwn ? item : { ...item, remittance_account_id: null };
  };
  return {
    ...items,
    employee_benefits: items.employee_benefits.map(own),
    employer_benefits: items.employer_benefits.map(own),
    deductions: items.deductions.map(own),
  };
};
