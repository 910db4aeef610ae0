import { describe, expect, test } from 'vitest';
import { selectionShape } from '../../../src/kernel/answers/selection.ts';
import { bulkBody } from '../../../src/kernel/calls/bulk-body.ts';
import { employeeBenefit } from '../../../src/pay-items/employee-benefit.ts';
import { issuesOf } from '../../../src/values/issues.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import {
  created,
  expectExplained,
  expectInvalid,
  NEW_PARTNER,
  OLD_PARTNER,
  shown,
  whenCreated,
  whenUpdated,
} from './decide.ts';

const EMPLOYEES = { known: ['wrk_1'], facts: { assignment: { employee_id: 'emp_1' } } };
const LEGACY = { ...EMPLOYEES, preferences: OLD_PARTNER };

const RRSP: JsonObject = {
  work_assignment_id: 'wrk_1',
  employee_benefit_type: 'pension_rrsp',
  amount: 5,
  amount_type: 'percent',
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
};
const { amount: _amount, amount_type: _type, ...BARE } = RRSP;

const make = (change: JsonObject = {}) => whenCreated(employeeBenefit, { ...RRSP, ...change }, EMPLOYEES);
const makeLegacy = (change: JsonObject) => whenCreated(employeeBenefit, { ...BARE, ...change }, LEGACY);

describe('creating an employee benefit', () => {
  test('benefits 10: has the documented defaults for absent members', () => {
    const state = created(employeeBenefit, { ...BARE, amount: 42.5 }, EMPLOYEES);
    expect(shown(employeeBenefit, state)).toMatchObject({
      amount: 42.5,
      amount_type: 'fixed',
      income_basis: 'regular_earnings',
      income_includes: [],
      coverage_multiplier: 1,
      max_annual_contribution: null,
      max_annual_contribution_basis: 'this_benefit',
      apply_sales_tax: false,
      remittance_account: null,
      remittance_account_id: null,
      employer_benefit: null,
    });
  });

  test('accepts percentages up to 100 with six decimals, and dollars with two', () => {
    expect(make({ amount: '3.141593' }).after).toMatchObject({ amount: '3.141593' });
    expectExplained(make({ amount: 100.5 }), 'amount', /at most 100/);
    expectExplained(make({ amount: '12.345', amount_type: 'fixed' }), 'amount', /2 decimal places/);
    expectInvalid(make({ amount: '3.1415927' }), 'amount');
    for (const amount of [-1, 1e9, 'NaN']) expectInvalid(make({ amount, amount_type: 'fixed' }), 'amount');
  });

  test('benefits 6: per_month requires a fixed amount', () => {
    expectExplained(make({ frequency: 'per_month' }), 'frequency', /needs a fixed amount/);
    expect(make({ frequency: 'per_month', amount_type: 'fixed' }).status).toBe(200);
  });

  test.each([
    ['coverage_multiplier', 100.1],
    ['coverage_multiplier', -1],
    ['max_annual_contribution', 100_000],
    ['max_annual_contribution', '10.001'],
    ['income_basis', 'net_income'],
    ['max_annual_contribution_basis', 'both'],
    ['apply_sales_tax', 'yes'],
    ['employee_benefit_type', 'parking'],
    ['remittance_account_id', 'rmt_1'],
    ['employer_benefit_id', 'erb_1'],
  ])('refuses %s %j', (member, value) => {
    expectInvalid(make({ [member]: value }), member);
  });

  test('income_includes accepts only existing kinds and types', () => {
    expect(
      make({ income_includes: [{ type: 'earning', subtype: 'overtime' }, { type: 'allowance' }] }).after,
    ).toMatchObject({ income_includes: [{ type: 'earning', subtype: 'overtime' }, { type: 'allowance' }] });
    expectExplained(
      make({ income_includes: [{ type: 'earning', subtype: 'dental' }] }),
      'income_includes.0.subtype',
      /\/earning_types/,
    );
    expectInvalid(make({ income_includes: [{ type: 'deduction', subtype: 'x' }] }), 'income_includes.0.type');
  });

  test('the type is required', () => {
    const { employee_benefit_type: _, ...untyped } = RRSP;
    expectInvalid(whenCreated(employeeBenefit, untyped, EMPLOYEES), 'employee_benefit_type');
  });
});

describe('benefits 9: amount_type or percent, by preference', () => {
  test('new: percent is neither accepted nor shown', () => {
    expectInvalid(make({ percent: 5 }), 'percent');
    expect(shown(employeeBenefit, created(employeeBenefit, RRSP, EMPLOYEES))).not.toHaveProperty('percent');
  });

  test('old: exactly one of amount and percent makes the same record', () => {
    expect(makeLegacy({ percent: 5 }).after).toEqual(make().after);
    expect(makeLegacy({ amount: 5, percent: null }).after).toEqual(make({ amount_type: 'fixed' }).after);
  });

  test('old: both or none are refused, and so are bad values and amount_type', () => {
    expectExplained(makeLegacy({ amount: 5, percent: 5 }), 'percent', /exactly one of amount and percent/);
    expectExplained(makeLegacy({}), 'amount', /exactly one of amount and percent/);
    expectInvalid(makeLegacy({ percent: 100.01 }), 'percent');
    expectInvalid(makeLegacy({ amount: '12.345' }), 'amount');
    expectInvalid(makeLegacy({ amount: 5, amount_type: 'fixed' }), 'amount_type');
  });

  test('old: an update may leave out both or replace one with the other, but not remove both', () => {
    const rrsp = created(employeeBenefit, RRSP, EMPLOYEES);
    expect(whenUpdated(employeeBenefit, rrsp, { title: 'RRSP' }, LEGACY).events[0]!.data).toMatchObject({
      title: 'RRSP',
    });
    expect(whenUpdated(employeeBenefit, rrsp, { amount: 80 }, LEGACY).events[0]!.data).toEqual({
      work_assignment_id: 'wrk_1',
      amount: '80',
      amount_type: 'fixed',
    });
    expectInvalid(whenUpdated(employeeBenefit, rrsp, { percent: null }, LEGACY), 'amount');
  });

  test('old: answers have exactly one of the two, and amount_type', () => {
    const view = { preferences: OLD_PARTNER };
    const percent = shown(employeeBenefit, created(employeeBenefit, RRSP, EMPLOYEES), view);
    expect(percent).toMatchObject({ amount: null, percent: 5, amount_type: 'percent' });
    const fixed = shown(employeeBenefit, created(employeeBenefit, { ...BARE, amount: 40 }, EMPLOYEES), view);
    expect(fixed).toMatchObject({ amount: 40, percent: null, amount_type: 'fixed' });
  });

  test('a change of only amount_type is checked with the stored amount', () => {
    const fixed = created(employeeBenefit, { ...BARE, amount: 400 }, EMPLOYEES);
    expectExplained(whenUpdated(employeeBenefit, fixed, { amount_type: 'percent' }), 'amount_type', /is 400/);
  });
});

describe('the body of a bulk create', () => {
  const { body } = bulkBody(employeeBenefit, 'create', selectionShape(employeeBenefit.bulk!.selection));
  const SELECTION = { business_entity_id: 'be_1', work_assignments: { include: 'all' } };
  const { work_assignment_id: _, ...DATA } = RRSP;
  const read = (value: JsonObject, preferences = NEW_PARTNER) => {
    const result = (body as (p: typeof NEW_PARTNER) => import('zod').ZodType)(preferences).safeParse(value);
    return result.success
      ? (result.data as JsonObject)
      : Object.fromEntries(issuesOf(result.error, value).map(({ path, text }) => [path, text.en]));
  };

  test('nested: data is validated as a create body', () => {
    expect(read({ ...SELECTION, data: DATA })).toEqual({ ...SELECTION, data: { ...DATA, amount: '5' } });
  });

  test('nested: each data member at the root has its own error', () => {
    const errors = read({ ...SELECTION, ...DATA, data: DATA });
    expect(Object.keys(errors).sort()).toEqual(Object.keys(DATA).sort());
    expect(errors.amount).toMatch(/data\.amount/);
  });

  test('nested: the parent comes only from the selection', () => {
    expect(Object.keys(read({ ...SELECTION, data: RRSP }))).toEqual(['data.work_assignment_id']);
  });

  test('flat: the members and their errors are at the root', () => {
    const flat = { ...OLD_PARTNER, deprecate_benefit_percent: true };
    expect(read({ ...SELECTION, ...DATA }, flat)).toEqual({ ...SELECTION, data: { ...DATA, amount: '5' } });
    const { frequency: __, ...incomplete } = DATA;
    expect(Object.keys(read({ ...SELECTION, ...incomplete, amount: 'x' }, flat)).sort()).toEqual([
      'amount',
      'frequency',
    ]);
  });

  test('nested and flat: what every object has is no member of a body', () => {
    const flat = { ...OLD_PARTNER, deprecate_benefit_percent: true };
    const { amount: __, ...incomplete } = DATA;
    for (const name of ['__proto__', 'toString']) {
      const strange = JSON.parse(`{"${name}":{"amount":5}}`);
      const unknown = [[name, 'is not a member of this request; leave it out']];
      expect(Object.entries(read({ ...SELECTION, ...strange, data: DATA }))).toEqual(unknown);
      expect(Object.entries(read({ ...SELECTION, ...DATA, ...strange }, flat))).toEqual(unknown);
      expect(Object.keys(read({ ...SELECTION, ...incomplete, ...strange }, flat)).sort()).toEqual(
        [name, 'amount'].sort(),
      );
    }
  });

  test('flat and percent together: the oldest form gives the same data', () => {
    const { amount: __, amount_type: ___, ...bare } = DATA;
    expect(read({ ...SELECTION, ...bare, percent: 5 }, OLD_PARTNER)).toEqual({
      ...SELECTION,
      data: { ...DATA, amount: '5' },
    });
  });
});
