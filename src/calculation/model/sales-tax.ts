/**
 * Provincial tax on group insurance premiums, by province of employment, in percent: added to benefits that ask for it.
 *
 * Manitoba: Retail Sales Tax Act, C.C.S.M. c. R130, since 2012 (Bulletin 061): group insurance of life, accident,
 * critical illness and disability, 7 % since July 2019; not of health and dental care.
 * Ontario: Retail Sales Tax Act, R.S.O. 1990, c. R.31, section 2.1 (insurance and benefits plans), 8 %.
 * Quebec: Act respecting the Québec sales tax, CQLR c. T-0.1, title III (tax on insurance premiums), 9 %.
 */
import type { Decimal } from '../../values/money.ts';
import { decimal, ZERO } from '../../values/money.ts';
import type { PLANS } from '../types/plans.ts';

interface PremiumTax {
  percent: Decimal;
  /** The benefits that bear it; all where they are not named. */
  types?: ReadonlySet<string>;
}

const TAXED_IN_MANITOBA: readonly (keyof typeof PLANS)[] = [
  'accident_insurance_plan',
  'critical_illness',
  'group_dependent_life_insurance',
  'group_term_life_insurance',
  'long_term_disability',
  'short_term_disability',
];

const TAXES: Readonly<Record<string, PremiumTax>> = {
  ca_mb: { percent: decimal(7), types: new Set(TAXED_IN_MANITOBA) },
  ca_on: { percent: decimal(8) },
  ca_qc: { percent: decimal(9) },
};

/**
 * The rate on a type of benefit in percent; 0 where its premiums bear none or no province is set.
 *
 * @param type of an employee's or employer's benefit, as in the catalogues
 */
export const premiumTaxPercent = (province: string | null, type: string): Decimal => {
  const tax = province === null ? undefined : TAXES[province];
  return tax === undefined || tax.types?.has(type) === false ? ZERO : tax.percent;
};
