import { describe, expect, it } from 'vitest';
import { workingDays } from '../../../src/calculation/index.ts';
import {
  after,
  allowance,
  amounts,
  calculate,
  earning,
  given,
  handMadeLine,
  hourly,
  NO_ITEMS,
  onPayroll,
  overtime,
  reimbursement,
  salary,
} from './given.ts';

// The second payroll of 2026 covers Sunday 4 to Saturday 17 January: ten working days.
const second = (more: Parameters<typeof given>[0]) => given(more, 1);

describe('a salary', () => {
  it.each([
    ['bi-weekly', 26, '60000', '2307.69', '80'],
    ['semi-monthly', 24, '60000', '2500', '86.67'],
    ['monthly', 12, '52000', '4333.33', '173.33'],
    ['a year of 53 weeks', 53, '53000', '1000', '39.25'],
  ])(
    'pay rates 2, 7: %s is the year divided by its pays, with the hours likewise',
    (_, regular_periods_count, rate, amount, hours) => {
      const [line] = calculate(onPayroll(given({ pay_rates: [salary(rate)] }), { regular_periods_count })).lines;
      expect(line).toMatchObject({
        kind: 'earning',
        type: 'salary',
        is_managed: true,
        managed_amount: amount,
        managed_hours: hours,
        custom_amount: null,
        pay_rate_id: 'payrt_salary',
        recurrence: { object: 'pay_rate', id: 'payrt_salary' },
      });
    },
  );

  it.each([
    ['starting on a Wednesday', { effective_from: '2026-01-14' }, '692.31', '24'], // 3 days of 60000/260
    ['ending on the first Wednesday', { effective_to: '2026-01-07' }, '692.31', '24'],
    ['starting on the Monday after a Sunday', { effective_from: '2026-01-05' }, '2307.69', '80'],
    ['ending on the Friday before a Saturday', { effective_to: '2026-01-16' }, '2307.69', '80'],
    ['for one Saturday', { effective_from: '2026-01-17' }, '0', '0'],
  ])('pay rates 3, 4: %s is paid by 260 working days a year', (_, range, amount, hours) => {
    const [line] = calculate(second({ pay_rates: [salary('60000', range)] })).lines;
    expect(line).toMatchObject({ managed_amount: amount, managed_hours: hours });
  });

  it('never pays more for a part of a period than for the whole', () => {
    // 16 to 31 July 2026 has 12 working days; 11 of them at a 260th would be more than a 24th of the year.
    const facts = onPayroll(given({ pay_rates: [salary('60000', { effective_from: '2026-07-17' })] }), {
      period_start: '2026-07-16',
      period_end: '2026-07-31',
      regular_periods_count: 24,
    });
    expect(workingDays('2026-07-17', '2026-07-31')).toBe(11);
    expect(calculate(facts).lines[0]!.managed_amount).toBe('2500');
  });

  it('that is raised within a period is paid in two lines that add up to a whole period', () => {
    const old = salary('60000', { effective_to: '2026-01-13' });
    const raised = salary('60000', { id: 'payrt_new', effective_from: '2026-01-14' });
    const { lines, totals } = calculate(second({ pay_rates: [raised, old] }));
    expect(lines.map((line) => line.recurrence?.id)).toEqual(['payrt_salary', 'payrt_new']);
    expect(totals.employee_summary.gross).toBe('2307.69');
  });

  it('is prorated by entered hours', () => {
    const facts = given({ pay_rates: [salary('60000')] });
    const first = calculate(facts);
    const entered = calculate(after(facts, first, (line) => ({ ...line, custom_hours: '60' })));
    expect(entered.lines[0]).toMatchObject({ managed_amount: '1730.77', managed_hours: '80', custom_hours: '60' });
  });

  it('pay rates 9: is paid neither before it takes effect nor after its end', () => {
    const rates = [salary('1', { effective_from: '2026-01-18' }), salary('2', { id: 'b', effective_to: '2026-01-03' })];
    expect(calculate(second({ pay_rates: rates })).lines).toEqual([]);
  });
});

describe('an hourly rate', () => {
  it('pay rates 1, 5: makes a wage line without hours, which is paid by entered hours', () => {
    const facts = given({ pay_rates: [hourly('21.75')] });
    const first = calculate(facts);
    expect(first.lines[0]).toMatchObject({ type: 'wage', managed_hours: '0', custom_hours: null, managed_amount: '0' });
    const entered = calculate(after(facts, first, (line) => ({ ...line, custom_hours: '37.5' })));
    expect(entered.lines[0]).toMatchObject({ managed_hours: '0', managed_amount: '815.63', custom_amount: null });
    expect(entered.changed).toHaveLength(1);
  });
});

describe('a hand-made earning', () => {
  const facts = given({
    pay_rates: [hourly('21.75'), salary('60000')],
    overtime_rates: [overtime(), overtime({ id: 'ovtrt_2', hourly_rate_override: '40' })],
  });
  const made = (type: string, more: Parameters<typeof handMadeLine>[2]) =>
    calculate({ ...facts, lines: [handMadeLine('earning', type, more)] }).lines[0]!;

  it.each([
    ['wage', { pay_rate_id: 'payrt_hourly', custom_hours: '10' }, '217.5'],
    ['overtime', { pay_rate_id: 'payrt_hourly', custom_hours: '2' }, '43.5'],
    ['overtime', { overtime_rate_id: 'ovtrt_1', custom_hours: '3' }, '97.88'], // 32.625 an hour
    ['overtime', { overtime_rate_id: 'ovtrt_2', custom_hours: '3' }, '120'],
    ['leave_sick', { pay_rate_id: 'payrt_salary', custom_hours: '8' }, '230.77'], // 60000 / 2080 an hour
  ])('earning line items 10: of type %s computes its amount from rate and hours', (type, more, amount) => {
    expect(made(type, more)).toMatchObject({ is_managed: false, custom_amount: null, managed_amount: amount });
  });

  it('keeps its entries, and the amount of an adjustment', () => {
    expect(made('commission', { custom_amount: '100' })).toMatchObject({ custom_amount: '100', managed_amount: null });
    const adjusted = { managed_amount: '-450', source_adjustment_id: 'adjst_1', pay_rate_id: 'payrt_hourly' };
    expect(made('wage', { ...adjusted, custom_hours: '9' })).toMatchObject({ managed_amount: '-450' });
    expect(made('wage', { pay_rate_id: 'payrt_gone', custom_hours: '9' })).toMatchObject({ managed_amount: null });
  });
});

describe('the lines of a stub', () => {
  const items = {
    ...NO_ITEMS,
    earnings: [earning('500', { earning_type: 'invoice_payment' })],
    reimbursements: [reimbursement('20')],
    allowances: [allowance('60')],
  };

  it('are only earnings and reimbursements for a contractor', () => {
    const facts = given({
      work_assignment: { id: 'wrk_2', payee: 'contractor' },
      employee: null,
      pay_rates: [salary('60000')],
      recurring: items,
    });
    const { lines, totals, has_taxes_calculated } = calculate(facts);
    expect(lines.map(({ kind }) => kind)).toEqual(['earning', 'reimbursement']);
    expect(totals.contractor_summary).toMatchObject({ gross: '500', reimbursements: '20', net: '520', net_ytd: '520' });
    expect(totals.employee_summary).toEqual({
      gross: null,
      subtractions: null,
      reimbursements: null,
      net: null,
      gross_ytd: '0',
      subtractions_ytd: '0',
      reimbursements_ytd: '0',
      net_ytd: '0',
    });
    expect(has_taxes_calculated).toBe(false);
  });

  it("include the sales tax of a contractor's invoice, without withholdings or employer levies on either", () => {
    const facts = given({
      work_assignment: { id: 'wrk_2', payee: 'contractor' },
      employee: null,
      recurring: {
        ...NO_ITEMS,
        earnings: [
          earning('500', { id: 'ern_invoice', earning_type: 'invoice_payment' }),
          earning('65', { id: 'ern_tax', earning_type: 'invoice_sales_tax' }),
        ],
      },
    });
    const result = calculate(facts);
    expect(amounts(result)).toEqual({ 'earning:invoice_payment': '500', 'earning:invoice_sales_tax': '65' });
    expect(result.totals.contractor_summary).toMatchObject({ gross: '565', net: '565' });
    expect(result.totals).toMatchObject({ company_summary: { total: '0' }, cash_requirement: '565' });
  });

  it.each(['off_cycle', 'historical', 'correction'] as const)(
    'puts no managed line on a payroll of type %s',
    (type) => {
      const hand = handMadeLine('earning', 'bonus_discretionary', { custom_amount: '-20' });
      const facts = onPayroll(given({ pay_rates: [salary('60000')], recurring: items, lines: [hand] }), { type });
      const { lines, totals } = calculate(facts);
      expect(lines).toEqual([hand]);
      expect(totals.employee_summary.gross).toBe('-20');
      expect(totals.cash_requirement).toBe(type === 'off_cycle' ? '-20' : '0');
    },
  );

  it('are removed from a payroll that is not the next one', () => {
    const facts = given({ pay_rates: [salary('60000')], recurring: items });
    const first = calculate(facts);
    expect(amounts(first)).toEqual({
      'earning:salary': '2307.69',
      'earning:invoice_payment': '500',
      'allowance:cell_phone_allowance': '60',
      'reimbursement:non_taxable_reimbursement': '20',
    });
    const later = calculate(onPayroll(after(facts, first), { takes_recurring_items: false }));
    expect(later).toMatchObject({ lines: [], changed: [], removed: first.lines.map(({ id }) => id) });
    expect(later.totals.employee_summary.gross).toBe('0');
  });
});
