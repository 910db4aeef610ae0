import type { PayrollFacts } from '../../calculation/model/facts.ts';
import { ordinaryPeriodsPerYear, type PayDateRules, paysOfYear } from '../../calendar/pay-calendar.ts';
import { payScheduleProblems } from '../../calendar/pay-schedule-problems.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, any, compare, equal, oneOf } from '../../values/condition.ts';
import { type CalendarDate, endOfMonth, endOfYear, startOfYear } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { payDateRulesOf, regularPayrolls } from './calendar.ts';

/**
 * The facts of payrolls, read together however many they are.
 *
 * @returns by payroll id; none for a payroll whose schedule is gone
 */
export const payrollFacts = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PayrollFacts>> => {
  if (payrolls.length === 0) return new Map();
  const { read } = services;
  const bySchedule = groupBy(payrolls, ({ pay_schedule_id }) => pay_schedule_id);
  const scheduleIds = [...bySchedule.keys()];
  const [schedules, next, regular] = await Promise.all([
    read.getMany('pay_schedule', tenant, scheduleIds),
    read.firstOfEach(
      'payroll',
      tenant,
      'pay_schedule_id',
      scheduleIds,
      { column: 'pay_date', direction: 'asc' },
      all(equal('type', 'regular'), equal('status', 'draft')),
    ),
    regularBeside(payrolls, scheduleIds, services, tenant),
  ]);
  const facts = new Map<string, PayrollFacts>();
  const ofSchedule = async (schedule: RecordOf<'pay_schedule'>): Promise<void> => {
    const rules = isByDaysOfMonth(schedule) ? await payDateRulesOf(schedule, services, tenant) : undefined;
    for (const payroll of bySchedule.get(schedule.id) ?? []) {
      const beside = {
        calendar: (regular.get(schedule.id) ?? []).filter((other) => isBeside(other, payroll)),
        takes_recurring_items: next.get(schedule.id)?.id === payroll.id,
      };
      const known = factsOf(payroll, schedule, beside);
      facts.set(payroll.id, rules ? { ...known, tax_year: taxYearOf(known, schedule, rules) } : known);
    }
  };
  await Promise.all([...schedules.values()].map(ofSchedule));
  return facts;
};

const DAYS = ['period_start', 'period_end', 'pay_date'] as const;

/**
 * Whether a payroll is paid in the year of another one, or shares a month with it by the start or end of its period or
 * its pay date.
 */
const isBeside = (other: RecordOf<'payroll'>, payroll: RecordOf<'payroll'>): boolean =>
  other.pay_date.slice(0, 4) === payroll.pay_date.slice(0, 4) ||
  DAYS.some((day) => other[day].slice(0, 7) === payroll[day].slice(0, 7));

/** Regular payrolls of some schedules, those beside some payrolls among them, by schedule. */
const regularBeside = async (
  payrolls: readonly RecordOf<'payroll'>[],
  scheduleIds: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'payroll'>[]>> => {
  const spanned = (day: (typeof DAYS)[number]) => {
    const days = payrolls.map((payroll) => payroll[day]).sort();
    const [first, last] = [days[0]!, days.at(-1)!];
    const [from, to] =
      day === 'pay_date' ? [startOfYear(first), endOfYear(last)] : [startOfMonth(first), endOfMonth(last)];
    return all(compare(day, '>=', from), compare(day, '<=', to));
  };
  const where = all(oneOf('pay_schedule_id', scheduleIds), any(...DAYS.map(spanned)));
  return groupBy(await regularPayrolls(where, services, tenant), ({ pay_schedule_id }) => pay_schedule_id);
};

const startOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 8)}01`;

/** Pays of such a schedule are numbered by their intended days, and may be paid in the year beside. */
const isByDaysOfMonth = (schedule: RecordOf<'pay_schedule'>): boolean =>
  (schedule.pay_frequency === 'monthly' || schedule.pay_frequency === 'semi-monthly') &&
  payScheduleProblems(schedule).length === 0;

/** The place of a payroll among the regular pays of the year in which it is paid. */
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

type Frequency = PayrollFacts['pay_frequency'];

/**
 * How often a payroll's like is paid. One of a custom schedule says it itself; one that was made before its schedule
 * became custom has the number of pays of a year, a 27th and 53rd among them.
 */
const frequencyOf = (payroll: RecordOf<'payroll'>, schedule: RecordOf<'pay_schedule'>): Frequency => {
  const said = payroll.custom_pay_frequency ?? schedule.pay_frequency;
  const count = payroll.regular_periods_count ?? 12;
  return (
    ORDINARY_FREQUENCIES.find((one) => one === said) ??
    ORDINARY_FREQUENCIES.find((one) => count >= ordinaryPeriodsPerYear(one)) ??
    'monthly'
  );
};

/** How often the schedules of some payrolls pay, by payroll id. */
export const frequenciesOf = async (
  payrolls: ReadonlyMap<string, RecordOf<'payroll'>>,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, Frequency>> => {
  const scheduleIds = [...new Set([...payrolls.values()].map(({ pay_schedule_id }) => pay_schedule_id))];
  const schedules = await read.getMany('pay_schedule', tenant, scheduleIds);
  return new Map(
    [...payrolls.values()].flatMap((payroll): [string, Frequency][] => {
      const schedule = schedules.get(payroll.pay_schedule_id);
      return schedule ? [[payroll.id, frequencyOf(payroll, schedule)]] : [];
    }),
  );
};

const approvedOf = (calendar: readonly RecordOf<'payroll'>[]) =>
  calendar
    .filter(({ status }) => status !== 'draft')
    .map(({ id, period_start, period_end, pay_date }) => ({ id, period_start, period_end, pay_date }));

const factsOf = (
  payroll: RecordOf<'payroll'>,
  schedule: RecordOf<'pay_schedule'>,
  { calendar, takes_recurring_items }: { calendar: readonly RecordOf<'payroll'>[]; takes_recurring_items: boolean },
): PayrollFacts => {
  const pay_frequency = frequencyOf(payroll, schedule);
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
    ...(schedule.pay_frequency === 'custom' ? { approved_beside: approvedOf(calendar) } : {}),
  };
};
