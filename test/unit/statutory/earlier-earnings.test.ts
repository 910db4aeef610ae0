import { expect, test } from 'vitest';
import type { Line, StubFacts, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

// What an earlier provider paid in ten months: only those earnings are pensionable and insurable on which contributions
// were due, so that slips have earnings wherever they have contributions.

const run = (facts: StubFacts) =>
  calculate(facts, { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS });
const line = (kind: Line['kind'], type: string, amount: string): Line =>
  handMadeLine(kind, type, { custom_amount: amount });
const property = (type: string, value: unknown, from: string, to: string | null = null): TaxPropertyFacts => ({
  id: `taxp_${type}`,
  owner: 'work_assignment',
  owner_id: 'work_assignment_1',
  type,
  value,
  effective_from: from,
  effective_to: to,
});

/** 304 days, 100.00 each, of which January to June are 181. */
const TEN_MONTHS = { period_start: '2026-01-01', period_end: '2026-10-31', pay_date: '2026-11-06' } as const;

const earned = (
  birth_date: string | null,
  properties: readonly TaxPropertyFacts[],
  payroll: Parameters<typeof onPayroll>[1] = TEN_MONTHS,
) => {
  const facts = onPayroll(
    given({ lines: [line('earning', 'salary', '30400'), line('statutory_withholding', 'cpp', '900')] }),
    { type: 'historical', ...payroll },
  );
  const { employee } = facts;
  const { bases, warnings } = run({
    ...facts,
    employee: { id: employee?.id ?? 'emp_1', birth_date },
    tax_properties: [...facts.tax_properties, ...properties],
  });
  const { pensionable, insurable, qpip_earnings } = bases;
  return { pensionable, insurable, qpip_earnings, warnings: warnings.map(({ type }) => type) };
};

const ESTIMATED = ['earnings_estimated'];
const QUEBEC = property('ca::province_of_employment', 'ca_qc', '2020-01-01');

test.each<[string, string | null, TaxPropertyFacts[], object]>([
  ['all of who contributes all year', '1990-07-11', [], { pensionable: '30400', insurable: '30400', warnings: [] }],
  ['until the month of 70', '1956-06-15', [], { pensionable: '18100', insurable: '30400', warnings: ESTIMATED }],
  ['from the month after 18', '2008-06-15', [], { pensionable: '12300', insurable: '30400', warnings: ESTIMATED }],
  ['none of who is 17', '2009-06-15', [], { pensionable: undefined, insurable: '30400', warnings: [] }],
  [
    'until an election',
    '1958-02-02',
    [property('ca::cpp_exempt', true, '2026-07-01')],
    { pensionable: '18100', insurable: '30400', warnings: ESTIMATED },
  ],
  [
    'until an election in Quebec, where premiums go on',
    '1958-02-02',
    [QUEBEC, property('ca::qc::qpp_exempt', true, '2026-07-01')],
    { pensionable: '18100', insurable: '30400', qpip_earnings: '30400', warnings: ESTIMATED },
  ],
  [
    'insurable ones after an exemption',
    '1990-07-11',
    [property('ca::ei_exempt', true, '2025-01-01', '2026-06-30')],
    { pensionable: '30400', insurable: '12300', warnings: ESTIMATED },
  ],
  [
    'of parental insurance before an exemption',
    '1990-07-11',
    [QUEBEC, property('ca::qc::qpip_exempt', true, '2026-07-01')],
    { pensionable: '30400', insurable: '30400', qpip_earnings: '18100', warnings: ESTIMATED },
  ],
  [
    'none while months without contributions are stated',
    '1990-07-11',
    [property('ca::pensionable_months', '0', '2026-01-01')],
    { pensionable: undefined, insurable: '30400', warnings: [] },
  ],
])('pensionable and insurable earnings: %s', (_, birth_date, properties, expected) => {
  expect(earned(birth_date, properties)).toMatchObject(expected);
});

test('what stands for one pay goes by its pay date, as the pay did', () => {
  const period = { period_start: '2026-06-14', period_end: '2026-06-27', pay_date: '2026-07-03' };
  expect(earned('1956-06-15', [], period)).toMatchObject({ pensionable: undefined, warnings: [] });
});

test('days of the year before are of no month of this one', () => {
  const period = { period_start: '2025-12-01', period_end: '2026-02-28', pay_date: '2026-03-06' };
  // January of 59 days.
  expect(earned('1956-01-15', [], period)).toMatchObject({ pensionable: '15972.88', warnings: ESTIMATED });
});

test('days that another stub of the date holds too count once among the pays that it stands for', () => {
  // January to March and ten days of February are 90 days, 6 of 26 pays; with April they are 120, and 9 pays.
  const periods = [
    { period_start: '2026-01-01', period_end: '2026-03-31' },
    { period_start: '2026-02-01', period_end: '2026-02-10' },
  ];
  const facts = onPayroll(given({ lines: [line('earning', 'salary', '30400')] }), {
    type: 'historical',
    period_start: '2026-01-01',
    period_end: '2026-04-30',
    pay_date: '2026-05-08',
  });
  const { bases } = run({ ...facts, earlier_provider: { periods, bases: { periodic_pays: '6' } } });
  expect(bases.periodic_pays).toBe('3');
});
