import { describe, expect, test } from 'vitest';
import type { DayRecord, HolidayPayInput } from '../../../src/statutory/standards/holiday-pay.ts';
import { holidayPay, looksBackTo } from '../../../src/statutory/standards/holiday-pay.ts';
import { addDays } from '../../../src/values/dates.ts';

/** A Wednesday: its week begins on Sunday, June 28. */
const HOLIDAY = '2026-07-01';
const before = (days: number) => addDays(HOLIDAY, -days);
const wages = (...daysBefore: number[]): DayRecord[] =>
  daysBefore.map((days) => ({ date: before(days), wages: '160', hours: '8' }));
const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const pay = (jurisdiction: HolidayPayInput['jurisdiction'], more: Partial<HolidayPayInput> = {}) =>
  holidayPay({
    ...{ jurisdiction, holiday: HOLIDAY, employed_since: '2020-01-01', hourly_rate: '20' },
    ...{ days: wages(...daysFrom(1, 40)), ...more },
  });

describe('the earnings that statutory holiday pay is based on', () => {
  // Ontario's Act, s. 24; Canada Labour Code, s. 196 (2), and Quebec's Act, s. 62: twelve weeks of commission; British
  // Columbia, s. 44 and 45: 30 calendar days; Alberta, s. 25: 30 days in 12 months; Saskatchewan, s. 2-32: four weeks
  // before the holiday; Yukon, s. 30: two weeks before its week.
  test.each([
    ['ON', '2026-05-31'],
    ['CA', '2026-04-05'],
    ['QC', '2026-04-05'],
    ['BC', '2026-06-01'],
    ['SK', '2026-06-03'],
    ['YT', '2026-06-14'],
    ['AB', '2025-07-01'],
    ['NT', '2025-07-01'],
  ] as const)('in %s begin on %s at the earliest', (jurisdiction, from) => {
    expect(looksBackTo(jurisdiction, HOLIDAY)).toBe(from);
  });

  test('end where the employer says, in a window of weeks', () => {
    expect(looksBackTo('ON', HOLIDAY, 'before_holiday')).toBe('2026-06-03');
    expect(looksBackTo('SK', HOLIDAY, 'before_holiday_week')).toBe('2026-05-31');
    expect(looksBackTo('BC', HOLIDAY, 'before_holiday_week')).toBe('2026-06-01');
  });

  test('in British Columbia are divided by all days worked, also by one of overtime alone, which does not count', () => {
    const days = [...wages(...daysFrom(2, 15)), { date: before(1), overtime: '240' }];
    expect(pay('BC', { days }).holiday_pay).toBe('150');
  });

  test.each(['NB', 'NL', 'MB', 'SK'] as const)('in %s come to nothing where there are none', (jurisdiction) => {
    expect(pay(jurisdiction, { days: [] })).toMatchObject({ not_applicable_reason: null, holiday_pay: '0' });
  });

  test('are those of twelve weeks for who is paid by commission, in federal work from the twelfth week on', () => {
    const commission = (jurisdiction: 'CA' | 'QC' | 'ON', employed: number) => {
      const days = [{ date: before(4), commission: '6000' }];
      return pay(jurisdiction, { days, employed_since: before(employed), is_paid_by_commission: true }).holiday_pay;
    };
    expect([commission('CA', 83), commission('CA', 84)]).toEqual(['300', '100']);
    expect([commission('QC', 5), commission('ON', 84)]).toEqual(['100', '300']);
    const days = [{ date: before(4), commission: '6000', tips: '600' }];
    expect(pay('CA', { days, is_paid_by_commission: true }).holiday_pay).toBe('100');
  });
});

describe('who qualifies for statutory holiday pay', () => {
  test.each([
    ['ON', { employed_since: HOLIDAY }, null],
    ['ON', { employed_since: before(-1) }, 'not_employed'],
    ['ON', { employed_until: HOLIDAY }, null],
    ['ON', { employed_until: before(1) }, 'not_employed'],
    ['BC', { employed_since: before(30) }, null],
    ['BC', { employed_since: before(29) }, 'too_short_employment'],
    // Fifteen of the thirty days before the holiday.
    ['NS', { days: wages(30, ...daysFrom(1, 14)) }, null],
    ['NS', { days: wages(31, ...daysFrom(1, 14)) }, 'too_few_days_worked'],
  ] as const)('in %s with %j: %s', (jurisdiction, more, reason) => {
    expect(pay(jurisdiction, more).not_applicable_reason).toBe(reason);
  });
});

describe('the amount of statutory holiday pay', () => {
  // 17.25 x 7.3 = 125.925.
  test.each([
    ['NL', { normal_hours: '7.3', hourly_rate: '17.25' }, 'hourly rate × hours of a normal day', '125.93'],
    ['MB', { normal_day: '133.335' }, 'wages of a normal day', '133.34'],
    ['ON', { normal_day: '999' }, 'earnings / divisor', '224'],
    ['NB', {}, 'earnings / days worked or with wages', '160'],
    ['QC', { is_paid_by_commission: true }, 'earnings / divisor', '98.67'],
  ] as const)('in %s with %j is explained: %s', (jurisdiction, more, formula, value) => {
    const { holiday_pay, explanation } = pay(jurisdiction, more);
    expect([holiday_pay, explanation.map((step) => [step.formula, step.value])]).toEqual([value, [[formula, value]]]);
  });
});
