import { typeField } from '../catalogues/catalogue.ts';
import { EARNING_TYPES } from '../catalogues/earning-types.ts';
import { about, reference } from '../kernel/definition/fields.ts';
import { defineResource, type State } from '../kernel/definition/resource.ts';
import {
  accountingFields,
  accruedField,
  amountFields,
  earnedFields,
  externalRefField,
  hourFields,
  lineItem,
  lineItemRules,
  recurrenceField,
  stubFields,
} from './line-item.ts';
import { titleFields } from './recurrence.ts';

const fields = {
  ...stubFields('earning'),
  ...amountFields({ max: '999999' }),
  earning_type: about('What was earned', typeField(EARNING_TYPES, 'type'), 'bonus_discretionary'),
  ...hourFields,
  accrued_vacation_pay: accruedField,
  recurrence: recurrenceField,
  pay_rate: about('Pay rate that hours are paid by', reference('pay_rate', { nullable: true })),
  overtime_rate: about('Overtime rate that hours are paid by', reference('overtime_rate', { nullable: true })),
  ...titleFields,
  ...accountingFields(['percentage', 'amount', 'hours']),
  ...earnedFields,
  ...externalRefField,
};

/**
 * One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay. With hours and a pay rate (or overtime
 * rate) the calculation works out the amount of a wage or of overtime.
 */
export const earningLineItem = defineResource({
  ...lineItem('earning'),
  purpose: 'One earning on a pay stub: salary, wage, overtime, bonus, leave, vacation pay and so on.',
  fields,
  examples: { create: ['pay_stub_id', 'earning_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['earning_type'] } },
  rules: lineItemRules('earning', fields, {
    facts: async (lookup, candidate, previous) => {
      const id = candidate.pay_rate_id;
      const named = typeof id === 'string' && id !== previous?.pay_rate_id;
      return { pay_rate: named ? ((await lookup.get('pay_rate', id)) ?? null) : null };
    },
    validate: (candidate, _previous, facts) => {
      const rate = facts.pay_rate as State | null;
      if (rate === null || rate.work_assignment_id === candidate.work_assignment_id) return [];
      return [
        {
          path: 'pay_rate_id',
          text: {
            en: "must be a pay rate of the pay stub's work assignment",
            fr: "doit être un taux de l'affectation du talon de paie",
          },
        },
      ];
    },
  }),
});
