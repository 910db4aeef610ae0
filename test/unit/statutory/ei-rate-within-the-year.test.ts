import { expect, test } from 'vitest';
import type { TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, given, handMadeLine } from '../payrolls/given.ts';

// An employee's rate of an account that changes within the year: premiums are due on the insurable maximum of 68,900.00
// and on nothing above it, at the rate of each pay (T4127 chapter 7, as for a move).

const reduction = (value: object, effective_from: string, effective_to: string | null = null): TaxPropertyFacts => ({
  id: `taxp_${effective_from}`,
  owner: 'business_entity',
  owner_id: 'be_1',
  type: 'ca::ei_premium_reduction',
  value,
  effective_from,
  effective_to,
});
const REDUCED = { employer_multiplier: '1.2', employee_rate: '1.4' };
const ORDINARY = { employer_multiplier: '1.4' };
const NOVEMBER = 22;

// 40,000.00 are insured already; 28,900.00 are left.
test.each<[string, TaxPropertyFacts[], string, string, string]>([
  ['goes down', [reduction(REDUCED, '2026-07-01')], '652', '404.6', '485.52'],
  ['goes up again', [reduction(REDUCED, '2025-01-01', '2026-06-30')], '560', '471.07', '659.5'],
  [
    'is of the law, while the multiplier changes',
    [reduction(ORDINARY, '2025-01-01', '2026-06-30'), reduction({ employer_multiplier: '1.2' }, '2026-07-01')],
    '652',
    '471.07',
    '565.28',
  ],
  ['was the same all year', [reduction(REDUCED, '2025-01-01')], '560', '404.6', '485.52'],
])('the rate %s', (_, properties, withheld, employee, employer) => {
  const facts = given(
    {
      lines: [handMadeLine('earning', 'wage', { custom_amount: '900000' })],
      year_to_date: {
        amounts: { statutory_withholding: { ei: withheld } },
        bases: { insurable: '40000', taxable: '40000' },
        consumed_once: [],
      },
    },
    NOVEMBER,
  );
  const { lines } = calculate(
    { ...facts, tax_properties: [...facts.tax_properties, ...properties] },
    { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS },
  );
  const ei = lines.filter(({ type }) => type === 'ei').map(({ kind, managed_amount }) => [kind, managed_amount]);
  expect(Object.fromEntries(ei)).toEqual({ statutory_withholding: employee, employer_statutory_withholding: employer });
});
