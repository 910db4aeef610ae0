import { ALLOWANCE_TYPES } from '../catalogues/allowance-types.ts';
import { typeField } from '../catalogues/catalogue.ts';
import { about, money, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
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

const fields = {
  ...assignmentFields,
  allowance_type: about('What is allowed for', typeField(ALLOWANCE_TYPES), 'cell_phone_allowance'),
  ...titleFields,
  amount: about('Dollars each time', money('amount', { required: true, min: '0', max: '99999' }), 40),
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    allowance: StateOfFields<typeof fields>;
  }
}

/** A sum paid on a work assignment for an expected expense, again and again. */
export const allowance = defineResource({
  ...recurringFamily('allowance'),
  purpose: 'A recurring allowance paid on a work assignment.',
  fields,
  examples: {
    create: ['work_assignment_id', 'allowance_type', 'amount', 'frequency', 'effective_from'],
    update: ['amount'],
  },
  wants: {
    create: { required: ['allowance_type'], anyOf: MONTH_CASES },
    update: { anyOf: MONTH_CASES },
  },
  rules: recurringRules('allowance_type'),
});
