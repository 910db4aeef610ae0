import { expect, test } from 'vitest';
import { payrollDays } from '../../../src/payments/timing.ts';
import { daysBetween } from '../../../src/values/dates.ts';

/** On which days the payments of a payroll move. */
const days = payrollDays(
  { debit_date: '2026-01-13', pay_date: '2026-01-16', is_impacted_by_weekend_or_holiday: false },
  '2026-01-12T15:00:00.000000Z',
);

test('a remittance leaves on the pay date and arrives on its due date, before a weekend', () => {
  expect(days.remittance('2026-02-15')).toEqual({
    ...{ process_at: '2026-01-16', expected_at: '2026-02-13', is_impacted_by_weekend_or_holiday: true },
  });
  expect(days.remittance(null)).toMatchObject({ process_at: '2026-01-16', expected_at: '2026-01-19' });
});

test('one that is due once a year leaves when banks take payments of its date: 173 days before', () => {
  const { process_at, expected_at } = days.remittance('2027-01-15');
  expect([process_at, expected_at]).toEqual(['2026-07-27', '2027-01-15']);
  expect(daysBetween(process_at, expected_at)).toBeLessThanOrEqual(173);
});
