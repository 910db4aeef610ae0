import { describe, expect, test } from 'vitest';
import type { Edition, RemittanceFrequency } from '../../../src/statutory/editions/edition.ts';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import { type HealthTaxProvince, healthTaxBasis } from '../../../src/statutory/employer/health-tax.ts';
import {
  type HealthTaxYear,
  healthServicesFundYear,
  healthTaxYear,
  type PaidOn,
} from '../../../src/statutory/employer/instalments.ts';
import { dateOf } from '../../../src/values/dates.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';

const edition = EDITIONS.years.get(2026)!;

/** The same remuneration on the 10th of each month. */
const everyMonth = (amount: string, year = 2026): PaidOn[] =>
  Array.from({ length: 12 }, (_, index) => ({
    pay_date: dateOf(year, index + 1, 10),
    amount: fixed(amount),
    is_expected: false,
  }));

const yearOf = (
  province: Exclude<HealthTaxProvince, 'QC'>,
  monthly: string,
  previous: string | null = null,
  of: Edition = edition,
): HealthTaxYear => {
  const paid = everyMonth(monthly, of.tax_year);
  const annual = paid.reduce((sum, { amount }) => sum + amount, 0n);
  const basis = healthTaxBasis(of, province, annual)!;
  return healthTaxYear(of, province, basis, paid, previous === null ? null : fixed(previous))!;
};

/** What is due, by day; months of nothing are left out. */
const due = ({ instalments }: HealthTaxYear) =>
  instalments.filter(({ amount }) => amount !== 0n).map(({ due_on, amount }) => `${due_on} ${toText(amount)}`);

describe('instalments of employer health taxes', () => {
  test('Ontario: there are none until remuneration passes 1,200,000, and then the exemption is used first', () => {
    const year = yearOf('ON', '200000');
    expect(toText(year.tax)).toBe('27300');
    // By the end of July 1,400,000: 1.95 % of 400,000. The 15th of August 2026 is a Saturday.
    expect(due(year)).toEqual([
      '2026-08-17 7800',
      '2026-09-15 3900',
      '2026-10-15 3900',
      '2026-11-16 3900',
      '2026-12-15 3900',
      '2027-01-15 3900',
    ]);
    expect(year.balance).toEqual({ due_on: '2027-03-15', amount: 0n });
  });

  test('Ontario: up to 1,200,000 a year all is due with the return; without an exemption from the first month', () => {
    const small = yearOf('ON', '100000');
    expect([due(small), toText(small.balance.amount)]).toEqual([[], '3900']);
    // The 15th of February 2026 is a Sunday, and the 16th Family Day.
    expect(due(yearOf('ON', '500000')).slice(0, 2)).toEqual(['2026-02-17 9750', '2026-03-16 9750']);
  });

  test("British Columbia: three instalments of a quarter of the lower year's tax, the rest with the return", () => {
    const year = yearOf('BC', '200000', '29250');
    expect(toText(year.tax)).toBe('46800');
    expect(due(year)).toEqual(['2026-06-15 7312.5', '2026-09-15 7312.5', '2026-12-15 7312.5']);
    expect([year.balance.due_on, toText(year.balance.amount)]).toEqual(['2027-03-31', '24862.5']);
    expect(due(yearOf('BC', '200000', '60000'))[0]).toBe('2026-06-15 11700');
  });

  test("British Columbia: none when the tax of the year before was 2,925 or less; if it is unknown, this year's is used", () => {
    const none = yearOf('BC', '200000', '2925');
    expect([none.instalments, toText(none.balance.amount)]).toEqual([[], '46800']);
    const unknown = yearOf('BC', '200000');
    expect([unknown.is_previous_tax_missing, due(unknown)[0]]).toEqual([true, '2026-06-15 11700']);
  });

  test('Manitoba and Newfoundland and Labrador: they begin in the month in which the exemption is used up', () => {
    // 4.3 % of what passes 2,500,000.
    expect(due(yearOf('MB', '300000')).slice(0, 2)).toEqual(['2026-10-15 8600', '2026-11-16 12900']);
    // Above 5,000,000 in the year the full rate on everything.
    expect(due(yearOf('MB', '500000'))[0]).toBe('2026-02-17 10750');
    expect(due(yearOf('NL', '400000')).slice(0, 2)).toEqual(['2026-07-20 8000', '2026-08-20 8000']);
  });

  test("British Columbia: an instalment shows what was paid since the one before, from New Year's Day on", () => {
    const { instalments, is_previous_tax_missing } = yearOf('BC', '200000', '60000');
    expect(instalments.map(({ from, to, remuneration }) => [from, to, toText(remuneration)].join(' '))).toEqual([
      '2026-01-01 2026-06-15 1200000',
      '2026-06-16 2026-09-15 600000',
      '2026-09-16 2026-12-15 600000',
    ]);
    expect([is_previous_tax_missing, yearOf('ON', '200000').is_previous_tax_missing]).toEqual([false, false]);
  });

  test('what depends on a pay that is only expected says so', () => {
    const paid = everyMonth('200000').flatMap((one) => [one, { ...one, is_expected: one.pay_date > '2026-10-31' }]);
    const basis = (province: HealthTaxProvince) => healthTaxBasis(edition, province, fixed('4800000'))!;
    const expected = ({ instalments }: HealthTaxYear) => instalments.map(({ is_expected }) => is_expected);
    const months = Array.from({ length: 12 }, (_, index) => index >= 10);
    expect(expected(healthTaxYear(edition, 'ON', basis('ON'), paid, null)!)).toEqual(months);
    // The share of a tax which the rest of the year may change.
    expect(expected(healthTaxYear(edition, 'BC', basis('BC'), paid, null)!)).toEqual([true, true, true]);
    const fund = { estimated: () => basis('QC').rate, actual: basis('QC') };
    const remitted = healthServicesFundYear(edition, fund, paid, 'monthly')!;
    expect([expected(remitted), remitted.is_previous_tax_missing]).toEqual([months, false]);
  });

  test('the due dates equal those that were published for other years', () => {
    const dueIn = (province: 'BC' | 'MB', year: number) =>
      yearOf(province, '500000', '100000', { ...edition, tax_year: year });
    // B.C. for 2023; the 1st of April 2024 was Easter Monday. Manitoba for 2020, as KPMG listed them.
    const bc = dueIn('BC', 2023);
    expect([...bc.instalments.map(({ due_on }) => due_on), bc.balance.due_on]).toEqual([
      '2023-06-15',
      '2023-09-15',
      '2023-12-15',
      '2024-04-02',
    ]);
    expect(
      dueIn('MB', 2020)
        .instalments.slice(2, 8)
        .map(({ due_on }) => due_on),
    ).toEqual(['2020-04-15', '2020-05-15', '2020-06-15', '2020-07-15', '2020-08-17', '2020-09-15']);
  });
});

describe("remittances of Quebec's health services fund", () => {
  const fundYear = (frequency: RemittanceFrequency, year = 2026) => {
    const of = { ...edition, tax_year: year };
    const [estimated, actual] = ['1000000', '2400000'].map((total) => healthTaxBasis(edition, 'QC', fixed(total))!);
    return healthServicesFundYear(
      of,
      { estimated: () => estimated!.rate, actual: actual! },
      everyMonth('200000', year),
      frequency,
    )!;
  };

  test('use the estimated rate each month, and are settled at the actual rate with the RL-1 summary', () => {
    const year = fundYear('monthly');
    // 1.65 % of 200,000; at 2,400,000 the rate is 1.2662 + 0.3838 × 2.4 = 2.19 %.
    expect(due(year)).toHaveLength(12);
    expect(due(year)[0]).toBe('2026-02-16 3300');
    expect([toText(year.tax), toText(year.balance.amount), year.balance.due_on]).toEqual([
      '52560',
      '12960',
      '2027-03-01',
    ]);
  });

  test("of a weekly remitter are due on the days of Revenu Québec's schedule of 2025", () => {
    expect(
      fundYear('weekly', 2025)
        .instalments.slice(0, 16)
        .map(({ from, to, due_on }) => [from, to, due_on].join(' ')),
    ).toEqual([
      '2025-01-01 2025-01-07 2025-01-10',
      '2025-01-08 2025-01-14 2025-01-17',
      '2025-01-15 2025-01-21 2025-01-24',
      '2025-01-22 2025-01-31 2025-02-05',
      '2025-02-01 2025-02-07 2025-02-12',
      '2025-02-08 2025-02-14 2025-02-19',
      '2025-02-15 2025-02-21 2025-02-26',
      '2025-02-22 2025-02-28 2025-03-05',
      '2025-03-01 2025-03-07 2025-03-12',
      '2025-03-08 2025-03-14 2025-03-19',
      '2025-03-15 2025-03-21 2025-03-26',
      '2025-03-22 2025-03-31 2025-04-03',
      '2025-04-01 2025-04-07 2025-04-10',
      '2025-04-08 2025-04-14 2025-04-17',
      '2025-04-15 2025-04-21 2025-04-24',
      '2025-04-22 2025-04-30 2025-05-05',
    ]);
  });

  test.each([
    ['annual', 1, '2027-01-15'],
    ['quarterly', 4, '2026-04-15'],
    ['twice_monthly', 24, '2026-01-26'],
  ] as const)('%s: %i times a year, first on %s', (frequency, count, first) => {
    const { instalments, marks } = fundYear(frequency);
    expect([instalments.length, instalments[0]!.due_on]).toEqual([count, first]);
    expect(marks.some(({ recalled }) => recalled)).toBe(frequency !== 'annual');
    expect(instalments.reduce((sum, { amount }) => sum + amount, 0n)).toBe(fixed('39600'));
  });
});
