import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  CalculationOptions,
  IncomeBasis,
  Line,
  RecurringItems,
  StubFacts,
  StubResult,
} from '../../../src/calculation/index.ts';
import { amountOf, FAMILIES, LINE_KINDS } from '../../../src/calculation/index.ts';
import { FIXED_KINDS } from '../../../src/calculation/model/families.ts';
import { maxDate, minDate } from '../../../src/values/dates.ts';
import { decimal, sum } from '../../../src/values/money.ts';
import { making, remitted, total } from './figures.ts';
import {
  after,
  allowance,
  benefit,
  byItems,
  calculate,
  calendar2026,
  deduction,
  earning,
  fixedItem,
  given,
  handMadeLine,
  hourly,
  overtime,
  salary,
  vacation,
} from './given.ts';

const cents = (max: number, min = 0) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => String(n / 100));
const day = fc.integer({ min: 0, max: 364 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
const range = fc.tuple(day, fc.option(day)).map(([from, to]) => ({
  effective_from: to === null ? from : minDate(from, to),
  effective_to: to === null ? null : maxDate(from, to),
}));
const recurrence = fc.oneof(
  fc.constant({ frequency: 'per_payroll', date_basis: null, pay_period_cadence: null } as const),
  fc.constant({ frequency: 'once', date_basis: null, pay_period_cadence: null } as const),
  fc.record({
    frequency: fc.constant('per_month' as const),
    date_basis: fc.constantFrom('by_pay_date' as const, 'by_period_end_date' as const, 'by_period_start_date' as const),
    pay_period_cadence: fc.array(fc.constantFrom(-3, -2, -1, 1, 2, 3, 5), { minLength: 1, maxLength: 4 }),
  }),
);
const item = fc.tuple(recurrence, range).map(([how, when]) => ({ ...how, ...when }));
const basis = fc.constantFrom<IncomeBasis>('all_earnings', 'none', 'regular_earnings', 'total_income');

const few = <T>(of: fc.Arbitrary<T>, id: string): fc.Arbitrary<(T & { id: string })[]> =>
  fc.array(of, { maxLength: 3 }).map((all) => all.map((one, index) => ({ ...one, id: `${id}_${index}` })));

const contribution = fc
  .record({
    how: item,
    amount: cents(400),
    percent: fc.option(cents(20)),
    income_basis: basis,
    multiplier: fc.constantFrom('1', '2.5'),
    max: fc.option(cents(900)),
    capBasis: fc.constantFrom('all_line_items_of_type' as const, 'this_benefit' as const),
    taxed: fc.boolean(),
    type: fc.constantFrom('dental', 'pension_rrsp'),
  })
  .map((b) =>
    benefit(b.percent ?? b.amount, {
      ...b.how,
      frequency: b.percent !== null && b.how.frequency === 'per_month' ? 'per_payroll' : b.how.frequency,
      amount_type: b.percent === null ? 'fixed' : 'percent',
      income_basis: b.income_basis,
      coverage_multiplier: b.multiplier,
      max_annual_contribution: b.max,
      max_annual_contribution_basis: b.capBasis,
      apply_sales_tax: b.taxed,
      employee_benefit_type: b.type,
    }),
  );

const taken = fc
  .record({
    how: item,
    amount: cents(50),
    amount_type: fc.constantFrom('fixed' as const, 'fixed_per_hour' as const, 'percent' as const),
    income_basis: basis,
    withheld: fc.constantFrom('all' as const, 'none' as const),
    exempt: fc.option(cents(500)),
  })
  .map((d) =>
    deduction(d.amount, {
      ...d.how,
      amount_type: d.amount_type,
      income_basis: d.income_basis,
      income_statutory_withholdings: d.withheld,
      income_exemption_amount: d.exempt,
      income_subtractions: [{ type: 'employee_benefit' }, { type: 'deduction', subtype: 'other_deduction' }],
    }),
  );

const recurring: fc.Arbitrary<RecurringItems> = fc.record({
  earnings: few(
    fc.tuple(item, cents(900)).map(([how, amount]) => earning(amount, how)),
    'ern',
  ),
  ...byItems(FIXED_KINDS, (kind) =>
    few(
      fc.tuple(item, cents(900)).map(([how, amount]) => fixedItem(kind, amount, how)),
      FAMILIES[kind].prefix,
    ),
  ),
  employee_benefits: few(contribution, 'eebn'),
  employer_benefits: few(
    contribution.map(({ employee_benefit_type, ...rest }) => ({
      ...rest,
      employer_benefit_type: employee_benefit_type,
    })),
    'erbn',
  ),
  deductions: few(taken, 'ded'),
});

const handMade = fc
  .array(
    fc.oneof(
      cents(800, -800).map((amount) => handMadeLine('earning', 'commission', { custom_amount: amount })),
      cents(80).map((hours) => handMadeLine('earning', 'wage', { pay_rate_id: 'payrt_hourly', custom_hours: hours })),
      cents(20).map((hours) =>
        handMadeLine('earning', 'overtime', { overtime_rate_id: 'ovtrt_1', custom_hours: hours }),
      ),
      cents(50).map((amount) => handMadeLine('earning', 'vacation_accrual_adjustment', { custom_amount: amount })),
      cents(200).map((amount) => handMadeLine('employee_benefit', 'pension_rrsp', { custom_amount: amount })),
      cents(200).map((amount) => handMadeLine('deduction', 'union_dues', { custom_amount: amount })),
      cents(20).map((amount) =>
        handMadeLine('statutory_withholding', 'cpp2', { is_managed: true, custom_amount: amount }),
      ),
    ),
    { maxLength: 4 },
  )
  .map((lines) => lines.map((line, index) => ({ ...line, id: `hand_${index}` })));

const anyFacts: fc.Arbitrary<StubFacts> = fc
  .record({
    recurring,
    lines: handMade,
    payroll: fc.integer({ min: 0, max: 25 }),
    rate: range,
    isHourly: fc.boolean(),
    perPeriod: fc.boolean(),
    earlier: cents(600),
    payee: fc.constantFrom('employee' as const, 'employee' as const, 'contractor' as const),
  })
  .map((f) =>
    given(
      {
        work_assignment: { id: 'wrk_1', payee: f.payee },
        recurring: f.recurring,
        lines: f.payee === 'employee' ? f.lines : f.lines.filter(({ kind }) => kind === 'earning'),
        pay_rates: [salary('61234.56', f.rate), ...(f.isHourly ? [hourly('23.45')] : [])],
        overtime_rates: [overtime()],
        vacation_pay_settings: [vacation('4', { vacation_pay_method: f.perPeriod ? 'per_period' : 'manual' })],
        year_to_date: {
          amounts: { employee_benefit: { pension_rrsp: f.earlier }, employer_benefit: { dental: f.earlier } },
          bases: {},
          consumed_once: ['alw_0', 'ern_1'],
        },
      },
      f.payroll,
    ),
  );

const withholdings: NonNullable<CalculationOptions['withholdings']> = ({ lines, additional_tax }) => {
  const gross = sum(lines.filter(({ kind }) => kind === 'earning').map(({ amount }) => amount));
  const line = (type: string, amount: string) => ({
    type,
    amount,
    title: type,
    title_translations: {},
    remittance_account_id: null,
  });
  return {
    employee: [
      line('federal_income_tax', gross.times('0.1').round(2).toString()),
      line('qc', additional_tax === 'all' ? '9' : '0'),
    ],
    employer: [line('cpp', gross.times('0.05').round(2).toString())],
    additional_tax: { federal: '0', quebec: '9' },
    bases: {},
    is_pending_tax_rates: false,
    warnings: [],
  };
};

const edit = fc.record({ custom_amount: fc.option(cents(700)), custom_hours: fc.option(cents(90)) });
/** The facts after some lines were edited by the caller, each edit being given a line by its place. */
const edited = (
  facts: StubFacts,
  result: StubResult,
  edits: { custom_amount: string | null; custom_hours: string | null }[],
) =>
  after(facts, result, (line: Line) => {
    const chosen = edits[result.lines.indexOf(line)];
    if (!chosen) return line;
    return {
      ...line,
      custom_amount: chosen.custom_amount,
      custom_hours: line.kind === 'earning' ? chosen.custom_hours : null,
    };
  });

const holdsTogether = ({ lines, totals }: StubResult, payee: 'employee' | 'contractor') => {
  const summary = totals.line_item_summary;
  expect(summary.earnings.period).toBe(total(lines, 'earning'));
  expect(summary.earnings.period).toBe(
    decimal(summary.earnings.period_managed).plus(summary.earnings.period_unmanaged).toString(),
  );
  expect(summary.allowances.period).toBe(total(lines, 'allowance'));
  expect(summary.reimbursements.period).toBe(total(lines, 'reimbursement'));
  expect(summary.deductions.period).toBe(total(lines, 'deduction'));
  expect(summary.statutory_withholdings.period).toBe(total(lines, 'statutory_withholding'));
  expect(summary.benefits.period).toBe(total(lines, 'employee_benefit', 'employer_benefit'));
  for (const kind of LINE_KINDS) {
    const { summary: member } = FAMILIES[kind];
    if (member !== null) expect([kind, summary[member].period]).toEqual([kind, total(lines, kind)]);
  }
  const gross = total(lines, ...making('gross'));
  const subtractions = total(lines, ...making('subtractions'));
  const company = total(lines, ...making('employer'));
  const reimbursements = total(lines, ...making('reimbursements'));
  const net = decimal(gross).minus(subtractions).plus(reimbursements).toString();
  const own = payee === 'employee' ? totals.employee_summary : totals.contractor_summary;
  expect(own).toMatchObject({ gross, net });
  if (payee === 'employee') expect(totals.employee_summary.subtractions).toBe(subtractions);
  expect(totals.company_summary.total).toBe(company);
  expect(totals.liability).toBe(decimal(gross).plus(own.reimbursements!).plus(company).toString());
  expect(decimal(totals.cash_requirement).minus(net).toString()).toBe(decimal(subtractions).plus(company).toString());
  // What is owed to others than the payee is what the stub costs beyond its net pay.
  expect(total(lines, ...remitted)).toBe(decimal(totals.liability).minus(net).toString());
};

describe('for any items, rates and hand-made lines, and any edits', () => {
  it('the totals are the sums of the lines, and calculating again changes nothing', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(edit, { maxLength: 6 }), fc.boolean(), (facts, edits, isTaxed) => {
        const options = isTaxed ? { withholdings } : {};
        const { payee } = facts.work_assignment;
        const first = calculate(facts, options);
        holdsTogether(first, payee);
        const changedFacts = edited(facts, first, edits);
        const second = calculate(changedFacts, options);
        holdsTogether(second, payee);
        const third = calculate(after(changedFacts, second), { ...options, now: '2026-02-02T00:00:00.000000Z' });
        expect({ changed: third.changed, removed: third.removed }).toEqual({ changed: [], removed: [] });
        expect(third.lines).toEqual(second.lines);
        expect(third.totals).toEqual(second.totals);
      }),
      { numRuns: 300 },
    );
  });

  it('managed lines whose edits are reset equal the original ones', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(edit, { maxLength: 6 }), (facts, edits) => {
        const first = calculate(facts);
        const isManaged = ({ id }: Line) => !id.startsWith('hand');
        const back = new Map(first.lines.map((line) => [line.id, line]));
        const then = calculate(edited(facts, first, edits));
        const undone = calculate(after(facts, then, (line) => back.get(line.id) ?? line));
        expect(undone.lines.filter(isManaged)).toEqual(first.lines.filter(isManaged));
        expect(undone.totals).toEqual(first.totals);
      }),
      { numRuns: 100 },
    );
  });

  it('the difference contains exactly the changed lines', () => {
    fc.assert(
      fc.property(anyFacts, fc.array(edit, { maxLength: 6 }), (facts, edits) => {
        const changedFacts = edited(facts, calculate(facts), edits);
        const result = calculate(changedFacts, { now: '2026-02-02T00:00:00.000000Z' });
        const before = new Map(changedFacts.lines.map((line) => [line.id, line]));
        for (const line of result.lines) {
          const { updated_at: _, ...now } = line;
          const { updated_at: __, ...then } = before.get(line.id) ?? line;
          const isSame = before.has(line.id) && JSON.stringify(now) === JSON.stringify(then);
          expect(result.changed.includes(line)).toBe(!isSame);
        }
        const ids = new Set(result.lines.map(({ id }) => id));
        expect(result.removed).toEqual(changedFacts.lines.map(({ id }) => id).filter((id) => !ids.has(id)));
      }),
      { numRuns: 100 },
    );
  });

  it('no managed contribution passes its cap', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { lines } = calculate(facts);
        for (const kind of ['employee_benefit', 'employer_benefit'] as const) {
          const items =
            kind === 'employee_benefit' ? facts.recurring.employee_benefits : facts.recurring.employer_benefits;
          for (const one of items) {
            const line = lines.find((l) => l.recurrence?.id === one.id);
            if (!line || one.max_annual_contribution === null || amountOf(line).eq(0)) continue;
            expect(amountOf(line).lte(one.max_annual_contribution)).toBe(true);
          }
          const capped = items.filter((i) => i.max_annual_contribution_basis === 'all_line_items_of_type');
          for (const type of ['dental', 'pension_rrsp']) {
            const ofType = items.filter(
              (i) => ('employee_benefit_type' in i ? i.employee_benefit_type : i.employer_benefit_type) === type,
            );
            // Where all items of the type share one cap, the year never holds more than it or than was there before.
            if (ofType.length === 0 || !ofType.every((i) => capped.includes(i) && i.max_annual_contribution !== null))
              continue;
            const cap = ofType.map((i) => decimal(i.max_annual_contribution!)).reduce((a, b) => (a.gt(b) ? a : b));
            const before = decimal(facts.year_to_date.amounts[kind]?.[type] ?? 0);
            const hand = sum(facts.lines.filter((l) => l.kind === kind && l.type === type).map(amountOf));
            const year = before.plus(sum(lines.filter((l) => l.kind === kind && l.type === type).map(amountOf)));
            expect(year.lte(cap) || year.eq(before.plus(hand))).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('for any amount and cadence', () => {
  it('the parts of a month sum to the amount, in every month and by every date', () => {
    fc.assert(
      fc.property(
        cents(9999),
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('by_pay_date' as const, 'by_period_end_date' as const, 'by_period_start_date' as const),
        (amount, pay_period_cadence, date_basis) => {
          const member = {
            by_pay_date: 'pay_date',
            by_period_end_date: 'period_end',
            by_period_start_date: 'period_start',
          } as const;
          const phone = allowance(amount, {
            frequency: 'per_month',
            date_basis,
            pay_period_cadence,
            effective_from: '2025-01-01',
          });
          const months = new Map<string, string[]>();
          for (const [n, period] of calendar2026.entries()) {
            const { lines } = calculate(given({ recurring: { ...given().recurring, allowances: [phone] } }, n));
            const month = period[member[date_basis]].slice(0, 7);
            months.set(month, [...(months.get(month) ?? []), ...lines.map((line) => line.managed_amount!)]);
          }
          for (const parts of months.values()) expect(sum(parts).toString()).toBe(decimal(amount).toString());
        },
      ),
      { numRuns: 60 },
    );
  });
});
