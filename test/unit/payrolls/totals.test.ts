import { describe, expect, it, test } from 'vitest';
import type {
  CalculationOptions,
  StatutoryAmount,
  StubFacts,
  VacationPaySettingFacts,
} from '../../../src/calculation/index.ts';
import { amountsByType } from '../../../src/calculation/index.ts';
import { bySummary } from '../../../src/calculation/model/families.ts';
import { shownWarnings } from '../../../src/payrolls/shown-warnings.ts';
import {
  after,
  allowance,
  amounts,
  benefit,
  calculate,
  deduction,
  earning,
  given,
  handMadeLine,
  NO_ITEMS,
  onPayroll,
  reimbursement,
  salary,
  vacation,
} from './given.ts';

const statutory = (type: string, amount: string): StatutoryAmount => ({
  type,
  amount,
  title: type,
  title_translations: { en: type, fr: type },
  remittance_account_id: null,
});

/** A tenth of earnings in tax, a twentieth from each side, and so much additional tax as is asked for. */
const withholding =
  (federal = '0', quebec = '0'): NonNullable<CalculationOptions['withholdings']> =>
  ({ lines, additional_tax }) => {
    const gross = lines.filter(({ kind }) => kind === 'earning').reduce((sum, { amount }) => sum + Number(amount), 0);
    const extra = {
      federal: additional_tax === 'none' ? '0' : federal,
      quebec: additional_tax === 'all' ? quebec : '0',
    };
    return {
      employee: [
        statutory('federal_income_tax', String(gross / 10 + Number(extra.federal))),
        statutory('qc_income_tax', extra.quebec),
        statutory('cpp', String(gross / 20)),
      ],
      employer: [statutory('cpp', String(gross / 20))],
      additional_tax: extra,
      bases: { pensionable: String(gross) },
      is_pending_tax_rates: false,
      warnings: [],
    };
  };

const everything: StubFacts = given({
  pay_rates: [salary('52000')],
  recurring: {
    ...NO_ITEMS,
    earnings: [earning('100')],
    allowances: [allowance('60')],
    reimbursements: [reimbursement('25')],
    employee_benefits: [benefit('30')],
    employer_benefits: [{ ...benefit('45', { id: 'erbn_1' }), employer_benefit_type: 'health' } as never],
    deductions: [deduction('15')],
  },
  lines: [handMadeLine('earning', 'commission', { custom_amount: '200' })],
  year_to_date: {
    amounts: {
      earning: { salary: '2000', vacation_accrual_adjustment: '77' },
      reimbursement: { non_taxable_reimbursement: '5' },
      statutory_withholding: { cpp: '100', federal_income_tax: '200' },
      employer_statutory_withholding: { cpp: '100' },
      employer_benefit: { health: '45' },
    },
    bases: {},
    consumed_once: [],
  },
});

describe('the totals of a stub', () => {
  it('are the sums of its lines, with the year beside them', () => {
    const { totals, has_taxes_calculated, bases } = calculate(everything, { withholdings: withholding() });
    expect(has_taxes_calculated).toBe(true);
    expect(bases).toEqual({ pensionable: '2300' });
    expect(totals.employee_summary).toEqual({
      gross: '2360',
      subtractions: '390', // 230 + 115 + 30 + 15
      reimbursements: '25',
      net: '1995',
      gross_ytd: '4360',
      subtractions_ytd: '690',
      reimbursements_ytd: '30',
      net_ytd: '3700',
    });
    expect(totals.contractor_summary).toEqual({
      gross: null,
      reimbursements: null,
      net: null,
      gross_ytd: '0',
      reimbursements_ytd: '0',
      net_ytd: '0',
    });
    expect(totals.company_summary).toEqual({
      taxes_and_contributions: '115',
      benefits: '45',
      total: '160',
      taxes_and_contributions_ytd: '215',
      benefits_ytd: '90',
      total_ytd: '305',
    });
    expect(totals).toMatchObject({ liability: '2545', cash_requirement: '2545', vacation_pay_balance: '0' });
    expect(totals.line_item_summary).toEqual({
      ...bySummary(() => ({ period: '0', ytd: '0' })),
      earnings: { period: '2300', ytd: '4300', period_managed: '2100', period_unmanaged: '200' },
      statutory_withholdings: { period: '345', ytd: '645' },
      reimbursements: { period: '25', ytd: '30' },
      allowances: { period: '60', ytd: '60' },
      benefits: { period: '75', ytd: '120' },
      employee_benefits: { period: '30', ytd: '30' },
      employer_benefits: { period: '45', ytd: '90' },
      deductions: { period: '15', ytd: '15' },
    });
  });

  it('exclude from the cash requirement what the employer pays by hand', () => {
    const { totals } = calculate({ ...everything, payment_method: 'manual' }, { withholdings: withholding() });
    expect(totals).toMatchObject({ liability: '2545', cash_requirement: '550' });
  });
});

describe('statutory withholdings', () => {
  it('statutory line items 1, 2: are system lines that can be overridden; lines of the caller stay beside them', () => {
    const added = handMadeLine('statutory_withholding', 'qpip', { is_managed: true, managed_amount: '0' });
    const tags = { unit: 'percentage' as const, is_component_locked: false, tag_allocations: [] };
    const work_assignment = { ...everything.work_assignment, tag_assignment: tags };
    const facts = { ...everything, work_assignment, lines: [added] };
    const first = calculate(facts, { withholdings: withholding() });
    expect(first.lines.filter((line) => line.managed_tag_assignment === null).map(({ kind }) => kind)).toEqual([
      'statutory_withholding',
      'statutory_withholding',
      'statutory_withholding',
      'statutory_withholding',
      'employer_statutory_withholding',
    ]);
    const tax = first.lines.find(({ type }) => type === 'federal_income_tax')!;
    expect(tax).toMatchObject({ is_system: true, is_managed: true, managed_amount: '210', recurrence: null });
    const edited = after(facts, first, (line) => (line === tax ? { ...line, custom_amount: '300' } : line));
    const again = calculate(edited, { withholdings: withholding() });
    expect(again).toMatchObject({ changed: [], removed: [] });
    expect(amounts(again)).toMatchObject({
      'statutory_withholding:federal_income_tax': '300',
      'statutory_withholding:qpip': '0',
    });
    expect(again.totals.line_item_summary.statutory_withholdings.period).toBe('405');
  });

  it('are not calculated without the statutory stage, and not for a historical payroll', () => {
    expect(calculate(everything).has_taxes_calculated).toBe(false);
    const historical = onPayroll(everything, { type: 'historical' });
    const result = calculate(historical, { withholdings: withholding() });
    expect(result).toMatchObject({ has_taxes_calculated: false });
    expect(result.lines.filter(({ is_system }) => is_system)).toEqual([]);
  });

  it('are absent from a stub without lines', () => {
    const result = calculate(onPayroll(given(), { type: 'off_cycle' }), { withholdings: withholding() });
    expect(result).toMatchObject({ lines: [], changed: [], bases: {} });
    expect(result.totals.employee_summary).toMatchObject({ gross: '0', net: '0' });
  });

  it('reduce the income of a garnishment', () => {
    const order = deduction('10', { amount_type: 'percent', income_statutory_withholdings: 'all' });
    const facts = given({ pay_rates: [salary('52000')], recurring: { ...NO_ITEMS, deductions: [order] } });
    expect(amounts(calculate(facts, { withholdings: withholding() }))['deduction:other_deduction']).toBe('170');
  });

  it('take union dues into account, and no later deductions', () => {
    let seen: string[] = [];
    const items = [
      deduction('1', { id: 'ded_1', amount_type: 'percent', deduction_type: 'union_dues' }),
      deduction('10', { id: 'ded_2', amount_type: 'percent', income_statutory_withholdings: 'all' }),
    ];
    calculate(given({ pay_rates: [salary('52000')], recurring: { ...NO_ITEMS, deductions: items } }), {
      withholdings: (request) => {
        seen = request.lines.map(({ type, amount }) => `${type} ${amount}`);
        return withholding()(request);
      },
    });
    expect(seen).toEqual(['salary 2000', 'union_dues 20']);
  });

  it.each([
    ['both when net pay bears both', '500', '300', { federal: '700', quebec: '300', net: '900' }],
    ['the federal one alone when it does not bear both', '1500', '300', { federal: '1700', quebec: '0', net: '200' }],
    ['neither when it bears none', '1800', '300', { federal: '200', quebec: '0', net: '1700' }],
    ['neither when only Quebec asked and it is too much', '0', '1800', { federal: '200', quebec: '0', net: '1700' }],
  ])('statutory line items 6, 7: withhold of additional tax %s', (_, federal, quebec, expected) => {
    const facts = given({ pay_rates: [salary('52000')] });
    const result = calculate(facts, { withholdings: withholding(federal, quebec) });
    expect({
      federal: amounts(result)['statutory_withholding:federal_income_tax'],
      quebec: amounts(result)['statutory_withholding:qc_income_tax'],
      net: result.totals.employee_summary.net,
    }).toEqual(expected);
    expect(result.warnings).toEqual([]);
  });

  it('give a warning with a negative net pay', () => {
    const facts = given({ recurring: { ...NO_ITEMS, deductions: [deduction('10')] } });
    const { warnings } = calculate(facts);
    expect(warnings).toEqual([{ namespace: 'payroll', type: 'negative_net_pay' }]);
    const message = 'La paie nette est négative : diminuez ce qui en est retenu.';
    expect(shownWarnings(warnings, 'fr')).toEqual([{ ...warnings[0], message }]);
    expect(calculate(facts).totals.employee_summary.net).toBe('-10');
  });
});

test('the year remembers what lines of one kind and type come to together', () => {
  const lines = [
    handMadeLine('earning', 'overtime', { id: 'a', custom_amount: '90.10' }),
    handMadeLine('earning', 'overtime', { id: 'b', managed_amount: '10.05' }),
    handMadeLine('earning', 'overtime', { id: 'c', custom_amount: '-0.15', managed_amount: '7' }),
    handMadeLine('earning', 'wage', { id: 'd', custom_amount: '5' }),
    handMadeLine('deduction', 'other_deduction', { id: 'e', custom_amount: '3' }),
  ];
  expect(amountsByType(lines)).toEqual({
    earning: { overtime: '100', wage: '5' },
    deduction: { other_deduction: '3' },
  });
});

describe('vacation pay', () => {
  const facts = (more: Partial<StubFacts>) => given({ pay_rates: [salary('52000')], ...more });

  it('vacation pay settings 5: accrues on each line by the setting on the pay date, rounded to the cent, and adds to the balance', () => {
    const settings = [vacation('4', { effective_to: '2026-01-08' }), vacation('6', { effective_from: '2026-01-09' })];
    const lines = [handMadeLine('earning', 'overtime', { custom_amount: '33.33' })];
    const result = calculate(facts({ vacation_pay_settings: settings, vacation_pay_opening_balance: '100', lines }));
    expect(result.lines.map((line) => line.accrued_vacation_pay)).toEqual(['2', '120']);
    expect(result.totals.vacation_pay_balance).toBe('222');
    expect(result.totals.employee_summary.gross).toBe('2033.33');
  });

  it('vacation pay settings 6, earning line items 13: uses the override of a type, and the amount of the caller', () => {
    const settings = [
      vacation('4', { overrides: [{ type: 'earning', subtype: 'commission', percentage: '3', method: 'manual' }] }),
    ];
    const lines = [
      handMadeLine('earning', 'commission', { custom_amount: '100' }),
      handMadeLine('earning', 'wage', { custom_amount: '100', custom_accrued_vacation_pay: '-7' }),
      handMadeLine('employer_benefit', 'parking', { custom_amount: '100', custom_accrued_vacation_pay: '9' }),
      handMadeLine('earning', 'bonus_discretionary', { custom_amount: '100' }),
    ];
    const result = calculate(given({ vacation_pay_settings: settings, lines }));
    expect(result.lines.map((line) => line.accrued_vacation_pay)).toEqual(['3', '-7', '9', '0']);
    expect(result.totals.vacation_pay_balance).toBe('5');
  });

  it('vacation pay 4: is paid each period by a managed line, which counts for benefits in percent', () => {
    const rrsp = benefit('10', { amount_type: 'percent', income_basis: 'all_earnings' });
    const setting = vacation('4', { vacation_pay_method: 'per_period' });
    const given_ = facts({ vacation_pay_settings: [setting], recurring: { ...NO_ITEMS, employee_benefits: [rrsp] } });
    const result = calculate(given_);
    expect(amounts(result)).toEqual({
      'earning:salary': '2000',
      'earning:vacation_pay': '80',
      'employee_benefit:dental': '208',
    });
    expect(result.totals.vacation_pay_balance).toBe('0');
    const edited = after(given_, result, (line) =>
      line.type === 'vacation_pay' ? { ...line, custom_amount: '50' } : line,
    );
    expect(calculate(edited).totals.vacation_pay_balance).toBe('30');
  });

  it('vacation pay 4: an override pays each period what accrues on its type, or keeps that of its type', () => {
    const commission = (method: 'manual' | 'per_period') => ({
      overrides: [{ type: 'earning' as const, subtype: 'commission', percentage: '10', method }],
    });
    const lines = [handMadeLine('earning', 'commission', { custom_amount: '500' })];
    const paid = (setting: VacationPaySettingFacts) =>
      amounts(calculate(facts({ vacation_pay_settings: [setting], lines })))['earning:vacation_pay'];
    // 4 % of a salary of 2,000, and 10 % of a commission of 500.
    expect(paid(vacation('4', { vacation_pay_method: 'manual', ...commission('per_period') }))).toBe('50');
    expect(paid(vacation('4', { vacation_pay_method: 'per_period', ...commission('manual') }))).toBe('80');
    expect(paid(vacation('4', { vacation_pay_method: 'per_period', ...commission('per_period') }))).toBe('130');
    expect(paid(vacation('4', { vacation_pay_method: 'manual', ...commission('manual') }))).toBeUndefined();
  });

  it('vacation pay 2, earning line items 12: is reduced by what is paid out, and corrected by an adjustment that pays nothing', () => {
    const lines = [
      handMadeLine('earning', 'vacation_pay_time_taken', { custom_amount: '300' }),
      handMadeLine('earning', 'vacation_accrual_adjustment', { custom_amount: '-40' }),
    ];
    const { totals } = calculate(given({ lines, vacation_pay_opening_balance: '500' }));
    expect(totals.vacation_pay_balance).toBe('160');
    expect(totals.employee_summary).toMatchObject({ gross: '300', net: '300' });
    expect(totals.line_item_summary.earnings.period).toBe('300');
  });

  it('does not accrue for contractors', () => {
    const contractor = given({
      work_assignment: { id: 'wrk_2', payee: 'contractor' },
      vacation_pay_settings: [vacation('4')],
      lines: [handMadeLine('earning', 'wage', { custom_amount: '100' })],
    });
    expect(calculate(contractor).lines[0]!.accrued_vacation_pay).toBe('0');
  });
});

describe('statutory holiday pay', () => {
  it('is an earning for each holiday, which counts for later stages', () => {
    const setting = vacation('4');
    const result = calculate(given({ pay_rates: [salary('52000')], vacation_pay_settings: [setting] }), {
      holidayPay: ({ earnings }) => [
        {
          key: 'ca_on/new_years_day/2026',
          amount: '90',
          hours: '8',
          title: "New Year's Day",
          title_translations: { en: "New Year's Day", fr: "Jour de l'An" },
          earned_on: '2026-01-01',
          steps: [{ name: 'lines', formula: 'n', value: String(earnings.length), figures: {} }],
        },
      ],
    });
    expect(result.lines[1]).toMatchObject({
      id: 'earning/ca_on/new_years_day/2026',
      type: 'statutory_holiday_pay',
      managed_amount: '90',
      managed_hours: '8',
      managed_earned_on: '2026-01-01',
      accrued_vacation_pay: '3.6',
    });
  });
});
