import { describe, expect, it } from 'vitest';
import type { RecurringItems, StubFacts } from '../../../src/calculation/index.ts';
import { selectedPlaces } from '../../../src/calculation/index.ts';
import {
  after,
  allowance,
  amounts,
  benefit,
  calculate,
  calendar2026,
  deduction,
  earning,
  given,
  handMadeLine,
  hourly,
  NO_ITEMS,
  onPayroll,
  reimbursement,
  salary,
} from './given.ts';

const withItems = (items: Partial<RecurringItems>, more: Partial<StubFacts> = {}, payroll = 0) =>
  given({ pay_rates: [salary('52000')], recurring: { ...NO_ITEMS, ...items }, ...more }, payroll);
const only = (facts: StubFacts, key: string) => amounts(calculate(facts))[key];

describe('recurring items 2, 4: when an item falls on a payroll', () => {
  const phone = (more: Parameters<typeof allowance>[1]) => ({ allowances: [allowance('100', more)] });
  const monthly = (date_basis: 'by_period_start_date' | 'by_pay_date' | 'by_period_end_date', cadence: number[]) =>
    phone({ frequency: 'per_month', date_basis, pay_period_cadence: cadence });
  const shares = (items: Partial<RecurringItems>, payrolls: number[]) =>
    payrolls.map((n) => only(withItems(items, {}, n), 'allowance:cell_phone_allowance') ?? null);

  // Paid on 9 and 23 January, 6 and 20 February; periods begin on 21 December (the first there is), 4 and 18 January, 1
  // and 15 February, and end on 3, 17 and 31 January, 14 and 28 February.
  it.each([
    ['the first of the month by period start', 'by_period_start_date', [1], [0, 1, 2, 3], ['100', '100', null, '100']],
    ['the last of the month by period start', 'by_period_start_date', [-1], [1, 2, 3, 4], [null, '100', null, '100']],
    ['by pay date', 'by_pay_date', [1], [0, 1, 2, 3], ['100', null, '100', null]],
    ['by period end', 'by_period_end_date', [2], [0, 1, 2, 3, 4], [null, '100', null, null, '100']],
    ['split over two', 'by_pay_date', [1, 2], [0, 1, 2], ['50', '50', '50']],
    ['split over three, which January lacks', 'by_pay_date', [1, 2, 3], [0, 1], ['50', '50']],
    ['two positions that name one payroll', 'by_pay_date', [2, -1], [0, 1], [null, '100']],
    ['a position that no month has: the last takes the whole', 'by_pay_date', [5], [0, 1], [null, '100']],
  ] as const)('per_month: %s', (_, basis, cadence, payrolls, expected) => {
    expect(shares(monthly(basis, [...cadence]), [...payrolls])).toEqual(expected);
  });

  it('gives the remainder of a split to the last payroll', () => {
    // 1 and 15 and 29 May 2026, by pay date, are the 9th, 10th and 11th payroll.
    expect(shares(monthly('by_pay_date', [1, 2, 3]), [8, 9, 10])).toEqual(['33.33', '33.33', '33.34']);
  });

  it('uses by default the first payroll of the month by period start, also outside of the given calendar', () => {
    const items = phone({ frequency: 'per_month' });
    expect(shares(items, [1, 2])).toEqual(['100', null]);
    const alone = onPayroll(withItems(items), { calendar: [] });
    expect(only(alone, 'allowance:cell_phone_allowance')).toBe('100');
  });

  it('uses the first payroll of the month also where the calendar has only later ones of that month', () => {
    const items = phone({ frequency: 'per_month', date_basis: 'by_pay_date' });
    // Paid on 9 January, beside one of 23 January.
    const beside = onPayroll(withItems(items), { calendar: [calendar2026[1]!] });
    expect(only(beside, 'allowance:cell_phone_allowance')).toBe('100');
  });

  it('takes nothing more, and gives nothing back, once approved payrolls of the month have taken all', () => {
    const taken = (amount: string) =>
      only(
        withItems(phone({ frequency: 'per_month', pay_period_cadence: [1] }), { taken_of_month: { alw_1: [amount] } }),
        'allowance:cell_phone_allowance',
      );
    expect(['40', '100', '130'].map(taken)).toEqual(['60', '0', '0']);
  });

  it('resolves positions to distinct payrolls in their order', () => {
    expect(selectedPlaces([-1, 1, 3], 3)).toEqual([0, 2]);
    expect(selectedPlaces([0, 7, -7], 2)).toEqual([1]);
  });

  it('once: it falls on the first payroll in its range, unless an earlier one has it', () => {
    const once = phone({ frequency: 'once' });
    expect(shares(once, [0])).toEqual(['100']);
    const taken = withItems(once, { year_to_date: { amounts: {}, bases: {}, consumed_once: ['alw_1'] } }, 1);
    expect(only(taken, 'allowance:cell_phone_allowance')).toBeUndefined();
  });

  it('is in force on a payroll when its range touches the pay period', () => {
    // The second period: 4 to 17 January.
    const inSecond = (range: object) => shares(phone(range), [1])[0];
    expect(inSecond({ effective_from: '2026-01-17' })).toBe('100');
    expect(inSecond({ effective_from: '2026-01-18' })).toBeNull();
    expect(inSecond({ effective_from: '2025-01-01', effective_to: '2026-01-04' })).toBe('100');
    expect(inSecond({ effective_from: '2025-01-01', effective_to: '2026-01-03' })).toBeNull();
  });
});

it('earnings 6: an item is paid in full on each payroll of its range, and a salary is prorated', () => {
  // The second period, from the third of its ten working days on.
  const from = { effective_from: '2026-01-07' };
  const bonus = earning('500', from);
  const facts = given({ pay_rates: [salary('52000', from)], recurring: { ...NO_ITEMS, earnings: [bonus] } }, 1);
  expect(amounts(calculate(facts))).toEqual({ 'earning:salary': '1600', 'earning:bonus_discretionary': '500' });
});

describe('a benefit', () => {
  const rrsp = (percent: string, more: Parameters<typeof benefit>[1] = {}) =>
    benefit(percent, { employee_benefit_type: 'pension_rrsp', amount_type: 'percent', ...more });
  const bonus = earning('1000');
  const taxable = allowance('100', { allowance_type: 'taxable_cash_allowance' });
  const untaxed = allowance('50', { id: 'alw_2', allowance_type: 'clothing_non_taxable' });

  it.each([
    ['regular_earnings', [], '100'],
    ['all_earnings', [], '150'],
    ['total_income', [], '155'],
    ['none', [], '0'],
    ['none', [{ type: 'allowance', subtype: 'clothing_non_taxable' }], '2.5'],
    ['regular_earnings', [{ type: 'earning', subtype: 'bonus_discretionary' }], '150'],
    ['all_earnings', [{ type: 'earning', subtype: 'bonus_discretionary' }], '150'],
    ['all_earnings', [{ type: 'allowance' }], '157.5'],
  ] as const)('of 5 %% on %s and %j', (income_basis, income_includes, amount) => {
    const items = {
      earnings: [bonus],
      allowances: [taxable, untaxed],
      employee_benefits: [rrsp('5', { income_basis, income_includes })],
    };
    expect(only(withItems(items), 'employee_benefit:pension_rrsp')).toBe(amount);
  });

  it('benefits 7: in percent multiplies the income by its coverage multiplier', () => {
    const life = benefit('0.25', { amount_type: 'percent', coverage_multiplier: '2.5' });
    expect(only(withItems({ employee_benefits: [life] }), 'employee_benefit:dental')).toBe('12.5');
  });

  it('in percent is rounded to the cent, half up', () => {
    // 0.33325 % of 2,000 is 6.665.
    expect(only(withItems({ employee_benefits: [rrsp('0.33325')] }), 'employee_benefit:pension_rrsp')).toBe('6.67');
  });

  it('in percent is zero with a negative income', () => {
    const lines = [handMadeLine('earning', 'salary', { custom_amount: '-3000' })];
    const facts = withItems({ employee_benefits: [rrsp('5')] }, { lines });
    expect(only(facts, 'employee_benefit:pension_rrsp')).toBe('0');
  });

  it.each([
    ['ca_on', '45.9'],
    ['ca_qc', '46.33'],
    ['ca_ab', '42.5'],
  ])('with sales tax is taxed in %s', (province, amount) => {
    const facts = withItems({ employee_benefits: [benefit('42.5', { apply_sales_tax: true })] });
    const tax_properties = [{ ...facts.tax_properties[0]!, value: province }];
    expect(only({ ...facts, tax_properties }, 'employee_benefit:dental')).toBe(amount);
    const untaxed = withItems({ employee_benefits: [benefit('42.5')] }, { tax_properties });
    expect(only(untaxed, 'employee_benefit:dental')).toBe('42.5');
  });

  // Manitoba taxes premiums of group life, accident and disability insurance at 7 %, and none of health and dental care.
  it.each([
    ['group_term_life_insurance', '107'],
    ['long_term_disability', '107'],
    ['dental', '100'],
    ['non_group_long_term_disability', '100'],
  ])('of the type %s is taxed in Manitoba as its premiums are', (employee_benefit_type, amount) => {
    const facts = withItems({ employee_benefits: [benefit('100', { apply_sales_tax: true, employee_benefit_type })] });
    const tax_properties = [{ ...facts.tax_properties[0]!, value: 'ca_mb' }];
    expect(only({ ...facts, tax_properties }, `employee_benefit:${employee_benefit_type}`)).toBe(amount);
  });

  it('is taxed in the province of the work assignment rather than of the business entity', () => {
    const facts = withItems({ employee_benefits: [benefit('100', { apply_sales_tax: true })] });
    const own = { ...facts.tax_properties[0]!, id: 'taxp_2', owner: 'work_assignment' as const, value: 'ca_qc' };
    const later = { ...own, id: 'taxp_3', value: 'ca_ab', effective_from: '2026-01-10' };
    const entityLater = { ...facts.tax_properties[0]!, id: 'taxp_4', effective_from: '2026-01-02' };
    const tax_properties = [...facts.tax_properties, own, later, entityLater];
    expect(only({ ...facts, tax_properties }, 'employee_benefit:dental')).toBe('109');
    expect(only(onPayroll({ ...facts, tax_properties }, { pay_date: '2026-01-10' }), 'employee_benefit:dental')).toBe(
      '100',
    );
  });

  const capped = (max: string, more: Parameters<typeof benefit>[1] = {}) =>
    rrsp('10', { max_annual_contribution: max, max_annual_contribution_basis: 'all_line_items_of_type', ...more });
  const earlier = (amount: string): Partial<StubFacts> => ({
    year_to_date: { amounts: { employee_benefit: { pension_rrsp: amount } }, bases: {}, consumed_once: [] },
  });

  it.each([
    ['0', '200'],
    ['900', '100'],
    ['1000', '0'],
    ['1200', '0'],
  ])('stops at the cap of all lines of its type: after %s of 1000 it is %s', (before, amount) => {
    const facts = withItems({ employee_benefits: [capped('1000')] }, earlier(before));
    expect(only(facts, 'employee_benefit:pension_rrsp')).toBe(amount);
  });

  it('benefits 8: shares the cap of its type with other lines of the stub, after entries by hand', () => {
    const two = [capped('1000'), capped('1000', { id: 'eebn_2' })];
    const hand = handMadeLine('employee_benefit', 'pension_rrsp', { custom_amount: '30' });
    const facts = withItems({ employee_benefits: two }, { ...earlier('700'), lines: [hand] });
    const first = calculate(facts);
    expect(first.lines.map((line) => line.custom_amount ?? line.managed_amount)).toEqual(['30', '2000', '200', '70']);
    // The second is set by hand to 250, so the first has 20 left.
    const edited = after(facts, first, (line) =>
      line.recurrence?.id === 'eebn_2' ? { ...line, custom_amount: '250' } : line,
    );
    expect(calculate(edited).totals.line_item_summary.employee_benefits.period).toBe('300');
  });

  it('benefits 8: with its own cap is capped in each pay period, whatever the year to date', () => {
    const own = capped('150', { max_annual_contribution_basis: 'this_benefit' });
    expect(only(withItems({ employee_benefits: [own] }, earlier('5000')), 'employee_benefit:pension_rrsp')).toBe('150');
  });

  it('benefits 8: another benefit of its type does not use up its own cap', () => {
    const own = { max_annual_contribution_basis: 'this_benefit' } as const;
    const two = [capped('150', own), capped('150', { ...own, id: 'eebn_2' })];
    const { totals } = calculate(withItems({ employee_benefits: two }));
    expect(totals.line_item_summary.employee_benefits.period).toBe('300');
  });

  it('benefits 8: lines of other types do not use up the cap of its type', () => {
    const facts = withItems({ employee_benefits: [benefit('500'), capped('1000', { id: 'eebn_2' })] }, earlier('900'));
    expect(only(facts, 'employee_benefit:pension_rrsp')).toBe('100');
  });

  it('benefits 8: what later closed stubs of the year took uses up the cap of its type', () => {
    const later = { year_later: { amounts: { employee_benefit: { pension_rrsp: '250' } } } };
    const facts = withItems({ employee_benefits: [capped('1000')] }, { ...earlier('600'), ...later });
    expect(only(facts, 'employee_benefit:pension_rrsp')).toBe('150');
  });

  it("of the employer is on the employer's side, with its remittance account", () => {
    const { employee_benefit_type: _, ...rest } = benefit('25', { remittance_account_id: 'rmtac_1' });
    const result = calculate(withItems({ employer_benefits: [{ ...rest, employer_benefit_type: 'health' }] }));
    expect(result.lines[1]).toMatchObject({ kind: 'employer_benefit', remittance_account_id: 'rmtac_1' });
    expect(result.totals.company_summary).toMatchObject({ benefits: '25', total: '25' });
    expect(result.totals.employee_summary.subtractions).toBe('0');
  });
});

describe('a deduction', () => {
  const taken = (more: Parameters<typeof deduction>[1], facts: Partial<StubFacts> = {}, amount = '10') =>
    only(withItems({ deductions: [deduction(amount, more)] }, facts), 'deduction:other_deduction');
  const percent = { amount_type: 'percent' } as const;

  it.each([
    ['fixed', {}, '10'],
    ['fixed, whatever it says of withholdings', { income_statutory_withholdings: 'all' } as const, '10'],
    ['percent of all earnings', percent, '200'],
    ['percent of what is above an exempt amount', { ...percent, income_exemption_amount: '500' }, '150'],
    ['percent of half the income', { ...percent, income_exemption_percent: '50' }, '100'],
    [
      'percent with both: the amount first, then the percent of the rest',
      { ...percent, income_exemption_amount: '1000', income_exemption_percent: '70' },
      '30',
    ],
    ['percent of less than the exempt amount', { ...percent, income_exemption_amount: '9000' }, '0'],
    ['percent whatever the frequency says', { ...percent, frequency: 'once' } as const, '200'],
    ['dollars per hour of the stub', { amount_type: 'fixed_per_hour' } as const, '800'],
  ])('%s', (_, more, amount) => {
    expect(taken(more)).toBe(amount);
  });

  it('deductions 7: subtracts the benefits and other deductions that it lists', () => {
    const items = {
      employee_benefits: [benefit('100')],
      deductions: [
        deduction('10', {
          ...percent,
          id: 'ded_z',
          deduction_type: 'garnishment_order',
          income_subtractions: [{ type: 'employee_benefit' }, { type: 'deduction', subtype: 'union_dues' }],
        }),
        deduction('40', { deduction_type: 'union_dues' }),
      ],
    };
    expect(only(withItems(items), 'deduction:garnishment_order')).toBe('186');
  });

  it('deductions 8: counts the hours of every earning line with hours', () => {
    const lines = [handMadeLine('earning', 'overtime', { custom_amount: '90', custom_hours: '2.5' })];
    expect(taken({ amount_type: 'fixed_per_hour' }, { lines, pay_rates: [hourly('20')] }, '2')).toBe('5');
  });

  // The first period ends on 3 January.
  it.each([
    ['fixed', {}],
    ['percent', percent],
    ['percent of what withholdings leave', { ...percent, income_statutory_withholdings: 'all' } as const],
    ['per hour', { amount_type: 'fixed_per_hour' } as const],
  ])('is taken only on payrolls of its range: %s', (_, how) => {
    const inFirst = (effective_from: string, effective_to: string | null) =>
      taken({ ...how, effective_from, effective_to }) !== undefined;
    expect(inFirst('2026-01-03', null)).toBe(true);
    expect(inFirst('2026-01-04', null)).toBe(false);
    expect(inFirst('2025-01-01', '2025-12-20')).toBe(false);
  });

  it.each(['none', 'all'] as const)('in percent counts among the lines that items may make (%s)', (withholdings) => {
    const deductions = Array.from({ length: 101 }, (__, n) =>
      deduction('0.1', { ...percent, id: `ded_${1000 + n}`, income_statutory_withholdings: withholdings }),
    );
    const { lines } = calculate(given({ recurring: { ...NO_ITEMS, deductions } }));
    expect(lines).toHaveLength(100);
  });

  it('of a percentage or per hour is rounded to the cent, half up', () => {
    // 0.33325 % of 2,000 is 6.665; 2.5 hours at 0.33 are 0.825.
    expect(taken(percent, {}, '0.33325')).toBe('6.67');
    const lines = [handMadeLine('earning', 'overtime', { custom_amount: '90', custom_hours: '2.5' })];
    expect(taken({ amount_type: 'fixed_per_hour' }, { lines, pay_rates: [] }, '0.33')).toBe('0.83');
  });
});

describe('the line of an item', () => {
  it('has the title, preset, codes and tags of the item, and keeps entries of the caller', () => {
    const tags = {
      unit: 'percentage',
      is_component_locked: false,
      tag_allocations: [{ tags: ['tag_1'], value: '60' }],
    };
    const item = {
      title: 'Phone',
      title_translations: { en: 'Phone', fr: 'Téléphone' },
      business_preset_id: 'bprst_1',
      expense_accounting_code_id: 'acode_1',
    };
    const facts = withItems(
      { allowances: [allowance('60', item)], reimbursements: [reimbursement('5')] },
      { work_assignment: { id: 'wrk_1', payee: 'employee', tag_assignment: tags as never } },
    );
    const first = calculate(facts);
    expect(first.lines[1]).toMatchObject({
      title: 'Phone',
      business_preset_id: 'bprst_1',
      managed_expense_accounting_code_id: 'acode_1',
      managed_liability_accounting_code_id: null,
      managed_tag_assignment: tags,
      recurrence: { object: 'allowance', id: 'alw_1' },
      created_at: '2026-01-05T12:00:00.000000Z',
    });
    const edited = after(facts, first, (line) =>
      line.kind === 'allowance' ? { ...line, custom_amount: '75', external_ref: 'hr-1' } : line,
    );
    const raised = { ...edited, recurring: { ...edited.recurring, allowances: [allowance('80', item)] } };
    const again = calculate(raised, { now: '2026-01-09T00:00:00.000000Z' });
    expect(again.changed).toHaveLength(1);
    expect(again.changed[0]).toMatchObject({
      custom_amount: '75',
      managed_amount: '80',
      external_ref: 'hr-1',
      created_at: '2026-01-05T12:00:00.000000Z',
      updated_at: '2026-01-09T00:00:00.000000Z',
    });
    expect(again.totals.line_item_summary.allowances.period).toBe('75');
  });

  it('is removed when its item ends, and other lines stay', () => {
    const facts = withItems({ allowances: [allowance('60')] });
    const first = calculate(facts);
    const ended = calculate({ ...after(facts, first), recurring: NO_ITEMS });
    expect(ended).toMatchObject({ changed: [], removed: ['allowance/alw_1'] });
    expect(ended.lines).toEqual([first.lines[0]]);
  });
});
