import { describe, expect, test } from 'vitest';
import type { Line, StubFacts, StubResult } from '../../../src/calculation/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { addDays } from '../../../src/values/dates.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';
import { calculate, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

// Stubs of one pay date where a bonus or a correction, made apart from regular pay, comes first.

type PayrollType = StubFacts['payroll']['type'];
type Recorded = NonNullable<StubFacts['same_pay_date']>;

/** Ten pays of 2,400.00 on average, the last of them 3,000.00, with what was withheld. */
const YEAR: Recorded = {
  amounts: { statutory_withholding: { cpp: '1347.92', qpp: '1347.92', ei: '391.20', qpip: '103.20' } },
  bases: {
    ...{ taxable: '24000', all_taxable: '24000', all_taxable_quebec: '24000', periodic_pays: '10' },
    ...{ pensionable: '24000', insurable: '24000', qpip_earnings: '24000' },
    ...{ federal_tax: '2000', provincial_tax: '2000', taxed_on: '1000', taxed_qc: '1000' },
  },
};
const LAST_PAY = { bases: { taxable: '3000', all_taxable: '3000', all_taxable_quebec: '3000', periodic_pays: '1' } };

const line = (kind: Line['kind'], type: string, amount: string): Line =>
  handMadeLine(kind, type, { custom_amount: amount });

const pay = (
  type: PayrollType,
  place: string,
  lines: Line[],
  earlier?: StubResult,
  more: Pick<StubFacts, 'last_paid_on'> & { properties?: Record<string, unknown> } = {},
): StubResult => {
  const { properties, ...known } = more;
  const facts = { ...given({ lines }, 10), ...known };
  const of = { owner: 'work_assignment', owner_id: 'work_assignment_1', effective_from: '2020-01-01' } as const;
  return calculate(
    onPayroll(
      {
        ...facts,
        year_to_date: { ...YEAR, consumed_once: [] },
        ...(type === 'regular' ? {} : { last_pay: LAST_PAY }),
        ...(earlier ? { same_pay_date: remembered(earlier) } : {}),
        tax_properties: [
          ...facts.tax_properties,
          { ...of, id: 'taxp_1', type: 'ca::province_of_employment', value: place, effective_to: null },
          ...Object.entries(properties ?? {}).map(([name, value]) => ({
            ...{ ...of, id: `taxp_${name}`, type: name, value, effective_to: null },
          })),
        ],
      },
      { type },
    ),
    { withholdings: createWithholdingStage(), effects: STATUTORY_EFFECTS },
  );
};

/** What a closed stub leaves for the next one of its date. */
const remembered = ({ lines, bases }: StubResult): Recorded => {
  const amounts: Record<string, Record<string, string>> = {};
  for (const { kind, type, custom_amount, managed_amount } of lines) {
    amounts[kind] ??= {};
    amounts[kind][type] = custom_amount ?? managed_amount ?? '0';
  }
  return { amounts, bases };
};

const withheld = ({ lines }: StubResult): Record<string, string> =>
  Object.fromEntries(
    lines
      .filter(({ kind }) => kind.endsWith('statutory_withholding'))
      .map(({ kind, type, managed_amount }) => [`${kind}/${type}`, managed_amount!]),
  );

const taxes = (result: StubResult) => {
  const of = withheld(result);
  return ['federal', 'provincial'].map((tax) => fixed(of[`statutory_withholding/${tax}_income_tax`] ?? '0'));
};

describe.each(['ca_on', 'ca_qc'])('in %s, beside a correction of the date that took 500.00 back', (place) => {
  const back = pay('correction', place, [line('earning', 'wage', '-500')]);

  test('it gave tax back', () => {
    expect(taxes(back).every((tax) => tax < 0n)).toBe(true);
  });

  test.each<[string, PayrollType, Line[]]>([
    ['a regular pay stub without hours', 'regular', [line('earning', 'wage', '0')]],
    ['another correction without pay', 'correction', [line('earning', 'vacation_accrual_adjustment', '-15.5')]],
    ['an off-cycle reimbursement', 'off_cycle', [line('reimbursement', 'non_taxable_reimbursement', '80')]],
  ])('%s bears nothing', (_, type, lines) => {
    expect(withheld(pay(type, place, lines, back))).toEqual({});
  });

  test('one that pays the 500.00 again bears what the first one gave back', () => {
    const again = withheld(pay('correction', place, [line('earning', 'wage', '500')], back));
    const gave = Object.entries(withheld(back)).map(([name, amount]) => [name, toText(-fixed(amount))]);
    expect(again).toEqual(Object.fromEntries(gave));
  });
});

test.each([
  ['ca_on', 'ca_qc'],
  ['ca_qc', 'ca_on'],
])(
  'of two bonuses of one date in %s and in %s the second bears what it adds to the first by its own rates',
  (from, to) => {
    const bonus = (amount: string, place: string, earlier?: StubResult) =>
      pay('off_cycle', place, [line('earning', 'bonus_discretionary', amount)], earlier);
    const second = bonus('1000', to, bonus('1000', from));
    const [both, one] = [taxes(bonus('2000', to)), taxes(bonus('1000', to))];
    // F5B of each is rounded apart, so a cent of difference may be left.
    for (const [i, tax] of taxes(second).entries())
      expect(Math.abs(Number(toText(tax - (both[i]! - one[i]!))))).toBeLessThanOrEqual(0.01);
  },
);

// 10,000.00 of a bonus of 20,000.00 go into an RRSP (F3 of T4127 chapter 4). F5 of the date is 228.65, of which F5A = 29.82:
// A goes from 26 x 2,970.18 = 77,224.68 to 77,224.68 + 10,000.00 - 198.83 = 87,025.85. Federal: 0.205 x 9,801.17 =
// 2,009.24; Ontario: 0.0915 x 9,801.17 = 896.81, as surtax begins above. Of the pay 0.24 and 0.10 come back, as its F5A
// was 28.65 by itself.
test('what is deducted from a bonus lowers the bonus, also where it is paid behind the regular pay of its date', () => {
  const salary = pay('regular', 'ca_on', [line('earning', 'salary', '3000')]);
  const bonus = (type: string) => {
    const lines = [line('earning', 'bonus_discretionary', '20000'), line('employee_benefit', type, '10000')];
    return pay('off_cycle', 'ca_on', lines, salary);
  };
  expect(taxes(bonus('pension_rrsp')).map(toText)).toEqual(['2009', '896.71']);
  expect(withheld(bonus('pension_rrsp'))).toEqual(withheld(bonus('pension_rrsp_non_periodic')));
  expect(bonus('pension_rrsp').bases.registered_plans_non_periodic).toBe('10000');
});

// With a TD1X the exemption is for the days since the last payment (T4127 chapter 6), here 3,500 x 62 / 365 = 594.52, more
// than a pay's of the schedule, and the tax is that of the estimated year. A correction goes by neither: it bears what it
// adds, 0.0595 x 100.00 = 5.95 or 0.063 x 100.00 = 6.30, and tax by the bonus method.
test.each([
  ['ca_on', 'cpp', '5.95'],
  ['ca_qc', 'qpp', '6.3'],
])('in %s a correction on the date of a commission payment bears what it adds', (place, plan, due) => {
  const { pay_date } = given({ lines: [] }, 10).payroll;
  const commission = (amount: string) => [line('earning', 'commission', amount)];
  const more = {
    last_paid_on: addDays(pay_date, -62),
    properties: { 'ca::federal::commission': { income: 60_000, expenses: 0 } },
  };
  const paid = pay('regular', place, commission('5000'), undefined, more);
  const corrected = pay('correction', place, commission('100'), paid, more);
  expect(withheld(corrected)[`statutory_withholding/${plan}`]).toBe(due);
  const [all, before] = ['5100', '5000'].map((amount) =>
    taxes(pay('correction', place, commission(amount), undefined, more)),
  );
  expect(taxes(corrected)).toEqual(all!.map((tax, i) => tax - before![i]!));
});

// Quebec's tax on 100.00 less CSB, 51.00 / 51: 0.19 x 99.00, in the row of 26 x 3,000.00. By averaging the 5,000.00 bore less
// than they would without; that is none of what the correction bears.
test('in Quebec a correction on the date of commissions that are averaged bears what it adds', () => {
  const more = { properties: { 'ca::qc::commission': { percentage: 100 } } };
  const paid = pay('regular', 'ca_qc', [line('earning', 'commission', '5000')], undefined, more);
  const corrected = withheld(pay('correction', 'ca_qc', [line('earning', 'wage', '100')], paid, more));
  expect(corrected['statutory_withholding/provincial_income_tax']).toBe('18.81');
});
