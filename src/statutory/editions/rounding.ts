import type { Fixed } from '../../values/fixed.ts';
import { roundToCent } from '../../values/fixed.ts';

/**
 * A product within the annual tax formulas: half up to the cent, each apart. T4127 leaves it open; its printed examples
 * come out to the cent only so, and so do the results of the CRA's calculator that the tests hold.
 */
export const product: (value: Fixed) => Fixed = roundToCent;
