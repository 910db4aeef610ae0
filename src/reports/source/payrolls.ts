import { lettingGo, oneAhead } from '../../kernel/changes/one-ahead.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { all, type Condition, compare, equal, not, oneOf } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { textOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type Payee, payeesOf } from './payees.ts';

/** Payrolls and pay stubs of a report, a page at a time. */

/** Of a payroll, what rows show. */
export interface ReportedPayroll {
  id: string;
  business_entity_id: string;
  /** What its employer is called. */
  employer: string | null;
  pay_schedule_id: string | null;
  type: string;
  status: string;
  pay_date: CalendarDate;
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** The journal entry of the payroll as a whole, by its approval; null of a draft and of an approval of long ago. */
  entry_id: string | null;
}

/** A pay stub with its payroll and whose it is. */
export interface ReportedStub {
  stub: RecordOf<'pay_stub'>;
  payroll: ReportedPayroll;
  payee: Payee;
}

/** One with the title of its work assignment, which tells the stubs of one person on one payroll apart. */
export interface TitledStub extends ReportedStub {
  assignment: string | null;
}

/**
 * Stubs that are in memory at once, with what belongs to them: few, since an answer of the database is parsed without a
 * break.
 */
const STUBS_AT_ONCE = 50;

/**
 * Which payrolls are reported. Without a status those that have left draft; a payroll that is named counts whatever its
 * status.
 */
export const payrollCondition = ({ request }: Pick<ReportSource, 'request'>): Condition => {
  const { business_entity_id, pay_schedule_id, payroll_id, filters } = request;
  const { payroll_type, payroll_status, pay_date_from, pay_date_to } = filters;
  return all(
    ...(payroll_id === null ? [] : [equal('id', payroll_id)]),
    ...(pay_schedule_id === null ? [] : [equal('pay_schedule_id', pay_schedule_id)]),
    ...(business_entity_id === null ? [] : [equal('business_entity_id', business_entity_id)]),
    ...(payroll_type === null ? [] : [oneOf('type', payroll_type)]),
    ...(payroll_status !== null
      ? [oneOf('status', payroll_status)]
      : payroll_id === null
        ? [not(equal('status', 'draft'))]
        : []),
    ...(pay_date_from === null ? [] : [compare('pay_date', '>=', pay_date_from)]),
    ...(pay_date_to === null ? [] : [compare('pay_date', '<=', pay_date_to)]),
  );
};

/**
 * The same with payrolls that are partially paid. The interface fixes the statuses of some reports without this one. A
 * live payroll has it from its pay day until its last remittance arrives, and would be missing for weeks.
 */
export const withPartiallyPaid = (source: ReportSource): ReportSource => {
  const { request } = source;
  const { payroll_status } = request.filters;
  if (payroll_status === null) return source;
  const filters = { ...request.filters, payroll_status: [...payroll_status, 'partially_paid'] };
  return { ...source, request: { ...request, filters } };
};

/** The payrolls that are reported, by pay date; a few hundred bytes each. */
export const payrollsOf = async (source: ReportSource): Promise<ReportedPayroll[]> => {
  const found: Omit<ReportedPayroll, 'employer'>[] = [];
  for await (const rows of source.read.pages('payroll', source.tenant, payrollCondition(source)))
    for (const row of rows)
      found.push({
        id: row.id,
        business_entity_id: textOf(row.business_entity_id),
        pay_schedule_id: row.pay_schedule_id,
        type: row.type,
        status: row.status,
        pay_date: textOf(row.pay_date),
        period_start: textOf(row.period_start),
        period_end: textOf(row.period_end),
        entry_id: row.entry_id ?? null,
      });
  const employers = await employersNamed(found, source);
  const byDate = (a: ReportedPayroll, b: ReportedPayroll): number =>
    a.pay_date === b.pay_date ? (a.id < b.id ? -1 : 1) : a.pay_date < b.pay_date ? -1 : 1;
  return found
    .map((payroll) => ({ ...payroll, employer: employers.get(payroll.business_entity_id) ?? null }))
    .sort(byDate);
};

/** What the employers of some rows are called, by id. A company has few. */
export const employersNamed = async (
  rows: readonly { business_entity_id: string }[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<string, string>> => {
  const ids = new Set(rows.map(({ business_entity_id }) => business_entity_id));
  const employers = await read.getMany('business_entity', tenant, [...ids]);
  return new Map([...employers.values()].map(({ id, name }) => [id, name]));
};

/** The stubs of reported payrolls, payroll by payroll, in pages. */
export async function* stubPages(source: ReportSource): AsyncGenerator<ReportedStub[]> {
  const { read, tenant, signal } = source;
  for (const payroll of await payrollsOf(source))
    for await (const stubs of read.pages('pay_stub', tenant, equal('payroll_id', payroll.id), STUBS_AT_ONCE)) {
      signal.throwIfAborted();
      const payees = await payeesOf(stubs, source);
      const page: ReportedStub[] = [];
      for (const stub of lettingGo(stubs)) page.push({ stub, payroll, payee: payees.get(stub.id)! });
      yield page;
    }
}

/** The same, with the titles of their work assignments. */
export async function* titledStubPages(source: ReportSource): AsyncGenerator<TitledStub[]> {
  const { read, tenant } = source;
  for await (const page of stubPages(source)) {
    const ids = page.flatMap(({ stub }) => stub.work_assignment_id ?? []);
    const assignments = await read.getMany('work_assignment', tenant, ids);
    const titleOf = ({ work_assignment_id: id }: RecordOf<'pay_stub'>) => assignments.get(id ?? '')?.title ?? null;
    const titled: TitledStub[] = [];
    for (const reported of lettingGo(page)) titled.push({ assignment: titleOf(reported.stub), ...reported });
    yield titled;
  }
}

/** The stubs of pages one by one; the next page is read while one is worked on. */
export async function* oneByOne<S extends ReportedStub>(pages: AsyncIterable<S[]>): AsyncGenerator<S> {
  for await (const page of oneAhead(pages)) yield* lettingGo(page);
}

/** The stubs of reported payrolls one by one. */
export const stubsOf = (source: ReportSource): AsyncGenerator<ReportedStub> => oneByOne(stubPages(source));

/** What a stub comes to in lines of a kind and type; 0 where it has none. */
export const amountAt = ({ stub }: Pick<ReportedStub, 'stub'>, kind: string, type: string): string =>
  stub.amounts?.[kind]?.[type] ?? '0';

/** A pay period as reports write it: its first and last day. */
export const periodOf = ({ payroll: { period_start, period_end } }: Pick<ReportedStub, 'payroll'>): Text => ({
  en: `${period_start} to ${period_end}`,
  fr: `${period_start} au ${period_end}`,
});
