import { expect, test } from 'vitest';
import type { Line, StubFacts } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { calculate, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

// K2 of the bonus method (T4127 chapter 4): contributions and premiums of the regular pay and of earlier payments are
// those that were due on them. Benefits in kind are not insurable, a pension is neither insurable nor pensionable, and
// in Quebec no QPP is on wages in lieu of notice.

type Sums = NonNullable<StubFacts['same_pay_date']>;

const earning = (type: string, amount: string): Line => handMadeLine('earning', type, { custom_amount: amount });

/** Income tax of the second pay of 2026 on a bi-weekly schedule, federal and provincial. */
const taxes = (
  type: 'regular' | 'off_cycle',
  place: string,
  lines: Line[],
  year: Sums,
  {
    last = year,
    at = 1,
    pay_date,
    properties = {},
  }: { last?: Sums; at?: number; pay_date?: string; properties?: Record<string, string> } = {},
): (string | null | undefined)[] => {
  const facts = given({ lines }, at);
  const of = { owner: 'work_assignment', owner_id: 'work_assignment_1', effective_from: '2020-01-01' } as const;
  const result = calculate(
    onPayroll(
      {
        ...facts,
        year_to_date: { ...year, consumed_once: [] },
        ...(type === 'off_cycle' ? { last_pay: { bases: last.bases } } : {}),
        tax_properties: [
          ...facts.tax_properties,
          ...Object.entries({ ...properties, 'ca::province_of_employment': place }).map(([name, value], place) => ({
            ...{ ...of, id: `taxp_${place}`, type: name, value, effective_to: null },
          })),
        ],
      },
      { type, ...(pay_date === undefined ? {} : { pay_date }) },
    ),
    { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS },
  );
  return ['federal_income_tax', 'provincial_income_tax'].map(
    (tax) => result.lines.find((one) => one.kind === 'statutory_withholding' && one.type === tax)?.managed_amount,
  );
};

/** A first pay of 3,000.00. */
const PAY = { taxable: '3000', all_taxable: '3000', all_taxable_quebec: '3000', periodic_pays: '1' };

// A salary of 2,000.00 and a car of 1,000.00, then a bonus of 1,000.00. The pension plan's maximum counts in both steps:
// 26 x 170.49 x 0.0495 / 0.0595 is above 3,519.45. Premiums are on the salary: 26 x 32.60 = 847.60, with the bonus 863.90.
// A = 78,000.00 and 78,990.00 (F5B 10.00). Federal: 0.205 x 990.00 = 202.95, less 120.95 - 118.66 = 2.29.
// Ontario: 7,227.59 - 7,137.00 = 90.59, less 43.63 - 42.80 = 0.83.
// Quebec: EI 676.00 and 689.00, QPIP 26 x 2,000.00 x 0.0043 = 223.60 and 227.90; 202.95 less 96.46 - 94.64 and 31.91 -
// 31.30, without 16.5 %: 200.52 x 0.835 = 167.44. Quebec's own tax: 19 % of 990.00.
test.each<[string, Record<string, string>, string[]]>([
  ['ca_on', { cpp: '170.49', ei: '32.6' }, ['200.66', '89.76']],
  ['ca_qc', { qpp: '180.52', ei: '26', qpip: '8.6' }, ['167.44', '188.1']],
])(
  'in %s a bonus paid apart from a salary with a car has its premiums credited',
  (place, statutory_withholding, due) => {
    const year = {
      amounts: { statutory_withholding },
      bases: {
        ...PAY,
        pensionable: '3000',
        insurable: '2000',
        ...(place === 'ca_qc' ? { qpip_earnings: '2000' } : {}),
      },
    };
    expect(taxes('off_cycle', place, [earning('bonus_discretionary', '1000')], year)).toEqual(due);
  },
);

// A salary of 1,200.00 and a pension of 1,800.00, then a bonus of 20,000.00: C = 0.0595 x (1,200.00 - 134.61) = 63.39, base
// 52.74 x 26 = 1,371.24; with the bonus + 990.00 = 2,361.24. EI 26 x 19.56 = 508.56, with it 834.56. F5B = 200.00.
// A = 78,000.00 and 97,800.00. Federal: 0.205 x 19,800.00 = 4,059.00, less 330.57 - 191.97 = 138.60 and 116.84 - 71.20 =
// 45.64: 3,874.76. Ontario: 9.15 % of 19,800.00 = 1,811.70, less 119.24 - 69.25 = 49.99 and 42.15 - 25.68 = 16.47; surtax
// 20 % of 5,921.37 - 5,818 = 20.67. The health premium is 750.00 in both steps.
test('of a salary beside a pension the salary alone has contributions', () => {
  const year = {
    amounts: { statutory_withholding: { cpp: '63.39', ei: '19.56' } },
    bases: { ...PAY, pensionable: '1200', insurable: '1200' },
  };
  expect(taxes('off_cycle', 'ca_on', [earning('bonus_discretionary', '20000')], year)).toEqual(['3874.76', '1765.91']);
});

// Quebec, a salary of 2,000.00, and 30,000.00 in lieu of notice with the first pay. QPP of the salary: 117.52, base 98.87 x
// 26 = 2,570.62, and 53.00 on a bonus of 1,000.00: below 3,768.30. Were QPP on the 30,000.00 too, the maximum would be
// reached without the bonus. EI 895.70 in both steps, QPIP 352.60 and 356.90.
// F5 = 180.52 x 0.01 / 0.063 = 28.65; F5A 19.10, F5B 9.55. A = 26 x 1,980.90 = 51,503.40, + 30,000.00 = 81,503.40; 82,493.85.
// Regular: 0.14 x 51,503.40 = 7,210.48 - 2,303.28 - 359.89 - 94.64 - 31.30 - 210.14 = 4,211.23 x 0.835 = 3,516.38 / 26 =
// 135.25. Bonus: 203.04 - 7.42 - 0.61 = 195.01 x 0.835 = 162.83.
test('wages in lieu of notice, which no QPP was on, leave a later bonus its credit', () => {
  const year = {
    amounts: { statutory_withholding: { qpp: '117.52', ei: '416', qpip: '137.6' } },
    bases: {
      ...{
        taxable: '2000',
        all_taxable: '32000',
        non_periodic: '30000',
        all_taxable_quebec: '2000',
        periodic_pays: '1',
      },
      ...{ pensionable: '2000', insurable: '32000', insurable_quebec: '32000', insurable_non_periodic: '30000' },
      ...{ qpip_earnings: '32000', qpip_non_periodic: '30000' },
    },
  };
  const lines = [earning('salary', '2000'), earning('bonus_discretionary', '1000')];
  expect(taxes('regular', 'ca_qc', lines, year)).toEqual(['298.08', '306.13']);
});

// C of the last pay is 0.0595 x (2,800.00 - 134.61) = 158.59, base 131.94 x 26 = 3,430.44: 89.01 below the maximum, though
// the bonus of the same amount has no exemption. EI is at its maximum. F5B = 28.00, A = 72,800.00 and 75,572.00.
// Federal: 0.205 x 2,772.00 = 568.26, less 492.72 - 480.26 = 12.46. Ontario: 253.64, less 177.73 - 173.24 = 4.49.
test('a bonus of the amount of the last pay leaves that its exemption', () => {
  const pay = { ...PAY, taxable: '2800', all_taxable: '2800', all_taxable_quebec: '2800' };
  const year = {
    amounts: { statutory_withholding: { cpp: '158.59', ei: '45.64' } },
    bases: { ...pay, pensionable: '2800', insurable: '2800' },
  };
  expect(taxes('off_cycle', 'ca_on', [earning('bonus_discretionary', '2800')], year)).toEqual(['555.8', '249.15']);
});

// 5,000.00 was taken back after six pays of 3,000.00. Of A that bracket is not below 0 (T4127 chapter 4, B1 - F4 - F5B), so
// neither are its contributions: with the bonus of 1,000.00 or without it both maximums count, 26 x 141.84 being above
// 3,519.45 and 26 x 48.90 above 1,123.07. Federal 0.205 x 990.00, Ontario 7,227.59 - 7,137.00.
test('what was taken back earlier leaves a bonus no credit for contributions that the year has anyway', () => {
  const year = {
    amounts: { statutory_withholding: { cpp: '725.44', ei: '211.9' } },
    bases: {
      ...{ taxable: '18000', all_taxable: '13000', non_periodic: '-5000', periodic_pays: '6', f5b: '-50' },
      ...{ pensionable: '13000', pensionable_non_periodic: '-5000' },
      ...{ insurable: '13000', insurable_non_periodic: '-5000' },
    },
  };
  const last = { amounts: {}, bases: { ...PAY, pensionable: '3000', insurable: '3000' } };
  expect(taxes('off_cycle', 'ca_on', [earning('bonus_discretionary', '1000')], year, { last })).toEqual([
    '202.95',
    '90.59',
  ]);
});

/** How a bonus is taxed on what the year has had and has left, federally and by Quebec. */
const BY_THE_YEAR = { 'ca::bonus_tax_basis': 'year_to_date', 'ca::qc::bonus_tax_method': 'first' };
const ofPays = (pays: number, pay: number): Sums => {
  const sums = ['taxable', 'all_taxable', 'all_taxable_quebec', 'pensionable', 'insurable'];
  const bases = Object.fromEntries(sums.map((sum) => [sum, String(pays * pay)]));
  return { amounts: {}, bases: { ...bases, periodic_pays: String(pays) } };
};

// With a pay more the year would reach the next bracket: 117,045 federally, 108,680 in Quebec.
test.each([
  ['ca_on', 4_450],
  ['ca_qc', 4_150],
])('in %s a bonus behind a pay does not have that once more among those that are left of the year', (place, pay) => {
  const bonus = [earning('bonus_discretionary', '1000')];
  const of = (pays: number, of_pay: { at: number; pay_date: string }) => {
    const year = ofPays(pays, pay);
    const by_the_year = taxes('off_cycle', place, bonus, year, { ...of_pay, properties: BY_THE_YEAR });
    return { by_the_year, annualized: taxes('off_cycle', place, bonus, year, of_pay) };
  };
  const behind = of(2, { at: 1, pay_date: '2026-01-28' });
  expect(behind).toEqual(of(2, { at: 2, pay_date: '2026-01-28' }));
  // A year of such pays is what the year has had and has left.
  const last = of(26, { at: 25, pay_date: '2026-12-30' });
  for (const { by_the_year, annualized } of [behind, last]) expect(by_the_year[0]).toBe(annualized[0]);
});

test('a bonus beside wages paid off-cycle has as many pays left of the year, however long ago its source was paid', () => {
  const lines = [earning('wage', '4200'), earning('bonus_discretionary', '1000')];
  const of = (at: number) =>
    taxes('off_cycle', 'ca_on', lines, ofPays(4, 4_200), { at, pay_date: '2026-02-25', properties: BY_THE_YEAR });
  // Behind the fourth pay, of the fourth period and of the second one.
  expect(of(1)).toEqual(of(3));
});
