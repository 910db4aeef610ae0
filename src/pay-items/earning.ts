import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, money, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import {
  assignmentFields,
  frequencyFields,
  MONTH_CASES,
  rangeFields,
  tieFields,
  titleFields,
} from './recurring/fields.ts';
import { recurringFamily } from './recurring/resource.ts';
import { recurringRules } from './recurring/rules.ts';

const fields = {
  ...assignmentFields,
  earning_type: about(
    'Type of earning; not salary, which is a pay rate',
    typeField(CATALOGUES.earning, 'earning_type', ['salary', 'vacation_accrual_adjustment']),
    'bonus_discretionary',
  ),
  ...titleFields,
  amount: about('Dollars each time', money('amount', { required: true, min: '0', max: '9999' }), 250),
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    earning: StateOfFields<typeof fields>;
  }
}

/**
 * A fixed sum earned on a work assignment, again and again: a bonus, a top-up, a commission. Salaries and hourly wages
 * are pay rates, which prorate and multiply by hours; what accrued vacation pay is corrected by is a line item alone.
 */
export const earning = defineResource({
  ...recurringFamily('earning', { forContractors: true }),
  purpose: 'A recurring fixed earning: a bonus, a top-up, a commission. Salaries are pay rates.',
  fields,
  examples: {
    create: ['work_assignment_id', 'earning_type', 'amount', 'frequency', 'effective_from'],
    update: ['amount'],
  },
  wants: {
    create: { required: ['earning_type'], anyOf: MONTH_CASES },
    update: { anyOf: MONTH_CASES },
  },
  rules: recurringRules('earning_type', { forContractors: true }),
});
