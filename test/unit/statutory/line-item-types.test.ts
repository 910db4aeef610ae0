import { describe, expect, test } from 'vitest';
import { RECURRING_KINDS } from '../../../src/calculation/index.ts';
import { JURISDICTIONS } from '../../../src/statutory/editions/figures.ts';
import {
  featuresOf,
  isVacationable,
  jurisdictionOf,
  knownTypes,
  treatmentOf,
} from '../../../src/statutory/editions/line-item-types.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';

describe('line item types', () => {
  test('exist in every family', () => {
    const counts = Object.fromEntries(
      RECURRING_KINDS.map((family) => [family, knownTypes().filter((one) => one.family === family).length]),
    );
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    // A new type is counted here. None is ever taken away: lines in the log are of it.
    expect(counts, 'a family has lost or got a type: one that is new is counted here').toMatchObject({
      earning: 43,
      allowance: 26,
      reimbursement: 6,
      employer_benefit: 39,
      employee_benefit: 31,
      deduction: 6,
    });
    expect(treatmentOf('earning', 'nothing_of_the_kind')).toBeNull();
  });

  test('have a source or are marked as recalled', () => {
    for (const { family, type } of knownTypes()) {
      const { mark } = treatmentOf(family, type)!;
      expect(mark.recalled || mark.source.length > 0, mark.subject).toBe(true);
    }
  });

  // As Revenu Québec's and the CRA's pages have them.
  test.each([
    ['allowance', 'meals_taxable', ['14', '40'], ['A', 'V']],
    ['allowance', 'utilities_allowance', ['14', '40'], ['A', 'V']],
    ['allowance', 'housing_allowance_cash', ['14', '30'], ['A', 'V']],
    ['allowance', 'parking_allowance', ['14', '40'], ['A', 'L']],
    ['allowance', 'transit_pass', ['14', '40'], ['A', 'L']],
    ['employer_benefit', 'transit_pass', ['14', '40'], undefined],
    ['employer_benefit', 'fondaction_rrsp', ['14', '40'], ['A', 'L', 'G-1']],
    ['earning', 'in_lieu_wages', ['14'], ['O', 'RJ']],
    ['employer_benefit', 'meals_subsidized_non_cash', ['14', '40'], ['A', 'V']],
    ['employer_benefit', 'debt_relief', ['14', '40'], ['A', 'L']],
    ['employer_benefit', 'dental', undefined, ['A', 'J']],
    ['earning', 'income_replacement_indemnity_taxable', undefined, ['O', 'RN']],
    ['earning', 'supplemental_unemployment', undefined, ['O', 'RA']],
    ['earning', 'retiring_allowance', ['67'], ['O', 'RJ']],
    ['earning', 'death_benefit', undefined, ['O', 'RK']],
    ['employee_benefit', 'pension_dbpp', ['20'], ['D']],
    ['employee_benefit', 'pension_prpp', undefined, undefined],
  ] as const)('%s %s counts in its boxes', (family, type, t4, rl1) => {
    const { boxes } = treatmentOf(family, type)!;
    expect([boxes.t4, boxes.rl1]).toEqual([t4, rl1]);
  });

  test.each([
    // family, type, taxed federally, in Quebec, CPP, EI, EI in Quebec, in cash, periodic
    ['earning', 'wage', 'taxable', 'taxable', true, true, true, true, true],
    ['earning', 'bonus_discretionary', 'taxable', 'taxable', true, true, true, true, false],
    ['earning', 'retiring_allowance', 'lump_sum', 'lump_sum', false, false, false, true, false],
    ['employer_benefit', 'vehicle_employer_provided', 'taxable', 'taxable', true, false, false, false, true],
    ['employer_benefit', 'group_term_life_insurance', 'taxable', 'taxable', true, false, false, false, true],
    ['employer_benefit', 'dental', 'none', 'taxable', false, false, false, false, true],
    ['employer_benefit', 'pension_dcpp', 'none', 'none', false, false, false, false, true],
    ['employer_benefit', 'pension_rrsp', 'taxable', 'taxable', true, true, true, false, true],
    ['employer_benefit', 'pension_restricted_rrsp', 'taxable', 'taxable', true, false, false, false, true],
    ['reimbursement', 'transit_pass', 'taxable', 'none', true, true, false, true, true],
    // Revenu Québec, "Public Transit Passes": an allowance for a pass is a taxable benefit, in boxes A and L.
    ['allowance', 'transit_pass', 'taxable', 'taxable', true, true, true, true, true],
    ['reimbursement', 'non_taxable_reimbursement', 'none', 'none', false, false, false, true, true],
    ['employee_benefit', 'pension_rrsp', 'none', 'none', false, false, false, true, true],
  ] as const)('%s %s', (family, type, income_tax, quebec_tax, cpp, ei, ei_quebec, in_cash, periodic) => {
    expect(treatmentOf(family, type)).toMatchObject({ income_tax, quebec_tax, cpp, ei, ei_quebec, in_cash, periodic });
  });

  test('of employee contributions lower income, each in its own way', () => {
    expect(treatmentOf('employee_benefit', 'pension_rrsp')?.reduces).toBe('registered_plan');
    expect(treatmentOf('employee_benefit', 'pension_rrsp_non_periodic')?.reduces).toBe('registered_plan_non_periodic');
    expect(treatmentOf('deduction', 'union_dues')?.reduces).toBe('union_dues');
    expect(treatmentOf('deduction', 'union_dues_post_tax')?.reduces).toBeUndefined();
    expect(treatmentOf('employee_benefit', 'fonds_solidarite_ftq_rrsp')).toMatchObject({
      reduces: 'registered_plan',
      shares: 'ftq',
    });
  });

  test('decide whether vacation pay accrues', () => {
    expect(isVacationable('earning', 'leave_general', 'ON')).toBe(true);
    expect(isVacationable('earning', 'vacation_pay', 'ON')).toBe(false);
    expect(isVacationable('earning', 'vacation_pay', 'QC')).toBe(true);
    expect(isVacationable('earning', 'bonus_discretionary', 'ON')).toBe(false);
    // Payworks' and Knit's tables of vacationable earnings, where they agree.
    const accrues = (type: string) =>
      JURISDICTIONS.filter((one) => one !== 'OC' && isVacationable('earning', type, one)).join(' ');
    expect(accrues('vacation_pay_time_taken')).toBe('AB BC NL QC SK');
    expect(accrues('vacation_pay')).toBe('AB BC NL QC SK');
    expect(accrues('overtime')).toBe('BC NB NL NS NT NU ON PE QC SK YT');
    expect(accrues('statutory_holiday_pay')).toBe('BC MB NB NL NS NT NU ON PE QC SK YT');
    // Section 50 of Quebec's Act respecting labour standards.
    expect(isVacationable('earning', 'gratuity', 'QC')).toBe(true);
    expect(isVacationable('earning', 'gratuity', 'ON')).toBe(false);
  });

  test('have the effects in the pipeline that the data declares', () => {
    expect(STATUTORY_EFFECTS.isTaxable('reimbursement', 'transit_pass', 'ca_on')).toBe(true);
    expect(STATUTORY_EFFECTS.isTaxable('reimbursement', 'transit_pass', 'ca_qc')).toBe(false);
    expect(STATUTORY_EFFECTS.isTaxable('reimbursement', 'health_spending_account', 'ca_on')).toBe(false);
    expect(STATUTORY_EFFECTS.isTaxable('reimbursement', 'health_spending_account', 'ca_qc')).toBe(true);
    expect(STATUTORY_EFFECTS.isTaxable('allowance', 'clothing_non_taxable', null)).toBe(false);
    expect(STATUTORY_EFFECTS.isVacationable('earning', 'wage', 'ca_bc')).toBe(true);
  });

  test('list features by calculation and jurisdiction, without those that have no effect', () => {
    const features = featuresOf('reimbursement', 'transit_pass');
    expect(features.find(({ type }) => type === 'insurable')?.definitions).toEqual([
      { jurisdiction: 'ca_federal', effects: ['withholding'] },
    ]);
    expect(featuresOf('allowance', 'clothing_non_taxable')).toEqual([]);
    const tips = featuresOf('earning', 'gratuity').find(({ type }) => type === 'stat_payable');
    expect(tips?.definitions.map(({ jurisdiction }) => jurisdiction)).toEqual(['ca_qc']);
    const rrsp = featuresOf('employee_benefit', 'pension_rrsp');
    expect(rrsp).toEqual([
      {
        type: 'income_tax',
        definitions: [
          { jurisdiction: 'ca_federal', effects: ['reduces_base'] },
          { jurisdiction: 'ca_qc', effects: ['reduces_base'] },
        ],
      },
    ]);
  });

  test('use the jurisdictions of the interface', () => {
    expect(jurisdictionOf('ca_on')).toBe('ON');
    expect(jurisdictionOf('ca_oc')).toBe('OC');
    expect(jurisdictionOf('ca_federal')).toBeNull();
    expect(jurisdictionOf(null)).toBeNull();
  });
});
