import type { VacationPayFigures } from '../calculation/model/types.ts';
import { rowsOf } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { absent, all, type Condition, equal, oneOf, present } from '../values/condition.ts';
import type { CalendarDate } from '../values/dates.ts';
import { groupBy } from '../values/group.ts';
import { textOf } from '../values/json.ts';
import { decimal, sum, toText } from '../values/money.ts';
import { paidBefore, vacationPayCarried, vacationPayLeft } from './year-to-date.ts';

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

/** A stub's row, or what an open stub would leave. */
type Row = Pick<RecordOf<'year_to_date'>, 'id' | 'payroll_id' | 'period_start' | 'period_end' | 'span' | 'sums'>;

const rowOf = (stub: RecordOf<'pay_stub'>): Row => ({
  ...{ id: stub.id, payroll_id: stub.payroll_id, period_start: stub.period_start, period_end: stub.period_end },
  ...{ span: stub.pay_date, sums: { vacation_pay: stub.vacation_pay ?? {} } },
});

/**
 * What each closed stub of a work assignment did with its present employer, in the order of pay: each begins where the
 * one before ended, also where it was closed first.
 *
 * @param open further stubs, which are counted behind the closed ones of their day
 */
export const vacationPayOfClosed = async (
  { id, business_entity_id }: RecordOf<'work_assignment'>,
  { read }: Services,
  tenant: Tenant,
  open: readonly RecordOf<'pay_stub'>[] = [],
): Promise<VacationPayOfStub[]> => {
  const where = all(
    equal('work_assignment_id', id),
    equal('business_entity_id', textOf(business_entity_id)),
    present('period_end'),
  );
  const found = await rowsOf(read.pages('year_to_date', tenant, where));
  found.sort((a, b) => (a.span + a.payroll_id < b.span + b.payroll_id ? -1 : 1));
  let opening = '0';
  return [...found, ...open.map(rowOf)]
    .sort((a, b) => (a.span === b.span ? 0 : a.span < b.span ? -1 : 1))
    .map((row) => {
      const { accrued = '0', paid = '0', adjusted = '0' } = row.sums.vacation_pay ?? {};
      const closing = toText(sum([opening, vacationPayLeft([row.sums])]));
      const figures = {
        id: row.id,
        payroll_id: row.payroll_id!,
        period_start: row.period_start!,
        period_end: row.period_end!,
        pay_date: row.span,
        ...{ accrued, paid, adjusted, opening, closing },
      };
      opening = closing;
      return figures;
    });
};

/**
 * The balance before each stub, by stub id: what all stubs left that are paid before it, also where they were closed
 * later. Those of a day are in the order of their payrolls, and one that is open comes behind them.
 */
export const vacationPayBefore = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const [before, carried] = await Promise.all([
    paidBefore(stubs, services, tenant),
    vacationPayCarried(stubs, services, tenant),
  ]);
  return new Map(
    stubs.map(({ id, payroll_id, work_assignment_id, is_closed }) => {
      const { held, less, ofDay } = before.get(id)!.on(work_assignment_id);
      const first = ofDay.filter((other) => !is_closed || other.payroll_id! < payroll_id).map(({ sums }) => sums);
      return [id, toText(sum([carried.get(id)!, vacationPayLeft([...held, ...first], less)]))];
    }),
  );
};

/** What work assignments were ever paid of vacation pay, and what is left of it with their present employers; by id. */
export const vacationPayOf = async (
  assignments: readonly RecordOf<'work_assignment'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, { accrued: string; paid: string }>> => {
  const sumsOf = (some: typeof assignments, column: 'vacation_paid' | 'vacation_left', ...where: Condition[]) => {
    const ids = oneOf(
      'work_assignment_id',
      some.map(({ id }) => id),
    );
    const ofYears = all(ids, absent('period_end'), ...where);
    return read.sums('year_to_date', tenant, 'work_assignment_id', [column], ofYears);
  };
  const byEmployer = [...groupBy(assignments, ({ business_entity_id }) => textOf(business_entity_id))];
  const [paid, ...left] = await Promise.all([
    sumsOf(assignments, 'vacation_paid'),
    ...byEmployer.map(([employer, some]) => sumsOf(some, 'vacation_left', equal('business_entity_id', employer))),
  ]);
  const leftOf = new Map(left.flatMap((sums) => [...sums]));
  return new Map(
    assignments.map(({ id }) => [
      id,
      {
        accrued: toText(decimal(leftOf.get(id)?.vacation_left ?? '0')),
        paid: toText(decimal(paid.get(id)?.vacation_paid ?? '0')),
      },
    ]),
  );
};
