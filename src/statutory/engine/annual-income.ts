import type { Fixed } from '../../values/fixed.ts';
import type { CreditBases } from './credits.ts';

/** One annual income to be taxed. */
export interface AnnualIncome {
  /** A */
  a: Fixed;
  /** Gross employment income of the year, which bounds K4 */
  gross: Fixed;
  credits: CreditBases;
  /** P × LCF and P × LCP, or the credit of the year under option 2 */
  labour_fund: Fixed;
  provincial_labour_fund: Fixed;
}

/** Which figures apply: those of a pay period, or the year's own under option 2. */
export type Option = 'option1' | 'option2';
