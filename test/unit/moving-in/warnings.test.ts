import { expect, test } from 'vitest';
import { faultText } from '../../../src/moving-in/faults.ts';
import { movedIn } from '../../support/moved-in.ts';
import { SALARY } from '../../support/payroll-world.ts';

/** What an earlier provider contributed is taken as it was; more than a year's maximum is mostly a slip, and told. */

const COLUMNS = ['cpp', 'cpp_2', 'qpp', 'qpp_2', 'ei', 'qpip'] as const;
const HEAD = [
  'work_assignment,pay_date,period_start,period_end,earning.wage',
  ...COLUMNS.map((type) => `statutory_withholding.${type}`),
  ...COLUMNS.map((type) => `employer_statutory_withholding.${type}`),
].join(',');
type Amounts = Partial<Record<(typeof COLUMNS)[number], string>>;
const row = (id: string, pay_date: string, employee: Amounts, employer: Amounts = {}) => {
  const days = [`${pay_date.slice(0, 4)}-01-01`, pay_date];
  const amounts = [employee, employer].flatMap((given) => COLUMNS.map((type) => given[type] ?? ''));
  return [id, pay_date, ...days, '90000', ...amounts].join(',');
};
/** The maximums that the Canada Revenue Agency and Revenu Québec publish, of the employee and of the employer. */
const ELSEWHERE: [Amounts, Amounts] = [
  { cpp: '4230.45', cpp_2: '416', ei: '1123.07' },
  { cpp: '4230.45', cpp_2: '416', ei: '1572.30' },
];
const QUEBEC: [Amounts, Amounts] = [
  { qpp: '4479.30', qpp_2: '416', ei: '895.70', qpip: '442.90' },
  { qpp: '4479.30', qpp_2: '416', ei: '1253.98', qpip: '620.06' },
];
const OF_2025: [Amounts, Amounts] = [
  { cpp: '4034.10', cpp_2: '396', ei: '1077.48' },
  { cpp: '4034.10', cpp_2: '396', ei: '1508.47' },
];

const told = async (rowsOf: (ids: readonly string[]) => string[]): Promise<string[]> => {
  const place = { type: 'ca::province_of_employment', value: 'ca_on' };
  const properties = [{ ...place, effective_from: '2025-01-01', effective_to: '2025-12-31' }];
  const { hired, populated, moveIn, rows } = await movedIn({ properties });
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await hired({ rate: SALARY })).assignment.id);
  await populated();
  const { faults, warnings, files } = await moveIn({ 'year_to_date.csv': [HEAD, ...rowsOf(ids)] });
  expect(faults).toEqual([]);
  // Whatever is told is taken: somebody may have been withheld more than was due.
  expect(files[0]?.written).toBe(rowsOf(ids).length);
  expect(rows('payroll').filter(({ type }) => type === 'historical').length).toBeGreaterThan(0);
  return warnings.map((warning) => faultText(warning, 'en'));
};

test('a year at its maximums is taken without a word, whatever its place', async () => {
  expect(
    await told(([a, b, c]) => [
      row(a!, '2026-11-06', ...ELSEWHERE),
      row(b!, '2026-11-06', ...QUEBEC),
      row(c!, '2025-12-31', ...OF_2025),
      // The next year begins anew.
      row(c!, '2026-11-06', ...ELSEWHERE),
    ]),
  ).toEqual([]);
});

test.each<[string, [Amounts, Amounts]]>([
  ['outside Quebec', ELSEWHERE],
  ['in Quebec', QUEBEC],
  ['in 2025', OF_2025],
])(
  'each contribution that is a cent above its maximum %s is told by row and column',
  async (place, [employee, employer]) => {
    const more = (amounts: Amounts): Amounts =>
      Object.fromEntries(Object.entries(amounts).map(([type, amount]) => [type, (Number(amount) + 0.01).toFixed(2)]));
    const date = place === 'in 2025' ? '2025-12-31' : '2026-11-06';
    const columns = (await told(([a]) => [row(a!, date, more(employee), more(employer))])).map(
      (text) => text.split(': ')[0],
    );
    const expected = ['statutory_withholding', 'employer_statutory_withholding'].flatMap((kind) =>
      Object.keys(employee).map((type) => `year_to_date.csv, line 2, ${kind}.${type}`),
    );
    expect(columns.sort()).toEqual(expected.sort());
  },
);

test('a year counts in all rows of a person: the one that brings it above the maximum is told, with the total', async () => {
  expect(
    await told(([a, b]) => [
      row(a!, '2026-11-06', { cpp: '2000' }),
      row(b!, '2026-06-30', { cpp: '4000' }),
      row(a!, '2026-06-30', { cpp: '2230.46' }),
    ]),
  ).toEqual([
    "year_to_date.csv, line 2, statutory_withholding.cpp: brings the person's total of 2026 to 4230.46, above the year's maximum, 4230.45: correct it, or leave it where so much was withheld",
  ]);
});

test('a pay date that is still to come is told: figures of a year are paid, and 2027 may be a slip for 2026', async () => {
  const warnings = await told(([a]) => [row(a!, '2027-11-06', {}), row(a!, '2026-11-16', {})]);
  expect(warnings).toEqual([
    'year_to_date.csv, line 2, pay_date: is after today, 2026-11-16, and these figures count in 2027: correct it, or leave it where they are paid on that day',
  ]);
});
