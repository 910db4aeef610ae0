import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOfPay, earnedDays } from '../../../src/statutory/stage/earned-days.ts';
import { holidayPay } from '../../../src/statutory/standards/holiday-pay.ts';
import { addDays } from '../../../src/values/dates.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';

/** A line of a whole pay period. */
const line = (amount: string, hours: string, period_start: string, period_end: string) => ({
  ...{ earning_type: 'wage', amount, hours, earned_on: null, is_for_all_days: false },
  ...{ period_start, period_end },
});

test('what a line has on the days of its period comes to the line, amount and hours', () => {
  const parts = (places: number) =>
    fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => toText(decimal(units).div(10 ** places)));
  // Any days, so that short periods have no others.
  const kept = fc.subarray(Array.from({ length: 10 }, (_, day) => addDays('2026-06-16', day)));
  fc.assert(
    fc.property(parts(2), parts(6), fc.integer({ min: 0, max: 60 }), kept, (amount, hours, length, holidays) => {
      const days = earnedDays(line(amount, hours, '2026-06-16', addDays('2026-06-16', length)), holidays);
      expect(toText(sum(days.map((day) => day.amount)))).toBe(amount);
      expect(toText(sum(days.map((day) => day.hours ?? '0')))).toBe(hours);
    }),
  );
});

// Half a month of eleven working days: an eleventh of 76.5 hours has no end, and 22.11 × 76.5 / 11 is 153.765.
test('an average of hours that were earned with a whole period is rounded once, at the end', () => {
  const days = earnedDays(line('1691.42', '76.5', '2026-06-16', '2026-06-30'), []);
  const { holiday_pay, explanation } = holidayPay({
    ...{ jurisdiction: 'NL', holiday: '2026-07-01', employed_since: '2020-01-01', hourly_rate: '22.11' },
    days: days.map(({ date, amount, hours }) => ({ date, wages: amount, ...(hours === null ? {} : { hours }) })),
  });
  expect(explanation.at(-1)?.figures).toMatchObject({ hours: '76.5', 'days worked': '11' });
  expect(holiday_pay).toBe('153.77');
});

// Christmas of 2026 is a Friday, and Boxing Day a Saturday.
test.each([
  ['wage', false, '2026-12-21', '2026-12-27', ['21', '22', '23', '24']],
  // A salary, and what comes by itself.
  ['wage', true, '2026-12-21', '2026-12-27', ['21', '22', '23', '24', '25']],
  ['statutory_holiday_pay', false, '2026-12-21', '2026-12-27', ['25', '26']],
  ['statutory_holiday_pay', false, '2026-12-14', '2026-12-20', ['14', '15', '16', '17', '18']],
  // Where no other day is a working one, it was a day of the weekend; holidays alone were worked on.
  ['wage', false, '2026-12-25', '2026-12-27', ['27']],
  ['wage', false, '2026-12-25', '2026-12-26', ['25']],
])(
  'a line of %s without a day, for all of them: %s, from %s to %s is of %j',
  (type, is_for_all_days, from, to, days) => {
    const earned = { ...line('100', '8', from, to), earning_type: type, is_for_all_days };
    expect(earnedDays(earned, ['2026-12-25', '2026-12-26']).map(({ date }) => date.slice(8))).toEqual(days);
  },
);

// Ontario counts the vacation pay that is payable for the weeks of the average: 4 % of what was earned in each.
test('vacation pay that is paid with lines is for their days, by what accrued on each; what was entered is not', () => {
  const of = (id: string, type: string, amount: string, more: object) => ({
    ...{ id, type, amount, hours: null, own_hours: null, pay_rate_id: null },
    ...{ earned_on: null, is_for_all_days: false, pays_accrued: false, accrued_vacation_pay: '0', ...more },
  });
  const daysOf = (vacation: object) => {
    const lines = [
      of('first', 'wage', '300', { earned_on: '2026-06-16', accrued_vacation_pay: '12' }),
      of('second', 'wage', '600', { earned_on: '2026-06-25', accrued_vacation_pay: '24' }),
      // Nothing accrues on it, or less than nothing, which its day has too.
      of('third', 'bonus_discretionary', '50', { earned_on: '2026-06-17' }),
      of('fourth', 'wage', '-100', { earned_on: '2026-06-18', accrued_vacation_pay: '-4' }),
      of('paid', 'vacation_pay', '32', vacation),
    ];
    const days = daysOfPay(lines, { period_start: '2026-06-14', period_end: '2026-06-27' }, [], []);
    return days.filter(({ line_id }) => line_id === 'paid').map(({ date, amount }) => [date, amount]);
  };
  expect(daysOf({ pays_accrued: true })).toEqual([
    ['2026-06-16', '12'],
    ['2026-06-18', '-4'],
    ['2026-06-25', '24'],
  ]);
  // What accrued on some of the lines is kept: nothing says on which.
  expect(daysOf({ pays_accrued: true, amount: '24' })).toEqual([
    ['2026-06-16', '8'],
    ['2026-06-25', '16'],
  ]);
  expect(daysOf({})).toHaveLength(10);
  expect(daysOf({ pays_accrued: true, earned_on: '2026-06-19' })).toEqual([['2026-06-19', '32']]);
});
