import { describe, expect, test } from 'vitest';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { fixed } from '../../../src/values/fixed.ts';

// Years that only corrections reach: 2020 to 2023, some of which have rules of their own.

const pay = (more: Partial<WithholdingRequest>) =>
  calculateRequest(
    { pay_date: '2022-03-11', pay_periods: 26, province_of_employment: 'ON', regular_pay: '2500.00', ...more },
    { explain: true },
  );
const step = (result: ReturnType<typeof pay>, name: string) =>
  result.explanation.find((one) => one.name === name)?.value;

test("a credit for shares of a province's fund that was seen nowhere warns on each pay with such shares, and on no other", () => {
  const subjects = (more: Partial<WithholdingRequest>) =>
    pay({ pay_date: '2021-03-12', province_of_employment: 'SK', ...more }).warnings.map(({ subject }) => subject);
  const fund = 'provinces.SK.labour_sponsored_funds_credit';
  expect(subjects({})).not.toContain(fund);
  expect(subjects({ labour_sponsored_shares: { provincial: '100' } })).toContain(fund);
  expect(subjects({ labour_sponsored_shares: { federal: '100' } })).not.toContain(fund);
  expect(subjects({ pay_date: '2025-03-14', labour_sponsored_shares: { provincial: '100' } })).not.toContain(fund);
});

describe('2020 to 2022, without a deduction of additional contributions from income', () => {
  test('the whole contribution is credited, up to the maximum of the year', () => {
    for (const pay_date of ['2020-03-13', '2021-03-12', '2022-03-11']) {
      const result = pay({ pay_date });
      expect(step(result, 'F5')).toBe('0');
      expect(step(result, 'A')).toBe('65000');
      expect(Number(step(result, 'K2'))).toBeCloseTo(
        0.15 * Math.min(26 * Number(result.employee.cpp), Number(maxOf(pay_date))) +
          0.15 * Math.min(26 * Number(result.employee.ei), eiOf(pay_date)),
        1,
      );
      expect(result.employee.cpp2).toBe('0');
    }
    expect(step(pay({ pay_date: '2023-03-10' }), 'F5')).not.toBe('0');
  });

  const maxOf = (day: string) => ({ '2020': '2898', '2021': '3166.45', '2022': '3499.8' })[day.slice(0, 4)]!;
  const eiOf = (day: string) => ({ '2020': 856.36, '2021': 889.54, '2022': 952.74 })[day.slice(0, 4)]!;

  // Results of the CRA's calculator for these years, captured by others; claims are the amounts of the forms.
  test.each([
    ['AB', '2020-01-01', '1923', '13229.00', '19369.00', '189.42', '105.38'],
    ['BC', '2020-01-01', '1923', '0.00', '0.00', '265.74', '99.40'],
    ['MB', '2020-01-01', '9615', '12298.00', '9838.00', '2261.73', '1462.43'],
    ['NB', '2020-01-01', '1923', '13229.00', '10459.00', '189.42', '148.21'],
    ['NL', '2020-01-01', '5213', '13229.00', '9498.00', '942.22', '656.81'],
    ['NS', '2020-01-01', '9615', '12298.00', '8481.00', '2261.73', '1636.90'],
    ['NT', '2020-01-01', '1923', '13229.00', '15093.00', '189.42', '78.14'],
    ['NU', '2020-01-01', '1923', '0.00', '0.00', '265.74', '76.25'],
    ['ON', '2020-01-01', '9615', '12298.00', '10783.00', '2261.73', '1401.76'],
    ['PE', '2020-01-01', '1923', '13229.00', '10000.00', '189.42', '166.31'],
    ['SK', '2020-01-01', '1923', '0.00', '0.00', '265.74', '192.52'],
    ['YT', '2020-01-01', '9615', '12298.00', '12298.00', '2261.73', '958.72'],
    ['AB', '2021-01-01', '961', '13808.00', '19369.00', '48.20', '15.58'],
    ['BC', '2021-01-01', '3846', '13808.00', '11070.00', '578.57', '242.85'],
    ['MB', '2021-01-01', '1923', '0.00', '0.00', '264.09', '206.07'],
    ['NB', '2021-01-01', '961', '13808.00', '10564.00', '48.20', '47.86'],
    ['NL', '2021-01-01', '3846', '13808.00', '9536.00', '578.57', '439.15'],
    ['NS', '2021-01-01', '1923', '0.00', '0.00', '264.09', '206.14'],
    ['NT', '2021-01-01', '961', '13808.00', '15243.00', '48.20', '18.56'],
    ['NU', '2021-01-01', '3846', '13808.00', '16467.00', '578.57', '188.72'],
    ['ON', '2021-01-01', '1923', '0.00', '0.00', '264.09', '121.38'],
    ['PE', '2021-01-01', '961', '13808.00', '10500.00', '48.20', '48.70'],
    ['SK', '2021-01-01', '3846', '13808.00', '16225.00', '578.57', '363.69'],
    ['YT', '2021-01-01', '19235', '12421.00', '12421.00', '5425.70', '2186.79'],
  ])(
    '%s on %s, 26 pays of %s: equals the CRA calculator',
    (province, pay_date, regular_pay, federal, provincial, t1, t2) => {
      const { employee } = pay({
        pay_date,
        province_of_employment: province,
        regular_pay,
        federal_claim: { amount: federal },
        provincial_claim: { amount: provincial },
      });
      expect([Number(employee.federal_tax), Number(employee.provincial_tax)]).toEqual([Number(t1), Number(t2)]);
    },
  );
});

describe('until 2023', () => {
  test("Prince Edward Island's surtax is 10 % of the tax above 12,500", () => {
    const result = pay({ pay_date: '2023-03-10', province_of_employment: 'PE', regular_pay: '5000.00' });
    const t4 = Number(step(result, 'T4'));
    expect(t4).toBeGreaterThan(12_500);
    expect(Number(step(result, 'V1'))).toBeCloseTo((t4 - 12_500) / 10, 2);
    expect(step(pay({ pay_date: '2024-03-15', province_of_employment: 'PE', regular_pay: '5000.00' }), 'V1')).toBe(
      undefined,
    );
  });

  test('QPP has no age limit', () => {
    const old = { province_of_employment: 'QC', birth_date: '1940-01-01' } as const;
    expect(fixed(pay({ ...old, pay_date: '2023-03-10' }).employee.qpp) > 0n).toBe(true);
    expect(pay({ ...old, pay_date: '2024-03-15' }).employee.qpp).toBe('0');
  });

  test('figures with only one source give a warning: Quebec, and some basic amounts', () => {
    const warned = (more: Partial<WithholdingRequest>) => pay(more).warnings.map(({ subject }) => subject);
    expect(warned({ province_of_employment: 'QC' })).toEqual(expect.arrayContaining(['qpp', 'quebec.income_tax']));
    expect(warned({ province_of_employment: 'NL' })).toEqual(['provinces.NL from 2022-01-01']);
    expect(warned({ province_of_employment: 'AB' })).toEqual([]);
    // Ontario's surtax and reduction of 2022 follow the year before by the indexing rate.
    expect(warned({})).toEqual(['provinces.ON.surtax', 'provinces.ON.tax_reduction']);
  });

  test('claim codes above 1 are not known: the basic amount is used, with a warning', () => {
    const coded = pay({ pay_date: '2021-03-12', province_of_employment: 'AB', federal_claim: { code: 3 } });
    expect(coded.employee).toEqual(pay({ pay_date: '2021-03-12', province_of_employment: 'AB' }).employee);
    expect(coded.warnings).toEqual([expect.objectContaining({ type: 'figure_missing' })]);
  });

  test('every year between the first and the last has figures', () => {
    const years = [...EDITIONS.years.keys()].sort();
    expect(years).toEqual(Array.from({ length: years.length }, (_, index) => years[0]! + index));
  });
});
