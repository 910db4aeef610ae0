import { describe, expect, test } from 'vitest';
import { payRate } from '../../../src/pay-items/rates/pay-rate.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import {
  created,
  expectExplained,
  expectInvalid,
  expectRefused,
  shown,
  whenCreated,
  whenDeleted,
  whenUpdated,
} from './decide.ts';

const UNUSED = { known: ['wrk_1'], facts: { assignment: { employee_id: 'emp_1' }, last_use: null } };
const USED = { facts: { assignment: null, last_use: '2026-02-14' } };

const COOK: JsonObject = {
  work_assignment_id: 'wrk_1',
  type: 'hourly',
  rate: 21.75,
  expected_hours_per_week: 37.5,
  effective_from: '2026-01-01',
};
const make = (change: JsonObject = {}) => whenCreated(payRate, { ...COOK, ...change }, UNUSED);
const cook = created(payRate, COOK, UNUSED);

describe('creating a pay rate', () => {
  test('an unused one is editable, deletable, and may end on its first day', () => {
    expect(shown(payRate, cook)).toMatchObject({
      type: 'hourly',
      rate: 21.75,
      expected_hours_per_week: 37.5,
      is_editable: true,
      is_deletable: true,
      earliest_valid_effective_to: '2026-01-01',
      effective_to: null,
    });
  });

  test.each([
    ['type', 'daily'],
    ['rate', 10_000_000],
    ['rate', -1],
    ['rate', '21.7500001'],
    ['expected_hours_per_week', 168.5],
    ['expected_hours_per_week', -1],
    ['frequency', 'per_month'],
    ['effective_to', '2025-12-31'],
    ['business_preset_id', 'bpr_1'],
  ])('refuses %s %j', (member, value) => {
    expectInvalid(make({ [member]: value }), member);
  });

  test('refuses missing members with their names', () => {
    for (const member of ['work_assignment_id', 'type', 'rate', 'expected_hours_per_week', 'effective_from']) {
      const { [member]: _, ...rest } = COOK;
      expectInvalid(whenCreated(payRate, rest, UNUSED), member);
    }
  });

  test('a salary needs hours; a wage does not', () => {
    const salary = { type: 'salary', rate: 52_000 };
    expectExplained(make({ ...salary, expected_hours_per_week: 0 }), 'expected_hours_per_week', /greater than 0/);
    expect(make({ expected_hours_per_week: 0 }).status).toBe(200);
    expectInvalid(
      whenUpdated(payRate, { ...cook, expected_hours_per_week: '0' }, { type: 'salary' }, UNUSED),
      'expected_hours_per_week',
    );
  });

  test("refuses a contractor's work assignment", () => {
    const facts = { assignment: { employee_id: null }, last_use: null };
    expectInvalid(whenCreated(payRate, COOK, { known: ['wrk_1'], facts }), 'work_assignment_id');
  });
});

describe('a pay rate that an approved payroll used', () => {
  test('says so, and when it may end', () => {
    const extras = { last_use: '2026-02-14', is_editable: false, is_deletable: false };
    expect(shown(payRate, cook, { extras })).toMatchObject({
      is_editable: false,
      is_deletable: false,
      earliest_valid_effective_to: '2026-02-14',
    });
  });

  test.each([
    ['type', 'salary'],
    ['rate', 22],
    ['expected_hours_per_week', 40],
    ['effective_from', '2026-01-02'],
  ])('does not change its %s', (member, value) => {
    expectRefused(whenUpdated(payRate, cook, { [member]: value }, USED), new RegExp(`^${member} cannot change`));
  });

  test('a member sent with the value that it has is no change', () => {
    expect(whenUpdated(payRate, cook, { rate: '21.75', title: 'Line cook' }, USED).events[0]!.data).toEqual({
      work_assignment_id: 'wrk_1',
      title: 'Line cook',
    });
  });

  test('ends on the last day it was used at the earliest', () => {
    expectExplained(
      whenUpdated(payRate, cook, { effective_to: '2026-02-13' }, USED),
      'effective_to',
      /before 2026-02-14/,
    );
    expect(whenUpdated(payRate, cook, { effective_to: '2026-02-14' }, USED).status).toBe(200);
  });

  test('is not deleted', () => {
    expectRefused(whenDeleted(payRate, cook, USED), /cannot be deleted.*2026-02-14 or later/);
    expect(whenDeleted(payRate, cook, UNUSED).events).toEqual([
      { type: 'PayRateDeleted', data: { work_assignment_id: 'wrk_1' } },
    ]);
  });
});
