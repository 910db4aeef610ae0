import { approvalDueAt, debitDate, movePayDate, resolvePayDayMovement } from '../../calendar/business-days.ts';
import { bankHolidays, isProvince } from '../../calendar/holidays.ts';
import { type PayDateRules, type PayPeriod, periodsToGenerate } from '../../calendar/pay-calendar.ts';
import { payScheduleProblems } from '../../calendar/pay-schedule-problems.ts';
import { provincesOfEmployment } from '../../employers/tax-properties-in-force.ts';
import { changedMembers } from '../../kernel/definition/fold.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { EventBody, RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, any, type Condition, compare, equal, not, oneOf } from '../../values/condition.ts';
import { addDays, type CalendarDate, dateOf, yearOf } from '../../values/dates.ts';
import { derivedId } from '../../values/ids.ts';
import { isGenerated } from '../events/list.ts';
import { payrollRescheduled } from '../events/payroll.ts';
import { payrollEvents } from '../events/records.ts';

/** The payrolls that a schedule should have, and those that it has. */

/** A generated payroll keeps its id whenever it is calculated again: it is the schedule's payroll of that period. */
export const generatedPayrollId = (schedule: RecordOf<'pay_schedule'>, period: PayPeriod): string =>
  derivedId('payrl', Date.parse(schedule.created_at), `${schedule.id}/${period.period_start}/${period.period_end}`);

/**
 * The periods that payrolls must exist for.
 *
 * @param drafts the draft regular payrolls of the schedule: while its calendar has their periods, they are among them
 * @returns none of a custom schedule, whose payrolls are made by hand; undefined where the calendar cannot be used
 */
export const wantedPeriods = async (
  schedule: RecordOf<'pay_schedule'>,
  drafts: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<readonly PayPeriod[] | undefined> => {
  const state = schedule;
  if (state.pay_frequency === 'custom') return [];
  if (payScheduleProblems(state).length > 0) return undefined;
  const { read, clock } = services;
  const approved = all(equal('pay_schedule_id', schedule.id), equal('type', 'regular'), not(equal('status', 'draft')));
  const [rules, approvedDates] = await Promise.all([
    payDateRulesOf(schedule, services, tenant),
    read.ranges('payroll', tenant, 'pay_schedule_id', 'pay_date', approved),
  ]);
  const today = clock.today();
  // Payrolls of days that have passed are made in preview alone.
  const entity = await read.get('business_entity', tenant, schedule.business_entity_id);
  const { generate_payrolls_from: from } = state;
  const live_from = entity?.preview_end?.ended_on ?? null;
  const now = {
    today,
    last_approved_pay_date: approvedDates.get(schedule.id)?.greatest ?? null,
    // One from before its end that stays for what was entered on it is not in the calendar again.
    drafts: drafts.filter(({ pay_date }) => live_from === null || pay_date >= live_from),
    is_past_left: entity?.in_preview !== true && from !== null && from <= today,
    // While what was paid in preview is taken back, payrolls that are gone already are not made again.
    live_from,
  };
  return periodsToGenerate(state, now, rules);
};

/**
 * Whether the schedule of a generated draft no longer has its period, though the draft does not say so yet: population
 * leaves drafts as they are while an approval is under way.
 */
export const hasLeftCalendar = async (
  { id, pay_schedule_id, is_off_calendar, ...payroll }: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<boolean> => {
  if (!isGenerated(payroll) || is_off_calendar === true || pay_schedule_id === null) return false;
  const { read } = services;
  const schedule = await read.get('pay_schedule', tenant, pay_schedule_id);
  if (!schedule) return false;
  const ofSchedule = all(equal('pay_schedule_id', pay_schedule_id), equal('status', 'draft'));
  const drafts = (await read.find('payroll', tenant, ofSchedule)).filter(isGenerated);
  const periods = await wantedPeriods(schedule, drafts, services, tenant);
  return periods !== undefined && !periods.some((period) => generatedPayrollId(schedule, period) === id);
};

/**
 * The regular payrolls that match. One that was paid in preview is historical since its end, and keeps its place among
 * them.
 */
export const regularPayrolls = async (
  where: Condition,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<RecordOf<'payroll'>[]> => {
  const types = oneOf('type', ['regular', 'historical']);
  return (await rowsOf(read.pages('payroll', tenant, all(types, where)))).filter(wasRegular);
};

/** Of those that were paid in preview an off-cycle one has a source. */
const wasRegular = ({ type, is_converted, source_payroll_id }: RecordOf<'payroll'>): boolean =>
  type === 'regular' || (is_converted === true && source_payroll_id === null);

/** A pay date moves over New Year by fewer days. */
const ABOUT_NEW_YEAR_days = 14;
/**
 * A payroll is made by hand for a pay date of at most so many years before today, and generated for as many after it.
 */
const [YEARS_BACK, YEARS_AHEAD] = [10, 3];

/**
 * On which days the approved payrolls of a schedule about each New Year were paid, by their intended pay dates. What
 * was paid in one year is no pay of the other, also after another movement of pay dates: the number of pays of a year
 * is fixed.
 */
const paidAboutNewYear = async (
  schedule: RecordOf<'pay_schedule'>,
  services: Services,
  tenant: Tenant,
): Promise<Map<CalendarDate, CalendarDate>> => {
  if (schedule.pay_frequency === 'custom') return new Map();
  const year = yearOf(services.clock.today());
  const first = Math.max(year - YEARS_BACK, yearOf(schedule.anchor_pay_date));
  const newYears = Array.from({ length: Math.max(0, year + YEARS_AHEAD - first + 1) }, (_, at) =>
    dateOf(first + at, 1, 1),
  );
  const about = newYears.map((day) =>
    all(
      compare('pay_date', '>', addDays(day, -ABOUT_NEW_YEAR_days)),
      compare('pay_date', '<', addDays(day, ABOUT_NEW_YEAR_days)),
    ),
  );
  const approved = all(equal('pay_schedule_id', schedule.id), not(equal('status', 'draft')), any(...about));
  const payrolls = about.length === 0 ? [] : await regularPayrolls(approved, services, tenant);
  return new Map(
    payrolls.flatMap(({ original_pay_date: intended, pay_date }) => (intended === null ? [] : [[intended, pay_date]])),
  );
};

/**
 * How pay dates of a schedule move: its setting, or the employer's, or the company's; and the holidays of today. Where
 * they were paid about New Year they stay.
 */
export const payDateRulesOf = async (
  schedule: RecordOf<'pay_schedule'>,
  services: Services,
  tenant: Tenant,
): Promise<PayDateRules> => {
  const entityId = schedule.business_entity_id;
  const { read, clock } = services;
  const [entity, company, provinces, paid] = await Promise.all([
    read.get('business_entity', tenant, entityId),
    read.get('company', tenant, tenant.company_id ?? ''),
    provincesOfEmployment(new Map([[entityId, [entityId]]]), clock.today(), services, tenant),
    paidAboutNewYear(schedule, services, tenant),
  ]);
  const province = provinces.get(entityId);
  const movement = resolvePayDayMovement(
    schedule.pay_day_movement_setting,
    entity?.pay_day_movement_setting ?? 'inherit',
    company?.pay_day_movement_setting ?? 'inherit',
  );
  return { movement, province: typeof province === 'string' && isProvince(province) ? province : null, paid };
};

/** What a generated payroll's own members are for a period. */
const periodMembers = (period: PayPeriod) => ({
  period_number: period.period_number,
  period_label: String(period.period_number),
  period_start: period.period_start,
  period_end: period.period_end,
  pay_date: period.pay_date,
  original_pay_date: period.original_pay_date,
  debit_date: period.debit_date,
  approval_due_at: period.approval_due_at,
  regular_periods_count: period.regular_periods_count,
  is_impacted_by_weekend_or_holiday: period.is_impacted_by_weekend_or_holiday,
});

/** The event that makes a payroll what its period says; none when it is already. */
export const payrollEventsOf = (
  schedule: RecordOf<'pay_schedule'>,
  period: PayPeriod,
  existing: RecordOf<'payroll'> | undefined,
): EventBody[] => {
  const members = periodMembers(period);
  if (!existing)
    return [
      payrollEvents.created({
        business_entity_id: schedule.business_entity_id ?? null,
        pay_schedule_id: schedule.id,
        type: 'regular',
        status: 'draft',
        note: null,
        external_ref: null,
        approved_at: null,
        source_payroll_id: null,
        custom_pay_frequency: null,
        approval: null,
        ...members,
      }),
    ];
  if (existing.status !== 'draft' || existing.approval !== null) return [];
  const before = { ...existing, is_off_calendar: existing.is_off_calendar === true };
  const changed = changedMembers(before, { ...members, is_off_calendar: false });
  return Object.keys(changed).length === 0 ? [] : [payrollRescheduled(changed)];
};

/**
 * The event that gives a draft off-cycle payroll the number of its source anew, and the pays of its year; none where it
 * has them, and while the source is paid in another year.
 */
export const followingSource = (
  offCycle: RecordOf<'payroll'> | undefined,
  source: RecordOf<'payroll'>,
): EventBody[] => {
  if (offCycle?.status !== 'draft' || offCycle.approval !== null) return [];
  if (yearOf(offCycle.pay_date) !== yearOf(source.pay_date)) return [];
  const { period_number, regular_periods_count } = source;
  const [, letters] = offCycle.period_label.split(' ');
  const members = { period_number, period_label: `${period_number} ${letters}`, regular_periods_count };
  const changed = changedMembers(offCycle, members);
  return Object.keys(changed).length === 0 ? [] : [payrollRescheduled(changed)];
};

/** The pay date of a payroll that a caller made: the intended day, moved as the schedule says now, or the given one. */
export const payDateNow = (
  { original_pay_date, pay_date }: RecordOf<'payroll'>,
  { movement, province }: PayDateRules,
): CalendarDate =>
  original_pay_date === null ? pay_date : movePayDate(original_pay_date, movement, bankHolidays(province));

/**
 * The event that gives a draft which a caller made the dates that its schedule gives now, and its number in the year;
 * none where it has them. The day that a caller gave stays: an intended one is moved as the schedule says, any other is
 * kept.
 *
 * @param place of a regular payroll of a custom schedule among those of its year, from 1
 */
export const followingSchedule = (
  payroll: RecordOf<'payroll'> | undefined,
  rules: PayDateRules,
  place: number | undefined,
): EventBody[] => {
  if (payroll?.status !== 'draft' || payroll.approval !== null) return [];
  const { original_pay_date } = payroll;
  const pay_date = payDateNow(payroll, rules);
  const debit_date = debitDate(pay_date, bankHolidays(rules.province));
  const members = {
    pay_date,
    debit_date,
    approval_due_at: approvalDueAt(debit_date),
    is_impacted_by_weekend_or_holiday: original_pay_date !== null && pay_date !== original_pay_date,
    ...(place === undefined ? {} : { period_number: Math.min(place, 366), period_label: String(place) }),
  };
  const changed = changedMembers(payroll, members);
  return Object.keys(changed).length === 0 ? [] : [payrollRescheduled(changed)];
};

/** The next payroll of a schedule: its earliest draft regular one by pay date. */
export const nextPayroll = <P extends Pick<RecordOf<'payroll'>, 'id' | 'type' | 'status' | 'pay_date'>>(
  payrolls: readonly P[],
): P | undefined =>
  payrolls
    .filter(({ type, status }) => type === 'regular' && status === 'draft')
    .sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1))[0];
