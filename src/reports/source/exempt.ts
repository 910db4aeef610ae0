import type { RecordOf } from '../../kernel/definition/resource.ts';
import { slipBoxes, treatmentOf } from '../../statutory/editions/line-item-types.ts';
import { type Decimal, decimal, roundToCent, ZERO } from '../../values/money.ts';

/** The sums of taxable income that a stub keeps, and how types count in them, by form. */
const TAXED = {
  t4: { total: 'all_taxable', as: 'income_tax' },
  rl1: { total: 'all_taxable_quebec', as: 'quebec_tax' },
} as const;

/**
 * What the Indian Act exempts of boxes of a stub's slips, where its calculation did not keep it: the part that is
 * exempt of its income, which is what of taxable types was not taken as taxable.
 *
 * @returns by the names of sums, decimal text; nothing of a stub that keeps them, has none, or was never calculated
 */
export const exemptIn = ({
  amounts = {},
  bases = {},
}: Pick<RecordOf<'pay_stub'>, 'amounts' | 'bases'>): Record<string, string> => {
  const found: Record<string, string> = {};
  if (Object.keys(bases).length === 0) return found;
  for (const slip of ['t4', 'rl1'] as const) {
    const { total, as } = TAXED[slip];
    let all = ZERO;
    const inBoxes = new Map<string, Decimal>();
    for (const [kind, byType] of Object.entries(amounts))
      for (const [type, amount] of Object.entries(byType)) {
        const treatment = treatmentOf(kind, type);
        if (treatment?.[as] === 'taxable') all = all.plus(amount);
        for (const box of treatment?.boxes[slip] ?? []) inBoxes.set(box, (inBoxes.get(box) ?? ZERO).plus(amount));
      }
    const exempt = all.minus(decimal(bases[total] ?? '0'));
    if (exempt.lte(0)) continue;
    for (const { sum, box } of slipBoxes().exempt[slip]) {
      const amount = inBoxes.get(box) ?? ZERO;
      if (bases[sum] === undefined && amount.gt(0)) found[sum] = roundToCent(exempt.times(amount).div(all)).toFixed(2);
    }
  }
  return found;
};
