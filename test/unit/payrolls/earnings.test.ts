import { describe, expect, it } from 'vitest';
import { type Line, workingDays } from '../../../src/calculation/index.ts';
import { salaryShares } from '../../../src/calculation/stages/salaries.ts';
import { addDays } from '../../../src/values/dates.ts';
import { sum } from '../../../src/values/money.ts';
import {
  after,
  allowance,
  amounts,
  benefit,
  calculate,
  deduction,
  earning,
  employerBenefit,
  given,
  handMadeLine,
  hourly,
  NO_ITEMS,
  onPayroll,
  overtime,
  reimbursement,
  salary,
  vacation,
} from './given.ts';

const PER_PERIOD = { vacation_pay_method: 'per_period' } as const;

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

  // Ten working days of 26 or 27 pays; of half a month ten in 16 to 28 February, twelve in 16 to 31 July; five of a
  // week.
  const periods = {
    'a year of 26 pays': [26, '2026-01-04', '2026-01-17'],
    'a year of 27 pays': [27, '2026-01-04', '2026-01-17'],
    'a year of 53 weeks': [53, '2026-01-04', '2026-01-10'],
    'the shortest half of a month': [24, '2026-02-16', '2026-02-28'],
    'the longest half of a month': [24, '2026-07-16', '2026-07-31'],
    'a short month': [12, '2026-02-01', '2026-02-28'],
    'a long month': [12, '2026-07-01', '2026-07-31'],
  } as const;
  const inPeriod = (period: keyof typeof periods, rates: ReturnType<typeof salary>[]) => {
    const [regular_periods_count, period_start, period_end] = periods[period];
    return calculate(
      onPayroll(given({ pay_rates: rates }), { period_start, period_end, regular_periods_count }),
    ).lines.map((line) => [line.recurrence?.id, line.managed_amount, line.managed_hours]);
  };
  const NAMES = Object.keys(periods) as (keyof typeof periods)[];
  const split = (period: keyof typeof periods, before: string, after: string) => {
    const day = addDays(periods[period][1], 3);
    return inPeriod(period, [
      salary(before, { id: 'a', effective_to: addDays(day, -1) }),
      salary(after, { id: 'b', effective_from: day }),
    ]);
  };
  const totalOf = (lines: ReturnType<typeof inPeriod>, at: number) =>
    sum(lines.map((line) => line[at] as string)).toString();

  it.each(NAMES)(
    'that another one of the same amount follows within a period is paid as if there were one: %s',
    (period) => {
      const [whole] = inPeriod(period, [salary('54000', { id: 'a' })]);
      const lines = split(period, '54000', '54000');
      expect([totalOf(lines, 1), totalOf(lines, 2)]).toEqual(whole!.slice(1));
    },
  );

  it.each(NAMES)('that is raised or lowered within a period is paid between both of them: %s', (period) => {
    const [low, high] = ['54000', '78000'].map((rate) => Number(inPeriod(period, [salary(rate)])[0]![1]));
    for (const [before, after] of [
      ['54000', '78000'],
      ['78000', '54000'],
    ]) {
      const paid = Number(totalOf(split(period, before!, after!), 1));
      expect(paid).toBeGreaterThan(low!);
      expect(paid).toBeLessThan(high!);
    }
  });

  it('pays each of those that follow one another by its share of the days, whatever is beside them', () => {
    const rates = [
      salary('54000', { id: 'a', effective_to: '2026-01-06' }), // two days of 2000 / 10
      salary('81000', { id: 'b', effective_from: '2026-01-07', effective_to: '2026-01-09' }), // three of 3000 / 10
      salary('108000', { id: 'c', effective_from: '2026-01-10' }), // five of 4000 / 10
      salary('26000', { id: 'd', effective_from: '2026-01-14' }), // beside c: three days of 26000 / 260
    ];
    expect(inPeriod('a year of 27 pays', rates).map(([id, amount]) => [id, amount])).toEqual([
      ['a', '400'],
      ['b', '900'],
      ['c', '2000'],
      ['d', '300'],
    ]);
  });

  it('pays no more for a part of a period than for the whole, however many salaries share it', () => {
    // Eleven of twelve working days; at a 260th each they would be more than a 24th of the year.
    const rates = [
      salary('60000', { id: 'a', effective_from: '2026-07-17', effective_to: '2026-07-22' }),
      salary('60000', { id: 'b', effective_from: '2026-07-23' }),
    ];
    const lines = inPeriod('the longest half of a month', rates);
    expect([totalOf(lines, 1), totalOf(lines, 2)]).toEqual(['2500', '86.67']);
    // A day between two salaries is not paid.
    const apart = [rates[0]!, { ...rates[1]!, effective_from: '2026-07-27' }];
    expect(inPeriod('the longest half of a month', apart).map((line) => line[1])).toEqual(['923.08', '1153.84']);
  });

  // Eleven working days from Monday 2 to Monday 16 February, of which a 264th of the year each is a whole pay of 24; a
  // salary of other days is paid a 260th of the year for each.
  it('follows the one that ended latest before it, of two beside each other', () => {
    const rates = [
      salary('26400', { id: 'a', effective_from: '2026-02-02', effective_to: '2026-02-03' }),
      salary('26400', { id: 'b', effective_from: '2026-02-02', effective_to: '2026-02-06' }),
      salary('26400', { id: 'c', effective_from: '2026-02-09' }),
    ];
    const period = { period_start: '2026-02-02', period_end: '2026-02-16', regular_periods_count: 24 };
    const paid = [...salaryShares(rates, period)].map(([id, { amount }]) => [id, amount.toString()]);
    expect(Object.fromEntries(paid)).toEqual({ a: '203.08', b: '500', c: '600' });
    // Whatever the order in which they are given.
    expect(salaryShares(rates.toReversed(), period).get('b')!.amount.toString()).toBe('500');
  });

  it('that begins on the last day of another is beside it, and does not follow it', () => {
    const rates = [
      salary('26400', { id: 'a', effective_from: '2026-02-02', effective_to: '2026-02-06' }),
      salary('26400', { id: 'b', effective_from: '2026-02-06' }),
    ];
    const period = { period_start: '2026-02-02', period_end: '2026-02-16', regular_periods_count: 24 };
    const paid = [...salaryShares(rates, period)].map(([id, { amount }]) => [id, amount.toString()]);
    expect(Object.fromEntries(paid)).toEqual({ a: '507.69', b: '710.77' });
  });

  it('of a period without working days is divided by its calendar days', () => {
    const weekend = { period_start: '2026-02-07', period_end: '2026-02-08', regular_periods_count: 52 };
    const rates = [
      salary('52000', { id: 'a', effective_to: '2026-02-07' }),
      salary('104000', { id: 'b', effective_from: '2026-02-08' }),
    ];
    const paid = [...salaryShares(rates, weekend)].map(([id, { amount }]) => [id, amount.toString()]);
    expect(Object.fromEntries(paid)).toEqual({ a: '500', b: '1000' });
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

  it('is paid to the cent where an hour of a salary has no end: half a cent is one', () => {
    // 60301.50 / 1950 hours = 30.923076…; 6.5 hours of it are 201.005, one and a half times them 301.5075
    const odd = { ...facts, pay_rates: [salary('60301.50', { expected_hours_per_week: '37.5' })] };
    const line = (more: Partial<Line>) =>
      calculate({ ...odd, lines: [handMadeLine('earning', 'leave_sick', { custom_hours: '6.5', ...more })] }).lines[0]!;
    const overtimes = [overtime({ pay_rate_id: 'payrt_salary' })];
    expect(line({ pay_rate_id: 'payrt_salary' }).managed_amount).toBe('201.01');
    const made = handMadeLine('earning', 'overtime', { custom_hours: '6.5', overtime_rate_id: 'ovtrt_1' });
    const over = calculate({ ...odd, overtime_rates: overtimes, lines: [made] });
    expect(over.lines[0]!.managed_amount).toBe('301.51');
  });

  it('has no calculated amount any more without hours, or without a rate', () => {
    const before = { pay_rate_id: 'payrt_hourly', custom_hours: '10', managed_amount: '217.5' };
    expect(made('wage', { ...before, custom_hours: null })).toMatchObject({ managed_amount: null });
    expect(made('wage', { ...before, pay_rate_id: null })).toMatchObject({ managed_amount: null });
    expect(made('bonus_discretionary', { ...before, pay_rate_id: null, custom_amount: '5' })).toMatchObject({
      custom_amount: '5',
      managed_amount: null,
    });
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
  const percent = { amount_type: 'percent' } as const;
  const everything = {
    ...items,
    deductions: [
      deduction('5'),
      deduction('1', { id: 'ded_2', amount_type: 'fixed_per_hour' }),
      deduction('1', { ...percent, id: 'ded_3' }),
      deduction('1', { ...percent, id: 'ded_4', income_statutory_withholdings: 'all' }),
    ],
    employee_benefits: [benefit('7')],
    employer_benefits: [employerBenefit('9')],
  };

  it('are only earnings and reimbursements for a contractor', () => {
    const facts = given({
      work_assignment: { id: 'wrk_2', payee: 'contractor' },
      employee: null,
      pay_rates: [salary('60000')],
      recurring: everything,
    });
    const { lines, totals, has_taxes_calculated, is_pending_tax_rates } = calculate(facts);
    expect(is_pending_tax_rates).toBe(false);
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
      const facts = onPayroll(given({ pay_rates: [salary('60000')], recurring: everything, lines: [hand] }), { type });
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

  it('stay on a payroll that is not the next one where a caller entered something, those of items while they are in force', () => {
    const rates = [hourly('20'), salary('54000')];
    const facts = given({ pay_rates: rates, recurring: items, vacation_pay_settings: [vacation('4', PER_PERIOD)] });
    const entered: Record<string, Partial<Line>> = {
      wage: { custom_hours: '36' },
      vacation_pay: { custom_amount: '50' },
      cell_phone_allowance: { external_ref: 'phone' },
    };
    const first = calculate(facts);
    const waiting = onPayroll(
      after(facts, first, (line) => ({ ...line, ...entered[line.type] })),
      { takes_recurring_items: false },
    );
    const kept = calculate(waiting);
    expect(amounts(kept)).toEqual({
      'earning:wage': '720',
      'earning:vacation_pay': '50',
      'allowance:cell_phone_allowance': '60',
    });
    expect(kept.warnings).toEqual([]);
    expect(calculate(after(waiting, kept))).toMatchObject({ changed: [], removed: [] });
    // Next again: all lines, with what was entered.
    const next = calculate(onPayroll(after(waiting, kept), { takes_recurring_items: true }));
    const { 'earning:wage': wage, 'earning:vacation_pay': paid, 'earning:salary': yearly } = amounts(next);
    expect([wage, paid, yearly]).toEqual(['720', '50', amounts(first)['earning:salary']]);
    const ended = calculate({ ...after(waiting, kept), pay_rates: [], recurring: NO_ITEMS });
    expect(amounts(ended)).toEqual({ 'earning:wage': '720', 'earning:vacation_pay': '50' });
  });
});
