import { expect, test } from 'vitest';
import type { StubFacts, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { daysOfLine } from '../../../src/statutory/stage/earned-days.ts';
import { holidayPayStage } from '../../../src/statutory/stage/holiday-stage.ts';
import { calculate, calendar2026, given, handMadeLine, hourly, onPayroll, salary } from '../payrolls/given.ts';

const property = (type: string, value: unknown): TaxPropertyFacts => ({
  ...{ id: `taxp_${type}`, owner: 'work_assignment', owner_id: 'wrk_1', type, value },
  ...{ effective_from: '2020-01-01', effective_to: null },
});

// An hour of 50,001.90 for 1,820 hours a year has no end; seven of them are 192.315.
test('the pay of a holiday by hours of a salary is divided last, and rounded once', () => {
  const payroll = calendar2026.findIndex(
    ({ period_start, period_end }) => period_start <= '2026-07-01' && period_end >= '2026-07-01',
  );
  const facts = given(
    {
      pay_rates: [salary('50001.90', { expected_hours_per_week: '35', effective_from: '2020-01-01' })],
      tax_properties: [
        property('ca::province_of_employment', 'ca_nl'),
        property('ca::statutory_holiday_pay', { calculate_entitlement: true, hours: '7' }),
      ],
    },
    payroll,
  );
  const { lines } = calculate(facts, { holidayPay: holidayPayStage });
  expect(lines.find(({ type }) => type === 'statutory_holiday_pay')?.managed_amount).toBe('192.32');
});

/**
 * September 2026 has 22 weekdays, of which British Columbia keeps Labour Day and the 30th. The pay of the 30th is the
 * average of the days that were worked. An hour is 25.00, of 173.333333 in a month.
 */
const holidayPayOf = (
  lines: StubFacts['lines'],
  rates: StubFacts['pay_rates'] = [YEARS],
): string | null | undefined => {
  const facts = onPayroll(
    {
      ...given({ pay_rates: rates }, 0),
      tax_properties: [
        property('ca::province_of_employment', 'ca_bc'),
        property('ca::statutory_holiday_pay', { calculate_entitlement: true }),
      ],
      lines,
    },
    {
      pay_frequency: 'monthly',
      regular_periods_count: 12,
      period_start: '2026-09-01',
      period_end: '2026-09-30',
      pay_date: '2026-09-30',
    },
  );
  const paid = calculate(facts, { holidayPay: holidayPayStage }).lines.filter(
    ({ type }) => type === 'statutory_holiday_pay',
  );
  expect(paid.at(-1)?.managed_earned_on).toBe('2026-09-30');
  return paid.at(-1)?.managed_amount;
};
const YEARS = salary('52000', { effective_from: '2020-01-01' });
/** The line that a rate makes, with hours that were entered on it. */
const ownLine = (custom_hours: string, { id } = YEARS): StubFacts['lines'][number] => ({
  ...handMadeLine('earning', 'salary', { id: `earning/${id}`, is_managed: true, custom_hours, pay_rate_id: id }),
  recurrence: { object: 'pay_rate', id },
});

test.each([
  ['eight on each day of work', '160', '200'],
  ['those of a salary for the whole month', '173.333333', '196.97'],
])('hours of a salary that were entered on a line made by hand: %s', (_, custom_hours, holiday_pay) => {
  const byHand = handMadeLine('earning', 'salary', { custom_hours, pay_rate_id: YEARS.id });
  expect(holidayPayOf([byHand, ownLine('0')])).toBe(holiday_pay);
});

test.each([
  // Half a day was not worked: the salary is for the holidays all the same, and a day is 7.7 hours.
  ['four fewer than its own', '169.33', '192.42'],
  ['those of its own without the holidays, at eight a day', '157.33', '196.67'],
  ['those of its own without the holidays, in equal parts', '157.58', '196.98'],
  ['eight on each day of work, of a month with more days than most', '160', '200'],
])('hours of a salary that were entered on its own line: %s', (_, custom_hours, holiday_pay) => {
  expect(holidayPayOf([ownLine(custom_hours)])).toBe(holiday_pay);
});

test('hours of a salary that is not in force any more are for the days of work that have room for them', () => {
  const ended = { ...salary('52000', { effective_from: '2020-01-01', effective_to: '2026-08-15' }), id: 'prt_ended' };
  const wage = hourly('20', { effective_from: '2026-08-16' });
  expect(holidayPayOf([ownLine('160', ended)], [ended, wage])).toBe('200');
});

test.each([
  ['a month', '2026-12-01', '160', 22],
  ['a month', '2026-12-01', '173.33', 23],
  ['half a month', '2026-12-16', '80', 11],
  ['half a month', '2026-12-16', '86.67', 12],
])(
  'hours of %s with Christmas and a working day more than most, from %s: %s are for %i days',
  (_, period_start, hours, days) => {
    const rate = salary('52000', { effective_from: '2020-01-01' });
    const line = { type: 'salary', is_for_all_days: true, own_hours: null, pay_rate_id: rate.id, earned_on: null };
    const period = { period_start, period_end: '2026-12-31' };
    const earned = daysOfLine({ ...line, amount: '4333.33', hours }, period, [rate], ['2026-12-25']);
    expect(earned).toHaveLength(days);
  },
);

test.each([
  ['a week of a year with 53 pays', '2026-12-21', '2026-12-27', '39.25', '32', 4],
  ['half a day off in such a week', '2026-12-21', '2026-12-27', '39.25', '35.5', 5],
  ['two weeks of a year with 27 pays', '2026-12-14', '2026-12-27', '77.04', '72', 9],
  ['half a month with eleven working days', '2026-12-11', '2026-12-25', '86.67', '80', 10],
  ['half a day off in such half a month', '2026-12-11', '2026-12-25', '86.67', '82.67', 11],
  // Eight hours on each of its 22 days of work would be more than its own.
  ['half a day off in a month with 23 working days', '2026-12-01', '2026-12-31', '173.33', '169.33', 23],
])(
  'hours entered on a salary whose pay counts fewer days than its period has, with Christmas: %s',
  (_, period_start, period_end, own_hours, hours, days) => {
    const rate = salary('52000', { effective_from: '2020-01-01' });
    const line = { type: 'salary', is_for_all_days: true, own_hours, hours, pay_rate_id: rate.id, earned_on: null };
    const earned = daysOfLine({ ...line, amount: '1000' }, { period_start, period_end }, [rate], ['2026-12-25']);
    expect(earned).toHaveLength(days);
  },
);
