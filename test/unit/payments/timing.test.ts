import { expect, test } from 'vitest';
import { daysAgain, daysInFile, payrollDays } from '../../../src/payments/timing.ts';
import { daysBetween } from '../../../src/values/dates.ts';

/** On which days the payments of a payroll move. */
const days = payrollDays(
  { debit_date: '2026-01-13', pay_date: '2026-01-16', is_impacted_by_weekend_or_holiday: false },
  '2026-01-12T15:00:00.000000Z',
);

test('a remittance leaves on the pay date and arrives on its due date, before a weekend', () => {
  expect(days.remittance('2026-02-15', false)).toEqual({
    ...{ process_at: '2026-01-16', expected_at: '2026-02-13', is_impacted_by_weekend_or_holiday: true },
  });
  expect(days.remittance(null, false)).toMatchObject({ process_at: '2026-01-16', expected_at: '2026-01-19' });
});

test('one that is due once a year leaves when banks take payments of its date: 173 days before', () => {
  const { process_at, expected_at } = days.remittance('2027-01-15', false);
  expect([process_at, expected_at]).toEqual(['2026-07-27', '2027-01-15']);
  expect(daysBetween(process_at, expected_at)).toBeLessThanOrEqual(173);
});

// Tuesday 13 to Friday 16 January 2026. A debit counts as paid two business days after it left.
test('pay leaves when its debit counts as paid, and arrives on the pay date', () => {
  expect([days.funding, days.payees]).toMatchObject([
    { process_at: '2026-01-13', expected_at: '2026-01-15' },
    { process_at: '2026-01-15', expected_at: '2026-01-16' },
  ]);
});

test('a payroll that is approved after 16:30 of its debit date is debited and paid a business day later', () => {
  const payroll = { debit_date: '2026-01-13', pay_date: '2026-01-16', is_impacted_by_weekend_or_holiday: false };
  expect(payrollDays(payroll, '2026-01-13T21:29:59.000000Z').payees.expected_at).toBe('2026-01-16');
  // The deadline itself is in time.
  expect(payrollDays(payroll, '2026-01-13T21:30:00.000000Z')).toMatchObject({
    funding: { process_at: '2026-01-13', expected_at: '2026-01-15' },
    payees: { process_at: '2026-01-15', expected_at: '2026-01-16' },
  });
  const late = payrollDays(payroll, '2026-01-13T21:30:00.000001Z');
  expect([late.funding, late.payees]).toMatchObject([
    { process_at: '2026-01-14', expected_at: '2026-01-16' },
    { process_at: '2026-01-16', expected_at: '2026-01-19' },
  ]);
});

test('pay of a debit long before leaves on the business day before the pay date', () => {
  const payroll = { debit_date: '2026-01-13', pay_date: '2026-01-26', is_impacted_by_weekend_or_holiday: false };
  expect(payrollDays(payroll, '2026-01-12T15:00:00.000000Z').payees).toMatchObject({
    ...{ process_at: '2026-01-23', expected_at: '2026-01-26' },
  });
});

test('a payment that is made again leaves today, or when the debit that funds it counts as paid', () => {
  const wednesday = '2026-01-14T15:00:00.000000Z';
  expect([
    daysAgain('payroll_float', wednesday),
    daysAgain('employee', wednesday),
    daysAgain('employee', wednesday, '2026-01-13'),
    daysAgain('employee', wednesday, '2026-01-16'),
  ]).toEqual([
    { process_at: '2026-01-14', expected_at: '2026-01-16' },
    { process_at: '2026-01-14', expected_at: '2026-01-15' },
    { process_at: '2026-01-14', expected_at: '2026-01-15' },
    { process_at: '2026-01-16', expected_at: '2026-01-19' },
  ]);
});

test('a file that is made later than it should be moves the days of its payments, and to business days', () => {
  const debit = (created_on: string) =>
    daysInFile('payroll_float', { process_at: '2026-01-13', expected_at: '2026-01-15' }, created_on);
  expect(['2026-01-13', '2026-01-17'].map(debit)).toEqual([
    { date: '2026-01-13', expected_at: '2026-01-15' },
    { date: '2026-01-19', expected_at: '2026-01-21' },
  ]);
  const pay = (created_on: string) =>
    daysInFile('employee', { process_at: '2026-01-15', expected_at: '2026-01-16' }, created_on);
  expect(['2026-01-15', '2026-01-16', '2026-01-17'].map(pay)).toEqual([
    { date: '2026-01-16', expected_at: '2026-01-16' },
    { date: '2026-01-19', expected_at: '2026-01-19' },
    { date: '2026-01-20', expected_at: '2026-01-20' },
  ]);
});
