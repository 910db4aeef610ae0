import { expect, test } from 'vitest';
import { hoursOfLine, type Line, type Rate } from '../../../src/forms/roe/hours.ts';
import { addDays } from '../../../src/values/dates.ts';
import { sum, toText } from '../../../src/values/money.ts';

/** Hours of earnings on a record of employment: those of a salary's days, and of holidays paid by the hour. */
const LINE: Line = {
  ...{ type: 'salary', recurrence: { id: 'salary' }, pay_rate_id: null, overtime_rate_id: null },
  ...{ custom_hours: null, managed_hours: '77.04', custom_amount: null, managed_amount: '2000' },
  ...{ custom_earned_on: null, managed_earned_on: null },
};
const RATE: Rate = {
  ...{ work_assignment_id: 'wrk_1', type: 'salary', rate: '54000', expected_hours_per_week: '40' },
  ...{ effective_from: '2025-01-01', effective_to: null },
};
// Two weeks from Sunday 4 January 2026, with ten working days; of a year of 27 pays payroll expects 77.04 hours.
const STUB = { work_assignment_id: 'wrk_1', period_start: '2026-01-04', period_end: '2026-01-17', is_salaried: true };
const hours = (line: Partial<Line>, rates: Record<string, Partial<Rate>>, stub: Partial<typeof STUB> = {}) =>
  hoursOfLine(
    { ...LINE, ...line },
    { ...STUB, ...stub },
    new Map(Object.entries(rates).map(([id, rate]) => [id, { ...RATE, ...rate }])),
  );

test('a salary of a whole period has the hours of its weeks, whatever a year of its pays comes to', () => {
  expect(hours({}, { salary: {} })).toBe('80');
  expect(hours({}, { salary: {} }, { period_end: '2026-01-10' })).toBe('40');
  // One that begins on the Monday is paid as a whole.
  expect(hours({}, { salary: { effective_from: '2026-01-05' } })).toBe('80');
});

test('hours of several periods come to those of their days together, and are rounded with their sum alone', () => {
  const halves = ['2026-04-01', '2026-04-16', '2026-05-01', '2026-06-01', '2026-06-16', '2026-07-01', '2026-08-01'];
  const of = halves.map((period_start) =>
    hours({}, { salary: {} }, { period_start, period_end: addDays(period_start, 14) }),
  );
  // Seven of fifteen days are fifteen weeks.
  expect(toText(sum(of.flatMap((each) => each ?? [])).round(2))).toBe('600');
});

test('hours that were entered, and those of a part of a period, are as payroll has them; an unpaid period has none', () => {
  expect(hours({ custom_hours: '60' }, { salary: {} })).toBe('60');
  expect(hours({ recurrence: null, managed_hours: '12' }, { salary: {} })).toBe('12');
  expect(hours({ managed_hours: '24' }, { salary: { effective_from: '2026-01-14' } })).toBe('24');
  expect(hours({}, { salary: { expected_hours_per_week: null } })).toBe('77.04');
  expect(hours({ custom_amount: '0' }, { salary: {} })).toBeNull();
  expect(hours({ custom_amount: '1500' }, { salary: {} })).toBe('80');
});

test('salaries that follow each other share the hours of the period by their days', () => {
  const rates = { salary: { effective_to: '2026-01-07' }, raise: { effective_from: '2026-01-08' } };
  // Three of ten working days, and seven.
  expect(hours({ managed_hours: '23.11' }, rates)).toBe('24');
  expect(hours({ managed_hours: '53.93', recurrence: { id: 'raise' } }, rates)).toBe('56');
  // A salary of other work, or a wage, does not go on where this one ended.
  const other = { ...rates, raise: { ...rates.raise, work_assignment_id: 'wrk_2' } };
  expect(hours({ managed_hours: '23.11' }, other)).toBe('23.11');
  expect(hours({ managed_hours: '23.11' }, { ...rates, raise: { ...rates.raise, type: 'hourly' } })).toBe('23.11');
});

test('a holiday that is paid by the hour has the hours that its pay is worth at the highest rate of its day', () => {
  const holiday: Partial<Line> = {
    ...{ type: 'statutory_holiday_pay', recurrence: null, managed_hours: null, managed_amount: '160' },
    ...{ managed_earned_on: '2026-01-05' },
  };
  const wage = { type: 'hourly', rate: '20', expected_hours_per_week: null };
  const wages = { is_salaried: false };
  expect(hours(holiday, { wage }, wages)).toBe('8');
  expect(hours({ ...holiday, custom_amount: '90' }, { wage }, wages)).toBe('4.5');
  expect(hours(holiday, { low: { ...wage, rate: '16' }, wage }, wages)).toBe('8');
  expect(hours(holiday, { wage, low: { ...wage, rate: '16' } }, wages)).toBe('8');
  const elsewhere = { ...wage, rate: '40', work_assignment_id: 'wrk_2' };
  const ended = { ...wage, rate: '40', effective_to: '2026-01-04' };
  expect(hours(holiday, { elsewhere, ended, wage }, wages)).toBe('8');
  // The day that was entered counts before that of the line, and without either the last of the period.
  expect(hours({ ...holiday, custom_earned_on: '2026-01-04' }, { ended, wage }, wages)).toBe('4');
  expect(hours({ ...holiday, managed_earned_on: null }, { ended, wage }, wages)).toBe('8');
  expect(hours({ ...holiday, managed_amount: '100' }, { wage: { ...wage, rate: '30' } }, wages)).toBe('3.33333333');
  // Nothing tells the hours; or the salary has those of all days.
  expect(hours(holiday, { salary: {} }, wages)).toBeNull();
  expect(hours(holiday, { wage })).toBeNull();
  expect(hours({ ...holiday, type: 'bonus_discretionary' }, { wage }, wages)).toBeNull();
});
