import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earnedDays } from '../../../src/statutory/stage/earned-days.ts';
import { holidayPay } from '../../../src/statutory/standards/holiday-pay.ts';
import { addDays } from '../../../src/values/dates.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';

/** A line of a whole pay period. */
const line = (amount: string, hours: string, period_start: string, period_end: string) => ({
  ...{ earning_type: 'wage', amount, hours, earned_on: null },
  ...{ period_start, period_end },
});

test('what a line has on the days of its period comes to the line, amount and hours', () => {
  const parts = (places: number) =>
    fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => toText(decimal(units).div(10 ** places)));
  fc.assert(
    fc.property(parts(2), parts(6), fc.integer({ min: 0, max: 60 }), (amount, hours, length) => {
      const days = earnedDays(line(amount, hours, '2026-06-16', addDays('2026-06-16', length)));
      expect(toText(sum(days.map((day) => day.amount)))).toBe(amount);
      expect(toText(sum(days.map((day) => day.hours ?? '0')))).toBe(hours);
    }),
  );
});

// Half a month of eleven working days: an eleventh of 76.5 hours has no end, and 22.11 × 76.5 / 11 is 153.765.
test('an average of hours that were earned with a whole period is rounded once, at the end', () => {
  const days = earnedDays(line('1691.42', '76.5', '2026-06-16', '2026-06-30'));
  const { holiday_pay, explanation } = holidayPay({
    ...{ jurisdiction: 'NL', holiday: '2026-07-01', employed_since: '2020-01-01', hourly_rate: '22.11' },
    days: days.map(({ date, amount, hours }) => ({ date, wages: amount, ...(hours === null ? {} : { hours }) })),
  });
  expect(explanation.at(-1)?.figures).toMatchObject({ hours: '76.5', 'days worked': '11' });
  expect(holiday_pay).toBe('153.77');
});
