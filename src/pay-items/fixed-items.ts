import { FIXED_KINDS, type FixedKind, fixedFor, type TypeOf } from '../calculation/model/families.ts';
import { type Catalogue, typeField } from '../catalogues/catalogue.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { about, type Fields, money, type StateOfFields } from '../kernel/definition/fields.ts';
import { defineResource, type ResourceDefinition } from '../kernel/definition/resource.ts';
import { byName } from '../values/json.ts';
import { FIXED_FAMILIES } from './fixed-families.ts';
import {
  accountingFields,
  accruedField,
  amountFields,
  earnedFields,
  externalRefField,
  lineItem,
  recurrenceField,
  stubFields,
} from './line-item.ts';
import { lineItemRules } from './line-item-rules.ts';
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

/**
 * Recurring items and line items of the families whose items are an amount in dollars each time and nothing more. All
 * of them follow from the table of families and from what the reference says of each.
 */

const MOST = '99999';

const sharedFields = {
  ...titleFields,
  amount: about('Dollars each time', money('amount', { required: true, min: '0', max: MOST }), 40),
  ...frequencyFields,
  ...rangeFields,
  ...tieFields,
};

type FixedRecords = {
  [K in FixedKind]: StateOfFields<typeof assignmentFields & typeof sharedFields> & {
    [T in `${K}_type`]: TypeOf<K> | null;
  };
};

declare module '../kernel/definition/resource.ts' {
  interface Records extends FixedRecords {}
}

/** The member that names the type, on an item or on a line. */
const typeMember = (kind: FixedKind, stored?: 'type'): Fields => {
  const { en, example } = FIXED_FAMILIES[kind].type;
  const catalogue: Catalogue = CATALOGUES[kind];
  return { [`${kind}_type`]: about(en, typeField(catalogue, stored), example) };
};

const recurringItem = (kind: FixedKind): ResourceDefinition => {
  const type = `${kind}_type`;
  const forContractors = fixedFor(kind) === 'everybody';
  return defineResource({
    ...recurringFamily(kind, { forContractors }),
    purpose: FIXED_FAMILIES[kind].purpose.en,
    fields: { ...assignmentFields, ...typeMember(kind), ...sharedFields },
    examples: { create: ['work_assignment_id', type, 'amount', 'frequency', 'effective_from'], update: ['amount'] },
    wants: { create: { required: [type], anyOf: MONTH_CASES }, update: { anyOf: MONTH_CASES } },
    rules: recurringRules(type, { forContractors }),
  });
};

const lineItemOf = (kind: FixedKind): ResourceDefinition => {
  const type = `${kind}_type`;
  const fields = {
    ...stubFields(kind),
    ...amountFields({ max: MOST }),
    accrued_vacation_pay: accruedField,
    ...typeMember(kind, 'type'),
    recurrence: recurrenceField,
    ...titleFields,
    ...accountingFields(),
    ...earnedFields,
    ...externalRefField,
  };
  return defineResource({
    ...lineItem(kind),
    purpose: FIXED_FAMILIES[kind].line.en,
    fields,
    examples: { create: ['pay_stub_id', type, 'custom_amount'], update: ['custom_amount'] },
    wants: { create: { required: [type] } },
    rules: lineItemRules(kind, fields),
  });
};

/** The recurring items of each such family. */
export const fixedItems = byName(FIXED_KINDS, recurringItem);

/** The line items of each such family. */
export const fixedLineItems = byName(FIXED_KINDS, lineItemOf);
