import { z } from 'zod';
import { typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, kept } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import { remittanceFields } from './benefit.ts';
import { accountingFields, amountFields, lineItem, stubFields } from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
import { titleFields } from './recurring/fields.ts';

const common = {
  is_system: about(
    'Whether the calculation created it',
    kept<boolean>(z.boolean(), { show: (state) => state.is_system === true, storedAs: z.boolean() }),
    true,
  ),
  ...amountFields({ max: '999999' }),
  ...titleFields,
  // Without the id beside it that lines of benefits show.
  remittance_account: remittanceFields.remittance_account,
  ...accountingFields(),
};

/**
 * The calculation makes them; a caller may set custom_amount in place of its figure. On historical and correction
 * payrolls callers add their own: what an earlier provider withheld, what was withheld wrongly.
 */
const OPERATIONS = ['list', 'create', 'retrieve', 'update', 'delete'] as const;

const withholdingFields = {
  ...stubFields('statutory_withholding'),
  statutory_withholding_type: about(
    'Type of withholding',
    typeField(CATALOGUES.statutory_withholding, 'type'),
    'federal_income_tax',
  ),
  ...common,
};

/** What is withheld from an employee by law: tax, CPP, EI, QPP, QPIP. */
export const statutoryWithholdingLineItem = defineResource({
  ...lineItem('statutory_withholding'),
  purpose:
    'A statutory withholding from an employee on a pay stub. The calculation creates it; on historical payrolls you do. On correction payrolls yours counts in addition to the calculated ones; to replace one of those, set its custom_amount.',
  fields: withholdingFields,
  operations: OPERATIONS,
  examples: { create: ['pay_stub_id', 'statutory_withholding_type', 'custom_amount'], update: ['custom_amount'] },
  wants: { create: { required: ['statutory_withholding_type'] } },
  rules: lineItemRules('statutory_withholding', withholdingFields),
});

const contributionFields = {
  ...stubFields('employer_statutory_withholding'),
  employer_statutory_withholding_type: about(
    'Type of contribution',
    typeField(CATALOGUES.employer_statutory_withholding, 'type'),
    'cpp',
  ),
  ...common,
};

/** What the employer owes by law on top of pay. */
export const employerStatutoryWithholdingLineItem = defineResource({
  ...lineItem('employer_statutory_withholding'),
  purpose:
    'A statutory contribution of the employer on a pay stub. The calculation creates it; on historical payrolls you do. On correction payrolls yours counts in addition to the calculated ones; to replace one of those, set its custom_amount.',
  fields: contributionFields,
  operations: OPERATIONS,
  examples: {
    create: ['pay_stub_id', 'employer_statutory_withholding_type', 'custom_amount'],
    update: ['custom_amount'],
  },
  wants: { create: { required: ['employer_statutory_withholding_type'] } },
  rules: lineItemRules('employer_statutory_withholding', contributionFields),
});
