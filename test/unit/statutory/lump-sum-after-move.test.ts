import { expect, test } from 'vitest';
import type { StubFacts, StubResult } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

// The tax of a lump sum that was paid on the other side of Quebec's border went to another agency, under other rates,
// and is on another slip. What is taken back of it after the move can be right on no slip: whoever enters it is told.

const paid = (
  place: string,
  amount: string,
  year: StubFacts['same_pay_date'] = { amounts: {}, bases: {} },
): StubResult => {
  const facts = given({
    lines: [handMadeLine('earning', 'retiring_allowance', { custom_amount: amount })],
    year_to_date: { ...year, consumed_once: [] },
  });
  const province = {
    ...{ id: 'taxp_place', owner: 'work_assignment' as const, owner_id: 'work_assignment_1' },
    ...{ type: 'ca::province_of_employment', value: place, effective_from: '2020-01-01', effective_to: null },
  };
  const stub = onPayroll(
    { ...facts, tax_properties: [...facts.tax_properties, province] },
    { type: amount.startsWith('-') ? 'correction' : 'off_cycle' },
  );
  return calculate(stub, { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS });
};

const told = (before: string, by_then: string, amount = '-12000'): boolean => {
  const { bases } = paid(before, '12000');
  const result = paid(by_then, amount, { amounts: {}, bases });
  return result.warnings.some(({ message }) => message?.en.includes('before the place of employment changed'));
};

test.each<[string, string, boolean]>([
  ['ca_qc', 'ca_on', true],
  ['ca_on', 'ca_qc', true],
  // The CRA has the tax of both.
  ['ca_bc', 'ca_on', false],
  ['ca_qc', 'ca_qc', false],
])('a lump sum that was paid in %s and is taken back in %s', (before, by_then, isTold) => {
  expect(told(before, by_then)).toBe(isTold);
});

test('a second lump sum after the move is paid without a word', () => {
  expect(told('ca_qc', 'ca_on', '3000')).toBe(false);
});
