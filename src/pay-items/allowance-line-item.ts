import { ALLOWANCE_TYPES } from '../catalogues/allowance-types.ts';
import { typeField } from '../catalogues/catalogue.ts';
import { about } from '../kernel/definition/fields.ts';
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
import { titleFields } from './recurrence.ts';

const fields = {
  ...stubFields('allowance'),
  ...amountFields({ max: '99999' }),
  accrued_vacation_pay: accruedField,
  allowance_type: about('What is allowed for', typeField(ALLOWANCE_TYPES, 'type'), 'cell_phone_allowance'),
  recurrence: recurrenceField,
  ...titleFields,
  ...accountingFields(),
  ...earnedFields,
  ...externalRefField,
};

/** One allowance on a pay stub. */
export const allowanceLineItem = defineResource({
  ...lineItem('allowance'),
  purpose: 'One allowance on a pay stub.',
  fields,
  examples: { create: ['pay_stub_id', 'allowance_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['allowance_type'] } },
  rules: lineItemRules('allowance', fields),
});
