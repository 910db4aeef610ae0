import { expect, test } from 'vitest';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * Pay schedule rules 3 and 5: New Year 2027 is a Friday on which banks rest, so its pay is paid in 2026. A year has as many
 * pays as are paid in it, salaries are divided by them, and tax formulas take them.
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
