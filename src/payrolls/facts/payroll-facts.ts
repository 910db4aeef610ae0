import type { PayrollFacts } from '../../calculation/model/types.ts';
import { ordinaryPeriodsPerYear } from '../../calendar/pay-calendar.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, any, compare, equal } from '../../values/condition.ts';
import { type CalendarDate, endOfMonth, endOfYear } from '../../values/dates.ts';

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
  for (const payroll of payrolls.values()) {
    const schedule = schedules.get(payroll.pay_schedule_id);
    if (!schedule) continue;
    const calendar = await sharingAMonth(payroll, services, tenant);
    facts.set(payroll.id, factsOf(payroll, schedule, calendar, next.get(schedule.id)?.id === payroll.id));
  }
  return facts;
};

/** Regular payrolls of the schedule that share a month with one, by their period's start or end or their pay date. */
const sharingAMonth = (
  payroll: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<RecordOf<'payroll'>[]> => {
  const inItsMonth = (member: 'period_start' | 'period_end' | 'pay_date') => {
    const day = payroll[member];
    return all(compare(member, '>=', `${day.slice(0, 7)}-01`), compare(member, '<=', endOfMonth(day)));
  };
  return services.read.find(
    'payroll',
    tenant,
    all(
      equal('pay_schedule_id', payroll.pay_schedule_id),
      equal('type', 'regular'),
      any(inItsMonth('period_start'), inItsMonth('period_end'), inItsMonth('pay_date')),
    ),
  );
};

const ORDINARY_FREQUENCIES = ['weekly', 'bi-weekly', 'semi-monthly', 'monthly'] as const;

const factsOf = (
  payroll: RecordOf<'payroll'>,
  schedule: RecordOf<'pay_schedule'>,
  calendar: readonly RecordOf<'payroll'>[],
  takes_recurring_items: boolean,
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

/** The number of a schedule's first regular pay from a day of a year on; undefined where there is none. */
export const firstPeriodSince = async (
  scheduleId: string,
  day: CalendarDate,
  services: Services,
  tenant: Tenant,
): Promise<number | undefined> => {
  const payrolls = await services.read.find(
    'payroll',
    tenant,
    all(
      equal('pay_schedule_id', scheduleId),
      equal('type', 'regular'),
      compare('pay_date', '>=', day),
      compare('pay_date', '<=', endOfYear(day)),
    ),
  );
  const numbers = payrolls.map(({ period_number }) => period_number);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
};
