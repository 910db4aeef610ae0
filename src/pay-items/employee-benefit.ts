import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { amountIssues } from './amount-kinds.ts';
import { amountFields, BENEFIT_CASES, benefitBodies, capFields, incomeFields, remittanceFields } from './benefit.ts';
import {
  assignmentFields,
  frequencyFields,
  rangeFields,
  recurringFamily,
  recurringRules,
  tieFields,
  titleFields,
} from './recurrence.ts';

const fields = {
  ...assignmentFields,
  employee_benefit_type: about(
    'Which benefit the person contributes to',
    typeField(CATALOGUES.employee_benefit),
    'dental',
  ),
  employer_benefit: about("The employer's part of the same benefit", reference('employer_benefit', { nullable: true })),
  ...titleFields,
  ...incomeFields,
  ...capFields,
  ...remittanceFields,
  ...amountFields,
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    employee_benefit: StateOfFields<typeof fields>;
  }
}

/** What an employee pays into a benefit plan, taken from pay again and again. */
export const employeeBenefit = defineResource({
  ...recurringFamily('employee_benefit'),
  purpose: "An employee's recurring contribution to a benefit plan, taken from pay.",
  fields,
  examples: {
    create: ['work_assignment_id', 'employee_benefit_type', 'amount', 'amount_type', 'frequency', 'effective_from'],
    update: ['amount'],
  },
  wants: {
    create: { required: ['employee_benefit_type'], anyOf: BENEFIT_CASES },
    update: { anyOf: BENEFIT_CASES },
  },
  prefers: ['deprecate_benefit_percent'],
  bodies: benefitBodies,
  rules: recurringRules('employee_benefit_type', { own: amountIssues }),
});
