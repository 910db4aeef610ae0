import { STATUTORY_EFFECTS } from '../statutory/effects.ts';
import { withholdingStage } from '../statutory/stage.ts';
import type { CalculationOptions } from './calculation/types.ts';

/** The stages of the calculation that other parts of the house fill. */
export const stages: Pick<CalculationOptions, 'withholdings' | 'holidayPay' | 'effects'> = {
  withholdings: withholdingStage,
  effects: STATUTORY_EFFECTS,
};
