import { describe, expect, test } from 'vitest';
import { EARNING_TYPES } from '../../../src/catalogues/earning-types.ts';
import { deduction } from '../../../src/pay-items/deduction.ts';
import { earning } from '../../../src/pay-items/earning.ts';
import { reimbursement } from '../../../src/pay-items/reimbursement.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { created, shown, whenCreated } from './decide.ts';

/** Numbered rules of recurring items that are a family's own. What all share is held by allowance.test.ts. */
const EMPLOYEES = { known: ['wrk_1'], facts: { assignment: { employee_id: 'emp_1' } } };
const CONTRACTORS = { known: ['wrk_1'], facts: { assignment: { employee_id: null, contractor_id: 'ctr_1' } } };
const ITEM: JsonObject = {
  work_assignment_id: 'wrk_1',
  amount: 60,
  frequency: 'per_payroll',
  effective_from: '2026-01-01',
};

describe('earning', () => {
  const makes = (earning_type: string) => whenCreated(earning, { ...ITEM, earning_type }, EMPLOYEES);

  test('7: every type recurs but salary, which is a pay rate', () => {
    const refused = EARNING_TYPES.values.filter((type) => makes(type).status !== 200);
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
  expect(whenCreated(reimbursement, body, CONTRACTORS).status).toBe(200);
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
