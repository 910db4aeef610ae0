import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { treatmentOf } from '../../statutory/editions/line-item-types.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import { addDays, type CalendarDate, minDate } from '../../values/dates.ts';
import { addTo } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import { decimal, sum, toText, ZERO } from '../../values/money.ts';
import { isVacationTaken } from '../roe/content.ts';
import { hoursOfLine, rateOf } from '../roe/hours.ts';
import { ownWork } from '../roe/other-work.ts';
import type { PaidStub } from '../roe/stretches.ts';
import type { RoeEarning } from '../roe/stub.ts';
import { correctedStubs } from './corrections.ts';

/** What pay stubs say of work: approved pay, or what is to be approved; corrections too, historical payrolls not. */

type Read = Services['read'];
type Assignment = RecordOf<'work_assignment'>;
type Stub = RecordOf<'pay_stub'>;
type Line = RecordOf<'earning_line_item'>;
type Payroll = RecordOf<'payroll'>;
type Rates = ReadonlyMap<string, RecordOf<'pay_rate'>>;

/** Days by which pay may come before the end of its period: no period has more. */
const EARLY_DAYS = 366;
const STUBS_AT_ONCE = 200;

/**
 * The rate in force on some day from `start` on that a line pays work by; undefined of what corrects an earlier line.
 */
const paidBy = (line: Line, rates: Rates, start: CalendarDate): RecordOf<'pay_rate'> | undefined => {
  const isPaid = decimal(amountOf(line)).gt(0);
  const rate = isPaid && (line.source_adjustment_id ?? null) === null ? rateOf(line, rates) : undefined;
  return rate && (rate.effective_to ?? start) >= start ? rate : undefined;
};

/**
 * What counts in the pay period in which it is paid, whatever work it is for (Employment Insurance Regulations,
 * s. 23(1)(b)). An off-cycle payroll has the period of its source, which may have ended long before.
 */
const WHERE_PAID: ReadonlySet<string> = new Set([
  'bonus_discretionary',
  'bonus_non_discretionary',
  'gift_cash',
  'gratuity',
  'in_lieu_wages',
  'overtime',
  'retiring_allowance',
  'retiring_allowance_eligible',
  'retroactive_pay',
  'retroactive_pay_increase',
  'severance_pay',
  'vacation_pay_employee_terminated',
  'vacation_pay_no_time_taken',
]);

/** Vacation pay is of where it is paid unless time was taken for it. */
const isWherePaid = ({ type, custom_hours, managed_hours }: Line): boolean =>
  WHERE_PAID.has(type) ||
  (type === 'vacation_pay' && !isVacationTaken({ type, hours: custom_hours ?? managed_hours ?? null }));

const COMMISSIONS: ReadonlySet<string> = new Set(['commission', 'commission_periodic']);

/** A commission that says that it was earned behind the last day. Others are late: no rate tells when they began. */
const isLaterCommission = ({ type, custom_earned_on, managed_earned_on }: Line, last: CalendarDate): boolean =>
  COMMISSIONS.has(type) && (custom_earned_on ?? managed_earned_on ?? last) > last;

/** A salary, a wage of a rate that began behind the last day, or a commission that was earned behind it. */
const isOfLaterWork = (line: Line, rates: Rates, start: CalendarDate, last: CalendarDate): boolean => {
  if (isLaterCommission(line, last)) return true;
  const rate = paidBy(line, rates, start);
  return rate !== undefined && (line.type === 'salary' || (line.type === 'wage' && rate.effective_from > last));
};

const linesOf = async (read: Read, tenant: Tenant, stubs: readonly string[]): Promise<Map<string, Line[]>> => {
  const byStub = new Map<string, Line[]>();
  for await (const lines of read.pages('earning_line_item', tenant, oneOf('pay_stub_id', stubs)))
    for (const line of lines) addTo(byStub, textOf(line.pay_stub_id), line);
  return byStub;
};

const amountOf = (line: Line): string => line.custom_amount ?? line.managed_amount ?? '0';

/** Whether lines of a type are insurable where the stub was paid. */
const counts = (line: Line, { bases = {} }: Stub): boolean => {
  const treatment = treatmentOf('earning', line.type);
  return ('insurable_quebec' in bases ? treatment?.ei_quebec : treatment?.ei) === true;
};

/** Whether premiums were due on what a stub pays. */
const hasInsurable = ({ bases = {} }: Stub): boolean => !decimal(bases.insurable ?? '0').eq(0);

/** Whether premiums are due on a stub: also where what it corrects of insured pay leaves nothing of what it pays. */
const isInsured = (stub: Stub, lines: readonly Line[], sources: readonly Stub[]): boolean =>
  hasInsurable(stub) ||
  (sources.some(hasInsurable) && sum(lines.filter((line) => counts(line, stub)).map(amountOf)).eq(0));

/** @param is of the stub: what its lines have in common */
const earningOf = (line: Line, stub: Stub, rates: Rates, is: { insured: boolean; salaried: boolean }): RoeEarning => ({
  type: line.type,
  amount: amountOf(line),
  hours: hoursOfLine(line, { ...stub, is_salaried: is.salaried }, rates),
  // A correction takes insurable hours back too, with earnings below 0.
  is_insurable: is.insured && counts(line, stub),
  earned_on: line.custom_earned_on ?? line.managed_earned_on ?? null,
});

/**
 * The earnings of a stub by the stub in whose period they count: its own, and for corrections that of the pay that they
 * correct, where that is known. A pay correction is allocated to the period in which it was earned, unlike an increase
 * in pay, which counts where it is paid: of an off-cycle payroll on its pay date.
 */
const byPeriod = (
  stub: Stub,
  payroll: Payroll,
  lines: readonly Line[],
  corrected: ReadonlyMap<string, Stub>,
  rates: Rates,
  days: readonly [string, string],
) => {
  // The hours of a salary are those of all days, holidays too.
  const salaried = lines.some((line) => line.type === 'salary');
  const onPayDate: Stub = { ...stub, period_start: stub.pay_date, period_end: stub.pay_date };
  const sourceOf = (line: Line): Stub =>
    corrected.get(line.source_adjustment_id ?? '') ??
    (payroll.type === 'off_cycle' && isWherePaid(line) ? onPayDate : stub);
  const elsewhere = lines.filter((line) => sourceOf(line) !== stub);
  const sources = [...new Set(elsewhere.map(sourceOf))];
  const here = { insured: isInsured(stub, lines, sources), salaried };
  const moved = here.insured ? sum(elsewhere.filter((line) => counts(line, stub)).map(amountOf)) : ZERO;
  const insurable = toText(decimal(stub.bases?.insurable ?? '0').minus(moved));
  const own = lines.filter((line) => sourceOf(line) === stub);
  return [
    { of: stub, ...ownWork(own, (line) => earningOf(line, stub, rates, here), insurable, rates, days) },
    ...sources.map((source) => {
      const there = { insured: here.insured || hasInsurable(source), salaried };
      const theirs = elsewhere.filter((line) => sourceOf(line) === source);
      const amount = there.insured ? sum(theirs.filter((line) => counts(line, source)).map(amountOf)) : ZERO;
      const earning = (line: Line): RoeEarning => earningOf(line, source, rates, there);
      return { of: source, ...ownWork(theirs, earning, toText(amount), rates, days) };
    }),
  ];
};

/** The work that a record of employment is about, between its two days. */
export interface RecordedWork {
  read: Read;
  tenant: Tenant;
  assignments: readonly Assignment[];
  employer_id: string;
  days: readonly [first: string, last: string];
}

/**
 * What the employer paid for the work, by closed stubs, and is to pay by those that are open. What another one paid is
 * of its own record. Both come from one read: of two, an approval between them would leave a stub out of each.
 */
export const stubsOf = async ({
  read,
  tenant,
  assignments,
  employer_id,
  days,
}: RecordedWork): Promise<{ closed: PaidStub[]; open: PaidStub[] }> => {
  const [first, last] = days;
  const found: { closed: PaidStub[]; open: PaidStub[] } = { closed: [], open: [] };
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
    compare('pay_date', '>=', addDays(first, -EARLY_DAYS)),
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
    const corrected = await correctedStubs([...lines.values()].flat(), read, tenant);
    for (const stub of stubs) {
      const own = lines.get(stub.id) ?? [];
      const { type, pay_schedule_id } = of(stub)!;
      for (const { of: counting, ...earned } of byPeriod(stub, of(stub)!, own, corrected, rates, days)) {
        const isOwn = counting === stub;
        const start = textOf(counting.period_start);
        found[stub.is_closed === true ? 'closed' : 'open'].push({
          payroll_id: textOf(stub.payroll_id),
          work_assignment_id: textOf(stub.work_assignment_id),
          pay_schedule_id: textOf(pay_schedule_id),
          is_blank: own.length === 0,
          is_regular: isOwn && type === 'regular',
          is_of_later_work: isOwn && own.some((line) => isOfLaterWork(line, rates, start, last)),
          pays_wage: isOwn && own.some((line) => line.type === 'wage' && paidBy(line, rates, start) !== undefined),
          period_start: start,
          period_end: textOf(counting.period_end),
          begins: minDate(start, textOf(stub.period_start)),
          ...earned,
        });
      }
    }
  }
  return found;
};
