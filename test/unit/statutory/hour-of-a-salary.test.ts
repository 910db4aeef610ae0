import { expect, test } from 'vitest';
import type { TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { holidayPayStage } from '../../../src/statutory/stage/holiday-stage.ts';
import { calculate, calendar2026, given, salary } from '../payrolls/given.ts';

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
