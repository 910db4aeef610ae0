import { describe, expect, test } from 'vitest';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';

// T4127 (122nd edition), chapters 4 and 5: pays worked by hand from the printed formulas, each product to the cent.

const employee = (request: Partial<WithholdingRequest>) =>
  calculateRequest({
    pay_date: '2026-06-19',
    pay_periods: 26,
    province_of_employment: 'SK',
    regular_pay: '0',
    ...request,
  }).employee;

/** The 13th of 26 pays of 2,500.00, so that S1 is 2, with something of everything that lowers the income. */
const thirteenth: Partial<WithholdingRequest> = {
  method: 'cumulative',
  period_number: 13,
  regular_pay: '2500.00',
  rrsp: '125.00',
  union_dues: '30.00',
  alimony: '50.00',
  northern_deduction: '1040.00',
  annual_deductions: '2600.00',
  year_to_date: {
    taxable: '30000.00',
    rrsp: '1500.00',
    union_dues: '360.00',
    alimony: '600.00',
    f5a: '283.80',
    pensionable: '33000.00',
    insurable: '33000.00',
    cpp: '1867.38',
    ei: '537.90',
    non_periodic: '3000.00',
    f5b_on_non_periodic: '30.00',
    deducted_from_non_periodic: '200.00',
    non_periodic_tax: '700.01',
    federal_tax: '2200.00',
    provincial_tax: '1500.00',
  },
};

describe('cumulative averaging (option 2)', () => {
  // C = 0.0595 x (2,500 - 134.61) = 140.74; F5A = 140.74 x 0.01 / 0.0595 = 23.65
  // A = 2 x (32,500 - 1,625 RRSP - 650 F2 - 307.45 F5A - 390 U1) + (3,000 - 200 - 30) - 1,040 - 2,600 = 58,185.10
  // PE and IE are the periodic ones, since B1 is added apart: 30,000 + 2,500.
  // CPP credit: 0.0495 x (2 x 32,500 + 3,000 - 3,500) = 3,192.75; EI credit: 0.0163 x (2 x 32,500 + 3,000) = 1,108.40
  // T3 = 0.14 x 58,185.10 - 0.14 x 16,452 - 446.99 - 155.18 - 0.14 x 1,501
  //    = 8,145.91 - 2,303.28 - 446.99 - 155.18 - 210.14 = 5,030.32
  // T4 = 0.125 x 58,185.10 - 1,091 - 0.105 x 20,381 - 0.105 x 3,192.75 - 0.105 x 1,108.40
  //    = 7,273.14 - 1,091 - 2,140.01 - 335.24 - 116.38 = 3,590.51
  // M1 = 700.01, of which 700.01 x 5,030.32 / 8,620.83 = 408.461 is federal
  test('the tax of the pay is its share of the projected year less what was withheld', () => {
    expect(employee(thirteenth)).toMatchObject({
      cpp: '140.74',
      // (5,030.32 - 408.461) / 2 - 2,200 = 110.929
      federal_tax: '110.93',
      // (3,590.51 - 291.549) / 2 - 1,500 = 149.481
      provincial_tax: '149.48',
    });
  });

  test('what was withheld too much of one tax lowers the other: T is one amount', () => {
    const { year_to_date } = thirteenth;
    // (8,620.83 - 700.01) / 2 - 3,700 = 260.41, whichever way the 3,700 were withheld.
    const withheld = (federal_tax: string, provincial_tax: string) => {
      const of = employee({ ...thirteenth, year_to_date: { ...year_to_date, federal_tax, provincial_tax } });
      return [of.federal_tax, of.provincial_tax];
    };
    expect(withheld('2400.00', '1300.00')).toEqual(['0', '260.41']);
    expect(withheld('2000.00', '1700.00')).toEqual(['260.41', '0']);
  });

  test('a bonus bears the difference that it makes in the tax of the projected year', () => {
    // C = 0.0595 x (4,500 - 134.61) = 259.74; F5 = 43.65, of which 24.25 is F5A and 19.40 is F5B.
    // A without it: 58,185.10 - 2 x (24.25 - 23.65) = 58,183.90; with it: + 2,000 - 100 - 19.40 = 60,064.50
    // Federal: (0.205 x 60,064.50 - 3,804) - 0.14 x 58,183.90 = 8,509.22 - 8,145.75 = 363.47
    // Saskatchewan: 0.125 x 60,064.50 - 0.125 x 58,183.90 = 7,508.06 - 7,272.99 = 235.07
    expect(employee({ ...thirteenth, bonus: '2000.00', rrsp_from_bonus: '100.00' })).toMatchObject({
      cpp: '259.74',
      federal_tax_on_bonus: '363.47',
      provincial_tax_on_bonus: '235.07',
    });
  });

  test('what deductions of the year exceed of regular income lowers that of a bonus', () => {
    // 13 pays of 100 are 2,600 a year, less HD of 5,000; with the bonus A = 2,600 - 5,000 + 30,000 = 27,600
    // Federal: 0.14 x 27,600 - 2,303.28 - 210.14 = 1,350.58; Saskatchewan: 0.105 x 27,600 - 2,140.01 = 757.99
    expect(
      employee({
        method: 'cumulative',
        period_number: 13,
        regular_pay: '100.00',
        bonus: '30000.00',
        northern_deduction: '5000.00',
        is_cpp_exempt: true,
        is_ei_exempt: true,
        year_to_date: { taxable: '1200.00', pensionable: '1200.00', insurable: '1200.00' },
      }),
    ).toMatchObject({
      federal_tax: '0',
      federal_tax_on_bonus: '1350.58',
      provincial_tax: '0',
      provincial_tax_on_bonus: '757.99',
    });
  });

  test('earnings within the exemption have no credit for contributions, and take none away', () => {
    // 26 pays of 100: A = 2,600; CPP credit 0; EI credit 0.0163 x 2,600 = 42.38
    // T3 = 364 - 5.93 - 210.14 = 147.93, / 26 = 5.69; T4 = 0.105 x 2,600 - 4.45 = 268.55, / 26 = 10.33
    const first = { method: 'cumulative', period_number: 1, regular_pay: '100.00' } as const;
    expect(employee({ ...first, federal_claim: { code: 0 }, provincial_claim: { code: 0 } })).toMatchObject({
      cpp: '0',
      federal_tax: '5.69',
      provincial_tax: '10.33',
    });
  });
});

test('with a TD1X all that is deducted from a commission lowers the tax of its share of the year', () => {
  // I1 / G = 10. F + F2 + U1 of the year: 10 x (300 + 100 + 50) = 4,500
  // F5 = min(711, 0.01 x 76,500) + 0.04 x (80,000 - 74,600) = 711 + 216 = 927
  // A = 80,000 - 4,500 - 927 - 1,040 HD - 2,600 F1 - 5,000 E = 65,933
  // T1 = 0.205 x 65,933 - 3,804 - 2,303.28 - 0.14 x 3,519.45 - 0.14 x 1,123.07 - 210.14
  //    = 13,516.27 - 3,804 - 2,303.28 - 492.72 - 157.23 - 210.14 = 6,548.90
  // T2 = 0.125 x 65,933 - 1,091 - 2,140.01 - 0.105 x 3,519.45 - 0.105 x 1,123.07
  //    = 8,241.63 - 1,091 - 2,140.01 - 369.54 - 117.92 = 4,523.16
  expect(
    employee({
      commission: '8000.00',
      commission_annual: { income: '80000.00', expenses: '5000.00', days: 31 },
      rrsp: '300.00',
      alimony: '100.00',
      union_dues: '50.00',
      northern_deduction: '1040.00',
      annual_deductions: '2600.00',
    }),
  ).toMatchObject({ federal_tax: '654.89', provincial_tax: '452.32' });
});
