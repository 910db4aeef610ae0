import type { TypeEffects } from '../../calculation/model/types.ts';
import { isVacationable, jurisdictionOf, treatmentOf } from '../editions/line-item-types.ts';

/** How line item types count, from this part's data file, for the stages of the pipeline before withholdings. */
export const STATUTORY_EFFECTS: TypeEffects = {
  isTaxable: (kind, type, province) => {
    const treatment = treatmentOf(kind, type);
    if (!treatment) return false;
    const how = jurisdictionOf(province) === 'QC' ? treatment.quebec_tax : treatment.income_tax;
    return how === 'taxable';
  },
  isVacationable: (kind, type, province) => isVacationable(kind, type, jurisdictionOf(province)),
};
