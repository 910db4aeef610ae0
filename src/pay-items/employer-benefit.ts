import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { benefitFields, recurringBenefit, remittanceFields } from './benefit.ts';
import * as line from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
import { assignmentFields, titleFields } from './recurring/fields.ts';

const TYPE = 'Type of benefit';
const EXAMPLE = 'dental';

const fields = {
  ...assignmentFields,
  employer_benefit_type: about(TYPE, typeField(CATALOGUES.employer_benefit), EXAMPLE),
  employee_benefit: about("The employee's part of the same benefit", reference('employee_benefit', { nullable: true })),
  ...benefitFields,
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    employer_benefit: StateOfFields<typeof fields>;
  }
}

/** What an employer pays into a benefit plan for an employee, or gives in kind, again and again. */
export const employerBenefit = defineResource({
  ...recurringBenefit('employer_benefit'),
  purpose: "An employer's recurring contribution to a benefit plan, or a benefit in kind.",
  fields,
});

const lineFields = {
  ...line.stubFields('employer_benefit'),
  ...line.amountFields({ max: '99999' }),
  accrued_vacation_pay: line.accruedField,
  employer_benefit_type: about(TYPE, typeField(CATALOGUES.employer_benefit, 'type'), EXAMPLE),
  recurrence: line.recurrenceField,
  ...titleFields,
  ...remittanceFields,
  ...line.accountingFields(),
  ...line.externalRefField,
};

/** What an employer pays for one benefit, on a pay stub. It never has a percentage: amounts only. */
export const employerBenefitLineItem = defineResource({
  ...line.lineItem('employer_benefit'),
  purpose: 'What an employer pays for one benefit, on a pay stub.',
  fields: lineFields,
  examples: { create: ['pay_stub_id', 'employer_benefit_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['employer_benefit_type'] } },
  // Its recurrence, when expanded, is a benefit.
  prefers: ['deprecate_benefit_percent'],
  rules: lineItemRules('employer_benefit', lineFields),
});
