import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * Pay schedule rules 3 and 5: New Year 2027 is a Friday on which banks rest, so its pay is paid in 2026. A year has as
 * many pays as are paid in it, salaries are divided by them, and tax formulas take them.
 */
test.each([
  ['weekly', 53, '53000', ['2026-11-20', '2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-24']],
  ['bi-weekly', 27, '27000', ['2026-11-20', '2026-12-04', '2026-12-18']],
])('a %s schedule has %i pays in 2026, each of 1,000 dollars', async (pay_frequency, pays, rate, before) => {
  const world = await payrollWorld({ schedule: { pay_frequency } });
  await world.hired({ rate: { ...SALARY, rate } });
  await world.populated();
  const drafts = await world.drafts();
  expect(drafts.map(({ pay_date }) => pay_date)).toEqual([...before, '2026-12-31']);
  expect(drafts.at(-1)).toMatchObject({
    original_pay_date: '2027-01-01',
    is_impacted_by_weekend_or_holiday: true,
    period_number: pays,
    period_label: String(pays),
    regular_periods_count: pays,
  });
  const [stub] = await world.stubs(drafts[0]!);
  expect(stub!.employee_summary.gross).toBe('1000');
  const tax = world.rows('statutory_withholding_line_item').find(({ type }) => type === 'cpp');
  // The exemption of the year, 3,500, is divided by as many: (1,000 less that) at 5.95 percent.
  const exempt = Math.floor((3_500 / pays) * 100) / 100;
  expect(Number(tax!.managed_amount)).toBeCloseTo((1_000 - exempt) * 0.0595, 2);
});

test.each([
  ['previous_business_day', 'next_business_day', '2025-12-31', { period_number: 1, regular_periods_count: 52 }],
  ['next_business_day', 'previous_business_day', '2026-01-02', { period_number: 2, regular_periods_count: 53 }],
])(
  'a pay of New Year that moved to the %s stays in its year when pay dates move to the %s from then on',
  async (one, other, paid_on, numbered) => {
    const anchor = '2025-12-25';
    const schedule = { pay_frequency: 'weekly', anchor_pay_date: anchor, anchor_end_of_pay_period: '2025-12-20' };
    const now = '2025-12-15T17:00:00.000Z';
    const world = await payrollWorld({ now, schedule: { ...schedule, generate_payrolls_from: anchor } });
    const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' };
    const rate = { ...SALARY, rate: '53000', effective_from: '2025-01-01' };
    await world.hired({ rate, tax_properties: [place] });
    const moving = (pay_day_movement_setting: string) =>
      world.given.changed('business_entity', world.employer.id, { pay_day_movement_setting });
    await moving(one);
    await world.populated();
    let paid: string[] = [];
    while (!paid.includes(paid_on)) {
      const [next] = await world.drafts();
      const { pay_schedule_id } = next!;
      await world.given.events('payroll', next!.id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });
      await world.follow(world.managers.approval);
      await world.populated();
      paid = [...paid, next!.pay_date];
    }
    await moving(other);
    await world.populated();
    const [draft] = await world.drafts();
    expect(draft).toMatchObject({ pay_date: '2026-01-08', ...numbered });
    const [stub] = await world.stubs(draft!);
    expect(stub!.employee_summary.gross).toBe(numbered.regular_periods_count === 53 ? '1000' : '1019.23');
  },
);

/** What is withheld from one person on each payroll as it comes up, after those before it were approved. */
const withheldOn = async (
  count: number,
  schedule: JsonObject,
  tax_properties: readonly JsonObject[],
  now: string,
  rate = '60000',
): Promise<Record<string, Record<string, number>>> => {
  const world = await payrollWorld({ schedule, now });
  const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' };
  await world.hired({ rate: { ...SALARY, rate }, tax_properties: [place, ...tax_properties] });
  await world.populated();
  const withheld: Record<string, Record<string, number>> = {};
  for (let at = 0; at < count; at++) {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    const lines = world.rows('statutory_withholding_line_item').filter(({ pay_stub_id }) => pay_stub_id === stub!.id);
    withheld[payroll!.pay_date] = Object.fromEntries(
      lines.map(({ type, managed_amount }) => [type, Number(managed_amount)]),
    );
    await world.given.events('payroll', payroll!.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: payroll!.pay_schedule_id! },
    });
    await world.follow(world.managers.approval);
    await world.populated();
  }
  return withheld;
};

const MONTHLY = {
  pay_frequency: 'monthly',
  day_1: -1,
  anchor_pay_date: '2026-06-30',
  anchor_end_of_pay_period: '2026-06-30',
  generate_payrolls_from: '2026-06-30',
};

test('a deduction that is authorized from July on lowers the tax of each month equally', async () => {
  const property = { type: 'ca::federal::annual_deduction_at_source', value: 6_000, effective_from: '2026-07-01' };
  const withheld = await withheldOn(5, MONTHLY, [property], '2026-06-15T17:00:00.000Z', '96000');
  const [june, ...since] = Object.values(withheld).map(({ federal_income_tax }) => federal_income_tax!);
  expect(Object.keys(withheld)).toEqual(['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-29', '2026-10-30']);
  expect(since).toEqual(since.map(() => since[0]));
  // 6,000 over the six pays that are left, at 20.5 percent.
  expect(june! - since[0]!).toBeCloseTo(1_000 * 0.205, 0);
});

test('with a TD1X the pension exemption is for the days since the month before', async () => {
  const property = {
    type: 'ca::federal::commission',
    value: { income: 60_000, expenses: 0 },
    effective_from: '2026-01-01',
  };
  const withheld = await withheldOn(4, MONTHLY, [property], '2026-06-15T17:00:00.000Z');
  const cppOf = (days: number) => (5_000 - (3_500 * days) / 365) * 0.0595;
  expect(withheld['2026-08-31']!.cpp).toBeCloseTo(cppOf(31), 1);
  expect(withheld['2026-09-29']!.cpp).toBeCloseTo(cppOf(29), 1);
});

// T4127 chapter 6: X = 3,500 x N / 365, N the days since the last payment in the year. 0.0595 x (5,000.00 - X): of 30 days
// since the 1st of June 280.38, of the 62 of July and August 262.13, of the 29 of September 280.95.
test('with a TD1X the pension exemption is for the days since the employee was paid, not for those of the schedule', async () => {
  const world = await payrollWorld({ schedule: MONTHLY, now: '2026-05-28T17:00:00.000Z' });
  await world.hired({
    rate: { type: 'hourly', rate: '20', expected_hours_per_week: '0', effective_from: '2026-06-01' },
    tax_properties: [
      { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' },
      { type: 'ca::federal::commission', value: { income: 60_000, expenses: 0 }, effective_from: '2026-01-01' },
    ],
  });
  await world.populated();
  const withheld: Record<string, unknown> = {};
  for (const commission of ['5000', null, '5000', '5000']) {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    if (commission !== null)
      await world.given.created('earning_line_item', {
        ...{ pay_stub_id: stub!.id, earning_type: 'commission', custom_amount: commission },
      });
    await world.populated();
    const { amounts } = (await world.services.read.get('pay_stub', world.tenant, stub!.id))!;
    withheld[payroll!.pay_date] = amounts?.statutory_withholding?.cpp;
    await world.given.events('payroll', payroll!.id, {
      type: 'PayrollApprovalStarted',
      data: { pay_schedule_id: payroll!.pay_schedule_id! },
    });
    await world.follow(world.managers.approval);
    await world.populated();
  }
  expect(withheld).toEqual({
    ...{ '2026-06-30': '280.38', '2026-07-31': undefined, '2026-08-31': '262.13', '2026-09-29': '280.95' },
  });
});

/** The pay of the 1st of January is paid in the year before, always: banks rest on that day. */
test.each([
  ['2026-12-01', '2026-11-16', ['2026-12-01', '2026-12-15', '2026-12-31']],
  ['2026-01-15', '2026-01-01', ['2026-01-15', '2026-01-30', '2026-02-13']],
])('cumulative averaging from %s on counts the pays of the year', async (anchor, start, days) => {
  const schedule = {
    pay_frequency: 'semi-monthly',
    day_1: 1,
    day_2: 15,
    anchor_pay_date: anchor,
    anchor_start_of_pay_period: start,
    anchor_end_of_pay_period: anchor === '2026-12-01' ? '2026-11-30' : '2026-01-15',
    generate_payrolls_from: anchor,
  };
  const property = { type: 'ca::income_tax_method', value: 'cumulative', effective_from: start };
  const withheld = await withheldOn(3, schedule, [property], `${start}T17:00:00.000Z`);
  expect(Object.keys(withheld)).toEqual(days);
  // Of equal pays each bears the same, but for what roundings leave.
  const [first, ...others] = Object.values(withheld).map(({ federal_income_tax }) => federal_income_tax!);
  for (const tax of others) expect(Math.abs(tax - first!)).toBeLessThan(1);
});

test('a correction of the first days of a year is of the period that was paid last in the year before', async () => {
  const schedule = { pay_frequency: 'weekly', anchor_pay_date: '2025-12-05', anchor_end_of_pay_period: '2025-11-29' };
  const world = await payrollWorld({ now: '2026-01-05T17:00:00.000Z', schedule });
  const made = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-01-01' },
  });
  // Those of 2025 are paid on the 5th, 12th, 19th and 26th of December.
  expect(made).toMatchObject({ period_start: '2025-12-14', period_end: '2025-12-20' });
});
