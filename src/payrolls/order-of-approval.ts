import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';

/** Payrolls that are approved in the order of their pay dates: those by which people are paid. */
const IN_ORDER: readonly RecordOf<'payroll'>['type'][] = ['regular', 'off_cycle'];

const EARLIEST = { column: 'pay_date', direction: 'asc' } as const;

/** The pay date of the first draft of each schedule that has one, of payrolls by which people are paid. */
export const firstDrafts = async (
  schedules: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const drafts = all(equal('status', 'draft'), oneOf('type', IN_ORDER));
  const first = await read.firstOfEach('payroll', tenant, 'pay_schedule_id', schedules, EARLIEST, drafts);
  return new Map([...first].map(([schedule, { pay_date }]) => [schedule, pay_date]));
};

/** Whether an earlier payroll of the schedule is still draft. */
export const isBlockedByDraft = (row: RecordOf<'payroll'>, first: ReadonlyMap<string, string>): boolean =>
  IN_ORDER.includes(row.type) && (first.get(row.pay_schedule_id) ?? row.pay_date) < row.pay_date;

/** Why a payroll behind an earlier draft cannot be approved. */
export const BLOCKED_BY_DRAFT: Text = {
  en: 'An earlier payroll of the pay schedule is still a draft; approve payrolls in the order of their pay dates.',
  fr: "Une paie antérieure du calendrier est encore au brouillon; approuvez les paies dans l'ordre de leurs dates.",
};
