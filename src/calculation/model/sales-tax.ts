/**
 * Provincial tax on group insurance premiums, by province of employment, in percent: added to benefits that ask for it.
 *
 * Ontario: Retail Sales Tax Act, R.S.O. 1990, c. R.31, section 2.1 (insurance and benefits plans), 8 %.
 * Quebec: Act respecting the Québec sales tax, CQLR c. T-0.1, title III (tax on insurance premiums), 9 %.
 */
import type { Decimal } from '../../values/money.ts';
import { decimal, ZERO } from '../../values/money.ts';

const PERCENT: Readonly<Record<string, Decimal>> = { ca_on: decimal(8), ca_qc: decimal(9) };

/** The rate in percent; 0 where premiums bear none or no province is set. */
export const premiumTaxPercent = (province: string | null): Decimal =>
  province === null ? ZERO : (PERCENT[province] ?? ZERO);
