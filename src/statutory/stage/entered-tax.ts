import { amountOf, isHandMade } from '../../calculation/model/lines.ts';
import type { StatutoryAmount, WithholdingStageRequest } from '../../calculation/model/ports.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, toText } from '../../values/fixed.ts';
import { taxOn } from './earlier-provider.ts';
import type { StageFigures } from './stage-figures.ts';
import { ENTERED_TAX, ENTERED_TAX_ON_LUMP_SUMS, SUMS_OF_TERRITORY } from './stage-year.ts';

/**
 * How much more than the calculated tax the stub withholds: by amounts entered on its lines, and by lines of the
 * caller.
 */
const entered = (
  { facts }: Pick<WithholdingStageRequest, 'facts'>,
  calculated: readonly StatutoryAmount[],
  type: string,
  of_other_places: ReadonlySet<string>,
): Fixed => {
  const own = calculated.find((one) => one.type === type);
  let more = 0n;
  for (const line of facts.lines) {
    if (line.kind !== 'statutory_withholding' || line.type !== type) continue;
    if (isHandMade(line)) more += fixed(amountOf(line));
    // Where nothing is due any more it stays.
    else if (line.custom_amount !== null && !of_other_places.has(type))
      more += fixed(line.custom_amount) - fixed(own?.amount ?? '0');
  }
  return more;
};

/**
 * What tax that was entered adds to M and M1, on each kind of pay in proportion to what was paid. It is kept apart from
 * the calculated tax: a later stub of the same date is calculated from what the earlier one was calculated to bear.
 *
 * @param calculated the employee's statutory amounts of the stub
 * @param of_other_places types whose lines go with what was entered on them
 * @returns by the names of sums; those that are 0 are left out
 */
export const enteredTaxes = (
  request: Pick<WithholdingStageRequest, 'facts'>,
  { own, jurisdiction }: Pick<StageFigures, 'own' | 'jurisdiction'>,
  calculated: readonly StatutoryAmount[],
  of_other_places: ReadonlySet<string>,
): Record<string, string> => {
  const quebec = jurisdiction === 'QC';
  const more = (type: string): Fixed => entered(request, calculated, type, of_other_places);
  const federal = taxOn(more('federal_income_tax'), own.taxable, own.lump_sum);
  const provincial = taxOn(
    more('provincial_income_tax'),
    quebec ? own.taxable_quebec : own.taxable,
    own.provincial_lump_sum,
  );
  const sums = {
    [ENTERED_TAX.federal_tax]: federal.periodic,
    [ENTERED_TAX.federal_tax_on_non_periodic]: federal.non_periodic,
    [ENTERED_TAX.provincial_tax]: provincial.periodic,
    [ENTERED_TAX.provincial_tax_on_non_periodic]: provincial.non_periodic,
    [ENTERED_TAX_ON_LUMP_SUMS.federal]: federal.lump_sum,
    [ENTERED_TAX_ON_LUMP_SUMS.provincial]: quebec ? provincial.lump_sum : 0n,
  };
  return Object.fromEntries(Object.entries(sums).flatMap(([name, sum]) => (sum === 0n ? [] : [[name, toText(sum)]])));
};

const NO_OTHER_PLACES: ReadonlySet<string> = new Set();

/**
 * What a stub adds to that of a territory's payroll tax which later pay bears less, or uses up of it: what is given back
 * by hand, or not withheld by hand, does not lower later pay as well, neither now nor once the pay is taken back.
 *
 * @param calculated the employee's statutory amounts of the stub
 * @param own what its calculation adds or uses up
 */
export const keptForLater = (
  request: Pick<WithholdingStageRequest, 'facts'>,
  calculated: readonly StatutoryAmount[],
  territory: keyof typeof SUMS_OF_TERRITORY,
  own: Fixed,
): Fixed => own - atLeastZero(-entered(request, calculated, SUMS_OF_TERRITORY[territory].tax, NO_OTHER_PLACES));
