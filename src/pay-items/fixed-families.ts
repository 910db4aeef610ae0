import type { FixedKind, TypeOf } from '../calculation/model/families.ts';
import type { Text } from '../values/text.ts';

/** What the reference says of a family whose items are an amount each time and nothing more, in both languages. */
export interface FixedFamily<K extends FixedKind> {
  /** What one is called, in French; the plural takes an s. */
  noun: { fr: string; feminine: boolean };
  /** What a recurring item is. */
  purpose: Text;
  /** What a line item is. */
  line: Text;
  /** What its type determines, and one as an example. */
  type: Text & { example: TypeOf<K> };
}

/** A family that is missing here does not compile. */
export const FIXED_FAMILIES: { readonly [K in FixedKind]: FixedFamily<K> } = {
  allowance: {
    noun: { fr: 'allocation', feminine: true },
    purpose: {
      en: 'A recurring allowance paid on a work assignment.',
      fr: 'Une allocation récurrente versée pour une affectation.',
    },
    line: { en: 'One allowance on a pay stub.', fr: 'Une allocation sur un bulletin de paie.' },
    type: { en: 'Type of allowance', fr: "Type d'allocation", example: 'cell_phone_allowance' },
  },
  reimbursement: {
    noun: { fr: 'remboursement', feminine: false },
    purpose: {
      en: 'A recurring reimbursement of an expense of an employee or contractor.',
      fr: "Un remboursement récurrent d'une dépense d'un employé ou d'un entrepreneur.",
    },
    line: { en: 'One reimbursement on a pay stub.', fr: 'Un remboursement sur un bulletin de paie.' },
    type: { en: 'Type of reimbursement', fr: 'Type de remboursement', example: 'non_taxable_reimbursement' },
  },
};
