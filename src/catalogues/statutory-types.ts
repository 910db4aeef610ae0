import {
  EMPLOYER_STATUTORY_WITHHOLDING_TYPES,
  STATUTORY_WITHHOLDING_TYPES,
  type StatutoryType,
} from '../statutory/stage/withholding-types.ts';
import { makeCatalogue } from './catalogue.ts';

const labelled = (types: readonly StatutoryType[]) =>
  Object.fromEntries(types.map(({ type, label }) => [type, { label }]));

/** What is withheld from an employee by law. */
export const STATUTORY_TYPES = makeCatalogue('statutory_withholding', labelled(STATUTORY_WITHHOLDING_TYPES));

/** What an employer contributes by law. */
export const EMPLOYER_STATUTORY_TYPES = makeCatalogue(
  'employer_statutory_withholding',
  labelled(EMPLOYER_STATUTORY_WITHHOLDING_TYPES),
);
