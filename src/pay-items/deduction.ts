import { PAID_KINDS } from '../calculation/model/families.ts';
import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, choice, decimalField, money, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { amountCases, amountIssues } from './amount-kinds.ts';
import { INCOME_BASES } from './benefit.ts';
import * as line from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
import { lineSelectors } from './line-selectors.ts';
import { assignmentFields, frequencyFields, PLACES, rangeFields, tieFields, titleFields } from './recurring/fields.ts';
import { recurringFamily } from './recurring/resource.ts';
import { recurringRules } from './recurring/rules.ts';

const TYPE = 'Type of deduction';
const EXAMPLE = 'garnishment_order';
const AMOUNT_TYPES = ['fixed', 'fixed_per_hour', 'percent'] as const;
const MOST = '99999';

/** Of which income a percentage is taken, and what of it stays untouched. */
const incomeFields = {
  income_basis: about(
    'Percent: the income that it is taken of',
    choice(INCOME_BASES, { initial: 'all_earnings' }),
    'all_earnings',
  ),
  income_includes: about(
    'Percent: what counts as income besides the basis',
    lineSelectors(PAID_KINDS, 'Line items that count as income', 'bonus_discretionary'),
    [],
  ),
  income_subtractions: about(
    'Percent: deductions and benefits subtracted from the income first',
    lineSelectors(
      ['deduction', 'employee_benefit', 'employer_benefit'],
      'Line items subtracted from the income',
      'pension_rrsp',
    ),
    [],
  ),
  income_statutory_withholdings: about(
    'Percent: whether statutory withholdings are subtracted from the income first',
    choice(['all', 'none'], { initial: 'none' }),
    'all',
  ),
  income_exemption_amount: about(
    'Percent: exempt dollars of income',
    money('income_exemption_amount', { nullable: true, min: '0', max: MOST }),
    200,
  ),
  income_exemption_percent: about(
    'Percent: exempt share of the remaining income',
    decimalField('income_exemption_percent', { nullable: true, min: '0', max: '100', places: PLACES }),
    50,
  ),
};

const CASES = amountCases(AMOUNT_TYPES, MOST);

const fields = {
  ...assignmentFields,
  deduction_type: about(TYPE, typeField(CATALOGUES.deduction), EXAMPLE),
  ...titleFields,
  amount: about(
    'Dollars, dollars an hour, or percent of income',
    decimalField('amount', { required: true, min: '0', max: MOST, places: PLACES }),
    50,
  ),
  amount_type: about('Unit of the amount', choice(AMOUNT_TYPES, { required: true }), 'fixed'),
  ...incomeFields,
  remittance_account: about('Account that it is remitted to', reference('remittance_account', { nullable: true })),
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    deduction: StateOfFields<typeof fields>;
  }
}

/** What is taken from the pay of a work assignment, again and again, for others than the law's withholdings. */
export const deduction = defineResource({
  ...recurringFamily('deduction'),
  purpose: 'A recurring deduction from pay: a garnishment, union dues, a donation.',
  fields,
  examples: {
    create: ['work_assignment_id', 'deduction_type', 'amount', 'amount_type', 'frequency', 'effective_from'],
    update: ['amount'],
  },
  wants: {
    create: { required: ['deduction_type'], anyOf: CASES },
    update: { anyOf: CASES },
  },
  rules: recurringRules('deduction_type', { own: amountIssues }),
});

const lineFields = {
  ...line.stubFields('deduction'),
  ...line.amountFields({ max: MOST }),
  deduction_type: about(TYPE, typeField(CATALOGUES.deduction, 'type'), EXAMPLE),
  recurrence: line.recurrenceField,
  ...titleFields,
  remittance_account: about('Account that it is remitted to', reference('remittance_account', { nullable: true })),
  ...line.accountingFields(),
  ...line.externalRefField,
};

/** One deduction on a pay stub. */
export const deductionLineItem = defineResource({
  ...line.lineItem('deduction'),
  purpose: 'One deduction on a pay stub.',
  fields: lineFields,
  examples: { create: ['pay_stub_id', 'deduction_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['deduction_type'] } },
  rules: lineItemRules('deduction', lineFields),
});
