import { expect, test } from 'vitest';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';

/**
 * Given somebody whose pay goes over from every two weeks to twice a month in July, when the year is over, then the
 * year bears what one of pays of one kind does: P, and the exemption of a pay, are those of the schedule that pays.
 */

interface Pay {
  pay_periods: number;
  number: number;
  regular_pay: string;
}
const pays = (pay_periods: number, from: number, to: number, regular_pay: string): Pay[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ pay_periods, number: from + i, regular_pay }));

const NAMES = ['cpp', 'ei', 'federal_tax', 'provincial_tax'] as const;
const cents = (text: string): number => Math.round(Number(text) * 100);
const dollars = (amount: number): string => (amount / 100).toFixed(2);

/** What is withheld in the year, in cents, each pay with what the earlier ones came to. */
const year = (method: 'periodic' | 'cumulative', of: readonly Pay[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  const add = (name: string, amount: string) => {
    sums[name] = (sums[name] ?? 0) + cents(amount);
  };
  for (const { number, ...pay } of of) {
    const { employee, explanation } = calculateRequest(
      {
        ...{ pay_date: '2026-03-13', province_of_employment: 'ON', method, period_number: number, ...pay },
        year_to_date: Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, dollars(amount)])),
      },
      { explain: true },
    );
    for (const name of ['taxable', 'pensionable', 'insurable']) add(name, pay.regular_pay);
    for (const name of NAMES) add(name, employee[name]);
    add('f5a', explanation.find(({ name }) => name === 'F5A')!.value);
  }
  return sums;
};

/** 52,000 a year: 13 pays of two weeks, then 12 of half a month. */
const changed = [...pays(26, 1, 13, '2000.00'), ...pays(24, 13, 24, '2166.66')];

test('a pay has the exemption of its own schedule, and no exemption is lost', () => {
  // (2,000.00 − 134.61) × 5.95 % = 110.99; (2,166.66 − 145.83) × 5.95 % = 120.24.
  // 2,000.00 × 1.63 % = 32.60; 2,166.66 × 1.63 % = 35.32.
  expect(year('periodic', changed)).toMatchObject({ cpp: 13 * 11_099 + 12 * 12_024, ei: 13 * 3_260 + 12 * 3_532 });
});

test.each(['periodic', 'cumulative'] as const)('income tax of the year is that of pays of one kind: %s', (method) => {
  const whole = year(method, pays(26, 1, 26, '2000.00'));
  const both = year(method, changed);
  // A cent of each pay, and eight cents less pay.
  for (const name of ['federal_tax', 'provincial_tax'] as const)
    expect(Math.abs(both[name]! - whole[name]!)).toBeLessThanOrEqual(26);
});
