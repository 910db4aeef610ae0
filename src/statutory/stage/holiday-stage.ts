import { hourlyRate, WEEKS_PER_YEAR } from '../../calculation/index.ts';
import type { EarlierEarning, StubFacts } from '../../calculation/model/facts.ts';
import type {
  BasisOfPay,
  FiguredLine,
  HolidayPay,
  HolidayPayRequest,
  HolidayPayStage,
} from '../../calculation/model/ports.ts';
import type { Step } from '../../calculation/model/types.ts';
import type { Holiday } from '../../calendar/holidays.ts';
import { JURISDICTIONS, statutoryHolidaysIn } from '../../calendar/holidays.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { isWithin, minDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { fixed, roundToCent, times, timesWhole, toText } from '../../values/fixed.ts';
import type { StandardsJurisdiction } from '../editions/employment-standards.ts';
import type { Basis, DayRecord, HolidayPayInput, HolidayPayResult, PaidHours } from '../standards/holiday-pay.ts';
import { commissionDays, holidayPay, looksBackTo } from '../standards/holiday-pay.ts';
import { dayRecords, daysOfPay, employedDays, holidayBaseOf, holidaysOf, isPaidOn } from './earned-days.ts';
import {
  configurationOf,
  type HolidayPayConfiguration,
  membersOf,
  propertiesInForce,
  textOf,
} from './tax-properties.ts';

/** What of a stub is not in its facts: its earnings, and the days of the holidays in its period. */
interface Present {
  earnings: readonly FiguredLine[];
  holidays: readonly CalendarDate[];
}

/** The days with which the earnings of the stub were earned. */
const presentDays = (
  { payroll, pay_rates }: Pick<StubFacts, 'payroll' | 'pay_rates'>,
  { earnings, holidays }: Present,
): EarlierEarning[] => daysOfPay(earnings, payroll, pay_rates, holidays);

/** Earlier earnings, and those of the stub, by the days with which they were earned. */
const daysOfEarnings = (facts: StubFacts, present: Present): readonly EarlierEarning[] => [
  ...(facts.earlier_earnings ?? []),
  ...presentDays(facts, present),
];

/**
 * What an hour is worth on a holiday, where the configuration does not say it, in dollars: by the pay rate that is in
 * force. Where there are several, or none, by what the hours of some days were paid, overtime apart; null without any.
 */
const hourOf = (
  { pay_rates }: StubFacts,
  holiday: CalendarDate,
  earned: readonly EarlierEarning[],
  from: CalendarDate,
): PaidHours | null => {
  const inForce = pay_rates.filter(({ effective_from, effective_to }) =>
    isWithin(holiday, effective_from, effective_to),
  );
  const [only, ...others] = inForce.filter((rate) => !hourlyRate(rate).eq(0));
  if (only && others.length === 0)
    return { dollars: only.rate, hours: only.type === 'hourly' ? '1' : toText(hoursOfYear(only)) };
  let [wages, worked] = [0n, 0n];
  for (const { date, earning_type, amount, hours } of earned) {
    const counts = from <= date && date < holiday && holidayBaseOf({ earning_type, hours }) === 'wages';
    if (!counts || hours === null || fixed(hours) === 0n) continue;
    wages += fixed(amount);
    worked += fixed(hours);
  }
  return worked > 0n ? { dollars: toText(wages), hours: toText(worked) } : null;
};

const hoursOfYear = ({ expected_hours_per_week }: StubFacts['pay_rates'][number]): Fixed =>
  timesWhole(fixed(expected_hours_per_week), WEEKS_PER_YEAR);

/** Forms that only who is paid by commission hands in. */
const COMMISSION_FORMS = ['ca::federal::commission', 'ca::qc::commission'] as const;

/**
 * Whether somebody is paid by commission, wholly or in part: a commission was earned in the weeks that the holiday's
 * rule for commissions looks at, or a form for commissions is in force.
 */
const isPaidByCommission = (
  facts: StubFacts,
  jurisdiction: StandardsJurisdiction,
  holiday: CalendarDate,
  days: readonly DayRecord[],
): boolean => {
  const counted = commissionDays(jurisdiction, holiday);
  if (!counted) return false;
  const properties = propertiesInForce(facts);
  return (
    COMMISSION_FORMS.some((form) => membersOf(properties, form) !== null) ||
    days.some(({ date, commission = '0' }) => commission !== '0' && isWithin(date, counted.from, counted.to))
  );
};

/**
 * What a holiday's pay is calculated from, by the facts of a stub and a configuration.
 *
 * @param present days before the holiday may lie in the stub's own period
 */
const holidayPayInput = (
  facts: StubFacts,
  jurisdiction: StandardsJurisdiction,
  holiday: CalendarDate,
  { hours, pay_rate, override_date_basis }: HolidayPayConfiguration,
  present: Present,
): HolidayPayInput => {
  const earned = daysOfEarnings(facts, present);
  const days = dayRecords(earned);
  const from = looksBackTo(jurisdiction, holiday, override_date_basis);
  const employed = employedDays(facts.pay_rates);
  // Between two pay rates (a season, a leave) no day is a normal day of work, and a holiday has the average of what was
  // earned before it. Where there are no rates nothing says so.
  const isWorkday = facts.pay_rates.length === 0 || isPaidOn(facts.pay_rates, holiday);
  const normal_hours = isWorkday ? hours : null;
  return {
    jurisdiction,
    holiday,
    employed_since: employed?.from ?? facts.employment_began ?? holiday,
    employment_began: facts.employment_began,
    employed_until: employed?.to ?? null,
    days,
    date_basis: override_date_basis,
    normal_day:
      normal_hours !== null && pay_rate !== null
        ? toText(roundToCent(times(fixed(normal_hours), fixed(pay_rate))))
        : null,
    normal_hours,
    hourly_rate: pay_rate ?? hourOf(facts, holiday, earned, from),
    is_paid_by_commission: isPaidByCommission(facts, jurisdiction, holiday, days),
  };
};

/** The first day whose earnings the holidays of a stub's period depend on; null where no holiday pay is calculated. */
export const holidaysLookBackTo = (
  facts: Pick<StubFacts, 'tax_properties' | 'payroll'>,
  province: string | null,
): CalendarDate | null => {
  const properties = propertiesInForce(facts);
  const configuration = configurationOf(properties);
  if (!configuration.calculate_entitlement) return null;
  const place = textOf(properties, 'ca::province_of_work') ?? province;
  const firsts = holidaysOf(facts, configuration, place).map(({ holiday, jurisdiction }) =>
    looksBackTo(jurisdiction, holiday.observed_date, configuration.override_date_basis),
  );
  return firsts.length === 0 ? null : firsts.reduce(minDate);
};

/** The steps of a holiday's pay, the last one with the lines whose earnings went into it. */
const withLines = (steps: readonly Step[], basis: readonly BasisOfPay[]): readonly Step[] => {
  const ids = new Set(basis.flatMap(({ line_id }) => line_id ?? []));
  const last = steps.at(-1);
  if (!last || ids.size === 0) return steps;
  const records = Array.from(ids, (id) => ({ object: 'earning_line_item', id }));
  return [...steps.slice(0, -1), { ...last, records }];
};

/** The earnings that a holiday's pay is based on, earlier ones and those of the stub, a part for each of their days. */
const earningsOf = ({ from, to, include }: Basis, facts: StubFacts, present: Present): readonly BasisOfPay[] => {
  const counts = ({ date, earning_type, hours }: EarlierEarning): boolean => {
    const base = holidayBaseOf({ earning_type, hours });
    return from <= date && date <= to && base !== 'none' && include.includes(base);
  };
  return [
    ...(facts.earlier_earnings ?? [])
      .filter(counts)
      .map(({ amount, line_id, tag_shares }) => ({ amount, line_id, tag_shares: tag_shares ?? [] })),
    ...presentDays(facts, present)
      .filter(counts)
      .map(({ amount, line_id }) => ({ amount, line_id })),
  ];
};

/** The hours that the pay of a holiday stands for: none where there is no entitlement. */
const hoursFor = ({ holiday_pay }: HolidayPayResult, { hours }: HolidayPayConfiguration): string | null =>
  holiday_pay === '0' ? null : hours;

/** What a line says of its holiday. */
const saidOf = ({ key, name, name_translations, observed_date }: Holiday) => ({
  ...{ key, title: name, title_translations: name_translations, earned_on: observed_date },
});

/**
 * Pay of each statutory holiday of a stub's period, by day. Where a rule counts the pay of earlier holidays, or the
 * vacation pay that is paid with it, that of an earlier one on the same stub counts too: New Year's Day has Christmas in
 * its four weeks, whenever both are paid.
 *
 * @param place where the work is on the pay date, e.g. `ca_on`
 * @param earnings those of the stub, with the pay of the holidays before
 * @returns each with whose rules it is paid by, and what of the stub may count for it
 */
export const paysOfHolidays = (
  facts: StubFacts,
  place: string | null,
  configuration: HolidayPayConfiguration,
  earnings: HolidayPayRequest['earnings'],
): {
  holiday: Holiday;
  jurisdiction: StandardsJurisdiction;
  pay: HolidayPayResult;
  present: Present;
}[] => {
  const found = holidaysOf(facts, configuration, place);
  const holidays = found.map(({ holiday }) => holiday.observed_date);
  const before: HolidayPay[] = [];
  return found.map(({ holiday, jurisdiction }) => {
    const present = { earnings: earnings(before), holidays };
    const pay = holidayPay(holidayPayInput(facts, jurisdiction, holiday.observed_date, configuration, present));
    before.push({ ...saidOf(holiday), amount: pay.holiday_pay, hours: hoursFor(pay, configuration) });
    return { holiday, jurisdiction, pay, present };
  });
};

/**
 * Pay for each statutory holiday of the period, where the work assignment's configuration asks for it; 0 where there is
 * no entitlement, or none is calculated any more.
 */
export const holidayPayStage: HolidayPayStage = (request: HolidayPayRequest): readonly HolidayPay[] => {
  const { facts } = request;
  const properties = propertiesInForce(facts);
  const configuration = configurationOf(properties);
  const place = textOf(properties, 'ca::province_of_work') ?? request.province;
  const rules = configuration.override_rule_set ?? place;
  if (!configuration.calculate_entitlement || rules === null) {
    // A line that is there keeps what was entered on it, unless the rules of another place hold.
    const isThere = facts.lines.some(({ is_managed, type }) => is_managed && type === 'statutory_holiday_pay');
    if (!isThere) return [];
    const { period_start: from, period_end: to } = facts.payroll;
    const kept =
      rules === null
        ? JURISDICTIONS.flatMap((one) => statutoryHolidaysIn(one, from, to))
        : holidaysOf(facts, configuration, place).map(({ holiday }) => holiday);
    return kept.map((holiday) => ({ ...saidOf(holiday), amount: '0', hours: null }));
  }
  const paid = paysOfHolidays(facts, place, configuration, request.earnings);
  return paid.map(({ holiday, pay, present }) => {
    const { holiday_pay, basis, explanation } = pay;
    const standsOn = basis ? earningsOf(basis, facts, present) : [];
    return {
      ...saidOf(holiday),
      amount: holiday_pay,
      hours: hoursFor(pay, configuration),
      basis: standsOn,
      ...(request.explain ? { steps: withLines(explanation, standsOn) } : {}),
    };
  });
};
