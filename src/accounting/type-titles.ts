import type { LineKind } from '../calculation/model/types.ts';
import { ALLOWANCE_TYPES } from '../catalogues/allowance-types.ts';
import { EMPLOYEE_BENEFIT_TYPES } from '../catalogues/benefit-types.ts';
import type { Catalogue } from '../catalogues/catalogue.ts';
import { EARNING_TYPES } from '../catalogues/earning-types.ts';
import { REIMBURSEMENT_TYPES } from '../catalogues/reimbursement-types.ts';
import { titleOf } from '../statutory/stage/withholding-types.ts';
import type { Text } from '../values/text.ts';

const CATALOGUES: Partial<Record<LineKind, Catalogue>> = {
  earning: EARNING_TYPES,
  allowance: ALLOWANCE_TYPES,
  reimbursement: REIMBURSEMENT_TYPES,
  employee_benefit: EMPLOYEE_BENEFIT_TYPES,
};

/** A line's type as its catalogue names it, in both languages; without a catalogue its name with spaces. */
export const typeTitle = (kind: LineKind, type: string): Text => {
  const plain = type.replaceAll('_', ' ');
  if (kind === 'statutory_withholding' || kind === 'employer_statutory_withholding') {
    const { title_translations } = titleOf(kind === 'statutory_withholding' ? 'employee' : 'employer', type);
    return { en: title_translations.en ?? plain, fr: title_translations.fr ?? plain };
  }
  return CATALOGUES[kind]?.types[type]?.label ?? { en: plain, fr: plain };
};
