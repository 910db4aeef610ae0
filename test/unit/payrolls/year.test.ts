import { describe, expect, it } from 'vitest';
import type { AmountsByType, LineKind, RecurringItems, StubResult } from '../../../src/calculation/index.ts';
import { amountsByType, LINE_KINDS, vacationPayOf } from '../../../src/calculation/index.ts';
import { decimal, toText } from '../../../src/values/money.ts';
import {
  allowance,
  benefit,
  calculate,
  calendar2026,
  deduction,
  earning,
  given,
  NO_ITEMS,
  salary,
  vacation,
} from './given.ts';

const added = (a: AmountsByType, b: AmountsByType): AmountsByType => {
  const sums: Partial<Record<LineKind, Record<string, string>>> = {};
  for (const kind of LINE_KINDS) {
    const both = [...Object.entries(a[kind] ?? {}), ...Object.entries(b[kind] ?? {})];
    const ofKind: Record<string, string> = {};
    for (const [type, amount] of both) ofKind[type] = toText(decimal(ofKind[type] ?? 0).plus(amount));
    sums[kind] = ofKind;
  }
  return sums;
};

/** Every payroll of 2026, each approved before the next is filled. */
const wholeYear = (items: Partial<RecurringItems>): StubResult[] => {
  let amounts: AmountsByType = {};
  let balance = decimal(0);
  const consumed = new Set<string>();
  return calendar2026.map((_, n) => {
    const result = calculate(
      given(
        {
          pay_rates: [salary('65000')],
          vacation_pay_settings: [vacation('4')],
          vacation_pay_opening_balance: toText(balance),
          recurring: { ...NO_ITEMS, ...items },
          year_to_date: { amounts, bases: {}, consumed_once: [...consumed] },
        },
        n,
      ),
    );
    amounts = added(amounts, amountsByType(result.lines));
    balance = balance.plus(vacationPayOf(result.lines).accrued);
    for (const { recurrence } of result.lines) if (recurrence) consumed.add(recurrence.id);
    return result;
  });
};

describe('a whole year of payrolls', () => {
  const stubs = wholeYear({
    earnings: [earning('500', { frequency: 'once', effective_from: '2026-03-01' })],
    allowances: [
      allowance('100', { frequency: 'per_month', date_basis: 'by_pay_date', pay_period_cadence: [1, 2, 3] }),
    ],
    employee_benefits: [
      benefit('5', {
        amount_type: 'percent',
        employee_benefit_type: 'pension_rrsp',
        max_annual_contribution: '1000',
        max_annual_contribution_basis: 'all_line_items_of_type',
      }),
    ],
    deductions: [deduction('10', { effective_from: '2026-06-01', effective_to: '2026-06-30' })],
  });
  const last = stubs.at(-1)!.totals;

  it('pays the salary in full, a monthly allowance each month, and a one-time item once', () => {
    expect(stubs).toHaveLength(26);
    expect(last.line_item_summary.earnings.ytd).toBe('65500');
    expect(last.line_item_summary.allowances.ytd).toBe('1200');
    const bonuses = stubs.flatMap(({ lines }, n) => (lines.some(({ type }) => type.startsWith('bonus')) ? [n] : []));
    expect(bonuses.map((n) => calendar2026[n]!.period_start)).toEqual(['2026-03-01']);
  });

  it('stops a contribution at its cap', () => {
    const parts = stubs.map(({ totals }) => totals.line_item_summary.employee_benefits.period);
    expect(parts.slice(0, 9)).toEqual(['125', '125', '125', '125', '125', '125', '125', '125', '0']);
    expect(last.line_item_summary.employee_benefits.ytd).toBe('1000');
  });

  it('carries the year to date and the vacation balance from stub to stub', () => {
    expect(last.vacation_pay_balance).toBe('2600');
    // Periods 31 May to 13 June, 14 to 27 June and 28 June to 11 July touch June.
    expect(last.line_item_summary.deductions.ytd).toBe('30');
    expect(last.employee_summary.net_ytd).toBe('65670');
    for (const [n, stub] of stubs.entries()) {
      const before = stubs[n - 1]?.totals.employee_summary.gross_ytd ?? '0';
      const { gross, gross_ytd } = stub.totals.employee_summary;
      expect(gross_ytd).toBe(toText(decimal(before).plus(gross!)));
    }
  });
});
