import { describe, expect, test } from 'vitest';
import type { Line, PayRateFacts, StubFacts, StubResult } from '../../../src/calculation/index.ts';
import { after, calculate, given, hourly, onPayroll, salary } from './given.ts';

/**
 * Given hours that a caller entered on the line of a pay rate, when that rate turns out to be in force on no day of the
 * period, then they are on the line of the one that takes its place, or stay where they are, and the stub says so.
 */

// The second payroll of 2026 covers Sunday 4 to Saturday 17 January.
const of = (pay_rates: readonly PayRateFacts[], more: Partial<StubFacts> = {}) => given({ pay_rates, ...more }, 1);
const entered = (before: StubFacts, figures: Partial<Line>, on = before.pay_rates[0]!.id): StubFacts =>
  after(before, calculate(before), (line) => (line.pay_rate_id === on ? { ...line, ...figures } : line));
const withRates = (facts: StubFacts, pay_rates: readonly PayRateFacts[]): StubFacts => ({ ...facts, pay_rates });
const shown = ({ lines }: StubResult) =>
  lines.map(({ pay_rate_id, custom_hours, custom_amount, managed_amount }) => [
    pay_rate_id,
    custom_hours ?? custom_amount,
    managed_amount,
  ]);
const types = ({ warnings }: StubResult) => warnings.map(({ type }) => type);

const OLD = hourly('20', { id: 'payrt_old' });
const ended = { ...OLD, effective_to: '2025-12-31' };
const raised = hourly('22', { id: 'payrt_new', effective_from: '2026-01-01' });

describe('hours at a rate that a late raise has ended', () => {
  test('are on the line of the new rate, with all else that was entered on it, and nothing is told', () => {
    const allocations = [{ tags: ['tag_1'], value: '100' }];
    const tags = { unit: 'percentage' as const, is_component_locked: false, tag_allocations: allocations };
    const first = entered(of([OLD]), { custom_hours: '37.5', external_ref: 'sheet-1', custom_tag_assignment: tags });
    const now = calculate(withRates(first, [ended, raised]));
    expect(shown(now)).toEqual([[raised.id, '37.5', '825']]);
    expect(now.lines[0]).toMatchObject({ external_ref: 'sheet-1', custom_tag_assignment: tags });
    expect(now.removed).toEqual([first.lines[0]!.id]);
    expect(types(now)).toEqual([]);
    const settled = after(withRates(first, [ended, raised]), now);
    expect(calculate(settled)).toMatchObject({ changed: [], removed: [] });
    // The raise was a mistake.
    expect(shown(calculate(withRates(settled, [OLD])))).toEqual([
      [raised.id, '37.5', '825'],
      [OLD.id, null, '0'],
    ]);
    const corrected = [OLD, { ...raised, effective_from: '2026-06-01' }];
    expect(shown(calculate(withRates(settled, corrected)))).toEqual([
      [raised.id, '37.5', '825'],
      [OLD.id, null, '0'],
    ]);
    const both = [
      { ...OLD, effective_to: '2026-05-31' },
      { ...raised, effective_from: '2026-06-01' },
    ];
    expect(shown(calculate(withRates(settled, both)))).toEqual([[OLD.id, '37.5', '750']]);
  });

  test('of a salary are in proportion to the new one, and an amount stays as it is, also on a stub that waits', () => {
    const before = salary('54000', { id: 'payrt_old' });
    const rates = [
      { ...before, effective_to: '2025-12-31' },
      salary('108000', { id: 'payrt_new', effective_from: '2026-01-01' }),
    ];
    const hours = withRates(entered(of([before]), { custom_hours: '40' }), rates);
    expect(shown(calculate(hours))).toEqual([['payrt_new', '40', '2076.93']]);
    expect(shown(calculate(onPayroll(hours, { takes_recurring_items: false })))).toEqual([
      ['payrt_new', '40', '2076.93'],
    ]);
    const amount = withRates(entered(of([before]), { custom_amount: '900' }), rates);
    expect(shown(calculate(amount))).toEqual([['payrt_new', '900', '4153.85']]);
  });

  test('stay on its line where the new rate begins within the period', () => {
    const first = entered(of([OLD]), { custom_hours: '37.5' });
    const now = calculate(
      withRates(first, [
        { ...OLD, effective_to: '2026-01-10' },
        { ...raised, effective_from: '2026-01-11' },
      ]),
    );
    expect(shown(now)).toEqual([
      [OLD.id, '37.5', '750'],
      [raised.id, null, '0'],
    ]);
    expect(types(now)).toEqual([]);
  });
});

describe('hours at a rate in whose place comes none, or not one alone', () => {
  const cook = hourly('30', { id: 'payrt_cook' });
  test.each([
    ['none is in force', [ended], [[OLD.id, '10', '200']]],
    [
      'another work goes on that was beside it',
      [ended, cook],
      [
        [OLD.id, '10', '200'],
        [cook.id, null, '0'],
      ],
    ],
    [
      'several come behind it',
      [ended, raised, { ...raised, id: 'payrt_other' }],
      [
        [OLD.id, '10', '200'],
        [raised.id, null, '0'],
        ['payrt_other', null, '0'],
      ],
    ],
    [
      'a salary comes behind it',
      [ended, salary('54000', { effective_from: '2026-01-01' })],
      [
        [OLD.id, '10', '200'],
        ['payrt_salary', null, '2076.92'],
      ],
    ],
  ])('stay as they are, and the stub says what to do: %s', (_, rates, lines) => {
    const first = withRates(entered(of([OLD]), { custom_hours: '10' }), rates);
    const now = calculate(first);
    expect(shown(now)).toEqual(expect.arrayContaining(lines));
    expect(now.lines).toHaveLength(lines.length);
    expect(now.warnings).toEqual([
      {
        namespace: 'payroll',
        type: 'pay_rate_not_in_force',
        message: expect.objectContaining({ en: expect.stringContaining(first.lines[0]!.id) }),
      },
    ]);
    expect(calculate(after(first, now))).toMatchObject({ changed: [], removed: [] });
    // As the warning says: without figures the line goes.
    const taken = after(first, now, (line) => ({ ...line, custom_hours: null }));
    expect(calculate(taken).removed).toEqual([first.lines[0]!.id]);
    expect(types(calculate(taken))).toEqual([]);
  });

  test('stay where hours are entered at the new rate already', () => {
    const facts = of([OLD, raised]);
    const hours: Record<string, string> = { [OLD.id]: '10', [raised.id]: '27.5' };
    const both = after(facts, calculate(facts), (line) => ({ ...line, custom_hours: hours[line.pay_rate_id!]! }));
    const now = calculate(withRates(both, [ended, raised]));
    expect(shown(now)).toEqual(
      expect.arrayContaining([
        [OLD.id, '10', '200'],
        [raised.id, '27.5', '605'],
      ]),
    );
    expect(types(now)).toEqual(['pay_rate_not_in_force']);
  });

  test('stay where two jobs get a raise on one day, whichever of their rates is written first', () => {
    const jobs = of([OLD, cook]);
    const bothEnded = [ended, { ...cook, effective_to: '2025-12-31' }];
    const raisedCook = { ...raised, id: 'payrt_cook_raised' };
    const first = entered(jobs, { custom_hours: '10' });
    // The cook's rate has its raise already; that of the other job is still to come.
    const between = withRates(first, [...bothEnded, raisedCook]);
    const now = calculate(between);
    expect(shown(now)).toEqual(
      expect.arrayContaining([
        [OLD.id, '10', '200'],
        [raisedCook.id, null, '0'],
      ]),
    );
    expect(types(now)).toEqual(['pay_rate_not_in_force']);
    const later = calculate(after(withRates(between, [...between.pay_rates, raised]), now));
    expect(shown(later)).toEqual(expect.arrayContaining([[OLD.id, '10', '200']]));
    expect(types(later)).toEqual(['pay_rate_not_in_force']);
    // One that ended long before, or goes on, was no part of that.
    const long = { ...cook, effective_to: '2025-06-30' };
    expect(shown(calculate(withRates(first, [ended, raised, long])))).toEqual([[raised.id, '10', '220']]);
    expect(shown(calculate(withRates(first, [ended, raised, cook])))).toEqual(
      expect.arrayContaining([[raised.id, '10', '220']]),
    );
  });

  test('of a salary are paid by the hour', () => {
    const before = salary('54000', { id: 'payrt_old' });
    const first = withRates(entered(of([before]), { custom_hours: '10' }), [{ ...before, effective_to: '2025-12-31' }]);
    expect(shown(calculate(first))).toEqual([[before.id, '10', '259.62']]);
  });

  test('stay as they were calculated where the rate itself is gone', () => {
    const first = withRates(entered(of([OLD]), { custom_hours: '10' }), []);
    const now = calculate({ ...first, lines: [calculate(withRates(first, [OLD])).lines[0]!] });
    expect(shown(now)).toEqual([[OLD.id, '10', '200']]);
    expect(types(now)).toEqual(['pay_rate_not_in_force']);
  });
});

describe('a wage sheet’s line of its own', () => {
  const sheet = (more: Partial<Line> = {}): Line => {
    const [managed] = calculate(of([OLD])).lines;
    return {
      ...managed!,
      id: 'ernl_own',
      is_managed: false,
      recurrence: null,
      custom_hours: '36',
      is_rate_named: false,
      ...more,
    };
  };
  const told = (figures: Partial<Line>, own: Line): string[] => {
    const first = entered(of([OLD]), figures);
    return types(calculate({ ...first, lines: [...first.lines, own] }));
  };
  test('beside hours that were entered at the same rate is told', () => {
    expect(told({ custom_hours: '40' }, sheet())).toEqual(['wage_paid_twice']);
    expect(told({ custom_hours: null }, sheet())).toEqual([]);
    expect(told({ custom_hours: '0' }, sheet())).toEqual([]);
    // What somebody chose to have beside it is not.
    expect(told({ custom_hours: '40' }, sheet({ is_rate_named: true }))).toEqual([]);
    expect(told({ custom_hours: '40' }, sheet({ custom_earned_on: '2026-01-05' }))).toEqual([]);
    expect(told({ custom_hours: '40' }, sheet({ custom_amount: '10' }))).toEqual([]);
  });
});
