import type { PayrollFacts } from '../../calculation/model/types.ts';
import {
  ordinaryPeriodsPerYear,
  type PayDateRules,
  payScheduleProblems,
  paysOfYear,
} from '../../calendar/pay-calendar.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, any, compare, equal } from '../../values/condition.ts';
import { type CalendarDate, dateOf, endOfMonth, endOfYear, yearOf } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { payDateRulesOf } from './calendar.ts';

/**
 * The facts of the payrolls that some stubs are on.
 *
 * @returns by payroll id; none for a payroll that is gone, or whose schedule is
 */
export const payrollFacts = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PayrollFacts>> => {
  const { read } = services;
  const ids = (member: 'payroll_id' | 'pay_schedule_id') => [...new Set(stubs.map((stub) => stub[member]))];
  const [payrolls, schedules, next] = await Promise.all([
    read.getMany('payroll', tenant, ids('payroll_id')),
    read.getMany('pay_schedule', tenant, ids('pay_schedule_id')),
    read.firstOfEach(
      'payroll',
      tenant,
      'pay_schedule_id',
      ids('pay_schedule_id'),
      { column: 'pay_date', direction: 'asc' },
      all(equal('type', 'regular'), equal('status', 'draft')),
    ),
  ]);
  const facts = new Map<string, PayrollFacts>();
  for (const [schedule_id, some] of groupBy([...payrolls.values()], ({ pay_schedule_id }) => pay_schedule_id)) {
    const schedule = schedules.get(schedule_id);
    if (!schedule) continue;
    const [regular, rules] = await Promise.all([
      regularBeside(some, services, tenant),
      isByDaysOfMonth(schedule) ? payDateRulesOf(schedule, services, tenant) : undefined,
    ]);
    for (const payroll of some) {
      const beside = {
        calendar: regular.filter((other) => isBeside(other, payroll)),
        takes_recurring_items: next.get(schedule_id)?.id === payroll.id,
      };
      const known = factsOf(payroll, schedule, beside);
      facts.set(payroll.id, rules ? { ...known, tax_year: taxYearOf(known, schedule, rules) } : known);
    }
  }
  return facts;
};

const DAYS = ['period_start', 'period_end', 'pay_date'] as const;

/** Whether a payroll is paid in the year of another one, or shares a month with it by the start or end of its period or its pay date. */
const isBeside = (other: RecordOf<'payroll'>, payroll: RecordOf<'payroll'>): boolean =>
  other.pay_date.slice(0, 4) === payroll.pay_date.slice(0, 4) ||
  DAYS.some((day) => other[day].slice(0, 7) === payroll[day].slice(0, 7));

/** Regular payrolls of a schedule, those that stand beside some of its payrolls among them. */
const regularBeside = (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<RecordOf<'payroll'>[]> => {
  const spanned = (day: (typeof DAYS)[number]) => {
    const days = payrolls.map((payroll) => payroll[day]).sort();
    const [first, last] = [days[0]!, days.at(-1)!];
    const [from, to] =
      day === 'pay_date' ? [startOfYear(first), endOfYear(last)] : [startOfMonth(first), endOfMonth(last)];
    return all(compare(day, '>=', from), compare(day, '<=', to));
  };
  return services.read.find(
    'payroll',
    tenant,
    all(equal('pay_schedule_id', payrolls[0]!.pay_schedule_id), equal('type', 'regular'), any(...DAYS.map(spanned))),
  );
};

const startOfYear = (day: CalendarDate): CalendarDate => dateOf(yearOf(day), 1, 1);
const startOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 8)}01`;

/** Pays of such a schedule are numbered by their intended days, and may be paid in the year beside. */
const isByDaysOfMonth = (schedule: RecordOf<'pay_schedule'>): boolean =>
  (schedule.pay_frequency === 'monthly' || schedule.pay_frequency === 'semi-monthly') &&
  payScheduleProblems(schedule).length === 0;

/** Where a payroll stands among the regular pays of the year in which it is paid. */
const taxYearOf = (
  { type, period_number, pay_date }: PayrollFacts,
  schedule: RecordOf<'pay_schedule'>,
  rules: PayDateRules,
): PayrollFacts['tax_year'] => {
  const paid = paysOfYear(schedule, pay_date, rules);
  if (!paid) return undefined;
  // Another payroll than a regular one has the number of its source, which may be paid in another year.
  const number = type === 'regular' ? period_number + paid.place - paid.period_number : paid.place;
  return { number: Math.min(Math.max(number, 1), paid.count), count: paid.count };
};

const ORDINARY_FREQUENCIES = ['weekly', 'bi-weekly', 'semi-monthly', 'monthly'] as const;

const factsOf = (
  payroll: RecordOf<'payroll'>,
  schedule: RecordOf<'pay_schedule'>,
  { calendar, takes_recurring_items }: { calendar: readonly RecordOf<'payroll'>[]; takes_recurring_items: boolean },
): PayrollFacts => {
  const frequency = schedule.pay_frequency === 'custom' ? payroll.custom_pay_frequency : schedule.pay_frequency;
  const pay_frequency = ORDINARY_FREQUENCIES.find((one) => one === frequency) ?? 'monthly';
  return {
    id: payroll.id,
    type: payroll.type,
    pay_frequency,
    period_start: payroll.period_start,
    period_end: payroll.period_end,
    pay_date: payroll.pay_date,
    period_number: payroll.period_number,
    regular_periods_count: payroll.regular_periods_count ?? ordinaryPeriodsPerYear(pay_frequency),
    takes_recurring_items,
    calendar: calendar.map(({ period_start, period_end, pay_date }) => ({
      period_start: period_start,
      period_end: period_end,
      pay_date: pay_date,
    })),
  };
};
