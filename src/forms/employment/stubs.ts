import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { treatmentOf } from '../../statutory/editions/line-item-types.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import { addDays, type CalendarDate } from '../../values/dates.ts';
import { addTo } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import { decimal } from '../../values/money.ts';
import type { RoeEarning } from '../roe/content.ts';
import { hoursOfLine, rateOf } from '../roe/hours.ts';
import { ownWork } from '../roe/other-work.ts';
import type { PaidStub } from '../roe/stretches.ts';

/** What closed pay stubs say of work: approved pay, corrections too, historical payrolls not. */

type Read = Services['read'];
type Assignment = RecordOf<'work_assignment'>;
type Stub = RecordOf<'pay_stub'>;
type Line = RecordOf<'earning_line_item'>;
type Payroll = RecordOf<'payroll'>;
type Rates = ReadonlyMap<string, RecordOf<'pay_rate'>>;

/** Payrolls behind the last day that separation pay may come on. */
const LATE_DAYS = 366;
/** Days by which pay may come before the end of its period: no period has more. */
const EARLY_DAYS = 366;
const STUBS_AT_ONCE = 200;

/** The rate in force on some day from `start` on that a line pays work by; undefined of what corrects an earlier line. */
const paidBy = (line: Line, rates: Rates, start: CalendarDate): RecordOf<'pay_rate'> | undefined => {
  const isPaid = decimal(line.custom_amount ?? line.managed_amount ?? '0').gt(0);
  const rate = isPaid && (line.source_adjustment_id ?? null) === null ? rateOf(line, rates) : undefined;
  return rate && (rate.effective_to ?? start) >= start ? rate : undefined;
};

/** A salary, or a wage of a rate that began behind the last day. */
const isOfLaterWork = (line: Line, rates: Rates, start: CalendarDate, last: CalendarDate): boolean => {
  const rate = paidBy(line, rates, start);
  return rate !== undefined && (line.type === 'salary' || (line.type === 'wage' && rate.effective_from > last));
};

const linesOf = async (read: Read, tenant: Tenant, stubs: readonly string[]): Promise<Map<string, Line[]>> => {
  const byStub = new Map<string, Line[]>();
  for await (const lines of read.pages('earning_line_item', tenant, oneOf('pay_stub_id', stubs)))
    for (const line of lines) addTo(byStub, textOf(line.pay_stub_id), line);
  return byStub;
};

const earningOf = (line: Line, stub: Stub, rates: Rates, isSalaried: boolean): RoeEarning => {
  const bases = stub.bases ?? {};
  const treatment = treatmentOf('earning', line.type);
  // A correction takes insurable hours back too, with earnings below 0.
  const isInsured = !decimal(bases.insurable ?? '0').eq(0);
  const counts = 'insurable_quebec' in bases ? treatment?.ei_quebec : treatment?.ei;
  return {
    type: line.type,
    amount: line.custom_amount ?? line.managed_amount ?? '0',
    hours: hoursOfLine(line, { ...stub, is_salaried: isSalaried }, rates),
    is_insurable: isInsured && counts === true,
    earned_on: line.custom_earned_on ?? line.managed_earned_on ?? null,
  };
};

/** What an employer paid for the assignments, by closed stubs. What another one paid is of its own record. */
export const stubsOf = async (
  read: Read,
  tenant: Tenant,
  assignments: readonly Assignment[],
  employer_id: string,
  days: readonly [string, string],
): Promise<PaidStub[]> => {
  const [first, last] = days;
  const paid: PaidStub[] = [];
  const ids = assignments.map(({ id }) => id);
  const rates = new Map<string, RecordOf<'pay_rate'>>();
  for await (const rows of read.pages('pay_rate', tenant, oneOf('work_assignment_id', ids)))
    for (const row of rows) rates.set(row.id, row);
  for await (const rows of read.pages('overtime_rate', tenant, oneOf('work_assignment_id', ids)))
    for (const { id, pay_rate_id } of rows) {
      const rate = rates.get(textOf(pay_rate_id));
      if (rate) rates.set(id, rate);
    }
  const where = all(
    oneOf('work_assignment_id', ids),
    equal('business_entity_id', employer_id),
    equal('is_closed', true),
    compare('pay_date', '>=', addDays(first, -EARLY_DAYS)),
    compare('pay_date', '<=', addDays(last, LATE_DAYS)),
  );
  for await (const rows of read.pages('pay_stub', tenant, where, STUBS_AT_ONCE)) {
    const payrolls = await read.getMany('payroll', tenant, [
      ...new Set(rows.map(({ payroll_id }) => textOf(payroll_id))),
    ]);
    const of = (stub: Stub): Payroll | undefined => payrolls.get(textOf(stub.payroll_id));
    // Who begins on the last days of a period may be paid for them on a day before.
    const stubs = rows.filter(
      (stub) =>
        of(stub) !== undefined &&
        of(stub)!.type !== 'historical' &&
        (stub.pay_date >= first || stub.period_end >= first),
    );
    const lines = await linesOf(
      read,
      tenant,
      stubs.map(({ id }) => id),
    );
    for (const stub of stubs) {
      const own = lines.get(stub.id) ?? [];
      // The hours of a salary are those of all days, holidays too.
      const isSalaried = own.some((line) => line.type === 'salary');
      const { type, pay_schedule_id } = of(stub)!;
      paid.push({
        work_assignment_id: textOf(stub.work_assignment_id),
        pay_schedule_id: textOf(pay_schedule_id),
        is_regular: type === 'regular',
        is_of_later_work: own.some((line) => isOfLaterWork(line, rates, textOf(stub.period_start), last)),
        pays_wage: own.some(
          (line) => line.type === 'wage' && paidBy(line, rates, textOf(stub.period_start)) !== undefined,
        ),
        period_start: textOf(stub.period_start),
        period_end: textOf(stub.period_end),
        ...ownWork(own, (line) => earningOf(line, stub, rates, isSalaried), stub.bases?.insurable ?? '0', rates, days),
      });
    }
  }
  return paid;
};
