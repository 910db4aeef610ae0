import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { type Fixed, fixed, toText } from '../../../src/values/fixed.ts';
import { payDate } from './year.ts';

// A year of whatever happens to a person's pay, and what a little more pay does.

const runs = process.env.FULL ? 1000 : 60;
const money = (cents: number) => (cents / 100).toFixed(2);
const { edition } = editionFor('2026-12-31', EDITIONS);
const { cpp, qpp, ei, qpip } = edition;
const CENT = fixed('0.01');

const happening = fc.record({
  kind: fc.constantFrom('regular', 'regular', 'regular', 'with bonus', 'apart', 'taken back', 'corrected'),
  cents: fc.integer({ min: 1, max: 2_000_000 }),
  bonus: fc.integer({ min: 1, max: 4_000_000 }),
  where: fc.constantFrom('ON', 'ON', 'QC', 'QC', 'BC', 'OC'),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** What is paid: a correction gives or takes back as non-periodic pay, a regular stub takes back as regular pay. */
const paid = ({ kind, cents, bonus }: Happening): { regular_pay: string; bonus: string } => {
  switch (kind) {
    case 'with bonus':
      return { regular_pay: money(cents), bonus: money(bonus) };
    case 'apart':
      return { regular_pay: '0', bonus: money(bonus) };
    case 'taken back':
      return { regular_pay: `-${money(cents)}`, bonus: '0' };
    case 'corrected':
      return { regular_pay: '0', bonus: `-${money(cents)}` };
    default:
      return { regular_pay: money(cents), bonus: '0' };
  }
};

test('no sequence of pays exceeds a maximum of the year: off-cycle, corrected, reversed, moved between provinces', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 26, maxLength: 26 }), (year) => {
      const sums: Record<string, Fixed> = {};
      const add = (name: string, amount: string) => {
        sums[name] = (sums[name] ?? 0n) + fixed(amount);
      };
      const at = (name: string): string => {
        const sum = sums[name] ?? 0n;
        return toText(sum > 0n ? sum : 0n);
      };
      year.forEach((one, index) => {
        const amounts = paid(one);
        const { employee, employer } = calculateRequest({
          pay_date: payDate(2026, index + 1, 26),
          pay_periods: 26,
          province_of_employment: one.where as 'ON',
          ...amounts,
          year_to_date: {
            ...Object.fromEntries(
              ['pensionable', 'insurable', 'insurable_quebec', 'cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip'].map(
                (name) => [name, at(name)],
              ),
            ),
            ei_employer: at('ei_employer'),
            qpip_employer: at('qpip_employer'),
          },
        });
        for (const name of ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip'] as const) add(name, employee[name]);
        add('ei_employer', employer.ei);
        add('qpip_employer', employer.qpip);
        const all = toText(fixed(amounts.regular_pay) + fixed(amounts.bonus));
        add('pensionable', all);
        add('insurable', all);
        if (one.where === 'QC') add('insurable_quebec', all);
        // After each pay: each plan's part of its own maximum together, and no premium above its own.
        const of = (name: string) => sums[name] ?? 0n;
        const parts = of('cpp') * qpp.max + of('qpp') * cpp.max;
        expect(parts <= cpp.max * qpp.max + BigInt(index + 1) * CENT * qpp.max).toBe(true);
        expect(of('cpp2') + of('qpp2') <= cpp.second_max).toBe(true);
        expect(of('ei') <= ei.max).toBe(true);
        expect(of('ei_employer') <= fixed('1572.30')).toBe(true);
        expect(of('qpip') <= qpip.max).toBe(true);
        expect(of('qpip_employer') <= qpip.employer_max).toBe(true);
        // And what is given back was withheld before.
        for (const name of ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip']) expect(of(name) >= 0n, name).toBe(true);
      });
    }),
    { numRuns: runs },
  );
});

describe('a little more pay', () => {
  const places = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT', 'OC'] as const;
  const net = (request: WithholdingRequest) => fixed(calculateRequest(request).net_pay);
  const bonusTax = (request: WithholdingRequest) => {
    const { federal_tax_on_bonus, provincial_tax_on_bonus } = calculateRequest(request).employee;
    return fixed(federal_tax_on_bonus) + fixed(provincial_tax_on_bonus);
  };

  test('raises net pay, except for a cent of rounding, and in British Columbia where its reduction ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom('2025-03-14', '2026-03-13', '2026-09-11'),
        fc.integer({ min: 0, max: 1_500_000 }),
        fc.integer({ min: 100, max: 20_000 }),
        (province_of_employment, pay_date, cents, more) => {
          const at = (amount: number) =>
            net({ pay_date, pay_periods: 26, province_of_employment, regular_pay: money(amount) });
          const isAtTheCliff =
            province_of_employment === 'BC' &&
            pay_date === '2026-09-11' &&
            cents * 26 < 4_700_000 &&
            (cents + more) * 26 > 4_400_000;
          const step = isAtTheCliff ? fixed('4.43') : 2n * CENT;
          expect(at(cents + more) >= at(cents) - step).toBe(true);
        },
      ),
      { numRuns: runs * 5 },
    );
  });

  test('lowers net pay in British Columbia, July to December 2026, at 44,952 of annual income', () => {
    // The reduction is 115.00 a year there, and nothing above: 4.42 a pay of 26, and a cent for the pay's own tax.
    const at = (regular_pay: string) =>
      calculateRequest({
        pay_date: '2026-09-11',
        pay_periods: 26,
        province_of_employment: 'BC',
        regular_pay,
        is_cpp_exempt: true,
        is_ei_exempt: true,
      }).employee.provincial_tax;
    expect(fixed(at('1728.93')) - fixed(at('1728.92'))).toBe(fixed('4.43'));
  });

  test('as a bonus bears no less tax, except where annual income passes 5,000 and the flat rate ends', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.integer({ min: 0, max: 900_000 }),
        fc.integer({ min: 1, max: 1_500_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (province_of_employment, cents, bonus, more) => {
          const at = (amount: number) =>
            bonusTax({
              pay_date: '2026-03-13',
              pay_periods: 26,
              province_of_employment,
              regular_pay: money(cents),
              bonus: money(amount),
            });
          if (cents * 26 + bonus <= 520_000) return;
          expect(at(bonus + more) >= at(bonus) - fixed('1')).toBe(true);
        },
      ),
      { numRuns: runs * 5 },
    );
  });

  test('bears no tax above an annual income of 5,000, where the flat 15 % ends and the formulas give zero', () => {
    const at = (bonus: string) =>
      bonusTax({
        pay_date: '2026-03-13',
        pay_periods: 26,
        province_of_employment: 'ON',
        regular_pay: '100.00',
        bonus,
        is_cpp_exempt: true,
        is_ei_exempt: true,
      });
    expect(at('2400.00')).toBe(fixed('360'));
    expect(at('2400.01')).toBe(0n);
  });
});
