import type { VacationPayFigures } from '../calculation/model/types.ts';
import type { RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { absent, all, equal, oneOf, present } from '../values/condition.ts';
import type { CalendarDate } from '../values/dates.ts';
import { textOf } from '../values/json.ts';
import { decimal, toText } from '../values/money.ts';

/** Vacation pay as closed stubs leave it: one row each (`year_to_date`), which carries its balance over years. */

export interface VacationPayOfStub extends VacationPayFigures {
  /** Of the pay stub. */
  id: string;
  payroll_id: string;
  period_start: CalendarDate;
  period_end: CalendarDate;
  pay_date: CalendarDate;
  /** The balance before and after it. */
  opening: string;
  closing: string;
}

type Row = Pick<RecordOf<'year_to_date'>, 'id' | 'payroll_id' | 'period_start' | 'period_end' | 'vacation_pay_balance'>;

const figuresOf = (row: Row, given: Partial<VacationPayFigures>, pay_date: string): VacationPayOfStub => {
  const { accrued = '0', paid = '0', adjusted = '0' } = given;
  const closing = row.vacation_pay_balance ?? '0';
  const opening = toText(decimal(closing).minus(accrued).minus(adjusted).plus(paid));
  return {
    id: row.id,
    payroll_id: row.payroll_id!,
    period_start: row.period_start!,
    period_end: row.period_end!,
    pay_date,
    accrued,
    paid,
    adjusted,
    opening,
    closing,
  };
};

/** What a stub does to the balance. */
export const vacationPayOfStub = (stub: RecordOf<'pay_stub'>): VacationPayOfStub =>
  figuresOf(stub, stub.vacation_pay ?? {}, stub.pay_date);

/** What each closed stub of a work assignment did with its present employer, in the order of pay. */
export const vacationPayOfClosed = async (
  { id, business_entity_id }: RecordOf<'work_assignment'>,
  { read }: Services,
  tenant: Tenant,
): Promise<VacationPayOfStub[]> => {
  const stubs: VacationPayOfStub[] = [];
  const where = all(
    equal('work_assignment_id', id),
    equal('business_entity_id', textOf(business_entity_id)),
    present('period_end'),
  );
  for await (const rows of read.pages('year_to_date', tenant, where))
    for (const row of rows) stubs.push(figuresOf(row, row.sums.vacation_pay ?? {}, row.span));
  return stubs.sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1));
};

/** What work assignments were ever paid of vacation pay, and what is left of it, by work assignment. */
export const vacationPayOf = async (
  assignments: readonly State[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, { accrued: string; paid: string }>> => {
  const ids = assignments.map(({ id }) => id);
  const last = await read.firstOfEach(
    'year_to_date',
    tenant,
    'work_assignment_id',
    ids,
    { column: 'span', direction: 'desc' },
    present('period_end'),
  );
  const ofYears = all(oneOf('work_assignment_id', ids), absent('period_end'));
  const payments = await read.sums('year_to_date', tenant, 'work_assignment_id', ['vacation_paid'], ofYears);
  return new Map(
    ids.map((id) => [
      id,
      {
        accrued: last.get(id)?.vacation_pay_balance ?? '0',
        paid: toText(decimal(payments.get(id)?.vacation_paid ?? '0')),
      },
    ]),
  );
};
