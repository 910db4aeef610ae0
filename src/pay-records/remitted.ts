import { REMITTED_KINDS } from '../calculation/model/families.ts';
import type { LineKind } from '../calculation/model/types.ts';
import type { State, SumTable } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { objectOf, textIf } from '../values/json.ts';
import { type Decimal, decimal, ZERO } from '../values/money.ts';

/** What the lines of a payroll come to that is owed to others than its payees, by kind and remittance account. */

const tableOf = (kind: LineKind): string => `remitted_${kind}`;
/** In place of an account where none is named. */
const NOBODY = 'none';

/** The sums of line items of a kind that is remitted: a row for each payroll that has any. */
export const remittedOf = (kind: LineKind): SumTable => ({
  name: tableOf(kind),
  columns: {},
  indexes: [],
  parts: ({ payroll_id, remittance_account_id, custom_amount, managed_amount }) => {
    const amount = textIf(custom_amount) ?? textIf(managed_amount) ?? '0';
    if (amount === '0' || typeof payroll_id !== 'string') return [];
    return [{ id: payroll_id, members: {}, adds: { [textIf(remittance_account_id) ?? NOBODY]: amount } }];
  },
});

/** Dollars by kind of line item. */
export type AmountsByKind = Partial<Record<LineKind, Decimal>>;

/** The tables of these sums. */
export const REMITTED_TABLES: readonly string[] = REMITTED_KINDS.map(tableOf);

/**
 * What goes to each remittance account of some payrolls, by payroll; null for what no account is named for. One row is
 * read for each kind and payroll, however many people it pays.
 */
export const remittedByAccount = async (
  payrolls: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, Map<string | null, AmountsByKind>>> =>
  remittedIn(await read.getTogether(REMITTED_TABLES, tenant, payrolls), payrolls);

/** The same of the rows of these tables. */
export const remittedIn = (
  tables: ReadonlyMap<string, ReadonlyMap<string, State>>,
  payrolls: readonly string[],
): Map<string, Map<string | null, AmountsByKind>> => {
  const found = new Map(payrolls.map((id) => [id, new Map<string | null, AmountsByKind>()]));
  for (const kind of REMITTED_KINDS)
    for (const [id, row] of tables.get(tableOf(kind)) ?? []) {
      const accounts = found.get(id);
      for (const [name, amount] of Object.entries(objectOf(row.sums))) {
        const account = name === NOBODY ? null : name;
        accounts?.set(account, { ...accounts.get(account), [kind]: decimal(textIf(amount) ?? '0') });
      }
    }
  return found;
};

/** What amounts of several kinds come to. */
export const together = (amounts: AmountsByKind): Decimal =>
  Object.values(amounts).reduce((sum, amount) => sum.plus(amount), ZERO);
