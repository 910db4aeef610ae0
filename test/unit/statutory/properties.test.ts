import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import type { WithholdingResult } from '../../../src/statutory/request/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import type { Fixed } from '../../../src/values/fixed.ts';
import {
  atLeastZero,
  fixed,
  lesser,
  overWhole,
  roundToCent,
  times,
  timesWhole,
  toText,
} from '../../../src/values/fixed.ts';
import {
  toText as asText,
  roundToCent as centsOf,
  type Decimal,
  decimal,
  max,
  min,
} from '../../../src/values/money.ts';
import { payDate } from './year.ts';

// What must hold for any pay, whatever the figures.

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT', 'OC'] as const;
const runs = process.env.FULL ? 2000 : 150;

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((amount) => (amount / 100).toFixed(2));
const province = fc.constantFrom(...PROVINCES);
const periods = fc.constantFrom(12, 24, 26, 27, 52, 53);
const payDay = fc.constantFrom('2024-03-15', '2025-03-14', '2025-09-12', '2026-03-13', '2026-09-11');

const pay = (more: Partial<WithholdingRequest> & Pick<WithholdingRequest, 'regular_pay'>): WithholdingResult =>
  calculateRequest({ pay_date: '2026-03-13', pay_periods: 26, province_of_employment: 'ON', ...more });

const { edition } = editionFor('2026-12-31', EDITIONS);

type Ytd = Record<
  'pensionable' | 'insurable' | 'cpp' | 'cpp2' | 'ei' | 'qpp' | 'qpp2' | 'qpip' | 'qpip_employer',
  Fixed
>;

/** A year of pays, each with what the earlier ones came to; returns what the year comes to. */
const yearOf = (pays: readonly { amount: string; where: (typeof PROVINCES)[number] }[]): Ytd => {
  const ytd: Ytd = {
    pensionable: 0n,
    insurable: 0n,
    cpp: 0n,
    cpp2: 0n,
    ei: 0n,
    qpp: 0n,
    qpp2: 0n,
    qpip: 0n,
    qpip_employer: 0n,
  };
  pays.forEach(({ amount, where }, index) => {
    const { employee, employer } = calculateRequest({
      pay_date: payDate(2026, index + 1, pays.length),
      pay_periods: pays.length,
      province_of_employment: where,
      regular_pay: amount,
      year_to_date: Object.fromEntries(Object.entries(ytd).map(([name, sum]) => [name, toText(sum)])),
    });
    for (const name of ['cpp', 'cpp2', 'ei', 'qpp', 'qpp2', 'qpip'] as const) ytd[name] += fixed(employee[name]);
    ytd.qpip_employer += fixed(employer.qpip);
    ytd.pensionable += fixed(amount);
    ytd.insurable += fixed(amount);
  });
  return ytd;
};

describe('yearly maximums', () => {
  test('are never exceeded, however a year is split into pays, and are reached by enough pay', () => {
    const year = fc
      .tuple(periods, province)
      .chain(([count, where]) =>
        fc
          .array(cents(2_000_000), { minLength: count, maxLength: count })
          .map((amounts) => amounts.map((amount) => ({ amount, where }))),
      );
    fc.assert(
      fc.property(year, (pays) => {
        const sums = yearOf(pays);
        const { cpp, qpp, ei, ei_quebec, qpip } = edition;
        expect(sums.cpp <= cpp.max && sums.cpp2 <= cpp.second_max).toBe(true);
        expect(sums.qpp <= qpp.max && sums.qpp2 <= qpp.second_max).toBe(true);
        expect(sums.ei <= (pays[0]!.where === 'QC' ? ei_quebec.max : ei.max)).toBe(true);
        expect(sums.qpip <= qpip.max && sums.qpip_employer <= qpip.employer_max).toBe(true);
        if (sums.pensionable > 2n * cpp.ympe) {
          const reached = pays[0]!.where === 'QC' ? sums.qpp === qpp.max : sums.cpp === cpp.max;
          expect(reached).toBe(true);
        }
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  });

  test('are never exceeded together when the employee moves between Quebec and elsewhere', () => {
    const year = fc.array(
      fc.record({ amount: cents(1_500_000), where: fc.constantFrom('QC' as const, 'ON' as const) }),
      { minLength: 26, maxLength: 26 },
    );
    fc.assert(
      fc.property(year, (pays) => {
        const sums = yearOf(pays);
        const { cpp, qpp } = edition;
        // Each plan's part of its own maximum; a cent for each pay is what rounding can make.
        const parts = sums.cpp * qpp.max + sums.qpp * cpp.max;
        expect(parts <= cpp.max * qpp.max + 26n * fixed('0.01') * qpp.max).toBe(true);
        expect(sums.cpp2 + sums.qpp2 <= cpp.second_max).toBe(true);
        expect(sums.ei <= edition.ei.max).toBe(true);
      }),
      { numRuns: Math.ceil(runs / 10) },
    );
  });
});

describe('amounts', () => {
  test('are whole cents, not negative, and add up', () => {
    fc.assert(
      fc.property(
        province,
        periods,
        payDay,
        cents(3_000_000),
        cents(1_000_000),
        (province_of_employment, pay_periods, pay_date, regular_pay, bonus) => {
          const result = calculateRequest({ pay_date, pay_periods, province_of_employment, regular_pay, bonus });
          const { total, ...amounts } = result.employee;
          let sum = 0n;
          for (const amount of Object.values(amounts)) {
            expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
            sum += fixed(amount);
          }
          expect(toText(sum)).toBe(total);
          expect(toText(fixed(result.gross_pay) - sum)).toBe(result.net_pay);
        },
      ),
      { numRuns: runs },
    );
  });

  test("of the employer equal the employee's pension contributions, and 1.4 times EI", () => {
    fc.assert(
      fc.property(province, cents(3_000_000), (province_of_employment, regular_pay) => {
        const { employee, employer } = pay({ province_of_employment, regular_pay });
        for (const name of ['cpp', 'cpp2', 'qpp', 'qpp2'] as const) expect(employer[name]).toBe(employee[name]);
        expect(employer.ei).toBe(toText(roundToCent(times(fixed(employee.ei), fixed('1.4')))));
      }),
      { numRuns: runs },
    );
  });

  test('of tax do not fall when pay rises, except at steps from whole-dollar constants', () => {
    // Each row of a tax table has its constant in whole dollars, so that at a threshold the annual tax may step down by
    // up to half a dollar a row, federal and provincial; Quebec's personal credit and each rounding add cents.
    fc.assert(
      fc.property(
        province,
        periods,
        payDay,
        cents(2_500_000),
        fc.integer({ min: 1, max: 100_000 }),
        (province_of_employment, pay_periods, pay_date, lower, more) => {
          const higher = (Number(lower) + more / 100).toFixed(2);
          const at = (regular_pay: string) =>
            calculateRequest({ pay_date, pay_periods, province_of_employment, regular_pay }).employee;
          const [low, high] = [at(lower), at(higher)];
          const step = overWhole(fixed('1'), pay_periods) + fixed('0.02');
          expect(fixed(high.federal_tax) >= fixed(low.federal_tax) - step).toBe(true);
          expect(fixed(high.provincial_tax) >= fixed(low.provincial_tax) - step).toBe(true);
          expect(fixed(high.cpp) >= fixed(low.cpp) && fixed(high.ei) >= fixed(low.ei)).toBe(true);
        },
      ),
      { numRuns: runs * 4 },
    );
  });

  test('are rounded only where T4127 says so', () => {
    fc.assert(
      fc.property(
        province,
        periods,
        payDay,
        cents(1_000_000).filter((amount) => amount !== '0.00'),
        (province_of_employment, pay_periods, pay_date, regular_pay) => {
          const { explanation, employee } = calculateRequest(
            { pay_date, pay_periods, province_of_employment, regular_pay },
            { explain: true },
          );
          const steps = new Map(explanation.map(({ name, value, figures }) => [name, { value, figures }]));
          const is = (name: string, wanted: Decimal) => expect(steps.get(name)!.value, name).toBe(asText(wanted));
          const { X, rate, PI } = steps.get('C')!.figures as Record<string, string>;
          // The exemption is cut after the second decimal.
          const years = decimal(X!).times(pay_periods);
          expect(years.lte(3500) && years.plus(decimal('0.01').times(pay_periods)).gt(3500)).toBe(true);
          const contribution = centsOf(decimal(rate!).times(decimal(PI!).minus(X!)));
          if (contribution.gte(0) && contribution.lt(4000)) is('C', contribution);
          const f5 = steps.get('F5') ?? steps.get('F5Q')!;
          const { C, C2, rate: whole } = f5.figures as Record<string, string>;
          expect(f5.value).toBe(asText(centsOf(decimal(C!).times('0.01').div(whole!).plus(C2!))));
          const t3 = steps.get('T3');
          if (!t3) return;
          const { R, A, K, K1, K2, K3, K4 } = t3.figures as Record<string, string>;
          const [k1, k4] = [steps.get('K1')!.figures, steps.get('K4')!.figures] as Record<string, string>[];
          is('K1', centsOf(decimal(k1!['lowest rate']!).times(k1!.TC!)));
          is('K4', centsOf(decimal(k4!['lowest rate']!).times(min(k4!['gross employment income']!, k4!.CEA!))));
          const left = [K, K1, K2, K3, K4].reduce((sum, one) => sum.minus(one!), centsOf(decimal(R!).times(A!)));
          is('T3', max(left, 0));
          expect(employee.federal_tax).toBe(asText(centsOf(decimal(steps.get('T1')!.value).div(pay_periods))));
        },
      ),
      { numRuns: runs },
    );
  });

  test('of tax are never raised by a deduction, and are zero with an exemption', () => {
    fc.assert(
      fc.property(province, cents(1_500_000), cents(50_000), (province_of_employment, regular_pay, rrsp) => {
        const plain = pay({ province_of_employment, regular_pay }).employee;
        const less = pay({ province_of_employment, regular_pay, rrsp }).employee;
        const step = fixed('0.06');
        expect(fixed(less.federal_tax) <= fixed(plain.federal_tax) + step).toBe(true);
        expect(fixed(less.provincial_tax) <= fixed(plain.provincial_tax) + step).toBe(true);
        const exempt = pay({
          province_of_employment,
          regular_pay,
          is_cpp_exempt: true,
          is_ei_exempt: true,
          is_qpip_exempt: true,
          is_federal_tax_exempt: true,
          is_provincial_tax_exempt: true,
        });
        expect(exempt.employee.total).toBe('0');
        expect(exempt.employer.total).toBe('0');
      }),
      { numRuns: runs },
    );
  });
});

describe('a year of equal pays', () => {
  test('withholds the contributions and tax of the whole year within a few cents', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ON', 'AB', 'BC', 'NL', 'QC'),
        periods,
        fc.integer({ min: 2_000_000, max: 6_800_000 }),
        (where, count, annual) => {
          const amount = (Math.floor(annual / count) / 100).toFixed(2);
          const year = toText(timesWhole(fixed(amount), count));
          const each = pay({ province_of_employment: where, pay_periods: count, regular_pay: amount }).employee;
          const whole = pay({ province_of_employment: where, pay_periods: 1, regular_pay: year }).employee;
          // Half a cent for every rounding of every pay, and what the cut of the exemption leaves.
          const most = count + 6;
          for (const name of ['cpp', 'qpp', 'ei', 'qpip', 'federal_tax', 'provincial_tax'] as const) {
            const off = timesWhole(fixed(each[name]), count) - fixed(whole[name]);
            const size = off < 0n ? -off : off;
            expect(size <= timesWhole(fixed('0.01'), most), `${name}: ${toText(off)}`).toBe(true);
          }
          const { plan, earned } = { plan: where === 'QC' ? edition.qpp : edition.cpp, earned: fixed(year) };
          const formula = roundToCent(times(plan.rate, atLeastZero(earned - plan.basic_exemption)));
          expect(toText(lesser(formula, plan.max))).toBe(where === 'QC' ? whole.qpp : whole.cpp);
        },
      ),
      { numRuns: runs },
    );
  });

  test('withholds the tax of the year by cumulative averaging, however uneven the pays are', () => {
    const uneven = fc.array(fc.integer({ min: 100_000, max: 800_000 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom('ON', 'AB', 'SK'), uneven, (where, amounts) => {
        const ytd: Record<string, Fixed> = {};
        const add = (name: string, sum: string) => {
          ytd[name] = (ytd[name] ?? 0n) + fixed(sum);
        };
        let last: WithholdingResult | null = null;
        amounts.forEach((amount, index) => {
          const regular_pay = (amount / 100).toFixed(2);
          last = calculateRequest(
            {
              pay_date: payDate(2026, index + 1, 12),
              pay_periods: 12,
              period_number: index + 1,
              method: 'cumulative',
              province_of_employment: where,
              regular_pay,
              year_to_date: Object.fromEntries(Object.entries(ytd).map(([name, sum]) => [name, toText(sum)])),
            },
            { explain: true },
          );
          const { employee, explanation } = last;
          for (const name of ['pensionable', 'insurable', 'taxable']) add(name, regular_pay);
          for (const name of ['cpp', 'cpp2', 'ei', 'federal_tax', 'provincial_tax'] as const) add(name, employee[name]);
          add('f5a', explanation.find(({ name }) => name === 'F5A')?.value ?? '0');
        });
        const annual = (name: string) => fixed(last!.explanation.find((step) => step.name === name)!.value);
        // Federal and provincial tax are one amount that is not below 0. Only a fall so steep that tax would have to be
        // given back leaves more than the year's tax withheld.
        const over = ytd.federal_tax! + ytd.provincial_tax! - annual('T1') - annual('T2');
        expect(over >= -fixed('0.24')).toBe(true);
        const { federal_tax, provincial_tax } = last!.employee;
        if (fixed(federal_tax) + fixed(provincial_tax) > 0n) expect(over <= fixed('0.24')).toBe(true);
      }),
      { numRuns: Math.ceil(runs / 5) },
    );
  });
});

describe('bonus', () => {
  test('is taxed at no more than the highest rates, and does not change total contributions', () => {
    fc.assert(
      fc.property(province, cents(1_000_000), cents(5_000_000), (province_of_employment, regular_pay, bonus) => {
        const apart = pay({ province_of_employment, regular_pay, bonus }).employee;
        const whole = pay({
          province_of_employment,
          regular_pay: toText(fixed(regular_pay) + fixed(bonus)),
        }).employee;
        if (fixed(regular_pay) > 0n) {
          expect(apart.cpp).toBe(whole.cpp);
          expect(apart.qpp).toBe(whole.qpp);
        }
        expect(apart.ei).toBe(whole.ei);
        const most = times(fixed('0.60'), fixed(bonus)) + fixed('0.05');
        expect(fixed(apart.federal_tax_on_bonus) <= most).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});
