/** Hours and amounts on lines of rates that are not in force: that is told, and they are paid all the same. */
import type { Context } from '../model/context.ts';
import type { Warning } from '../model/types.ts';
import { RATE_NOT_IN_FORCE } from '../model/warnings.ts';

/** The warning of a stub on which such lines stay; none without them. */
export const notInForce = ({ elsewhere: { left } }: Context): Warning[] => {
  if (left.length === 0) return [];
  const ids = left.map(({ id }) => id).join(', ');
  const message = {
    en: `Hours or an amount were entered at a pay rate that is not in force in the pay period, and are paid by it: where another rate is meant, enter them on its line item, and set custom_hours and custom_amount of this one to null, which takes it off (${ids}).`,
    fr: `Des heures ou un montant ont été saisis selon un taux qui n'est pas en vigueur dans la période de paie, et sont payés selon celui-ci : si un autre taux est voulu, saisissez-les sur sa ligne, et mettez custom_hours et custom_amount de celle-ci à null, ce qui la retire (${ids}).`,
  };
  return [{ namespace: 'payroll', type: RATE_NOT_IN_FORCE, message }];
};
