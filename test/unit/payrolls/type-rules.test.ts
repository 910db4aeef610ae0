import { describe, expect, test } from 'vitest';
import type { StubFacts } from '../../../src/calculation/index.ts';
import type { PayRateFacts } from '../../../src/calculation/model/facts.ts';
import { tagSharesOf } from '../../../src/calculation/model/tags.ts';
import { stages } from '../../../src/payrolls/stubs/stages.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { calculate, deduction, given, handMadeLine, NO_ITEMS, salary, vacation } from './given.ts';

/** Rules of single types, of the resources that are named with them, on a stub of 2,000.00. */
const PROVINCES = ['ab', 'bc', 'mb', 'nb', 'nl', 'ns', 'nt', 'nu', 'on', 'pe', 'qc', 'sk', 'yt'];

const workedIn = (place: string, more: Partial<StubFacts> = {}): StubFacts => {
  const facts = given({ pay_rates: [salary('52000')], ...more });
  return { ...facts, tax_properties: [{ ...facts.tax_properties[0]!, value: place }] };
};

test.each(PROVINCES)('earnings 9: leave_general accrues vacation pay in ca_%s', (province) => {
  const lines = [handMadeLine('earning', 'leave_general', { id: 'away', custom_amount: '100' })];
  const facts = workedIn(`ca_${province}`, { lines, vacation_pay_settings: [vacation('4')] });
  const result = calculate(facts, { effects: STATUTORY_EFFECTS });
  expect(result.lines.find(({ id }) => id === 'away')!.accrued_vacation_pay).toBe('4');
});

test('vacation pay 3: it accrues where the type is vacationable in the province of employment', () => {
  const lines = [
    handMadeLine('earning', 'vacation_pay_time_taken', { id: 'taken', custom_amount: '100' }),
    handMadeLine('earning', 'wage', { id: 'worked', custom_amount: '100' }),
    handMadeLine('allowance', 'parking_allowance', { id: 'parked', custom_amount: '100' }),
    handMadeLine('reimbursement', 'taxable_reimbursement', { id: 'repaid', custom_amount: '100' }),
  ];
  const accrued = (province: string) => {
    const facts = workedIn(`ca_${province}`, { lines, vacation_pay_settings: [vacation('4')] });
    const result = calculate(facts, { effects: STATUTORY_EFFECTS });
    return lines.map((line) => result.lines.find(({ id }) => id === line.id)!.accrued_vacation_pay);
  };
  // In these, vacation pay that is paid is part of the wages (Payworks' and Knit's tables of vacationable earnings).
  const onVacationPay = ['ab', 'bc', 'nl', 'qc', 'sk'];
  for (const province of PROVINCES)
    expect([province, accrued(province)]).toEqual([
      province,
      [onVacationPay.includes(province) ? '4' : '0', '4', '0', '0'],
    ]);
});

describe('reimbursements 7: a transit pass', () => {
  const pass = { lines: [handMadeLine('reimbursement', 'transit_pass', { custom_amount: '150' })] };
  const insured = (place: string, more: Partial<StubFacts> = {}) => {
    const { lines, bases } = calculate(workedIn(place, more), stages);
    const of = (kind: string, type: string) =>
      lines.find((line) => line.kind === kind && line.type === type)?.managed_amount;
    return {
      premium: of('statutory_withholding', 'ei'),
      of_employer: of('employer_statutory_withholding', 'ei'),
      // What the year to date counts, and block 15 of a record of employment sums over the pay periods.
      insurable: bases.insurable,
      insurable_quebec: bases.insurable_quebec,
    };
  };

  test('is excluded from EI premiums and from insurable earnings of the year and the record of employment in Quebec', () => {
    expect(insured('ca_qc', pass)).toEqual(insured('ca_qc'));
    expect(insured('ca_qc').insurable).toBe('2000');
  });

  test('counts for both elsewhere', () => {
    expect(insured('ca_on').insurable).toBe('2000');
    expect(insured('ca_on', pass).insurable).toBe('2150');
    expect(Number(insured('ca_on', pass).premium)).toBeGreaterThan(Number(insured('ca_on').premium));
  });
});

describe('deductions 7: several garnishments', () => {
  const order = (id: string, percent: string, effective_from: string, more: Parameters<typeof deduction>[1] = {}) =>
    deduction(percent, {
      id,
      deduction_type: 'garnishment_order',
      amount_type: 'percent',
      income_subtractions: [{ type: 'deduction', subtype: 'garnishment_order' }],
      income_exemption_amount: '1500',
      effective_from,
      ...more,
    });
  const taken = (deductions: readonly ReturnType<typeof deduction>[], custom: Record<string, string> = {}) => {
    const facts = given({ pay_rates: [salary('52000')], recurring: { ...NO_ITEMS, deductions } });
    const lines = calculate(facts).lines.map((line) => ({
      ...line,
      custom_amount: custom[line.recurrence?.id ?? ''] ?? null,
    }));
    const result = calculate({ ...facts, lines });
    return Object.fromEntries(
      result.lines.flatMap(({ recurrence, custom_amount, managed_amount }) =>
        recurrence?.object === 'deduction' ? [[recurrence.id, custom_amount ?? managed_amount]] : [],
      ),
    );
  };

  test('are taken in the order in which they took effect, each from what the others leave', () => {
    // 60 % of 2,000 − 1,500; then 50 % of 2,000 − 300 − 1,500.
    const [first, second] = [order('ded_z', '60', '2025-03-01'), order('ded_a', '50', '2025-06-01')];
    expect(taken([second, first])).toEqual({ ded_z: '300', ded_a: '100' });
    expect(taken([{ ...first, effective_from: '2025-07-01' }, second])).toEqual({ ded_a: '250', ded_z: '150' });
  });

  test('together leave the protected amount, however large they are', () => {
    const all = ['ded_1', 'ded_2', 'ded_3'].map((id, n) => order(id, '100', `2025-0${n + 1}-01`));
    expect(taken(all)).toEqual({ ded_1: '500', ded_2: '0', ded_3: '0' });
  });

  test('take an amount into account that was entered for an earlier one', () => {
    const all = [order('ded_1', '100', '2025-01-01'), order('ded_2', '100', '2025-02-01')];
    expect(taken(all, { ded_1: '120' })).toEqual({ ded_1: '120', ded_2: '380' });
  });

  test('of pay after withholdings are taken after those of gross pay, and from what these leave', () => {
    const late = order('ded_1', '100', '2025-01-01', { income_statutory_withholdings: 'all' });
    expect(taken([late, order('ded_2', '60', '2025-06-01')])).toEqual({ ded_2: '300', ded_1: '200' });
  });

  test('are taken after deductions in dollars, which they may subtract', () => {
    const dues = deduction('90', { id: 'ded_dues', deduction_type: 'union_dues', effective_from: '2025-09-01' });
    const garnishment = order('ded_1', '50', '2025-01-01', {
      income_subtractions: [{ type: 'deduction', subtype: 'union_dues' }],
    });
    expect(taken([garnishment, dues])).toEqual({ ded_dues: '90', ded_1: '205' });
  });
});

describe('calculation 5, explanation 3, earning line items 14, tag assignments 6: managed statutory holiday pay', () => {
  const of = (tag: string, value = '100') => ({
    unit: 'percentage' as const,
    is_component_locked: false,
    tag_allocations: [{ tags: [tag], value }],
  });
  const day = (date: string, amount: string, tag_shares: { tags: string[]; share: string }[] = []) => ({
    date,
    earning_type: 'wage',
    amount,
    hours: null,
    tag_shares,
  });
  /**
   * Of 21 December to 3 January: Christmas and Boxing Day go by the weeks before, New Year's Day by some of its own
   * days.
   */
  const tagsOfHolidays = (more: Partial<StubFacts>) => {
    const facts = given({ work_assignment: { id: 'wrk_1', payee: 'employee', tag_assignment: of('office') }, ...more });
    const entitled = {
      ...facts.tax_properties[0]!,
      id: 'taxp_2',
      type: 'ca::statutory_holiday_pay',
      value: { calculate_entitlement: true },
    };
    const { lines } = calculate({ ...facts, tax_properties: [...facts.tax_properties, entitled] }, stages);
    return Object.fromEntries(
      lines
        .filter(({ type }) => type === 'statutory_holiday_pay')
        .map(({ managed_earned_on, managed_tag_assignment: tags }) => [
          managed_earned_on,
          tags?.tag_allocations.map((one) => [...one.tags, one.value]) ?? null,
        ]),
    );
  };

  test('has the tags of the earnings that it is computed from, in proportion', () => {
    const earlier_earnings = [
      day('2025-12-01', '300', [{ tags: ['shop'], share: '1' }]),
      day('2025-12-08', '100', [{ tags: ['van'], share: '0.5' }]),
      // Before the four weeks.
      day('2025-11-03', '900', [{ tags: ['mill'], share: '1' }]),
    ];
    const tags = tagsOfHolidays({ earlier_earnings });
    expect(tags['2025-12-25']).toEqual([
      ['shop', '75'],
      ['van', '12.5'],
    ]);
  });

  test('has the tags of the lines of its own pay stub when they count', () => {
    // Of the salary of 21 December to 3 January the five days to the 27th count: 1,000.00 beside 1,000.00 before.
    const rate = salary('52000', { tag_assignment: of('oven') });
    const earlier_earnings = [day('2025-12-15', '1000', [{ tags: ['shop'], share: '1' }])];
    const tags = tagsOfHolidays({ pay_rates: [rate], earlier_earnings });
    expect(tags['2025-12-25']).toEqual([['shop', '100']]);
    expect(tags['2026-01-01']).toEqual([
      ['shop', '50'],
      ['oven', '50'],
    ]);
  });

  test('lists the line items that it is computed from', () => {
    const earlier_earnings = [{ ...day('2025-12-15', '1000'), line_id: 'ernli_before' }];
    const facts = given({ pay_rates: [salary('52000')], earlier_earnings });
    const entitled = { id: 'taxp_2', type: 'ca::statutory_holiday_pay', value: { calculate_entitlement: true } };
    const properties = [...facts.tax_properties, { ...facts.tax_properties[0]!, ...entitled }];
    const { explanation } = calculate({ ...facts, tax_properties: properties }, { ...stages, explain: true });
    const told = Object.entries(explanation)
      .filter(([id]) => id.includes('new_year'))
      .map(([, steps]) => steps.at(-1)?.records?.map(({ id }) => id));
    expect(told).toEqual([['ernli_before', 'earning/payrt_salary']]);
  });

  test('has the tags of the work assignment when those earnings have none', () => {
    expect(tagsOfHolidays({ earlier_earnings: [day('2025-12-15', '1000')] })['2025-12-25']).toEqual([
      ['office', '100'],
    ]);
  });
});

// Newfoundland and Labrador: the hourly rate times the average hours of the days worked in three weeks.
describe('statutory holiday pay by the hour, where the configuration does not say what an hour is paid', () => {
  const hourly = (id: string, rate: string, more: Partial<PayRateFacts> = {}) =>
    salary('0', { id, type: 'hourly', rate, ...more });
  const worked = (date: string, amount: string, hours: string, earning_type = 'wage') => ({
    ...{ date, earning_type, amount, hours },
    tag_shares: [],
  });
  const earlier_earnings = [
    worked('2025-12-09', '150', '6'),
    worked('2025-12-10', '200', '8'),
    worked('2025-12-10', '75', '2', 'overtime'),
  ];
  const paidFor = (pay_rates: PayRateFacts[], value = {}) => {
    const facts = workedIn('ca_nl', { pay_rates, earlier_earnings });
    const entitled = {
      id: 'taxp_2',
      type: 'ca::statutory_holiday_pay',
      value: { calculate_entitlement: true, ...value },
    };
    const properties = [...facts.tax_properties, { ...facts.tax_properties[0]!, ...entitled }];
    const { lines } = calculate({ ...facts, tax_properties: properties }, stages);
    return lines.find(({ managed_earned_on: day }) => day === '2025-12-25')?.managed_amount;
  };

  test('uses the pay rate that is in force, hourly or a salary', () => {
    // 8 hours a day on average.
    const former = hourly('payrt_former', '20', { effective_to: '2025-12-23' });
    expect(paidFor([former, hourly('payrt_now', '27', { effective_from: '2025-12-24' })])).toBe('216');
    expect(paidFor([former, salary('52000', { effective_from: '2025-12-25' })])).toBe('200');
    expect(paidFor([hourly('payrt_now', '27')], { pay_rate: '30' })).toBe('240');
  });

  test('uses what hours were paid, overtime apart, where several pay rates or none are in force', () => {
    // 350.00 for 14 hours.
    expect(paidFor([hourly('payrt_day', '20'), hourly('payrt_night', '35')])).toBe('200');
    const season = hourly('payrt_autumn', '20', { effective_to: '2025-12-12' });
    expect(paidFor([season, hourly('payrt_winter', '30', { effective_from: '2026-01-05' })])).toBe('200');
  });
});

describe('a line as shares of tags', () => {
  const spread = (unit: 'percentage' | 'amount' | 'hours', ...values: string[]) =>
    tagSharesOf(
      { unit, is_component_locked: false, tag_allocations: values.map((value, at) => ({ tags: [`t${at}`], value })) },
      { amount: '200', hours: '8' },
    ).map(({ share }) => share);

  test.each([
    ['percent', spread('percentage', '60', '15'), ['0.6', '0.15']],
    ['dollars', spread('amount', '50'), ['0.25']],
    ['hours', spread('hours', '2', '4'), ['0.25', '0.5']],
    ['more than there is', spread('amount', '300', '100'), ['0.75', '0.25']],
  ])('in %s', (_, shares, expected) => {
    expect(shares).toEqual(expected);
  });
});
