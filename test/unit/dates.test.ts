import { expect, test } from 'vitest';
import { addMonths, businessDay, formatInstant, isDate, torontoTime, weekday } from '../../src/values/dates.ts';

test('only existing days are valid dates', () => {
  expect(isDate('2024-02-29')).toBe(true);
  for (const text of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '1899-12-31', '2026-04-31', ''])
    expect(isDate(text)).toBe(false);
});

test('a month after the 31st is the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
});

test('the approval deadline is half past four in Toronto, in winter and in summer', () => {
  expect(formatInstant(torontoTime('2026-01-27', 16, 30))).toBe('2026-01-27T21:30:00.000000Z');
  expect(formatInstant(torontoTime('2026-06-25', 16, 30))).toBe('2026-06-25T20:30:00.000000Z');
});

test('a business day ends at midnight in Toronto, not in UTC', () => {
  expect(businessDay(Date.parse('2026-03-05T04:59:00Z'))).toBe('2026-03-04');
  expect(businessDay(Date.parse('2026-03-05T05:01:00Z'))).toBe('2026-03-05');
});

test('a cached business day is right until its end, also when the clocks change', () => {
  // Clocks go forward on 8 March 2026 and back on 1 November: midnight is at 5:00, then 4:00, then 5:00 again in
  // Greenwich.
  const midnights = ['2026-03-08T05:00Z', '2026-03-09T04:00Z', '2026-11-01T04:00Z', '2026-11-02T05:00Z'].map(
    Date.parse,
  );
  for (const midnight of midnights)
    for (const again of [0, 1]) {
      expect([again, businessDay(midnight - 1)]).not.toEqual([again, businessDay(midnight)]);
      expect(businessDay(midnight - 3_600_000)).toBe(businessDay(midnight - 1));
      expect(businessDay(midnight + 3_599_999)).toBe(businessDay(midnight));
    }
});

test('the first of January 2026 is a Thursday', () => {
  expect(weekday('2026-01-01')).toBe(4);
});
