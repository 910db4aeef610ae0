import type { CalculationOptions } from '../../calculation/model/ports.ts';
import { STATUTORY_EFFECTS } from '../../statutory/stage/effects.ts';
import { holidayPayStage } from '../../statutory/stage/holiday-stage.ts';
import { withholdingStage } from '../../statutory/stage/stage.ts';

/** The stages of the calculation that other parts of the house fill. */
export const stages: Pick<CalculationOptions, 'withholdings' | 'holidayPay' | 'effects'> = {
  holidayPay: holidayPayStage,
  withholdings: withholdingStage,
  effects: STATUTORY_EFFECTS,
};
