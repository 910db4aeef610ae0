import type { LineKind } from '../calculation/model/families.ts';
import { ALLOWANCE_TYPES } from './allowance-types.ts';
import { EMPLOYEE_BENEFIT_TYPES, EMPLOYER_BENEFIT_TYPES } from './benefit-types.ts';
import type { Catalogue } from './catalogue.ts';
import { DEDUCTION_TYPES } from './deduction-types.ts';
import { EARNING_TYPES } from './earning-types.ts';
import { REIMBURSEMENT_TYPES } from './reimbursement-types.ts';
import { EMPLOYER_STATUTORY_TYPES, STATUTORY_TYPES } from './statutory-types.ts';

/** The types of each family of pay items: a family without them does not compile. */
export const CATALOGUES: Readonly<Record<LineKind, Catalogue>> = {
  earning: EARNING_TYPES,
  allowance: ALLOWANCE_TYPES,
  deduction: DEDUCTION_TYPES,
  employee_benefit: EMPLOYEE_BENEFIT_TYPES,
  employer_benefit: EMPLOYER_BENEFIT_TYPES,
  reimbursement: REIMBURSEMENT_TYPES,
  statutory_withholding: STATUTORY_TYPES,
  employer_statutory_withholding: EMPLOYER_STATUTORY_TYPES,
};
