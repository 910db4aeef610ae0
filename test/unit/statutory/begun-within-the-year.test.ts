import { describe, expect, test } from 'vitest';
import type { StubFacts } from '../../../src/calculation/index.ts';
import { firstPaySince } from '../../../src/calculation/model/tax-year.ts';
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
});
