import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, times } from '../../values/fixed.ts';
import type { Edition } from '../editions/edition.ts';
import type { Jurisdiction, PayFigures } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';

/** What of the payee the tax on a lump sum depends on. */
export interface LumpSumPayee {
  earlier: Fixed;
  is_non_resident: boolean;
  exempt: Pick<PayFigures['exempt'], 'federal_tax' | 'provincial_tax'>;
}

/**
 * Tax on a lump sum such as a retiring allowance: one rate on the whole of it, picked by all lump sums of the year
 * together. Outside Quebec the rate holds the provincial part too and is booked as federal tax; Quebec adds its own.
 * No contributions and premiums are due on it, and what goes straight into a registered plan bears no tax: leave it out.
 *
 * A non-resident bears one rate on whatever is paid, and no provincial tax.
 *
 * Who is exempt from federal tax bears no federal rate: that it stands for the provincial part too is a rule of federal
 * law (Income Tax Regulations, 103(4)), so an exemption from provincial tax alone leaves it as it is.
 *
 * @param earlier lump sums of this year before this one
 * @returns null where the tax year's file has no rates
 */
export const lumpSumTax = (
  edition: Edition,
  jurisdiction: Jurisdiction,
  amount: Fixed,
  { earlier, is_non_resident, exempt }: LumpSumPayee,
  trace?: Trace,
): { federal: Fixed; quebec: Fixed } | null => {
  const { lump_sums: federal } = edition;
  const { single_payments: single } = edition.quebec;
  if (!federal || (jurisdiction === 'QC' && !single)) return null;
  const all = amount + earlier;
  if (is_non_resident && exempt.federal_tax) return { federal: 0n, quebec: 0n };
  if (is_non_resident) {
    const tax = roundToCent(times(federal.non_resident_rate, amount));
    const shown = { rate: federal.non_resident_rate, 'lump sum': amount };
    trace?.step('tax on lump sum', 'rate for non-residents × lump sum', tax, shown, federal.mark.source);
    return { federal: tax, quebec: 0n };
  }
  const row = federal.rows.find(({ up_to }) => up_to === null || all <= up_to)!;
  const rate = jurisdiction === 'QC' ? row.quebec_rate : row.rate;
  const taxAt = (name: string, at: Fixed, source: readonly string[]): Fixed => {
    const tax = roundToCent(times(at, amount));
    trace?.step(name, 'rate × lump sum', tax, { rate: at, 'lump sum': amount, 'all of the year': all }, source);
    return tax;
  };
  const federalTax = exempt.federal_tax ? 0n : taxAt('tax on lump sum', rate, federal.mark.source);
  if (jurisdiction !== 'QC' || exempt.provincial_tax) return { federal: federalTax, quebec: 0n };
  const quebecRow = single!.rows.find(({ up_to }) => up_to === null || all <= up_to)!;
  return { federal: federalTax, quebec: taxAt('Quebec tax on lump sum', quebecRow.rate, single!.mark.source) };
};
