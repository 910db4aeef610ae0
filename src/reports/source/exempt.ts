import type { RecordOf } from '../../kernel/definition/resource.ts';
import { slipBoxes, treatmentOf } from '../../statutory/editions/line-item-types.ts';
import { decimal, roundToCent, ZERO } from '../../values/money.ts';

/** The sums of taxable income that a stub keeps, and how types count in them, by form. */
const TAXED = {
  t4: { total: 'all_taxable', as: 'income_tax' },
  rl1: { total: 'all_taxable_quebec', as: 'quebec_tax' },
} as const;

/**
 * What the Indian Act exempts of a stub's employment income, where its calculation did not keep it: what of taxable types
 * was not taken as taxable. Of a stub with other income too (a pension), by what there is of each.
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
    const { sum, box } = slipBoxes().exempt[slip];
    const { total, as } = TAXED[slip];
    if (bases[sum] !== undefined) continue;
    let [employment, all] = [ZERO, ZERO];
    for (const [kind, byType] of Object.entries(amounts))
      for (const [type, amount] of Object.entries(byType)) {
        const treatment = treatmentOf(kind, type);
        if (treatment?.[as] !== 'taxable') continue;
        all = all.plus(amount);
        if (treatment.boxes[slip]?.includes(box)) employment = employment.plus(amount);
      }
    const exempt = all.minus(decimal(bases[total] ?? '0'));
    if (exempt.lte(0) || employment.lte(0)) continue;
    found[sum] = roundToCent(exempt.times(employment).div(all)).toFixed(2);
  }
  return found;
};
