import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero } from '../../values/fixed.ts';

/**
 * Additional tax that was asked for is withheld as far as the pay can bear it: both amounts; else the federal one
 * alone; else neither. It is never withheld in part.
 *
 * @param available what is left of the pay after everything else
 */
export const coverAdditionalTax = (
  available: Fixed,
  asked: { federal: Fixed; quebec: Fixed },
): { federal: Fixed; quebec: Fixed } => {
  const left = atLeastZero(available);
  if (asked.federal + asked.quebec <= left) return asked;
  if (asked.federal <= left) return { federal: asked.federal, quebec: 0n };
  return { federal: 0n, quebec: 0n };
};
