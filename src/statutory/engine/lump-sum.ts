import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, roundToCent, times } from '../../values/fixed.ts';
import type { Edition } from '../editions/edition.ts';
import type { Jurisdiction, PayFigures } from '../editions/figures.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';

/** Lump sums by the federal rules and by the province's own: Quebec counts more as one than the federal law. */
export interface LumpSums {
  federal: Fixed;
  provincial: Fixed;
}

/** What of the payee the tax on a lump sum depends on. */
export interface LumpSumPayee {
  earlier: LumpSums;
  /** Tax that was withheld on them, federal and Quebec's, not below 0; null where it is not known */
  withheld: LumpSums | null;
  /** What went into registered plans and is left out of the lump sum */
  transferred?: Fixed;
  is_non_resident: boolean;
  exempt: Pick<PayFigures['exempt'], 'federal_tax' | 'provincial_tax'>;
}

/**
 * Tax on a lump sum such as a retiring allowance: one rate on the whole of it, picked by all lump sums of the year
 * together. Outside Quebec the rate holds the provincial part too and is booked as federal tax; Quebec adds its own.
 * No contributions and premiums are due on it, and what goes straight into a registered plan bears no tax: leave it
 * out.
 *
 * A non-resident bears one rate on whatever is paid, and no provincial tax.
 *
 * Who is exempt from federal tax bears no federal rate: that it stands for the provincial part too is a rule of federal
 * law (Income Tax Regulations, 103(4)), so an exemption from provincial tax alone leaves it as it is.
 *
 * Money taken back gives back what it bore: at the rate of the lump sums that it is taken from, and not more than was
 * withheld on them.
 *
 * @param earlier lump sums of this year before this one
 * @returns null where the tax year's file has no rates
 */
export const lumpSumTax = (
  edition: Edition,
  jurisdiction: Jurisdiction,
  amount: LumpSums,
  { earlier, withheld, transferred = 0n, is_non_resident, exempt }: LumpSumPayee,
  trace?: Trace,
): { federal: Fixed; quebec: Fixed } | null => {
  const { lump_sums: federal } = edition;
  const { single_payments: single } = edition.quebec;
  if (!federal || (jurisdiction === 'QC' && !single)) return null;
  if (is_non_resident && exempt.federal_tax) return { federal: 0n, quebec: 0n };
  const taxOn = (rate: Fixed, of: keyof LumpSums): { tax: Fixed; more: Record<string, Fixed> } => {
    const tax = roundToCent(times(rate, amount[of]));
    // What nobody knows the tax of is taken back as far as it was paid.
    const most = withheld ? withheld[of] : roundToCent(times(rate, atLeastZero(earlier[of])));
    const given = tax < 0n ? -lesser(-tax, most) : tax;
    const left_out: Record<string, Fixed> = transferred === 0n ? {} : { 'went into registered plans': transferred };
    return { tax: given, more: { ...left_out, ...boundOfBack(tax, given) } };
  };
  if (is_non_resident) {
    const { tax, more } = taxOn(federal.non_resident_rate, 'federal');
    const shown = { rate: federal.non_resident_rate, 'lump sum': amount.federal, ...more };
    trace?.step('tax on lump sum', 'rate for non-residents × lump sum', tax, shown, federal.mark.source);
    return { federal: tax, quebec: 0n };
  }
  const before = (of: keyof LumpSums): Fixed => earlier[of] + (amount[of] < 0n ? 0n : amount[of]);
  const all = { federal: before('federal'), provincial: before('provincial') };
  const row = federal.rows.find(({ up_to }) => up_to === null || all.federal <= up_to)!;
  const rate = jurisdiction === 'QC' ? row.quebec_rate : row.rate;
  const taxAt = (name: string, at: Fixed, of: keyof LumpSums, source: readonly string[]): Fixed => {
    if (amount[of] === 0n && transferred === 0n) return 0n;
    const { tax, more } = taxOn(at, of);
    const shown = { rate: at, 'lump sum': amount[of], 'all of the year': all[of], ...more };
    trace?.step(name, 'rate × lump sum', tax, shown, source);
    return tax;
  };
  const federalTax = exempt.federal_tax ? 0n : taxAt('tax on lump sum', rate, 'federal', federal.mark.source);
  if (jurisdiction !== 'QC' || exempt.provincial_tax) return { federal: federalTax, quebec: 0n };
  const { rate: own } = single!.rows.find(({ up_to }) => up_to === null || all.provincial <= up_to)!;
  const quebec = taxAt('Quebec tax on lump sum', own, 'provincial', single!.mark.source);
  return { federal: federalTax, quebec };
};
