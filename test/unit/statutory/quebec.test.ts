import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { withholdingRequest } from '../../../src/statutory/request/request.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';

// Quebec income tax beyond a regular pay (TP-1015.F 2026). What the guide prints as examples is in results.yaml.

const pay = (more: Partial<WithholdingRequest> = {}) =>
  calculateRequest({
    pay_date: '2026-06-12',
    pay_periods: 26,
    period_number: 12,
    province_of_employment: 'QC',
    regular_pay: '2000.00',
    is_cpp_exempt: true,
    is_ei_exempt: true,
    is_qpip_exempt: true,
    ...more,
  }).employee;

describe('lump sums (2.1.2)', () => {
  const soFar = { taxable: '22000', quebec_worker_deduction: '613.47' };

  test('bear by the first method the tax of the year with the lump sum less the tax without it', () => {
    // H2: (1,450 − 613.47) / 15 = 55.77; I1 = 22,000 − 613.47 + 15 × (2,000 − 55.77) = 50,549.98.
    // Y1 = 14 % × 50,549.98 − 14 % × 18,952 = 4,423.72; with 10,000: 19 % × 60,549.98 − 2,717 − 2,653.28 = 6,134.22.
    const { provincial_tax_on_bonus } = pay({ bonus: '10000', quebec_bonus_method: 'first', year_to_date: soFar });
    expect(provincial_tax_on_bonus).toBe('1710.5');
    // With 1,500 deducted in the year: Y1 = 14 % × 49,049.98 − 2,653.28 = 4,213.72; Y2 = 19 % × 59,049.98 − 5,370.28.
    const deducted = { ...soFar, rrsp: '1000', fhsa: '500' };
    const lower = pay({ bonus: '10000', quebec_bonus_method: 'first', year_to_date: deducted });
    expect(lower.provincial_tax_on_bonus).toBe('1635.5');
  });

  test('bear by the second method the rate of the row that the lump sum reaches', () => {
    // 26 × (2,000 − 55.77) + 10,000 = 60,549.98: 19 %.
    expect(pay({ bonus: '10000', year_to_date: soFar }).provincial_tax_on_bonus).toBe('1900');
  });

  test('that are taken back give back no more than was withheld this year, by either method', () => {
    // Of a third of a year with 22,000 and of what is left of it 10,000 would come back with 14 % at least.
    for (const quebec_bonus_method of ['first', 'second'] as const) {
      const year_to_date = { ...soFar, provincial_tax: '150' };
      const back = pay({ bonus: '-10000', quebec_bonus_method, year_to_date });
      expect(fixed(back.provincial_tax) + fixed(back.provincial_tax_on_bonus)).toBe(fixed('-150'));
    }
  });

  test('bear 7 % with little pay in the year, by either method', () => {
    for (const quebec_bonus_method of ['first', 'second'] as const) {
      const little = { regular_pay: '600', bonus: '1000', quebec_bonus_method, year_to_date: { taxable: '6600' } };
      expect(pay(little).provincial_tax_on_bonus).toBe('70');
    }
  });
});

describe('variable pay (2.2)', () => {
  test('bears the tax of the projected year to date, less what was withheld', () => {
    // S1 = 26 / 2. H: 6 % × 5,000 = 300, at most 1,450 × 2 / 26 = 111.54. I = 13 × (5,000 − 111.54) = 63,549.98.
    // Y = 19 % × 63,549.98 − 2,717 − 2,653.28 = 6,704.22; × 2 / 26 = 515.71, of which 100 are withheld.
    const { provincial_tax } = pay({
      period_number: 2,
      regular_pay: '4000',
      quebec_method: 'cumulative',
      year_to_date: { taxable: '1000', provincial_tax: '100' },
    });
    expect(provincial_tax).toBe('415.71');
  });

  test('is lowered by all that was deducted in the year, and by what was withheld as each method says', () => {
    // S1 = 26 / 13. C = 6.3 % of 2,365.39 = 149.02; CSA = 149.02 × 0.01 / 0.063 = 23.65. H: at most 1,450 / 2 = 725.
    // F = 1,500 + 125 RRSP and 600 + 50 FHSA = 2,275. J = 1,000.10; K1 = 10.01.
    // I = 2 × (32,500 - 2,275 - 725 - 283.80 - 23.65) + (3,000 - 200) - 30 - 1,000.10 = 60,155.00
    // Y = 19 % × 60,155 - 2,717 - 10.01 - 14 % × 18,952 = 11,429.45 - 2,717 - 10.01 - 2,653.28 = 6,049.16
    // A = 6,049.16 / 2 - (2,500 + 300) = 224.58; by the second method (6,049.16 - 300) / 2 - 2,500 = 374.58
    const thirteenth: Partial<WithholdingRequest> = {
      period_number: 13,
      regular_pay: '2500',
      rrsp: '125',
      fhsa: '50',
      quebec_annual_deductions: '1000.10',
      provincial_credits: '10.01',
      quebec_method: 'cumulative',
      is_cpp_exempt: false,
      year_to_date: {
        taxable: '30000',
        rrsp: '1500',
        fhsa: '600',
        f5a: '283.80',
        pensionable: '33000',
        qpp: '1977.22',
        non_periodic: '3000',
        deducted_from_non_periodic: '200',
        f5b_on_non_periodic: '30',
        provincial_tax: '2500',
        quebec_non_periodic_tax: '300',
      },
    };
    expect(pay({ ...thirteenth, quebec_bonus_method: 'first' }).provincial_tax).toBe('224.58');
    expect(pay({ ...thirteenth, quebec_bonus_method: 'second' }).provincial_tax).toBe('374.58');
  });

  test('of commissions counts by the percentage of the TP-1015.R.13.1, and requires cumulative averaging', () => {
    // G = 1,000 + 80 % × 4,000; H at most 1,450 / 26 = 55.77. I = 26 × (4,200 − 55.77) = 107,749.98.
    // Y = 20,472.50 − 2,717 − 2,653.28 = 15,102.22; / 26 = 580.85.
    const { provincial_tax } = pay({
      period_number: 1,
      regular_pay: '1000',
      commission: '4000',
      quebec_commission_percentage: '80',
    });
    expect(provincial_tax).toBe('580.85');
  });

  test('with a TD1X is averaged cumulatively too, when the number of the pay is known', () => {
    const commission_annual = { income: '52000', days: 14 };
    const withNumber = pay({ period_number: 1, commission_annual });
    const cumulative = pay({ period_number: 1, commission_annual, quebec_method: 'cumulative' });
    expect(withNumber.provincial_tax).toBe(cumulative.provincial_tax);
    const { warnings } = calculateRequest({
      pay_date: '2026-06-12',
      pay_periods: 26,
      province_of_employment: 'QC',
      regular_pay: '2000',
      commission_annual,
    });
    expect(warnings.map(({ subject }) => subject)).toContain('commission_annual');
  });

  test('without the number of the pay is refused', () => {
    const issues = (more: object) =>
      withholdingRequest
        .safeParse({
          pay_date: '2026-06-12',
          pay_periods: 26,
          province_of_employment: 'QC',
          regular_pay: '2000',
          ...more,
        })
        .error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(issues({ quebec_commission_percentage: '80' })).toEqual(['period_number']);
    expect(issues({ quebec_method: 'cumulative' })).toEqual(['period_number']);
    expect(issues({ quebec_bonus_method: 'first' })).toEqual(['period_number']);
    expect(issues({})).toEqual([]);
  });

  test.each(['first', 'second'] as const)(
    'however uneven the pays, a year of them bears the tax of the year (%s method for lump sums)',
    (quebec_bonus_method) => {
      const year = fc.array(
        fc.record({ pay: fc.integer({ min: 0, max: 900_000 }), bonus: fc.integer({ min: 0, max: 300_000 }) }),
        { minLength: 12, maxLength: 12 },
      );
      fc.assert(
        fc.property(year, (pays) => {
          let [earned, bonuses, onPay, onBonus, last] = [0n, 0n, 0n, 0n, 0n];
          for (const [index, { pay: cents, bonus }] of pays.entries()) {
            const amounts = { regular: fixed((cents / 100).toFixed(2)), bonus: fixed((bonus / 100).toFixed(2)) };
            const withheld = pay({
              pay_periods: 12,
              period_number: index + 1,
              regular_pay: toText(amounts.regular),
              bonus: toText(amounts.bonus),
              quebec_method: 'cumulative',
              quebec_bonus_method,
              year_to_date: {
                taxable: toText(earned),
                non_periodic: toText(bonuses),
                provincial_tax: toText(onPay),
                quebec_non_periodic_tax: toText(onBonus),
              },
            });
            earned += amounts.regular;
            bonuses += amounts.bonus;
            last = fixed(withheld.provincial_tax);
            onPay += last;
            onBonus += fixed(withheld.provincial_tax_on_bonus);
          }
          // One pay of the whole year, all of it.
          const whole = pay({
            pay_periods: 1,
            period_number: 1,
            regular_pay: toText(earned + bonuses),
            quebec_method: 'cumulative',
          });
          // Never less. More only where the last pay bore nothing: what was withheld too much before is not given back.
          const difference = onPay + onBonus - fixed(whole.provincial_tax);
          expect(difference).toBeGreaterThanOrEqual(-fixed('0.02'));
          if (last > 0n) expect(difference).toBeLessThanOrEqual(fixed('0.02'));
        }),
        { numRuns: 30 },
      );
    },
  );
});

describe('income and the person paid', () => {
  test('contributions to a first home savings account lower only Quebec tax', () => {
    const without = pay();
    const withFhsa = pay({ fhsa: '100' });
    // 14 % of 100.
    expect(fixed(without.provincial_tax) - fixed(withFhsa.provincial_tax)).toBe(fixed('14'));
    expect(withFhsa.federal_tax).toBe(without.federal_tax);
  });

  test('a pensioner has no contributions, no deduction for workers and no credit for employment', () => {
    const insured = { is_cpp_exempt: false, is_ei_exempt: false, is_qpip_exempt: false };
    const pension = pay({ ...insured, payee: 'pensioner' });
    expect(pension).toMatchObject({ qpp: '0', ei: '0', qpip: '0' });
    // 14 % of the 55.77 that an employee deducts.
    expect(fixed(pension.provincial_tax) - fixed(pay().provincial_tax)).toBe(fixed('7.81'));
    // 14 % of 1,501 a year, less the abatement of 16.5 %.
    expect(fixed(pension.federal_tax) - fixed(pay().federal_tax)).toBe(fixed('6.75'));
    expect(pay({ payee: 'other' })).toEqual(pay({ payee: 'pensioner' }));
    const yukon = { province_of_employment: 'YT', payee: 'pensioner' } as const;
    // K4P as well: 6.4 % of 1,501 a year.
    const employee = pay({ ...yukon, payee: 'employee' });
    expect(fixed(pay(yukon).provincial_tax) - fixed(employee.provincial_tax)).toBe(fixed('3.69'));
  });

  test('a non-resident claims only what a form states', () => {
    const none = { federal_claim: { amount: '0' }, provincial_claim: { amount: '0' } } as const;
    expect(pay({ is_non_resident: true })).toEqual(pay(none));
    const ontario = { province_of_employment: 'ON' } as const;
    expect(pay({ ...ontario, is_non_resident: true })).toEqual(pay({ ...ontario, ...none }));
    const stated = { federal_claim: { amount: '16452' }, provincial_claim: { amount: '18952' } } as const;
    expect(pay({ is_non_resident: true, ...stated })).toEqual(pay(stated));
  });
});
