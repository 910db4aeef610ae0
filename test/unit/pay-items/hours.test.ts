import { expect, test } from 'vitest';
import { placeHours } from '../../../src/pay-items/hours/match.ts';

/** Hours of a payroll, held against lines from before it was noted whether their rates were named. */

const AT = '2026-01-10T12:00:00.000000Z';
const kept = (id: string) => ({ id, scope_id: 'cmp_1', created_at: AT, updated_at: AT, version: '1' });
const ended = { ...kept('rate_ended'), type: 'hourly', effective_from: '2025-01-01', effective_to: '2025-12-31' };
const current = { ...kept('rate_current'), type: 'hourly', effective_from: '2026-01-01', effective_to: null };
const PAYROLL = { type: 'regular' as const, period_start: '2026-01-01', period_end: '2026-01-14' };
const wage = { place: 'data.0.wage.0', work_assignment_id: 'wrk_1', type: 'wage', hours: '8' } as const;

const place = (line: object, entry: object = {}, more: object = {}) => {
  const on = { type: 'wage', pay_rate_id: ended.id, overtime_rate_id: null, is_managed: false };
  const facts = {
    stub: kept('stub_1'),
    pay_rates: [current],
    overtime_rates: [],
    lines: [{ ...kept('line_1'), ...on, ...line }],
    ...more,
  };
  const { placed, issues } = placeHours([{ ...wage, ...entry }], PAYROLL, '2026-01-15', () => facts);
  return { lines: placed.map(({ line_id }) => line_id), issues };
};

test('a line at an ended rate of which nobody knows whether it was chosen is neither moved nor paid beside the hours', () => {
  const { issues } = place({});
  expect(issues.map(({ path }) => path)).toEqual(['data.0.wage.0.pay_rate_id']);
  expect(issues[0]!.text.en).toContain('the line item line_1 is paid by a rate that has ended');
  // Either of what it says to do leads on: it is named, or gone; so does an entry that names its own rate.
  expect(place({ is_rate_named: true })).toEqual({ lines: [undefined], issues: [] });
  expect(place({ type: 'leave_sick' })).toEqual({ lines: [undefined], issues: [] });
  expect(place({}, { pay_rate_id: current.id })).toEqual({ lines: [undefined], issues: [] });
  // What is noted needs no question, nor does a line at the rate that pays the hours.
  expect(place({ is_rate_named: false })).toEqual({ lines: ['line_1'], issues: [] });
  expect(place({ pay_rate_id: current.id })).toEqual({ lines: ['line_1'], issues: [] });
});

test('hours on the managed line of a rate that a raise has just ended are replaced there, and move with it', () => {
  const managed = { is_managed: true, custom_hours: '7' };
  const other_rates = [ended];
  expect(place(managed, {}, { other_rates })).toEqual({ lines: ['line_1'], issues: [] });
  expect(place(managed, { pay_rate_id: current.id }, { other_rates })).toEqual({ lines: ['line_1'], issues: [] });
  // Not where another rate of those in force might be meant, or the one that pays them was beside it.
  const beside = { ...current, effective_from: '2025-06-01' };
  expect(place(managed, {}, { other_rates, pay_rates: [beside] })).toEqual({ lines: [undefined], issues: [] });
  const several = { other_rates, pay_rates: [current, { ...current, id: 'rate_other' }] };
  expect(place(managed, { pay_rate_id: current.id }, several)).toEqual({ lines: [undefined], issues: [] });
  const job = { ...ended, id: 'rate_job' };
  expect(place(managed, {}, { other_rates: [ended, job] })).toEqual({ lines: [undefined], issues: [] });
});

test('hours that stay at an ended rate are left there, and others of the new rate are on the line of that one', () => {
  const line = { ...kept('line_1'), type: 'wage', overtime_rate_id: null, is_managed: true };
  const at = (id: string, rate: { id: string }, figures: object) => ({ ...line, id, pay_rate_id: rate.id, ...figures });
  const placed = (lines: object[], other_rates = [ended]) => place({}, {}, { other_rates, lines }).lines;
  const own = at('line_new', current, {});
  // Of two that both end before the new rate neither is moved.
  const before = { ...ended, id: 'rate_before', effective_from: '2024-01-01', effective_to: '2024-12-31' };
  const twice = [at('line_a', before, { custom_hours: '3' }), at('line_b', ended, { custom_hours: '7' }), own];
  expect(placed(twice, [before, ended])).toEqual([own.id]);
  // Nor beside an amount on the line of the new rate.
  const paid = at('line_new', current, { custom_amount: '500' });
  expect(placed([at('line_a', ended, { custom_hours: '7' }), paid])).toEqual([paid.id]);
  expect(placed([at('line_a', ended, { custom_hours: '7' }), own])).toEqual(['line_a']);
});
