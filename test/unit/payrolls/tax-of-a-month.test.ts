import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal, roundToCent, sum } from '../../../src/values/money.ts';
import { benefit, calculate, calendar2026, given } from './given.ts';

/** The payrolls that are paid in a month: three in May, two in July. */
const paysOf = (month: string): number[] =>
  [...calendar2026.keys()].filter((n) => calendar2026[n]!.pay_date.startsWith(month));

const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n / 100));

/** What the payrolls of a month take of a premium with its tax. */
const parts = (
  kind: 'employee_benefit' | 'employer_benefit',
  amount: string,
  pay_period_cadence: number[],
  province: string,
  month: string,
  effective_from = '2025-01-01',
): string[] => {
  const { employee_benefit_type, ...premium } = benefit(amount, {
    ...{ frequency: 'per_month', date_basis: 'by_pay_date', pay_period_cadence },
    ...{ effective_from, apply_sales_tax: true },
  });
  const items =
    kind === 'employee_benefit'
      ? { employee_benefits: [{ ...premium, employee_benefit_type }] }
      : { employer_benefits: [{ ...premium, employer_benefit_type: employee_benefit_type }] };
  return paysOf(month).flatMap((n) => {
    const facts = given({ recurring: { ...given().recurring, ...items } }, n);
    const tax_properties = facts.tax_properties.map((one) => ({ ...one, value: province }));
    return calculate({ ...facts, tax_properties }).lines.map((line) => line.managed_amount!);
  });
};

// The insurer's bill of a month has the tax of the premium once: 8 % of 50.15 is 4.01, and that of each half 2.01.
it('is shared by the parts of the premium, to the cent', () => {
  expect(parts('employee_benefit', '50.15', [1, 2], 'ca_on', '2026-07')).toEqual(['27.08', '27.08']);
});

// 8 % of the second half, 25.08, is 2.01; of the whole less that of the first half it would be 2.00.
it('is that of the parts that are paid where the premium begins within the month', () => {
  const [, second] = paysOf('2026-07');
  const { period_start } = calendar2026[second!]!;
  expect(parts('employee_benefit', '50.15', [1, 2], 'ca_on', '2026-07', period_start)).toEqual(['27.09']);
});

it.each([
  ['ca_on', '0.08'],
  ['ca_qc', '0.09'],
])('is that of the whole premium, whatever the cadence: %s', (province, rate) => {
  fc.assert(
    fc.property(
      cents,
      fc.array(fc.constantFrom(-2, -1, 1, 2, 3), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('employee_benefit' as const, 'employer_benefit' as const),
      fc.constantFrom('2026-05', '2026-07'),
      (amount, cadence, kind, month) => {
        const tax = roundToCent(decimal(amount).times(rate));
        const taken = parts(kind, amount, cadence, province, month);
        expect(sum(taken).toString()).toBe(decimal(amount).plus(tax).toString());
      },
    ),
  );
});
