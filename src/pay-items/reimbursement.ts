import { typeField } from '../catalogues/catalogue.ts';
import { REIMBURSEMENT_TYPES } from '../catalogues/reimbursement-types.ts';
import { about, money, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import {
  accountingFields,
  accruedField,
  amountFields,
  earnedFields,
  externalRefField,
  lineItem,
  lineItemRules,
  recurrenceField,
  stubFields,
} from './line-item.ts';
import {
  assignmentFields,
  frequencyFields,
  MONTH_CASES,
  rangeFields,
  recurringFamily,
  recurringRules,
  tieFields,
  titleFields,
} from './recurrence.ts';

const TYPE = 'What is paid back';
const EXAMPLE = 'non_taxable_reimbursement';

const fields = {
  ...assignmentFields,
  reimbursement_type: about(TYPE, typeField(REIMBURSEMENT_TYPES), EXAMPLE),
  ...titleFields,
  amount: about('Dollars each time', money('amount', { required: true, min: '0', max: '99999' }), 40),
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    reimbursement: StateOfFields<typeof fields>;
  }
}

/** An expense paid back on a work assignment, again and again; to contractors as well. */
export const reimbursement = defineResource({
  ...recurringFamily('reimbursement'),
  purpose: 'An expense of an employee or contractor that is paid back again and again.',
  fields,
  examples: {
    create: ['work_assignment_id', 'reimbursement_type', 'amount', 'frequency', 'effective_from'],
    update: ['amount'],
  },
  wants: {
    create: { required: ['reimbursement_type'], anyOf: MONTH_CASES },
    update: { anyOf: MONTH_CASES },
  },
  rules: recurringRules('reimbursement_type', { forContractors: true }),
});

const lineFields = {
  ...stubFields('reimbursement'),
  ...amountFields({ max: '99999' }),
  accrued_vacation_pay: accruedField,
  reimbursement_type: about(TYPE, typeField(REIMBURSEMENT_TYPES, 'type'), EXAMPLE),
  recurrence: recurrenceField,
  ...titleFields,
  ...accountingFields(),
  ...earnedFields,
  ...externalRefField,
};

/** One reimbursement on a pay stub. */
export const reimbursementLineItem = defineResource({
  ...lineItem('reimbursement'),
  purpose: 'One reimbursement on a pay stub.',
  fields: lineFields,
  examples: { create: ['pay_stub_id', 'reimbursement_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['reimbursement_type'] } },
  rules: lineItemRules('reimbursement', lineFields),
});
