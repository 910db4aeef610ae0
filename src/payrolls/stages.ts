import { STATUTORY_EFFECTS } from '../statutory/effects.ts';
import { holidayPayStage } from '../statutory/holiday-stage.ts';
import { withholdingStage } from '../statutory/stage.ts';
import type { CalculationOptions } from './calculation/types.ts';

/** The stages of the calculation that other parts of the house fill. */
export const stages: Pick<CalculationOptions, 'withholdings' | 'holidayPay' | 'effects'> = {
  holidayPay: holidayPayStage,
  withholdings: withholdingStage,
  effects: STATUTORY_EFFECTS,
};
