import { expect, test } from 'vitest';
import type { Line, StubFacts, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, given, handMadeLine, salary } from '../payrolls/given.ts';

// PM of T4127: the months in which "CPP and/or QPP contributions are required to be deducted". Each goes by the plan of
// where somebody is employed in it, and by that plan's ages and elections.

const property = (
  type: string,
  value: unknown,
  effective_from: string,
  effective_to: string | null = null,
): TaxPropertyFacts => ({
  id: `taxp_${type}_${effective_from}`,
  owner: 'work_assignment',
  owner_id: 'wrk_1',
  type,
  value,
  effective_from,
  effective_to,
});

const movingIn = (from: string, to: string, month: string) => [
  property('ca::province_of_employment', from, '2020-01-01', `2026-${month}-28`),
  property('ca::province_of_employment', to, `2026-${month}-29`),
];

/** What a payroll of 2026 withholds for a plan when it pays more than a year of it asks for. */
const mostOf = (payroll: number, birth_date: string, properties: TaxPropertyFacts[], more: Partial<StubFacts> = {}) => {
  const wage: Line = handMadeLine('earning', 'wage', { custom_amount: '900000' });
  const facts = given({ lines: [wage], employee: { id: 'emp_1', birth_date }, ...more }, payroll);
  const { lines } = calculate(
    { ...facts, tax_properties: [...facts.tax_properties, ...properties] },
    { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS },
  );
  const amounts = lines.filter(({ kind }) => kind === 'statutory_withholding');
  return Object.fromEntries(
    amounts.filter(({ type }) => /^[cq]pp/.test(type)).map(({ type, managed_amount }) => [type, managed_amount]),
  );
};

const [OLD, YOUNG] = ['1959-03-03', '1990-05-05'];
const cpt30 = property('ca::cpp_exempt', true, '2020-01-01');
// The parts of 4,230.45 and 416.00 of CPP, and of 4,479.30 and 416.00 of QPP, for so many months.
const [APRIL, NOVEMBER] = [7, 22];

test.each<[string, number, string, TaxPropertyFacts[], Partial<StubFacts>, Record<string, string>]>([
  [
    'after a move into Quebec, of somebody who had elected not to contribute to CPP: six months',
    NOVEMBER,
    OLD,
    [cpt30, ...movingIn('ca_on', 'ca_qc', '06')],
    {},
    { qpp: '2239.65', qpp_2: '208' },
  ],
  [
    'after a move out of Quebec, of somebody who had elected not to contribute to QPP: six months',
    NOVEMBER,
    OLD,
    [property('ca::qc::qpp_exempt', true, '2020-01-01'), ...movingIn('ca_qc', 'ca_on', '06')],
    {},
    { cpp: '2115.23', cpp_2: '208' },
  ],
  [
    'before a move into Quebec, of somebody whose election not to contribute to CPP begins with it: twelve months',
    APRIL,
    OLD,
    [property('ca::cpp_exempt', true, '2026-06-29'), ...movingIn('ca_on', 'ca_qc', '06')],
    {},
    { cpp: '4230.45', cpp_2: '416' },
  ],
  [
    'after a move into Quebec, of somebody of 71, who is too old for CPP and not for QPP: six months',
    NOVEMBER,
    '1955-03-03',
    movingIn('ca_on', 'ca_qc', '06'),
    {},
    { qpp: '2239.65', qpp_2: '208' },
  ],
  [
    'of somebody of 70 in April who moved into Quebec in June: four months and six',
    NOVEMBER,
    '1956-04-03',
    movingIn('ca_on', 'ca_qc', '06'),
    {},
    { qpp: '3732.75', qpp_2: '346.67' },
  ],
  [
    'of somebody of 71 whom an employer of Ontario hired in Quebec in July: twelve months',
    NOVEMBER,
    '1955-03-03',
    [property('ca::province_of_employment', 'ca_qc', '2026-07-06')],
    { pay_rates: [salary('0', { effective_from: '2026-07-06' })] },
    { qpp: '4479.3', qpp_2: '416' },
  ],
  [
    'of somebody who moved and contributes all year: twelve months',
    NOVEMBER,
    YOUNG,
    movingIn('ca_on', 'ca_qc', '06'),
    {},
    { qpp: '4479.3', qpp_2: '416' },
  ],
])('the year has at most, %s', (_, payroll, birth_date, properties, more, expected) => {
  expect(mostOf(payroll, birth_date, properties, more)).toEqual(expected);
});
