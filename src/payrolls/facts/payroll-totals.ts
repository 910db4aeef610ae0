import { TOLD_BY_PAYROLLS } from '../../calculation/model/warnings.ts';
import type { RecordOf, State, SumTable } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type Remunerations, remunerationOf } from '../../statutory/employer/remuneration.ts';
import { type Json, type JsonObject, keysOf, mapValues, merged, objectOf, textIf } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';

const TOLD: ReadonlySet<string> = new Set(TOLD_BY_PAYROLLS);

/** Totals of a stub that a payroll shows the sums of. */
const SUMMED = {
  employee_summary: ['gross', 'subtractions', 'reimbursements', 'net'],
  contractor_summary: ['gross', 'reimbursements', 'net'],
  company_summary: ['taxes_and_contributions', 'benefits', 'total'],
} as const;
type Summary = keyof typeof SUMMED;

/** What the stubs of a payroll come to, open ones and closed: a row for each payroll that has any. */
export const payrollTotal: SumTable = {
  name: 'payroll_total',
  columns: {},
  indexes: [],
  parts: (stub: RecordOf<'pay_stub'>) => {
    const summaries = keysOf(SUMMED).map((name) => {
      const members: readonly string[] = SUMMED[name];
      const held = objectOf(stub[name]);
      return [name, Object.fromEntries(members.map((member) => [member, held[member] ?? '0']))];
    });
    const remuneration = remunerationOf(stub.bases ?? {});
    const adds: JsonObject = merged(Object.fromEntries(summaries), {
      liability: stub.liability ?? '0',
      cash_requirement: stub.cash_requirement ?? '0',
      negative_net_pays: isNegative(stub.employee_summary) || isNegative(stub.contractor_summary) ? '1' : '0',
      pending_tax_rates: stub.is_pending_tax_rates ? '1' : '0',
      direct_deposits: stub.payment_method === 'manual' ? '0' : '1',
    });
    if (remuneration) {
      const { province, all, periodic } = remuneration;
      adds.remuneration = { [province]: { all, periodic } };
    }
    const levies = leviesOf(stub);
    if (levies !== '') adds.levies = { [levies]: '1' };
    const told = (stub.warnings ?? []).flatMap(({ type }) => (TOLD.has(String(type)) ? [[String(type), '1']] : []));
    if (told.length > 0) adds.told = Object.fromEntries(told);
    return [{ id: stub.payroll_id, members: {}, adds }];
  },
};

/** Of an open stub that was calculated by code which did not keep its levies. */
const UNKNOWN_LEVIES = 'unknown';

/** What an open stub keeps of its employer's levies; empty where there are none. */
const leviesOf = ({ is_closed, levies, amounts = {}, recurrences = [] }: RecordOf<'pay_stub'>): string => {
  if (is_closed === true) return '';
  return levies ?? (Object.keys(amounts).length + recurrences.length > 0 ? UNKNOWN_LEVIES : '');
};

const isNegative = (summary: Json | undefined): boolean => decimal(textIf(objectOf(summary).net) ?? '0').lt(0);

export interface PayrollTotals {
  /** Every member is null while the payroll has no stub. */
  summaries: Record<Summary, Record<string, string | null>>;
  liability: string | null;
  cash_requirement: string | null;
  /** Whether anybody's net pay is below zero. */
  hasNegativeNetPay: boolean;
  /** Whether a stub waits for tax rates. */
  isPendingTaxRates: boolean;
  /** Types of warnings that somebody's stub has, of those that the payroll tells as well. */
  told: readonly string[];
  /** Whether anybody is paid by direct deposit. */
  hasDirectDeposits: boolean;
  /** By province of employment. */
  remuneration: Remunerations;
  /** What its open stubs keep of their employer's levies: each that occurs, once. */
  levies: readonly string[];
}

/** What the stubs of payrolls come to, by payroll id: one row for each. */
export const payrollTotals = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PayrollTotals>> => totalsIn(await services.read.getMany(payrollTotal.name, tenant, ids), ids);

/** The same of the rows of that table. */
export const totalsIn = (rows: ReadonlyMap<string, State>, ids: readonly string[]): Map<string, PayrollTotals> =>
  new Map(ids.map((id) => [id, totalsOf(rows.get(id))]));

const totalsOf = (row: State | undefined): PayrollTotals => {
  const sums = objectOf(row?.sums);
  // A sum of 0 is left out of the row.
  const shown = (sum: Json | undefined): string | null => (row ? (textIf(sum) ?? '0') : null);
  const summaries = mapValues<Summary, readonly string[], Record<string, string | null>>(SUMMED, (members, name) =>
    Object.fromEntries(members.map((member) => [member, shown(objectOf(sums[name])[member])])),
  );
  return {
    summaries,
    liability: shown(sums.liability),
    cash_requirement: shown(sums.cash_requirement),
    hasNegativeNetPay: sums.negative_net_pays !== undefined,
    isPendingTaxRates: sums.pending_tax_rates !== undefined,
    told: Object.keys(objectOf(sums.told)).sort(),
    hasDirectDeposits: sums.direct_deposits !== undefined,
    remuneration: Object.fromEntries(
      Object.entries(objectOf(sums.remuneration)).map(([province, sum]) => {
        const { all, periodic } = objectOf(sum);
        return [province, { all: textIf(all) ?? '0', periodic: textIf(periodic) ?? '0' }];
      }),
    ),
    levies: Object.keys(objectOf(sums.levies)),
  };
};
