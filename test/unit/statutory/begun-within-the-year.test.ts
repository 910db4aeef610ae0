import { describe, expect, test } from 'vitest';
import type { StubFacts } from '../../../src/calculation/index.ts';
import { firstPaySince, nextPay } from '../../../src/calculation/model/tax-year.ts';
import { given } from '../payrolls/given.ts';

// An annual amount that begins within the year falls on the pays that are left: P x F1 / PR (T4127 chapter 4). Pays are on
// 9 and 23 January, 6 and 20 February 2026 and so on.

type Payroll = StubFacts['payroll'];
const numbered = (number: number, type: Payroll['type'], pay_date: string): Payroll => {
  const { payroll } = given({}, number - 1);
  // In the order of their ids, which say nothing of their days.
  const calendar = payroll.calendar.toReversed();
  return { ...payroll, type, pay_date, calendar };
};

describe('of an amount in force since 20 January the first pay is the second one', () => {
  test.each<[string, Payroll]>([
    ['on that pay', numbered(2, 'regular', '2026-01-23')],
    ['on a later pay', numbered(4, 'regular', '2026-02-20')],
    ['on an off-cycle payroll behind it', numbered(2, 'off_cycle', '2026-01-28')],
    ['on an off-cycle payroll of its date', numbered(2, 'off_cycle', '2026-01-23')],
    ['on an off-cycle payroll before it', numbered(2, 'off_cycle', '2026-01-21')],
    ['on an off-cycle payroll whose source was paid long before', numbered(2, 'off_cycle', '2026-02-25')],
    ['on a correction between later pays', numbered(3, 'correction', '2026-02-12')],
  ])('%s', (_, payroll) => {
    expect(firstPaySince('2026-01-20', payroll)).toBe(2);
  });

  test('of an amount in force behind all pays so far it is the next one, and the last where the year has no other', () => {
    expect(firstPaySince('2026-02-10', numbered(3, 'correction', '2026-02-12'))).toBe(4);
    expect(firstPaySince('2026-12-28', numbered(26, 'off_cycle', '2026-12-30'))).toBe(26);
  });
});

describe('pays that are left of the year are counted from the next one', () => {
  test.each<[string, number, Payroll]>([
    ['a regular pay, which is one of them', 2, numbered(2, 'regular', '2026-01-23')],
    ['an off-cycle payroll before its source', 2, numbered(2, 'off_cycle', '2026-01-21')],
    ['an off-cycle payroll of the date of its source', 2, numbered(2, 'off_cycle', '2026-01-23')],
    ['an off-cycle payroll behind it', 3, numbered(2, 'off_cycle', '2026-01-28')],
    ['an off-cycle payroll whose source was paid long before', 5, numbered(2, 'off_cycle', '2026-02-25')],
    ['a correction between later pays', 4, numbered(3, 'correction', '2026-02-12')],
    [
      'a correction on a custom schedule, which has the number of its part of the year',
      4,
      { ...numbered(4, 'correction', '2026-02-12'), approved_beside: [] },
    ],
    ['an off-cycle payroll behind the last pay of the year', 27, numbered(26, 'off_cycle', '2026-12-30')],
  ])('%s', (_, next, payroll) => {
    expect(nextPay(payroll)).toBe(next);
  });

  test('a correction before the first pay of the year, behind one of the year before', () => {
    const last = { period_start: '2025-12-14', period_end: '2025-12-27', pay_date: '2025-12-31' };
    const payroll = numbered(1, 'correction', '2026-01-05');
    const behind = { ...payroll, calendar: [...payroll.calendar, last] };
    expect([nextPay(behind), firstPaySince('2026-01-02', behind)]).toEqual([1, 1]);
  });
});
