import { z } from 'zod';
import { makeCatalogue, typeField } from '../catalogues/catalogue.ts';
import { about, kept } from '../kernel/definition/fields.ts';
import { defineResource } from '../kernel/definition/resource.ts';
import {
  EMPLOYER_STATUTORY_WITHHOLDING_TYPES,
  STATUTORY_WITHHOLDING_TYPES,
  type StatutoryType,
} from '../statutory/stage/withholding-types.ts';
import { remittanceFields } from './benefit.ts';
import { accountingFields, amountFields, lineItem, lineItemRules, stubFields } from './line-item.ts';
import { titleFields } from './recurrence.ts';

const catalogueOf = (object: string, types: readonly StatutoryType[]) =>
  makeCatalogue(object, Object.fromEntries(types.map(({ type, label }) => [type, { label }])));

/** What is withheld from an employee, and what an employer contributes. */
export const WITHHOLDINGS = catalogueOf('statutory_withholding_type', STATUTORY_WITHHOLDING_TYPES);
export const CONTRIBUTIONS = catalogueOf('employer_statutory_withholding_type', EMPLOYER_STATUTORY_WITHHOLDING_TYPES);

const common = {
  is_system: about(
    'Whether the calculation made it',
    kept<boolean>(z.boolean(), { show: (state) => state.is_system === true }),
    true,
  ),
  ...amountFields({ max: '999999' }),
  ...titleFields,
  ...remittanceFields,
  ...accountingFields(),
};

/** The calculation makes them; a caller may set custom_amount in place of its figure. */
const OPERATIONS = ['list', 'retrieve', 'update'] as const;

const withholdingFields = {
  ...stubFields('statutory_withholding'),
  statutory_withholding_type: about('What the law withholds', typeField(WITHHOLDINGS, 'type')),
  ...common,
};

/** What is withheld from an employee by law: tax, CPP, EI, QPP, QPIP. */
export const statutoryWithholdingLineItem = defineResource({
  ...lineItem('statutory_withholding', WITHHOLDINGS.values),
  purpose: 'What is withheld from an employee by law, on a pay stub; made by the calculation.',
  fields: withholdingFields,
  operations: OPERATIONS,
  examples: { update: ['custom_amount'] },
  rules: lineItemRules('statutory_withholding', withholdingFields),
});

const contributionFields = {
  ...stubFields('employer_statutory_withholding'),
  employer_statutory_withholding_type: about('What the law takes from the employer', typeField(CONTRIBUTIONS, 'type')),
  ...common,
};

/** What the employer owes by law on top of pay. */
export const employerStatutoryWithholdingLineItem = defineResource({
  ...lineItem('employer_statutory_withholding', CONTRIBUTIONS.values),
  purpose: 'What the employer contributes by law, on a pay stub; made by the calculation.',
  fields: contributionFields,
  operations: OPERATIONS,
  examples: { update: ['custom_amount'] },
  rules: lineItemRules('employer_statutory_withholding', contributionFields),
});
