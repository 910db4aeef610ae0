import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Line, StubFacts } from '../../../src/calculation/index.ts';
import { amountOf } from '../../../src/calculation/index.ts';
import { RULES } from '../../../src/calculation/model/explanation.ts';
import type { Step } from '../../../src/calculation/model/types.ts';
import {
  allowance,
  benefit,
  calculate,
  deduction,
  earning,
  given,
  handMadeLine,
  hourly,
  NO_ITEMS,
  overtime,
  reimbursement,
  salary,
  vacation,
} from './given.ts';

// Each amount of a stub tells the rule, the figures and the records that it stands on: the promise of the explanation.

const told = new Set<string>();
/** The steps of a line, by its id; all names that were told are remembered. */
const explained = (facts: StubFacts): Record<string, readonly Step[]> => {
  const { explanation } = calculate(facts, { explain: true, withholdings });
  for (const steps of Object.values(explanation)) for (const { name } of steps) told.add(name);
  return explanation as Record<string, readonly Step[]>;
};
const withholdings = () => ({
  employee: [
    { type: 'ei', amount: '100', title: 'EI', title_translations: {}, remittance_account_id: null, steps: [] },
  ],
  employer: [],
  additional_tax: { federal: '0', quebec: '0' },
  bases: {},
  is_pending_tax_rates: false,
  warnings: [],
});
const withItems = (recurring: Partial<StubFacts['recurring']>, more: Partial<StubFacts> = {}, payroll = 0) =>
  given({ pay_rates: [salary('52000')], recurring: { ...NO_ITEMS, ...recurring }, ...more }, payroll);
const record = (object: string, id: string) => ({ object, id });
const rule = (name: keyof typeof RULES, value: string, figures: Step['figures'], ...records: unknown[]) => ({
  name,
  formula: RULES[name].formula,
  value,
  figures,
  ...(records.length > 0 ? { records } : {}),
});
const SALARY_LINE = record('earning_line_item', 'earning/payrt_salary');

it('an explanation is made only when it is requested', () => {
  expect(calculate(withItems({ allowances: [allowance('10')] })).explanation).toEqual({});
});

describe('the explanation of earnings', () => {
  it('has the pay rate, and the days of a partial period', () => {
    expect(explained(withItems({}))['earning/payrt_salary']).toEqual([
      rule('salary', '2000', { rate: '52000', periods: '26' }, record('pay_rate', 'payrt_salary')),
    ]);
    // The period ends on Saturday 3 January; from Wednesday on these are three working days at 200.00.
    const late = given({ pay_rates: [salary('52000', { effective_from: '2025-12-31' })] });
    expect(explained(late)['earning/payrt_salary']).toEqual([
      rule(
        'prorated_salary',
        '600',
        {
          rate: '52000',
          periods: '26',
          working_days: '3',
          from: '2025-12-31',
          to: '2026-01-03',
          salaried_days: '3',
        },
        record('pay_rate', 'payrt_salary'),
      ),
    ]);
    // Another one had the first seven days.
    const raised = given({
      pay_rates: [
        salary('52000', { id: 'payrt_old', effective_to: '2025-12-30' }),
        salary('78000', { effective_from: '2025-12-31' }),
      ],
    });
    expect(explained(raised)['earning/payrt_salary']).toEqual([
      rule(
        'shared_salary',
        '900',
        {
          rate: '78000',
          periods: '26',
          working_days: '3',
          from: '2025-12-31',
          to: '2026-01-03',
          period_days: '10',
        },
        record('pay_rate', 'payrt_salary'),
      ),
    ]);
  });

  it('has the hours of a wage, and those entered for a salary', () => {
    const rates = [salary('52000'), hourly('20')];
    const line = (id: string, custom_hours: string) =>
      handMadeLine('earning', 'wage', { id: `earning/${id}`, is_managed: true, custom_hours });
    const lines = [line('payrt_salary', '40'), line('payrt_hourly', '7.5')];
    const steps = explained(given({ pay_rates: rates, lines }));
    expect(steps['earning/payrt_hourly']).toEqual([
      rule('wage', '150', { rate: '20', hours: '7.5' }, record('pay_rate', 'payrt_hourly')),
    ]);
    expect(steps['earning/payrt_salary']!.at(-1)).toEqual(
      rule('entered_hours', '1000', { salary: '2000', custom_hours: '40', managed_hours: '80' }),
    );
  });

  it('has the multiplier of overtime and the hourly amount of a salary, or the override', () => {
    const line = (id: string, overtime_rate_id: string) =>
      handMadeLine('earning', 'overtime', { id, overtime_rate_id, custom_hours: '2' });
    const facts = given({
      pay_rates: [salary('52000')],
      overtime_rates: [
        overtime({ pay_rate_id: 'payrt_salary' }),
        overtime({ id: 'ovtrt_2', pay_rate_id: 'payrt_salary', hourly_rate_override: '50' }),
      ],
      lines: [line('by_multiplier', 'ovtrt_1'), line('by_override', 'ovtrt_2')],
    });
    const steps = explained(facts);
    expect(steps.by_multiplier).toEqual([
      rule('hourly_rate', '25', { rate: '52000', expected_hours_per_week: '40' }, record('pay_rate', 'payrt_salary')),
      rule(
        'overtime_multiplier',
        '37.5',
        { hourly_rate: '25', rate_multiplier: '1.5' },
        record('overtime_rate', 'ovtrt_1'),
        record('pay_rate', 'payrt_salary'),
      ),
      rule('hours_at_rate', '75', { rate: '37.5', hours: '2' }, record('overtime_rate', 'ovtrt_1')),
    ]);
    expect(steps.by_override).toEqual([
      rule('overtime_override', '50', { hourly_rate_override: '50' }, record('overtime_rate', 'ovtrt_2')),
      rule('hours_at_rate', '100', { rate: '50', hours: '2' }, record('overtime_rate', 'ovtrt_2')),
    ]);
  });
});

describe('the explanation of a recurring item', () => {
  it('has the item, the preset of its values, and the part of a month', () => {
    const items = {
      earnings: [earning('300', { business_preset_id: 'bp_1' })],
      allowances: [
        allowance('100', {
          frequency: 'per_month',
          date_basis: 'by_pay_date',
          pay_period_cadence: [1, 2],
          effective_from: '2025-01-01',
        }),
      ],
      reimbursements: [reimbursement('12', { frequency: 'once' })],
    };
    const steps = explained(withItems(items, {}, 1));
    expect(steps['earning/ern_1']).toEqual([
      rule('per_payroll', '300', { amount: '300' }, record('earning', 'ern_1'), record('business_preset', 'bp_1')),
    ]);
    expect(steps['allowance/alw_1']).toEqual([
      rule(
        'per_month',
        '50',
        { amount: '100', parts: '2', part: '2', date_basis: 'by_pay_date', month: '2026-01' },
        record('allowance', 'alw_1'),
      ),
    ]);
    expect(steps['reimbursement/rmb_1']).toEqual([
      rule('once', '12', { amount: '12' }, record('reimbursement', 'rmb_1')),
    ]);
  });

  it('has an amount that was entered in place of the calculated one, and one that was entered at first', () => {
    const present = { ...handMadeLine('allowance', 'cell_phone_allowance'), id: 'allowance/alw_1', is_managed: true };
    const lines = [
      { ...present, custom_amount: '60' },
      handMadeLine('earning', 'commission', { id: 'entered', custom_amount: '70' }),
      handMadeLine('earning', 'wage', { id: 'adjusted', managed_amount: '-8', source_adjustment_id: 'adj_1' }),
    ];
    const steps = explained(withItems({ allowances: [allowance('100')] }, { lines }));
    expect(steps['allowance/alw_1']!.map(({ name, value }) => [name, value])).toEqual([
      ['per_payroll', '100'],
      ['custom_amount', '60'],
    ]);
    expect(steps['allowance/alw_1']!.at(-1)!.figures).toEqual({ managed_amount: '100' });
    expect(steps.entered).toEqual([rule('entered', '70', {})]);
    expect(steps.adjusted).toEqual([rule('adjustment', '-8', {}, record('adjustment', 'adj_1'))]);
  });
});

describe('the explanation of a benefit', () => {
  const rrsp = (percent: string, more: Parameters<typeof benefit>[1] = {}) =>
    benefit(percent, { employee_benefit_type: 'pension_rrsp', amount_type: 'percent', ...more });

  it('has the lines of its income, the tax on premiums, and its own cap', () => {
    const taxed = rrsp('5', { apply_sales_tax: true, max_annual_contribution: '100' });
    expect(explained(withItems({ employee_benefits: [taxed] }))['employee_benefit/eebn_1']).toEqual([
      rule('income', '2000', { income_basis: 'regular_earnings' }, SALARY_LINE),
      rule(
        'benefit_percent',
        '100',
        { income: '2000', coverage_multiplier: '1', percent: '5' },
        record('employee_benefit', 'eebn_1'),
      ),
      rule('sales_tax', '108', { amount: '100', percent: '8', province: 'ca_on' }),
      rule('max_contribution_per_period', '100', { amount: '108', cap: '100' }),
    ]);
  });

  it('has what used up a yearly cap: the year to date, and the lines of this stub', () => {
    const cap = { max_annual_contribution: '500', max_annual_contribution_basis: 'all_line_items_of_type' } as const;
    const entered = handMadeLine('employee_benefit', 'pension_rrsp', { id: 'by_hand', custom_amount: '50' });
    const facts = withItems(
      { employee_benefits: [rrsp('10', cap)] },
      {
        lines: [entered],
        year_to_date: { amounts: { employee_benefit: { pension_rrsp: '380' } }, bases: {}, consumed_once: [] },
      },
    );
    expect(explained(facts)['employee_benefit/eebn_1']!.at(-1)).toEqual(
      rule(
        'max_annual_contribution',
        '70',
        {
          ...{ amount: '200', cap: '500', used_on_this_pay_stub: '50' },
          ...{ used_by_earlier_pay_stubs: '380', used_by_later_pay_stubs: '0' },
        },
        record('employee_benefit_line_item', 'by_hand'),
      ),
    );
  });
});

describe('the explanation of a deduction', () => {
  it('in percent has its income, the subtractions, and the exemptions', () => {
    const garnishment = deduction('50', {
      amount_type: 'percent',
      income_subtractions: [{ type: 'employee_benefit', subtype: 'dental' }],
      income_statutory_withholdings: 'all',
      income_exemption_amount: '400',
      income_exemption_percent: '20',
    });
    const steps = explained(withItems({ deductions: [garnishment], employee_benefits: [benefit('100')] }));
    // (2,000 − 100 − 100 − 400) × 80 % × 50 %
    expect(steps['deduction/ded_1']).toEqual([
      rule('income', '2000', { income_basis: 'all_earnings' }, SALARY_LINE),
      rule('income_subtractions', '100', {}, record('employee_benefit_line_item', 'employee_benefit/eebn_1')),
      rule(
        'income_statutory_withholdings',
        '100',
        {},
        record('statutory_withholding_line_item', 'statutory_withholding/ei'),
      ),
      rule(
        'deduction_percent',
        '560',
        {
          income: '2000',
          subtractions: '100',
          withholdings: '100',
          exemption_amount: '400',
          exemption_percent: '20',
          percent: '50',
        },
        record('deduction', 'ded_1'),
      ),
    ]);
  });

  it('per hour has the hours and the lines that they are from', () => {
    const dues = deduction('0.5', { amount_type: 'fixed_per_hour' });
    expect(explained(withItems({ deductions: [dues] }))['deduction/ded_1']).toEqual([
      rule('fixed_per_hour', '40', { amount: '0.5', hours: '80' }, record('deduction', 'ded_1'), SALARY_LINE),
    ]);
  });
});

it('an explanation has the accrued vacation pay, by the setting or as entered, and what is paid of it', () => {
  const settings = [vacation('4', { vacation_pay_method: 'per_period' })];
  const lines = [
    handMadeLine('earning', 'commission', { id: 'given', custom_amount: '100', custom_accrued_vacation_pay: '9' }),
  ];
  const steps = explained(withItems({}, { vacation_pay_settings: settings, lines }));
  expect(steps['earning/payrt_salary']!.at(-1)).toEqual(
    rule(
      'accrued_vacation_pay',
      '80',
      { amount: '2000', percentage: '4', method: 'per_period' },
      record('vacation_pay_setting', 'vac_1'),
    ),
  );
  expect(steps.given!.at(-1)).toEqual(rule('custom_accrued_vacation_pay', '9', {}));
  expect(steps['earning/vacation_pay']).toEqual([
    rule('vacation_pay', '89', {}, SALARY_LINE, record('earning_line_item', 'given')),
  ]);
});

test('every rule is in one of these explanations, in two languages', () => {
  expect([...told].sort()).toEqual(Object.keys(RULES).sort());
  for (const { says } of Object.values(RULES)) expect(says.en).not.toBe(says.fr);
});

describe('for any items and entries', () => {
  const cents = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => String(n / 100));
  const anyFacts = fc
    .record({ amount: cents(900), percent: cents(99), cap: fc.option(cents(300)), entered: fc.option(cents(700)) })
    .map(({ amount, percent, cap, entered }) => {
      const capped = {
        max_annual_contribution: cap,
        max_annual_contribution_basis: 'all_line_items_of_type',
        apply_sales_tax: true,
      } as const;
      const custom = (line: Line): Line => ({ ...line, custom_amount: entered });
      const facts = withItems(
        {
          earnings: [earning(amount)],
          allowances: [allowance(amount)],
          employee_benefits: [
            benefit(percent, { ...capped, amount_type: 'percent' }),
            benefit(amount, { ...capped, id: 'eebn_2' }),
          ],
          deductions: [deduction(percent, { amount_type: 'percent' }), deduction(amount, { id: 'ded_2' })],
        },
        { vacation_pay_settings: [vacation('6')] },
      );
      return { ...facts, lines: calculate(facts).lines.map(custom) };
    });

  it('the last step before accrued vacation pay equals the amount of the line', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { lines, explanation } = calculate(facts, { explain: true });
        for (const line of lines) {
          const last = explanation[line.id]?.findLast(({ name }) => !name.endsWith('accrued_vacation_pay'));
          expect([line.id, last?.value]).toEqual([line.id, amountOf(line).toString()]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
