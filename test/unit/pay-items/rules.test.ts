import { describe, expect, test } from 'vitest';
import { FIXED_KINDS } from '../../../src/calculation/model/families.ts';
import { CATALOGUES } from '../../../src/catalogues/catalogues.ts';
import type { ResourceDefinition } from '../../../src/kernel/definition/resource.ts';
import { deduction } from '../../../src/pay-items/deduction.ts';
import { earning } from '../../../src/pay-items/earning.ts';
import { employeeBenefit } from '../../../src/pay-items/employee-benefit.ts';
import { employerBenefit } from '../../../src/pay-items/employer-benefit.ts';
import { FIXED_FAMILIES } from '../../../src/pay-items/fixed-families.ts';
import { fixedItems } from '../../../src/pay-items/fixed-items.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { created, expectExplained, expectInvalid, NEW_PARTNER, OLD_PARTNER, shown, whenCreated } from './decide.ts';

/** Numbered rules of recurring items: those of all families, of benefits, and a family's own. */
const EMPLOYEES = { known: ['wrk_1'], facts: { assignment: { employee_id: 'emp_1' } } };
const CONTRACTORS = { known: ['wrk_1'], facts: { assignment: { employee_id: null, contractor_id: 'ctr_1' } } };
const ITEM: JsonObject = {
  work_assignment_id: 'wrk_1',
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
};

const EACH: [string, ResourceDefinition, JsonObject][] = [
  ['earning', earning as unknown as ResourceDefinition, { earning_type: 'gratuity' }],
  ...FIXED_KINDS.map((kind): [string, ResourceDefinition, JsonObject] => [
    kind,
    fixedItems[kind],
    { [`${kind}_type`]: FIXED_FAMILIES[kind].type.example },
  ]),
  ['deduction', deduction as unknown as ResourceDefinition, { deduction_type: 'union_dues', amount_type: 'fixed' }],
  ['employee_benefit', employeeBenefit as unknown as ResourceDefinition, { employee_benefit_type: 'dental' }],
  ['employer_benefit', employerBenefit as unknown as ResourceDefinition, { employer_benefit_type: 'dental' }],
];

describe.each(EACH)('recurring items: %s', (kind, definition, own) => {
  const make = (more: JsonObject) => whenCreated(definition, { ...ITEM, ...own, ...more }, EMPLOYEES);

  test('3: only per_month has a date basis and payrolls of the month', () => {
    const monthly = { frequency: 'per_month' };
    expect(make(monthly).after).toMatchObject({ date_basis: 'by_period_start_date', pay_period_cadence: [1] });
    const said = { date_basis: 'by_pay_date', pay_period_cadence: [2, -1] };
    expect(make({ ...monthly, ...said }).after).toMatchObject(said);
    for (const frequency of ['once', 'per_payroll']) {
      expect(make({ frequency }).after).toMatchObject({ date_basis: null, pay_period_cadence: null });
      expectInvalid(make({ frequency, ...said }), 'date_basis', 'pay_period_cadence');
    }
  });

  test('5: the type is required unless a preset says it, and then is the one of the preset', () => {
    const type = `${kind}_type`;
    expectExplained(make({ [type]: undefined } as unknown as JsonObject), type, /required unless/);
    const preset = { id: 'bprst_1', type: kind, subtype: own[type], business_entity_id: 'bus_1', title: 'Shared' };
    const assignment = { employee_id: 'emp_1', business_entity_id: 'bus_1' };
    const known = { known: ['wrk_1', 'bprst_1'], facts: { assignment, preset: preset as never, employer: 'bus_1' } };
    const { [type]: _, ...rest } = own;
    const { after } = whenCreated(definition, { ...ITEM, ...rest, business_preset_id: 'bprst_1' }, known);
    expect(after).toMatchObject({ [type]: own[type], title: 'Shared', business_preset_id: 'bprst_1' });
  });
});

describe.each(EACH.filter(([kind]) => kind.endsWith('benefit')))('benefits: %s', (kind, definition) => {
  const body = { ...ITEM, [`${kind}_type`]: 'dental' };
  const make = (more: JsonObject, preferences = NEW_PARTNER) =>
    whenCreated(definition, { ...body, ...more }, { ...EMPLOYEES, preferences });

  test('6: per_month needs a fixed amount', () => {
    expectInvalid(make({ amount: 5, amount_type: 'percent', frequency: 'per_month' }), 'frequency');
    expect(make({ amount: 5, amount_type: 'fixed', frequency: 'per_month' }).status).toBe(200);
  });

  test('9: one of amount and percent in the old form, an amount and its kind in the new one', () => {
    expectInvalid(make({ percent: 5 }), 'percent');
    const { amount: _, ...bare } = body;
    const old = whenCreated(definition, { ...bare, percent: 5 }, { ...EMPLOYEES, preferences: OLD_PARTNER });
    expect(old.after).toMatchObject({ amount: '5', amount_type: 'percent' });
    expect(shown(definition, old.after!)).toMatchObject({ amount: 5, amount_type: 'percent' });
    expect(shown(definition, old.after!)).not.toHaveProperty('percent');
    const then = shown(definition, old.after!, { preferences: OLD_PARTNER });
    expect(then).toMatchObject({ amount: null, percent: 5, amount_type: 'percent' });
    expect(make({ percent: 5 }, OLD_PARTNER).status).toBe(422);
  });

  test('10: has the documented values for what is left out', () => {
    expect(shown(definition, make({}).after!)).toMatchObject({
      amount_type: 'fixed',
      income_basis: 'regular_earnings',
      income_includes: [],
      coverage_multiplier: 1,
      max_annual_contribution: null,
      max_annual_contribution_basis: 'this_benefit',
      apply_sales_tax: false,
      remittance_account: null,
    });
  });
});

// Named by the numbers of their family.
describe('earning', () => {
  const makes = (earning_type: string) => whenCreated(earning, { ...ITEM, earning_type }, EMPLOYEES);

  test('7: every type recurs but salary, which is a pay rate', () => {
    const refused = CATALOGUES.earning.values.filter((type) => makes(type).status !== 200);
    expect(refused.sort()).toEqual(['salary', 'vacation_accrual_adjustment']);
    expect(Object.keys(makes('salary').issues)).toEqual(['earning_type']);
  });

  test('8: vacation_accrual_adjustment is a type of line items alone', () => {
    expect(Object.keys(makes('vacation_accrual_adjustment').issues)).toEqual(['earning_type']);
  });

  test('is paid to contractors as well', () => {
    expect(whenCreated(earning, { ...ITEM, earning_type: 'invoice_payment' }, CONTRACTORS).status).toBe(200);
  });
});

test('reimbursement 6: contractors have reimbursements', () => {
  const body = { ...ITEM, reimbursement_type: 'non_taxable_reimbursement' };
  expect(whenCreated(fixedItems.reimbursement, body, CONTRACTORS).status).toBe(200);
});

describe('deduction', () => {
  const body = { ...ITEM, deduction_type: 'union_dues', amount_type: 'fixed' };

  test('9: what is left out is an empty list, or null', () => {
    expect(shown(deduction, created(deduction, body, EMPLOYEES))).toMatchObject({
      income_includes: [],
      income_subtractions: [],
      income_exemption_amount: null,
      income_exemption_percent: null,
    });
  });

  test.each(['percent', 'fixed_per_hour'])(
    '6: %s is not spread over a month, and takes the other frequencies',
    (amount_type) => {
      const of = (frequency: string) =>
        whenCreated(deduction, { ...body, amount: 5, amount_type, frequency }, EMPLOYEES);
      expect(Object.keys(of('per_month').issues)).toEqual(['frequency']);
      expect([of('once').status, of('per_payroll').status]).toEqual([200, 200]);
    },
  );
});
