import { expect, test } from 'vitest';
import type { StubFacts, StubResult } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { holidayPayStage } from '../../../src/statutory/stage/holiday-stage.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { ENTERED_TAX } from '../../../src/statutory/stage/stage-year.ts';
import { after, calculate, given, salary } from '../payrolls/given.ts';

/** What a caller entered on a statutory line stays when nothing is due on it any more, and goes with a move. */

const run = (facts: StubFacts): StubResult =>
  calculate(facts, { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS });

const inProvince = (facts: StubFacts, value: string): StubFacts => ({
  ...facts,
  tax_properties: facts.tax_properties.map((one) => ({ ...one, value })),
});

/** The facts after their calculation, with an amount that a caller entered on each line of some types. */
const entered = (facts: StubFacts, amount: string | null, ...types: string[]): StubFacts =>
  after(facts, run(facts), (line) => (types.includes(line.type) ? { ...line, custom_amount: amount } : line));

const linesOf = ({ lines }: StubResult, ...types: string[]) =>
  lines
    .filter(({ type }) => types.includes(type))
    .map(({ kind, type, custom_amount, managed_amount }) => [kind, type, custom_amount, managed_amount]);

const PAID = given({ pay_rates: [salary('52000')] });

test('an amount entered on a statutory line stays where nothing is due any more', () => {
  const edited = entered(PAID, '40', 'ei', 'federal_income_tax');
  const unpaid = run({ ...edited, pay_rates: [] });
  expect(linesOf(unpaid, 'ei', 'federal_income_tax', 'cpp')).toEqual([
    ['statutory_withholding', 'federal_income_tax', '40', '0'],
    ['statutory_withholding', 'ei', '40', '0'],
    ['employer_statutory_withholding', 'ei', '40', '0'],
  ]);
  // The year takes it for withheld.
  expect(unpaid.bases[ENTERED_TAX.federal_tax]).toBe('40');
  // Calculated again nothing changes, and it goes when it is taken off.
  const again = { ...edited, pay_rates: [], lines: unpaid.lines };
  expect(run(again)).toMatchObject({ lines: unpaid.lines, bases: unpaid.bases, changed: [], removed: [] });
  const taken = again.lines.map((line) => ({ ...line, custom_amount: null }));
  expect(run({ ...again, lines: taken }).lines).toEqual([]);
});

test('an amount entered on a line of another kind of province goes with the move, and no other', () => {
  const edited = entered(inProvince(PAID, 'ca_qc'), '40', 'qpp', 'ei', 'health_services_fund');
  const moved = run(inProvince(edited, 'ca_on'));
  expect(linesOf(moved, 'qpp', 'qpip', 'health_services_fund')).toEqual([]);
  expect(linesOf(moved, 'ei').map(([, , custom]) => custom)).toEqual(['40', '40']);
  const back = run(inProvince(entered({ ...PAID, lines: moved.lines }, '30', 'cpp'), 'ca_qc'));
  expect(linesOf(back, 'cpp')).toEqual([]);
});

test('an amount entered on a line of employer health tax stays where there is one, and goes where there is none', () => {
  const large = given({
    pay_rates: [salary('52000000')],
    business_entity: { id: 'be_1', annual_remuneration: { ca_on: { approved: '0', expected: '52000000' } } },
  });
  const edited = entered(inProvince(large, 'ca_on'), '40', 'employer_health_tax');
  const moved = (place: string) =>
    linesOf(run(inProvince({ ...edited, pay_rates: [salary('52000')] }, place)), 'employer_health_tax');
  expect(moved('ca_mb')).toEqual([['employer_statutory_withholding', 'employer_health_tax', '40', '0']]);
  expect(moved('ca_ab')).toEqual([]);
});

test('what was entered stays while the province of employment is not known', () => {
  const edited = entered(PAID, '40', 'cpp');
  const nowhere = run({ ...edited, tax_properties: [] });
  expect(linesOf(nowhere, 'cpp').map(([, , custom]) => custom)).toEqual(['40', '40']);
  expect(linesOf(nowhere, 'ei')).toEqual([]);
});

test('an amount entered for a statutory holiday stays without an entitlement, and goes with the rules of another place', () => {
  const asked = { calculate_entitlement: true, calculation_strategy: 'provincial_rules_only', hours: 8 };
  const property = { ...given().tax_properties[0]!, id: 'taxp_2', type: 'ca::statutory_holiday_pay', value: asked };
  const paid = { date: '2026-02-10', earning_type: 'wage', amount: '2000', hours: '80', line_id: 'earnl_before' };
  const facts = given({ tax_properties: [...given().tax_properties, property], earlier_earnings: [paid] }, 4);
  const calculated = (of: StubFacts) => calculate(of, { holidayPay: holidayPayStage });
  const figures = (of: StubFacts) =>
    calculated(of).lines.map(({ custom_amount, managed_amount, managed_hours }) => [
      custom_amount,
      managed_amount,
      managed_hours,
    ]);
  expect(figures(facts)).toEqual([[null, '100', '8']]);
  expect(figures({ ...facts, earlier_earnings: [] })).toEqual([]);
  const edited = after(facts, calculated(facts), (line) => ({ ...line, custom_amount: '120' }));
  expect(figures(edited)).toEqual([['120', '100', '8']]);
  const without = { ...edited, earlier_earnings: [] };
  expect(figures(without)).toEqual([['120', '0', null]]);
  expect(calculated({ ...without, lines: calculated(without).lines })).toMatchObject({ changed: [], removed: [] });
  // Nor does it go where the entitlement is not calculated any more, or nothing says whose rules hold.
  const ended = { ...edited, tax_properties: given().tax_properties };
  expect(figures(ended)).toEqual([['120', '0', null]]);
  expect(calculated({ ...ended, lines: calculated(ended).lines })).toMatchObject({ changed: [], removed: [] });
  expect(figures({ ...edited, tax_properties: [] })).toEqual([['120', '0', null]]);
  const moved = without.tax_properties.map((one) => (one.id === 'taxp_1' ? { ...one, value: 'ca_ab' } : one));
  expect(figures({ ...without, tax_properties: moved })).toEqual([]);
});
