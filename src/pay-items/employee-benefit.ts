import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { benefitFields, recurringBenefit } from './benefit.ts';
import { assignmentFields } from './recurring/fields.ts';

const fields = {
  ...assignmentFields,
  employee_benefit_type: about('Type of benefit', typeField(CATALOGUES.employee_benefit), 'dental'),
  employer_benefit: about("The employer's part of the same benefit", reference('employer_benefit', { nullable: true })),
  ...benefitFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    employee_benefit: StateOfFields<typeof fields>;
  }
}

/** What an employee pays into a benefit plan, taken from pay again and again. */
export const employeeBenefit = defineResource({
  ...recurringBenefit('employee_benefit'),
  purpose: "An employee's recurring contribution to a benefit plan, taken from pay.",
  fields,
});
