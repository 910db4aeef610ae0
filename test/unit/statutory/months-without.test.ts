import { expect, test } from 'vitest';
import type { Line, StubFacts, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, calendar2026, given, handMadeLine } from '../payrolls/given.ts';

// No months of contributions hold while they are in force (a disability pension); when it ends, contributions begin
// again.

const line = (kind: Line['kind'], type: string, amount: string): Line =>
  handMadeLine(kind, type, { custom_amount: amount });
const none = (effective_from: string, effective_to: string | null): TaxPropertyFacts => ({
  id: 'taxp_1',
  owner: 'work_assignment',
  owner_id: 'work_assignment_1',
  type: 'ca::pensionable_months',
  value: '0',
  effective_from,
  effective_to,
});

/** CPP of a wage on the n-th payroll of 2026, while no months count. */
const cppOf = (wage: string, payroll: number, property: TaxPropertyFacts): string | undefined => {
  const facts: StubFacts = given({ lines: [line('earning', 'wage', wage)] }, payroll);
  const { lines } = calculate(
    { ...facts, tax_properties: [...facts.tax_properties, property] },
    { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS },
  );
  return lines.find(({ type }) => type === 'cpp')?.managed_amount ?? undefined;
};

test.each<[string, number, TaxPropertyFacts, string | undefined]>([
  ['while it is in force', 3, none('2025-05-01', '2026-03-31'), undefined],
  // 5.95 % of 2,000.00 less 3,500 / 26.
  ['after it ended', 9, none('2025-05-01', '2026-03-31'), '110.99'],
  ['at the end of a year that it is in force for', 24, none('2025-05-01', '2026-12-31'), undefined],
  ['before it takes effect', 3, none('2026-05-01', null), '110.99'],
  ['after it took effect', 12, none('2026-05-01', null), undefined],
])('of a pay %s', (_, payroll, property, expected) => {
  expect(cppOf('2000', payroll, property)).toBe(expected);
});

test('of the months that count at most, before it takes effect and after it ended', () => {
  // 4 / 12 of 4,230.45.
  expect(cppOf('90000', 3, none('2026-05-01', null))).toBe('1410.15');
  expect(calendar2026[9]!.pay_date > '2026-03-31').toBe(true);
  // 9 / 12 of 4,230.45.
  expect(cppOf('90000', 9, none('2025-05-01', '2026-03-31'))).toBe('3172.84');
});
