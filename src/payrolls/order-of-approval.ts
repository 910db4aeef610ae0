import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';

/** Payrolls that are approved in the order of their pay dates: those by which people are paid. */
const IN_ORDER: readonly RecordOf<'payroll'>['type'][] = ['regular', 'off_cycle'];

const EARLIEST = { column: 'pay_date', direction: 'asc' } as const;

const DRAFT = equal('status', 'draft');

/** The first drafts of a schedule, by pay date. */
export interface FirstDrafts {
  /** Of all by which people are paid. */
  pay_date: string;
  /** The regular payroll that is the next one: it alone has recurring items and pay rates. */
  next: string | undefined;
}

/** The first drafts of each schedule that has any. */
export const firstDrafts = async (
  schedules: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, FirstDrafts>> => {
  const firstOf = (types: typeof IN_ORDER) =>
    read.firstOfEach('payroll', tenant, 'pay_schedule_id', schedules, EARLIEST, all(DRAFT, oneOf('type', types)));
  const [first, next] = await Promise.all([firstOf(IN_ORDER), firstOf(['regular'])]);
  return new Map([...first].map(([id, { pay_date }]) => [id, { pay_date, next: next.get(id)?.id }]));
};

/**
 * Whether a draft waits for an earlier one of its schedule. Of regular payrolls with one pay date, all wait for the
 * next one: until then they have nothing to pay.
 */
export const isBlockedByDraft = (row: RecordOf<'payroll'>, drafts: ReadonlyMap<string, FirstDrafts>): boolean => {
  const first = drafts.get(row.pay_schedule_id);
  if (!first || row.status !== 'draft' || !IN_ORDER.includes(row.type)) return false;
  return first.pay_date < row.pay_date || (row.type === 'regular' && (first.next ?? row.id) !== row.id);
};

/** Why a payroll behind an earlier draft cannot be approved. */
export const BLOCKED_BY_DRAFT: Text = {
  en: 'An earlier payroll of the pay schedule is still a draft; approve payrolls in the order of their pay dates, those of one date in the order of lists.',
  fr: "Une paie antérieure du calendrier est encore au brouillon; approuvez les paies dans l'ordre de leurs dates, et celles d'une même date dans l'ordre des listes.",
};

/**
 * Those draft corrections among payrolls, by id, whose source was unapproved since they were made. What was wrong may be
 * changed on that draft itself, so that the correction would do it once more.
 */
export const correctingDrafts = async (
  payrolls: readonly RecordOf<'payroll'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  const corrections = payrolls.filter(({ type, status }) => type === 'correction' && status === 'draft');
  const ids = [...new Set(corrections.flatMap(({ source_payroll_id }) => source_payroll_id ?? []))];
  const sources = ids.length > 0 ? await read.getMany('payroll', tenant, ids) : undefined;
  const isDraft = ({ source_payroll_id: id }: RecordOf<'payroll'>) => sources?.get(id ?? '')?.status === 'draft';
  return new Set(corrections.filter(isDraft).map(({ id }) => id));
};

/** Why a correction of a draft cannot be approved, as part of a sentence. */
export const CORRECTS_A_DRAFT: Text = {
  en: 'the payroll that it corrects is a draft again, which is changed where it is; approve that one first, or delete this one',
  fr: "la paie qu'elle corrige est de nouveau au brouillon, lequel se modifie sur place; approuvez d'abord celle-là, ou supprimez celle-ci",
};
