import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, times } from '../../values/fixed.ts';
import type { Edition } from '../editions/edition.ts';
import type { Jurisdiction } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';

/**
 * Tax on a lump sum such as a retiring allowance: one rate on the whole of it, picked by all lump sums of the year
 * together. Outside Quebec the rate holds the provincial part too and is booked as federal tax; Quebec adds its own.
 * No contributions and premiums are due on it, and what goes straight into a registered plan bears no tax: leave it out.
 *
 * A non-resident bears one rate on whatever is paid, and no provincial tax.
 *
 * @param earlier lump sums of this year before this one
 * @returns null where the tax year's file has no rates
 */
export const lumpSumTax = (
  edition: Edition,
  jurisdiction: Jurisdiction,
  amount: Fixed,
  { earlier, is_non_resident }: { earlier: Fixed; is_non_resident: boolean },
  trace?: Trace,
): { federal: Fixed; quebec: Fixed } | null => {
  const { lump_sums: federal } = edition;
  const { single_payments: single } = edition.quebec;
  if (!federal || (jurisdiction === 'QC' && !single)) return null;
  const all = amount + earlier;
  if (is_non_resident) {
    const tax = roundToCent(times(federal.non_resident_rate, amount));
    const shown = { rate: federal.non_resident_rate, 'lump sum': amount };
    trace?.step('tax on lump sum', 'rate for non-residents × lump sum', tax, shown, federal.mark.source);
    return { federal: tax, quebec: 0n };
  }
  const row = federal.rows.find(({ up_to }) => up_to === null || all <= up_to)!;
  const rate = jurisdiction === 'QC' ? row.quebec_rate : row.rate;
  const federalTax = roundToCent(times(rate, amount));
  trace?.step(
    'tax on lump sum',
    'rate × lump sum',
    federalTax,
    { rate, 'lump sum': amount, 'all of the year': all },
    federal.mark.source,
  );
  if (jurisdiction !== 'QC') return { federal: federalTax, quebec: 0n };
  const quebecRow = single!.rows.find(({ up_to }) => up_to === null || all <= up_to)!;
  const quebecTax = roundToCent(times(quebecRow.rate, amount));
  trace?.step(
    'Quebec tax on lump sum',
    'rate × lump sum',
    quebecTax,
    { rate: quebecRow.rate, 'lump sum': amount, 'all of the year': all },
    single!.mark.source,
  );
  return { federal: federalTax, quebec: quebecTax };
};
