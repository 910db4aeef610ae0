import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WithholdingResult } from '../../../src/statutory/request/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { withholdingRequest } from '../../../src/statutory/request/request.ts';
import { fixed } from '../../../src/values/fixed.ts';

// Limits of a year, and amounts of less than a cent, as the formulas name them.

const pay = (more: Partial<WithholdingRequest> = {}): WithholdingResult['employee'] =>
  calculateRequest({
    pay_date: '2026-03-13',
    pay_periods: 26,
    province_of_employment: 'ON',
    regular_pay: '3000.00',
    ...more,
  }).employee;

describe('shares of labour-sponsored funds (T4127 chapter 4; TP-1015.F 2.1)', () => {
  const weekly = { pay_periods: 52, regular_pay: '2000.00' };
  const after = (bought: string, more: Partial<WithholdingRequest> = {}) =>
    pay({
      ...weekly,
      labour_sponsored_shares: { federal: '200.00' },
      year_to_date: { labour_sponsored_shares: { federal: bought } },
      ...more,
    }).federal_tax;

  test('have a federal credit of at most 750 a year', () => {
    expect(pay(weekly).federal_tax).toBe('272.05');
    expect(after('0')).toBe('242.05');
    expect(after('4800')).toBe('242.05');
    // 15 % of 4,900 are 735: 15 are left.
    expect(after('4900')).toBe('257.05');
    expect(after('5000')).toBe('272.05');
    expect(after('9000')).toBe('272.05');
  });

  test('have a provincial credit up to the limit of the province', () => {
    const saskatchewan = (bought: string) =>
      pay({
        province_of_employment: 'SK',
        labour_sponsored_shares: { provincial: '100.00' },
        year_to_date: { labour_sponsored_shares: { provincial: bought } },
      }).provincial_tax;
    const plain = pay({ province_of_employment: 'SK' }).provincial_tax;
    expect(fixed(plain) - fixed(saskatchewan('0'))).toBe(fixed('17.5'));
    // 17.5 % of 4,950 are 866.25 of 875.
    expect(fixed(plain) - fixed(saskatchewan('4950'))).toBe(fixed('8.75'));
    expect(saskatchewan('5000')).toBe(plain);
  });

  test('count in Quebec up to 5,000 a year, both funds together', () => {
    const quebec = (now: object, ytd: object) =>
      fixed(
        pay({
          ...weekly,
          province_of_employment: 'QC',
          labour_sponsored_shares: now,
          year_to_date: { labour_sponsored_shares: ytd },
        }).provincial_tax,
      );
    const plain = quebec({}, {});
    expect(plain - quebec({ ftq: '150.00' }, {})).toBe(fixed('22.5'));
    expect(plain - quebec({ ftq: '150.00' }, { ftq: '2900', fondaction: '2000' })).toBe(fixed('15'));
    expect(plain - quebec({ ftq: '100.00', fondaction: '50.00' }, { ftq: '4880' })).toBe(fixed('18'));
    expect(quebec({ ftq: '150.00', fondaction: '150.00' }, { fondaction: '5000' })).toBe(plain);
  });

  test('have a credit of at most 750 a year, however they are bought', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 26, maxLength: 26 }), (purchases) => {
        let bought = 0;
        let credited = 0n;
        const plain = fixed(pay().federal_tax);
        for (const cents of purchases) {
          const tax = pay({
            labour_sponsored_shares: { federal: (cents / 100).toFixed(2) },
            year_to_date: { labour_sponsored_shares: { federal: (bought / 100).toFixed(2) } },
          }).federal_tax;
          credited += plain - fixed(tax);
          bought += cents;
        }
        expect(credited <= fixed('750') + fixed('0.26')).toBe(true);
        if (bought >= 500_000) expect(credited >= fixed('750') - fixed('0.26')).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('have with cumulative averaging a credit for all shares of the year, also on later pays', () => {
    const averaged = (shares: object, ytd: object) =>
      fixed(
        pay({
          method: 'cumulative',
          period_number: 13,
          labour_sponsored_shares: shares,
          year_to_date: { taxable: '36000', pensionable: '36000', insurable: '36000', ...ytd },
        }).federal_tax,
      );
    const plain = averaged({}, {});
    // Half of the year has passed: half of the credit.
    expect(plain - averaged({}, { labour_sponsored_shares: { federal: '2000' } })).toBe(fixed('150'));
    expect(plain - averaged({ federal: '500' }, { labour_sponsored_shares: { federal: '4000' } })).toBe(fixed('337.5'));
    expect(plain - averaged({ federal: '500' }, { labour_sponsored_shares: { federal: '9000' } })).toBe(fixed('375'));
  });
});

describe('the flat 15 % on a bonus with little annual income (T4127 chapter 4)', () => {
  test.each([
    ['608.15', '91.22'],
    ['445.04', '66.76'],
  ])('is on %s one amount, rounded once: %s', (bonus, tax) => {
    const { federal_tax_on_bonus, provincial_tax_on_bonus } = pay({
      province_of_employment: 'YT',
      pay_periods: 27,
      regular_pay: '150.00',
      bonus,
    });
    expect(fixed(federal_tax_on_bonus) + fixed(provincial_tax_on_bonus)).toBe(fixed(tax));
  });
});

describe("Quebec's minimum of one cent (TP-1015.F 3.1, 4.1)", () => {
  const quebec = (regular_pay: string, more: Partial<WithholdingRequest> = {}) =>
    calculateRequest({
      pay_date: '2026-03-13',
      pay_periods: 52,
      province_of_employment: 'QC',
      regular_pay,
      ...more,
    });

  test('a contribution above 0 and under a cent is a cent', () => {
    expect(quebec('67.35').employee.qpp).toBe('0.01');
    expect(quebec('67.30').employee.qpp).toBe('0');
    expect(quebec('1.00').employee.qpip).toBe('0.01');
    const second = quebec('1000.00', { year_to_date: { pensionable: '73600.10', qpp: '4479.30' } });
    expect(second.employee).toMatchObject({ qpp: '0', qpp2: '0.01' });
    expect(second.employer).toMatchObject({ qpp2: '0.01' });
  });

  test("does not apply to the employer's QPIP and to CPP", () => {
    expect(quebec('0.50').employee.qpip).toBe('0.01');
    expect(quebec('0.50').employer.qpip).toBe('0');
    expect(quebec('67.35', { province_of_employment: 'ON' }).employee.cpp).toBe('0');
  });
});

describe('claims in Quebec', () => {
  const issues = (provincial_claim: WithholdingRequest['provincial_claim'], province_of_employment = 'QC') => {
    const parsed = withholdingRequest.safeParse({
      pay_date: '2026-03-13',
      pay_periods: 26,
      province_of_employment,
      regular_pay: '3000',
      provincial_claim,
    });
    return (parsed.error?.issues ?? []).map(({ path }) => path.join('.'));
  };

  test('have no numbered claim codes', () => {
    expect(issues({ code: 5 })).toEqual(['provincial_claim']);
    expect(issues({ code: 0 })).toEqual(['provincial_claim']);
    expect(issues({ code: 5 }, 'ON')).toEqual([]);
  });

  test('can be the basic amount, an amount of the form, or its exemption', () => {
    expect(issues('basic')).toEqual([]);
    expect(issues({ amount: '21830' })).toEqual([]);
    expect(issues({ code: 'E' })).toEqual([]);
  });
});

test('after a move to Quebec a fraction of a cent that remains of the maximum is not withheld', () => {
  // 4,479.30 − 3,627.05 × 0.063 / 0.0595 − 548.63 − 90.26 = 0.0041
  const { employee } = calculateRequest({
    pay_date: '2026-10-28',
    pay_periods: 12,
    province_of_employment: 'QC',
    regular_pay: '9000',
    year_to_date: { pensionable: '81000', cpp: '3627.05', qpp: '638.89', qpp2: '256' },
  });
  expect(employee.qpp).toBe('0');
  expect(employee.qpp2).toBe('160');
});
