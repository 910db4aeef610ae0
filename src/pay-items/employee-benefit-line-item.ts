import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { remittanceFields } from './benefit.ts';
import {
  accountingFields,
  amountFields,
  externalRefField,
  lineItem,
  recurrenceField,
  stubFields,
} from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
import { titleFields } from './recurring/fields.ts';

const fields = {
  ...stubFields('employee_benefit'),
  ...amountFields({ max: '99999' }),
  employee_benefit_type: about('Type of benefit', typeField(CATALOGUES.employee_benefit, 'type'), 'dental'),
  recurrence: recurrenceField,
  ...titleFields,
  ...remittanceFields,
  ...accountingFields(),
  ...externalRefField,
};

/** One contribution of an employee to a benefit plan, on a pay stub. It never has a percentage: amounts only. */
export const employeeBenefitLineItem = defineResource({
  ...lineItem('employee_benefit'),
  purpose: 'One contribution of an employee to a benefit plan, on a pay stub.',
  fields,
  examples: { create: ['pay_stub_id', 'employee_benefit_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['employee_benefit_type'] } },
  // Its recurrence, when expanded, is a benefit.
  prefers: ['deprecate_benefit_percent'],
  rules: lineItemRules('employee_benefit', fields),
});
